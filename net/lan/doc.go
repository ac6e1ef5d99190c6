// Package lan finds matches on this network and on this machine. It knows where a
// match may be, and not what is played there: who finds one asks it.
//
//	Announcer  says that there is a match, until its context ends
//	Look       tells which matches are said to be there, until its context ends
//
// On the network that is DNS service discovery over multicast DNS (RFC 6763, RFC
// 6762), so that other tools see a match too:
//
//	avahi-browse --resolve _dogfight._udp
//
// The name of an instance is the title of the match and, in brackets, the first 4
// digits of its number. Its TXT record has
//
//	txtvers=1
//	id=        the number of the match, 16 hexadecimal digits
//	at=        an address of the host without the port; there may be several
//
// Several, because a host may have addresses that only some can reach. Who asks
// them finds out which of them are good, and by the number that they are one host. On each
// network only the addresses there are told.
//
// Only those are answered who are on the same network, by the interface that a question
// comes in by and by the prefixes of its addresses (RFC 6762, section 11): an answer is
// seven times as long as a question, whose source can be forged. What goes to all goes
// once a second (section 6), and not to those who know it already (section 7.1). What is
// asked for by one alone, or by a resolver that knows no multicast, goes at most 8 times
// a second to each, and 64 times in all.
//
// Where there is no multicast, as in most containers, matches of the same user on
// the same machine still find each other: each has a file in a folder of theirs, with
// its number for a name and its addresses for lines. A host touches its file again and
// again, so that what a crashed one has left is told by its age. That asks no
// system whether a process lives, which a container or Windows would answer otherwise.
//
// All that is announced may be a lie. So what it costs is bounded here, and nothing
// of it is shown.
package lan
