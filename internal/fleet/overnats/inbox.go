package overnats

import (
	"cmp"
	"strings"
)

const inboxes, answers = "_INBOX.", "_ANSWER."

// Inbox is the prefix of the subjects at which the bus itself answers the holder of a public key. A hub lets nobody else hear them, and
// lets nobody write to them.
func Inbox(public string) string { return inboxes + public }

// Answers is the prefix of the subjects at which others answer the holder of a public key. Hosts may write to all of them, and nobody
// else hears them.
func Answers(public string) string { return answers + cmp.Or(public, Nobody) }

// AllAnswers has all subjects of answers in it.
const AllAnswers = answers + ">"

// Answerable reports whether an ask can be answered: what JetStream delivers, or somebody sends who would have another answer
// for them, names no subject of answers.
func Answerable(reply string) bool { return strings.HasPrefix(reply, answers) }
