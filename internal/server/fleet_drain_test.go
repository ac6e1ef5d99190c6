package server

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

// patiently has a host wait for its matches for long, which go on for ever.
func patiently(o *Options) { o.DrainLimit, o.Match.Time = time.Hour, -1 }

// playsFor has a player play for a while.
func playsFor(d time.Duration, p *fleetPlayer) {
	for began := time.Now(); time.Since(began) < d; time.Sleep(10 * time.Millisecond) {
		p.view = p.Frame(time.Now(), 0)
	}
}

// joinNew has a player play in a match that a host opens.
func joinNew(t *testing.T, f fleet.Fleet, door *issuer, s *Server) (*fleetPlayer, *fleet.Match) {
	t.Helper()
	opened := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}}).Match
	until(t, func() bool { return s.member.keys.Door(door.id) != nil })
	p := newFleetPlayer(t, door, opened, "Ann")
	until(t, func() bool { return p.view != nil && p.plays() }, p)
	return p, opened
}

// isDrained reports whether a host that drains has ended.
func isDrained(s *Server) bool {
	select {
	case <-s.Drained():
		return true
	default:
		return false
	}
}

// mustClose closes a host while players play.
func mustClose(t *testing.T, s *Server, players ...*fleetPlayer) {
	t.Helper()
	var closed atomic.Bool
	go func() {
		s.Close()
		closed.Store(true)
	}()
	t.Cleanup(func() {
		if t.Failed() && !closed.Load() {
			all := make([]byte, 1<<20)
			t.Logf("it does not close:\n%s", all[:runtime.Stack(all, true)])
		}
	})
	until(t, closed.Load, players...)
}

// takes has a match of one host, with a player, be taken by another, which waits for the directory to answer.
func takes(t *testing.T, f *fleettest.Local) (taker *Server, w *wire, p *fleetPlayer, match *fleet.Match) {
	door := newIssuer(t, f)
	w = newWire(f)
	s := fleetHost(t, f, 3, patiently)
	taker = fleetHost(t, w, 3, patiently)
	until(t, func() bool { return len(s.member.hosts.Hosts()) == 2 })
	p, match = joinNew(t, f, door, s)
	w.holdUp()
	s.Drain()
	until(t, func() bool { return len(w.writes) > 0 && entryOf(t, f, match.ID).Host == taker.member.self.ID }, p)
	return taker, w, p, match
}

func TestAHostThatIsDrainedWhileItTakesAMatchPlaysThatToItsEnd(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s, w, p, match := takes(t, f)
	s.Drain()
	if playsFor(100*time.Millisecond, p); isDrained(s) {
		t.Error("it has ended though a match comes")
	}
	w.goOn()
	until(t, func() bool { return p.plays() && entryOf(t, f, match.ID).Players == 1 }, p)
	if playsFor(100*time.Millisecond, p); isDrained(s) || !p.plays() {
		t.Errorf("drained: %v; the player: phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	p.Leave()
	until(t, func() bool { return isDrained(s) })
}

func TestAHostThatIsClosedWhileItTakesAMatchEndsThatToo(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s, w, p, match := takes(t, f)
	defer p.Leave()
	time.AfterFunc(100*time.Millisecond, w.goOn)
	mustClose(t, s, p)
	if m := entryOf(t, f, match.ID); m.Host == s.member.self.ID {
		t.Error("the match is still there as if somebody played it")
	}
}

func TestAHostClosesThatWaitsForItsMatches(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 3, patiently)
	p, _ := joinNew(t, f, newIssuer(t, f), s)
	defer p.Leave()
	s.Drain()
	if playsFor(100*time.Millisecond, p); isDrained(s) || !p.plays() {
		t.Fatalf("drained: %v; phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	mustClose(t, s, p)
}

func TestRoomsCloseBesideOneAnotherWhileTheBusIsAway(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	w := newWire(f)
	s := fleetHost(t, w, 5)
	for range 4 {
		askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}})
	}
	w.cut.Store(true)
	mustClose(t, s)
	if most := w.mostWaiting(); most < 5 { // each waits for the directory
		t.Errorf("at most %d rooms close at a time", most)
	}
}

func TestAHostThatMayNotPlayItsMatchLeavesItToOthersWhenItCloses(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	w := newWire(f)
	s, other := fleetHost(t, w, 3), fleetHost(t, f, 3)
	until(t, func() bool { return len(s.member.hosts.Hosts()) == 2 })
	match := askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}}).Match
	until(t, func() (told bool) {
		f.Kept(t.Context(), fleet.LogSubject+match.ID.String(), func([]byte) { told = true })
		return told && entryOf(t, f, match.ID).Standby == other.member.self.ID
	})
	s.member.mu.Lock()
	owner := s.member.rooms[match.ID].owner
	s.member.mu.Unlock()
	w.halfCut.Store(true) // it could still take the match away
	until(t, func() bool { return !owner.MayTick(time.Now()) })
	mustClose(t, s)
	if m := entryOf(t, f, match.ID); m.ID == 0 {
		t.Error("the match is gone")
	}
	until(t, func() bool { return entryOf(t, f, match.ID).Host == other.member.self.ID })
}
