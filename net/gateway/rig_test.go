package gateway

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/enet"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/dialect/carnage"
	dogfightwire "dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(64)
	goleak.VerifyTestMain(m)
}

// rig is a host with gateways on loopback.
type rig struct {
	testing.TB
	host  *dogfight.Host
	close func() // makes the host send its last messages
	drips bool   // connections send one byte at a time
	ws    bool   // clients of C4RN4G3 use a WebSocket

	mu    sync.Mutex
	world game.World         // the newest
	ended bool               // a match was decided, and no test has noticed it yet
	hits  [game.MaxShips]int // ticks in which a ship remembers a hit by the slot
	seen  []func(w *game.World)
}

// newRig returns a rig with the match or, without one, on the smallest arena.
func newRig(t testing.TB, conf dogfight.HostConfig, play ...dogfight.Match) *rig {
	t.Helper()
	if play == nil {
		play = []dogfight.Match{dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{}, 0)}
	}
	conf.BotNames = []string{"Bot"}
	conf.Results = cmp.Or(conf.Results, time.Second)
	r := &rig{TB: t}
	conf.Observe = func(w *game.World) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.ended = r.ended || w.Status == game.Closed && r.world.Status != game.Closed
		r.world = *w
		r.noteHits(w)
		for _, see := range r.seen {
			see(w)
		}
	}
	r.host = dogfight.NewHost(conf, play[0])
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { r.host.Run(ctx) })
	r.close = func() {
		stop()
		running.Wait()
	}
	t.Cleanup(r.close)
	return r
}

func (r *rig) noteHits(w *game.World) {
	for i := range w.Ships {
		for _, a := range w.Ships[i].Attackers {
			if a.Left > 0 && int(a.Slot) != i {
				r.hits[a.Slot]++
			}
		}
	}
}

func duelSetup(t testing.TB) *game.Setup {
	t.Helper()
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// open opens a gateway on a free port.
func (r *rig) open(spec string) *Gateway {
	r.Helper()
	return r.openWith(spec, Config{Dial: r.dial})
}

func (r *rig) openWith(spec string, conf Config) *Gateway {
	r.Helper()
	s, err := ParseSpec(spec)
	if err != nil {
		r.Fatal(err)
	}
	g, err := open(s, conf)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(g.Close)
	return g
}

func (r *rig) dial(remote string) link.Link {
	near, far := link.PipeOf(remote, "")
	r.host.Add(far)
	return near
}

// waits waits for a condition of the host's World.
func (r *rig) waits(what string, is func(w *game.World) bool) {
	r.Helper()
	testkit.Until(r.TB, "the host sees "+what, func() bool {
		r.mu.Lock()
		w := r.world
		r.mu.Unlock()
		return is(&w)
	})
}

// ever returns a condition for waits: another condition held in any tick since this call, even in one that a busy machine does not check.
func (r *rig) ever(is func(w *game.World) bool) func(*game.World) bool {
	var held atomic.Bool
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, func(w *game.World) {
		if is(w) {
			held.Store(true)
		}
	})
	return func(*game.World) bool { return held.Load() }
}

// waitsForTheEnd waits until a match is decided, or has been since the last call.
func (r *rig) waitsForTheEnd() {
	r.Helper()
	testkit.Until(r.TB, "a match is decided", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		was := r.ended
		r.ended = false
		return was
	})
}

// ships counts the ships in a World.
func ships(w *game.World) (n int) {
	for i := range w.Ships {
		if w.Ships[i].State != game.Empty {
			n++
		}
	}
	return n
}

// now is the host's tick.
func (r *rig) now() game.Tick {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.world.Tick
}

// guest is a client that asks for a ship in a dialect, and does not wait for an answer.
type guest interface {
	pilot
	// ends waits for the end and returns its reason.
	ends() string
}

