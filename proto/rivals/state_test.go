package rivals_test

import (
	"fmt"
	"math/bits"

	"dogfight/game"
)

// state is what the first Dogfight knows of a match, and the struct that JSON,
// gob and protobuf send. Places are in whole units.
type state struct {
	Status   uint8     `json:"status"`
	PowerUps []powerUp `json:"power_ups"`
	Players  []player  `json:"players"`
}

type powerUp struct {
	X    int32 `json:"x"`
	Y    int32 `json:"y"`
	Kind uint8 `json:"kind"`
}

type player struct {
	X         int32    `json:"x"`
	Y         int32    `json:"y"`
	HP        int8     `json:"hp"`
	Alive     bool     `json:"alive"`
	Direction uint8    `json:"direction"`
	ID        string   `json:"player_id"` // a UUID
	Bullets   []bullet `json:"bullets,omitempty"`
}

// bullet is one in flight; only the seed sends the others.
type bullet struct {
	X         int32 `json:"x"`
	Y         int32 `json:"y"`
	Direction uint8 `json:"direction"`
}

// bullets is how many there may be of a player; it leaves out some that ours may
// have in flight.
const bullets = 5

func stateOf(w *game.World) state {
	st := state{Status: uint8(w.Status)}
	for i := range w.Items {
		if item := &w.Items[i]; item.Kind != game.NoItem {
			st.PowerUps = append(st.PowerUps, powerUp{item.X / game.One, item.Y / game.One, uint8(item.Kind)})
		}
	}
	for slot := range w.Ships {
		if w.Ships[slot].State != game.Empty {
			st.Players = append(st.Players, playerOf(w, slot))
		}
	}
	return st
}

func playerOf(w *game.World, slot int) player {
	ship := &w.Ships[slot]
	p := player{
		X: ship.X / game.One, Y: ship.Y / game.One,
		HP: int8(ship.HP), Alive: ship.State == game.Flying, Direction: uint8(ship.Facing),
		ID: uuids[slot],
	}
	for live := ship.Live; live != 0 && len(p.Bullets) < bullets; live &= live - 1 {
		shot := &w.Shots[slot][bits.TrailingZeros8(live)]
		p.Bullets = append(p.Bullets, bullet{
			shot.X / game.One, shot.Y / game.One, uint8(game.CourseOf(shot.VX, shot.VY)),
		})
	}
	return p
}

// uuids are the identities of the pilots by slot: made up, but such as any.
var uuids = func() (ids [game.MaxShips]string) {
	x := game.NewChance(1)
	for slot := range ids {
		word := func() uint32 { return x.Below(1 << 16) }
		ids[slot] = fmt.Sprintf("%04x%04x-%04x-4%03x-a%03x-%04x%04x%04x",
			word(), word(), word(), word()>>4, word()>>4, word(), word(), word())
	}
	return ids
}()
