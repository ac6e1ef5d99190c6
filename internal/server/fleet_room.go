package server

import (
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"sync"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
	"dogfight/sys"
)

// fleetRoom is a room with an entry in the directory of the fleet. Its match may move to another host.
type fleetRoom struct {
	*room

	// Static after construction.
	member  *member
	id      fleet.ID
	from    fleet.ID // host that the match came from; 0 for none
	stays   bool     // even when empty
	owner   *keeper.Owner
	ticks   tickFigures
	drained chan struct{} // closed when a draining host has nothing left to wait for
	left    chan struct{} // closed when the match is at another host
	once    sync.Once

	usedAt time.Time // owned by announce

	mu     sync.Mutex
	moved  bool                 // the match is at another host
	seats  map[string]time.Time // keys in the directory, and when they were written
	remade uint32               // value of owner.Remade at that time
}

// roomPlan is the match to open a room with.
type roomPlan struct {
	entry   fleet.Match
	match   net.Match
	resumed *net.Resumed
	log     []byte        // to append to; nil for a new one
	was     *fleet.Match  // entry of a match that another host hands over
	claim   *keeper.Claim // of a match without a host
	epoch   uint32        // that clients know; 0 for none
}

// from returns the host that the match comes from; 0 for none.
func (p *roomPlan) from() fleet.ID {
	switch {
	case p.was != nil:
		return p.was.Host
	case p.claim != nil:
		return p.claim.Was
	}
	return 0
}

var (
	errNoRoom  = errors.New("there is no room for another match")
	errCloses  = errors.New("the host closes")
	errNotMade = errors.New("the directory of the fleet does not answer")
)

// hasRoom reports whether another match may be played here. Claimed matches have as much room again, so that they survive their
// host; a host that invents matches must not fill it with them.
func (m *member) hasRoom(claimed bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.fits(claimed)
}

// fits is hasRoom for a caller that holds mu.
func (m *member) fits(claimed bool) bool {
	most := m.most
	if claimed {
		most *= 2
	}
	return !m.closed && !m.draining && len(m.rooms)+m.opening < most
}

// open opens a room, unless there are too many.
func (m *member) open(p roomPlan) (*fleetRoom, error) {
	m.mu.Lock()
	if !m.fits(p.claim != nil) {
		m.mu.Unlock()
		return nil, errNoRoom
	}
	m.opening++
	m.mu.Unlock()
	r, err := m.startRoom(p)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.opening--
	m.opened.Broadcast()
	if err != nil {
		return nil, err
	}
	m.rooms[r.id] = r
	if m.closed { // close waits for opening, and ends the room
		return nil, errCloses
	}
	return r, nil
}

func newFleetRoom(m *member, id fleet.ID, r *room) *fleetRoom {
	f := &fleetRoom{room: r, member: m, id: id, usedAt: time.Now(), drained: make(chan struct{}), left: make(chan struct{}), seats: map[string]time.Time{}}
	r.panicked = f.panicked
	return f
}

// openHome adds the server's home to the rooms of the fleet. It does not wait for the directory, which may be away: without it, no
// door sends players.
func (m *member) openHome(conf *net.HostConfig, match *net.Match) {
	entry := m.newEntry(match)
	m.home = newFleetRoom(m, entry.ID, m.server.home)
	m.home.stays = true
	conf.ID = uint64(entry.ID)
	m.home.owner = m.keeper.Start(entry, m.home.user())
	m.home.publish(conf)
}

// startRoom opens a room, and starts its host.
func (m *member) startRoom(p roomPlan) (*fleetRoom, error) {
	r := newFleetRoom(m, p.entry.ID, newRoom(m.server))
	r.from = p.from()
	m.mu.Lock()
	conf := m.conf
	m.mu.Unlock()
	conf.ID, conf.Title = uint64(p.entry.ID), p.entry.Title
	conf.Resumed, conf.Epoch = p.resumed, p.epoch
	r.room.record(&conf, m.archive, "", nil, nil)
	var err error
	if r.owner, err = m.acquire(p, r.user()); err != nil {
		return nil, err
	}
	if p.log != nil { // the replay has all of the match
		conf.Recording.Send(replay.Piece{First: true, Bytes: p.log})
	}
	r.publish(&conf)
	r.run(conf, p.match, &m.running)
	return r, nil
}

// acquire makes this host the owner of a match: a new one, one that another host hands over, or one that was claimed.
func (m *member) acquire(p roomPlan, user keeper.User) (*keeper.Owner, error) {
	if p.was != nil {
		ctx, cancel := context.WithTimeout(context.Background(), takeTime)
		defer cancel()
		var err error
		if p.claim, err = m.keeper.ClaimHandover(ctx, p.was); err != nil {
			return nil, err
		}
	}
	if p.claim != nil {
		return p.claim.Resume(p.log, user), nil
	}
	o := m.keeper.Start(p.entry, user)
	select {
	case <-o.Made():
		return o, nil
	case <-time.After(takeTime):
		o.End()
		return nil, errNotMade
	}
}

