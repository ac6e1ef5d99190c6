package foreign

import (
	"math/bits"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
)

const dogfightAddress = "dogfight://example.org"

// playOriginal plays against a server that behaves as the first one.
func playOriginal(t *testing.T, set func(o *original), f func(r *rig, o *original)) {
	t.Helper()
	play(t, dogfightAddress, func(r *rig) {
		o := newOriginal(r.conn)
		if set != nil {
			set(o)
		}
		var running sync.WaitGroup
		running.Go(o.run)
		defer running.Wait()
		defer o.conn.Close()
		defer r.Close()
		r.frames(10, 0)
		f(r, o)
	})
}

func TestTheOriginalIsJoined(t *testing.T) {
	for name, set := range map[string]func(o *original){
		"as it is":       nil,
		"six bullets":    func(o *original) { o.bullets = 6 },
		"true length":    func(o *original) { o.exact = true },
		"six and true":   func(o *original) { o.bullets, o.exact = 6, true },
		"byte by byte":   func(o *original) { o.pieces = 1 },
		"odd pieces":     func(o *original) { o.pieces = 61 },
		"in progress":    func(o *original) { o.status = 1 },
		"with power-ups": func(o *original) { o.ups = []byte{0, 0, 0, 9, 0, 0, 0, 9, 2} },
	} {
		t.Run(name, func(t *testing.T) {
			playOriginal(t, set, func(r *rig, o *original) {
				r.phase(net.Playing, "")
				if r.view.World.Status != game.InProgress || !r.view.Foreign || r.view.Me != 0 {
					r.Errorf("status %d, foreign %v, me %d", r.view.World.Status, r.view.Foreign, r.view.Me)
				}
				me, other := r.ship("Nova"), r.ship("3f2a1b2c")
				if x, y := apart(other, me); x != 100 || y != 0 || me.HP != 5 || other.Facing != game.Right {
					r.Errorf("the other is %d,%d from me, facing %d; my HP are %d", x, y, other.Facing, me.HP)
				}
				if shots := r.view.Setup.Weapons[0].Shots; int(shots) != o.bullets {
					r.Errorf("%d shots in flight, expected %d", shots, o.bullets)
				}
				if up := r.view.World.Items[0]; len(o.ups) > 0 && up.Kind != game.HPPlusThree {
					r.Errorf("expected a power-up, got %v", up)
				}
			})
		})
	}
}

func TestShipsOfTheOriginalGlide(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		before := *r.ship("3f2a1b2c")
		for last, n := before, 0; n < 60; n++ {
			if n%3 == 0 {
				o.change(func() { o.ships[1].x += 3 })
			}
			r.frames(1, 0)
			now := *r.ship("3f2a1b2c")
			if step := now.X - last.X; step < 0 || step > 2*game.One {
				r.Fatalf("a step of %d/256 units in frame %d, where 1 unit is flown", step, n)
			}
			last = now
		}
		if x, _ := apart(r.ship("3f2a1b2c"), &before); x < 54 || x > 60 {
			r.Errorf("it has flown %d units, expected nearly 60", x)
		}
	})
}

func TestEachStateIsAnsweredByOneMoveAtMost(t *testing.T) {
	playOriginal(t, func(o *original) { o.way = 40 * time.Millisecond }, func(r *rig, o *original) {
		before := *r.ship("Nova")
		r.frames(60, game.Steer(game.Right)|game.Fire)
		events, crowded := o.heard()
		if crowded {
			r.Error("two events came between two states, which kills the original")
		}
		moves, shoots := 0, 0
		for _, e := range events {
			switch {
			case string(e) == "\x02\x04"+ownID:
				moves++
			case string(e) == "\x03"+ownID:
				shoots++
			default:
				r.Fatalf("an event % x", e)
			}
		}
		if moves < 10 || shoots < 10 || max(moves-shoots, shoots-moves) > 1 {
			r.Errorf("%d moves and %d shoots in a second, expected at least ten of each, by turns", moves, shoots)
		}
		if x, _ := apart(r.ship("Nova"), &before); int(x) < 3*moves-6 || int(x) > 3*moves {
			r.Errorf("the own ship shows %d units farther, after %d moves of 3", x, moves)
		}
	})
}

func TestADiagonalIsFlownByTurns(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		r.frames(60, game.Steer(game.UpLeft))
		events, _ := o.heard()
		for i, e := range events {
			if want := []byte{1, 3}[i%2]; len(e) != 38 || e[1] != want && e[1] != 4-want {
				r.Fatalf("event %d is % x", i, e)
			}
			if i > 0 && e[1] == events[i-1][1] {
				r.Fatalf("twice the same way")
			}
		}
		if len(events) < 18 {
			r.Errorf("only %d moves in a second", len(events))
		}
	})
}

