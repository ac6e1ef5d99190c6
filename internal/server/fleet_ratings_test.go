package server

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/net"
	"dogfight/proto"
)

// rateAll has a fleet's hub know one rating, of everybody, and returns how often it was asked.
func rateAll(t *testing.T, f *fleettest.Local, rating fleet.Rating) *atomic.Int32 {
	t.Helper()
	var asked atomic.Int32
	_, err := f.Serve(fleet.RatingsSubject, func(b []byte) []byte {
		asked.Add(1)
		ask, err := fleet.ParseRecord[fleet.RatingsAsk](b)
		if err != nil {
			return nil
		}
		answer := fleet.Ratings{}
		for range ask.Identities {
			answer.Ratings = append(answer.Ratings, rating)
		}
		b, _ = fleet.AppendRecord(nil, &answer)
		return b
	})
	if err != nil {
		t.Fatal(err)
	}
	return &asked
}

// TestAPlayerIsNotSeatedWithMuchBetterOnes: from the host that plays through the directory to the queue of a door.
func TestAPlayerIsNotSeatedWithMuchBetterOnes(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	asked := rateAll(t, f, fleet.Rating{Value: 2900, Deviation: 60})
	door := newIssuer(t, f)
	s := fleetHost(t, f, 1)
	home := s.member.home.owner.Entry()
	until(t, func() bool { return s.member.keys.Door(door.id) != nil })
	p := newFleetPlayer(t, door, &home, "Ann")
	defer p.Leave()
	until(t, func() bool { return entryOf(t, f, home.ID).Rating == 2900 }, p)
	if n := asked.Load(); n != 1 {
		t.Errorf("the hub was asked %d times for one player", n)
	}
	v, err := fleet.WatchView(f, fleet.Hosts, fleet.Matches)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	scene := &fleet.Snapshot{}
	until(t, func() bool {
		scene.Hosts, scene.Matches = v.Hosts(), v.Matches()
		return len(scene.Hosts) == 1 && scene.Hosts[0].Room == 0 && len(scene.Matches) == 1 && scene.Matches[0].Players == 1 && scene.Matches[0].Rating == 2900
	}, p)
	for rating, after := range map[int]time.Duration{2800: 0, 2500: 6 * time.Second, 300: fleet.PlacingPatience} {
		if waits := waitFor(scene, rating); waits != after {
			t.Errorf("one of %d is seated after %v, want %v", rating, waits, after)
		}
	}
}

// waitFor returns how long a player waits for a place.
func waitFor(scene *fleet.Snapshot, rating int) time.Duration {
	var q fleet.Queue
	began := time.Now()
	q.Add(fleet.Player{ID: 1, Protocol: proto.Version, Rules: game.RulesFingerprint, Rating: rating}, began)
	for waits := time.Duration(0); ; waits += time.Second {
		if d := q.Step(scene, began.Add(waits)); len(d.Seated) > 0 || waits > time.Minute {
			return waits
		}
	}
}

func TestAHubThatDoesNotAnswerHoldsUpNoHostAndIsLeftAloneForAWhile(t *testing.T) {
	synctest.Test(t, hubThatDoesNotAnswer)
}

func hubThatDoesNotAnswer(t *testing.T) {
	f := fleettest.NewLocal()
	defer f.Close()
	silent := make(chan struct{})
	defer close(silent)
	var asked atomic.Int32
	f.Serve(fleet.RatingsSubject, func([]byte) []byte { asked.Add(1); <-silent; return nil })
	r := matchRatings{cache: fleet.NewRatingCache(f)}
	var running sync.WaitGroup
	for range 3 {
		began := time.Now()
		if mean := r.mean([]net.Present{{Identity: "SHA256:ann"}, {Bot: true}}); mean != 0 {
			t.Errorf("nothing is known, and the mean is %d", mean)
		}
		r.ask(t.Context(), &running)
		if took := time.Since(began); took > 0 {
			t.Errorf("the host waits for %v", took)
		}
		running.Wait() // for as long as the hub may take
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the hub was asked %d times", n)
	}
}
