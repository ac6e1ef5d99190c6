package keeper

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/proto/replay"
)

// fly runs a test in virtual time with a fleet of hosts that know each other.
func fly(t *testing.T, hosts int, do func(r *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, 1, hosts)
		defer r.end()
		time.Sleep(time.Second)
		do(r)
	})
}

// entry returns the entry of a match in the directory.
func (r *rig) entry(id fleet.ID) (m fleet.Match) {
	if e, err := r.bus.Get(context.Background(), fleet.Matches, id.String()); err == nil {
		m, _ = fleet.Parse[fleet.Match](e.Value)
	}
	return m
}

// standby returns the standby of a match.
func (r *rig) standby(id fleet.ID) *host {
	r.Helper()
	m := r.entry(id)
	for _, h := range r.hosts {
		if h.id == m.Standby {
			return h
		}
	}
	r.Fatalf("no standby: %+v", m)
	return nil
}

func TestTheStandbyResumesTheMatchOfAKilledHost(t *testing.T) {
	fly(t, 4, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		standby := r.standby(7)
		r.hosts[0].kill()
		ticks, killed := was.ticks.Load(), time.Now()
		for r.plays(7) == nil && time.Since(killed) < 10*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		took := time.Since(killed)
		p := r.plays(7)
		if p == nil || p.host != standby || len(r.claims[7]) != 1 {
			t.Fatalf("played by %+v, claims %v", p, r.claims[7])
		}
		t.Logf("played again after %v, from tick %d of %d", took, p.ticks.Load(), ticks)
		if took > 4*time.Second || ticks-p.ticks.Load() > uint64(time.Second/tickEvery) {
			t.Errorf("played again after %v, from tick %d of %d", took, p.ticks.Load(), ticks)
		}
		time.Sleep(5*time.Second - took)
		if _, err := r.bus.Get(t.Context(), fleet.Hosts, r.hosts[0].id.String()); !errors.Is(err, fleet.ErrNone) {
			t.Errorf("after 5 s the directory still has the dead host: %v", err)
		}
		time.Sleep(5 * time.Second)
		if next := r.standby(7); next == standby || next.dead {
			t.Errorf("%v is its own standby, or the standby is dead", next.id)
		}
	})
}

func TestAHostThatWasStoppedFindsThatItsMatchIsPlayedElsewhere(t *testing.T) {
	fly(t, 3, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(10*time.Second + tickEvery/2) // between two ticks
		resume := r.hosts[0].pause()
		ticks := was.ticks.Load()
		time.Sleep(time.Minute)
		if p := r.plays(7); p == nil || p.host == r.hosts[0] {
			t.Fatalf("no host resumed the match: %v", r.claims)
		}
		resume()
		time.Sleep(5 * time.Second)
		if was.ticks.Load() != ticks {
			t.Errorf("%d ticks were played by a host that was stopped for a minute", was.ticks.Load()-ticks)
		}
		if p := r.plays(7); p == nil || p.host == r.hosts[0] || r.lost != 1 {
			t.Errorf("played by %+v, lost %d", p, r.lost)
		}
	})
}

// A machine that pauses for some seconds stops all its hosts: each would consider the others silent, and claim their matches.
func TestAStandbyThatWasStoppedDoesNotConsiderTheHostDead(t *testing.T) {
	fly(t, 3, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		standby := r.standby(7)
		standby.keeper.check(time.Now().Add(fleet.ClaimAfter + stoppedAfter)) // it resumes only then, and has read nothing yet
		time.Sleep(10 * time.Second)
		if p := r.plays(7); p != was || len(r.claims[7]) > 0 {
			t.Errorf("played by %+v, claims %v", p, r.claims[7])
		}
		r.hosts[0].kill()
		time.Sleep(20 * time.Second)
		if p := r.plays(7); p == nil || p.host != standby {
			t.Errorf("the match of a host that dies later is not resumed: %+v", p)
		}
	})
}

func TestAnElectionOfTheDirectoryDoesNotInterruptAMatch(t *testing.T) {
	fly(t, 3, func(r *rig) {
		for i := range 9 {
			r.hosts[i%3].open(fleet.ID(100 + i))
		}
		time.Sleep(7 * time.Second)
		for range 5 {
			r.bus.directory(true)
			time.Sleep(8 * time.Second)
			r.bus.directory(false)
			time.Sleep(7 * time.Second)
		}
		if r.frozen != 0 || r.lost != 0 || len(r.claims) != 0 {
			t.Errorf("%d matches paused, %d were lost, claims %v", r.frozen, r.lost, r.claims)
		}
	})
}

