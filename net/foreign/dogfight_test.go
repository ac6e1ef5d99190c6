package foreign

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	stdnet "net"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/dialect/dogfight"
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

func TestNoInputSendsNothing(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, 0)
		if events := o.Events(); len(events) > 0 {
			r.Errorf("the server got %q", events)
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

func TestAShipHasOneSlotUntilItLeaves(t *testing.T) {
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
			r.Error("a ship that leaves is reported shot down")
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

func TestAnOriginalThatClosesIsReported(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.conn.Close()
		r.frames(2, 0)
		r.phase(net.Ended, "the server closed the connection")
	})
}

func TestASilentServerIsLostAndReturns(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Quiet = true })
		r.frames(60, 0)
		if r.phase(net.Playing, ""); !r.view.Stale {
			r.Error("a state is a second old and not reported stale")
		}
		r.frames(5*60, 0)
		r.phase(net.Lost, "nothing received from example.org:6699 for 5 s")
		o.Change(func() { o.Quiet = false })
		r.frames(6, 0)
		r.phase(net.Playing, "")
		o.Change(func() { o.Quiet = true })
		r.frames(31*60, 0)
		r.phase(net.Ended, "has sent nothing for 30s")
	})
}

func TestASuspensionDoesNotLoseTheServer(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Quiet = true })
		time.Sleep(time.Minute) // in which nothing arrives
		r.view = r.Frame(time.Now(), 0)
		r.phase(net.Playing, "")
		o.Change(func() { o.Quiet = false })
		r.frames(10, 0)
		if r.phase(net.Playing, ""); r.view.Stale {
			r.Error("stale, though the server sends again")
		}
	})
}

func TestTheEndOfAMatchIsReportedOfSeriousServers(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, 0)
		if len(r.chat) > 0 {
			r.Errorf("the chat is %q, though the original never sends a reason", r.chat)
		}
		for _, status := range []byte{1, 2, 1} {
			o.Change(func() { o.Status = status })
			r.frames(6, 0)
		}
		if len(r.chat) != 2 || r.chat[0] != "the match is over" || r.chat[1] != "a match begins" {
			r.Errorf("the chat is %q", r.chat)
		}
		r.phase(net.Playing, "")
	})
}

func TestAnotherProtocolThanDogfightIsRefused(t *testing.T) {
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

func TestASilentServerTimesOut(t *testing.T) {
	t.Parallel()
	play(t, dogfightAddress, func(r *rig) {
		r.frames(9*60, 0)
		r.phase(net.Joining, "")
		r.frames(2*60, 0)
		r.phase(net.Refused, "the server at example.org:6699 sends nothing")
	})
}

func TestAMissingServerIsReported(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &rig{T: t, Match: join(Server{Protocol: "dogfight", Addr: "example.org:6699"}, "Nova", refusing(syscall.ECONNREFUSED))}
		r.frames(1, 0)
		r.phase(net.Refused, "no dogfight server answers at example.org:6699: "+syscall.ECONNREFUSED.Error())
		r.Close()
	})
}

const (
	right = "\x02\x04" + testkit.OwnID
	up    = "\x02\x01" + testkit.OwnID
	shoot = "\x03" + testkit.OwnID
)

// textsOf returns the texts of events.
func textsOf(events []testkit.OriginalEvent) (texts []string) {
	for _, e := range events {
		texts = append(texts, string(e.Bytes))
	}
	return texts
}

// gapsOf returns the times between events, the shortest first.
func gapsOf(events []testkit.OriginalEvent) (gaps []time.Duration) {
	for i := range events[1:] {
		gaps = append(gaps, events[i+1].At.Sub(events[i].At).Round(time.Millisecond))
	}
	slices.Sort(gaps)
	return gaps
}

func summaryOf(gaps []time.Duration) string {
	return fmt.Sprintf("%d gaps: least %v, median %v, 99%% %v, most %v", len(gaps), gaps[0], gaps[len(gaps)/2], gaps[len(gaps)*99/100], gaps[len(gaps)-1])
}

