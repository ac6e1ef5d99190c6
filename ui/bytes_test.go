package ui

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
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

// fought is a match of 28 bots, seen by one of them: some 40 moving things.
type fought struct {
	setup  *game.Setup
	world  game.World
	bots   [28]bot.Bot
	roster []proto.Pilot
	orders []game.Order

	frames, moved int // how many ships and shots there were in all frames
}

func startFought(t testing.TB, arena string) *fought {
	f := &fought{setup: setupIn(arena)}
	f.world = game.NewWorld(f.setup, 1)
	for slot := range f.bots {
		f.bots[slot] = bot.New(3, uint64(slot))
		f.orders = append(f.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(slot), Class: uint8(slot % 3), Weapon: uint8(slot % 4)})
		f.roster = append(f.roster, proto.Pilot{ID: uint16(slot), Slot: uint8(slot), Name: fmt.Sprint("Kestrel ", slot)})
	}
	return f
}

// frame runs two ticks and returns the View.
func (f *fought) frame() *net.View {
	var events game.Events
	for range 2 {
		f.world.Step(f.setup, f.orders, &events)
		f.orders = f.orders[:0]
		for slot := range f.bots {
			if in := f.bots[slot].Fly(&f.world, f.setup, slot); in != f.world.Ships[slot].Input {
				f.orders = append(f.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	f.frames++
	for i := range f.world.Ships {
		f.moved += bits.OnesCount8(f.world.Ships[i].Live)
		if f.world.Ships[i].State == game.Flying {
			f.moved++
		}
	}
	return &net.View{Phase: net.Playing, Title: "a match", Setup: f.setup, World: &f.world, Roster: f.roster, Events: events.List}
}

// drift returns a picture of 40 things that fly about in 80x24 cells of space, 8
// ships and 32 shots, after so many frames. No camera moves.
func drift(f *fought, frame int) *net.View {
	f.world = game.NewWorld(f.setup, 1)
	f.world.Status, f.world.Tick = game.InProgress, 1000 // no longer greeted
	at := func(i, speed int) (x, y int32) {              // in units, the speed too: a second
		course := game.Courses - 1 - game.Course(i)%(game.Courses-1)
		dx, dy := course.Vector()
		way := float64(frame*speed) / 30 / game.One
		x = 40 + (int32(i)*97+int32(way*float64(dx))%240+480)%240
		y = 30 + (int32(i)*53+int32(way*float64(dy))%120+240)%120
		return x * game.One, y * game.One
	}
	for i := range 8 {
		ship := &f.world.Ships[i]
		ship.State, ship.HP, ship.Class, ship.Live = game.Flying, 5, uint8(i%3), 0b1111
		ship.Facing = game.Courses - 1 - game.Course(i)%(game.Courses-1)
		ship.Input = game.Steer(ship.Facing)
		ship.X, ship.Y = at(i, 150)
		for k := range 4 {
			shot := &f.world.Shots[i][k]
			shot.X, shot.Y = at(8+5*i+k, 360)
			dx, dy := (game.Courses - 1 - game.Course(8+5*i+k)%(game.Courses-1)).Vector()
			shot.VX, shot.VY, shot.Left = dx*6, dy*6, 20
		}
	}
	return &net.View{Phase: net.Playing, Setup: f.setup, World: &f.world, Roster: f.roster, Me: -1}
}

// bytesOf returns how many bytes each frame of a picture takes on a terminal of
// 80x24 that answers when it is asked, from the 30th on, sorted: of a minute, without -long of five
// seconds. The keys are pressed before that.
func bytesOf(t *testing.T, mode canvas.Mode, pressed string, frame func(i int) *net.View) (sizes []int) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(80, 24)
		terminal := openTty(t, tty, term.Traits{Name: "xterm-256color", ASCII: mode == canvas.ASCII})
		screen, s, now, asked := terminal.Screen(), play.New(play.Options{Mode: mode}), time.Unix(1000, 0), 0
		frames := 150
		if *long {
			frames = 1800
		}
		for i := range frames {
			now = now.Add(time.Second / 30)
			view := frame(i)
			if i == 20 {
				for _, key := range pressed {
					s.Event(input.PressOf(input.Key(key)), view, now)
				}
			}
			screen.Clear()
			s.See(view, now)
			s.Draw(terminal.Grid())
			screen.Show()
			out, _ := tty.Take()
			if strings.Contains(out, "\x1b[5n") {
				asked++
				tty.Type("\x1b[0n")
				synctest.Wait()
			}
			if i >= 30 {
				sizes = append(sizes, len(out))
			}
		}
		if asked < frames*2/9 {
			t.Errorf("asked %d times in %d frames: this test does not count the questions", asked, frames)
		}
	})
	slices.Sort(sizes)
	return sizes
}

func TestAFrameHasFewBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn in every mode; runs without -short")
	}
	t.Parallel()
	for _, c := range []struct {
		scene string
		mode  canvas.Mode
		most  int
	}{
		{"40 things drift", canvas.Braille, 2480}, {"40 things drift", canvas.Blocks, 2550}, {"40 things drift", canvas.ASCII, 1580},
		{"28 bots fight", canvas.Braille, 1480}, {"28 bots fight", canvas.Blocks, 1450}, {"28 bots fight", canvas.ASCII, 790},
	} {
		fight := startFought(t, "open")
		pressed, frame := "", func(int) *net.View { return fight.frame() }
		if c.scene == "40 things drift" {
			fight.setup.Arena.Tiles = make([]game.Tile, len(fight.setup.Arena.Tiles))
			pressed, frame = "c", func(i int) *net.View { return drift(fight, i) }
		}
		sizes := bytesOf(t, c.mode, pressed, frame)
		if c.scene != "40 things drift" {
			t.Logf("%d things move", fight.moved/fight.frames)
		}
		median := sizes[len(sizes)/2]
		t.Logf("%s, %v: %d bytes a frame at the median, %d in nine of ten", c.scene, c.mode, median, sizes[len(sizes)*9/10])
		if median > c.most {
			t.Errorf("%s, %v: expected at most %d bytes at the median, found %d", c.scene, c.mode, c.most, median)
		}
	}
}