// user returns the keeper's callbacks.
func (r *fleetRoom) user() keeper.User { return keeper.User{Lost: r.lost, NewFile: r.newLog} }

// newLog starts a new file for the log of the match.
func (r *fleetRoom) newLog() {
	r.member.running.Go(func() {
		defer sys.Restore()
		if <-r.hosted; r.host.RestartRecording() != nil {
			r.member.log.Debug("a match has ended whose log was to begin anew", "match", r.id)
		}
	})
}

// publish sends the match to the keeper, and its results to the hub, beside the recordings of conf.
func (r *fleetRoom) publish(conf *net.HostConfig) {
	conf.Recording.State = true
	conf.HasLease = r.owner.MayTick
	conf.Recording.To = append(conf.Recording.To, r.owner.Record)
	result := conf.Result
	conf.Result = func(n net.Result) {
		match := r.postResult(&n)
		if result != nil {
			result(n)
		} else if match != nil {
			r.server.save(match)
		}
	}
	conf.Drained = sync.OnceFunc(func() { close(r.drained) })
	measure := conf.Measure
	conf.Measure = func(t net.Measured) {
		r.ticks.add(t)
		if measure != nil {
			measure(t)
		}
	}
}

// postResult sends a result to the hub, and returns the match for local records, or nil.
func (r *fleetRoom) postResult(n *net.Result) *records.Match {
	m, box := r.member, r.server.results
	if r.server.recorder == nil && box == nil {
		return nil
	}
	match := r.server.matchOf(n, uint64(r.id))
	if match == nil || box == nil {
		return match
	}
	id := outbox.ResultID{Match: r.id, Number: n.Number}
	signer := &outbox.Signer{Key: m.self.Key, Sign: func(b []byte) ([]byte, error) { return ed25519.Sign(m.key, b), nil }}
	if err := box.Post(&outbox.Result{ID: id, Host: m.self.ID, Epoch: r.owner.Entry().Epoch, Match: match}, signer); err != nil {
		m.log.Warn("a result is not sent to the hub", "err", err)
	}
	return match
}

// emptyTime is the time after which an empty room closes.
const emptyTime = 30 * time.Second

// update updates the entries of the match and of its seats, and closes the room if it is not used.
func (r *fleetRoom) update(ctx context.Context) {
	pilots, err := r.host.Pilots()
	info, _ := r.host.PublicInfo()
	entry := r.owner.Entry()
	if err == nil {
		entry.Rating = r.member.ratings.mean(pilots)
	}
	entry.Title, entry.Mode, entry.Arena = proto.Fit(info.Title, fleet.MaxTitle), info.Mode.Name(), proto.Fit(info.Arena, fleet.MaxArena)
	entry.Players, entry.Bots, entry.Slots, entry.Closed = int(info.Players), int(info.Bots), int(info.Slots), r.host.Draining()
	r.owner.Describe(entry)
	people := 0
	if err == nil {
		people = r.updateSeats(ctx, pilots)
	}
	if people > 0 {
		r.usedAt = time.Now()
	}
	if !r.stays && people == 0 && time.Since(r.usedAt) > emptyTime {
		r.member.forget(r)
		r.close()
	}
}

// seatAgain is the interval at which a seat is written again.
const seatAgain = 20 * time.Minute

// updateSeats writes the seats of the match into the directory, and returns the number of players and spectators.
func (r *fleetRoom) updateSeats(ctx context.Context, pilots []net.PilotInfo) (people int) {
	now := map[string]bool{}
	for _, p := range pilots {
		if p.Bot {
			continue
		}
		people++
		if !p.Spectates {
			now[fleet.SeatKey(p.Identity, p.Proof[:])] = true
		}
	}
	ctx, cancel := context.WithTimeout(ctx, usualUpdateEvery)
	defer cancel()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.moved {
		return people
	}
	if n := r.owner.Remade(); n != r.remade { // the directory has lost them
		r.remade = n
		for key := range r.seats {
			r.seats[key] = time.Time{}
		}
	}
	for key := range now {
		if time.Since(r.seats[key]) > seatAgain {
			if _, err := r.member.fleet.Put(ctx, fleet.Seats, key, fleet.Append(nil, &fleet.Seat{Match: r.id, Host: r.member.self.ID})); err == nil {
				r.seats[key] = time.Now()
			}
		}
	}
	for key := range r.seats {
		if !now[key] {
			r.removeSeat(ctx, key)
			delete(r.seats, key)
		}
	}
	return people
}

