package proto

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// mostOrbKeyframe is how many bytes a keyframe of 64 ships may take.
const mostOrbKeyframe = 2600

func TestAKeyframeOfSixtyFourShipsAndTheOrbIsSmall(t *testing.T) {
	arena, err := assets.Arena("quarters")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.CaptureOrb, Sides: 4}
	w := game.NewWorld(s, 5)
	var bots [game.MaxShips]bot.Bot
	largest := 0
	for tick := range 20 * game.TickRate {
		var orders []game.Order
		for i := range bots {
			if tick == 0 {
				bots[i] = bot.New(3, uint64(i))
				orders = append(orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Team: uint8(1 + i%4), Class: uint8(i % 3), Weapon: uint8(i / 3 % 4)})
			} else {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: bots[i].Fly(&w, s, i)})
			}
		}
		w.Step(s, orders, nil)
		if tick%game.TickRate == 0 {
			largest = max(largest, len((&Keyframe{World: AppendWorld(nil, s, &w)}).Append(nil)))
		}
	}
	t.Logf("at most %d bytes", largest)
	if largest > mostOrbKeyframe {
		t.Errorf("a keyframe takes %d bytes, expected up to %d", largest, mostOrbKeyframe)
	}
}
