package ui

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
	"dogfight/ui/term"
	"dogfight/ui/term/termtest"
)

// fought is a match of 16 bots, seen by one of them: some 40 moving things.
type fought struct {
	setup  *game.Setup
	world  game.World
	bots   [16]bot.Bot
	roster []proto.Pilot
	orders []game.Order
}

func startFought(t *testing.T) *fought {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	f := &fought{setup: &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}}
	f.world = game.NewWorld(f.setup, 1)
	for slot := range f.bots {
		f.bots[slot] = bot.New(3, uint64(slot))
		f.orders = append(f.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(slot), Class: uint8(slot % 3), Weapon: uint8(slot % 4)})
		f.roster = append(f.roster, proto.Pilot{ID: uint16(slot), Slot: uint8(slot), Name: fmt.Sprint("Kestrel ", slot)})
	}
	return f
}

// frame lets two ticks pass and returns what is to be seen.
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
	return &net.View{Phase: net.Playing, Title: "a match", Setup: f.setup, World: &f.world, Roster: f.roster, Events: events.List}
}

// TestAFrameOfAFightTakesFewBytes measures what a terminal of 80x24 is sent.
func TestAFrameOfAFightTakesFewBytes(t *testing.T) {
	for _, c := range []struct {
		mode canvas.Mode
		most int
	}{{canvas.Braille, 2000}, {canvas.Blocks, 1950}, {canvas.ASCII, 1350}} {
		tty := termtest.New(80, 24)
		terminal, err := term.OpenTty(tty, term.Traits{Name: "xterm-256color", ASCII: c.mode == canvas.ASCII})
		if err != nil {
			t.Fatal(err)
		}
		screen, s, fight := terminal.Screen(), play.New(play.Options{Mode: c.mode}), startFought(t)
		now, frames := time.Unix(1000, 0), []int{}
		for range 1800 {
			now = now.Add(time.Second / 30)
			screen.Clear()
			s.Draw(screen, fight.frame(), now)
			screen.Show()
			out, _ := tty.Take()
			frames = append(frames, len(out))
		}
		terminal.Close()
		slices.Sort(frames[30:])
		frames = frames[30:]
		t.Logf("%s: %d bytes a frame at the median, %d in nine of ten", c.mode, frames[len(frames)/2], frames[len(frames)*9/10])
		if got := frames[len(frames)/2]; got > c.most {
			t.Errorf("%s: expected at most %d bytes at the median, found %d", c.mode, c.most, got)
		}
	}
}
