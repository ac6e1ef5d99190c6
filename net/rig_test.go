package net

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
)

// slowdown is how much shorter long matches are under the race detector, which makes a tick twenty times slower.
var slowdown = func() time.Duration {
	if testkit.Race() {
		return 10
	}
	return 1
}()

// testSetup returns a deathmatch on the default arena.
func testSetup(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}
}

// testMatch is a Host in a synctest bubble, with all its Worlds.
type testMatch struct {
	t     testing.TB
	host  *Host
	stop  context.CancelFunc
	ended chan struct{}
	pause atomic.Int64 // ns of a stop of the host, once

	mu     sync.Mutex
	hashes map[game.Tick]uint64
	events map[game.Tick][]game.Event
	last   game.World
	lastAt time.Time
	flown  uint64 // ticks of players
	missed uint64 // among them

	checked map[*Client]checked
}

// checked is the last World of a client that was compared with the host's.
type checked struct {
	tick      game.Tick
	keyframes uint64
	setup     *game.Setup
	started   game.Tick // of its match
	matches   uint64    // seen
}

func startMatch(t testing.TB, conf HostConfig, what ...played) *testMatch {
	m := &testMatch{t: t, ended: make(chan struct{}), hashes: map[game.Tick]uint64{}, events: map[game.Tick][]game.Event{}, checked: map[*Client]checked{}}
	play := append(what, played{})[0]
	if play.Setup == nil {
		play.Setup = testSetup(t)
	}
	if conf.BotNames == nil {
		conf.BotNames = []string{"Bot"}
	}
	if play.Skill == 0 {
		play.Skill = 1 // the one that decides least often
	}
	conf.Observe = func(w *game.World) {
		m.mu.Lock()
		m.hashes[w.Tick] = w.Hash()
		m.events[w.Tick] = slices.Clone(m.host.match.events.List) // called by its owner
		m.last, m.lastAt = *w, time.Now()
		m.flown, m.missed = m.host.match.flown, m.host.match.missed
		m.mu.Unlock()
		time.Sleep(time.Duration(m.pause.Swap(0)))
	}
	m.host = play.host(conf)
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	go func() {
		defer close(m.ended)
		m.host.Run(ctx)
	}()
	return m
}

func (m *testMatch) end() {
	m.stop()
	<-m.ended
}

// world returns the host's newest World.
func (m *testMatch) world() game.World {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last
}

// tick returns the host's newest tick.
func (m *testMatch) tick() game.Tick {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last.Tick
}

// ship returns the ship in a slot of the host's newest World.
func (m *testMatch) ship(slot uint8) game.Ship {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last.Ships[slot]
}

// factsOf returns the factual events of the ticks from one to another.
func (m *testMatch) factsOf(from, to game.Tick) (some []game.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for tick := from; tick <= to; tick++ {
		some = append(some, facts(m.events[tick])...)
	}
	return some
}

// shotsSince counts recent shots.
func (m *testMatch) shotsSince(d time.Duration) (shots int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for tick := m.last.Tick - game.Tick(d*game.TickRate/time.Second); tick <= m.last.Tick; tick++ {
		for _, ev := range m.events[tick] {
			if ev.Kind == game.EventShot {
				shots++
			}
		}
	}
	return shots
}

// pipe is a Dial over a perfect link.
func (m *testMatch) pipe() link.Link {
	near, far := link.PipeOf(link.Here, "")
	m.host.Add(far)
	return near
}

// dial returns a Dial with the conditions each way.
func (m *testMatch) dial(c link.Conditions) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		back := c
		back.Seed += 1000
		m.host.Add(link.Lossy(far, back))
		return link.Lossy(near, c)
	}
}

