// Package enet moves packets over UDP as libenet 1.3 does, for programs that use that library. It lacks checksums,
// compression and bandwidth limits, and does not know the content of packets.
//
//	host      one end of any number of connections, without socket, goroutine or clock: datagrams and the time go in,
//	          datagrams and events come out
//	Listen    a host on a UDP socket that accepts connections; ListenOn uses an open one
//
// # Wire format of a datagram
//
// Numbers are big-endian. A datagram is a header and commands:
//
//	offset  size  field
//	0       2     bits 0-11 the number that the receiver gave this peer, 0xfff before it has; bits 12-13 session;
//	              bit 14 compressed; bit 15 a sent time follows
//	2       2     sent time, in ms of the sender's clock; only with bit 15
//	+0      1     command   \
//	+1      1     channel    } the head of each command; we send at most 32 commands
//	+2      2     sequence  /  in a datagram
//	+4      n     body
//
// Datagrams are at most as long as the agreed MTU, 576 to 4096 bytes; ours is 1400. A datagram with bit 14, from another
// address than the peer's, or of another session, is dropped. A command that is cut off, unknown, or has an invalid value
// ends its datagram; the commands before it count.
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
//	44 Disconnect          as above, sent once and not acknowledged
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
// Bit 7 of a command asks for an Acknowledge, and its datagram must have a sent time. The Acknowledge has the channel and
// sequence of that command in its own head, the sequence again in its body, and the sent time of the datagram. Commands
// about the connection are on channel 0xff, packets on channels from 0 on. The sequence counts the commands with bit 7 of
// a channel, from 1; after 65535 comes 0.
//
// # Connecting
//
//	client                     host
//	Connect           ────►           to number 0xfff
//	                  ◄────    VerifyConnect
//	Acknowledge       ────►
//
// The number is for the headers of the receiver's datagrams. The client chooses a connect id that it has not used
// recently; VerifyConnect returns it, and the throttle. MTU, window and channels of VerifyConnect are the agreed ones, at
// most those of Connect.
//
// Each end keeps two sessions, 0-3, for each number that it gives, from one connection to the next: incoming, which it
// expects in received headers, and outgoing. Connect has those of the client, 0xff before the first. For either, the host
// uses the next one, or the one after if that is the host's current one; for 0xff it begins with its own. The client's
// incoming is the host's outgoing. VerifyConnect has both from the client's view. Before it, headers have session 0.
//
// # Packets
//
// A reliable packet that is longer than the MTU, with its heads, is sent as SendFragments, each with its own sequence.
// Start is the sequence of the first, count the number of fragments, number counts them from 0, total is the length of
// the packet, and offset the position of the fragment. All fragments but the last have one length. They arrive in order,
// and once, like all reliable commands of a channel.
//
// SendUnreliable has the sequence of the reliable command before it on the channel, and counts the packets since then,
// from 1. It is delivered only after that command, and if no later one of either kind has been. Instead of the 65,536th a
// SendReliable is sent. Unreliable fragments share one number, in start.
//
// SendUnsequenced has sequence 0. The group counts them, so that none is delivered twice; those that are 1024 behind the
// newest are dropped.
//
// # Time
//
// The sent time of an Acknowledge gives the mean round trip and its variation, with weights 1/8 and 1/4 for the newest. A
// command that asks for an Acknowledge is repeated after the mean and four times the variation, 30 ms at least, then after
// twice as long each time, up to 2 s. A peer is given up if nothing came from it for 5 s while a command was sent six
// times, or if it does not acknowledge a command for 30 s. Reliable packets under way have at most the bytes of the
// window. If nothing reliable is under way and nothing was acknowledged for 500 ms, a Ping is sent.
//
// # Unproven addresses
//
// The source of a datagram can be forged. An address that has not acknowledged anything never gets more bytes than came
// from it. So:
//
// A VerifyConnect, in 48 bytes, answers a Connect, in 52 or more, and is not repeated by itself: the client's next Connect
// pays for the next one. If the Acknowledge of one was lost, the client sends packets or Pings of 8 bytes or more.
// Each of those pays for a Ping of 8 bytes; its Acknowledge proves the address as well. An Acknowledge must have the sent
// time that was sent to that address. For an unproven peer it is constant, one of 2^16, and numbers are random, so that
// guessing both takes some 2^28 attempts. After four Acknowledges with another, or 10 s without a datagram, an unproven
// peer is removed. There are few such peers, and at most 256 new ones a second, first those with addresses that ask
// seldom; a new one replaces the oldest, which is then at least a second old. Other packets of an unproven peer have no
// answer. The counted bytes are those of datagrams, without the headers of UDP and IP.
package enet
