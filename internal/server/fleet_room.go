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
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// room is a match that a host of a fleet plays.
type room struct {
	// Static after construction.
	member  *member
	id      fleet.ID
	from    fleet.ID // host from which the match came; 0 for none
	host    *net.Host
	stays   bool // though nobody is there
	began   time.Time
	owner   *keeper.Owner
	hosted  chan struct{} // closed when there is a host
	ticks   tickFigures
	replays *replays.Recorder // nil for the room of the server's own host
	stop    context.CancelFunc
	ended   chan struct{}
	drained chan struct{} // closed when nobody is there to wait for
	left    chan struct{} // closed when another host goes on with the match
	once    sync.Once

	mu    sync.Mutex
	gone  bool                 // another host goes on with the match
	seats map[string]time.Time // keys in the directory, and when they were written

	remade uint32 // how often the directory had forgotten the match when they were
}

// roomPlan says what is played in a room.
type roomPlan struct {
	entry   fleet.Match // what is known of it by now
	match   net.Match
	resumed *net.Resumed
	log     []byte        // that it goes on with, if so
	was     *fleet.Match  // what another host hands over
	claim   *keeper.Claim // or what was claimed, for its host is gone
	epoch   uint32        // that clients were welcomed with; 0 for none
}

// from returns the host from which the match comes; 0 for none.
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
	errNoRoom = errors.New("there is no room for another match")
	errCloses = errors.New("the host closes")
)

// hasRoom reports whether another match may be played here. Those whose host is gone may be as many again as others, so that they end for
// nobody; a member that invents matches must not have more of them played.
func (m *member) hasRoom(claimed bool) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.takes(claimed)
}

// takes is hasRoom for a caller that holds mu.
func (m *member) takes(claimed bool) bool {
	most := m.most
	if claimed {
		most *= 2
	}
	return !m.closed && !m.draining && len(m.rooms)+m.opening < most
}

