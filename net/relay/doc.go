// Package relay connects a host and its players through a third machine, for hosts behind routers that let no connection in.
//
//	Server      the relay: one TCP port, and the UDP port of the same number
//	Registrar   a host's connection to a relay, which brings it callers
//	Ask         a player's call by an invitation
//	Invitation  the text that a host's player passes on, such as relay.example.org/amber-fox-7k3q-92hd-m4xt
//
// A relay splices the stream of a player with one that the host opens to it. TLS runs end to end inside, so the relay reads and forges
// nothing, but for browsers (see below). It sees addresses, times and volumes. It connects to no address: it only answers.
//
// # Invitations
//
// A code is two words and twelve characters, in five parts: amber-fox-7k3q-92hd-m4xt. The characters are digits and letters without i, l, o
// and u (Crockford's base 32). They are the first 60 bits of
//
//	argon2id(SHA-256(certificate of the host, DER), salt = "dogfight/1 amber-fox " + nonce, time 1, memory 64 MiB, one lane)
//
// The nonce is 16 random bytes that the relay gives to each player with the code, so that a guest cannot compute later codes of a host. A
// player compares the code with the host's certificate in the TLS handshake. To pose as the host, a relay needs a key whose hash has the same
// 60 bits, that is 2^60 hashes on average. One takes about 0.1 s of a core and 64 MiB: at 0.01 USD for an hour of a core, 3 * 10^11 USD. A
// table made in advance is no cheaper, since it serves one pair of words.
//
// A stranger must guess 60 bits. A relay knows the codes of its hosts, so it can join a match as any guest can.
//
// # Streams
//
// Numbers are big-endian. A connection to a relay begins with TLS (first byte 16) if it is one of the host connections below, and otherwise with
//
//	offset  size  field
//	0       4     44 4f 47 52, "DOGR"
//	4       1     version, 1
//	5       1     kind: 1 ask, 2 claim
//	6       1     length n of the rest: at most 64 of an ask, 16 of a claim
//	7       n     ask: a code; claim: the number of a caller
//
// The relay answers an ask once the host has claimed it, both with
//
//	offset  size  field
//	0       1     status: 0 spliced, otherwise a refusal, after which the relay closes the connection:
//	              1 unknown code, 2 the host does not answer, 3 the relay has no room, 4 the relay ends, 5 another version
//	1       8     number of this end in datagrams
//	9       2     UDP port of the relay; 0 for none
//	11      16    nonce of the invitation
//
// and from then on passes on bytes. An end has 5 seconds to send its first bytes, and a host 5 seconds to claim. Each way has 128 kbit/s after
// a burst of 1 MiB.
//
// # Host connections
//
// TLS 1.3 with the ALPN "dogfight-relay/2", or "dogfight-relay/1" if an end is older. The host proves the key of the certificate that its players see. Within it, each way, frames:
//
//	offset  size  field
//	0       1     kind
//	1       1     length n
//	2       n     content
//
//	to the relay   01 register   16 nonce, at most 64 code
//	               02 withdraw   code
//	               03 ping       empty, each 15 s
//	from it        81 status     1 status as above of the oldest register: 0 registered, 3, 4, or 6 another host has this code
//	               82 caller     16 number, 16 IPv6 or mapped IPv4 address of the caller, 2 port
//	               83 pong       empty
//	               84 ending     empty: the relay takes no new calls
//
// The second version has further kinds:
//
//	to the relay   04 open       as register, and the host takes browsers
//	from it        85 browser    as caller, to a host that has sent open
//
// An end that receives nothing for 45 s closes the connection. A code belongs to the key that registered it first until that key withdraws it,
// or is away for two minutes. The latest connection on which that key registered it gets the callers.
//
// # Browsers
//
// A browser speaks TLS with the relay alone, so the relay can read and change what it sends and is shown. The page is the relay's own: all of a
// relay's pages have one origin, and a page of a host could pose as its visitors at the other hosts. Only the page's WebSocket reaches the host.
//
//	browser ── GET /CODE/ws, TLS ──► relay ── browser ──► host
//	                                 relay ◄── claim ──── host
//	                                 relay ── GET /ws ──► host, and its 101 back; then bytes both ways
//
// The host claims a browser as it claims a caller. The answer has no number, port and nonce, and HTTP/1.1 follows it. The relay sends one request,
// with Host, Origin and the WebSocket's own headers of the browser, and no other bytes before the host has accepted: see package webd, whose
// visitors sign the code too. Each way has four times the rate of a player. Calls by browsers, and wrong codes, count for their addresses as others.
//
// # Trust
//
// A host accepts callers only from the relay that it has chosen. A relay may lie about their addresses: a host refuses callers that the relay
// says are in the host's own networks, unless the relay is there too. A host that ends withdraws its codes.
//
// # Datagrams
//
// Each end of a pair has a random number of 64 bits, which only it and the relay know.
//
//	to the relay   d1 bind    8 number, 8 challenge or zeros, zeros up to 40 bytes in all
//	               d0 data    8 number of the sender, a sealed datagram of package link
//	from it        d2 bound   8 number, 8 challenge, or zeros if bound, 16 reflexive address, 2 its port
//	               d0 data    8 number of the receiver, the same datagram
//
// The relay binds a number to the source of a bind with the right challenge, for 30 seconds; ends repeat it each 10. A challenge is computed
// from a secret, the number, the source and the time, and valid for 4 to 8 seconds. Data passes between two bound addresses, at most 1,500 bytes
// long and 128 kbit/s each way of a pair, after a burst of a second. A datagram of another kind or length, of an unknown number, or of another
// source is dropped. No answer is longer than its question, so a relay reflects less than it receives.
package relay
