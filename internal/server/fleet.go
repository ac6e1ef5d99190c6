package server

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// FleetOptions say of which fleet a server is one host. The zero value is none.
type FleetOptions struct {
	Fleet   fleet.Fleet
	Key     ed25519.PrivateKey // of the host; nil where the bus asks for none, and one is made for as long as it lives
	Address string             // where players reach it; "" for where it listens
	Name    string
	Region  string
	Matches int    // at most at once, with the one that is always there; 0 for UsualMatches
	Outbox  string // folder for results that the hub does not have yet
	Players string // folder for what the fleet knows of players, for when there is no hub; "" to know nothing of it
	Version string // of the program

	look time.Duration // how often the host checks what it says of itself; 0 for usualLook
}

// UsualMatches is how many matches a host of a fleet has at once at most.
const UsualMatches = 32

// member is a server as one host of a fleet. It has a room for each of its matches, the first of which stays.
type member struct {
	// Static after construction.
	server  *Server
	title   string // of matches that have none of their own
	fleet   fleet.Fleet
	self    fleet.Host // as far as it does not change
	key     ed25519.PrivateKey
	most    int
	look    time.Duration
	doors   *fleet.View // of doors alone: there are few
	hosts   *fleet.Roll
	keys    *fleet.Keys
	desk    *fleet.TicketDesk
	clocks  clockWarnings
	leaves  leaves
	keeper  *keeper.Keeper
	says    atomic.Pointer[fleet.Host] // of the host, as it was last described
	box     *outbox.Box
	players *fleet.Copy  // nil: it goes by its own bans and keys alone
	ratings matchRatings // owned by announce
	archive *replays.Archive
	log     *slog.Logger
	home    *room         // the one of the server's own host
	closing chan struct{} // closed when close begins
	reading chan struct{} // has as many as read a log now

	mu       sync.Mutex
	conf     net.HostConfig // of further matches
	rooms    map[fleet.ID]*room
	routing  int       // links that have not said yet where they belong
	opening  int       // rooms that are being opened
	opened   sync.Cond // one of them is there, or will not be
	draining bool
	replaced bool // another host plays the match of its own, for which it drains
	closed   bool

	leaving sync.Mutex // held while matches are given away
	running sync.WaitGroup
	stops   []func()
}

// joinFleet makes a server, whose listener is open, one of a fleet.
func (s *Server) joinFleet(o *Options, conf net.HostConfig, listener *link.Listener) (*member, error) {
	f := o.Fleet
	m := &member{server: s, title: conf.Title, conf: conf, fleet: f.Fleet, key: f.Key, most: cmp.Or(f.Matches, UsualMatches), look: cmp.Or(f.look, usualLook), archive: o.Archive, log: s.log, rooms: map[fleet.ID]*room{}, closing: make(chan struct{}), reading: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1))}
	m.opened.L = &m.mu
	if m.key == nil {
		_, m.key, _ = ed25519.GenerateKey(nil)
	}
	m.self = fleet.Host{
		ID: fleet.NewID(), Name: f.Name, Key: fleet.FormatKey(m.key.Public().(ed25519.PublicKey)), Address: reachedAt(f.Address, listener.Addr()),
		Fingerprint: s.fingerprint, Region: f.Region, Version: f.Version, Protocol: proto.Version, Rules: game.RulesFingerprint,
	}
	err := fleet.Check(&m.self)
	if err != nil {
		return nil, fmt.Errorf("the fleet would not take this host: %w", err)
	}
	if f.Outbox != "" { // whether or not it keeps records of its own
		s.own = s.dirs.Identities()
		if m.box, err = outbox.Open(f.Outbox, outbox.Options{Log: s.log}); err != nil {
			s.log.Error("results are in memory alone until the hub has them", "err", err)
		}
	}
	if f.Players != "" {
		m.players = fleet.OpenCopy(f.Players, s.log)
	}
	if m.doors, err = fleet.WatchView(f.Fleet, fleet.Doors); err != nil {
		return nil, err
	}
	m.ratings.cache = fleet.NewRatingCache(f.Fleet)
	m.hosts = fleet.NewRoll(f.Fleet)
	m.keys = &fleet.Keys{Fleet: f.Fleet, Doors: m.doors, Hosts: m.hosts}
	m.desk = fleet.NewTicketDesk(m.self.ID, m.signerOf)
	m.describe()
	m.keeper, err = keeper.New(keeper.Config{
		Fleet: f.Fleet, Hosts: m.hosts, Self: func() fleet.Host { return *m.says.Load() }, Claimed: m.claimed, Log: s.log,
	})
	if err != nil {
		m.doors.Close()
		return nil, err
	}
	return m, nil
}

