package server

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
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
	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

// member makes a server a host of a fleet: it opens and closes rooms besides the home, and brings players to theirs.
type member struct {
	// Static after construction.
	server      *Server
	title       string // of matches that have none of their own
	fleet       fleet.Fleet
	self        fleet.Host // the fields that do not change
	key         ed25519.PrivateKey
	most        int
	updateEvery time.Duration
	doors       *fleet.View // of doors
	hosts       *fleet.Roll
	keys        *fleet.Keys
	desk        *fleet.TicketDesk
	clocks      clockWarnings
	leaves      leaves
	keeper      *keeper.Keeper
	current     atomic.Pointer[fleet.Host] // the latest description of the host
	players     *fleet.Copy                // nil: the host uses its own bans and keys alone
	ratings     matchRatings               // owned by announce
	archive     *replays.Archive
	log         *slog.Logger
	home        *fleetRoom    // of the server's home
	closing     chan struct{} // closed when close begins
	reading     chan struct{} // one token for each log that is read

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
	f := o.Fleet
	m := &member{
		server: s, title: conf.Title, conf: conf, fleet: f.Fleet, key: f.Key, most: cmp.Or(f.Matches, UsualMatches), updateEvery: cmp.Or(f.updateEvery, usualUpdateEvery),
		archive: o.Archive, log: s.log, rooms: map[fleet.ID]*fleetRoom{}, closing: make(chan struct{}),
		reading: make(chan struct{}, max(runtime.GOMAXPROCS(0)/2, 1)),
	}
	m.opened.L = &m.mu
	if m.key == nil {
		_, m.key, _ = ed25519.GenerateKey(nil)
	}
	m.self = fleet.Host{
		ID: fleet.NewID(), Name: f.Name, Key: fleet.FormatKey(m.key.Public().(ed25519.PublicKey)), Address: publicAddress(f.Address, listener.Addr()),
		Fingerprint: s.fingerprint, Region: f.Region, Version: f.Version, Protocol: proto.Version, Rules: game.RulesFingerprint,
	}
	err := fleet.Check(&m.self)
	if err != nil {
		return nil, fmt.Errorf("the fleet would not take this host: %w", err)
	}
	if f.Outbox != "" { // with or without records of its own
		s.localKeys = s.dirs.Identities()
		if s.results, err = outbox.Open(f.Outbox, outbox.Options{Log: s.log}); err != nil {
			s.log.Error("results are in memory alone until the hub has them", "err", err)
		}
	}
	if f.Players != "" {
		m.players = fleet.OpenCopy(f.Players, s.log)
		s.alsoKeys = m.players.KeysOf
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
		Fleet: f.Fleet, Hosts: m.hosts, Self: func() fleet.Host { return *m.current.Load() }, Claimed: m.claimed, Log: s.log,
	})
	if err != nil {
		m.doors.Close()
		return nil, err
	}
	s.route, s.leave, s.scores = m.route, m.drain, m.scoresText
	return m, nil
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
	if box := m.server.results; box != nil {
		m.running.Go(func() {
			defer sys.Restore()
			box.Run(ctx, m.fleet, fleet.ResultSubject+m.self.ID.String())
		})
	}
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
	m.fleet.Remove(ctx, fleet.Hosts, m.self.ID.String(), 0)
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
			if _, err := m.fleet.Put(put, fleet.Hosts, m.self.ID.String(), fleet.Append(nil, &now)); err == nil {
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
	h.Matches, h.Room, h.Draining = len(m.rooms), max(m.most-len(m.rooms)-m.opening, 0), m.draining
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

// reload applies the same options to further matches as to the home's.
func (m *member) reload(welcome []string, motions net.Motions, password string) {
	m.mu.Lock()
	m.conf.Welcome, m.conf.Motions, m.conf.Password = welcome, motions, password
	m.mu.Unlock()
	for _, r := range m.allRooms() {
		if r == m.home {
			continue
		}
		if r.host.Reconfigure(net.Reconfiguration{Welcome: welcome}) == nil { // else it has just closed
			r.host.SetMotions(motions)
			r.host.SetPassword(password)
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

// openNew opens a room with a new match.
func (m *member) openNew(o *fleet.Open) (*fleetRoom, error) {
	m.server.mu.Lock()
	options := m.server.match
	m.server.mu.Unlock()
	if o.Mode != "" {
		mode, ok := game.ModeNamed(o.Mode) // not a turn of a rotation, which could name an arena, and so a file
		if !ok {
			return nil, fmt.Errorf("no mode called %q: must be one of %s", o.Mode, net.ModeNames())
		}
		options.Rotation = ""
		options.Mode, options.Arena = mode, ""
	}
	match, err := net.NewMatch(options, rand.Uint64())
	if err != nil {
		return nil, err
	}
	entry := m.newEntry(&match)
	if o.Title != "" {
		entry.Title = o.Title
	}
	return m.open(roomPlan{entry: entry, match: match})
}

// newEntry returns the entry of a match that begins here, with all that doors place players by: the first update comes later.
func (m *member) newEntry(match *net.Match) fleet.Match {
	mode := match.Setup.Mode
	return fleet.Match{
		ID: fleet.NewID(), Host: m.self.ID, Epoch: 1, Address: m.self.Address, Fingerprint: m.self.Fingerprint,
		Title: proto.Fit(m.title, fleet.MaxTitle), Mode: mode.Name(), Arena: proto.Fit(match.Setup.Arena.Name, fleet.MaxArena), Slots: mode.Pilots(),
	}
}

// takeTime is the time for a handover.
const takeTime = 3 * time.Second

var errOtherWorld = errors.New("the log leads to another World than was told")

// accept opens a room with a match that another host hands over.
func (m *member) accept(t *fleet.Takeover) (*fleetRoom, error) {
	if !m.hasRoom(false) {
		return nil, errNoRoom
	}
	m.expectFrom(t.Match.Host)
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	log, err := m.keeper.ReadLog(ctx, &t.Match, t.Chunks)
	if err != nil {
		return nil, err
	}
	resumed, err := m.readLog(log)
	if err != nil {
		return nil, err
	}
	if w := &resumed.Match.World; w.Tick != game.Tick(t.Tick) || w.Hash() != t.Hash {
		return nil, errOtherWorld
	}
	return m.open(roomPlan{entry: t.Match, was: &t.Match, match: resumed.Match, resumed: resumed, log: log, epoch: t.Life})
}

// claimed resumes a match that has lost its host.
func (m *member) claimed(c *keeper.Claim) {
	m.expectFrom(c.Was)
	if !m.hasRoom(true) {
		c.Leave(errNoRoom)
		return
	}
	resumed, err := m.readLog(c.Log)
	if err != nil {
		c.Abandon(err)
		return
	}
	p := roomPlan{entry: c.Match, match: resumed.Match, resumed: resumed, claim: c}
	if !resumed.File.Ended { // else the log is complete
		p.log = resumed.File.Bytes()
	}
	if _, err := m.open(p); err != nil {
		c.Leave(err)
		return
	}
	m.describe() // before the keeper forgets the claim
	m.log.Info("goes on with a match whose host is gone", "match", c.Match.ID, "host", c.Was, "tick", resumed.Match.World.Tick, "silent", c.Silent.Round(time.Millisecond))
}

// readLog reads the log of another host's match, on half of the cores at most: invented logs must not slow down
// the matches that are played here.
func (m *member) readLog(b []byte) (*net.Resumed, error) {
	m.reading <- struct{}{}
	defer func() { <-m.reading }()
	return readLog(b)
}

// expectFrom looks up the key of a host that will send its players here.
func (m *member) expectFrom(host fleet.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return
	}
	m.running.Go(func() {
		defer sys.Restore()
		m.keys.Host(host)
	})
}

// drain accepts no more players and hands the matches over. Those that no host takes are played to their end, or for
// limit at most. Another call changes the limit.
func (m *member) drain(limit time.Duration) {
	m.mu.Lock()
	again := m.draining
	m.draining = true
	m.mu.Unlock()
	if !again {
		m.server.leaving.Store(true)
		m.server.setDraining(true)
	}
	m.running.Go(func() {
		defer sys.Restore()
		m.handingOver.Lock()
		left := m.handOver()
		m.handingOver.Unlock()
		if left > 0 {
			m.playOut(limit)
		}
		m.server.finish()
	})
}

// replace drains the host after it has lost the home's match to another: this process must start again.
func (m *member) replace() {
	if !m.server.leaving.Load() {
		m.server.replaced.Store(true)
	}
	m.drain(m.server.drainLimit)
}

// playOut waits for the remaining matches to end.
func (m *member) playOut(limit time.Duration) {
	for _, r := range m.allRooms() {
		if err := r.host.Drain(limit); err == nil {
			defer r.waitUntilOver()
		}
	}
}

// handOver hands over all matches that have players or spectators, two at a time, and returns the number that no host took.
func (m *member) handOver() int {
	var left atomic.Int32
	eachRoom(m.settledRooms(), 2, func(r *fleetRoom) { // the players of a match that is just being taken are on their way
		if !r.inhabited() {
			return
		}
		if err := r.handOver(); err != nil {
			m.log.Warn("a match is not handed over", "match", r.id, "err", err)
			left.Add(1)
		}
	})
	return int(left.Load())
}

const (
	// findTime is the time to read the roll of hosts before an older one is used.
	findTime = time.Second
	// rollAge is the age up to which the roll is used as it is.
	rollAge = 2 * time.Second
	// maxHeirs is the number of hosts that are asked to take a match while it is paused.
	maxHeirs = 3
)

// findHeirs refreshes the roll of hosts, while the match still runs.
func (m *member) findHeirs() {
	ctx, cancel := context.WithTimeout(context.Background(), findTime)
	defer cancel()
	if err := m.hosts.Read(ctx, rollAge); err != nil {
		m.log.Warn("matches are offered to the hosts that were there last", "err", err)
	}
}

// heirs returns the hosts that may take a match: the standby, then those with the most room.
func (m *member) heirs(entry *fleet.Match) (some []fleet.Host) {
	for _, h := range m.hosts.Hosts() {
		if h.ID != m.self.ID && !h.Draining && h.Room > 0 && h.Protocol == m.self.Protocol && h.Rules == m.self.Rules {
			some = append(some, h)
		}
	}
	slices.SortFunc(some, func(a, b fleet.Host) int {
		switch entry.Standby {
		case a.ID:
			return -1
		case b.ID:
			return 1
		}
		return cmp.Compare(b.Room, a.Room)
	})
	return some[:min(len(some), maxHeirs)]
}

// offer asks a host to take a match.
func (m *member) offer(entry *fleet.Match, to fleet.ID, s net.Stopped, pieces uint32) (*fleet.Match, error) {
	ctx, cancel := context.WithTimeout(context.Background(), takeTime)
	defer cancel()
	ask := fleet.Ask{Takeover: &fleet.Takeover{Match: *entry, Chunks: pieces, Tick: uint32(s.Tick), Hash: s.Hash, Life: s.Epoch}}
	taken, err := fleet.AskForMatch(ctx, m.fleet, to, &ask)
	switch {
	case err != nil:
		return nil, err
	case taken.ID != entry.ID || taken.Epoch <= entry.Epoch:
		return nil, errors.New("it has taken another match")
	}
	return taken, nil
}

// placeAt returns the place and ticket with which the player of a link joins a match at another host.
func (m *member) placeAt(to *fleet.Match, l link.Link) proto.Place {
	bearer := l.Identity()
	if u, ok := l.(interface{ Unwrap() link.Link }); ok {
		bearer = u.Unwrap().Identity()
	}
	t := fleet.NewTicket(to, bearer, l.Identity(), l.Remote(), time.Now())
	return proto.Place{Address: to.Address, Fingerprint: to.Fingerprint, Ticket: t.Sign(m.self.ID, m.key)}
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
		if err := m.players.Follow(ctx, m.fleet); err != nil {
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
	if scores, err := fleet.AskScores(ctx, m.fleet, config.ScoresListed); err == nil {
		return scores.Text(config.ScoresWidth, time.Local), nil
	}
	return m.server.dirs.ScoresText(config.ScoresListed, config.ScoresWidth)
}

// matchRatings finds the ratings of players in a host's matches. Missing ones are asked for in the background, for all
// matches at once, and are there the next time. One goroutine owns it.
type matchRatings struct {
	cache     *fleet.RatingCache
	wanted    []string   // players without a recent rating
	asked     chan error // the result of asking; nil if nothing is asked
	notBefore time.Time
}

// rateAgain is the pause after a hub has not answered: perhaps it keeps no records.
const rateAgain = 10 * time.Second

// mean returns the mean rating of players with a seat; 0 if none is known.
func (r *matchRatings) mean(pilots []net.PilotInfo) int {
	var identities []string
	for _, p := range pilots {
		if !p.Bot && !p.Spectates && p.Identity != "" {
			identities = append(identities, p.Identity)
		}
	}
	r.wanted = append(r.wanted, r.cache.Missing(identities)...)
	sum, n := 0, 0
	for _, known := range r.cache.Known(identities) {
		if rating := known.Firm(); rating > 0 {
			sum, n = sum+min(rating, fleet.MaxRating), n+1
		}
	}
	return sum / max(n, 1)
}

// ask asks for the ratings that mean missed, unless a question is under way, or has just failed.
func (r *matchRatings) ask(ctx context.Context, running *sync.WaitGroup) {
	wanted := r.wanted
	r.wanted = nil
	select {
	case err := <-r.asked:
		if r.asked = nil; err != nil {
			r.notBefore = time.Now().Add(rateAgain)
		}
	default:
	}
	if len(wanted) == 0 || r.asked != nil || time.Now().Before(r.notBefore) {
		return
	}
	asked := make(chan error, 1)
	r.asked = asked
	running.Go(func() {
		defer sys.Restore()
		_, err := r.cache.Of(ctx, wanted)
		asked <- err
	})
}
