package carnage

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// SpawnRequest asks for a ship. Any name parses; whether it will do, the answer says.
type SpawnRequest struct {
	Name        string
	WeaponIndex uint8
	ClassIndex  uint8
}

// Type returns SpawnRequestType.
func (*SpawnRequest) Type() Type { return SpawnRequestType }

func (m *SpawnRequest) append(b []byte) []byte {
	return append(appendText(b, m.Name), m.WeaponIndex, m.ClassIndex)
}

func (m *SpawnRequest) parse(r *reader) {
	m.Name = r.text("name")
	m.WeaponIndex = r.U8("weaponIndex")
	m.ClassIndex = r.U8("classIndex")
}

// status looks for the first thing that is wrong, in the document's order.
func (m *SpawnRequest) status(setup *game.Setup) SpawnStatus {
	if _, err := dialect.NameOf(m.Name); err != nil {
		return BadName
	}
	if !setup.PilotWeapon(m.WeaponIndex) {
		return BadWeapon
	}
	if !setup.PilotClass(m.ClassIndex) {
		return BadClass
	}
	return Spawned
}
