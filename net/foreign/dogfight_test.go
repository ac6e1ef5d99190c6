package foreign

import (
	"math/bits"
	stdnet "net"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/testkit"
)

const dogfightAddress = "dogfight://example.org"

// playOriginal plays against a server that behaves as the original does.
func playOriginal(t *testing.T, set func(o *testkit.Original), f func(r *rig, o *testkit.Original)) {
	t.Helper()
	playOver(t, nil, set, f)
}

// playOver plays against the original over a path; nil for none.
func playOver(t *testing.T, path *testkit.OriginalPath, set func(o *testkit.Original), f func(r *rig, o *testkit.Original)) {
	t.Helper()
	play(t, dogfightAddress, func(r *rig) {
		o := testkit.NewOriginal()
		if set != nil {
			set(o)
		}
		var running sync.WaitGroup
		defer running.Wait()
		if path == nil {
			running.Go(func() { o.Serve(r.conn) })
		} else {
			near, far := stdnet.Pipe()
			running.Go(func() { path.Join(r.conn, near) })
			running.Go(func() { o.Serve(far) })
		}
		defer r.conn.Close()
		defer r.Close()
		r.frames(10, 0)
		f(r, o)
	})
}

func TestTheOriginalIsJoined(t *testing.T) {
	t.Parallel()
	for name, set := range map[string]func(o *testkit.Original){
		"as it is":       nil,
		"six bullets":    func(o *testkit.Original) { o.Bullets = 6 },
		"true length":    func(o *testkit.Original) { o.Exact = true },
		"six and true":   func(o *testkit.Original) { o.Bullets, o.Exact = 6, true },
		"byte by byte":   func(o *testkit.Original) { o.Pieces = 1 },
		"odd pieces":     func(o *testkit.Original) { o.Pieces = 61 },
		"in progress":    func(o *testkit.Original) { o.Status = 1 },
		"with power-ups": func(o *testkit.Original) { o.Ups = []byte{0, 0, 0, 9, 0, 0, 0, 9, 2} },
	} {
		t.Run(name, func(t *testing.T) {
			playOriginal(t, set, func(r *rig, o *testkit.Original) {
				r.phase(net.Playing, "")
				if r.view.World.Status != game.InProgress || !r.view.Foreign || r.view.Me != 0 {
					r.Errorf("status %d, foreign %v, me %d", r.view.World.Status, r.view.Foreign, r.view.Me)
				}
				me, other := r.ship("Nova"), r.ship("3f2a1b2c")
				if x, y := apart(other, me); x != 100 || y != 0 || me.HP != 5 || other.Facing != game.Right {
					r.Errorf("the other is %d,%d from me, facing %d; my HP are %d", x, y, other.Facing, me.HP)
				}
				if shots := r.view.Setup.Weapons[0].Shots; int(shots) != o.Bullets {
					r.Errorf("%d shots in flight, expected %d", shots, o.Bullets)
				}
				if up := r.view.World.Items[0]; len(o.Ups) > 0 && up.Kind != game.HPPlusThree {
					r.Errorf("expected a power-up, got %v", up)
				}
			})
		})
	}
}

func TestShipsOfTheOriginalGlide(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		before := *r.ship("3f2a1b2c")
		for last, n := before, 0; n < 60; n++ {
			if n%3 == 0 {
				o.Change(func() { o.Ships[1].X += 3 })
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

func TestWhoHoldsNothingSaysNothing(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, 0)
		if events := o.Events(); len(events) > 0 {
			r.Errorf("heard %q", events)
		}
	})
}

func TestHitsDeathAndReturnAreSeen(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Ships[0].HP = 3 })
		r.frames(6, 0)
		if !r.saw(game.EventHit, 0) || r.saw(game.EventHit, 1) || r.ship("Nova").HP != 3 {
			r.Errorf("after a hit: events %v", r.events)
		}
		o.Change(func() { o.Ships[0].HP, o.Ships[0].Alive = 0, 0 })
		r.frames(6, 0)
		if !r.saw(game.EventKill, 0) || r.ship("Nova").State != game.Dead || r.ship("Nova").Deaths != 1 {
			r.Errorf("after a death: events %v", r.events)
		}
		if r.saw(game.EventSpawn, 0) {
			r.Error("back too soon")
		}
		o.Change(func() { o.Ships[0].HP, o.Ships[0].Alive, o.Ships[0].X = 5, 1, 20 })
		r.frames(6, 0)
		if !r.saw(game.EventSpawn, 0) || r.ship("Nova").State != game.Flying {
			r.Errorf("after the return: events %v", r.events)
		}
		if x, _ := apart(r.ship("3f2a1b2c"), r.ship("Nova")); x != 380 {
			r.Errorf("back %d units from the other, expected 380, at once", x)
		}
	})
}

