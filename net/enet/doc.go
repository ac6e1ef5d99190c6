// Package enet moves packets over UDP as libenet 1.3 does, so that programs built
// on that library can talk to us. It is the subset without checksum, compression
// and bandwidth limits, and knows nothing of what the packets mean.
//
//	Host      one end of any number of connections: a machine without socket,
//	          goroutine or clock. Datagrams and the time go in, datagrams and events
//	          come out
//	Listen    a Host on a UDP socket that takes connections
//	Dial      a Host on a UDP socket that makes one
//
// ListenOn and DialOn take a socket, or what stands for one.
//
// # Wire format of a datagram
//
// Numbers have their highest byte first. A datagram is a header and commands:
//
//	offset  size  field
//	0       2     bits 0-11 the number that the receiver gave this peer, 0xfff while
//	              it has given none; bits 12-13 session; bit 14 compressed; bit 15
//	              a sent time follows
//	2       2     sent time, in ms of the sender's clock; only with bit 15
//	+0      1     command   \
//	+1      1     channel    } each command begins with these, at most 32 in a
//	+2      2     sequence  /  datagram of ours
//	+4      n     body
//
// Datagrams are at most as long as the MTU that both ends agreed on, 576 to 4096
// bytes; ours is 1400. A datagram with bit 14, or from an address other than the
// peer's, or of another session, is dropped. A command that is cut off, of another
// number than these, or has a value that may not be, ends its datagram; those before
// it count.
//
// # Commands
//
//	01 Acknowledge         2 sequence, 2 sent time
//	82 Connect             2 number, 1 incoming session, 1 outgoing session, 4 MTU,
//	                       4 window 4096-65536, 4 channels 1-255, 4 incoming
//	                       bandwidth, 4 outgoing bandwidth, 12 throttle, 4 connect id,
//	                       4 data
//	83 VerifyConnect       as Connect, without data
//	84 Disconnect          4 data
//	44 Disconnect          likewise, said once and not acknowledged
//	85 Ping
//	86 SendReliable        2 length, packet
//	07 SendUnreliable      2 number, 2 length, packet
//	49 SendUnsequenced     2 group, 2 length, packet
//	88 SendFragment        2 start, 2 length from 1, 4 count, 4 number, 4 total,
//	                       4 offset, fragment of a packet
//	8a BandwidthLimit      4 incoming, 4 outgoing
//	8b ThrottleConfigure   12 throttle
//	0c SendUnreliableFragment   as SendFragment
//
//	throttle               4 interval = 5000 ms, 4 acceleration = 2, 4 deceleration = 2
//
// Bit 7 of a command asks for an Acknowledge, and its datagram must have a sent time.
// The Acknowledge has the channel and the sequence of that command, in its own head and
// again in its body, and the sent time as it came. Commands about the connection are on channel 0xff,
// packets on those from 0 on. The sequence counts the commands with bit 7 of a
// channel, from 1; behind 65535 comes 0.
//
// # Connecting
//
//	client                     host
//	Connect           ────►           to number 0xfff
//	                  ◄────    VerifyConnect
//	Acknowledge       ────►
//
// Number is what the receiver is to put into the headers of what it sends. The connect
// id is any that the client has not used lately, and comes back, as the throttle does.
// Of MTU, window and channels VerifyConnect says what holds, at most what Connect said.
//
// Each end keeps two sessions, 0-3, for each number that it gives, from one connection
// to the next: incoming, which it wants in the headers of what it gets, and outgoing.
// Connect names those of the client, 0xff before the first. For either the host takes
// the one that follows, the next but one if that is what it has itself, where for 0xff it
// begins with its own. What the client calls incoming is outgoing for the host.
// VerifyConnect names both as the client is to call them. Until it comes, headers
// have session 0.
//
// # Packets
//
// A reliable packet that, with its heads, is longer than the MTU goes as SendFragments,
// each with a sequence of its own. Start is that of the first, count how many there are,
// number counts them from 0, total is the length of the packet, and offset where the
// fragment belongs. All fragments but the last have one length. They arrive in order, and
// once, like all that is reliable on a channel.
//
// SendUnreliable has the sequence of the reliable command before it on the channel,
// and counts those since then, from 1. It counts only once that command has been
// delivered, and if no later one of either kind has. Instead of the 65,536th a
// SendReliable goes. Unreliable fragments share one number, which is their start.
//
// SendUnsequenced has sequence 0. The group counts them, so that none counts twice;
// those that are 1024 behind the newest are dropped.
//
// # Time
//
// From the sent time that comes back follow the mean round trip and its variation, with
// weights 1/8 and 1/4 for the newest. A command that asks for an Acknowledge goes
// again after the mean and four times the variation, 30 ms at least, and each time
// after twice as long, up to 2 s. A peer of which nothing came for 5 s, while something
// was sent six times in vain, or that does not acknowledge a command for 30 s, is gone.
// Reliable packets under way have no more bytes than the window. Where nothing reliable
// is under way and nothing was acknowledged for 500 ms, a Ping goes.
//
// # Unproven addresses
//
// The source of a datagram can be forged. To an address that has not acknowledged
// anything never go more bytes than came from it. So:
//
// A VerifyConnect, in 48 bytes, answers a Connect, in 52 or more, and is not sent
// again by itself: the client's next Connect pays for the next one. A client that
// got one, and whose Acknowledge was lost, sends packets or Pings of 8 bytes or more.
// Each of those pays for a Ping of 8 bytes, whose Acknowledge does as well. In an
// Acknowledge must be the sent time that went to that address. To an unproven peer it
// is always the same, any of 2^16, and numbers are given at random, so that to guess both
// takes some 2^28 attempts. After four Acknowledges with another, or 10 s without a word,
// an unproven peer is forgotten. Such peers are few, and at most 256 new ones a second, those first
// whose addresses ask seldom; the oldest gives way to a new one, which is a second old then
// at least. Whatever else an unproven peer sends has no answer. The bytes counted are those of
// datagrams, without the headers of UDP and IP.
package enet