func TestTheNextEventWaitsForTheEffectOfTheLast(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{500 * time.Microsecond, 15 * time.Millisecond, 50 * time.Millisecond} {
		playOver(t, &testkit.OriginalPath{Delay: delay}, nil, func(r *rig, o *testkit.Original) {
			before := o.Own()
			r.frames(600, game.Steer(game.Right))
			after, events := o.Own(), o.Events()
			t.Logf("round trip %v: %d moves in 10 s fly %d units; %s", 2*delay, len(events), after.X-before.X, summaryOf(gapsOf(events)))
			if gap := gapsOf(events)[0]; gap < 20*time.Millisecond || gap < 2*delay {
				r.Errorf("two events within %v, the round trip is %v", gap, 2*delay)
			}
			// At most one move in 20 ms and in a round trip, and up to a frame until its effect is noticed.
			if slowest := max(2*delay, 20*time.Millisecond) + frameTime; len(events) < int(10*time.Second/slowest) {
				r.Errorf("only %d moves in 10 s, expected one each %v", len(events), slowest)
			}
		})
	}
}

func TestAShipFliesOnWhileItFires(t *testing.T) {
	t.Parallel()
	playOver(t, &testkit.OriginalPath{Delay: 20 * time.Millisecond}, nil, func(r *rig, o *testkit.Original) {
		before := *r.ship("Nova")
		r.frames(60, game.Steer(game.Right)|game.Fire)
		var shots []testkit.OriginalEvent
		moves := 0
		for _, e := range o.Events() {
			switch string(e.Bytes) {
			case right:
				moves++
			case shoot:
				shots = append(shots, e)
			default:
				r.Fatalf("an event %q", e.Bytes)
			}
		}
		if len(shots) != 5 || moves < 13 || gapsOf(shots)[0] < reload {
			r.Errorf("%d moves and %d shoots in a second, %v apart at least", moves, len(shots), gapsOf(shots)[0])
		}
		r.frames(20, 0)
		if x, _ := apart(r.ship("Nova"), &before); x != o.Own().X-300 {
			r.Errorf("the own ship shows %d units farther, and flew %d", x, o.Own().X-300)
		}
	})
}

func TestShotsAndMovesAlternateOnASlowPath(t *testing.T) {
	t.Parallel()
	playOver(t, &testkit.OriginalPath{Delay: 100 * time.Millisecond}, nil, func(r *rig, o *testkit.Original) {
		r.frames(30, 0)
		r.frames(90, game.Steer(game.Right)|game.Fire)
		if texts := textsOf(o.Events()); len(texts) < 6 || !slices.Equal(texts[:6], []string{right, shoot, right, shoot, right, shoot}) {
			r.Errorf("the events are %q", texts)
		}
	})
}

func TestAShortPressIsOneShot(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(10, game.Steer(game.Up))
		r.frames(10, 0)
		before := len(o.Events())
		for range 3 {
			r.frames(4, game.Fire)
			r.frames(2, 0)
		}
		r.frames(20, 0)
		if texts := textsOf(o.Events())[before:]; !slices.Equal(texts, []string{shoot, shoot, shoot}) {
			r.Errorf("three presses are %q", texts)
		}
	})
}

func TestNoShootIsSentWhileAllBulletsFly(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, game.Steer(game.Right)|game.Fire)
		moves := 0
		for _, e := range textsOf(o.Events()) {
			if e == right {
				moves++
			}
		}
		if shots := len(o.Events()) - moves; shots != 5 || moves < 40 {
			r.Errorf("%d shoots and %d moves in a second, expected those of 5 bullets, and 45 moves", shots, moves)
		}
	})
}

func TestNothingIsFiredBeforeTheFirstMove(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(60, game.Fire)
		if events := o.Events(); len(events) > 0 || len(r.chat) != 1 || !strings.HasPrefix(r.chat[0], "Steer first") {
			r.Fatalf("sent %q with the chat %q, expected one hint to steer first", textsOf(events), r.chat)
		}
		r.frames(20, 0)
		r.frames(1, game.Steer(game.Up))
		r.frames(20, 0)
		if texts := textsOf(o.Events()); !slices.Equal(texts, []string{up}) {
			r.Fatalf("expected a move alone, got %q", texts)
		}
		r.frames(20, game.Fire)
		if own := o.Own(); own.Mines() != 0 || !own.Bullets[0].Active || own.Bullets[0].Direction != 1 {
			r.Errorf("the bullets are %v", own.Bullets)
		}
	})
}

func TestAShipThatReturnsWithoutADirectionDoesNotFire(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(10, game.Steer(game.Up))
		o.Change(func() { o.Ships[0].HP, o.Ships[0].Alive = 0, 0 })
		r.frames(30, game.Fire)
		o.Change(func() { o.Ships[0] = testkit.OriginalShip{ID: testkit.OwnID, X: 10, Y: 10, HP: 5, Alive: 1} })
		r.frames(60, game.Fire)
		if own := o.Own(); own.Mines() != 0 || slices.Contains(textsOf(o.Events()), shoot) {
			r.Errorf("the bullets are %v", own.Bullets)
		}
	})
}