// connects connects a client. Its name is the gateway's and "-1", as for the first client without a name.
func (r *rig) connects(g *Gateway) guest {
	r.Helper()
	switch g.Name() {
	case "dogfight":
		return r.spaceman(g)
	case "carnage":
		c := r.mute(g)
		hello := c.wire.Append(nil, &carnage.HelloRequest{Version: 1})
		c.Write(c.wire.Append(hello, &carnage.SpawnRequest{Name: "carnage-1"}))
		return c
	case "warworlds":
		c := r.commander(g)
		c.asks()
		return c
	case "lightracer":
		c := &racing{t: r.TB, control: r.connect("tcp", g.Addrs()[0]), buf: make([]byte, 64<<10)}
		c.lines = bufio.NewScanner(c.control)
		c.sends(&lightracer.Join{Name: "lightracer-1"})
		return c
	}
	c := r.rtype(g, 0)
	c.flies()
	return c
}

// arrives connects a client, waits for its ship, and also returns its pilot's id.
func (r *rig) arrives(g *Gateway) (guest, uint16) {
	r.Helper()
	c := r.connects(g)
	r.waits("the ship of "+g.Name(), func(w *game.World) bool { return ships(w) == 1 })
	all, err := r.host.Pilots()
	if err != nil || len(all) != 1 || all[0].Spectates {
		r.Fatalf("%+v, %v", all, err)
	}
	r.boards(c)
	return c, all[0].ID
}

// boards waits until a client sees its own ship.
func (r *rig) boards(c guest) {
	r.Helper()
	switch c := c.(type) {
	case *racing:
		racerReceives(c, &c.welcome)
		c.opens("tcp")
	case *commander:
		c.colour = commanderReceives[*warworlds.JoinResponse](c).YourColour
	}
	for mine := false; !mine; {
		spots, err := c.readShips()
		if err != nil {
			r.Fatal(err)
		}
		mine = slices.ContainsFunc(spots, func(s spot) bool { return s.mine })
	}
	if c, ok := c.(*rtypeClient); ok {
		c.arrived()
	}
}

// eachDialect runs a test for each, and for both flavours of R-Type.
func eachDialect(t *testing.T, test func(t *testing.T, name string)) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, name)
		})
	}
}

func (c *spaceman) ends() string {
	defer c.Close()
	closed := false
	for {
		s, err := c.sees()
		switch {
		case err == nil:
			closed = s.Status == dogfightwire.Closed
		case closed:
			return "closed"
		default:
			return "hung up"
		}
	}
}

func (c *carnageClient) ends() string {
	defer c.Close()
	for {
		m, err := carnageNext[carnage.Message](c)
		if err != nil {
			return "hung up"
		}
		if m, ok := m.(*carnage.HelloResponse); ok && !m.Okay {
			return "not okay"
		}
	}
}

func (c *commander) ends() string {
	for {
		if _, err := commanderNext[*warworlds.State](c); err != nil {
			var end *enet.EndError
			if errors.As(err, &end) && end.Why == enet.Left {
				return "disconnected"
			}
			return err.Error()
		}
	}
}

func (c *racing) ends() (last string) {
	defer c.control.Close()
	for c.lines.Scan() {
		last = c.lines.Text()
	}
	return last
}

// ends also disconnects: its earlier packets may still be under way, and the gateway would take them for a new
// player's.
func (c *rtypeClient) ends() string {
	defer c.leave()
	for c.over == 0 {
		var s rtype.Signal
		if err := c.next(&s); err != nil {
			return err.Error()
		}
		if s.Type == rtype.RejectType || s.Type == rtype.GameOverType {
			c.over = s.Type
		}
	}
	return fmt.Sprint(c.over)
}

// regular is a well-behaved player.
type regular struct {
	guest
	name    string // of the dialect
	news    atomic.Int64
	flown   atomic.Int64 // in which it had its ship
	halt    atomic.Bool
	stopped atomic.Bool // it has stopped, by itself or on request
	playing sync.WaitGroup
	err     error // once it has stopped
}

