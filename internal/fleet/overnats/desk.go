package overnats

import (
	"cmp"
	"strings"
)

// A bus answers to whatever subject it is told, by its own right, and not by that of who asks: JetStream would as well delete a stream
// for somebody who names the subject of that as the place for an answer. So only the hub itself speaks to JetStream, and those of
// a fleet ask its desk:
//
//	dogfight.js.KEY.api.REST     is asked of JetStream as $JS.API.REST
//	dogfight.js.KEY.put.SUBJECT  is put into the stream of the subject, without headers that do more than that; a piece of a log is
//	                             published there, and has no answer
//
// KEY is the asker's public key, "any" where the bus asks for none. Answers go to the inbox of that key alone.
const (
	DeskSubject = "dogfight.js."
	DeskAPI     = "api"
	DeskPut     = "put"

	Nobody = "any" // the KEY of who has none
)

// Desk returns what the subjects begin with that the holder of a key may ask of the desk, without a dot.
func Desk(public string) string { return DeskSubject + cmp.Or(public, Nobody) }

// DeskInbox returns what the subject of an answer must begin with, for the desk of a key.
func DeskInbox(key string) string {
	if key == Nobody {
		return inboxes
	}
	return Inbox(key) + "."
}

// PutHeaders are the headers that the desk puts into a stream. Others empty one (Nats-Rollup), or speak for the bus itself.
var PutHeaders = []string{"Nats-Msg-Id", "Nats-Expected-Last-Subject-Sequence", headerOperation, headerLife}

// headerLife is how long an entry lives, if not as long as others of its kind; NeverEnds is what it must not say.
const headerLife, NeverEnds = "Nats-TTL", "never"

// put returns the subject at which the desk puts something into the stream of another.
func (c *Conn) put(subject string) string {
	return strings.Join([]string{c.desk, DeskPut, subject}, ".")
}