func TestWhatIsTappedBetweenTwoStatesIsNotLost(t *testing.T) {
	playOriginal(t, func(o *original) {}, func(r *rig, o *original) {
		r.frames(1, game.Steer(game.Down)|game.Fire)
		r.frames(30, 0)
		events, _ := o.heard()
		if len(events) != 2 || string(events[0]) != "\x03"+ownID || string(events[1]) != "\x02\x02"+ownID {
			r.Errorf("expected a shoot and a move, got %q", events)
		}
	})
}

func TestWhoHoldsNothingSaysNothing(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		r.frames(60, 0)
		if events, _ := o.heard(); len(events) > 0 {
			r.Errorf("heard %q", events)
		}
	})
}

func TestHitsDeathAndReturnAreSeen(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		o.change(func() { o.ships[0].hp = 3 })
		r.frames(6, 0)
		if !r.saw(game.EventHit, 0) || r.saw(game.EventHit, 1) || r.ship("Nova").HP != 3 {
			r.Errorf("after a hit: events %v", r.events)
		}
		o.change(func() { o.ships[0].hp, o.ships[0].alive = 0, 0 })
		r.frames(6, 0)
		if !r.saw(game.EventKill, 0) || r.ship("Nova").State != game.Dead || r.ship("Nova").Deaths != 1 {
			r.Errorf("after a death: events %v", r.events)
		}
		if r.saw(game.EventSpawn, 0) {
			r.Error("back too soon")
		}
		o.change(func() { o.ships[0].hp, o.ships[0].alive, o.ships[0].x = 5, 1, 20 })
		r.frames(6, 0)
		if !r.saw(game.EventSpawn, 0) || r.ship("Nova").State != game.Flying {
			r.Errorf("after the return: events %v", r.events)
		}
		if x, _ := apart(r.ship("3f2a1b2c"), r.ship("Nova")); x != 380 {
			r.Errorf("back %d units from the other, expected 380, without a glide", x)
		}
	})
}

func TestAShipKeepsItsSlotAndLeavesIt(t *testing.T) {
	third := "00000000-3333-4333-8333-333333333333"
	playOriginal(t, nil, func(r *rig, o *original) {
		o.change(func() { o.ships = append([]vessel{{id: third, hp: 5, alive: 1}}, o.ships...) })
		r.frames(6, 0)
		if r.ship("Nova") != &r.view.World.Ships[0] || r.ship("3f2a1b2c") != &r.view.World.Ships[1] || r.ship("00000000") != &r.view.World.Ships[2] {
			r.Errorf("the roster is %v", r.view.Roster)
		}
		o.change(func() { o.ships = o.ships[:2] })
		r.frames(6, 0)
		if len(r.view.Roster) != 2 || r.view.World.Ships[1].State != game.Empty {
			r.Errorf("after one left, the roster is %v", r.view.Roster)
		}
		if r.saw(game.EventKill, 1) {
			r.Error("who leaves is not shot down")
		}
	})
}

func TestBulletsAreSeenAndGlide(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		o.change(func() { o.ships[1].shots = [][4]int32{{410, 200, 1, 4}, {460, 200, 1, 4}} })
		r.frames(6, 0)
		if live := r.view.World.Ships[1].Live; bits.OnesCount8(live) != 2 {
			r.Fatalf("the other's live shots are %b", live)
		}
		last := foremost(r)
		for n := range 30 {
			if n%3 == 0 {
				o.change(func() {
					for i := range o.ships[1].shots {
						o.ships[1].shots[i][0] += 18
					}
				})
			}
			if n == 15 { // the older one is gone, and the other takes its place in the state
				o.change(func() { o.ships[1].shots = o.ships[1].shots[1:] })
			}
			r.frames(1, 0)
			now := foremost(r)
			step := now.X - last.X
			if step < 0 || step > 12*game.One {
				r.Fatalf("a step of %d/256 units, where 6 units are flown", step)
			}
			last = now
		}
		if last.VX < 5*game.One || last.VY != 0 {
			r.Errorf("it is drawn as flying at %d,%d", last.VX, last.VY)
		}
	})
}

// foremost returns the other ship's shot that is farthest to the right.
func foremost(r *rig) (first game.Shot) {
	for _, shot := range r.view.World.Shots[1] {
		if shot.X > first.X {
			first = shot
		}
	}
	return first
}

