package ui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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

// raid is a match of 32 people who press a key four times a second, and of 8 bots.
type raid struct {
	setup  *game.Setup
	world  game.World
	people [32]input.Latch
	keys   input.Bindings
	bots   [8]bot.Bot
	roster []proto.Pilot
	orders []game.Order
	events []game.Event
	chance *rand.Rand
	now    time.Time
	frames int
}

func startRaid(t testing.TB) *raid {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	r := &raid{
		setup:  &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()},
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
			r.people[i].Press(r.now, input.PressOf(input.Key(key)), &r.keys)
		}
	}
	var events game.Events
	for range 2 {
		r.world.Step(r.setup, r.orders, &events)
		r.orders = r.orders[:0]
		for slot := range len(r.people) + len(r.bots) {
			var in game.Input
			if slot < len(r.people) {
				in = r.people[slot].Input(r.now)
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
	terminal, err := term.OpenTty(tty, term.Traits{Name: "xterm-256color", Remote: true, ASCII: mode == canvas.ASCII})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Close)
	return &far{tty: tty, terminal: terminal, play: play.New(play.Options{Mode: mode, FewerBytes: true})}
}

// draw draws what a person sees, and answers.
func (f *far) draw(r *raid, me int) {
	out := f.picture(r, me)
	if strings.Contains(out, "\x1b[5n") {
		f.tty.Type("\x1b[0n")
		synctest.Wait()
	}
	f.bytes += len(out)
}

// picture draws what a person sees and returns what is sent.
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

func TestAFightFarAwayTakesFewBytesASecond(t *testing.T) {
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

func TestPicturesTakeFewBytesOnlyWhereTheTerminalIsFar(t *testing.T) {
	for _, c := range []struct {
		remote bool
		rate   int
		want   bool
	}{{false, 0, false}, {true, 0, true}, {true, slowRate, true}, {true, fastRate, false}} {
		terminal, err := term.OpenTty(testkit.NewTty(80, 24), term.Traits{Name: "xterm-256color", Remote: c.remote})
		if err != nil {
			t.Fatal(err)
		}
		a := &app{term: terminal, conf: Config{Settings: Settings{FrameRate: c.rate}}}
		if got := a.look().FewerBytes; got != c.want {
			t.Errorf("remote %v at %d frames a second: %v", c.remote, c.rate, got)
		}
		terminal.Close()
	}
}
