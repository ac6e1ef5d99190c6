package proto

import "dogfight/game"

// Spawn asks for a ship or, from a client that has one, for another class,
// weapon or team from its next spawn on.
type Spawn struct {
	Class  uint8 // index into Setup.Classes; SpawnResult tells if there is none
	Weapon uint8 // likewise
	Team   uint8 // 0 for any, up to game.MaxTeams
	Colour uint8 // 0 for any, up to Colours; the host gives another if that one is taken
	Name   string
}

// Type returns SpawnType.
func (*Spawn) Type() Type { return SpawnType }

// Append appends the message.
func (m *Spawn) Append(b []byte) []byte {
	b = append(b, byte(SpawnType), m.Class, m.Weapon, m.Team, m.Colour)
	return appendText(b, m.Name, maxName)
}

func (m *Spawn) parse(r *reader) {
	m.Class = r.U8("class")
	m.Weapon = r.U8("weapon")
	m.Team = r.UpTo("team", game.MaxTeams)
	m.Colour = r.UpTo("colour", Colours)
	m.Name = r.text("name", maxName)
}

// SpawnResult answers a Spawn, and tells later that the answer is another now.
type SpawnResult struct {
	Status SpawnStatus
	Slot   uint8 // of the ship, or NoSlot when there is none
}

// SpawnStatus says whether a Spawn was granted, and if not, why not.
type SpawnStatus uint8

// The statuses.
const (
	SpawnOK        SpawnStatus = 0
	SpawnBadName   SpawnStatus = 1
	SpawnBadWeapon SpawnStatus = 2
	SpawnBadClass  SpawnStatus = 3
	SpawnFull      SpawnStatus = 4
	SpawnCrowded   SpawnStatus = 5 // too many of the client's address have ships
	SpawnIdle      SpawnStatus = 6 // the ship went to a client that waited, for the input had not changed for long
)

// Type returns SpawnResultType.
func (*SpawnResult) Type() Type { return SpawnResultType }

// Append appends the message.
func (m *SpawnResult) Append(b []byte) []byte {
	return append(b, byte(SpawnResultType), byte(m.Status), m.Slot)
}

func (m *SpawnResult) parse(r *reader) {
	m.Status = SpawnStatus(r.UpTo("status", uint8(SpawnIdle)))
	m.Slot = r.slot("slot")
}