// plays connects a player that reads and steers.
func (r *rig) plays(g *Gateway) *regular {
	p := &regular{guest: r.connects(g), name: g.Name()}
	r.boards(p.guest)
	return p
}

func (p *regular) begin() {
	if c, ok := p.guest.(*rtypeClient); ok {
		p.playing.Go(func() { p.pings(c) })
	}
	p.playing.Go(func() {
		defer p.stopped.Store(true)
		for !p.halt.Load() {
			var spots []spot
			if spots, p.err = p.readShips(); p.err != nil {
				return
			}
			if slices.ContainsFunc(spots, func(s spot) bool { return s.mine }) {
				p.flown.Add(1)
			}
			p.hold(game.Steer(game.Course(1 + p.news.Add(1)/20%4)))
		}
	})
}

// settles waits until a player is settled: before that, any newcomer could replace it. Earlier packets are dropped.
func (p *regular) settles(t testing.TB) {
	t.Helper()
	testkit.Until(t, "a player has ten news", func() bool { return p.news.Load() >= 10 })
	p.news.Store(0)
}

// receivesOn fails unless the player still gets news, in a match that has made so many ticks since it settled, and stops it. The amount of
// news depends on the machine, which plays, attacks and defends; with -long it must be a quarter of what is due.
func (p *regular) receivesOn(t testing.TB, passed int) {
	t.Helper()
	before := p.news.Load()
	testkit.Until(t, "a player has more news or is cut off", func() bool { return p.news.Load() > before || p.stopped.Load() })
	p.stop()
	if p.err != nil {
		t.Errorf("a player was cut off after %d ticks and %d news: %v", passed, before, p.err)
	}
	if due := passed * newsRate[p.name] / game.TickRate; *long && before < int64(due)/4 {
		t.Errorf("a player had %d news in %d ticks, expected about %d", before, passed, due)
	}
}

// pings sends a sign of life every second for a player that reads nothing.
func (p *regular) pings(c *rtypeClient) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for !p.halt.Load() {
		c.signals(rtype.PingType)
		<-second.C
	}
}

func (p *regular) stop() {
	p.halt.Store(true)
	p.playing.Wait()
}

// newsRate is the number of updates a second of each dialect.
var newsRate = map[string]int{"dogfight": 20, "carnage": 20, "warworlds": 10, "lightracer": 30, "rtype": 20, "rtype-code": 20}

// crowd joins native clients, which take a seat each and read nothing. It returns a function that removes them.
func (r *rig) crowd(n int) (leave func()) {
	links := make([]link.Link, n)
	for i := range links {
		links[i] = r.dial(link.Here)
		hello := proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Purpose: proto.Play, Pace: 2, Name: "One of many"}
		links[i].Send(link.Control, hello.Append(nil))
		links[i].Send(link.Control, (&proto.Spawn{Name: hello.Name}).Append(nil))
	}
	gone := make(chan struct{})
	var sitting sync.WaitGroup
	sitting.Go(func() {
		second := time.NewTicker(time.Second)
		defer second.Stop()
		for {
			select {
			case <-gone:
				return
			case <-second.C:
				r.breathe(links)
			}
		}
	})
	leave = sync.OnceFunc(func() {
		close(gone)
		sitting.Wait()
		for _, l := range links {
			l.Send(link.Control, (&proto.Bye{}).Append(nil))
		}
	})
	r.Cleanup(leave)
	return leave
}

// breathe keeps each link alive.
func (r *rig) breathe(links []link.Link) {
	r.mu.Lock()
	now := r.world.Tick
	r.mu.Unlock()
	idle := proto.Inputs{Ack: now, Newest: now + 1, List: []game.Input{0}}
	var buf []byte
	for _, l := range links {
		for ok := true; ok; {
			var p link.Packet
			p, ok = l.Receive(buf)
			buf = p.Bytes
		}
		l.Send(link.Data, idle.Append(nil))
	}
}

// nativePilot is a client of ours.
type nativePilot struct {
	*dogfight.Client
	in    game.Input
	score atomic.Int32
}

