package server

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/internal/fleet/outbox"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// member makes a server a host of a fleet: it opens and closes rooms besides the home, and brings players to theirs.
type member struct {
	// Static after construction.
	FleetOptions
	server  *Server
	title   string      // of matches that have none of their own
	self    fleet.Host  // the fields that do not change
	doors   *fleet.View // of doors
	hosts   *fleet.Roll
	keys    *fleet.Keys
	desk    *fleet.TicketDesk
	clocks  clockWarnings
	leaves  leaves
	keeper  *keeper.Keeper
	current atomic.Pointer[fleet.Host] // the latest description of the host
	players *fleet.Copy
	ratings matchRatings // owned by announce
	log     *slog.Logger
	home    *fleetRoom    // of the server's home
	closing chan struct{} // closed when close begins
	reading chan struct{} // one token for each log that is read

	mu       sync.Mutex
	conf     net.HostConfig // of further matches
	rooms    map[fleet.ID]*fleetRoom
	routing  int       // links that have not said yet where they belong
	opening  int       // rooms that are being opened
	opened   sync.Cond // opening has fallen
	draining bool
	closed   bool

	handingOver sync.Mutex // held while matches are handed over
	running     sync.WaitGroup
	stops       []func()
}

// joinFleet makes a server with an open listener a host of a fleet. conf is for further matches.
func (s *Server) joinFleet(o *Options, conf net.HostConfig, listener *link.Listener) (*member, error) {
	m := &member{
		FleetOptions: o.Fleet, server: s, title: conf.Title, conf: conf, log: s.log, rooms: map[fleet.ID]*fleetRoom{}, closing: make(chan struct{}),
		reading: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)),
	}
	m.updateEvery = cmp.Or(m.updateEvery, usualUpdateEvery)
	m.opened.L = &m.mu
	if m.Key == nil {
		_, m.Key, _ = ed25519.GenerateKey(nil)
	}
	m.self = fleet.Host{
		ID: fleet.NewID(), Name: o.Title, Key: fleet.FormatKey(m.Key.Public().(ed25519.PublicKey)), Address: publicAddress(m.Address, listener.Addr()),
		Fingerprint: s.fingerprint, Region: m.Region, Version: o.Program, Protocol: proto.Version, Rules: game.RulesFingerprint,
	}
	err := fleet.Check(&m.self)
	if err != nil {
		return nil, fmt.Errorf("the fleet would not take this host: %w", err)
	}
	s.localKeys = s.dirs.Identities() // with or without records of its own
	if s.results, err = outbox.Open(s.dirs.Outbox(), outbox.Options{Log: s.log}); err != nil {
		s.log.Error("results are in memory alone until the hub has them", "err", err)
	}
	m.players = fleet.OpenCopy(s.dirs.FleetPlayers(), s.log)
	s.alsoKeys = m.players.KeysOf
	if m.doors, err = fleet.WatchView(m.Fleet, fleet.Doors); err != nil {
		return nil, err
	}
	m.ratings.cache = fleet.NewRatingCache(m.Fleet)
	m.hosts = fleet.NewRoll(m.Fleet)
	m.keys = &fleet.Keys{Fleet: m.Fleet, Doors: m.doors, Hosts: m.hosts}
	m.desk = fleet.NewTicketDesk(m.self.ID, m.signerOf)
	m.describe()
	m.keeper, err = keeper.New(keeper.Config{
		Fleet: m.Fleet, Hosts: m.hosts, Self: func() fleet.Host { return *m.current.Load() }, Claimed: m.claimed, Log: s.log,
	})
	if err != nil {
		m.doors.Close()
		return nil, err
	}
	s.route, s.leave, s.scores = m.route, m.drain, m.scoresText
	s.monitor.Check(m.trouble)
	s.monitor.Source("dogfight_fleet_connected", func() float64 {
		if m.Fleet.Up() {
			return 1
		}
		return 0
	})
	return m, nil
}

// unreadyAfter is the time without the hub, or without a lease on a match, after which a host is not ready for players.
const unreadyAfter = 5 * time.Second

var errUnknownKey = errors.New("the fleet's hub does not know the key of this host")

// trouble returns why the fleet cannot send players here, or nil.
func (m *member) trouble() error {
	bus, lease := m.keeper.Trouble(time.Now())
	switch {
	case m.Fleet.Refused():
		return errUnknownKey
	case bus >= unreadyAfter:
		return fmt.Errorf("the fleet's hub has been away for %v", bus.Round(time.Second))
	case lease >= unreadyAfter:
		return fmt.Errorf("a match has been without a lease for %v", lease.Round(time.Second))
	}
	return nil
}

// publicAddress returns the address for players: the given one, with the port of the listener unless it has its own, or else that of the
// listener, with the name of this machine if it listens at all addresses.
func publicAddress(given string, listens netip.AddrPort) string {
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

// start announces the host and serves the fleet's requests until close.
func (m *member) start() error {
	m.mu.Lock()
	m.rooms[m.home.id] = m.home
	m.mu.Unlock()
	stop, err := m.Fleet.Serve(fleet.AskSubject+m.self.ID.String(), m.answer)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	m.stops = append(m.stops, stop, cancel)
	m.running.Go(func() {
		defer sys.Restore()
		m.announce(ctx)
	})
	m.followPlayers(ctx)
	m.running.Go(func() {
		defer sys.Restore()
		m.server.results.Run(ctx, m.Fleet, fleet.ResultSubject+m.self.ID.String())
	})
	return nil
}

// close closes all rooms, and then leaves the fleet.
func (m *member) close() {
	m.mu.Lock()
	if !m.closed {
		m.closed = true
		close(m.closing)
	}
	m.mu.Unlock()
	closeAll(m.settledRooms())
	for _, stop := range m.stops {
		stop()
	}
	m.keeper.Close()
	m.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	m.Fleet.Remove(ctx, fleet.Hosts, m.self.ID.String(), 0)
	m.doors.Close()
}

// allRooms returns the rooms.
func (m *member) allRooms() []*fleetRoom {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.rooms))
}

