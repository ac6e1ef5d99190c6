// Package keeper makes sure that one host at a time plays a match, and that another resumes it when the host dies: see "Which host plays a match"
// in package fleet. A host has one Keeper. It owns the host's matches, is a standby for matches of others, and claims matches that no host plays any
// more. It handles a match as the bytes of its log and the permission to play a tick.
//
//	host A                                bus                                 host B, the standby
//	Owner ── Chunk, each 250 ms ─────────► log.MATCH ─────────────────────────► followed: logFile in memory
//	      ── LeaseAsk, each 250 ms ──────► lease.B ───────────────────────────► grants
//	      ◄─ LeaseGrant ────────────────────────────────────────────────────────
//	      ── LeaseAsk, each 2 s ─────────► lease.C, lease.D: the witnesses, which claim 19 s after their last grant
//	      ── Swap, each 5 s ─────────────► matches/MATCH ──── Get ────────────► 2.5 s after its last grant
//	                                                     ◄── Swap, epoch + 1 ── claims, if it is still the standby
//	gate ◄─ checked before each tick
//
// # Why never two
//
// An epoch belongs to one host and one standby. It rises when a host claims the match and when its host names another standby. Only the standby and the
// witnesses that an entry names may claim it, and only after they granted a lease of that epoch. A host plays only while it holds a lease of each of
// them, which ends before they may claim. A host requests leases of an epoch only when it knows that the entry has that epoch. So a Swap with an unknown
// outcome that takes effect later does no harm: the standby that it names has granted no lease of its epoch, and a witness that it adds has granted
// none either, as none is named twice in an epoch.
//
// If the directory loses its contents, a host recreates the entry while it holds all leases: then none of those that may claim its epoch has done so,
// as they remember their own epochs for longer than fleet.EntryTime. Otherwise it waits for fleet.RecreateAfter, in which all other hosts of the match
// have recreated the entry or paused.
//
// A standby may read an entry just before the host writes it. Then the claim's Swap, over the revision that was read, is refused. An unchanged entry
// names the same standby in the same epoch. The standby granted no lease of it while it read, or it would not claim, and grants none while it claims.
// This does not depend on hosts that follow the entries: an owner finds a claim by its own Swap at the latest, and has stopped long before.
//
// After a new epoch in the entry, the host may play for the time of a lease from its first request of that epoch, since no standby can claim the match
// before. A standby that starts a claim grants no lease until it knows the outcome.
package keeper

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Config configures a Keeper.
type Config struct {
	Fleet fleet.Fleet
	Hosts *fleet.Roll // the Keeper updates it
	// Self returns the host's current entry. It is called from any goroutine and must not block.
	Self func() fleet.Host
	// Claimed is called on its own goroutine when the host has claimed a match. It resumes the match by Claim.Own, or gives it up.
	Claimed func(*Claim)
	Log     *slog.Logger // nil: no log

	// MostBytes is the memory for the logs of other hosts' matches in total; 0 for 256 MiB.
	MostBytes int
}

// Keeper manages a host's matches and the matches for which the host is a standby. Methods are safe for concurrent use.
type Keeper struct {
	conf   Config
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelFunc
	stops  []func()

	running sync.WaitGroup

	mu       sync.Mutex
	closed   bool
	owners   map[fleet.ID]*Owner
	followed map[fleet.ID]*followed
	played   map[fleet.ID]playedEpoch
	checked  time.Time // time of the last check for matches to claim
	bytes    int       // of the logs of all followed matches
	reading  int       // reads of entries in progress
	claiming int       // claims in progress, each of which will need room
	bus      busHealth
}

// playedEpoch is the epoch in which a match was or will be played here. No earlier epoch gets a lease.
type playedEpoch struct {
	epoch  uint32
	until  time.Time
	coming bool // it was claimed
}

const (
	// checkEvery is the interval of checks for matches to claim.
	checkEvery = 100 * time.Millisecond
	// stoppedAfter is the time without a check after which a keeper assumes that its process or machine was stopped.
	stoppedAfter = time.Second
	// maxFollowed is the maximum of matches for which a host is a standby.
	maxFollowed = 4096
	// maxLog is the maximum log of a match in memory, defaultMaxBytes that of all together.
	maxLog          = 16 << 20
	defaultMaxBytes = 256 << 20
	// callTime is the limit for a call of the directory. A failure is known before the lease ends.
	callTime = 1500 * time.Millisecond
	// listTime is the limit for reading the roll. Nothing waits for it.
	listTime = 3 * time.Second
	// pastLife is the life of a playedEpoch: longer than fleet.EntryTime, after which an earlier host of the match no longer plays it.
	pastLife = 10 * time.Minute
)

// New returns a Keeper, which is a standby for other hosts' matches from now on.
func New(conf Config) (*Keeper, error) {
	k := &Keeper{
		conf: conf, log: conf.Log, owners: map[fleet.ID]*Owner{}, followed: map[fleet.ID]*followed{},
		played: map[fleet.ID]playedEpoch{}, checked: time.Now(),
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.conf.MostBytes == 0 {
		k.conf.MostBytes = defaultMaxBytes
	}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	stop, err := conf.Fleet.Serve(fleet.LeaseSubject+k.self().String(), k.answerLease)
	if err != nil {
		k.cancel()
		return nil, fmt.Errorf("leases cannot be granted: %w", err)
	}
	k.stops = []func(){stop}
	k.run(k.watch)
	k.run(k.followHosts)
	return k, nil
}

func (k *Keeper) self() fleet.ID { return k.conf.Self().ID }

// Close stops the keeper. It does not hand over its matches: end them before, or other hosts resume them.
func (k *Keeper) Close() {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.cancel()
	for _, stop := range k.stops {
		stop()
	}
	k.mu.Lock()
	for _, s := range k.followed {
		s.stop()
	}
	k.mu.Unlock()
	k.running.Wait()
}

// run runs do on a goroutine, unless the keeper is closed.
func (k *Keeper) run(do func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return
	}
	k.running.Go(func() {
		defer sys.Restore()
		do()
	})
}

