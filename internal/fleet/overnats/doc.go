// Package overnats carries what internal/fleet specifies over NATS: the directory in buckets of JetStream, results and logs in its
// streams, and everything else by plain messages.
//
// Plain messages go on when the leader of a stream dies; writes to the directory then wait for the next one, 4 to 8 s. So every
// call that writes or reads takes a context, and Publish waits for nothing.
package overnats
