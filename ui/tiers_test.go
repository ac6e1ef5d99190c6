package ui

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// dogfight is a fight that is always the same: ships at full speed around the own one, all in view of 80x24 cells,
// each of which fires twice a second, and a burst every one and a half. The own ship rests in the first half of the
// time and flies in the second.
type dogfight struct {
	setup  *game.Setup
	world  game.World
	roster []proto.Pilot
	ships  int
}

func newDogfight(t testing.TB, ships int) *dogfight {
	f := &dogfight{setup: setupIn("open"), ships: ships}
	f.world = game.NewWorld(f.setup, 1)
	f.world.Status = game.InProgress
	for i := range ships {
		f.roster = append(f.roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: []string{"Custard", "Static", "Osprey", "Meteor", "Callisto"}[i%5]})
		ship := &f.world.Ships[i]
		ship.State, ship.HP, ship.Class = game.Flying, f.setup.Classes[i%3].HP, uint8(i%3)
		if i == 1 {
			ship.HP = 2
		}
	}
	return f
}

// fullSpeed is that of a fighter, in units a second.
const fullSpeed = 150

// frame returns the View some time after the start, when so much has passed since the last frame.
func (f *dogfight) frame(at, passed, all time.Duration) *net.View {
	f.world.Tick = game.Tick(1000 + at*game.TickRate/time.Second)
	own, units := game.Point{X: 400, Y: 300}, int32(0)
	if at > all/2 {
		units = int32(fullSpeed * (at - all/2) / time.Second)
		own.X += bounce(units, 600)
		own.Y += bounce(units*2/3, 300)
	}
	var events []game.Event
	for i := range f.ships {
		ship := &f.world.Ships[i]
		course := game.Course(1 + (i+int(at/time.Second))%8)
		way := int32(fullSpeed * at / time.Second)
		ship.X, ship.Y = own.X+bounce(way+int32(37*i), 130)-65, own.Y+bounce(way*2/3+int32(23*i), 120)-60
		if i == 0 {
			ship.X, ship.Y = own.X, own.Y
		}
		ship.X, ship.Y = ship.X*game.One, ship.Y*game.One
		ship.Facing = course
		ship.Input = game.Steer(course)
		if i == 0 && units == 0 {
			ship.Input = game.Steer(game.Idle)
		}
		f.shoot(i, at)
	}
	if at%(1500*time.Millisecond) < passed {
		victim := &f.world.Ships[1+int(at/time.Second)%(f.ships-1)]
		events = append(events, game.Event{Kind: game.EventKill, Slot: 1, By: 0, X: victim.X, Y: victim.Y})
	}
	return &net.View{Phase: net.Playing, Setup: f.setup, World: &f.world, Roster: f.roster, Events: events, Me: 0}
}

// bounce returns a place between 0 and span for a way to and fro.
func bounce(way, span int32) int32 {
	way %= 2 * span
	return min(way, 2*span-way)
}

// shoot has a ship fire every half second, along its course.
func (f *dogfight) shoot(slot int, at time.Duration) {
	ship := &f.world.Ships[slot]
	age := (at + time.Duration(slot)*70*time.Millisecond) % (500 * time.Millisecond)
	dx, dy := ship.Facing.Vector()
	weapon := &f.setup.Weapons[0]
	shot := &f.world.Shots[slot][0]
	shot.VX, shot.VY = dx*6, dy*6
	ticks := int32(age * game.TickRate / time.Second)
	shot.X, shot.Y, shot.Left = ship.X+shot.VX*ticks, ship.Y+shot.VY*ticks, weapon.Life-uint16(ticks)
	ship.Live = 1
}

// tier is an amount of detail, with its terminal.
type tier struct {
	name   string
	traits term.Traits
	mode   canvas.Mode

	margins bool // the terminal has some at the sides
}