func TestAMatchContinuesWhenItsStandbyDies(t *testing.T) {
	fly(t, 4, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		for n := 3; n > 0; n-- {
			standby := r.standby(7)
			standby.kill()
			time.Sleep(3 * time.Second)
			if n > 1 && (r.standby(7).dead || r.standby(7) == r.hosts[0]) {
				t.Errorf("host %v is the standby", r.standby(7).id)
			}
		}
		time.Sleep(time.Minute)
		m := r.entry(7)
		if p := r.plays(7); p == nil || p.host != r.hosts[0] || r.frozen != 0 || m.Standby != 0 {
			t.Errorf("played by %+v, paused %d times, %+v", p, r.frozen, m)
		}
		if h := r.add(9); true {
			time.Sleep(5 * time.Second)
			if r.standby(7) != h {
				t.Error("a host that joins later is not the standby")
			}
		}
	})
}

func TestAMatchWhoseHostAndStandbyDieIsClaimedOnceByAThird(t *testing.T) {
	fly(t, 5, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		standby := r.standby(7)
		standby.kill()
		r.hosts[0].kill()
		time.Sleep(fleet.OrphanAfter + 2*orphanSpread)
		p := r.plays(7)
		if p == nil || len(r.claims[7]) != 1 {
			t.Fatalf("played by %+v, claims %v", p, r.claims[7])
		}
		if was.ticks.Load() > p.ticks.Load()+uint64(time.Second/tickEvery) {
			t.Errorf("of %d ticks there are %d", was.ticks.Load(), p.ticks.Load())
		}
	})
}

func TestADirectoryThatLosesItsMemoryIsFilledAgain(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		for _, kind := range []fleet.Kind{fleet.Matches, fleet.Hosts} {
			for _, key := range []fleet.ID{7, 1, 2, 3} {
				r.bus.Remove(t.Context(), kind, key.String(), 0)
			}
		}
		time.Sleep(6 * time.Second)
		if p := r.plays(7); p == nil || p.host != r.hosts[0] || r.frozen != 0 {
			t.Errorf("played by %+v, paused %d times", p, r.frozen)
		}
		hosts, _ := r.bus.List(t.Context(), fleet.Hosts)
		if m := r.entry(7); m.Host != 1 || len(hosts) != 3 {
			t.Errorf("the directory has %+v, and %d hosts", m, len(hosts))
		}
	})
}

func TestAMatchThatIsOverIsNotClaimed(t *testing.T) {
	fly(t, 3, func(r *rig) {
		p := r.hosts[0].open(7)
		time.Sleep(10 * time.Second)
		p.owner.End()
		time.Sleep(time.Minute)
		if r.entry(7).ID != 0 || len(r.claims) != 0 || p.owner.MayTick(time.Now()) {
			t.Errorf("claims %v", r.claims)
		}
	})
}

func TestAMatchIsNotPausedWhenItEnds(t *testing.T) {
	fly(t, 2, func(r *rig) {
		for i := range 20 { // a busy owner notices late
			p := r.hosts[0].open(fleet.ID(100 + i))
			time.Sleep(time.Second)
			for range 10 {
				p.owner.Record(replay.Piece{Bytes: p.state()})
			}
			p.owner.End()
		}
		time.Sleep(time.Second)
		if r.frozen != 0 {
			t.Errorf("%d of 20 ended matches are reported as paused", r.frozen)
		}
	})
}

func TestAMatchIsHandedOver(t *testing.T) {
	fly(t, 4, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		for _, to := range []int{1, 2, 3, 0} {
			p := r.plays(7)
			p.host.handOver(7, r.hosts[to], false)
			time.Sleep(100 * time.Millisecond)
			if now := r.plays(7); now == nil || now.host != r.hosts[to] || p.owner.MayTick(time.Now()) {
				t.Fatalf("played by %+v", now)
			}
			time.Sleep(4 * time.Second)
		}
		if p := r.plays(7); p == nil || p.ticks.Load() < was.ticks.Load()+200 || len(r.claims) != 0 || r.lost != 0 || r.frozen != 0 {
			t.Errorf("claims %v, %d lost, %d paused", r.claims, r.lost, r.frozen)
		}
	})
}

