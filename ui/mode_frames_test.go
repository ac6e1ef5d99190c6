package ui

import (
	"fmt"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
	"dogfight/ui/canvas"
)

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
	if mode == game.Waves {
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

// BenchmarkFrameOfMode is what a frame of each mode costs from the View to the bytes.
func BenchmarkFrameOfMode(b *testing.B) {
	for mode := game.Deathmatch; mode <= game.Trails; mode++ {
		b.Run(mode.Name(), func(b *testing.B) {
			frame := shown(b, startMode(b, mode), tenSeconds, 80, 24, canvas.Blocks)
			for range 300 {
				frame() // so that what grows has grown
			}
			b.ReportAllocs()
			for b.Loop() {
				frame()
			}
		})
	}
}

func TestAFrameOfAModeAllocatesNothing(t *testing.T) {
	if race {
		t.Skip("the race detector has pools forget")
	}
	for mode := game.Deathmatch; mode <= game.Trails; mode++ {
		frame := shown(t, startMode(t, mode), framesToCount(), 80, 24, canvas.Blocks)
		for range framesToCount() {
			frame() // so that what grows has grown
		}
		if n := testing.AllocsPerRun(framesToCount(), frame); n > 0 {
			t.Errorf("%s: %v allocations a frame", mode.Name(), n)
		}
	}
}
