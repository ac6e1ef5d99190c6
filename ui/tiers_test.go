package ui

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// dogfight is a fight that is always the same: ships at full speed around the own one, all of them in view of 80x24 cells,
// each of which fires twice a second, and a burst every one and a half. The own ship stands still in the first half of the
// time and flies in the second.
type dogfight struct {
	setup  *game.Setup
	world  game.World
	roster []proto.Pilot
	ships  int
}

func newDogfight(t testing.TB, ships int) *dogfight {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	f := &dogfight{setup: &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}, ships: ships}
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

// frame returns what is to be seen some time after the beginning, when so much has passed since the last frame.
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

// tier is how much is drawn, and for what terminal.
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
	{name: "16 colours", traits: term.Traits{Name: "xterm", Wanted: term.Colours16}, mode: canvas.Blocks},
	{name: "ASCII", traits: term.Traits{Name: "xterm-256color", ASCII: true}, mode: canvas.ASCII},
	{name: "rich, side margins", traits: term.Traits{Name: "xterm-256color", TrueColor: true}, mode: canvas.Blocks, margins: true},
	{name: "standard, side margins", traits: term.Traits{Name: "xterm-256color"}, mode: canvas.Blocks, margins: true},
}

// hasMargins has a terminal tell that it can move a part of its rows.
func hasMargins(terminal *term.Terminal, tty *testkit.Tty) {
	tty.Type("\x1b[?69;2$y")
	synctest.Wait()
	terminal.Fit()
}

// cost is what ten seconds of a fight take.
type cost struct{ bytes, frames int }

func (c cost) perSecond(fps int) float64 {
	return float64(c.bytes) * float64(fps) / float64(c.frames) / 1000
}

// fly shows a fight on a terminal.
func (k tier) fly(t *testing.T, width, height, fps, ships int) (c cost) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(width, height)
		terminal, err := term.OpenTty(tty, k.traits)
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		if k.margins {
			hasMargins(terminal, tty)
		}
		s, f, start := play.New(play.Options{Mode: k.mode, FewerBytes: k.traits.Remote}), newDogfight(t, ships), time.Unix(1000, 0)
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

var writeFigures = flag.Bool("figures", false, "measure a fight on all terminals and write FIGURES.md")

// figuresHead says what FIGURES.md is.
const figuresHead = `# What a fight takes

Ships at full speed around the own one, each of which fires twice a second, and a burst every one and a half; the own ship stands still for five
seconds and flies for five. kB = 1000 bytes, in brackets bytes a frame. Written by "go test ./ui -run Figures -args -figures"; a test holds the bounds.

Others over SSH, measured on one machine: sshtron 23 kB/s at 10 pictures a second, in a field of one character a ship; asshteroids 72 to 80 kB/s at 60. A
match of ours that is drawn for SSH is fitted to 15 kB/s by the governor, however much goes on.

`

func TestTheFiguresOfAFightAreWritten(t *testing.T) {
	if !*writeFigures {
		t.Skip("-figures writes them")
	}
	b := strings.Builder{}
	b.WriteString(figuresHead + "| kB/s | 80×24, 30 a second | 80×24, 60 | 120×40, 30 | 120×40, 60 |\n|---|--:|--:|--:|--:|\n")
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

func TestAFightTakesNoMoreBytesThanItsTierMay(t *testing.T) {
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
				terminal, err := term.OpenTty(tty, k.traits)
				if err != nil {
					b.Fatal(err)
				}
				defer terminal.Close()
				s, f, start := play.New(play.Options{Mode: k.mode, FewerBytes: k.traits.Remote}), newDogfight(b, 10), time.Unix(1000, 0)
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