func TestAShipKeepsItsSlotAndLeavesIt(t *testing.T) {
	t.Parallel()
	third := "00000000-3333-4333-8333-333333333333"
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Ships = append([]testkit.OriginalShip{{ID: third, HP: 5, Alive: 1}}, o.Ships...) })
		r.frames(6, 0)
		if r.ship("Nova") != &r.view.World.Ships[0] || r.ship("3f2a1b2c") != &r.view.World.Ships[1] || r.ship("00000000") != &r.view.World.Ships[2] {
			r.Errorf("the roster is %v", r.view.Roster)
		}
		o.Change(func() { o.Ships = o.Ships[:2] })
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
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() {
			o.Ships[1].Bullets = []testkit.OriginalBullet{{X: 410, Y: 200, Active: true, Direction: 4}, {X: 460, Y: 200, Active: true, Direction: 4}}
		})
		r.frames(6, 0)
		if live := r.view.World.Ships[1].Live; bits.OnesCount8(live) != 2 {
			r.Fatalf("the other's live shots are %b", live)
		}
		last := foremost(r)
		for n := range 30 {
			if n == 15 { // the older one is gone, and the other takes its place in the state
				o.Change(func() { o.Ships[1].Bullets = o.Ships[1].Bullets[1:] })
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
	t.Parallel()
	playOriginal(t, func(o *testkit.Original) { o.Ships[0].X, o.Ships[0].Y = -120, -7 }, func(r *rig, o *testkit.Original) {
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
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.conn.Close()
		r.frames(2, 0)
		r.phase(net.Ended, "the server closed the connection")
	})
}

func TestASilentServerIsLostAndComesBack(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Quiet = true })
		r.frames(60, 0)
		if r.phase(net.Playing, ""); !r.view.Stale {
			r.Error("what is a second old is not said to be stale")
		}
		r.frames(5*60, 0)
		r.phase(net.Lost, "nothing heard from example.org:6699 for 5 s")
		o.Change(func() { o.Quiet = false })
		r.frames(6, 0)
		r.phase(net.Playing, "")
		o.Change(func() { o.Quiet = true })
		r.frames(31*60, 0)
		r.phase(net.Ended, "has said nothing for 30s")
	})
}

func TestWhoWasSuspendedDoesNotLoseTheServer(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Quiet = true })
		time.Sleep(time.Minute) // in which nothing arrives
		r.view = r.Frame(time.Now(), 0)
		r.phase(net.Playing, "")
		o.Change(func() { o.Quiet = false })
		r.frames(10, 0)
		if r.phase(net.Playing, ""); r.view.Stale {
			r.Error("stale, though the server is heard again")
		}
	})
}

func TestTheEndOfAMatchIsToldOfServersThatMeanIt(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, 0)
		if len(r.chat) > 0 {
			r.Errorf("told %q, though the original always says that it is closed", r.chat)
		}
		for _, status := range []byte{1, 2, 1} {
			o.Change(func() { o.Status = status })
			r.frames(6, 0)
		}
		if len(r.chat) != 2 || r.chat[0] != "the match is over" || r.chat[1] != "a match begins" {
			r.Errorf("told %q", r.chat)
		}
		r.phase(net.Playing, "")
	})
}

func TestWhatIsNotTheDogfightProtocolIsRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ sent, why string }{
		"another greeting": {"HTTP/1.1 400 Bad Request\r\nServer: something", "what is not the dogfight protocol: handshake: player_id"},
		"odd length":       {testkit.OwnID + "\x00\x00\x00\x3b\x02\x00\x00", "what is not the dogfight protocol: state: total_length"},
		"odd status":       {testkit.OwnID + "\x00\x00\x00\x38\x07\x00\x00", "what is not the dogfight protocol: state: status"},
		"huge":             {testkit.OwnID + "\xff\xff\xff\xff\x02\x00\x00", "what is not the dogfight protocol: state: total_length"},
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
	t.Parallel()
	play(t, dogfightAddress, func(r *rig) {
		r.frames(9*60, 0)
		r.phase(net.Joining, "")
		r.frames(2*60, 0)
		r.phase(net.Refused, "the server at example.org:6699 says nothing")
	})
}

func TestNobodyThereIsSaid(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{T: t, Match: join(Server{Protocol: "dogfight", Addr: "example.org:6699"}, "Nova", refusing(syscall.ECONNREFUSED))}
		r.frames(1, 0)
		r.phase(net.Refused, "no dogfight server answers at example.org:6699: "+syscall.ECONNREFUSED.Error())
		r.Close()
	})
}
