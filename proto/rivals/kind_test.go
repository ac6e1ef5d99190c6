package rivals_test

import (
	"testing"

	"dogfight/game"
)

// kind is what an entity is.
type kind uint8

const (
	shipKind   kind = 0
	shotKind   kind = 1
	barrelKind kind = 2
	itemKind   kind = 3
	pilotKind  kind = 4
	matchKind  kind = 5
)

const maxFields = 7

// field is a number that entities of a kind have.
type field struct {
	name string
	bits int // that hold it; negative for a number with a sign
}

// kinds says which fields there are, those that change most often first, and with
// which number entities begin. What is rarely new about a ship stands apart, under
// pilot, so that it costs nothing while the ship flies. An arena has at most 2048
// units a side.
var kinds = [...]struct {
	first  uint16
	fields []field
}{
	shipKind: {0, []field{
		{"x", 11}, {"y", 11}, {"facing", 4}, {"effects", 4}, {"hp", 5},
	}},
	shotKind: {firstShot, []field{
		{"x", 11}, {"y", 11}, {"fired", firedBits}, {"heading", 5}, {"weapon", 3},
	}},
	barrelKind: {firstBarrel, []field{
		{"x", -32}, {"y", -32}, {"vx", -7}, {"vy", -7}, {"hp", 2},
	}},
	itemKind: {firstItem, []field{
		{"kind", 4}, {"x", 11}, {"y", 11},
	}},
	pilotKind: {firstPilot, []field{
		{"score", -14}, {"kills", 10}, {"deaths", 10}, {"assists", 10},
		{"class", 3}, {"weapon", 3}, {"team", 2},
	}},
	matchKind: {theMatchItself, []field{
		{"status", 2}, {"started", 32}, {"score 1", -16}, {"score 2", -16},
	}},
}

const (
	firstShot      = game.MaxShips
	firstBarrel    = firstShot + game.MaxShips*game.MaxShots
	firstItem      = firstBarrel + game.MaxBarrels
	firstPilot     = firstItem + game.MaxItems
	theMatchItself = firstPilot + game.MaxShips
)

// numberBits holds an entity's number, and one more, which no entity has.
const (
	numberBits = 10
	noNumber   = 1<<numberBits - 1
)

func kindOf(number uint16) kind {
	k := matchKind
	for number < kinds[k].first {
		k--
	}
	return k
}

// fieldsOf returns the fields that the entity has.
func (e *entity) fieldsOf() []int32 { return e.fields[:len(kinds[kindOf(e.number)].fields)] }

func TestEveryFieldHoldsWhatTheMatchPutsThere(t *testing.T) {
	m := theMatch()
	for i := range m.frames {
		for _, e := range m.frames[i].snapshot.entities {
			for k, f := range kinds[kindOf(e.number)].fields {
				v := e.fields[k]
				if held := unfold(fold(v, f.bits), f.bits); held != v {
					t.Fatalf("%s of entity %d: expected %d, its bits hold %d", f.name, e.number, v, held)
				}
			}
		}
	}
}

// fold returns a number in as many bits as its field has, and unfold the number.
func fold(v int32, bits int) uint32 {
	return uint32(v) & uint32(1<<max(bits, -bits)-1)
}

func unfold(v uint32, bits int) int32 {
	if bits < 0 {
		spare := 32 + bits
		return int32(v<<spare) >> spare
	}
	return int32(v)
}