var tiers = []tier{
	{name: "rich", traits: term.Traits{Name: "xterm-256color", TrueColor: true}, mode: canvas.Blocks},
	{name: "rich, octants", traits: term.Traits{Name: "xterm-256color", TrueColor: true}, mode: canvas.Octants},
	{name: "standard", traits: term.Traits{Name: "xterm-256color"}, mode: canvas.Blocks},
	{name: "thrift", traits: term.Traits{Name: "xterm-256color", Remote: true}, mode: canvas.Blocks},
	{name: "16 colours", traits: term.Traits{Name: "xterm", Wanted: input.Colours16}, mode: canvas.Blocks},
	{name: "ASCII", traits: term.Traits{Name: "xterm-256color", ASCII: true}, mode: canvas.ASCII},
	{name: "rich, side margins", traits: term.Traits{Name: "xterm-256color", TrueColor: true}, mode: canvas.Blocks, margins: true},
	{name: "standard, side margins", traits: term.Traits{Name: "xterm-256color"}, mode: canvas.Blocks, margins: true},
}

// hasMargins lets a terminal report that it can scroll a part of its rows.
func hasMargins(terminal *term.Terminal, tty *testkit.Tty) {
	tty.Type("\x1b[?69;2$y")
	synctest.Wait()
	terminal.Fit()
}

// cost is the cost of ten seconds of a fight.
type cost struct{ bytes, frames int }

func (c cost) perSecond(fps int) float64 {
	return float64(c.bytes) * float64(fps) / float64(c.frames) / 1000
}

// fly shows a fight on a terminal.
func (k tier) fly(t *testing.T, width, height, fps, ships int) (c cost) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(width, height)
		terminal := openTty(t, tty, k.traits)
		if k.margins {
			hasMargins(terminal, tty)
		}
		s, f, start := play.New(play.Options{Mode: k.mode, LowBandwidth: k.traits.Remote}), newDogfight(t, ships), time.Unix(1000, 0)
		const all = 10 * time.Second
		passed := time.Second / time.Duration(fps)
		for at := time.Duration(0); at < all; at += passed {
			s.See(f.frame(at, passed, all), start.Add(at))
			s.Draw(terminal.Grid())
			terminal.Screen().Show()
			out, _ := tty.Take()
			if strings.Contains(out, "\x1b[5n") {
				tty.Type("\x1b[0n")
				synctest.Wait()
			}
			if at > 0 { // the first one is all of the picture
				c.bytes += len(out)
				c.frames++
			}
		}
	})
	return c
}

//go:generate go test -count=1 -run Figures . -figures

var writeFigures = flag.Bool("figures", false, "measure a fight on all terminals and write FIGURES.md")

// figuresHead introduces FIGURES.md.
const figuresHead = `# What a fight takes

Ships at full speed around the own one, each of which fires twice a second, and a burst every one and a half; the own ship stands still for five
seconds and flies for five. kB = 1000 bytes, in brackets bytes a frame. Written by "go generate ./ui"; a test holds the bounds.

Others over SSH, measured on one machine: sshtron 23 kB/s at 10 pictures a second, in a field of one character a ship; asshteroids 72 to 80 kB/s at 60. A
match of ours that is drawn for SSH is fitted to 15 kB/s by the governor, however much goes on.

`