// followHosts updates the roll of hosts.
func (k *Keeper) followHosts() {
	for {
		ctx, cancel := context.WithTimeout(k.ctx, listTime)
		k.conf.Hosts.Read(ctx, 0)
		cancel()
		k.mu.Lock()
		for _, o := range k.owners {
			o.wake()
		}
		k.mu.Unlock()
		if !k.conf.Hosts.Wait(k.ctx) {
			return
		}
	}
}

// Has reports whether this host plays a match, claims it, or has claimed it.
func (k *Keeper) Has(match fleet.ID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.followed[match]
	return k.owners[match] != nil || k.played[match].coming || s != nil && s.claiming
}

// watch checks for matches to claim until the keeper is closed.
func (k *Keeper) watch() {
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-ticker.C:
			k.check(time.Now())
		}
	}
}

// check claims matches that are due.
func (k *Keeper) check(now time.Time) {
	k.mu.Lock()
	stopped := now.Sub(k.checked)
	k.checked = now
	if stopped > stoppedAfter { // requests of that time are still unread
		for _, s := range k.followed {
			if s.granted = s.granted.Add(stopped); s.granted.After(now) {
				s.granted = now
			}
		}
	}
	k.mu.Unlock()
	k.checkBus(now)
	k.checkFollowed(now)
}

// sleep waits for d and reports whether the keeper still runs.
func (k *Keeper) sleep(d time.Duration) bool {
	select {
	case <-k.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// get returns a match's entry in the directory.
func (k *Keeper) get(id fleet.ID) (m fleet.Match, revision uint64, err error) {
	ctx, cancel := context.WithTimeout(k.ctx, callTime)
	defer cancel()
	e, err := k.read(ctx, id)
	if err != nil {
		return m, 0, err
	}
	m, err = fleet.Parse[fleet.Match](e.Value)
	return m, e.Revision, err
}

// swap writes a match's entry over the revision old.
func (k *Keeper) swap(m *fleet.Match, old uint64) (revision uint64, err error) {
	ctx, cancel := context.WithTimeout(k.ctx, callTime)
	defer cancel()
	return k.conf.Fleet.Swap(ctx, fleet.Matches, m.ID.String(), fleet.Append(nil, m), old)
}

// chooseStandby returns the standby for a match of a host, or 0 if there is none. It prefers hosts with the same version, which can certainly read the
// log. Among those the id of the match decides, which spreads the standbys of a host's matches over all other hosts.
func chooseStandby(match fleet.ID, self *fleet.Host, hosts []fleet.Host, except func(fleet.ID) bool) (best fleet.ID) {
	var highest uint64
	for i := range hosts {
		h := &hosts[i]
		if h.ID == self.ID || h.Draining || h.Room == 0 || h.Protocol != self.Protocol || h.Rules != self.Rules || except(h.ID) {
			continue
		}
		weight := rank(match, h.ID) >> 1
		if h.Version == self.Version {
			weight |= 1 << 63
		}
		if best == 0 || weight > highest {
			best, highest = h.ID, weight
		}
	}
	return best
}

func rank(match, host fleet.ID) uint64 {
	h := fnv.New64a()
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], uint64(match))
	binary.BigEndian.PutUint64(b[8:], uint64(host))
	h.Write(b[:])
	x := h.Sum64() // its high bits hardly depend on the last byte
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}

// busHealth distinguishes dead hosts from a dead bus: while the bus is away or stalled, all hosts are silent. The Keeper's lock guards it.
type busHealth struct {
	failed time.Time // when the bus was last away or slow; zero: never
	since  time.Time // since when it is away; zero: it is up
}

const (
	// slowCall is the longest call of the directory on a healthy bus.
	slowCall = 500 * time.Millisecond
	// returnTime is the time for hosts to reconnect and request a lease after the bus is back: a dial without an answer is retried after 2 s.
	returnTime = 4 * time.Second
)

// good reports whether a silent host is dead, not the bus.
func (h *busHealth) good(now time.Time) bool {
	return h.failed.IsZero() || now.Sub(h.failed) >= returnTime
}

// lastAway returns the time when the bus was last away or slow.
func (k *Keeper) lastAway() time.Time {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.bus.failed
}

// checkBus notes whether the bus is up.
func (k *Keeper) checkBus(now time.Time) {
	up := k.conf.Fleet.Up()
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case up:
		k.bus.since = time.Time{}
		return
	case k.bus.since.IsZero():
		k.bus.since = now
	}
	k.bus.failed = now
}

// Trouble returns for how long the bus has been away, and for how long a match of this host has been without a lease; 0 for neither.
func (k *Keeper) Trouble(now time.Time) (bus, lease time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.bus.since.IsZero() {
		bus = now.Sub(k.bus.since)
	}
	for _, o := range k.owners {
		lease = max(lease, o.gate.lapsed(now))
	}
	return bus, lease
}

// read reads a match's entry and notes the health of the bus.
func (k *Keeper) read(ctx context.Context, id fleet.ID) (fleet.Entry, error) {
	began := time.Now()
	e, err := k.conf.Fleet.Get(ctx, fleet.Matches, id.String())
	if now := time.Now(); err != nil && !errors.Is(err, fleet.ErrNone) || now.Sub(began) > slowCall {
		k.mu.Lock()
		k.bus.failed = now
		k.mu.Unlock()
	}
	return e, err
}
