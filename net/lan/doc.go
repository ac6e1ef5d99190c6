// Package lan finds matches on this network and on this machine. It knows where a
// match may be, and not what is played there: that is for the finder to ask.
//
//	Announcer  announces a match, until its context ends
//	Browse     reports the matches that are announced, until its context ends
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
//	web=       where browsers may play: http:PORT or https:PORT; left out where they may not
//
// Several, because a host may have addresses that only some clients can reach. A client
// that asks them finds out which of them work, and by the number that they are one host. On
// each network only the addresses there are announced. Browsers find the host at the address from which this is told.
//
// Only neighbours on the same network are answered, told by the interface that a question
// comes in by and by the prefixes of its addresses (RFC 6762, section 11): an answer is
// seven times as long as a question, whose source can be forged. Multicast answers go out
// once a second (section 6), and not to those that know them already (section 7.1). Unicast
// answers, to those that ask for them and to resolvers that know no multicast, go out at
// most 8 times a second to each, and 64 times in all.
//
// Where there is no multicast, as in most containers, matches of the same user on
// the same machine still find each other: each has a file in a folder of theirs, with
// its number for a name and its addresses for lines, then web= and the whole address for browsers, if they may play. A host touches its file again and
// again, so that a file left by a crash is recognized by its age. There is no need to ask
// whether a process lives, which containers and Windows answer differently.
//
// All that is announced may be a lie. So what it costs is bounded here, and none
// of it is shown, but a scheme and a port for browsers, at the address that told them.
package lan
