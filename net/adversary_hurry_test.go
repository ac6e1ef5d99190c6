package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestInputsForTwiceTheTicksGainNothing(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		l := s.liar()
		newest, presses, idle, held := s.tick(), 0, 0, game.Input(0)
		before := newest
		s.hold(9*time.Second, func() {
			l.drain()
			for range 2 {
				newest = min(newest+1, s.tick()+proto.MaxAhead)
				l.claim(min(newest-2, s.tick()), newest, game.Steer(game.Course(1+newest%8)))
			}
			ship := s.world().Ships[l.slot]
			if ship.Input != held {
				held = ship.Input
				presses++
			}
			if s.tick()-before < 7*game.TickRate || ship.State != game.Flying {
				return
			}
			if idle++; held != game.Steer(game.Idle) { // what he sends has long been too far ahead
				t.Fatalf("his ship still holds %d", held)
			}
		})
		if ticks := int(s.tick() - before); presses == 0 || presses > ticks || idle == 0 {
			t.Errorf("in %d ticks his ship came to hold something else %d times, and was idle %d ticks", ticks, presses, idle)
		}
	})
}

func TestAClientWhoseClockRunsDoubleTroublesNobody(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		near, far := link.PipeOf(link.Here, "")
		s.host.Add(&counted{Link: far, siege: s})
		hasty := newPlayer("Hasty", func() link.Link { return near }, 9)
		began := time.Now()
		frame := func() {
			in := game.Input(0)
			if hasty.view != nil && hasty.view.Phase == Playing && hasty.view.Me >= 0 {
				in = hasty.bot.Fly(hasty.view.World, hasty.view.Setup, hasty.view.Me)
			}
			hasty.view = hasty.Frame(began.Add(2*time.Since(began)), in)
			s.check(hasty.Client)
		}
		flown := 0
		s.hold(20*time.Second, func() {
			frame()
			frame()
			if hasty.view.Me >= 0 && s.world().Ships[hasty.view.Me].Input != 0 {
				flown++
			}
		})
		if flown == 0 || hasty.view.Lag.Desyncs != 0 {
			t.Errorf("he flew in %d ticks and had %d desyncs", flown, hasty.view.Lag.Desyncs)
		}
	})
}