// BenchmarkFrame measures a frame of a fight from the View to the bytes.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, mode := range []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII} {
			b.Run(fmt.Sprintf("%dx%d/%v", size[0], size[1], mode), func(b *testing.B) {
				frame := shown(b, startFought(b, "open"), tenSeconds, size[0], size[1], mode)
				b.ReportAllocs()
				for b.Loop() {
					frame()
				}
			})
		}
	}
}

// tenSeconds are so many frames.
const tenSeconds = 300

// framesToCount is in how many frames allocations are counted.
func framesToCount() int {
	if *long {
		return tenSeconds
	}
	return tenSeconds / 10
}

// shown returns a function that draws the next frame of a match in a window of that size. The first frames repeat.
func shown(t testing.TB, fight *fought, frames, width, height int, mode canvas.Mode) (frame func()) {
	var views []*net.View
	for range frames {
		v := *fight.frame()
		world := *v.World
		v.World, v.Events = &world, slices.Clone(v.Events)
		views = append(views, &v)
	}
	terminal := openTty(t, void{testkit.NewTty(width, height)}, term.Traits{Name: "xterm-256color", ASCII: mode == canvas.ASCII})
	screen, s, now, i := terminal.Screen(), play.New(play.Options{Mode: mode}), time.Unix(1000, 0), 0
	s.Event(input.PressOf('w'), views[0], now) // the player has found the keys
	return func() {
		now = now.Add(time.Second / 30)
		screen.Clear()
		s.See(views[i%len(views)], now)
		s.Draw(terminal.Grid())
		screen.Show()
		i++
	}
}

// void is a terminal that discards its input.
type void struct{ *testkit.Tty }