// check compares a client's confirmed World with the host's.
func (m *testMatch) check(c *Client) {
	m.t.Helper()
	if !c.synced {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.checked[c]
	now := checked{c.confirmed.Tick, c.keyframes, c.setup, c.confirmed.Started, was.matches}
	if now == was {
		return // in an earlier frame
	}
	if now.setup != was.setup || now.started != was.started { // a match may have the Setup of the last one
		now.matches++
	}
	m.checked[c] = now
	if want, ok := m.hashes[c.confirmed.Tick]; !ok || want != c.confirmed.Hash() {
		m.t.Fatalf("%s: confirmed World of tick %d is not the host's", c.conf.Name, c.confirmed.Tick)
	}
}

// fewIterations are those of password proofs in these tests, as in a challenge.
const fewIterations = "100"

func TestMain(m *testing.M) {
	iterations, _ = strconv.Atoi(fewIterations)
	goleak.VerifyTestMain(m)
}

// skipIfShort skips slow tests that add no further interleaving of goroutines.
func skipIfShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs without -short")
	}
}

// player is a client flown by a bot or, without one, by held.
type player struct {
	*Client
	bot  *bot.Bot
	held game.Input
	view *View
}

// testSteps is shared by the players of all tests, as by those of a host with many matches.
var testSteps Steps

func newPlayer(name string, dial func() link.Link, seed uint64) *player {
	b := bot.New(4, seed)
	return &player{Client: NewClient(ClientConfig{Dial: dial, Name: name, Steps: &testSteps}), bot: &b}
}

// newPilot returns a player without a bot.
func newPilot(conf ClientConfig) *player { return &player{Client: NewClient(conf)} }

func (p *player) frame() {
	in := p.held
	if p.bot != nil && p.view != nil && p.view.Phase == Playing && p.view.Me >= 0 {
		in = p.bot.Fly(p.view.World, p.view.Setup, p.view.Me)
	}
	p.view = p.Frame(time.Now(), in)
}

// me returns the predicted local ship.
func (p *player) me() *game.Ship { return &p.view.World.Ships[p.view.Me] }

// fly runs the players at 60 frames a second for a time.
func (m *testMatch) fly(d time.Duration, players ...*player) {
	m.t.Helper()
	until := time.Now().Add(d)
	m.flyUntil(func() bool { return !time.Now().Before(until) }, players...)
}

// flyUntil runs the players until done returns true. Their confirmed Worlds must equal the host's, and their views must not go backwards.
func (m *testMatch) flyUntil(so func() bool, players ...*player) {
	m.t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); !so(); time.Sleep(tickTime(1)) {
		if time.Now().After(deadline) {
			m.t.Fatal("the awaited condition did not hold within ten minutes")
		}
		for _, p := range players {
			before := p.predicted.Tick
			p.frame()
			m.check(p.Client)
			if p.predicted.Tick < before {
				m.t.Fatalf("%s went back from tick %d to %d", p.conf.Name, before, p.predicted.Tick)
			}
		}
	}
}

// plays fails the test if the player has no ship in the match.
func (m *testMatch) plays(p *player) {
	m.t.Helper()
	if p.view.Phase != Playing || p.view.Me < 0 {
		m.t.Fatalf("%s does not play: phase %d, %v", p.conf.Name, p.view.Phase, p.view.Err)
	}
}

// bubble runs a test in virtual time.
func bubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, test)
}

// inMatch runs a test in virtual time with a match, which ends with it.
func inMatch(t *testing.T, conf HostConfig, play played, test func(t *testing.T, m *testMatch)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := startMatch(t, conf, play)
		defer m.end()
		test(t, m)
	})
}

// wire connects two ends of a link, and can be changed while in use.
type wire struct {
	delay atomic.Int64 // each way, in ns
	dark  atomic.Bool  // data is lost, control waits
}

func (w *wire) setDelay(d time.Duration) { w.delay.Store(int64(d)) }

// dial is a Dial over the wire, with more conditions each way.
func (w *wire) dial(m *testMatch, c link.Conditions) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		back := c
		back.Seed += 1000
		m.host.Add(&wireEnd{Link: link.Lossy(far, back), wire: w})
		return &wireEnd{Link: link.Lossy(near, c), wire: w}
	}
}

