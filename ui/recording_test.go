package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

var writeRecording = flag.String("recording", "", "a folder to write a fight of bots to, picture by picture, as a terminal is sent it")

// recorded is a fight of ten bots, one of which is taken for the player.
type recorded struct {
	setup  *game.Setup
	world  game.World
	bots   [10]bot.Bot
	roster []proto.Pilot
	orders []game.Order
}

func record(t testing.TB, seed uint64) *recorded {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{setup: &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}}
	r.world = game.NewWorld(r.setup, seed)
	for i, name := range []string{"Custard", "Static", "Osprey", "Ion-Maiden", "Meteor", "Crosswind", "Callisto", "Dustbin", "Larkspur", "Quasar"} {
		r.bots[i] = bot.New(4, seed+uint64(i))
		r.orders = append(r.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % 3), Weapon: uint8(i % 3)})
		r.roster = append(r.roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	return r
}

// pass lets ticks pass and returns what is to be seen then.
func (r *recorded) pass(ticks int) *net.View {
	var events game.Events
	for range ticks {
		r.world.Step(r.setup, r.orders, &events)
		r.orders = r.orders[:0]
		for slot := range r.bots {
			if in := r.bots[slot].Fly(&r.world, r.setup, slot); in != r.world.Ships[slot].Input {
				r.orders = append(r.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	return &net.View{
		Phase: net.Playing, Setup: r.setup, World: &r.world, Roster: r.roster, Events: events.List, Me: 0,
		Lag: net.Lag{Transport: "udp", RTT: 18 * time.Millisecond},
	}
}

// TestARecordingIsWritten writes what docs/fight.gif is made of.
func TestARecordingIsWritten(t *testing.T) {
	if *writeRecording == "" {
		t.Skip("-recording FOLDER writes it")
	}
	const from, pictures, ticks = 22 * game.TickRate, 80, 6 // ten pictures a second
	tty := testkit.NewTty(100, 30)
	terminal, err := term.OpenTty(tty, term.Traits{Name: "xterm-256color", TrueColor: true})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	r, s, now := record(t, 5), play.New(play.Options{}), time.Unix(1000, 0)
	for range from / 2 {
		now = now.Add(2 * time.Second / game.TickRate)
		s.See(r.pass(2), now)
	}
	tty.Take()
	for i := range pictures {
		for range ticks / 2 {
			now = now.Add(2 * time.Second / game.TickRate)
			s.See(r.pass(2), now)
		}
		s.Draw(terminal.Grid())
		terminal.Screen().Show()
		out, _ := tty.Take()
		if err := os.WriteFile(filepath.Join(*writeRecording, fmt.Sprintf("%03d.ans", i)), []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
