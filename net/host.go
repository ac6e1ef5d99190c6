package net

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// Host owns a match and its clients. Its parts do the work; none of them knows the Host.
type Host struct {
	// Static after construction.
	conf HostConfig
	log  *slog.Logger

	// Exported methods of these are safe for concurrent use.
	Operator
	*passwordCheck
	infoCache
	requests
	newcomers chan link.Link

	// Owned by Run.
	match      liveMatch
	admission  gate
	peers      peers
	drain      drain
	polls      polls
	clock      hostClock
	history    history
	epoch      uint32
	roster     roster
	savedState []byte    // the match as last written to its log
	talliedAt  game.Tick // when the tally was last written
	late       *late     // the spectators' view; nil: the same as the players'
	buf        []byte    // reused
	counts     Figures

	stoppedAt  time.Time // zero: ticks run
	leaseLost  bool      // stopped because this host has no lease on the match
	handedOver bool      // another host continues the match
}

const (
	// resultsTime is how long results are shown by default.
	resultsTime = 10 * game.TickRate
	// keyTime is how long they are shown at most if they wait for players.
	keyTime = 60 * 60 * game.TickRate
	// closeWait is how long a closing host waits for its last messages to be sent.
	closeWait = time.Second
	// maxNewcomers links may wait for the next turn of Run.
	maxNewcomers = 64
)

// NewHost returns a Host that continues m once Run is called. Seats of players are kept as if their links were lost. A password takes some
// 100 ms to derive.
func NewHost(conf HostConfig, m Match) *Host {
	h := &Host{
		conf:      conf,
		log:       conf.Log,
		infoCache: infoCache{id: conf.ID},
		requests:  requests{asked: make(chan func()), closed: make(chan struct{})},
		newcomers: make(chan link.Link, maxNewcomers),
		epoch:     cmp.Or(conf.Epoch, rand.Uint32()),
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.conf.Bans == nil {
		h.conf.Bans = &admission.Bans{}
	}
	h.passwordCheck = newPasswordCheck(conf.Password, h.log, &h.counts)
	h.conf.Password = "" // not kept in memory
	h.admission = gate{
		bans: h.conf.Bans, linked: conf.LinkedKeys, muted: mutes{map[string]bool{}, map[netip.Prefix]bool{}}, password: h.passwordCheck,
		perAddress: conf.PerAddress, access: &h.conf.Access, local: conf.Local, log: h.log,
	}
	h.polls.allowed = conf.Motions
	h.drain.changed, h.drain.drained = conf.Draining, conf.Drained
	h.Operator = Operator{requests: &h.requests, match: &h.match, peers: &h.peers, admission: &h.admission}
	h.match = liveMatch{
		botNames: conf.BotNames, results: conf.results(), resultsWait: conf.ResultsWait, setupOf: (*MatchOptions).Setup, log: h.log,
		announce: func(but *pilot, text string) { h.peers.announce(but, text, h.match.World.Tick) },
		notify:   h.peers.notify, onRound: h.roundStarted, onEvent: conf.Event, onResult: conf.Result, access: &h.conf.Access,
		keysOf: h.admission.linkedKeys, recorder: recorder{conf: conf.Recording, state: h.state},
	}
	if conf.Resumed == nil {
		m.postpone(conf.Delay)
	}
	h.match.resume(m)
	h.history.restart(&h.match.World)
	if h.late = newLate(&h.match.Match, min(conf.Delay, MaxDelay), conf.results()); h.late != nil {
		h.peers.late, h.peers.now = h.late, func() game.Tick { return h.match.World.Tick }
	}
	if conf.Resumed != nil {
		h.resume(conf.Resumed)
	} else {
		h.startRecording()
		h.match.reportMatch("start")
		h.log.Info("match starts", "round", m.Number, "arena", m.Setup.Arena.Name, "mode", m.Setup.Mode.Name())
	}
	h.publish(h.describe(), h.progress())
	return h
}

// Add hands a new client's link to the host. It closes the link if too many wait or the host has closed. Safe for concurrent use.
func (h *Host) Add(l link.Link) {
	select {
	case h.newcomers <- l:
	default:
		l.Close()
	}
	select {
	case <-h.closed: // Run may no longer read newcomers
		closeAll(h.newcomers)
	default:
	}
}

func closeAll(waiting <-chan link.Link) {
	for {
		select {
		case l := <-waiting:
			l.Close()
		default:
			return
		}
	}
}

// Run hosts the match until ctx is done. Then it sends Bye and waits up to a second for the links to send it.
func (h *Host) Run(ctx context.Context) {
	h.clock.begin(h.match.World.Tick, time.Now())
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			h.close()
			return
		case l := <-h.newcomers:
			h.admit(l)
		case do := <-h.asked:
			do()
		case <-timer.C:
			timer.Reset(h.advance(time.Now()))
		}
	}
}