func (void) Write(b []byte) (int, error) { return len(b), nil }

func TestAFrameOfAFightAllocatesNothing(t *testing.T) {
	if testkit.Race() {
		t.Skip("the race detector has pools forget")
	}
	for _, mode := range []canvas.Mode{canvas.Braille, canvas.Blocks, canvas.ASCII} {
		frame := shown(t, startFought(t, "open"), framesToCount(), 120, 40, mode)
		for range framesToCount() {
			frame() // buffers grow
		}
		if n := testing.AllocsPerRun(framesToCount(), frame); n > 0 {
			t.Errorf("%v: %v allocations a frame", mode, n)
		}
	}
}

func TestF3OpensTheNetFiguresHoweverATerminalSendsIt(t *testing.T) {
	for terminal, f3 := range map[string]string{"xterm, tmux": "\x1bOR", "rxvt": "\x1b[13~", "the Linux console": "\x1b[[C"} {
		onRig(t, Config{}, func(r *rig) {
			r.press(enter, f3)
			r.shows("host tick")
			r.press(f3)
			r.showsNot("host tick")
			if r.Failed() {
				t.Fatal(terminal)
			}
		})
	}
}

func TestMatchInWhichNothingMovesWritesNothing(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{FewerFlashes: true}}, func(r *rig) {
		r.press(enter, right)
		time.Sleep(5 * time.Second) // the start has been greeted, the camera rests
		r.refresh()
		lag := net.Lag{Transport: "udp", RTT: 48 * time.Millisecond, Age: 60 * time.Millisecond}
		for i := range 90 {
			lag.Age += time.Duration(i%5) * 10 * time.Millisecond // not shown
			r.launcher.match.change(func(m *flownState) { m.view.Lag.Age = lag.Age })
			time.Sleep(time.Second / 30)
		}
		if out := r.refresh(); len(out) != 0 {
			t.Errorf("wrote %d bytes: %q", len(out), out)
		}
	})
}

func TestNetFiguresAreWrittenFourTimesASecondAtMost(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{FewerFlashes: true}}, func(r *rig) {
		r.press(enter, right, "\x1bOR")
		time.Sleep(5 * time.Second)
		r.refresh()
		frames, bytes := 0, 0
		for i := range 90 {
			r.launcher.match.change(func(m *flownState) {
				m.view.Lag = net.Lag{Transport: "udp", RTT: 40 * time.Millisecond, Age: time.Duration(40+i*29%50) * time.Millisecond}
			})
			time.Sleep(time.Second / 30)
			if out := r.refresh(); out != "" {
				frames++
				bytes += len(out)
			}
		}
		t.Logf("the page needs %d bytes a second while one figure changes", bytes/3)
		if frames < 3 || frames > 12 {
			t.Errorf("wrote in %d frames of three seconds, want 3 to 12", frames)
		}
	})
}

// startMode returns a match of 8 bots in a mode.
func startMode(t testing.TB, mode game.Mode) *fought {
	f := &fought{setup: &game.Setup{Mode: mode, Classes: assets.Classes(), Weapons: assets.Weapons()}}
	for _, name := range assets.ArenaNames() {
		if assets.MadeFor(name, mode) {
			a, err := assets.Arena(name)
			if err != nil {
				t.Fatal(err)
			}
			f.setup.Arena = a
			break
		}
	}
	f.setup.TimeLimit, f.setup.ScoreLimit = mode.Limits()
	if mode.State() == game.AssaultState {
		if err := assets.AddCampaign(f.setup, ""); err != nil {
			t.Fatal(err)
		}
	}
	f.world = game.NewWorld(f.setup, 1)
	teams := uint8(f.setup.PilotTeams())
	for slot := range uint8(8) {
		f.bots[slot] = bot.New(3, uint64(slot))
		order := game.Order{Kind: game.OrderJoin, Slot: slot, Class: slot % 3, Weapon: slot % 4}
		if teams > 0 {
			order.Team = slot%teams + 1
		}
		f.orders = append(f.orders, order)
		f.roster = append(f.roster, proto.Pilot{ID: uint16(slot), Slot: slot, Name: fmt.Sprint("Kestrel ", slot)})
	}
	return f
}

