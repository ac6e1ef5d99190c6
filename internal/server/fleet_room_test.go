package server

import (
	"context"
	"crypto/ed25519"
	"log/slog"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/identity"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui"
)

// resultsOf returns the results that a host has sent to the hub so far.
func resultsOf(t *testing.T, f fleet.Fleet, host fleet.ID) (results []*outbox.Result) {
	t.Helper()
	f.Stored(t.Context(), fleet.ResultSubject+host.String(), func(b []byte) {
		r, err := outbox.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	})
	return results
}

func TestAHostWithoutRecordsSendsItsMatchesToTheHub(t *testing.T) {
	t.Parallel()
	for what, offRecord := range map[string]bool{"damaged": false, "off": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f := fleettest.NewLocal()
			defer f.Close()
			door := newIssuer(t, f)
			dirs := tempDirs(t)
			if err := os.WriteFile(dirs.Records(), []byte("no database at all, whatever its name says"), 0o600); err != nil {
				t.Fatal(err)
			}
			waits := outbox.ResultID{Match: fleet.NewID(), Number: 3}
			box, err := outbox.Open(dirs.Outbox(), outbox.Options{})
			if err == nil {
				err = box.Post(&outbox.Result{ID: waits, Host: 1, Match: &career.Match{Started: time.Now()}}, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			box.Flush()
			s := start(t, Options{
				Dirs:    dirs,
				Hosting: ui.Hosting{Match: net.MatchOptions{Mode: game.Deathmatch, Bots: 2, Skill: 2, Time: 2 * time.Second, OffRecord: offRecord}, HostOptions: net.HostOptions{Title: "fleet"}, Listen: "127.0.0.1:0", Hidden: true},
				Admin:   t.TempDir() + "/admin", Fleet: FleetOptions{updateEvery: soon, Fleet: f, Matches: 2},
			}, slog.New(slog.NewTextHandler(t.Output(), nil)))
			door.isKnownTo(t, s)
			entry := s.member.home.owner.Entry()
			p := newFleetPlayer(t, door, &entry, "Ann")
			defer p.Leave()
			var results []*outbox.Result
			until(t, func() bool {
				results = resultsOf(t, f, s.member.self.ID)
				return len(results) >= 2
			}, p)
			if results[0].ID != waits || results[1].ID.Match != entry.ID || s.recorder != nil {
				t.Errorf("got results %v and %v; a recorder: %v", results[0].ID, results[1].ID, s.recorder)
			}
		})
	}
}

func TestAHostSendsTheHubNewProofsOfLinkedKeys(t *testing.T) {
	f := newFleet(t)
	door := newIssuer(t, f)
	s := fleetHost(t, f, 2, func(o *Options) {
		o.Match = net.MatchOptions{Mode: game.Deathmatch, Bots: 2, Skill: 2, Time: time.Second, OffRecord: true}
	})
	door.isKnownTo(t, s)
	entry := s.member.home.owner.Entry()
	key, err := identity.Load(t.TempDir() + "/key")
	if err != nil {
		t.Fatal(err)
	}
	_, private, _ := ed25519.GenerateKey(nil)
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := identity.Sign(signer, identity.Statement(key.Fingerprint()))
	if err != nil {
		t.Fatal(err)
	}
	p := door.sends(t, &entry, "Ann", key, identity.Proofs{proof})
	defer p.Leave()
	laptop := ssh.FingerprintSHA256(signer.PublicKey())
	var flight career.Flight
	until(t, func() bool {
		for _, r := range resultsOf(t, f, s.member.self.ID) {
			for _, one := range r.Match.Flights {
				if one.Identity == key.Fingerprint() {
					flight = one
				}
			}
		}
		return flight.Identity != ""
	}, p)
	if own, linked, err := identity.Proven(flight.Proof); err != nil || own != key.Fingerprint() || !slices.Equal(linked, []string{laptop}) {
		t.Errorf("it proves that %s is one with %v: %v", own, linked, err)
	}
	if again := s.keys.proofOf(key.Fingerprint(), []string{key.Fingerprint(), laptop}); again != nil {
		t.Error("a link that the fleet knows is proven again")
	}
}

// rateAll makes a fleet's hub answer with one rating for all players, and returns the number of requests.
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

