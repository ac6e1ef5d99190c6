package net

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// disk has the log of the match that runs, and the replays of those that are over.
type disk struct {
	log    []byte
	safe   int   // bytes of it that are there for sure: the log before goes when the first of the next are
	pieces []int // where those that were written last begin
	kept   [][]byte
}

func (d *disk) record(f Footage) {
	if f.First {
		d.log, d.pieces, d.safe = nil, nil, len(f.Bytes)
	}
	d.pieces = append(d.pieces, len(d.log))
	d.log = append(d.log, f.Bytes...)
	if f.Ended {
		d.kept = append(d.kept, bytes.Clone(d.log))
	}
}

// cut has the power fail: some of what was written in the last pieces is not there.
func (d *disk) cut(pieces int) {
	whole := d.safe
	if len(d.pieces) > pieces {
		whole = max(whole, d.pieces[len(d.pieces)-pieces])
	}
	if whole < len(d.log) {
		d.log = d.log[:whole+rand.IntN(len(d.log)-whole+1)]
	}
}

// life is a host in its life, and what it was in each tick of that.
type life struct {
	*stage
	past map[game.Tick][]memory // of a tick in which a round or a life began there are several
}

type memory struct {
	world game.World
	tally game.Tally
	seats []savedSeat
	left  []Flight
	muted []string
}

func (d *disk) config() HostConfig {
	return HostConfig{BotNames: []string{"Vulcan", "Nova", "Rook", "Wasp"}, Film: Film{Record: d.record, State: true, Program: "test"}}
}

// remember notes how it is whenever the log may come to be so.
func (l *life) remember() {
	state := l.camera.state
	l.camera.state = func(anew bool) []byte {
		tick := l.World().Tick
		l.past[tick] = append(l.past[tick], l.memory())
		return state(anew)
	}
}

func (l *life) memory() memory {
	m := memory{world: *l.World(), tally: l.Tally, left: slices.Clone(l.Left), muted: l.admission.muted.save().Keys}
	for _, p := range l.pilots {
		if p.seated() {
			m.seats = append(m.seats, p.save())
		}
	}
	return m
}

func begin(t *testing.T, d *disk, o MatchOptions) *life {
	t.Helper()
	m, err := NewMatch(o, 7)
	if err != nil {
		t.Fatal(err)
	}
	return live(d, nil, m)
}

// live begins a life of a host.
func live(d *disk, r *Resumed, m Match) *life {
	l := &life{past: map[game.Tick][]memory{}}
	conf := d.config()
	conf.Resumed = r
	h := NewHost(conf, m)
	l.stage = &stage{h, &h.match, time.Now()}
	l.past[l.World().Tick] = append(l.past[l.World().Tick], l.memory())
	l.remember()
	l.clock.begin(l.liveMatch.World.Tick, l.now)
	return l
}

// killed has another host go on after a host was killed and some of the log was not written yet, and returns it and how many ticks are
// lost.
func (l *life) killed(t *testing.T, d *disk, pieces int) (*life, game.Tick) {
	t.Helper()
	at := l.World().Tick
	d.cut(pieces)
	r, err := Resume(d.log)
	if err != nil {
		t.Fatalf("killed at tick %d: %v", at, err)
	}
	w := &r.Match.World
	if difference := l.differs(r); difference != "" {
		t.Fatalf("killed at tick %d, and comes back at tick %d: %s", at, w.Tick, difference)
	}
	if r.File.Result == nil {
		d.log = d.log[:r.File.Whole:r.File.Whole]
		d.pieces, d.safe = nil, len(d.log)
	}
	next := live(d, r, r.Match)
	for tick, was := range l.past {
		if tick <= w.Tick && w.Tick-tick < 2*game.TickRate {
			next.past[tick] = append(was, next.past[tick]...)
		}
	}
	return next, at - w.Tick
}

// World returns that of the host.
func (l *life) World() *game.World { return &l.liveMatch.World }

// differs returns what is resumed that never was.
func (l *life) differs(r *Resumed) (difference string) {
	difference = "there never was such a tick"
	for _, was := range l.past[r.Match.World.Tick] {
		if difference = was.differs(r); difference == "" {
			break
		}
	}
	return difference
}

