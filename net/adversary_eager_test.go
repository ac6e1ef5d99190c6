package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestWhoAsksAsOftenAsHeMayIsNotInTheWay(t *testing.T) {
	skipIfShort(t)
	seconds := uint64(4)
	if *long {
		seconds = 10
	}
	for what, wish := range map[string]struct {
		message func(n int) proto.Message
		gets    uint64 // bytes a second, at most
		costs   int
	}{
		"ready":         {func(n int) proto.Message { return &proto.SetReady{On: n%2 == 0} }, 2 * quietRate, 1},
		"spawns":        {func(n int) proto.Message { return &proto.Spawn{Class: uint8(n % 2), Name: "Liar"} }, 2 * quietRate, spawnCost},
		"names":         {func(n int) proto.Message { return &proto.Spawn{Name: string(rune('a' + n%26))} }, 2 * quietRate, spawnCost},
		"old keyframes": {func(int) proto.Message { return &proto.NeedKeyframe{Have: 1} }, quietRate, 1},
		"keyframes":     {func(int) proto.Message { return &proto.NeedKeyframe{Have: 1<<32 - 1} }, keyframeRate, 1},
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				l, n := s.liar(), 0
				his, others := l.Counts().BytesIn, s.a.Link().Counts().BytesIn
				s.hold(time.Duration(seconds)*time.Second, func() {
					l.drain()
					l.claim(s.tick()-6, s.tick()+2, game.Steer(game.Idle))
					if n++; n%30 != 0 && n%wish.costs == 0 { // or there would be a few too many
						l.say(wish.message(n))
					}
				})
				if l.Err() != nil || s.ship(l.slot).State == game.Empty {
					t.Errorf("he is gone, so that this proves little: %v", l.Err())
				}
				his, others = l.Counts().BytesIn-his, s.a.Link().Counts().BytesIn-others
				t.Logf("%d bytes a second came to him, %d to another", his/seconds, others/seconds)
				if his > seconds*wish.gets || others > seconds*quietRate {
					t.Errorf("expected at most %d and %d", wish.gets, quietRate)
				}
			})
		})
	}
}

const (
	// quietRate is four times what a player in order gets in a match of nine,
	// for the rosters that change.
	quietRate = 1200
	// keyframeRate is a keyframe of a match of nine with every data packet.
	keyframeRate = 30 * 500
)

func TestWhoComesAndGoesAllTheTimeDoesNotFillTheChat(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		lines := 0
		s.hold(10*time.Second, func() {
			r := s.gate()
			r.say(hello("Comet"), &proto.Spawn{Name: "Comet"}, &proto.Bye{})
			lines += len(s.a.view.Chat)
		})
		if lines < announceBurst || lines > announceBurst+10*game.TickRate/announceEvery {
			t.Errorf("%d notices in ten seconds", lines)
		}
	})
}

func TestWhoBreaksHisLinkAndTakesItBackAllTheTimeIsNotInTheWay(t *testing.T) {
	skipIfShort(t)
	besiege(t, func(t *testing.T, s *siege) {
		l := s.gate()
		token := l.join("Comet")
		l.say(&proto.Spawn{Name: "Comet"})
		ships := 0
		s.hold(10*time.Second, func() {
			l.Close()
			near, far := link.PipeOf(link.Here, "")
			s.host.Add(&counted{Link: far, siege: s})
			l = &raw{s.t, near}
			l.say(again("Comet", token))
			ships = max(ships, flying(s.world()))
		})
		if ships != 6 || len(s.a.view.Roster) != 6 {
			t.Errorf("%d ships, and %d in the roster", ships, len(s.a.view.Roster))
		}
	})
}