func TestTheFiguresOfAFightAreWritten(t *testing.T) {
	if !*writeFigures {
		t.Skip("-figures writes them")
	}
	b := strings.Builder{}
	b.WriteString(figuresHead + testkit.Measured(t) + "\n| kB/s | 80×24, 30 a second | 80×24, 60 | 120×40, 30 | 120×40, 60 |\n|---|--:|--:|--:|--:|\n")
	for _, k := range tiers {
		for _, ships := range []int{10, 5} {
			fmt.Fprintf(&b, "| %s, %d ships |", k.name, ships)
			for _, size := range [][2]int{{80, 24}, {120, 40}} {
				for _, fps := range []int{30, 60} {
					c := k.fly(t, size[0], size[1], fps, ships)
					fmt.Fprintf(&b, " %.0f (%d) |", c.perSecond(fps), c.bytes/c.frames)
				}
			}
			fmt.Fprintln(&b)
		}
	}
	if err := os.WriteFile("FIGURES.md", []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestAFightStaysWithinTheBytesOfItsTier(t *testing.T) {
	if testing.Short() {
		t.Skip("ten seconds of a fight on four terminals; runs without -short")
	}
	t.Parallel()
	for _, c := range []struct {
		tier  tier
		ships int
		most  float64 // kB a second at 80x24 and 60 pictures
	}{{tiers[0], 10, 100}, {tiers[0], 5, 60}, {tiers[2], 10, 70}, {tiers[2], 5, 45}} {
		if c.ships < 10 && !*long {
			continue
		}
		if is := c.tier.fly(t, 80, 24, 60, c.ships).perSecond(60); is > c.most {
			t.Errorf("%s, %d ships: %.1f kB/s, expected %.0f at most", c.tier.name, c.ships, is, c.most)
		}
	}
}

func BenchmarkFight(b *testing.B) {
	for _, k := range tiers[:4] {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			b.Run(fmt.Sprintf("%s/%dx%d", k.name, size[0], size[1]), func(b *testing.B) {
				tty := testkit.NewTty(size[0], size[1])
				terminal := openTty(b, tty, k.traits)
				s, f, start := play.New(play.Options{Mode: k.mode, LowBandwidth: k.traits.Remote}), newDogfight(b, 10), time.Unix(1000, 0)
				const all, passed = 10 * time.Second, time.Second / 60
				b.ReportAllocs()
				at := time.Duration(0)
				for b.Loop() {
					at = (at + passed) % all
					s.See(f.frame(at, passed, all), start.Add(at))
					s.Draw(terminal.Grid())
					terminal.Screen().Show()
					tty.Take()
				}
			})
		}
	}
}

// raid is a match of 32 players that press a key four times a second, and 8 bots.
type raid struct {
	setup  *game.Setup
	world  game.World
	people [32]input.Controls
	bots   [8]bot.Bot
	roster []proto.Pilot
	orders []game.Order
	events []game.Event
	chance *rand.Rand
	now    time.Time
	frames int
}

func startRaid(t testing.TB) *raid {
	r := &raid{
		setup:  setupIn("open"),
		chance: rand.New(rand.NewPCG(1, 0)), now: time.Unix(1000, 0),
	}
	r.world = game.NewWorld(r.setup, 1)
	for slot := range len(r.people) + len(r.bots) {
		r.orders = append(r.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(slot)})
		r.roster = append(r.roster, proto.Pilot{ID: uint16(slot), Slot: uint8(slot), Name: fmt.Sprint("Pilot ", slot)})
	}
	for i := range r.bots {
		r.bots[i] = bot.New(3, uint64(i))
	}
	return r
}

