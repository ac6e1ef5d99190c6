package keeper

import (
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
)

// User is whoever plays a match that a Keeper owns. The functions are called from a goroutine of the match's own and must not wait;
// each may be nil.
type User struct {
	// Frozen is told that the match stands still, for the host may not play it now, and that it goes on.
	Frozen func(on bool)
	// Lost is told, once, that another host has the match: as its entry says, or nothing if it is gone.
	Lost func(fleet.Match)
	// Anew is to have the log begin in another file, for something is missing of this one, or it is too long.
	Anew func()
}

// Owner keeps a match of this host: its entry, its standby and its log. Its methods may be called from any goroutine.
type Owner struct {
	// Static after construction.
	keeper *Keeper
	user   User
	id     fleet.ID
	close  func() // closes closing, once

	// Safe from any goroutine.
	gate    gate
	epoch   atomic.Uint32
	remade  atomic.Uint32 // times
	footage chan Footage
	gap     atomic.Bool // footage was dropped
	woken   chan struct{}
	results chan func()
	closing chan struct{}
	ended   chan struct{} // closed when run has returned

	made   chan struct{} // closed when the entry was made
	handed atomic.Pointer[fleet.Match]
	stands atomic.Pointer[fleet.Match]

	mu   sync.Mutex
	says fleet.Match // what the host says of the match: title, players and the like

	// Owned by run.
	entry  entry
	lease  lease
	film   film
	played time.Duration // while the host had a lease
	frozen bool
	lost   bool
}

const (
	// beat is how often a lease is asked for.
	beat = 250 * time.Millisecond
	// footageWaits is how much of that may wait.
	footageWaits = 256
)

// Own has a new match be kept, of which m says what it is. Its host, epoch and standby are the keeper's business.
func (k *Keeper) Own(m fleet.Match, user User) *Owner {
	self := k.conf.Self()
	m.Host, m.Epoch, m.Address, m.Fingerprint = self.ID, 1, self.Address, self.Fingerprint
	m.Standby = chooseStandby(m.ID, &self, k.conf.Hosts.Hosts(), func(fleet.ID) bool { return false })
	o := k.newOwner(m, user)
	o.gate.written(time.Now())
	o.gate.alone() // nobody can claim what is not there yet
	k.own(o)
	return o
}

// Own has the host go on with the match. What is recorded of it first follows on the log; without one a file begins.
func (c *Claim) Own(log []byte, user User) *Owner {
	o := c.keeper.newOwner(c.Match, user)
	o.entry.revision, o.entry.made, o.entry.wrote = c.revision, true, c.at
	o.gate.written(c.at)
	if o.gate.leased(time.Now()); c.Match.Standby == 0 { // for nobody was asked for one yet
		o.gate.alone()
	}
	if len(log) > 0 {
		o.footage <- Footage{First: true, Bytes: log}
	}
	c.keeper.own(o)
	return o
}

func (k *Keeper) newOwner(m fleet.Match, user User) *Owner {
	o := &Owner{
		keeper: k, user: user, id: m.ID, says: m, entry: entry{Match: m},
		footage: make(chan Footage, footageWaits), woken: make(chan struct{}, 1), results: make(chan func(), 16),
		closing: make(chan struct{}), ended: make(chan struct{}), made: make(chan struct{}),
	}
	o.stands.Store(&m)
	o.close = sync.OnceFunc(func() { close(o.closing) })
	o.epoch.Store(m.Epoch)
	return o
}

// own has an owner run.
func (k *Keeper) own(o *Owner) {
	k.mu.Lock()
	if s := k.standing[o.id]; s != nil {
		k.forget(s)
	}
	k.owners[o.id] = o
	closed := k.closed
	k.mu.Unlock()
	if closed {
		close(o.ended)
		return
	}
	k.run(o.run)
}

// MayTick reports whether the host may play a tick of the match now. It is asked before each, with the time as it is then.
func (o *Owner) MayTick(now time.Time) bool { return o.gate.mayTick(now) }

// Epoch returns the epoch that the match is played in here.
func (o *Owner) Epoch() uint32 { return o.epoch.Load() }

// Remade returns how often the entry had to be made again, since the directory had lost its memory: it has forgotten all else as well.
func (o *Owner) Remade() uint32 { return o.remade.Load() }