func (p *nativePilot) readShips() (ships []spot, err error) {
	time.Sleep(tickTime)
	v := p.Frame(time.Now(), p.in)
	if v.World == nil {
		return nil, v.Err
	}
	for i := range v.World.Ships {
		if ship := &v.World.Ships[i]; ship.State == game.Flying {
			ships = append(ships, spot{uint64(i), float64(ship.X) / game.One, float64(ship.Y) / game.One, i == v.Me})
		}
	}
	if v.Me >= 0 {
		p.score.Store(v.World.Ships[v.Me].Score)
	}
	return ships, nil
}

func (p *nativePilot) hold(in game.Input) { p.in = in }
func (p *nativePilot) leave()             { p.Leave() }
func (p *nativePilot) scored() int32      { return p.score.Load() }

func (c *spaceman) readShips() (ships []spot, err error) {
	s, err := c.sees()
	if err != nil {
		return nil, err
	}
	for i := range s.Ships {
		if ship := &s.Ships[i]; ship.Alive {
			id := uint64(0)
			for _, b := range ship.PlayerID[:16] {
				id = id*31 + uint64(b)
			}
			ships = append(ships, spot{id, float64(ship.X), float64(ship.Y), ship.PlayerID == c.reader.ID})
		}
	}
	return ships, nil
}

// hold sends one event for each received state, as the original needs it.
func (c *spaceman) hold(in game.Input) {
	if c.shoots = !c.shoots && in.Holds(game.Fire); c.shoots {
		c.does(dogfightwire.Event{Action: dogfightwire.Shoot})
	} else if in.Course() != game.Idle {
		c.does(dogfightwire.Event{Action: dogfightwire.Move, Direction: dogfightwire.Direction(in.Course())})
	}
}

func (c *spaceman) leave() { c.does(dogfightwire.Event{Action: dogfightwire.PlayerDisconnection}) }

func (c *racing) readShips() (ships []spot, err error) {
	if _, err := c.sees(); err != nil {
		return nil, err
	}
	for i := range c.updates.Update.Players {
		p := &c.updates.Update.Players[i]
		if p.ID == c.welcome.ID {
			c.score.Store(p.Score)
		}
		if p.Alive {
			ships = append(ships, spot{uint64(p.ID), float64(p.X), float64(p.Y), p.ID == c.welcome.ID})
		}
	}
	return ships, nil
}

func (c *racing) hold(in game.Input) {
	if in != c.held {
		c.held = in
		c.data.Write((&lightracer.Input{Player: c.welcome.ID, Held: in}).AppendUpdate(nil))
	}
}

func (c *racing) leave()        { c.sends(&lightracer.Leave{}) }
func (c *racing) scored() int32 { return c.score.Load() }

// readShips finds our ship by its id, or, in the flavour without ids, by being a client's only one.
func (c *rtypeClient) readShips() (ships []spot, err error) {
	if err := c.next(&c.snapshot); err != nil {
		return nil, err
	}
	for _, e := range c.snapshot.Entities {
		if e.Sprite%16 == 1 {
			ships = append(ships, spot{e.ID, float64(e.X), float64(e.Y), e.ID >= rtype.MinID})
		}
	}
	return ships, nil
}

func (c *rtypeClient) hold(in game.Input) {
	x, y := in.Course().Vector()
	if !c.wire.Code {
		c.sends(&rtype.Input{Entity: c.id, DX: float32(x) / game.One, DY: float32(y) / game.One, Shooting: in.Holds(game.Fire)})
		return
	}
	var f rtype.Flags
	for _, b := range []struct {
		flag rtype.Flags
		down bool
	}{{rtype.Up, y < 0}, {rtype.Down, y > 0}, {rtype.Left, x < 0}, {rtype.Right, x > 0}, {rtype.Shoot, in.Holds(game.Fire)}} {
		if b.down {
			f |= b.flag
		}
	}
	c.sends(&rtype.InputFlags{Flags: f})
}