// admit adds a link that has not said Hello yet.
func (h *Host) admit(l link.Link) {
	h.peers.all = append(h.peers.all, &peer{link: l, since: time.Now()})
}

// Match returns the match between two ticks. Safe for concurrent use while Run runs; after it an error.
func (h *Host) Match() (Match, error) {
	return get(&h.requests, func() (Match, error) { return h.match.value(), nil })
}

// advance runs the ticks that are due, and returns how long to wait for the next.
func (h *Host) advance(now time.Time) time.Duration {
	if !h.stoppedAt.IsZero() {
		h.checkLease(now)
		h.endWithoutLease(now)
		h.reportFigures()
		return stoppedPoll
	}
	switch {
	case h.clock.paused():
		h.checkPause(now)
	case h.clock.run(h.hasLease, h.tick, h.measure):
		h.pauseIfIdle()
	default:
		h.waitForLease(time.Now())
		return stoppedPoll
	}
	h.checkDrain(now)
	return h.clock.wait(time.Now())
}

func (h *Host) measure(late, work time.Duration) {
	if h.conf.Measure != nil {
		h.conf.Measure(Measured{late, work, h.match.flown, h.match.missed})
	}
}

func (h *Host) tick(now time.Time) {
	h.receive(now)
	h.match.changeNames(nil)
	h.match.orderChoices()
	h.match.changeColours()
	h.sendQueuedChat()
	h.seatWaiting()
	h.match.balanceBots()
	h.match.changeTeams()
	h.match.decideInputs()
	orders, hash := h.match.step(), h.match.World.Hash()
	h.match.reportKills()
	h.history.record(orders, &h.match.World, hash)
	h.recordTick(orders, hash)
	if h.late != nil {
		h.late.store(h.match.World.Tick, orders, hash)
	}
	if h.match.advanceRound() {
		h.peers.broadcast(h.matchOver())
		h.sendBallots()
		h.recordResults()
	}
	h.runPoll()
	if h.conf.Observe != nil {
		h.conf.Observe(&h.match.World)
	}
	h.advanceLate()
	h.send(now)
	if h.match.World.Tick%ballotEvery == 0 {
		h.sendBallots()
	}
	if h.match.World.Tick%infoEvery == 0 {
		h.publish(h.describe(), h.progress())
	}
	if h.match.World.Tick%figuresEvery == 0 {
		h.reportFigures()
	}
}

// listPilots returns all pilots by rising ids, valid until the next call.
func (h *Host) listPilots() []proto.Pilot {
	h.peers.updatePings()
	return h.roster.list(h.match.pilots)
}

// close ends the match and says goodbye to all peers.
func (h *Host) close() {
	close(h.closed)
	closeAll(h.newcomers)
	if h.Suspended() {
		h.suspend()
		return
	}
	switch {
	case !h.ownsMatch(time.Now()): // another host ends it
		h.match.recorder = recorder{}
	case h.match.World.Status == game.InProgress:
		h.match.publishResult(false)
	}
	if h.match.recorder.conf.State { // nothing is left to resume
		h.match.recorder.end(nil, &h.match.World)
	}
	for _, p := range h.peers.all {
		p.send(&proto.Bye{Reason: "the host closed the match"})
		p.link.Close()
	}
	h.waitForLinks(closeWait)
}

// Abandon closes the links after a panic in Run, and fails all other calls. It publishes no result: the log has the match.
func (h *Host) Abandon() {
	select {
	case <-h.closed:
	default:
		close(h.closed)
	}
	closeAll(h.newcomers)
	for _, p := range h.peers.all {
		p.link.Close()
	}
}

