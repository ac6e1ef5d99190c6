package lightracer

import (
	"fmt"

	"dogfight/game"
)

// Player is a ship: a pilot's, or a drone.
type Player struct {
	ID     int32 // 1 to 64
	X, Y   int32 // arena units
	HP     uint8
	Alive  bool  // if not, this is where it exploded, and it comes back soon or in the next round
	Course uint8 // where it faces, and its shots go: 1 to 8, see Input
	Team   uint8 // 0: none
	Score  int32
	Shots  int32 // in flight
}

const playerSize = 22

// Append appends the object.
func (m *Player) Append(b []byte) []byte {
	b = appendHeaderData(b, playerType, m.ID, playerSize)
	b = appendInt(appendInt(b, m.X), m.Y)
	b = append(b, m.HP, flag(m.Alive), m.Course, m.Team)
	b = appendInt(appendInt(b, m.Score), m.Shots)
	return append(b, 0, 0)
}

// Parse reads the object.
func (m *Player) Parse(n *NOD) error {
	get, err := n.open("player", playerType, playerSize)
	if err != nil {
		return err
	}
	*m = Player{ID: n.ID, X: get.int(), Y: get.int(), HP: get.byte()}
	alive := get.byte()
	m.Alive, m.Course, m.Team = alive == 1, get.byte(), get.byte()
	m.Score, m.Shots = get.int(), get.int()
	switch {
	case alive > 1:
		return fmt.Errorf("player: alive must be 0 to 1, got %d", alive)
	case m.Course >= game.Courses:
		return fmt.Errorf("player: course must be 0 to 8, got %d", m.Course)
	}
	return nil
}

func flag(on bool) byte {
	if on {
		return 1
	}
	return 0
}