// BenchmarkFrameOfMode measures a frame of each mode from the View to the bytes.
func BenchmarkFrameOfMode(b *testing.B) {
	for _, mode := range game.Modes() {
		b.Run(mode.Name(), func(b *testing.B) {
			frame := shown(b, startMode(b, mode), tenSeconds, 80, 24, canvas.Blocks)
			for range 300 {
				frame() // buffers grow
			}
			b.ReportAllocs()
			for b.Loop() {
				frame()
			}
		})
	}
}

func TestAFrameOfAModeAllocatesNothing(t *testing.T) {
	if testkit.Race() {
		t.Skip("the race detector has pools forget")
	}
	for _, mode := range game.Modes() {
		frame := shown(t, startMode(t, mode), framesToCount(), 80, 24, canvas.Blocks)
		for range framesToCount() {
			frame() // buffers grow
		}
		if n := testing.AllocsPerRun(framesToCount(), frame); n > 0 {
			t.Errorf("%s: %v allocations a frame", mode.Name(), n)
		}
	}
}

func TestTheTerminalShowsTheDrawnFight(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn; runs without -short")
	}
	t.Parallel()
	frames := 60
	if *long {
		frames = tenSeconds
	}
	for i, traits := range []term.Traits{
		{Name: "xterm-kitty", TrueColor: true}, {Name: "xterm-256color"}, {Name: "xterm-256color", TrueColor: true, Remote: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			const width, height = 120, 40
			tty := testkit.NewTty(width, height)
			terminal := openTty(t, tty, traits)
			if i == 1 {
				hasMargins(terminal, tty)
			}
			eyes := vt.NewMockTerm(vt.MockOptSize{X: width, Y: height}, vt.MockOptColors(1<<24))
			eyes.Start()
			defer eyes.Stop()
			screen, s, now, f := terminal.Screen(), play.New(play.Options{LowBandwidth: traits.Remote}), time.Unix(1000, 0), startFought(t, "open")
			for i := range frames {
				now = now.Add(time.Second / 30)
				view := f.frame()
				view.Me = 0
				screen.Clear()
				s.See(view, now)
				s.Draw(terminal.Grid())
				screen.Show()
				out, _ := tty.Take()
				eyes.Write([]byte(out))
				eyes.Drain()
				for y := range height {
					for x := range width {
						want, _, _ := terminal.Grid().Get(x, y)
						if got := eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}); got.C != want && !(got.C == "" && want == " ") {
							t.Fatalf("%s, frame %d: at %d, %d there is %q, drawn was %q", traits.Name, i, x, y, got.C, want)
						}
					}
				}
			}
		})
	}
}

func TestAPictureDoesNotDependOnThoseBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn twice; runs without -short")
	}
	t.Parallel()
	all := 2 * time.Second
	if *long {
		all = 8 * time.Second
	}
	for _, o := range []play.Options{{Mode: canvas.Blocks}, {Mode: canvas.Blocks, LowBandwidth: true}, {Mode: canvas.ASCII}} {
		f, start := newDogfight(t, 10), time.Unix(1000, 0)
		after, anew := play.New(o), play.New(o)
		one, other := canvas.NewGrid(256), canvas.NewGrid(256)
		one.Resize(120, 40)
		other.Resize(120, 40)
		const passed = time.Second / 30
		for at := time.Duration(0); at < all; at += passed {
			v := f.frame(at, passed, all)
			after.See(v, start.Add(at))
			after.Draw(one)
			anew.Set(o) // draws all
			anew.See(v, start.Add(at))
			anew.Draw(other)
			if !slices.Equal(one.Cells, other.Cells) {
				t.Fatalf("%+v: at %v a picture differs from the same one drawn again", o, at)
			}
		}
	}
}
