package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestWhoTakesNothingIsCutOffBeforeHeCostsMuch(t *testing.T) {
	skipIfShort(t)
	for _, wish := range []struct {
		message proto.Message
		lasts   time.Duration
		cut     bool
	}{
		{&proto.NeedKeyframe{Have: 1<<32 - 1}, 75 * time.Second, true}, // they add up to half a megabyte
		{&proto.SetReady{On: true}, 10 * time.Second, false},
	} {
		t.Run(wish.message.Type().String(), func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				deaf := []*liar{s.liar(), s.liar(), s.liar()}
				var waiting uint64
				s.hold(wish.lasts, func() {
					for _, l := range deaf {
						l.claim(s.tick(), s.tick()+2, game.Steer(game.Idle))
						if s.tick()%2 == 0 {
							l.say(wish.message)
						}
						waiting = max(waiting, l.Counts().BytesIn)
					}
				})
				if t.Logf("at most %d kB waited for one", waiting>>10); waiting > 2*link.MaxControl {
					t.Errorf("expected at most %d kB to wait", 2*link.MaxControl>>10)
				}
				if got := deaf[0].Err() != nil; got != wish.cut {
					t.Errorf("expected him to be cut off: %v, the link is %v", wish.cut, deaf[0].Err())
				}
			})
		})
	}
}
