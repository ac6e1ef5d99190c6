// Package overnats implements fleet.Fleet over NATS: the directory in buckets of JetStream, results and logs in its streams, and the rest as plain
// messages.
//
// Plain messages work when the leader of a stream dies; writes to the directory then wait 4 to 8 s for the next leader. So all calls that read or write
// take a context, and Publish never waits.
package overnats
