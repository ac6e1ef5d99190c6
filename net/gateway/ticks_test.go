package gateway

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// tickTime is how long a tick lasts.
const tickTime = time.Second / game.TickRate

// slowSession counts its ticks, and is slow in some of them.
type slowSession struct {
	intent dialect.Intent
	ticks  int
}

func (s *slowSession) Receive(dialect.Channel, []byte, dialect.Send) error { return nil }
func (s *slowSession) Intent() *dialect.Intent                             { return &s.intent }
func (s *slowSession) End(string, dialect.Send)                            {}

func (s *slowSession) Tick(*dialect.Scene, dialect.Send) error {
	if s.ticks++; s.ticks%50 == 0 {
		time.Sleep(3 * tickTime)
	}
	return nil
}

func TestTicksThatAreLateAreMadeUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		s := &slowSession{}
		p := newStreamPlayer(ctx)
		p.player = &player{session: s}
		if err := p.play(ctx.Done()); err != errClosing {
			t.Error(err)
		}
		if want := 5 * game.TickRate; s.ticks < want-2 || s.ticks > want+5 {
			t.Errorf("%d ticks in 5 s, expected about %d", s.ticks, want)
		}
	})
}