func (was *memory) differs(r *Resumed) string {
	var seats []savedSeat
	for i := range r.Match.Seats {
		seats = append(seats, r.Match.Seats[i].save())
	}
	over := r.Match.OverAt != 0 // when what was counted has been told
	switch is, want := fmt.Sprint(seats), fmt.Sprint(was.seats); {
	case was.world != r.Match.World:
		return "the World is another"
	case was.tally != r.Match.Tally && !over:
		return "the tally is another"
	case is != want:
		return fmt.Sprintf("the seats are\n%v, and were\n%v", is, want)
	case len(was.left) != len(r.Match.Left) && !over:
		return fmt.Sprintf("%d have left, and %d had", len(r.Match.Left), len(was.left))
	case !slices.Equal(was.muted, r.saved.Muted.Keys):
		return fmt.Sprintf("%v are muted, %v were", r.saved.Muted.Keys, was.muted)
	}
	return ""
}

// guest is a player who comes, plays, and comes back.
type guest struct {
	name, key string
	token     proto.Token
	id        uint16
	slot      uint8
	*flier
}

// come lets the guest in, or back in.
func (g *guest) come(t *testing.T, l *life) {
	t.Helper()
	g.flier = l.flier(t, g.name, g.key, g.token)
	g.token, g.id = g.welcome.Token, g.welcome.Pilot
}

func (g *guest) pilot(l *life) *pilot {
	i := slices.IndexFunc(l.pilots, func(p *pilot) bool { // ids are given again of those who came in the last moments
		return p.ID == g.id && (p.Proof == proofOf(g.token) || g.key != "" && p.Identity == g.key)
	})
	if i < 0 {
		return nil
	}
	return l.pilots[i]
}

func TestAThousandKillsLoseNoSeat(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	kills := 15
	if *long {
		kills = 1000
	}
	d := &disk{}
	l := begin(t, d, MatchOptions{Rotation: "deathmatch:open,teams:duel,last,orb,waves,trails,race", Time: 25 * time.Second, Bots: 1, Fill: 5, Skill: 3})
	var guests []*guest
	for i, key := range []string{"SHA256:ann", "", "SHA256:rex", ""} {
		guests = append(guests, &guest{name: fmt.Sprint("Guest ", i), key: key})
	}
	for _, g := range guests {
		g.come(t, l)
	}
	for range game.TickRate { // until then nothing may have been written
		l.live(t, guests)
	}
	var lost []game.Tick
	for range kills {
		for range 1 + rand.IntN(5*game.TickRate) {
			l.live(t, guests)
		}
		for _, g := range guests { // who came in the last moments is a newcomer again
			if p := g.pilot(l); p != nil {
				g.slot = p.Slot
			}
		}
		next, ticks := l.killed(t, d, 1+rand.IntN(3))
		lost = append(lost, ticks)
		l = next
		for _, g := range guests {
			g.returns(t, l)
		}
	}
	slices.Sort(lost)
	t.Logf("%d kills over %d rounds: lost p50 %d ms, p99 %d ms, at most %d ms of the match", kills, l.Number,
		ms(lost[len(lost)/2]), ms(lost[len(lost)*99/100]), ms(lost[len(lost)-1]))
	if lost[len(lost)-1] > game.TickRate {
		t.Errorf("%d ticks were lost", lost[len(lost)-1])
	}
	d.mustPlay(t, int(l.Number))
}

func ms(ticks game.Tick) int64 { return tickTime(int64(ticks)).Milliseconds() }

// live lets a tick pass in which one of the guests may do something.
func (l *life) live(t *testing.T, guests []*guest) {
	g := guests[rand.IntN(len(guests))]
	switch rand.IntN(400) {
	case 0:
		g.say(&proto.Spawn{Name: fmt.Sprint("Guest ", rand.IntN(9)), Class: uint8(rand.IntN(3)), Weapon: uint8(rand.IntN(3)), Team: uint8(rand.IntN(3)), Colour: uint8(rand.IntN(9))})
	case 1:
		g.say(&proto.Chat{Text: "hello"})
	case 2:
		if p := g.pilot(l); p != nil {
			(&l.stage.Host.Operator).mute(p, !p.Muted)
		}
	case 3:
		g.say(&proto.Bye{Reason: "later"})
		l.pass(1)
		g.token = proto.Token{}
		g.come(t, l)
	}
	for _, g := range guests {
		g.press()
	}
	l.pass(1)
}

// returns has the guest come back, by token or key alone, to the seat that they had.
func (g *guest) returns(t *testing.T, l *life) {
	t.Helper()
	was := g.pilot(l)
	if was != nil && !(was.standIn() && was.Kept && was.Inputs.CameAt <= l.World().Tick) {
		t.Fatalf("%s's ship is not kept by a stand-in: %+v", g.name, was.Pilot)
	}
	if g.key != "" && rand.IntN(2) == 0 {
		g.token = proto.Token{} // another program, with the same key
	}
	id, slot := g.id, g.slot
	if was != nil {
		slot = was.Slot // which they may have changed in the moments that were lost
	}
	g.come(t, l)
	if was != nil && (g.id != id || g.welcome.Slot != slot) {
		t.Fatalf("%s was pilot %d in slot %d, and is %d in %d", g.name, id, slot, g.id, g.welcome.Slot)
	}
}