// reachedAt returns where others reach what listens: at an address that was given, with the port if that has none, or at the name of
// this machine where it listens at all of its addresses.
func reachedAt(given string, listens netip.AddrPort) string {
	if given != "" {
		if link.HasPort(given) {
			return given
		}
		return link.JoinPort(given, listens.Port())
	}
	if listens.Addr().IsUnspecified() {
		if name, err := os.Hostname(); err == nil {
			return link.JoinPort(name, listens.Port())
		}
	}
	return listens.String()
}

// start has others know of the host, and do what they ask of it, until close.
func (m *member) start(home *net.Host) error {
	m.home.host = home
	close(m.home.hosted)
	m.mu.Lock()
	m.rooms[m.home.id] = m.home
	m.mu.Unlock()
	stop, err := m.fleet.Serve(fleet.AskSubject+m.self.ID.String(), m.answer)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	m.stops = append(m.stops, stop, cancel)
	m.running.Go(func() {
		defer sys.Restore()
		m.announce(ctx)
	})
	if m.players != nil {
		m.followPlayers(ctx)
	}
	if m.box != nil {
		m.running.Go(func() {
			defer sys.Restore()
			m.box.Run(ctx, m.fleet, fleet.ResultSubject+m.self.ID.String())
		})
	}
	return nil
}

// close takes the host out of the fleet, after its rooms have closed.
func (m *member) close() {
	m.mu.Lock()
	if !m.closed {
		m.closed = true
		close(m.closing)
	}
	m.mu.Unlock()
	rooms := m.settledRooms()
	closeAll(rooms)
	for _, stop := range m.stops {
		stop()
	}
	m.keeper.Close()
	m.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	m.fleet.Remove(ctx, fleet.Hosts, m.self.ID.String(), 0)
	m.doors.Close()
}

// all returns the rooms. The caller holds mu.
func (m *member) all() (rooms []*room) {
	for _, r := range m.rooms {
		rooms = append(rooms, r)
	}
	return rooms
}

// closingAtOnce is how many rooms close at a time, each of which takes seconds while the bus is away.
const closingAtOnce = 16

// closeAll closes rooms, beside one another.
func closeAll(rooms []*room) {
	var working sync.WaitGroup
	turns := make(chan struct{}, closingAtOnce)
	for _, r := range rooms {
		working.Go(func() {
			defer sys.Restore()
			turns <- struct{}{}
			defer func() { <-turns }()
			if r.stays { // while it still has its match, of which it tells the result
				r.member.server.endHost()
			}
			r.close()
		})
	}
	working.Wait()
}

// settledRooms returns the rooms when none is being opened any more. Once the host drains or closes, no others come.
func (m *member) settledRooms() []*room {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.opening > 0 {
		m.opened.Wait()
	}
	return m.all()
}

// usualLook is how often a host checks whether what it has said of itself still holds.
const usualLook = time.Second

// announce says what the host is, again and again.
func (m *member) announce(ctx context.Context) {
	timer := time.NewTicker(m.look)
	defer timer.Stop()
	var said fleet.Host
	var at time.Time
	for {
		if now := m.describe(); now != said || time.Since(at) >= fleet.Announce {
			put, cancel := context.WithTimeout(ctx, usualLook)
			if _, err := m.fleet.Put(put, fleet.Hosts, m.self.ID.String(), fleet.Append(nil, &now)); err == nil {
				said, at = now, time.Now()
			}
			cancel()
		}
		m.server.doorsAt.look(ctx, m.doors.Doors())
		m.mu.Lock()
		rooms := m.all()
		m.mu.Unlock()
		for _, r := range rooms {
			r.tend(ctx)
		}
		m.ratings.ask(ctx, &m.running)
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// describe returns what the host is now.
func (m *member) describe() fleet.Host {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.self
	h.Matches, h.Room, h.Draining = len(m.rooms), max(m.most-len(m.rooms)-m.opening, 0), m.draining
	var worst, work time.Duration
	for _, r := range m.rooms {
		info, _ := r.host.Told()
		h.Players += int(info.Players)
		p99, share := r.ticks.figures()
		worst, work = max(worst, p99), work+share
	}
	h.TickP99 = min(int(worst.Microseconds())/100*100, fleet.MaxTick) // coarse, so that it does not change all the time
	h.Load = min(int(work*1000/time.Second)/runtime.GOMAXPROCS(0)/10*10, fleet.MaxLoad)
	m.says.Store(&h)
	return h
}