func TestATapWhileAnEventIsUnderWayIsNotLost(t *testing.T) {
	t.Parallel()
	playOver(t, &testkit.OriginalPath{Delay: 100 * time.Millisecond}, nil, func(r *rig, o *testkit.Original) {
		r.frames(30, 0)
		r.frames(1, game.Steer(game.Right))
		r.frames(2, 0)
		r.frames(1, game.Steer(game.Up)|game.Fire)
		r.frames(60, 0)
		if texts := textsOf(o.Events()); len(texts) != 3 || texts[0] != right || !slices.Contains(texts, up) || !slices.Contains(texts, shoot) {
			r.Errorf("expected a move, a shoot and another move, got %q", texts)
		}
	})
}

// A blocked path is no reason to send: everything in the queue would arrive at once.
func TestNoEventIsSentWhileNoStatesArrive(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Quiet = true })
		r.frames(20*60, game.Steer(game.Right))
		if n := len(o.Events()); n > 2 {
			r.Errorf("%d events in 20 s without a state", n)
		}
		o.Change(func() { o.Quiet = false })
		before := len(o.Events())
		r.frames(60, game.Steer(game.Right))
		if n := len(o.Events()) - before; n < 45 {
			r.Errorf("%d events in the second after it, expected nearly 50", n)
		}
	})
}

func TestAnEventWithoutEffectTimesOutAfterASecondOfStates(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		o.Change(func() { o.Ships = o.Ships[1:] }) // moves of a missing ship
		r.frames(10*60, game.Steer(game.Right))
		gaps := gapsOf(o.Events())
		t.Log(summaryOf(gaps))
		if gaps[0] < minPatience || gaps[len(gaps)-1] > 3*minPatience/2 {
			r.Errorf("expected one each second, got gaps from %v to %v", gaps[0], gaps[len(gaps)-1])
		}
		before := len(o.Events())
		for len(o.Events()) == before {
			r.frames(1, game.Steer(game.Right))
		}
		o.Change(func() { o.Quiet = true })
		r.frames(20*60, game.Steer(game.Right))
		o.Change(func() { o.Quiet = false })
		r.frames(30, game.Steer(game.Right))
		if n := len(o.Events()) - before - 1; n > 0 {
			r.Errorf("%d events in 20 s without a state and half a second with some", n)
		}
	})
}

func TestLateEffectsIncreaseThePatience(t *testing.T) {
	t.Parallel()
	now, f := time.Unix(1e9, 0), flight{}
	// flies returns the time in flight of an event with an effect after some states, 0 for never.
	flies := func(states int) time.Duration {
		began := now
		f.begin(dogfight.Move, sight{}, now)
		for n := 1; ; n++ {
			now = now.Add(usualInterval)
			if f.see(sight{at: vector{float64(n / max(states, 1) * min(states, 1)), 0}}, now) || f.lapsed(false) {
				return now.Sub(began)
			}
		}
	}
	if took := flies(0); took != minPatience {
		t.Errorf("given up after %v, expected %v", took, minPatience)
	}
	const states = 6
	flies(states)
	if took := flies(0); took != wariness*states*usualInterval {
		t.Errorf("given up after %v, where an effect took %v", took, states*usualInterval)
	}
	flies(20)
	if took := flies(0); took != maxPatience {
		t.Errorf("given up after %v, expected %v at most", took, maxPatience)
	}
	for range 5 * fading {
		flies(1)
	}
	if took := flies(0); took > 2*minPatience {
		t.Errorf("given up after %v, long after the last effect that came late", took)
	}
}

func TestAWallDelaysAShipOnce(t *testing.T) {
	t.Parallel()
	playOriginal(t, func(o *testkit.Original) { o.Walled, o.Ships[0].X = true, 794 }, func(r *rig, o *testkit.Original) {
		r.frames(90, game.Steer(game.Right)) // up to the wall, which it learns in a second
		before := len(o.Events())
		r.frames(120, game.Steer(game.Right))
		if after := len(o.Events()); after != before || o.Own().X != 800 {
			r.Errorf("it tried %d times more, and is at %d", after-before, o.Own().X)
		}
		r.frames(30, game.Steer(game.Up))
		if y := o.Own().Y; y > 200-20*3 {
			r.Errorf("half a second after it turned away it is at %d", y)
		}
		r.frames(30*60, game.Steer(game.Right)) // it may have been another ship
		if texts := textsOf(o.Events()); texts[len(texts)-1] != right {
			r.Error("it does not try again")
		}
	})
}