func (c *rtypeClient) leave() { c.signals(rtype.DisconnectType) }

// readShips finds the own ship by its colour.
func (c *commander) readShips() (ships []spot, err error) {
	var state *warworlds.State
	for state == nil {
		packet, err := commanderNext[warworlds.Packet](c)
		if err != nil {
			return nil, err
		}
		switch packet := packet.(type) {
		case *warworlds.JoinResponse:
			c.colour = packet.YourColour
		case *warworlds.State:
			state = packet
		}
	}
	for _, e := range state.Entities {
		if e.Kind == 1 {
			ships = append(ships, spot{uint64(e.ID), float64(e.X), float64(e.Y), e.Colour == c.colour})
		}
	}
	return ships, nil
}

func (c *commander) hold(in game.Input) {
	c.sends(steers(in))
}

func (c *commander) leave() { c.Conn.Close(0) }

// spot is a received ship, in arena units.
type spot struct {
	id   uint64
	x, y float64
	mine bool
}

// pilot plays by some protocol.
type pilot interface {
	// readShips waits for news and returns the flying ships.
	readShips() ([]spot, error)
	hold(in game.Input)
	leave()
}

// hunter flies for a pilot, and records the received ships.
type hunter struct {
	pilot
	name string
	axes bool // it knows four courses

	mu     sync.Mutex
	sawOne bool // another ship has moved
	flew   bool
	died   bool // it was received
	back   bool // and again in space
	calm   bool // it should stop
	err    error

	were map[uint64]spot
}

// hunt plays until ctx is done.
func (h *hunter) hunt(ctx context.Context) {
	h.were = map[uint64]spot{}
	for ctx.Err() == nil {
		ships, err := h.readShips()
		if err != nil {
			h.mu.Lock()
			h.err = err
			h.mu.Unlock()
			return
		}
		h.note(ships)
		h.hold(h.decide(ships))
	}
	h.leave()
}

func (h *hunter) note(ships []spot) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mine := false
	for _, s := range ships {
		was, known := h.were[s.id]
		h.sawOne = h.sawOne || known && !s.mine && (was.x != s.x || was.y != s.y)
		h.were[s.id] = s
		mine = mine || s.mine
	}
	h.died = h.died || h.flew && !mine
	h.back = h.back || h.died && mine
	h.flew = h.flew || mine
}

// content reports whether it has received everything.
func (h *hunter) content() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sawOne && h.died && h.back || h.err != nil
}

// lane is how far from a straight line a target may be to be hit.
const lane = 5.0

// decide flies to a place with the nearest ship straight ahead, and fires.
func (h *hunter) decide(ships []spot) game.Input {
	h.mu.Lock()
	calm := h.calm
	h.mu.Unlock()
	me, foe, ok := nearest(ships)
	if !ok || calm {
		return game.Steer(game.Idle)
	}
	dx, dy := foe.x-me.x, foe.y-me.y
	ax, ay := math.Abs(dx), math.Abs(dy)
	switch {
	case ax < lane:
		return game.Steer(towards(0, dy)) | game.Fire
	case ay < lane:
		return game.Steer(towards(dx, 0)) | game.Fire
	case !h.axes && math.Abs(ax-ay) < lane:
		return game.Steer(towards(dx, dy)) | game.Fire
	case ax < ay:
		return game.Steer(towards(dx, 0))
	}
	return game.Steer(towards(0, dy))
}

func towards(dx, dy float64) game.Course { return game.CourseOf(int32(dx*16), int32(dy*16)) }

func nearest(ships []spot) (me, foe spot, ok bool) {
	for _, s := range ships {
		if s.mine {
			me, ok = s, true
		}
	}
	best := math.Inf(1)
	for _, s := range ships {
		if d := math.Hypot(s.x-me.x, s.y-me.y); !s.mine && d < best {
			best, foe = d, s
		}
	}
	return me, foe, ok && !math.IsInf(best, 1)
}
