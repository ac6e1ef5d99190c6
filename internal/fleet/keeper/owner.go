package keeper

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/internal/fleet"
	"dogfight/proto/replay"
)

// User receives events of a match that the Keeper owns. The functions are called on a goroutine of the match and must not block; each may be nil.
type User struct {
	// Frozen reports that the match pauses, because the host has no lease, and that it resumes.
	Frozen func(on bool)
	// Lost reports, once, that another host has the match, with its entry, or the zero Match if the entry is gone.
	Lost func(fleet.Match)
	// Anew requests a new file for the log, because this one has a gap or is too long.
	NewFile func()
}

// Owner maintains the entry, the standby and the log of a match of this host. Methods are safe for concurrent use.
type Owner struct {
	// Static after construction.
	keeper *Keeper
	user   User
	id     fleet.ID
	close  func() // closes closing, once

	// Safe for concurrent use.
	gate    gate
	epoch   atomic.Uint32
	remade  atomic.Uint32 // times
	pieces  chan replay.Piece
	gap     atomic.Bool // a piece was dropped
	woken   chan struct{}
	results chan func()
	closing chan struct{}
	ended   chan struct{} // closed when run returns

	made    chan struct{} // closed when the entry exists
	handed  atomic.Pointer[fleet.Match]
	written atomic.Pointer[fleet.Match]

	mu          sync.Mutex
	description fleet.Match // title, players and so on, from the host

	// Owned by run.
	entry     entry
	lease     lease
	witnesses witnesses
	log       sentLog
	played    time.Duration // with a lease
	frozen    bool
	lost      bool
}

const (
	// beat is the interval of requests for a lease.
	beat = 250 * time.Millisecond
	// maxPieces is the queue of pieces of the log.
	maxPieces = 256
)

// Start starts an Owner for a new match. The keeper sets host, epoch and standby of m.
func (k *Keeper) Start(m fleet.Match, user User) *Owner {
	self := k.conf.Self()
	m.Host, m.Epoch, m.Address, m.Fingerprint = self.ID, 1, self.Address, self.Fingerprint
	m.Standby = chooseStandby(m.ID, &self, k.conf.Hosts.Hosts(), func(fleet.ID) bool { return false })
	o := k.newOwner(m, user)
	o.gate.written(time.Now())
	o.gate.alone() // without an entry it cannot be claimed
	o.gate.witness.set(time.Now().Add(never))
	k.start(o)
	return o
}

// Resume resumes the match. The first recorded piece follows the log; without a log a new file begins.
func (c *Claim) Resume(log []byte, user User) *Owner {
	o := c.keeper.newOwner(c.Match, user)
	o.entry.revision, o.entry.made, o.entry.wrote = c.revision, true, c.at
	o.gate.written(c.at)
	o.witnesses.name(&c.Match, c.at)
	o.gate.witness.set(o.witnesses.until())
	if o.gate.leased(time.Now()); c.Match.Standby == 0 { // no lease was requested yet
		o.gate.alone()
	}
	if len(log) > 0 {
		o.pieces <- replay.Piece{First: true, Bytes: log}
	}
	c.keeper.start(o)
	return o
}

func (k *Keeper) newOwner(m fleet.Match, user User) *Owner {
	o := &Owner{
		keeper: k, user: user, id: m.ID, description: m, entry: entry{Match: m},
		pieces: make(chan replay.Piece, maxPieces), woken: make(chan struct{}, 1), results: make(chan func(), 16),
		closing: make(chan struct{}), ended: make(chan struct{}), made: make(chan struct{}),
	}
	o.written.Store(&m)
	o.close = sync.OnceFunc(func() { close(o.closing) })
	o.epoch.Store(m.Epoch)
	return o
}