// mustPlay expects replays of matches that are whole, whatever happened to their hosts.
func (d *disk) mustPlay(t *testing.T, rounds int) {
	t.Helper()
	if len(d.kept) < rounds-2 {
		t.Errorf("%d matches are kept of %d", len(d.kept), rounds)
	}
	for i, b := range d.kept {
		f, err := replay.Parse(b)
		if err != nil || f.Torn != nil || f.Result == nil || !f.Head.Whole {
			t.Fatalf("match %d: %v, %v, from its beginning %v", i, err, f.Torn, f.Head.Whole)
		}
		if err := f.Verify(nil); err != nil {
			t.Fatalf("match %d: %v", i, err)
		}
	}
}

// again returns a host that resumes the match from the log, with another configuration.
func (d *disk) again(t *testing.T, change func(*HostConfig)) *life {
	t.Helper()
	r, err := Resume(d.log)
	if err != nil {
		t.Fatal(err)
	}
	conf := d.config()
	conf.Resumed = r
	change(&conf)
	h := NewHost(conf, r.Match)
	l := &life{stage: &stage{h, &h.match, time.Now()}, past: map[game.Tick][]memory{}}
	l.clock.begin(l.liveMatch.World.Tick, l.now)
	return l
}

func TestTheRulesOfVotesOutliveTheHost(t *testing.T) {
	d := &disk{}
	l := begin(t, d, MatchOptions{Bots: 4, Skill: 3, Time: 5 * time.Minute})
	l.pass(game.TickRate)
	g := &guest{name: "Ann", key: "SHA256:ann"}
	g.come(t, l)
	l.pass(3 * game.TickRate)
	_, far := link.PipeOf("10.6.6.6:1", "SHA256:out")
	out := &peer{link: far}
	caller := voterAt(g.id, "192.0.2.1/32", g.key)
	l.polls.rules.kick(voterOf(&pilot{Seat: Seat{Address: "10.6.6.6:1"}}, []string{"SHA256:out"}), l.World().Tick)
	l.polls.rules.called(caller, l.World().Tick)
	l.polls.rules.ended(l.World().Tick)
	l.polls.off = true
	l.pass(game.TickRate)
	next := d.again(t, func(*HostConfig) {})
	if now, rules := next.World().Tick, &next.polls.rules; next.votedOut(out, []string{"SHA256:out"}) < kickedFor-2*game.TickRate ||
		rules.mayCall(caller, now) < callerPause-2*game.TickRate || rules.mayCall(voterAt(99, "", ""), now) < pollPause-2*game.TickRate || !next.polls.off {
		t.Errorf("the host after has %+v", next.polls)
	}
	if came := next.pilots[4].Came; came != g.pilot(l).Came || came == 0 {
		t.Errorf("Ann came at tick %d, not at %d", came, g.pilot(l).Came)
	}
}

func TestSpectatorsOfAResumedMatchKnowItsPilotsAndResults(t *testing.T) {
	for _, over := range []bool{false, true} {
		d := &disk{}
		l := begin(t, d, MatchOptions{Bots: 4, Skill: 3, Time: 20 * time.Second})
		g := &guest{name: "Ann", key: "SHA256:ann"}
		g.come(t, l)
		play := func(ticks int) {
			for range ticks {
				g.press()
				l.pass(1)
			}
		}
		if play(10 * game.TickRate); over {
			play(14 * game.TickRate)
		}
		next := d.again(t, func(c *HostConfig) { c.Delay = 2 * time.Second })
		near, far := link.PipeOf("10.1.1.1:1", "")
		next.Add(far)
		next.admit(<-next.newcomers)
		c := NewClient(ClientConfig{Name: "Watcher", Spectate: true, Wait: true, Dial: func() link.Link { return near }})
		for range 4 * game.TickRate {
			c.Frame(next.now, game.Steer(game.Idle))
			next.pass(1)
		}
		named := map[uint8]bool{}
		for _, p := range c.view.Roster {
			named[p.Slot] = true
		}
		for slot := range c.view.World.Ships {
			if c.view.World.Ships[slot].State != game.Empty && !named[uint8(slot)] {
				t.Errorf("the pilot of ship %d is unknown", slot)
			}
		}
		if left := next.late.nextIn(); over && (c.view.NextMatch == 0 || next.late.overAt != next.OverAt) {
			t.Errorf("results stand for %v, %d ticks", c.view.NextMatch, left)
		}
	}
}