// removeSeat removes a seat from the directory, unless it is in another match by now.
func (r *fleetRoom) removeSeat(ctx context.Context, key string) {
	d := r.member.fleet
	e, err := d.Get(ctx, fleet.Seats, key)
	if err != nil {
		return
	}
	if s, err := fleet.Parse[fleet.Seat](e.Value); err == nil && s.Match == r.id && s.Host == r.member.self.ID {
		d.Remove(ctx, fleet.Seats, key, e.Revision)
	}
}

// inhabited reports whether the match has a player or a spectator.
func (r *fleetRoom) inhabited() bool {
	pilots, err := r.host.Pilots()
	return err == nil && slices.ContainsFunc(pilots, func(p net.PilotInfo) bool { return !p.Bot })
}

// handOver gives the match to the first host that takes it.
func (r *fleetRoom) handOver() error {
	r.member.findHeirs()
	began := time.Now()
	s, err := r.host.Stop()
	if err != nil {
		return err
	}
	r.owner.Hold() // a host may take the match though its answer is lost
	entry := r.owner.Entry()
	for _, to := range r.member.heirs(&entry) {
		next, err := r.member.offer(&entry, to.ID, s, r.owner.Pieces())
		if err != nil {
			r.member.log.Warn("a host does not take a match", "host", to.ID, "err", err)
			continue
		}
		r.owner.Hand(*next)
		r.move(*next)
		r.member.log.Info("handed over", "match", r.id, "to", to.ID, "tick", s.Tick, "took", time.Since(began).Round(time.Millisecond))
		return nil
	}
	return r.resumeHere()
}

var errNobodyTakes = errors.New("no other host of the fleet takes it")

// resumeHere resumes a match that was offered to others, unless one of them has it nevertheless.
func (r *fleetRoom) resumeHere() error {
	certain, late := r.owner.GoOn(), time.After(takeTime)
	select {
	case <-certain:
	case <-late:
	case <-r.owner.Ended(): // another host has it, and its players are being sent there
		select {
		case <-r.left:
			return nil
		case <-late:
		}
	}
	r.host.Resume()
	return errNobodyTakes
}

// waitUntilOver waits until the match is over or at another host, or this host closes.
func (r *fleetRoom) waitUntilOver() {
	select {
	case <-r.drained:
	case <-r.left: // it was claimed while it was offered
	case <-r.ended: // it was empty
	case <-r.member.closing:
	}
}

// lost stops the match, which another host plays by now, and sends its players there. It has no result here.
func (r *fleetRoom) lost(to fleet.Match) {
	r.member.running.Go(func() {
		defer sys.Restore()
		<-r.hosted
		r.host.Stop()
		r.move(to)
		if r.stays { // a server needs its home: it hands its other matches over, and ends
			r.member.replace()
		}
	})
}

// panicked closes the room after its host has panicked. One match must not end all others of this process: each time the process ends, the
// fleet counts that against all of its matches, and gives them up after a few. The match is not resumed here, where memory that it shares
// with the others may be damaged. Its entry stays and its lease ends, so its standby resumes it from its log, and gives it up if it ends one
// host after another.
func (r *fleetRoom) panicked(value any, stack []byte) {
	r.member.log.Error("a match is left to another host: it panicked; please report this", "match", r.id, "panic", value, "stack", string(stack))
	r.host.Abandon()
	entry := r.owner.Entry()
	r.owner.Hand(entry)
	r.move(entry)
	if r.stays {
		r.member.replace()
	}
}

// move sends the players of a stopped match to another host, and closes the room.
func (r *fleetRoom) move(to fleet.Match) {
	r.mu.Lock()
	before := r.moved
	r.moved = true
	r.mu.Unlock()
	if before {
		return
	}
	defer close(r.left)
	r.replays.Abandon()
	r.host.Redirect(func(l link.Link) proto.Place { return r.member.placeAt(&to, l) })
	r.member.forget(r)
	r.close()
}

// forget removes a room.
func (m *member) forget(r *fleetRoom) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rooms[r.id] == r {
		delete(m.rooms, r.id)
	}
}

// close ends the match, and waits until the directory knows it. The server itself ends the home's.
func (r *fleetRoom) close() {
	r.once.Do(func() {
		suspended := !r.owner.MayTick(time.Now()) // then others resume the match, and publish its result
		if !r.stays {
			r.end()
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.moved || suspended {
			return
		}
		for key := range r.seats {
			r.removeSeat(ctx, key)
		}
		r.owner.End()
		select {
		case <-r.owner.Ended():
		case <-ctx.Done():
		}
	})
}
