package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// raw is one end of a link, used by hand.
type raw struct {
	t testing.TB
	link.Link
}

// raw connects to the host without a Client.
func (m *testMatch) raw() *raw { return &raw{m.t, m.pipe()} }

func (r *raw) say(messages ...proto.Message) {
	for _, m := range messages {
		r.Send(link.Control, m.Append(nil))
	}
}

// heard returns the control messages that came in a while.
func (r *raw) heard() (messages []proto.Message) {
	r.t.Helper()
	time.Sleep(100 * time.Millisecond)
	for {
		p, ok := r.Receive(nil)
		if !ok {
			return messages
		}
		if p.Channel != link.Control {
			continue
		}
		m, err := proto.Parse(p.Bytes)
		if err != nil {
			r.t.Fatal(err)
		}
		messages = append(messages, m)
	}
}

// among returns the first message of a type, or fails the test.
func among[T proto.Message](t testing.TB, messages []proto.Message) T {
	t.Helper()
	for _, m := range messages {
		if m, ok := m.(T); ok {
			return m
		}
	}
	var want T
	t.Fatalf("expected a %v among %d messages", want.Type(), len(messages))
	return want
}

func hello(name string) *proto.Hello {
	return &proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: name}
}

// join says hello and returns the token.
func (r *raw) join(name string) proto.Token {
	r.t.Helper()
	r.say(hello(name))
	return among[*proto.Welcome](r.t, r.heard()).Token
}