// wireEnd is an end of a link over a wire.
type wireEnd struct {
	link.Link
	wire    *wire
	waiting []link.Packet
}

func (e *wireEnd) Receive(buf []byte) (link.Packet, bool) {
	for {
		p, ok := e.Link.Receive(nil)
		if !ok {
			break
		}
		if p.Channel == link.Control || !e.wire.dark.Load() {
			p.At = p.At.Add(time.Duration(e.wire.delay.Load()))
			e.waiting = append(e.waiting, p)
		}
	}
	if len(e.waiting) == 0 || e.waiting[0].At.After(time.Now()) || e.wire.dark.Load() {
		return link.Packet{}, false
	}
	p := e.waiting[0]
	e.waiting = e.waiting[1:]
	p.Bytes = append(buf[:0], p.Bytes...)
	return p, true
}

// stage is a host that is run by hand, with its own time.
type stage struct {
	*Host
	*liveMatch
	now time.Time
}

func newStage(conf HostConfig, play played) *stage {
	conf.BotNames, play.Skill = []string{"Bot"}, max(play.Skill, 1)
	h := play.host(conf)
	s := &stage{h, &h.match, time.Now()}
	s.clock.begin(s.liveMatch.World.Tick, s.now)
	return s
}

// pass runs n ticks.
func (s *stage) pass(n int) {
	for range n {
		s.now = s.clock.deadline(s.clock.nextTick())
		for range s.clock.Due(s.now) {
			s.tick(s.now)
		}
	}
}

