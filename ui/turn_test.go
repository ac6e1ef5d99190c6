package ui

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/testkit"
	"dogfight/ui/term"
)

// sharer is a terminal that is drawn on in turns with others. It counts what is sent to it in its turn.
type sharer struct {
	*testkit.Tty
	mu                 sync.Mutex
	inTurn             bool
	turns, sent, wrong int
}

func (s *sharer) Size() (columns, rows int) { return 80, 24 }
func (s *sharer) BeginDrawing()             { s.set(true) }
func (s *sharer) EndDrawing()               { s.set(false) }

func (s *sharer) set(inTurn bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inTurn = inTurn; inTurn {
		s.turns++
	}
}

func (s *sharer) sends() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent++; s.inTurn {
		s.wrong++
	}
}

func (s *sharer) Write(b []byte) (int, error) {
	s.sends()
	return s.Tty.Write(b)
}

// A visitor who takes nothing would otherwise keep all others from being drawn.
func TestNothingIsSentToATerminalInItsTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, m := &sharer{Tty: testkit.NewTty(80, 24)}, newFlown()
		terminal, err := term.OpenSession(s, term.Traits{Name: "xterm-kitty", Remote: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		inputs, felt := 0, 0
		ctx, leave := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			ended <- Run(ctx, Config{
				Terminal: terminal, Session: m.session(""), Touch: true, Guest: true,
				Input: func(Input) { inputs++; s.sends() }, Feel: func(Felt) { felt++; s.sends() },
			})
		}()
		m.change(func(m *flownState) { m.view.Decided = []game.Event{{Kind: game.EventHit, Slot: 0}} })
		for _, keys := range []string{kittyHere, releasesOn, darkGround, "\t", "\r", "hello\r", "\x1b[I", "\x1b", "\x1b"} {
			s.Type(keys)
			time.Sleep(scenePause)
		}
		leave()
		<-ended
		terminal.Close()
		if s.turns < 10 || inputs < 2 || felt < 1 || s.wrong > 0 {
			t.Errorf("of %d writes in %d turns, %d of them about keys and %d of hits, %d came in a turn; expected none", s.sent, s.turns, inputs, felt, s.wrong)
		}
	})
}