// start registers and runs an owner.
func (k *Keeper) start(o *Owner) {
	k.mu.Lock()
	if s := k.followed[o.id]; s != nil {
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

// MayTick reports whether the host may play a tick of the match at time now. Call it before each tick.
func (o *Owner) MayTick(now time.Time) bool { return o.gate.mayTick(now) }

// Remade returns how often the entry was recreated because the directory had lost its contents.
func (o *Owner) Remade() uint32 { return o.remade.Load() }

// Describe updates the description of the match in the entry.
func (o *Owner) Describe(m fleet.Match) {
	o.mu.Lock()
	changed := o.description != m
	o.description = m
	o.mu.Unlock()
	if changed {
		o.wake()
	}
}

// Record queues a piece of the log. It does not block.
func (o *Owner) Record(p replay.Piece) {
	if p.First {
		o.gap.Store(false)
	}
	if o.gap.Load() {
		return
	}
	select {
	case o.pieces <- p:
	default:
		o.gap.Store(true)
		o.wake()
	}
}

// End ends the match for the fleet. It returns at once; no tick may be played afterwards.
func (o *Owner) End() {
	o.gate.lost.Store(true)
	o.close()
}

// Ended is closed when the owner has stopped.
func (o *Owner) Ended() <-chan struct{} { return o.ended }

func (o *Owner) wake() {
	select {
	case o.woken <- struct{}{}:
	default:
	}
}

// run maintains the match until it ends or another host has it.
func (o *Owner) run() {
	defer close(o.ended)
	defer o.unregister()
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	if o.entry.revision != 0 {
		close(o.made)
		o.adopt(time.Now())
	}
	o.update(time.Now())
	for !o.lost {
		select {
		case <-o.keeper.ctx.Done():
			return
		case <-o.closing:
			if o.handed.Load() == nil {
				o.remove()
			}
			return
		case p := <-o.pieces:
			o.send(p)
		case do := <-o.results:
			if do(); !o.lost {
				o.write(time.Now())
			}
		case <-o.woken:
			o.update(time.Now())
		case <-ticker.C:
			now := time.Now()
			o.countSilence()
			if o.gate.mayTick(now) {
				o.played += beat
			}
			o.askLease(now)
			o.askWitnesses(now)
			o.sendOverdue(now)
			o.update(now)
		}
		o.reportFrozen(time.Now())
	}
}

// update requests a new file after a gap and writes the entry if it is due.
func (o *Owner) update(now time.Time) {
	if o.gap.Load() {
		o.requestFile()
	}
	if !o.lost {
		o.write(now)
	}
}

// reportFrozen reports to the user when the match pauses or resumes.
func (o *Owner) reportFrozen(now time.Time) {
	frozen := !o.gate.mayTick(now)
	if frozen == o.frozen || o.lost || o.gate.held.Load() || o.gate.lost.Load() { // gate.lost: it has ended
		return
	}
	if o.frozen = frozen; frozen {
		level := slog.LevelWarn
		if !o.keeper.conf.Fleet.Up() { // which is logged once for all matches
			level = slog.LevelInfo
		}
		o.keeper.log.Log(o.keeper.ctx, level, "a match stands still: its host has no lease", "match", o.id, "of", o.gate.missing(now), "standby", o.entry.Standby, "epoch", o.entry.Epoch)
	} else {
		o.keeper.log.Info("a match goes on: its host has all leases", "match", o.id, "epoch", o.entry.Epoch)
	}
	if o.user.Frozen != nil {
		o.user.Frozen(frozen)
	}
}

// lose gives up a match that another host has or that is gone. During a handover the caller of Hold decides.
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

// unregister removes the owner from the keeper. Epochs that were played here get no lease.
func (o *Owner) unregister() {
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
	} else if !o.lost { // it ended: no host resumes it in this epoch
		epoch++
	}
	k.played[o.id] = playedEpoch{epoch: epoch, until: time.Now().Add(pastLife)}
}

// async runs do on another goroutine and its result on the owner's.
func (o *Owner) async(do func() (then func())) {
	o.keeper.run(func() {
		then := do()
		select {
		case o.results <- then:
		case <-o.ended:
		case <-o.keeper.ctx.Done():
		}
	})
}

// sentLog is the current file of a match's log, which the owner sends to its standby, and again to another standby.
type sentLog struct {
	bytes     []byte
	began     bool // there is a file
	ended     bool // it has ended
	tooLong   bool // bytes are not stored
	requested bool // another file
	number    uint32
	sentAll   time.Time     // when all of it was last sent
	resend    time.Duration // minimum time until it is sent again
	epoch     uint32
	waiting   time.Time // since when the standby does not receive yet; zero: pieces are sent
}

const (
	// maxSentLog is the maximum size of a stored file.
	maxSentLog = 8 << 20
	// minResend is the time until a log is sent again to a standby with a gap. It doubles with each time in an epoch up to maxResend, as a standby
	// without memory for the log always has a gap.
	minResend, maxResend = time.Second, time.Minute
	// maxWaiting is the wait for a standby to receive. The stream has the log for other hosts.
	maxWaiting = time.Second
)

// begin begins another epoch.
func (l *sentLog) begin(epoch uint32) {
	if epoch != l.epoch {
		l.epoch, l.number, l.sentAll, l.resend = epoch, 0, time.Time{}, minResend
	}
}

// send sends a piece of the log.
func (o *Owner) send(p replay.Piece) {
	m := &o.log
	if p.First {
		*m = sentLog{number: m.number, epoch: m.epoch, waiting: m.waiting, sentAll: time.Now(), resend: m.resend, began: true}
	}
	if !m.began || m.ended {
		return
	}
	m.ended = p.Ended
	if m.tooLong = m.tooLong || len(m.bytes)+len(p.Bytes) > maxSentLog; m.tooLong {
		m.bytes = nil
		o.requestFile()
	} else {
		m.bytes = append(m.bytes, p.Bytes...)
	}
	if m.waiting.IsZero() {
		o.publish(p)
	}
}

// sendAll sends the file from its beginning.
func (o *Owner) sendAll(now time.Time) {
	m := &o.log
	m.waiting = time.Time{}
	switch m.sentAll = now; {
	case !m.began:
	case m.tooLong:
		o.requestFile()
	default:
		o.publish(replay.Piece{First: true, Bytes: m.bytes, Ended: m.ended})
	}
}

// sendOverdue sends the log if the standby has not answered for maxWaiting.
func (o *Owner) sendOverdue(now time.Time) {
	if m := &o.log; !m.waiting.IsZero() && now.Sub(m.waiting) >= maxWaiting {
		o.sendAll(now)
	}
}

// sendAgain sends the log to a standby that reported a gap in its answer to a request.
func (o *Owner) sendAgain(requested time.Time) {
	if m := &o.log; requested.Sub(m.sentAll) >= m.resend {
		m.resend = min(2*m.resend, maxResend)
		o.sendAll(time.Now())
	}
}

// requestFile requests another file from the user.
func (o *Owner) requestFile() {
	if !o.log.requested && o.user.NewFile != nil {
		o.log.requested = true
		o.user.NewFile()
	}
}

// publish publishes a piece of the log in chunks of at most fleet.MaxChunk.
func (o *Owner) publish(p replay.Piece) {
	if o.log.epoch == 0 {
		return // without an entry; sendAll follows
	}
	c := fleet.Chunk{Match: o.id, Epoch: o.log.epoch, First: p.First}
	for {
		n := min(len(p.Bytes), fleet.MaxChunk)
		c.Number, c.Bytes, p.Bytes = o.log.number, p.Bytes[:n], p.Bytes[n:]
		c.Ended = p.Ended && len(p.Bytes) == 0
		o.log.number++
		o.keeper.conf.Fleet.Publish(fleet.LogSubject+o.id.String(), c.Append(nil))
		if c.First = false; len(p.Bytes) == 0 {
			return
		}
	}
}

// A handover: the host calls Hold, so no tick is played; it asks another host, which calls Take; then it calls Hand, or GoOn if the other failed. GoOn
// raises the epoch of the entry, so a late Take fails.

// Hold stops ticks until GoOn. The owner still requests leases.
func (o *Owner) Hold() { o.gate.held.Store(true) }

// GoOn allows ticks again when it is certain that no host took the match, and then closes certain. If one did, the match is lost.
func (o *Owner) GoOn() (certain <-chan struct{}) {
	settled := make(chan struct{})
	o.ask(func() { o.entry.settle, o.entry.settled = true, settled })
	return settled
}

// Hand ends the owner after another host took the match.
func (o *Owner) Hand(to fleet.Match) {
	o.gate.lost.Store(true)
	o.handed.Store(&to)
	o.close()
}

// Entry returns the match's entry in the directory.
func (o *Owner) Entry() fleet.Match { return *o.written.Load() }

// Made is closed when the entry is in the directory.
func (o *Owner) Made() <-chan struct{} { return o.made }

// Pieces returns the number of chunks sent in the epoch of the entry, including all that were recorded before the call.
func (o *Owner) Pieces() uint32 {
	n := make(chan uint32, 1)
	o.ask(func() {
		for len(o.pieces) > 0 {
			o.send(<-o.pieces)
		}
		if !o.log.waiting.IsZero() {
			o.sendAll(time.Now())
		}
		n <- o.log.number
	})
	select {
	case pieces := <-n:
		return pieces
	case <-o.ended:
		return 0
	}
}

// ask runs do on the owner's goroutine.
func (o *Owner) ask(do func()) {
	select {
	case o.results <- do:
	case <-o.ended:
	}
}

var errElsewhere = errors.New("the match is not where the host that hands it over says")

// ClaimHandover claims a match that another host hands over. It retries if the host writes the entry at the same time.
func (k *Keeper) ClaimHandover(ctx context.Context, was *fleet.Match) (c *Claim, err error) {
	for range 3 {
		m, revision, err := k.get(was.ID)
		if err != nil {
			return nil, err
		}
		if m.Host != was.Host || m.Epoch != was.Epoch {
			return nil, errElsewhere
		}
		if c, err = k.tryClaim(ctx, m, revision); c != nil || err != nil {
			return c, err
		}
	}
	return nil, errElsewhere
}

// tryClaim claims a match over a revision of its entry. It returns nil if the entry has a newer revision.
func (k *Keeper) tryClaim(ctx context.Context, m fleet.Match, revision uint64) (*Claim, error) {
	k.mu.Lock()
	s := k.followed[m.ID]
	if s == nil && !k.closed && k.owners[m.ID] == nil {
		s = k.follow(m.ID, false)
	}
	if s == nil || s.claiming {
		k.mu.Unlock()
		return nil, errElsewhere
	}
	taken := make(chan *Claim)
	begun := k.claim(s, m, revision, func(c *Claim) {
		select {
		case taken <- c:
		case <-ctx.Done(): // the caller has gone
			if c != nil {
				k.resume(s, c)
			}
		}
	})
	k.mu.Unlock()
	if !begun {
		return nil, errElsewhere
	}
	select {
	case c := <-taken:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
