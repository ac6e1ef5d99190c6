package keeper

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// followed is a match of another host for which this one is a standby or which it claims. The Keeper's lock guards it.
type followed struct {
	match    fleet.ID
	host     fleet.ID
	witness  bool      // not the standby: no log, and a later claim
	epoch    uint32    // of the granted leases; 0: none
	granted  time.Time // time of the latest lease
	claiming bool      // no lease is granted
	reading  bool      // its entry is being read
	notUntil time.Time // earliest next read
	log      logFile
	full     bool          // the log needs too much memory
	spread   time.Duration // a random part of a witness's patience
	stop     func()
}

// claimAfter returns the silence after which this host claims the match.
func (s *followed) claimAfter() time.Duration {
	if s.witness {
		return fleet.OrphanAfter + s.spread
	}
	return fleet.ClaimAfter
}

// answerLease answers a request for a lease.
func (k *Keeper) answerLease(b []byte) []byte {
	ask, err := fleet.Parse[fleet.LeaseAsk](b)
	if err != nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	grant := k.grant(&ask, time.Now())
	return fleet.Append(nil, &grant)
}

// grant grants a lease unless the match is played or being claimed here, or the epoch is past or another host's.
func (k *Keeper) grant(ask *fleet.LeaseAsk, now time.Time) fleet.LeaseGrant {
	if o := k.owners[ask.Match]; o != nil {
		o.wake()
		return refusal(ask, o.epoch.Load()) // if that is lower, the asker has claimed the match, and this host will find out soon
	}
	if p := k.played[ask.Match]; ask.Epoch < p.epoch {
		return refusal(ask, p.epoch)
	}
	s := k.followed[ask.Match]
	switch {
	case s == nil:
	case s.claiming:
		return refusal(ask, 0)
	case ask.Epoch < s.epoch || ask.Epoch == s.epoch && ask.Host != s.host:
		return refusal(ask, s.epoch)
	case s.witness != ask.Witness:
		k.forget(s)
		s = nil
	}
	if s == nil && !k.closed && len(k.followed) < maxFollowed {
		s = k.follow(ask.Match, ask.Witness)
	}
	if s == nil {
		return refusal(ask, 0)
	}
	s.host, s.epoch, s.granted, s.notUntil = ask.Host, ask.Epoch, now, time.Time{}
	return fleet.LeaseGrant{Number: ask.Number, Epoch: ask.Epoch, Whole: s.log.whole(ask.Epoch), Draining: k.conf.Self().Draining}
}

// refusal returns the epoch that is known here, but never the requested one, which would read as a grant.
func refusal(ask *fleet.LeaseAsk, epoch uint32) fleet.LeaseGrant {
	if epoch == ask.Epoch {
		epoch = 0
	}
	return fleet.LeaseGrant{Number: ask.Number, Epoch: epoch}
}

// follow adds a match, and subscribes to its log unless this host is a mere witness. It returns nil if that fails.
func (k *Keeper) follow(match fleet.ID, witness bool) *followed {
	s := &followed{match: match, granted: time.Now(), witness: witness, spread: rand.N(orphanSpread), stop: func() {}}
	if k.followed[match] = s; witness {
		return s
	}
	stop, err := k.conf.Fleet.Subscribe(fleet.LogSubject+match.String(), func(b []byte) { k.receive(s, b) })
	if err != nil {
		delete(k.followed, match)
		return nil
	}
	s.stop = stop
	return s
}