// expanse returns a deathmatch on our largest arena.
func expanse(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("expanse")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// thin is the link of a pilot without a client: it acknowledges with a delay of six ticks, and turns now and then, two ticks ahead.
type thin struct {
	stage         *stage
	hello, joined bool
	receivedAt    game.Tick
	inputs        proto.Inputs
	sent          int // bytes on data
}

func (l *thin) Receive(buf []byte) (link.Packet, bool) { return l.receive(buf, "Thin") }

func (l *thin) receive(buf []byte, name string) (link.Packet, bool) {
	p := link.Packet{Channel: link.Control, At: l.stage.now}
	tick := l.stage.World.Tick
	switch {
	case !l.hello:
		l.hello = true
		p.Bytes = hello(name).Append(buf[:0])
	case !l.joined:
		l.joined = true
		p.Bytes = (&proto.Spawn{Name: name}).Append(buf[:0])
	case tick == l.receivedAt || tick < 6:
		return link.Packet{}, false
	default:
		l.receivedAt = tick
		l.inputs.Ack, l.inputs.Newest = tick-6, tick+2
		in := game.Steer(game.Course(1+(tick/12+game.Tick(l.stage.World.Ships[0].X))%8)) | game.Fire
		l.inputs.List = append(l.inputs.List[:0], in, in, in, in)
		p.Channel, p.Bytes = link.Data, l.inputs.Append(buf[:0])
	}
	return p, true
}

func (l *thin) Send(channel link.Channel, p []byte) {
	if channel == link.Data {
		l.sent += len(p)
	}
}

func (l *thin) Ready() bool           { return true }
func (l *thin) Err() error            { return nil }
func (l *thin) Close()                {}
func (l *thin) Done() <-chan struct{} { return nil }
func (l *thin) Remote() string        { return "thin" }
func (l *thin) Kind() string          { return "thin" }
func (l *thin) Identity() string      { return "" }
func (l *thin) Counts() link.Counts   { return link.Counts{} }

// crowd returns a stage with 64 thin pilots in play.
func crowd(t testing.TB) (*stage, []*thin) {
	t.Helper()
	s := newStage(HostConfig{}, played{Setup: expanse(t)})
	var pilots []*thin
	for range game.MaxShips {
		pilots = append(pilots, &thin{stage: s})
		s.admit(pilots[len(pilots)-1])
	}
	s.pass(20 * game.TickRate)
	return s, pilots
}

// tube is an end of a link in a stage's time, with a delay. It reuses all memory.
type tube struct {
	thin
	delay time.Duration
	peer  *tube
	in    []link.Packet
}

func newTube(s *stage, delay time.Duration) (a, b *tube) {
	a, b = &tube{thin: thin{stage: s}, delay: delay}, &tube{thin: thin{stage: s}, delay: delay}
	a.peer, b.peer = b, a
	return a, b
}

func (l *tube) Send(channel link.Channel, p []byte) {
	in := &l.peer.in
	if len(*in) < cap(*in) {
		*in = (*in)[:len(*in)+1]
	} else {
		*in = append(*in, link.Packet{})
	}
	last := &(*in)[len(*in)-1]
	last.Channel, last.At = channel, l.stage.now.Add(l.delay)
	last.Bytes = append(last.Bytes[:0], p...)
}

func (l *tube) Receive(buf []byte) (link.Packet, bool) {
	if len(l.in) == 0 || l.in[0].At.After(l.stage.now) {
		return link.Packet{}, false
	}
	p, used := l.in[0], l.in[0].Bytes
	p.Bytes = append(buf[:0], used...)
	copy(l.in, l.in[1:])
	l.in[len(l.in)-1].Bytes = used
	l.in = l.in[:len(l.in)-1]
	return p, true
}

// raw is one end of a link, used by hand.
type raw struct {
	t testing.TB
	link.Link
}

// raw connects to the host without a Client.
func (m *testMatch) raw() *raw { return &raw{m.t, m.pipe()} }

func (r *raw) send(messages ...proto.Message) {
	for _, m := range messages {
		r.Send(link.Control, m.Append(nil))
	}
}

// received returns the control messages received in a time.
func (r *raw) received() (messages []proto.Message) {
	r.t.Helper()
	time.Sleep(100 * time.Millisecond)
	for {
		p, ok := r.Receive(nil)
		if !ok {
			return messages
		}
		if p.Channel != link.Control {
			continue
		}
		m, err := proto.Parse(p.Bytes)
		if err != nil {
			r.t.Fatal(err)
		}
		messages = append(messages, m)
	}
}

// among returns the first message of a type, or fails the test.
func among[T proto.Message](t testing.TB, messages []proto.Message) T {
	t.Helper()
	for _, m := range messages {
		if m, ok := m.(T); ok {
			return m
		}
	}
	var want T
	t.Fatalf("expected a %v among %d messages", want.Type(), len(messages))
	return want
}

func hello(name string) *proto.Hello {
	return &proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: name}
}

// join says Hello and returns the token.
func (r *raw) join(name string) proto.Token {
	r.t.Helper()
	r.send(hello(name))
	return among[*proto.Welcome](r.t, r.received()).Token
}

// played is the match of a test's host: the same setup in each round, unless Next is set or the options change.
type played struct {
	Setup             *game.Setup
	Next              func(round int) *game.Setup
	Arenas            map[string]*game.Setup // by name in MatchOptions
	Bots, Fill, Skill int
	Seed              uint64
	Peaceful          bool
	Options           *MatchOptions // instead of all that: as players choose
}

// host returns a host of the match.
func (p played) host(conf HostConfig) *Host {
	if p.Options != nil {
		m, err := NewMatch(*p.Options, p.Seed)
		if err != nil {
			panic(err)
		}
		return NewHost(conf, m)
	}
	m := FixedMatch(p.Setup, MatchOptions{Bots: p.Bots, Fill: p.Fill, Skill: p.Skill}, p.Seed)
	m.Fixed, m.Peaceful = p.Next == nil, p.Peaceful
	h := NewHost(conf, m)
	h.match.setupOf = func(o *MatchOptions, round int) (*game.Setup, error) {
		if p.Next != nil {
			return p.Next(round), nil
		}
		return p.Arenas[o.Arena], nil
	}
	return h
}
