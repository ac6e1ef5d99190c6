package server

import (
	"context"
	"crypto/ed25519"
	"sync"
	"time"

	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/internal/fleet/outbox"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
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

func newFleetRoom(m *member, id fleet.ID, r *room) *fleetRoom {
	f := &fleetRoom{room: r, member: m, id: id, usedAt: time.Now(), drained: make(chan struct{}), left: make(chan struct{}), seats: map[string]time.Time{}}
	r.panicked = f.panicked
	return f
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

// postResult sends a result to the hub, and returns the match for local records, or nil if it is not worth one.
func (r *fleetRoom) postResult(n *net.Result) *career.Match {
	m := r.member
	match := r.server.matchOf(n, uint64(r.id))
	if match == nil {
		return nil
	}
	id := outbox.ResultID{Match: r.id, Number: n.Number}
	signer := &outbox.Signer{Key: m.self.Key, Sign: func(b []byte) ([]byte, error) { return ed25519.Sign(m.Key, b), nil }}
	if err := r.server.results.Post(&outbox.Result{ID: id, Host: m.self.ID, Epoch: r.owner.Entry().Epoch, Match: match}, signer); err != nil {
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
			if _, err := r.member.Fleet.Put(ctx, fleet.Seats, key, fleet.Append(nil, &fleet.Seat{Match: r.id, Host: r.member.self.ID})); err == nil {
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
	d := r.member.Fleet
	e, err := d.Get(ctx, fleet.Seats, key)
	if err != nil {
		return
	}
	if s, err := fleet.Parse[fleet.Seat](e.Value); err == nil && s.Match == r.id && s.Host == r.member.self.ID {
		d.Remove(ctx, fleet.Seats, key, e.Revision)
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

// placeAt returns the place and ticket with which the player of a link joins a match at another host.
func (m *member) placeAt(to *fleet.Match, l link.Link) proto.Place {
	bearer := l.Identity()
	if u, ok := l.(interface{ Unwrap() link.Link }); ok {
		bearer = u.Unwrap().Identity()
	}
	t := fleet.NewTicket(to, bearer, l.Identity(), l.Remote(), time.Now())
	return proto.Place{Address: to.Address, Fingerprint: to.Fingerprint, Ticket: t.Sign(m.self.ID, m.Key)}
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