// settledRooms returns the rooms once none is being opened. If the host drains or closes, no others follow.
func (m *member) settledRooms() []*fleetRoom {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.opening > 0 {
		m.opened.Wait()
	}
	return slices.Collect(maps.Values(m.rooms))
}

// maxClosing is the number of rooms that close at a time. Each takes seconds while the bus is away.
const maxClosing = 16

// closeAll closes rooms side by side.
func closeAll(rooms []*fleetRoom) {
	eachRoom(rooms, maxClosing, func(r *fleetRoom) {
		if r.stays { // while it owns its match, so that it publishes the result
			r.end()
		}
		r.close()
	})
}

// eachRoom calls do for each room, for some at a time, and waits for all calls.
func eachRoom(rooms []*fleetRoom, atOnce int, do func(*fleetRoom)) {
	var working sync.WaitGroup
	turns := make(chan struct{}, atOnce)
	for _, r := range rooms {
		working.Go(func() {
			defer sys.Restore()
			turns <- struct{}{}
			defer func() { <-turns }()
			do(r)
		})
	}
	working.Wait()
}

// usualUpdateEvery is the usual interval at which a host updates its entries in the directory.
const usualUpdateEvery = time.Second

// announce keeps the directory up to date until ctx is done.
func (m *member) announce(ctx context.Context) {
	timer := time.NewTicker(m.updateEvery)
	defer timer.Stop()
	var said fleet.Host
	var at time.Time
	for {
		if now := m.describe(); now != said || time.Since(at) >= fleet.Announce {
			put, cancel := context.WithTimeout(ctx, usualUpdateEvery)
			if _, err := m.Fleet.Put(put, fleet.Hosts, m.self.ID.String(), fleet.Append(nil, &now)); err == nil {
				said, at = now, time.Now()
			}
			cancel()
		}
		m.server.doorAddrs.update(ctx, m.doors.Doors())
		for _, r := range m.allRooms() {
			r.update(ctx)
		}
		m.ratings.ask(ctx, &m.running)
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// describe returns the entry of the host.
func (m *member) describe() fleet.Host {
	m.mu.Lock()
	defer m.mu.Unlock()
	h := m.self
	h.Matches, h.Room, h.Draining = len(m.rooms), max(m.Matches-len(m.rooms)-m.opening, 0), m.draining
	var worst, work time.Duration
	for _, r := range m.rooms {
		info, _ := r.host.PublicInfo()
		h.Players += int(info.Players)
		p99, share := r.ticks.figures()
		worst, work = max(worst, p99), work+share
	}
	h.TickP99 = min(int(worst.Microseconds())/100*100, fleet.MaxTick) // coarse, so that it does not change all the time
	h.Load = min(int(work*1000/time.Second)/runtime.GOMAXPROCS(0)/10*10, fleet.MaxLoad)
	m.current.Store(&h)
	return h
}

// reload applies the same options to further matches as to the home's. Each keeps its title.
func (m *member) reload(o net.HostOptions) {
	o.Title = ""
	m.mu.Lock()
	m.conf.HostOptions = o
	m.mu.Unlock()
	for _, r := range m.allRooms() {
		if r != m.home && r.host.Reconfigure(o) == nil { // else it has just closed
			r.host.ReloadBans()
		}
	}
}

// answer executes a request of another program of the fleet.
func (m *member) answer(b []byte) []byte {
	var a fleet.Answer
	r, err := m.obey(b)
	if err != nil {
		a.Error = proto.Fit(err.Error(), fleet.MaxError)
		m.log.Warn("asked in vain", "err", err)
	} else if r != nil {
		entry := r.owner.Entry()
		a.Match = &entry
	}
	return fleet.Append(nil, &a)
}

func (m *member) obey(b []byte) (*fleetRoom, error) {
	ask, err := fleet.Parse[fleet.Ask](b)
	switch {
	case err != nil:
		return nil, err
	case ask.Open != nil:
		return m.openNew(ask.Open)
	case ask.Leave != nil:
		m.dismiss(ask.Leave)
		return nil, nil
	}
	return m.accept(ask.Takeover)
}

// followPlayers applies the fleet's bans to all rooms, and updates the copy of bans and links until ctx is done.
func (m *member) followPlayers(ctx context.Context) {
	m.players.OnBans(func(list []admission.Ban) {
		for _, r := range m.allRooms() {
			r.host.SetFleetBans(list)
		}
	})
	m.players.OnUnlinked(func(one, other string) {
		if err := m.server.keys.known.Forget(one, other); err != nil {
			m.log.Warn(err.Error())
		}
	})
	m.running.Go(func() {
		defer sys.Restore()
		if err := m.players.Follow(ctx, m.Fleet); err != nil {
			m.log.Warn("the fleet's bans are not followed", "err", err)
		}
	})
}

// scoresTime is the time for the hub to answer with the fleet's records.
const scoresTime = time.Second

// scoresText returns the records of the fleet, or else of this host.
func (m *member) scoresText() (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), scoresTime)
	defer cancel()
	if scores, err := fleet.AskScores(ctx, m.Fleet, config.ScoresListed); err == nil {
		return scores.Text(config.ScoresWidth, time.Local), nil
	}
	return m.server.dirs.ScoresText(config.ScoresListed, config.ScoresWidth)
}