// frame lets two ticks pass.
func (r *raid) frame() {
	r.now = r.now.Add(time.Second / 30)
	if r.frames++; r.frames%8 == 0 {
		for i := range r.people {
			key := rune("asdw x"[r.chance.IntN(6)])
			r.people[i].Press(r.now, input.PressOf(input.Key(key)))
		}
	}
	var events game.Events
	for range 2 {
		r.world.Step(r.setup, r.orders, &events)
		r.orders = r.orders[:0]
		for slot := range len(r.people) + len(r.bots) {
			var in game.Input
			if slot < len(r.people) {
				in = r.people[slot].Input(r.now, nil)
			} else {
				in = r.bots[slot-len(r.people)].Fly(&r.world, r.setup, slot)
			}
			if in != r.world.Ships[slot].Input {
				r.orders = append(r.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	r.events = events.List
}

// far is a terminal of 120x40 at the other end of an SSH session, on which one of the
// raid's people sees it.
type far struct {
	tty      *testkit.Tty
	terminal *term.Terminal
	play     *play.Screen
	bytes    int
}

func newFar(t testing.TB, mode canvas.Mode) *far {
	tty := testkit.NewTty(120, 40)
	terminal := openTty(t, tty, term.Traits{Name: "xterm-256color", Remote: true, ASCII: mode == canvas.ASCII})
	return &far{tty: tty, terminal: terminal, play: play.New(play.Options{Mode: mode, LowBandwidth: true})}
}

// draw draws a person's screen, and answers.
func (f *far) draw(r *raid, me int) {
	out := f.picture(r, me)
	if strings.Contains(out, "\x1b[5n") {
		f.tty.Type("\x1b[0n")
		synctest.Wait()
	}
	f.bytes += len(out)
}

// picture draws a person's screen and returns the output.
func (f *far) picture(r *raid, me int) string {
	view := &net.View{Phase: net.Playing, Setup: r.setup, World: &r.world, Roster: r.roster, Events: r.events, Me: me}
	if r.frames == 1 {
		f.play.Event(input.PressOf('w'), view, r.now) // the player has found the keys
	}
	f.terminal.Fit()
	f.play.See(view, r.now)
	f.play.Draw(f.terminal.Grid())
	f.terminal.Screen().Show()
	out, _ := f.tty.Take()
	return out
}

func TestARemoteFightUsesFewBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a raid are drawn in every mode; runs without -short")
	}
	t.Parallel()
	const first = 1 // second, which draws all of the picture
	seconds := 4
	if *long {
		seconds = 30
	}
	for mode, most := range [...]float64{canvas.Braille: 22, canvas.Blocks: 23, canvas.ASCII: 16} {
		mode := canvas.Mode(mode)
		synctest.Test(t, func(t *testing.T) {
			r, all := startRaid(t), []*far{newFar(t, mode), newFar(t, mode), newFar(t, mode)}
			for i := range 30 * (first + seconds) {
				r.frame()
				for me, f := range all {
					if i == 30*first {
						f.bytes = 0
					}
					f.draw(r, me)
				}
			}
			sum := 0
			for _, f := range all {
				sum += f.bytes
			}
			kB := float64(sum) / 1000 / float64(seconds*len(all))
			t.Logf("%v: %.1f kB/s at 120x40", mode, kB)
			if kB > most {
				t.Errorf("%v: expected at most %.1f kB/s", mode, most)
			}
		})
	}
}

func TestOnlyRemoteTerminalsSaveBytes(t *testing.T) {
	for _, c := range []struct {
		remote bool
		rate   int
		want   bool
	}{{false, 0, false}, {true, 0, true}, {true, slowRate, true}, {true, fastRate, false}} {
		terminal, err := term.OpenTty(testkit.NewTty(80, 24), term.Traits{Name: "xterm-256color", Remote: c.remote})
		if err != nil {
			t.Fatal(err)
		}
		a := &app{term: terminal, conf: Config{Settings: input.Settings{FrameRate: c.rate}}}
		if got := a.screenOptions().LowBandwidth; got != c.want {
			t.Errorf("remote %v at %d frames a second: %v", c.remote, c.rate, got)
		}
		terminal.Close()
	}
}

// BenchmarkPicturesOfARaid measures drawing for each of the 32 people, and encoding the changes: the whole cost of a
// remote player except SSH and the client. Each finds a cold processor cache.
func BenchmarkPicturesOfARaid(b *testing.B) {
	r := startRaid(b)
	var all []*far
	for range r.people {
		all = append(all, newFar(b, canvas.Blocks))
	}
	var pictures, bytes int
	var took time.Duration
	for b.Loop() {
		r.frame()
		began := time.Now()
		for i, f := range all {
			bytes += len(f.picture(r, i))
		}
		took += time.Since(began)
		pictures += len(all)
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(pictures), "ns/picture")
	b.ReportMetric(float64(bytes)/float64(pictures), "B/picture")
}

// drawn runs a pace for some seconds with a picture of a given duration, and returns the rate after each.
func drawn(p *pace, now *time.Time, took time.Duration, seconds int) (rates []int) {
	for range seconds {
		for end := now.Add(time.Second); now.Before(end); *now = now.Add(max(p.frameTime(), took)) {
			p.drew(took, *now)
		}
		rates = append(rates, p.rate)
	}
	return rates
}

func TestAFastTerminalGetsSixtyFramesASecondAndOthersThirty(t *testing.T) {
	p, now := newPace(0), time.Unix(1000, 0)
	if p.rate != slowRate {
		t.Errorf("it begins with %d", p.rate)
	}
	if rates := drawn(&p, &now, time.Millisecond, 3); rates[2] != fastRate {
		t.Errorf("with 1 ms a picture: %v", rates)
	}
	if rates := drawn(&p, &now, 12*time.Millisecond, 3); rates[2] != slowRate {
		t.Errorf("with 12 ms a picture: %v", rates)
	}
	if rates := drawn(&p, &now, 12*time.Millisecond, 60); rates[59] != slowRate {
		t.Errorf("though it does not keep up, after a minute: %v", rates)
	}
	if rates := drawn(&p, &now, time.Millisecond, 10); rates[9] != fastRate {
		t.Errorf("once it does again: %v", rates)
	}
}

func TestASlowTerminalIsTriedLessAndLess(t *testing.T) {
	p, now, tries := newPace(0), time.Unix(1000, 0), 0
	for range 600 {
		took := time.Millisecond
		if p.rate == fastRate {
			took, tries = 10*time.Millisecond, tries+1
		}
		drawn(&p, &now, took, 1)
	}
	if tries > 24 {
		t.Errorf("in ten minutes it was tried in %d seconds", tries)
	}
}

func TestARateThatWasChosenHolds(t *testing.T) {
	for _, rate := range []int{slowRate, fastRate} {
		p, now := newPace(rate), time.Unix(1000, 0)
		drawn(&p, &now, 0, 9)
		drawn(&p, &now, 30*time.Millisecond, 9)
		if p.rate != rate {
			t.Errorf("chosen %d, found %d", rate, p.rate)
		}
	}
}

func TestATerminalAtTheOtherEndOfSSHGetsThirtyUnlessMoreAreAskedFor(t *testing.T) {
	far := term.Traits{Name: "xterm-256color", Remote: true}
	for wanted, want := range map[int]int{0: 90, fastRate: 180} {
		onRigLike(t, far, Config{Settings: input.Settings{FrameRate: wanted}}, func(r *rig) {
			r.press(enter)
			if n := r.framesIn(3 * time.Second); n < want-3 || n > want+3 {
				t.Errorf("asked for %d a second, found %d in three", wanted, n)
			}
		})
	}
}

// governed runs some seconds with the bytes of each, and returns the steps after each.
func governed(g *governor, now *time.Time, sent *int64, rate int, crowded bool, seconds int) (steps []int) {
	for range seconds {
		for range 20 {
			*now = now.Add(time.Second / 20)
			*sent += int64(rate / 20)
			g.note(*sent, crowded, *now)
		}
		steps = append(steps, g.step)
	}
	return steps
}

func TestTheGovernorStepsDownWhileTooMuchIsSentAndUpWhenThereIsRoom(t *testing.T) {
	g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
	governed(&g, &now, &sent, 50_000, false, 1) // the first picture
	if steps := governed(&g, &now, &sent, 20_000, false, 3); steps[0] != 1 || steps[2] != 3 {
		t.Errorf("with a third too much: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 12_000, false, 30); steps[29] != 3 {
		t.Errorf("with less than the bound, but more than half of it: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 5_000, false, 16); steps[3] != 3 || steps[6] != 2 || steps[15] != 0 {
		t.Errorf("with a third of it: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 200_000, false, 20); steps[19] != 6 {
		t.Errorf("with far too much: %v", steps)
	}
}

func TestTheGovernorDoesNotGoToAndFro(t *testing.T) {
	g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
	governed(&g, &now, &sent, 50_000, false, 1) // the first picture
	changes, was := 0, 0
	for range 600 {
		rate := 16_000
		if g.step > 0 {
			rate = 7_000 // invites it to undo the step
		}
		if governed(&g, &now, &sent, rate, false, 1); g.step != was {
			changes, was = changes+1, g.step
		}
	}
	if changes > 30 {
		t.Errorf("%d changes in ten minutes", changes)
	}
}

func TestATerminalThatLagsGetsLessButNotTheLeastIfThatIsNotForTheBytes(t *testing.T) {
	for rate, want := range map[int]int{12_000: 6, 2_000: 3} {
		g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
		if steps := governed(&g, &now, &sent, rate, true, 20); steps[19] != want {
			t.Errorf("%d bytes a second and late: %v", rate, steps)
		}
	}
}

func TestEachStepSendsFewerBytes(t *testing.T) {
	for _, far := range []bool{false, true} {
		for step := 1; step <= canvas.DetailSteps(far); step++ {
			was, is := canvas.DetailOf(far, step-1), canvas.DetailOf(far, step)
			if is == was || is.Near < was.Near || is.Far < was.Far || is.Shots < was.Shots || was.TwoTones && !is.TwoTones || was.NoTrails && !is.NoTrails ||
				was.NoParallax && !is.NoParallax || is.Hold < was.Hold || is.Steps < was.Steps || was.Pictures > 0 && (is.Pictures == 0 || is.Pictures > was.Pictures) {
				t.Errorf("far %v, step %d: %+v after %+v", far, step, is, was)
			}
		}
	}
}

// strait is a terminal behind a line that carries so many bytes a second.
type strait struct {
	*testkit.Tty
	rate    int
	mu      sync.Mutex
	free    time.Time // when all written bytes have arrived
	carried int
}

func (l *strait) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(len(b)) * time.Second / time.Duration(l.rate))
	l.carried += len(b)
	if n := len(b); n >= 4 && string(b[n-4:]) == "\x1b[5n" {
		time.AfterFunc(time.Until(l.free)+20*time.Millisecond, func() { l.Type("\x1b[0n") })
	}
	return l.Tty.Write(b)
}

// battle is a match of 28 bots. They stop after some time.
type battle struct {
	*flown
	fight  *fought
	until  time.Time
	ticked time.Time
	frames atomic.Int64
}

func (b *battle) Frame(now time.Time, _ game.Input) *net.View {
	b.frames.Add(1)
	view := &net.View{Phase: net.Playing, Setup: b.fight.setup, World: &b.fight.world, Roster: b.fight.roster}
	for ; b.ticked.Before(now) && now.Before(b.until); b.ticked = b.ticked.Add(time.Second / 30) {
		events := b.fight.frame().Events
		view.Events = append(view.Events, events...)
	}
	return view
}

func sum(of []int) (all int) {
	for _, n := range of {
		all += n
	}
	return all
}

// TestAFightOf28BotsIsFittedToALineOf15kBASecond flies over SSH, in virtual time.
func TestAFightOf28BotsIsFittedToALineOf15kBASecond(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of a fight; runs without -short")
	}
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &strait{Tty: testkit.NewTty(120, 40), rate: 15_000}
		terminal := openTty(t, tty, term.Traits{Name: "xterm-256color", Remote: true})
		fight := &battle{flown: newFlown(), fight: startFought(t, "open"), until: time.Now().Add(30 * time.Second), ticked: time.Now()}
		a := newApp(terminal, Config{Terminal: terminal, Session: &Session{Match: fight, Close: func() {}}})
		a.frames = time.NewTicker(time.Hour) // this goroutine draws
		defer a.frames.Stop()
		var steps, carried, waits []int
		for range 70 {
			before, end := tty.carried, time.Now().Add(time.Second)
			for began := time.Now(); began.Before(end); began = time.Now() {
				synctest.Wait() // the answers are processed
				a.draw(began)
				a.adaptPace(began, began)
				time.Sleep(a.frameTime())
			}
			steps, carried = append(steps, a.governor.step), append(carried, tty.carried-before)
			waits = append(waits, int(time.Until(tty.free).Milliseconds()))
		}
		t.Logf("steps %v\nbytes a second %v\nms that wait on the line %v", steps, carried, waits)
		for i := 15; i < 30; i++ {
			if sum(carried[i-5:i]) > 5*15_000 || waits[i] > 400 {
				t.Errorf("the five seconds up to %d: %d bytes, and %d ms of them wait", i, sum(carried[i-5:i]), waits[i])
			}
		}
		changes := 0
		for i := range 29 {
			if steps[i+1] != steps[i] {
				changes++
			}
		}
		if steps[20] == 0 || changes > 10 {
			t.Errorf("%d changes in the fight: %v", changes, steps[:30])
		}
		if steps[69] != 0 {
			t.Errorf("all is over, and step %d is left", steps[69])
		}
	})
}

// TestAKeyDoesNotRaiseTheFrameRateOfASlowLine flies over SSH, in virtual time.
func TestAKeyDoesNotRaiseTheFrameRateOfASlowLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &strait{Tty: testkit.NewTty(120, 40), rate: 5_000}
		terminal := openTty(t, tty, term.Traits{Name: "xterm-256color", Remote: true})
		fight := &battle{flown: newFlown(), fight: startFought(t, "open"), until: time.Now().Add(time.Hour), ticked: time.Now()}
		a := newApp(terminal, Config{Terminal: terminal, Session: &Session{Match: fight, Close: func() {}}})
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { left <- a.loop(ctx) }()
		const seconds = 3
		frames := func() int64 {
			before := fight.frames.Load()
			time.Sleep(seconds * time.Second)
			return fight.frames.Load() - before
		}
		time.Sleep(20 * time.Second)
		before := frames()
		tty.Type("d")
		after := frames()
		leave()
		<-left
		if before >= 25*seconds || after > before+seconds {
			t.Errorf("%d frames in three seconds, and %d after a key", before, after)
		}
	})
}