func TestNegativeCoordinatesHaveRoom(t *testing.T) {
	playOriginal(t, func(o *original) { o.ships[0].x, o.ships[0].y = -120, -7 }, func(r *rig, o *original) {
		me, other := r.ship("Nova"), r.ship("3f2a1b2c")
		if x, y := apart(other, me); x != 520 || y != 207 {
			r.Errorf("the other is %d,%d from me", x, y)
		}
		w, h := r.view.Setup.Arena.Size()
		if me.X < 0 || me.Y < 0 || other.X >= w || other.Y >= h {
			r.Errorf("I am at %d,%d and the other at %d,%d of %d,%d", me.X, me.Y, other.X, other.Y, w, h)
		}
	})
}

func TestAnOriginalThatClosesIsToldOf(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		o.conn.Close()
		r.frames(2, 0)
		r.phase(net.Ended, "the server closed the connection")
	})
}

func TestASilentServerIsLostAndComesBack(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		o.change(func() { o.quiet = true })
		r.frames(60, 0)
		if r.phase(net.Playing, ""); !r.view.Stale {
			r.Error("what is a second old is not said to be stale")
		}
		r.frames(5*60, 0)
		r.phase(net.Lost, "nothing heard from example.org:6699 for 5 s")
		o.change(func() { o.quiet = false })
		r.frames(6, 0)
		r.phase(net.Playing, "")
		o.change(func() { o.quiet = true })
		r.frames(31*60, 0)
		r.phase(net.Ended, "has said nothing for 30s")
	})
}

func TestWhoWasSuspendedDoesNotLoseTheServer(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		o.change(func() { o.quiet = true })
		time.Sleep(time.Minute) // in which he hears nothing
		r.view = r.Frame(time.Now(), 0)
		r.phase(net.Playing, "")
		o.change(func() { o.quiet = false })
		r.frames(10, 0)
		if r.phase(net.Playing, ""); r.view.Stale {
			r.Error("stale, though the server is heard again")
		}
	})
}

func TestLeavingIsSaidApartFromWhatWasSaidBefore(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		r.frames(20, game.Fire)
		r.Close()
		synctest.Wait()
		events, _ := o.heard()
		last := len(events) - 1
		if string(events[last]) != "\x01"+ownID {
			r.Fatalf("the last words are %q", events[last])
		}
		if gap := o.times[last].Sub(o.times[last-1]); gap < spacing {
			r.Errorf("they came %v after the event before", gap)
		}
	})
}

func TestTheEndOfAMatchIsToldOfServersThatMeanIt(t *testing.T) {
	playOriginal(t, nil, func(r *rig, o *original) {
		r.frames(60, 0)
		if len(r.chat) > 0 {
			r.Errorf("told %q, though the original always says that it is closed", r.chat)
		}
		for _, status := range []byte{1, 2, 1} {
			o.change(func() { o.status = status })
			r.frames(6, 0)
		}
		if len(r.chat) != 2 || r.chat[0] != "the match is over" || r.chat[1] != "a match begins" {
			r.Errorf("told %q", r.chat)
		}
		r.phase(net.Playing, "")
	})
}

func TestWhatIsNotTheDogfightProtocolIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ sent, why string }{
		"another greeting": {"HTTP/1.1 400 Bad Request\r\nServer: something", "what is not the dogfight protocol: handshake: player_id"},
		"odd length":       {ownID + "\x00\x00\x00\x3b\x02\x00\x00", "what is not the dogfight protocol: state: total_length"},
		"odd status":       {ownID + "\x00\x00\x00\x38\x07\x00\x00", "what is not the dogfight protocol: state: status"},
		"huge":             {ownID + "\xff\xff\xff\xff\x02\x00\x00", "what is not the dogfight protocol: state: total_length"},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, dogfightAddress, func(r *rig) {
				r.conn.Write([]byte(c.sent))
				r.frames(2, 0)
				r.phase(net.Refused, c.why)
			})
		})
	}
}

func TestAServerThatSaysNothingIsGivenUp(t *testing.T) {
	play(t, dogfightAddress, func(r *rig) {
		r.frames(9*60, 0)
		r.phase(net.Joining, "")
		r.frames(2*60, 0)
		r.phase(net.Refused, "the server at example.org:6699 says nothing")
	})
}

func TestNobodyThereIsSaid(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rig{T: t, Match: join(Server{Protocol: "dogfight", Addr: "example.org:6699"}, "Nova", refusing(syscall.ECONNREFUSED))}
		r.frames(1, 0)
		r.phase(net.Refused, "no dogfight server answers at example.org:6699: "+syscall.ECONNREFUSED.Error())
		r.Close()
	})
}
