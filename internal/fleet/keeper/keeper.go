package keeper

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Config says for which host a Keeper is.
type Config struct {
	Fleet fleet.Fleet
	Hosts *fleet.Roll // which the Keeper has read again
	// Self returns what the host says of itself now. From any goroutine; it must not wait.
	Self func() fleet.Host
	// Claimed is called, from a goroutine of its own, when the host has claimed a match: it goes on with it by Claim.Own, or gives it up.
	Claimed func(*Claim)
	Log     *slog.Logger // nil: silent

	// MostBytes is how much memory logs of others' matches may take, all together; 0 for 256 MiB.
	MostBytes int
}

// Keeper keeps a host's matches, and those it stands by for. Its methods may be called from any goroutine.
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
	standing map[fleet.ID]*standing
	past     map[fleet.ID]pastEpoch
	looked   time.Time // when it looked last for what is to be claimed
	bytes    int       // of the logs of all that are standing
	looking  int       // entries of matches that are being read
	claiming int       // claims under way, each of which will take room
	hearing  hearing
	lookout  lookout
}

// pastEpoch says that a match was played here, or is going to be, in an epoch: nobody has a lease of one before it.
type pastEpoch struct {
	epoch  uint32
	until  time.Time
	coming bool // it was claimed
}

const (
	// lookEvery is how often a keeper looks whether there is anything to be claimed.
	lookEvery = 100 * time.Millisecond
	// stoppedAfter is how long a keeper may not have looked before it takes it that its own process was stopped, or the machine.
	stoppedAfter = time.Second
	// mostStanding is for how many matches a host stands by at most.
	mostStanding = 4096
	// mostLog is how long the log of a match may be that is kept in memory.
	mostLog = 16 << 20
	// defaultMostBytes is how long all of them may be.
	defaultMostBytes = 256 << 20
	// callTime is how long a call of the directory may take. It is known before the next piece of a lease is due that it failed.
	callTime = 1500 * time.Millisecond
	// listTime is how long it may take to read the roll. Nothing waits for it, and a bus that cannot in that time has too much to do.
	listTime = 3 * time.Second
	// pastKept is for how long a host knows what it has played: until whoever played it before has found out.
	pastKept = 10 * time.Minute
)

// New returns a Keeper that stands by for others' matches from now on.
func New(conf Config) (*Keeper, error) {
	k := &Keeper{
		conf: conf, log: conf.Log, owners: map[fleet.ID]*Owner{}, standing: map[fleet.ID]*standing{},
		past: map[fleet.ID]pastEpoch{}, looked: time.Now(),
	}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	if k.conf.MostBytes == 0 {
		k.conf.MostBytes = defaultMostBytes
	}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	stop, err := conf.Fleet.Serve(fleet.LeaseSubject+k.self().String(), k.answerLease)
	if err != nil {
		k.cancel()
		return nil, fmt.Errorf("leases cannot be granted: %w", err)
	}
	k.stops = []func(){stop, k.lookNoMore}
	k.run(k.look)
	k.run(k.followHosts)
	return k, nil
}

func (k *Keeper) self() fleet.ID { return k.conf.Self().ID }

// Close ends it. Matches that it owns are given back to nobody: end them before, or others go on with them.
func (k *Keeper) Close() {
	k.mu.Lock()
	k.closed = true
	k.mu.Unlock()
	k.cancel()
	for _, stop := range k.stops {
		stop()
	}
	k.mu.Lock()
	for _, s := range k.standing {
		s.stop()
	}
	k.mu.Unlock()
	k.running.Wait()
}

// run runs something beside, until the keeper is closed.
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

// followHosts has the roll read again whenever it should be.
func (k *Keeper) followHosts() {
	for {
		ctx, cancel := context.WithTimeout(k.ctx, listTime)
		err := k.conf.Hosts.Read(ctx, 0)
		if cancel(); err == nil {
			k.lookOut()
		}
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

// Has reports whether this host plays a match, or is about to: it claims it, or has.
func (k *Keeper) Has(match fleet.ID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.standing[match]
	return k.owners[match] != nil || k.past[match].coming || s != nil && s.claiming
}

// look looks for what is to be claimed, and forgets what is over.
func (k *Keeper) look() {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-ticker.C:
			k.lookAt(time.Now())
		}
	}
}

// lookAt looks at a time.
func (k *Keeper) lookAt(now time.Time) {
	k.mu.Lock()
	stopped := now.Sub(k.looked)
	k.looked = now
	if stopped > stoppedAfter { // nobody could be heard meanwhile: what hosts have said waits to be read
		for _, s := range k.standing {
			if s.granted = s.granted.Add(stopped); s.granted.After(now) {
				s.granted = now
			}
		}
	}
	k.mu.Unlock()
	k.listen(now)
	k.lookAtStanding(now)
	k.lookForOrphans(now)
}

// sleep waits, and reports whether the keeper still runs.
func (k *Keeper) sleep(d time.Duration) bool {
	select {
	case <-k.ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// get returns a match's entry as it stands in the directory.
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