func TestLeavingIsSentInASeparateSegment(t *testing.T) {
	t.Parallel()
	playOriginal(t, nil, func(r *rig, o *testkit.Original) {
		r.frames(20, game.Steer(game.Up)|game.Fire)
		r.frames(1, 0)
		r.Close()
		synctest.Wait()
		events := o.Events()
		last := len(events) - 1
		if string(events[last].Bytes) != "\x01"+testkit.OwnID {
			r.Fatalf("the last words are %q", events[last].Bytes)
		}
		if gap := events[last].At.Sub(events[last-1].At); gap < spacing {
			r.Errorf("they arrived %v after the event before", gap)
		}
	})
}

func TestLeavingIsSilentWhileAnEventIsUnderWay(t *testing.T) {
	t.Parallel()
	late := func(o *testkit.Original) { o.Busy = func() time.Duration { return 100 * time.Millisecond } }
	playOriginal(t, late, func(r *rig, o *testkit.Original) {
		r.frames(1, game.Steer(game.Up))
		r.Close()
		synctest.Wait()
		if texts := textsOf(o.Events()); slices.Contains(texts, "\x01"+testkit.OwnID) {
			r.Errorf("the server got %q", texts)
		}
	})
}

// restless changes its input every now and then, as a player does.
type restless struct {
	chance *rand.Rand
	held   game.Input
}

func (p *restless) next() game.Input {
	if p.chance.IntN(20) == 0 {
		p.held = game.Steer(game.Course(p.chance.IntN(int(game.Courses))))
		if p.chance.IntN(2) == 0 {
			p.held |= game.Fire
		}
	}
	return p.held
}

// paths are networks on which the original must survive our client. Each has a busy server at its end.
var paths = []struct {
	name string
	testkit.OriginalPath
}{
	{"local network", testkit.OriginalPath{Delay: 500 * time.Microsecond}},
	{"30 ms, jitter", testkit.OriginalPath{Delay: 10 * time.Millisecond, Jitter: 10 * time.Millisecond}},
	{"100 ms, 1 in 100 lost", testkit.OriginalPath{Delay: 40 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.01}},
	{"60 ms, 1 in 20 lost", testkit.OriginalPath{Delay: 20 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.05}},
}

// busy makes the server read late now and then.
func busy(o *testkit.Original) {
	chance := rand.New(rand.NewPCG(3, 3))
	o.Walled = true
	o.Busy = func() time.Duration {
		if chance.IntN(50) == 0 {
			return time.Duration(chance.IntN(80)) * time.Millisecond
		}
		return 0
	}
}

func TestTheOriginalSurvivesUs(t *testing.T) {
	t.Parallel()
	takes := time.Minute
	switch {
	case *long:
		takes = time.Hour
	case testing.Short():
		takes = 20 * time.Second
	}
	for i, path := range paths {
		if i%2 == 1 && !*long {
			continue
		}
		t.Run(path.name, func(t *testing.T) {
			playOver(t, &path.OriginalPath, busy, func(r *rig, o *testkit.Original) {
				player := restless{chance: rand.New(rand.NewPCG(5, 5))}
				for passed := time.Duration(0); passed < takes && r.view.Err == nil; passed += frameTime {
					r.frames(1, player.next())
				}
				events := o.Events()
				shots := 0
				for _, e := range events {
					if e.Bytes[0] == 3 {
						shots++
					}
				}
				t.Logf("%d events in %v, %d of them shoots; %s; slowest recent effect %v", len(events), takes, shots, summaryOf(gapsOf(events)),
					r.protocol.(*dogfightProtocol).flight.slowest)
				if own := o.Own(); o.Died() != nil || r.view.Err != nil || own.Mines() > 0 {
					r.Fatalf("the server: %v; the match: %v; mines: %d", o.Died(), r.view.Err, own.Mines())
				}
				if per := len(events) * int(time.Second) / int(takes); per < 3 || shots < len(events)/20 {
					r.Errorf("%d events a second, %d shoots of %d: the ship hardly flies", per, shots, len(events))
				}
			})
		})
	}
}
