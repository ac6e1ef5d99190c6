package server

import (
	"runtime"
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

// mustClose closes a host, in so long, while a player, who may be nil, plays.
func mustClose(t *testing.T, s *Server, most time.Duration, p *fleetPlayer) {
	t.Helper()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		s.Close()
	}()
	for deadline := time.After(most); ; {
		if p != nil {
			p.view = p.Frame(time.Now(), 0)
		}
		select {
		case <-closed:
			return
		case <-deadline:
			all := make([]byte, 1<<20)
			t.Fatalf("it does not close in %v:\n%s", most, all[:runtime.Stack(all, true)])
		case <-time.After(10 * time.Millisecond):
		}
	}
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
	f := fleettest.NewLocal()
	defer f.Close()
	s, w, p, match := takes(t, f)
	s.Drain()
	if playsFor(300*time.Millisecond, p); isDrained(s) {
		t.Error("it has ended though a match comes")
	}
	w.goOn()
	until(t, func() bool { return p.plays() && entryOf(t, f, match.ID).Players == 1 }, p)
	if playsFor(time.Second, p); isDrained(s) || !p.plays() {
		t.Errorf("drained: %v; the player: phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	p.Leave()
	until(t, func() bool { return isDrained(s) })
}

func TestAHostThatIsClosedWhileItTakesAMatchEndsThatToo(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	s, w, p, match := takes(t, f)
	defer p.Leave()
	time.AfterFunc(300*time.Millisecond, w.goOn)
	mustClose(t, s, 10*time.Second, p)
	if m := entryOf(t, f, match.ID); m.Host == s.member.self.ID {
		t.Error("the match is still there as if somebody played it")
	}
}

func TestAHostClosesThatWaitsForItsMatches(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	s := fleetHost(t, f, 3, patiently)
	p, _ := joinNew(t, f, newIssuer(t, f), s)
	defer p.Leave()
	s.Drain()
	if playsFor(2*time.Second, p); isDrained(s) || !p.plays() {
		t.Fatalf("drained: %v; phase %v, %v", isDrained(s), p.view.Phase, p.view.Err)
	}
	mustClose(t, s, 10*time.Second, p)
}

func TestRoomsCloseBesideOneAnotherWhileTheBusIsAway(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	w := newWire(f)
	s := fleetHost(t, w, 5)
	for range 4 {
		askHost(t, f, s.member.self.ID, fleet.Ask{Open: &fleet.Open{}})
	}
	w.cut.Store(true)
	mustClose(t, s, 6*time.Second, nil) // each takes 2 s
}

func TestAHostThatMayNotPlayItsMatchLeavesItToOthersWhenItCloses(t *testing.T) {
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
	mustClose(t, s, 10*time.Second, nil)
	if m := entryOf(t, f, match.ID); m.ID == 0 {
		t.Error("the match is gone")
	}
	until(t, func() bool { return entryOf(t, f, match.ID).Host == other.member.self.ID })
}