// TestAPlayerIsNotSeatedWithMuchBetterOnes: from the host through the directory to the queue of a door.
func TestAPlayerIsNotSeatedWithMuchBetterOnes(t *testing.T) {
	f := newFleet(t)
	asked := rateAll(t, f, fleet.Rating{Value: 2900, Deviation: 60})
	door := newIssuer(t, f)
	s := fleetHost(t, f, 1)
	home := s.member.home.owner.Entry()
	door.isKnownTo(t, s)
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

func TestAHubThatDoesNotAnswerBlocksNoHostAndIsNotAskedForAWhile(t *testing.T) {
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
		if mean := r.mean([]net.PilotInfo{{Identity: "SHA256:ann"}, {Bot: true}}); mean != 0 {
			t.Errorf("nothing is known, and the mean is %d", mean)
		}
		r.ask(t.Context(), &running)
		if took := time.Since(began); took > 0 {
			t.Errorf("the host waits for %v", took)
		}
		running.Wait() // as long as the hub may take
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the hub was asked %d times", n)
	}
}

// wire is a host's connection to a fleet. It can be cut, and writes of matches can be delayed.
type wire struct {
	*fleettest.Local
	cut      atomic.Bool
	halfCut  atomic.Bool // Ask and Swap are blocked; the rest works
	delayed  atomic.Bool
	writes   chan struct{} // has an element while a completed write is delayed
	released chan struct{} // closed to let it return

	mu            sync.Mutex
	waiting, most int // calls that are blocked by a cut, now and at most
}

// waits counts a blocked call (1), or its end (-1).
func (w *wire) waits(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting += n
	w.most = max(w.most, w.waiting)
}

// mostWaiting returns the greatest number of calls that were blocked at once.
func (w *wire) mostWaiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.most
}

func newWire(f *fleettest.Local) *wire {
	return &wire{Local: f, writes: make(chan struct{}, 1), released: make(chan struct{})}
}

// delay makes the next write of a match block until resume.
func (w *wire) delay() { w.delayed.Store(true) }

func (w *wire) resume() { close(w.released) }

// reach returns an error when the wire is cut, as late as a bus would.
func (w *wire) reach(ctx context.Context) error {
	if w.cut.Load() {
		w.waits(1)
		<-ctx.Done()
		w.waits(-1)
	}
	return ctx.Err()
}

// reachWhole is reach for calls that a half cut blocks too.
func (w *wire) reachWhole(ctx context.Context) error {
	if w.halfCut.Load() {
		<-ctx.Done()
	}
	return w.reach(ctx)
}

func (w *wire) Up() bool { return !w.cut.Load() }

func (w *wire) Get(ctx context.Context, k fleet.Kind, key string) (fleet.Entry, error) {
	if err := w.reach(ctx); err != nil {
		return fleet.Entry{}, err
	}
	return w.Local.Get(ctx, k, key)
}

func (w *wire) List(ctx context.Context, k fleet.Kind) ([]fleet.Entry, error) {
	if err := w.reach(ctx); err != nil {
		return nil, err
	}
	return w.Local.List(ctx, k)
}

func (w *wire) Put(ctx context.Context, k fleet.Kind, key string, v []byte) (uint64, error) {
	if err := w.reach(ctx); err != nil {
		return 0, err
	}
	return w.Local.Put(ctx, k, key, v)
}

func (w *wire) Swap(ctx context.Context, k fleet.Kind, key string, v []byte, old uint64) (uint64, error) {
	if err := w.reachWhole(ctx); err != nil {
		return 0, err
	}
	revision, err := w.Local.Swap(ctx, k, key, v, old)
	if k == fleet.Matches && err == nil && w.delayed.CompareAndSwap(true, false) {
		w.writes <- struct{}{}
		<-w.released
	}
	return revision, err
}

func (w *wire) Remove(ctx context.Context, k fleet.Kind, key string, old uint64) error {
	if err := w.reach(ctx); err != nil {
		return err
	}
	return w.Local.Remove(ctx, k, key, old)
}

func (w *wire) Ask(ctx context.Context, s string, b []byte) ([]byte, error) {
	if err := w.reachWhole(ctx); err != nil {
		return nil, err
	}
	return w.Local.Ask(ctx, s, b)
}

func (w *wire) Store(ctx context.Context, subject, id string, b []byte) error {
	if err := w.reach(ctx); err != nil {
		return err
	}
	return w.Local.Store(ctx, subject, id, b)
}

func (w *wire) Publish(s string, b []byte) {
	if !w.cut.Load() {
		w.Local.Publish(s, b)
	}
}
