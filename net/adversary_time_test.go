package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// liar is a pilot with a ship who says what he likes of ticks. He says a word a
// second besides, so as not to be thought dead.
type liar struct {
	*raw
	slot uint8
}

func (s *siege) liar() *liar {
	s.t.Helper()
	r := s.gate()
	r.join("Liar")
	r.say(&proto.Spawn{Name: "Liar"})
	return &liar{r, among[*proto.SpawnResult](s.t, r.heard()).Slot}
}

// claimTime is how long he does so.
func claimTime() time.Duration {
	if *long {
		return 4 * time.Second
	}
	return 2 * time.Second
}

// claim sends some inputs, up to one for a tick.
func (l *liar) claim(ack, newest game.Tick, in game.Input) {
	list := make([]game.Input, max(1, min(int(newest), proto.MaxInputs)))
	for i := range list {
		list[i] = in
	}
	l.Send(link.Data, (&proto.Inputs{Ack: ack, Newest: newest, List: list}).Append(nil))
}

func TestClaimsAboutTicksThatAreNotNowChangeNothing(t *testing.T) {
	skipIfShort(t)
	up := game.Steer(game.Up) | game.Fire
	for what, claim := range map[string]func(l *liar, now game.Tick){
		"the far future":         func(l *liar, now game.Tick) { l.claim(now+30000, now+30002, up) },
		"half of all time ahead": func(l *liar, now game.Tick) { l.claim(now+1<<15, now+1<<15+2, up) },
		"the near future":        func(l *liar, now game.Tick) { l.claim(now, now+historyTicks+60, up) },
		"acks the future":        func(l *liar, now game.Tick) { l.claim(now+60, now+2+proto.MaxAhead, up) },
		"acks a bit too much":    func(l *liar, now game.Tick) { l.claim(now+20, now+22, up) },
		"the past":               func(l *liar, now game.Tick) { l.claim(now-100, now-98, up) },
		"the beginning of time":  func(l *liar, _ game.Tick) { l.claim(0, 1, up) },
		"no tick":                func(l *liar, _ game.Tick) { l.claim(0, 0, up) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l, second := s.liar(), time.Now()
				s.hold(claimTime(), func() {
					l.drain()
					claim(l, s.tick())
					if time.Since(second) >= time.Second {
						second = time.Now()
						l.say(&proto.SetReady{On: true})
					}
					if ship := s.ship(l.slot); ship.Input != 0 {
						t.Fatalf("his ship holds %d", ship.Input)
					}
				})
				if l.Err() != nil {
					t.Errorf("he is gone, so that this proves little: %v", l.Err())
				}
			})
		})
	}
}

func TestOddAcksAndTicksAreOnlyHisOwnTrouble(t *testing.T) {
	skipIfShort(t)
	for what, claim := range map[string]func(l *liar, now game.Tick){
		"acks at random":           func(l *liar, now game.Tick) { l.claim(now-now*7919%200, now+2, game.Steer(game.Up)) },
		"acks what he has not":     func(l *liar, now game.Tick) { l.claim(now, now+2, game.Steer(game.Up)) },
		"as far ahead as may be":   func(l *liar, now game.Tick) { l.claim(now, now+historyTicks-1, game.Steer(game.Up)) },
		"back and forth":           func(l *liar, now game.Tick) { l.claim(now-60, now-40+now*31%80, game.Steer(game.Up)) },
		"another input every time": func(l *liar, now game.Tick) { l.claim(now, now+2, game.Steer(game.Course(1+now%8))) },
		"twice a tick":             func(l *liar, now game.Tick) { l.claim(now, now+2, 0); l.claim(now, now+3, 0) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l := s.liar()
				s.hold(claimTime(), func() {
					l.drain()
					claim(l, s.tick())
				})
				if l.Err() != nil {
					t.Errorf("he is gone, so that this proves little: %v", l.Err())
				}
			})
		})
	}
}