// receive adds a chunk of a log.
func (k *Keeper) receive(s *followed, b []byte) {
	c, err := fleet.ParseChunk(b)
	if err != nil || c.Match != s.match {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.followed[s.match] != s {
		return
	}
	if c.First {
		s.full = false
	}
	if s.full {
		return
	}
	before := s.log.size
	s.log.add(&c)
	if k.bytes += s.log.size - before; s.log.size > maxLog || k.bytes > k.conf.MostBytes {
		k.bytes -= s.log.size
		s.log, s.full = logFile{}, true
	}
}

// forget drops a match.
func (k *Keeper) forget(s *followed) {
	s.stop()
	k.bytes -= s.log.size
	delete(k.followed, s.match)
}

const (
	// standbyLife is the time after its last lease until a match with another standby is dropped.
	standbyLife = 30 * time.Second
	// orphanSpread is the maximum random delay of a witness's claim, so most witnesses see the claim of another.
	orphanSpread = 2 * time.Second
	// readBefore is the time before a claim at which the entry is first read: a stalled bus is noticed before any claim.
	readBefore = 1500 * time.Millisecond
	// readAgain is the pause after a failed read of an entry, readSeldom for a match that this host may not claim: that changes only with another
	// lease.
	readAgain, readSeldom = 250 * time.Millisecond, 5 * time.Second
	// maxReading is the maximum of concurrent reads of entries. More would be slow, and a host that finds the bus slow claims nothing, which a member
	// with thousands of invented matches could cause.
	maxReading = 64
)

// checkFollowed reads the entries of silent matches that this host may claim.
func (k *Keeper) checkFollowed(now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, p := range k.played {
		if now.After(p.until) {
			delete(k.played, id)
		}
	}
	for _, s := range k.followed {
		if k.closed || s.claiming || s.reading || now.Sub(s.granted) < s.claimAfter()-readBefore || now.Before(s.notUntil) {
			continue
		}
		if k.reading == maxReading {
			return // the next check has another order
		}
		k.reading++
		s.reading = true
		k.running.Go(func() {
			defer sys.Restore()
			m, revision, err := k.get(s.match)
			k.consider(s, m, revision, err)
		})
	}
}

// silent reports whether the match may be claimed, as no lease was requested for claimAfter.
func (s *followed) silent(now time.Time) bool { return now.Sub(s.granted) >= s.claimAfter() }

// named reports whether an entry names this host in its role.
func (s *followed) named(m *fleet.Match, self fleet.ID) bool {
	if s.witness {
		return slices.Contains(m.Witnesses[:], self)
	}
	return m.Standby == self
}

// consider claims a match if its entry still names this host as standby or witness. A witness needs room: there may be another.
func (k *Keeper) consider(s *followed, m fleet.Match, revision uint64, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	s.reading = false
	k.reading--
	if k.followed[s.match] != s || s.claiming {
		return
	}
	if !s.silent(now) { // not yet, or a lease was granted meanwhile
		s.notUntil = s.granted.Add(s.claimAfter())
		if again := now.Add(readAgain); again.Before(s.notUntil) {
			s.notUntil = again
		}
		return
	}
	if !k.bus.good(now) {
		s.notUntil = now.Add(readAgain)
		return
	}
	self := k.conf.Self()
	mine := err == nil && s.named(&m, self.ID) && m.Host == s.host && m.Epoch == s.epoch && s.epoch != 0
	switch s.notUntil = now.Add(readSeldom); {
	case mine && s.witness && (self.Draining || self.Room <= k.claiming):
		s.notUntil = now.Add(readAgain)
	case mine && self.Draining: // other hosts claim it later
	case mine:
		k.claimDead(s, m, revision)
	case now.Sub(s.granted) > standbyLife:
		k.forget(s)
	case err != nil && !errors.Is(err, fleet.ErrNone):
		s.notUntil = now.Add(readAgain)
	}
}

// logFile is the received part of a match's log: chunks of the highest epoch from the first of its latest file on, in any order. The zero logFile is
// empty.
type logFile struct {
	epoch  uint32
	began  bool // the first chunk has arrived
	first  uint32
	next   uint32 // the number after the highest
	pieces map[uint32][]byte
	size   int // of memory
}

const (
	// chunkOverhead is the maximum memory of a chunk besides its bytes.
	chunkOverhead = 96
	// maxAhead is the number of chunks of a file that may arrive before its first. Others are dropped: searching them for each of many first chunks
	// would hold the Keeper's lock for seconds.
	maxAhead = 16
)

// add adds a chunk. It keeps c.Bytes.
func (f *logFile) add(c *fleet.Chunk) {
	switch {
	case c.Epoch < f.epoch:
		return
	case c.Epoch > f.epoch:
		*f = logFile{epoch: c.Epoch}
	}
	if f.began && c.Number < f.first {
		return
	}
	if c.First && !(f.began && c.Number == f.first) {
		before := f.pieces
		*f = logFile{epoch: c.Epoch, began: true, first: c.Number}
		for n := c.Number + 1; n <= c.Number+maxAhead && len(before) > 0; n++ {
			if b, ok := before[n]; ok {
				f.put(n, b)
			}
		}
	}
	f.put(c.Number, c.Bytes)
}

// put stores a chunk unless it is there.
func (f *logFile) put(number uint32, b []byte) {
	if f.pieces == nil {
		f.pieces = map[uint32][]byte{}
	}
	if _, twice := f.pieces[number]; !twice {
		f.pieces[number] = b
		f.size += len(b) + chunkOverhead
	}
	f.next = max(f.next, number+1)
}

// addStored adds a chunk of a stream, unless the file is too long for memory and does not start again.
func (f *logFile) addStored(c *fleet.Chunk) {
	if f.size < maxLog || c.First || c.Epoch > f.epoch {
		f.add(c)
	}
}

// whole reports whether the log of an epoch has no gap.
func (f *logFile) whole(epoch uint32) bool {
	return f.epoch == epoch && f.began && uint32(len(f.pieces)) == f.next-f.first
}

// bytes returns the file up to its first gap.
func (f *logFile) bytes() []byte {
	if !f.began {
		return nil
	}
	b := make([]byte, 0, f.size)
	for n := f.first; n < f.next; n++ {
		piece, ok := f.pieces[n]
		if !ok {
			break
		}
		b = append(b, piece...)
	}
	return b
}

const (
	// A standby waits arriveWait up to arriveTries times for the last chunks of a log.
	arriveWait, arriveTries = 2 * time.Millisecond, 10
	// storedAgain is the pause before the stream is read again for chunks that were just published.
	storedAgain = 10 * time.Millisecond
)

// ReadLog returns the log of a match that is handed over, up to a number of chunks in the epoch of its entry: the chunks that this host received as its
// standby, or those in the stream. It fails for a match whose entry does not name the host and the epoch.
func (k *Keeper) ReadLog(ctx context.Context, of *fleet.Match, pieces uint32) ([]byte, error) {
	switch m, _, err := k.get(of.ID); {
	case err != nil:
		return nil, err
	case m.Host != of.Host || m.Epoch != of.Epoch:
		return nil, errElsewhere
	}
	for range arriveTries {
		if of.Standby != k.self() {
			break
		}
		if log := k.received(of, pieces); log != nil {
			return log, nil
		}
		time.Sleep(arriveWait)
	}
	return k.readStored(ctx, of, pieces)
}

// received returns the log that this host received, or nil if it has a gap.
func (k *Keeper) received(of *fleet.Match, pieces uint32) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.followed[of.ID]
	if s == nil || s.log.next < pieces || !s.log.whole(of.Epoch) {
		return nil
	}
	return s.log.bytes()
}

// readStored reads the log from the stream.
func (k *Keeper) readStored(ctx context.Context, of *fleet.Match, pieces uint32) ([]byte, error) {
	for {
		var file logFile
		err := k.eachStored(ctx, of.ID, file.addStored)
		switch {
		case err != nil:
			return nil, err
		case file.epoch > of.Epoch:
			return nil, errors.New("another host has the match already")
		case file.whole(of.Epoch) && file.next >= pieces:
			return file.bytes(), nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.New("the log of the match has a gap")
		case <-time.After(storedAgain):
		}
	}
}

// eachStored calls do with the chunks of a match's log in the stream. do may keep them.
func (k *Keeper) eachStored(ctx context.Context, match fleet.ID, do func(*fleet.Chunk)) error {
	return k.conf.Fleet.Stored(ctx, fleet.LogSubject+match.String(), func(b []byte) {
		if c, err := fleet.ParseChunk(b); err == nil && c.Match == match {
			c.Bytes = slices.Clone(c.Bytes)
			do(&c)
		}
	})
}
