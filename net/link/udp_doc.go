// Package udp moves datagrams between the program and the system. It does not know
// what they mean.
//
//	Socket   has a goroutine that reads and one that writes, in batches where the
//	         system can: for a host, whose thousands of clients share it
//	Polled   is read when its owner asks, and has no goroutine: for thousands of
//	         clients in one program
//	Traffic  counts what crosses the wire
//
// Datagrams may get lost here as they may on their way: posting never blocks and
// reports no error.
package link
