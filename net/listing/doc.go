// Package listing is a public list of matches: its hosts announce themselves, and players read it.
//
//	Announcer  announces a host until its context ends
//	List       the list itself, an http.Handler; Listen serves one
//	Read       reads a list, and measures the round trips to its hosts
//	Filter     selects matches of any list
//
// Nobody vouches for a host. The list vouches for one thing: at the address that it shows, a host answered within the last three minutes
// that has the key of the announcement.
//
// # Announcements
//
// A host sends a POST to URL/announce once a minute. The body is a JSON object of at most 8 KiB, with bytes in base64:
//
//	{"announcement": "eyJj...",       the text below
//	 "signature":    "MEUC..."}       ECDSA (ASN.1) over the SHA-256 of "dogfight announcement", a line feed and that text
//
//	{"certificate": "MIIB...",        the host's TLS certificate, DER; its key signs
//	 "port":        4242,             where the host listens, TCP and UDP; 1024 or more
//	 "password":    false,            players need one
//	 "time":        1796000000000,    ms since 1970; greater than in all earlier announcements of the host
//	 "ended":       true}             only in the last one, of a host that ends or takes no more players
//
// The answer is 200 once the host is listed, and otherwise 403 with the reason as a line of text: the announcement is forged or repeated, the
// clocks differ by more than a minute, the host does not answer, the list is full, or too many announcements come at a time.
//
// An announcement has no address: the host is at the one that it comes from. The list then connects there itself, to the port of the
// announcement, as "dogfight info" does: the TLS handshake must show the certificate of the announcement, and everything else that
// is listed (title, arena, mode, players, version) comes from the host's answer. So a list connects only to addresses that asked for it, never to a
// privileged port, and its answer is the same whatever is wrong there: it neither reflects traffic nor scans for others.
//
// A host is a key with a port. It has one place in the list, which it loses after three minutes without an announcement, or when it does not
// answer there. An announcement that a stranger sends on from elsewhere costs it nothing. An IPv4 address, or an IPv6 /64, has at most 8 places and 4 announcements a second; a key has 8 places; the list has 2,048, and
// accepts 128 announcements a second, those of seldom seen networks first (admission.FairShare).
//
// # The list
//
// GET URL/list.json returns {"matches": [Match, ...]}, the fullest first. The query may select: mode=teams, players=1 (or more), version=6,
// password=no. Any web page may read it.
//
// A reader does not trust a list. It reads at most 1 MiB and 2,048 matches, 8 of them at an address, and ignores hosts in a network that
// is nearer to the reader than the list is (link.MaySend). It measures the
// round trip to each host by two small datagrams at most. Names keep the characters that package proto accepts.
package listing