// Say has the entry tell something else of the match from now on.
func (o *Owner) Say(m fleet.Match) {
	o.mu.Lock()
	changed := o.says != m
	o.says = m
	o.mu.Unlock()
	if changed {
		o.wake()
	}
}

// Record takes what is filmed of the match. It does not wait.
func (o *Owner) Record(f Footage) {
	if f.First {
		o.gap.Store(false)
	}
	if o.gap.Load() {
		return
	}
	select {
	case o.footage <- f:
	default:
		o.gap.Store(true)
		o.wake()
	}
}

// End says that the match is over: nobody goes on with it. It returns at once; no tick may be played from then on.
func (o *Owner) End() {
	o.gate.lost.Store(true)
	o.close()
}

// Ended is closed when nothing more comes of the owner.
func (o *Owner) Ended() <-chan struct{} { return o.ended }

func (o *Owner) wake() {
	select {
	case o.woken <- struct{}{}:
	default:
	}
}

// run keeps the match until it is over, or another host's.
func (o *Owner) run() {
	defer close(o.ended)
	defer o.letGo()
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	if o.entry.revision != 0 {
		close(o.made)
		o.adopt(time.Now())
	}
	o.look(time.Now())
	for !o.lost {
		select {
		case <-o.keeper.ctx.Done():
			return
		case <-o.closing:
			if o.handed.Load() == nil {
				o.remove()
			}
			return
		case f := <-o.footage:
			o.tell(f)
		case do := <-o.results:
			if do(); !o.lost {
				o.write(time.Now())
			}
		case <-o.woken:
			o.look(time.Now())
		case <-ticker.C:
			now := time.Now()
			o.lease.silent++
			if o.gate.mayTick(now) {
				o.played += beat
			}
			o.askLease(now)
			o.tellLate(now)
			o.look(now)
		}
		o.tellIfFrozen(time.Now())
	}
}

// look does what is to be done about the entry.
func (o *Owner) look(now time.Time) {
	if o.gap.Load() {
		o.anew()
	}
	if !o.lost {
		o.write(now)
	}
}

// tellIfFrozen tells the user whether the match stands still, when that has changed.
func (o *Owner) tellIfFrozen(now time.Time) {
	frozen := !o.gate.mayTick(now)
	if frozen == o.frozen || o.lost || o.gate.held.Load() || o.gate.lost.Load() { // the last: it has ended, of which nobody need know
		return
	}
	if o.frozen = frozen; frozen {
		o.keeper.log.Warn("a match stands still: its host has no lease", "match", o.id)
	}
	if o.user.Frozen != nil {
		o.user.Frozen(frozen)
	}
}

// lose lets go of a match that another host has, or that is gone. While it is being handed over that is what is to be; who hands it over
// says what came of it.
func (o *Owner) lose(to fleet.Match) {
	if o.gate.held.Load() && !o.entry.settle {
		return
	}
	o.gate.lost.Store(true)
	o.lost = true
	o.epoch.Store(max(o.epoch.Load(), to.Epoch))
	o.keeper.log.Warn("a match is let go: another host has claimed it", "match", o.id, "host", to.Host, "epoch", to.Epoch)
	if o.user.Lost != nil {
		o.user.Lost(to)
	}
}

// letGo has the keeper know the owner no more. Nobody has a lease of an epoch that has been played here.
func (o *Owner) letGo() {
	o.gate.lost.Store(true)
	k := o.keeper
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.owners[o.id] == o {
		delete(k.owners, o.id)
	}
	epoch := o.epoch.Load()
	if to := o.handed.Load(); to != nil {
		epoch = max(epoch, to.Epoch)
	} else if !o.lost { // it is over: nobody plays it on in this epoch
		epoch++
	}
	k.past[o.id] = pastEpoch{epoch: epoch, until: time.Now().Add(pastKept)}
}

// beside does something that takes long, and what it returns then in the owner's own goroutine.
func (o *Owner) beside(do func() (then func())) {
	o.keeper.run(func() {
		then := do()
		select {
		case o.results <- then:
		case <-o.ended:
		case <-o.keeper.ctx.Done():
		}
	})
}