// open opens a room, unless there are too many.
func (m *member) open(p roomPlan) (*room, error) {
	m.mu.Lock()
	if !m.takes(p.claim != nil) {
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
	if m.closed { // close, which waits for it, ends it
		return nil, errCloses
	}
	return r, nil
}

func newRoom(m *member, id fleet.ID) *room {
	return &room{
		member: m, id: id, began: time.Now(), ended: make(chan struct{}), hosted: make(chan struct{}), drained: make(chan struct{}), left: make(chan struct{}), seats: map[string]time.Time{},
	}
}

// openHome opens the room of the server's own host, as that is configured. It does not wait until the directory has it, which may be away:
// a door sends nobody there before.
func (m *member) openHome(conf *net.HostConfig, match *net.Match) {
	entry := m.newEntry(match)
	m.home = newRoom(m, entry.ID)
	m.home.stays = true
	conf.ID = uint64(entry.ID)
	m.home.owner = m.keeper.Own(entry, m.home.user())
	m.home.record(conf, conf.Film)
}

// startRoom opens a room, and starts its host.
func (m *member) startRoom(p roomPlan) (*room, error) {
	r := newRoom(m, p.entry.ID)
	r.from = p.from()
	conf := m.further()
	conf.ID, conf.Title = uint64(p.entry.ID), p.entry.Title
	conf.Resumed, conf.Epoch = p.resumed, p.epoch
	r.replays = m.archive.Resume("", nil, nil, r.filmAnew)
	var err error
	if r.owner, err = m.own(p, r); err != nil {
		return nil, err
	}
	film := r.replays.Film()
	if film.Record != nil && p.log != nil { // the replay is of all of the match
		film.Record(net.Footage{First: true, Bytes: p.log, Played: true})
	}
	r.record(&conf, film)
	watched := watchWith(m.server.monitor, &conf)
	r.host = net.NewHost(conf, p.match)
	close(r.hosted)
	watched.Begin()
	written := m.server.monitor.Log(r.replays.Waiting)
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	m.running.Go(func() {
		defer sys.Recover(r.broke)
		defer close(r.ended)
		defer written()
		defer watched.End()
		r.host.Run(ctx)
		r.replays.Close()
	})
	return r, nil
}

// record has what is played in the room go to all who want it.
func (r *room) record(conf *net.HostConfig, film net.Film) {
	conf.Film = film
	conf.Film.State = true
	conf.MayTick = r.owner.MayTick
	record := film.Record
	conf.Film.Record = func(f net.Footage) {
		r.owner.Record(footage(f))
		if record != nil {
			record(f)
		}
	}
	result := conf.Result
	conf.Result = func(n net.Result) {
		match := r.result(&n)
		if result != nil {
			result(n)
		} else if match != nil {
			r.member.server.keep(match)
		}
	}
	drained := sync.OnceFunc(func() { close(r.drained) })
	conf.Drained = drained
	measure := conf.Measure
	conf.Measure = func(t net.Measured) {
		r.ticks.add(t)
		if measure != nil {
			measure(t)
		}
	}
}

// result has a result sent to the hub, and returns what is to be kept of it here, or nil.
func (r *room) result(n *net.Result) *records.Match {
	m := r.member
	if m.server.recorder == nil && m.box == nil {
		return nil
	}
	match := m.server.matchOf(n, uint64(r.id))
	if match == nil || m.box == nil {
		return match
	}
	id := outbox.ResultID{Match: r.id, Number: n.Number}
	signer := &outbox.Signer{Key: m.self.Key, Sign: func(b []byte) ([]byte, error) { return ed25519.Sign(m.key, b), nil }}
	if err := m.box.Post(&outbox.Result{ID: id, Host: m.self.ID, Epoch: r.owner.Entry().Epoch, Match: match}, signer); err != nil {
		m.log.Warn("a result is not sent to the hub", "err", err)
	}
	return match
}

// add brings a player's link to the match.
func (r *room) add(l link.Link) { r.host.Add(l) }

// lonely is how long a room stays in which nobody is.
const lonely = 30 * time.Second

// tend says how the match is, where its players' seats are, and closes the room when nobody needs it.
func (r *room) tend(ctx context.Context) {
	pilots, err := r.host.Pilots()
	info, _ := r.host.Told()
	entry := r.owner.Entry()
	if err == nil {
		entry.Rating = r.member.ratings.mean(pilots)
	}
	entry.Title, entry.Mode, entry.Arena = proto.Fit(info.Title, fleet.MaxTitle), info.Mode.Name(), proto.Fit(info.Arena, fleet.MaxArena)
	entry.Players, entry.Bots, entry.Slots, entry.Closed = int(info.Players), int(info.Bots), int(info.Slots), r.host.Draining()
	r.owner.Say(entry)
	people := 0
	if err == nil {
		people = r.tendSeats(ctx, pilots)
	}
	if people > 0 {
		r.began = time.Now()
	}
	if !r.stays && people == 0 && time.Since(r.began) > lonely {
		r.member.forget(r)
		r.close()
	}
}

// inhabited reports whether there is anybody in the match but bots.
func (r *room) inhabited() bool {
	pilots, err := r.host.Pilots()
	return err == nil && slices.ContainsFunc(pilots, func(p net.Present) bool { return !p.Bot })
}

// forget has the member know the room no longer.
func (m *member) forget(r *room) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.rooms[r.id] == r {
		delete(m.rooms, r.id)
	}
}

// close ends the match of a room, and waits for that.
func (r *room) close() {
	r.once.Do(func() {
		held := !r.owner.MayTick(time.Now()) // then it tells no result, and the match is for others to go on with
		if r.stop != nil {                   // otherwise the server ends it
			r.stop()
			<-r.ended
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.gone || held {
			return
		}
		for key := range r.seats {
			r.leaveSeat(ctx, key)
		}
		r.release(ctx)
	})
}