// waitForLinks waits until all links are closed, at most for the given time.
func (h *Host) waitForLinks(most time.Duration) {
	deadline := time.After(most)
	for _, p := range h.peers.all {
		select {
		case <-p.link.Done():
		case <-deadline:
			return
		}
	}
}

// HostConfig configures a Host. Its functions must not block; Run calls them.
type HostConfig struct {
	HostOptions
	ID uint64 // identifies the match to programs that find it at several addresses

	BotNames []string // required if there are bots

	// Local reports whether an address is in the host's own network, which may fill the match. Nil: only this machine is.
	Local func(netip.Addr) bool

	// Results is how long results are shown before the next match begins; 0 means 10 s.
	Results time.Duration
	// ResultsWait has results stay until all players with a ship are ready, as long as there is one.
	ResultsWait bool

	// LinkedKeys returns all identities of a player, given one of them. Nil: players have one key each.
	LinkedKeys func(identity string) []string
	// Settled, if not nil, is called when a client has got a seat, or its first view as a spectator.
	Settled func(link.Link)

	Bans *admission.Bans // nil: none until a player is banned

	Log *slog.Logger // nil: silent
	// Observe, if not nil, is called after every tick, before clients learn of it. It must not keep or change the World.
	Observe func(*game.World)
	// Event, if not nil, is called for each event.
	Event func(Event)
	// Result, if not nil, is called at the end of a match, and for a match in progress when the Host closes.
	Result func(Result)
	// Draining, if not nil, is called when the host begins to drain, and when that is cancelled. Drained is called once, when a draining
	// host may be closed. Where Drained is nil the host cannot be drained.
	Draining  func(on bool)
	Drained   func()
	Recording Recording // how matches are recorded
	// Resumed, if not nil, is the log of a match that this host resumes.
	Resumed *Resumed
	// Epoch is sent to clients. A match that was handed over keeps its epoch; 0: a new one.
	Epoch uint32
	// HasLease, if not nil, reports before each tick whether this host has the lease on the match. Without a lease the match stops.
	HasLease func(now time.Time) bool
	// Measure, if not nil, is called after every tick.
	Measure func(Measured)
	// Figures, if not nil, is called once a second, and more often while the match is paused.
	Figures func(Figures)
}

func (c *HostConfig) results() game.Tick {
	if c.Results == 0 {
		return resultsTime
	}
	return ticksOf(c.Results)
}

// Measured is the timing of one tick, and counts since the host was made.
type Measured struct {
	Late, Work time.Duration // how late the tick began, and how long it took
	// Flown counts players' ticks; Missed those with a late input that differed from the assumed one.
	Flown, Missed uint64
}

// requests runs functions of other goroutines in Run.
type requests struct {
	asked  chan func()
	closed chan struct{} // closed when Run ends
}

var errClosed = errors.New("the host has closed the match")

// ask runs do in Run and returns its result. It must not be called before Run, nor by Run's goroutine.
func (r *requests) ask(do func() error) error {
	answer := make(chan error, 1)
	select {
	case r.asked <- func() { answer <- do() }:
	case <-r.closed:
		return errClosed
	}
	select {
	case err := <-answer:
		return err
	case <-r.closed: // do has run, or Run has panicked
	}
	select {
	case err := <-answer:
		return err
	default:
		return errClosed
	}
}

// get runs f in Run and returns its results: see ask.
func get[T any](r *requests, f func() (T, error)) (v T, err error) {
	err = r.ask(func() (err error) {
		v, err = f()
		return err
	})
	return v, err
}

// Reconfigure changes the options for later visitors, except Delay and PerAddress. No title leaves the title. Another password takes some
// 100 ms. Safe for concurrent use.
func (h *Host) Reconfigure(to HostOptions) error {
	err := h.ask(func() error {
		h.conf.Title, h.conf.Welcome, h.polls.allowed = cmp.Or(to.Title, h.conf.Title), to.Welcome, to.Motions
		h.conf.Access = to.Access
		return nil
	})
	if err == nil {
		h.passwordCheck.set(to.Password)
	}
	return err
}

// ReloadBans reads the file of bans again and removes the players it bans. Safe for concurrent use.
func (o *Operator) ReloadBans() error {
	return o.requests.ask(func() error {
		if err := o.admission.bans.Renew(); err != nil {
			return err
		}
		o.enforceBans()
		return nil
	})
}
