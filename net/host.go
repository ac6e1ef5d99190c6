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

// Host owns a match and the clients in it. Its parts do the work; none of them knows
// the Host, which only has them do it in turn.
type Host struct {
	// Static after construction.
	conf HostConfig
	log  *slog.Logger

	// Safe from any goroutine, as far as it is exported.
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
	savedState []byte    // of the match, as it was last kept in its log
	talliedAt  game.Tick // when the tally was
	late       *late     // what spectators see; nil: the same as players
	buf        []byte    // for a moment
	counts     hostCounts

	stoppedAt  time.Time // zero: the match is played
	leaseLost  bool      // it stands still because no tick may be played
	handedOver bool      // another host goes on with it
}

const (
	// resultsTime is how long the results of a match are shown, as a rule.
	resultsTime = 10 * game.TickRate
	// goodbye is how long a closing host waits for its last words to get out.
	closeWait = time.Second
	// maxNewcomers may wait for the next turn of Run.
	maxNewcomers = 64
)

// NewHost returns a Host that waits to be Run, and goes on with a match where that stands:
// one that begins, or one that another Host has played. The seats of its players wait for
// them as if their links were lost. With a password it takes a moment.
func NewHost(conf HostConfig, m Match) *Host {
	h := &Host{
		conf:      conf,
		log:       conf.Log,
		infoCache: infoCache{id: conf.ID},
		requests:  newRequests(),
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
	h.conf.Password = "" // which is kept nowhere
	h.admission = gate{
		bans: h.conf.Bans, linked: conf.LinkedKeys, muted: newMutes(), password: h.passwordCheck,
		perAddress: conf.PerAddress, local: conf.Local, log: h.log,
	}
	h.polls.allowed = conf.Motions
	h.drain.changed, h.drain.drained = conf.Draining, conf.Drained
	h.Operator = Operator{requests: &h.requests, match: &h.match, peers: &h.peers, admission: &h.admission}
	h.match = liveMatch{
		botNames: conf.BotNames, results: conf.results(), setupOf: (*MatchOptions).Setup, log: h.log,
		announce: func(but *pilot, text string) { h.peers.announce(but, text, h.match.World.Tick) },
		notify:   h.peers.notify, onRound: h.roundStarted, onResult: conf.Result, recorder: recorder{conf: conf.Film, state: h.state},
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
		h.log.Info("match starts", "round", m.Number, "arena", m.Setup.Arena.Name, "mode", m.Setup.Mode.Name())
	}
	h.publish(h.describe(), h.progress())
	return h
}

// Add brings a new client's link to the host, and closes it if too many wait or
// the host has closed. Safe from any goroutine.
func (h *Host) Add(l link.Link) {
	select {
	case h.newcomers <- l:
	default:
		l.Close()
	}
	select {
	case <-h.closed: // so Run may not have seen it
		closeAll(h.newcomers)
	default:
	}
}

// closeAll closes the links that wait.
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

// Run hosts the match until ctx is done. Then it tells everybody, gives the
// links a second to carry that, and returns.
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

// admit takes in a link whose end has still to say who it is.
func (h *Host) admit(l link.Link) {
	h.peers.all = append(h.peers.all, &peer{link: l, since: time.Now()})
}

// Match returns the match as it is between two ticks. Safe from any goroutine while Run
// runs or after it, and then an error.
func (h *Host) Match() (m Match, err error) {
	err = h.ask(func() error {
		m = h.match.value()
		return nil
	})
	return m, err
}

// advance does what is due, and returns how long to wait for what comes next.
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

// measure tells of a tick.
func (h *Host) measure(late, work time.Duration) {
	if h.conf.Measure != nil {
		h.conf.Measure(Measured{late, work, h.match.flown, h.match.missed})
	}
}

// tick is one tick of the match.
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

// listPilots returns everybody by rising ids. It is good until the next call.
func (h *Host) listPilots() []proto.Pilot {
	h.peers.updatePings()
	return h.roster.list(h.match.pilots)
}

// close says goodbye to everybody.
func (h *Host) close() {
	close(h.closed)
	closeAll(h.newcomers)
	if h.Suspended() {
		h.suspend()
		return
	}
	switch {
	case !h.ownsMatch(time.Now()): // where it is played now, or will be, it ends
		h.match.recorder = recorder{}
	case h.match.World.Status == game.InProgress:
		h.match.publishResult(false)
	}
	if h.match.recorder.conf.State { // there is nothing to go on with
		h.match.recorder.end(nil, &h.match.World)
	}
	for _, p := range h.peers.all {
		p.send(&proto.Bye{Reason: "the host closed the match"})
		p.link.Close()
	}
	h.waitForLinks(closeWait)
}

// Abandon closes the links of a host whose Run has panicked, and fails all other calls. The match is what its log has: no result is published.
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

// waitForLinks waits until all are closed, or for so long.
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

// HostConfig says what a Host hosts.
type HostConfig struct {
	Title string
	ID    uint64 // by which a program that finds the match at several addresses knows that it is one

	BotNames []string // not empty, if there are bots

	// PerAddress is how many ships the players of one address may have: an IPv4
	// address or an IPv6 /64, and twice as many of a /48. 0 takes 8.
	PerAddress int
	// Local reports whether an address is of the host's own network, from where a match
	// may be filled. Nil: only those of its own machine are.
	Local func(netip.Addr) bool

	// Delay is how much later than players spectators see the match, up to MaxDelay; 0 for not at all.
	Delay time.Duration

	// Welcome is the message of the day: lines that are told to each player who comes in, up to MaxWelcome. Whoever only takes a
	// seat again is not told.
	Welcome []string

	// Results is how long the results of a match are shown before the next begins; 0 takes 10 s.
	Results time.Duration

	Password string // that visitors must know; "" for none
	// LinkedKeys returns all identities of the player who has one. Nil: there are no others.
	LinkedKeys func(identity string) []string
	// Settled, if not nil, is called by Run when a player who came over a link has a seat, or
	// watches. It must not wait for anything.
	Settled func(link.Link)

	Bans *admission.Bans // who may not come in; nil for nobody, until a player is banned

	Log *slog.Logger // nil: silent
	// Observe, if not nil, is called by Run after every tick, before any client
	// hears of it. It must not keep or change the World.
	Observe func(*game.World)
	// Result, if not nil, is called by Run when a match is over, and for the one
	// that is under way when the Host closes. It must not wait for anything.
	Result  func(Result)
	Motions Motions // that players may vote on while a match goes on
	// Draining, if not nil, is called by Run when the host begins to take no more players, and when it takes some again.
	// Drained is called once, when a host that drains has nothing more to wait for: it is to be ended then. Neither must wait for anything.
	// Where Drained is nil the host cannot be drained.
	Draining func(on bool)
	Drained  func()
	Film     Film // how matches are recorded
	// Resumed, if not nil, is whose match the host goes on with, where its own host was killed.
	Resumed *Resumed
	// Epoch is told to clients, where the match goes on from where another host has stopped it; 0 for one of its own.
	Epoch uint32
	// MayTick, if not nil, is asked by Run right before every tick whether that may be played. While it may not, the match stands still.
	// It must not wait for anything.
	MayTick func(now time.Time) bool
	// Measure, if not nil, is called by Run after every tick, and must not wait for anything.
	Measure func(Measured)
	// Figures, if not nil, is called by Run once a second and, while the match stands still, more often. It must not wait
	// for anything.
	Figures func(Figures)
}

// results returns how long the results of a match are shown.
func (c *HostConfig) results() game.Tick {
	if c.Results == 0 {
		return resultsTime
	}
	return ticksOf(c.Results)
}

// MaxDelay is the most that spectators may be behind: as much is kept in memory.
const MaxDelay = 5 * time.Minute

// MaxWelcome is how many lines HostConfig.Welcome has at most: more would push away what was said before.
const MaxWelcome = 5

// Measured is what a Host tells of itself after a tick.
type Measured struct {
	Late, Work time.Duration // by how much the tick began late, and how long it took
	// Flown are the ticks that players have flown, one each; Missed
	// those among them with another input than they had pressed, because that
	// came too late. Both since the host was made.
	Flown, Missed uint64
}

// requests is how other goroutines have Run do something.
type requests struct {
	asked  chan func()   // to be done by Run
	closed chan struct{} // by Run, when it does nothing more
}

func newRequests() requests {
	return requests{asked: make(chan func()), closed: make(chan struct{})}
}

var errClosed = errors.New("the host has closed the match")

// ask has Run do something, and returns when it is done. It must not be called
// before Run is, nor by it.
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
	case <-r.closed: // by the same goroutine: it has answered, or has panicked
	}
	select {
	case err := <-answer:
		return err
	default:
		return errClosed
	}
}

// Reconfiguration is what of a HostConfig may become another while the Host runs.
type Reconfiguration struct {
	Title   string // "": as it is
	Welcome []string
}

// Reconfigure has another configuration hold for those who come from now on. Safe from any goroutine while Run runs or after it.
func (h *Host) Reconfigure(to Reconfiguration) error {
	return h.ask(func() error {
		h.conf.Title, h.conf.Welcome = cmp.Or(to.Title, h.conf.Title), to.Welcome
		return nil
	})
}

// Demand has those who come from now on know another password, or none if it is "". It takes a moment. Safe from any goroutine.
func (h *Host) Demand(password string) { h.passwordCheck.set(password) }

// RenewBans reads the file of bans again, and throws out whom it bans. Safe from any goroutine while Run runs or after it.
func (o *Operator) RenewBans() error {
	return o.requests.ask(func() error {
		if err := o.admission.bans.Renew(); err != nil {
			return err
		}
		o.enforceBans()
		return nil
	})
}