func TestAMatchThatNoHostAcceptsContinues(t *testing.T) {
	fly(t, 3, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		r.hosts[1].cut(true, true)
		r.hosts[0].handOver(7, r.hosts[1], false)
		time.Sleep(500 * time.Millisecond)
		if p := r.plays(7); p != was {
			t.Errorf("played by %+v", p)
		}
		r.hosts[1].cut(false, false)
		time.Sleep(10 * time.Second)
		if p := r.plays(7); p != was || len(r.claims) != 0 {
			t.Errorf("later played by %+v, claims %v", p, r.claims)
		}
	})
}

func TestAMatchIsNotResumedThatWasAcceptedWithoutAnAnswer(t *testing.T) {
	fly(t, 3, func(r *rig) {
		was := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		r.hosts[0].handOver(7, r.hosts[1], true)
		time.Sleep(time.Second)
		if p := r.plays(7); p == nil || p.host != r.hosts[1] || was.owner.MayTick(time.Now()) || r.lost != 1 {
			t.Errorf("played by %+v, %d lost", p, r.lost)
		}
	})
}

func TestAMatchThatIsHandedOverTwiceIsAcceptedOnce(t *testing.T) {
	fly(t, 3, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		was, revision, err := r.hosts[1].keeper.get(7)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.hosts[1].keeper.ClaimHandover(r.Context(), &was); err != nil {
			t.Fatal(err)
		}
		if c, err := r.hosts[1].keeper.tryClaim(r.Context(), was, revision); c != nil || !errors.Is(err, errElsewhere) {
			t.Errorf("accepted again in an older state: %+v, %v", c, err)
		}
	})
}

func TestALogThatMissesAPieceIsSentAgain(t *testing.T) {
	fly(t, 2, func(r *rig) {
		r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		standby := r.hosts[1]
		standby.deafTo(r.hosts[0], true) // for less than the time until another is chosen
		time.Sleep(400 * time.Millisecond)
		standby.deafTo(r.hosts[0], false)
		time.Sleep(3 * time.Second)
		standby.keeper.mu.Lock()
		s := standby.keeper.followed[7]
		whole := s != nil && s.log.whole(s.epoch)
		standby.keeper.mu.Unlock()
		if !whole {
			t.Error("its standby misses some of the log for good")
		}
	})
}

// TestTheCostOfAMatchInTheFleetIsSmall prints the messages and bytes of matches in a minute, at their host, at their standbys, and between
// them.
func TestTheCostOfAMatchInTheFleetIsSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("thirty matches for a minute; runs without -short")
	}
	const matches = 30
	began := time.Now()
	fly(t, 2, func(r *rig) {
		piece := make([]byte, 300)
		var owners []*Owner
		for i := range matches {
			o := r.hosts[0].keeper.Start(fleet.Match{ID: fleet.ID(100 + i), Title: "test"}, User{})
			o.Record(replay.Piece{First: true, Bytes: piece})
			owners = append(owners, o)
		}
		for range 60 * 4 {
			time.Sleep(beat)
			for _, o := range owners {
				o.Record(replay.Piece{Bytes: piece})
			}
		}
		r.hosts[1].keeper.mu.Lock()
		defer r.hosts[1].keeper.mu.Unlock()
		for _, s := range r.hosts[1].keeper.followed {
			if !s.log.whole(s.epoch) {
				t.Errorf("match %v: its log is not whole", s.match)
			}
		}
		t.Logf("%d logs of a minute need %d KiB at a standby", matches, r.hosts[1].keeper.bytes>>10)
	})
	t.Logf("%v for a second of a match", (time.Since(began) / matches / 60).Round(time.Microsecond))
}

func TestTheEntryOfAMatchIsInTheDirectoryUntilItEnds(t *testing.T) {
	fly(t, 2, func(r *rig) {
		h := r.hosts[0]
		o := h.open(7).owner
		<-o.Made()
		m := o.Entry()
		m.Title = "another"
		o.Describe(m)
		time.Sleep(3 * writeLeast) // it may just have written
		if is := r.entry(7); is.Title != "another" || is.Host != h.id || !h.keeper.Has(7) {
			t.Errorf("found %+v", is)
		}
		o.End()
		<-o.Ended()
		if is := r.entry(7); is.ID != 0 || h.keeper.Has(7) {
			t.Errorf("it has ended, and its entry is %+v", is)
		}
	})
}
