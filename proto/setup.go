package proto

import (
	"encoding/binary"
	"math"

	"dogfight/game"
)

func appendSetup(b []byte, s *game.Setup) []byte {
	b = appendArena(b, s.Arena)
	b = append(b, uint8(len(s.Classes)))
	for i := range s.Classes {
		b = appendClass(b, &s.Classes[i])
	}
	b = append(b, uint8(len(s.Weapons)))
	for i := range s.Weapons {
		b = appendWeapon(b, &s.Weapons[i])
	}
	var flags uint8
	if s.FriendlyFire {
		flags |= friendlyFire
	}
	if s.Lobby {
		flags |= lobby
	}
	if s.Campaign != nil {
		flags |= withCampaign
	}
	b = append(b, byte(s.Mode), s.Sides, flags)
	b = binary.BigEndian.AppendUint32(b, uint32(s.TimeLimit))
	b = binary.BigEndian.AppendUint32(b, uint32(s.ScoreLimit))
	if s.Campaign != nil {
		b = appendCampaign(b, s.Campaign)
	}
	return b
}

// parseSetup returns nil after an error.
func parseSetup(r *reader) *game.Setup {
	s := &game.Setup{Arena: parseArena(r)}
	s.Classes = make([]game.Class, r.Within("classes", uint32(r.U8("classes")), 1, game.MaxClasses))
	for i := range s.Classes {
		s.Classes[i] = parseClass(r)
	}
	s.Weapons = make([]game.Weapon, r.Within("weapons", uint32(r.U8("weapons")), 1, game.MaxWeapons))
	for i := range s.Weapons {
		s.Weapons[i] = parseWeapon(r)
	}
	parsePilotTables(r, s)
	parseMode(r, s)
	flags := r.UpTo("setup flags", friendlyFire|lobby|withCampaign)
	s.FriendlyFire, s.Lobby = flags&friendlyFire != 0, flags&lobby != 0
	s.TimeLimit = game.Tick(r.U32("time limit"))
	s.ScoreLimit = int32(r.Within("score limit", r.U32("score limit"), 0, math.MaxInt32))
	if flags&withCampaign != 0 {
		if s.Mode != game.Waves {
			r.Fail("setup flags", "a campaign in waves alone", flags)
		}
		s.Campaign = parseCampaign(r, s)
	}
	if r.Err != nil {
		return nil
	}
	return s
}

// parsePilotTables checks that the tables begin with what pilots choose from.
func parsePilotTables(r *reader, s *game.Setup) {
	classes, weapons := 0, 0
	for i := range s.Classes {
		if !s.Classes[i].Drone && i != classes || i == 0 && s.Classes[i].Drone || classes > game.MaxPilotClasses {
			r.Fail("classes", "those of pilots first, at most 8", i)
		}
		if !s.Classes[i].Drone {
			classes++
		}
	}
	for i := range s.Weapons {
		if !s.Weapons[i].Drone && i != weapons || i == 0 && s.Weapons[i].Drone || weapons > game.MaxPilotWeapons {
			r.Fail("weapons", "those of pilots first, at most 8", i)
		}
		if !s.Weapons[i].Drone {
			weapons++
		}
	}
}

// parseMode reads the mode and the number of teams.
func parseMode(r *reader, s *game.Setup) {
	if s.Mode = game.Mode(r.U8("mode")); !s.Mode.Valid() {
		r.Fail("mode", "a known one", s.Mode)
		return
	}
	fewest, most := s.Mode.Sides()
	if s.Sides = r.U8("teams"); s.Sides != 0 && (int(s.Sides) < max(fewest, 2) || int(s.Sides) > most) {
		r.Fail("teams", "a number that the mode can be played with", s.Sides)
	}
	if r.Err != nil {
		return
	}
	if err := s.Mode.Plays(s.Arena, int(s.Sides)); err != nil {
		r.Fail("arena", "one that the mode can be played in", err)
	}
}

// The flags of a Setup.
const (
	friendlyFire = 1 << 0
	lobby        = 1 << 1
	withCampaign = 1 << 2
)

func appendClass(b []byte, c *game.Class) []byte {
	b = appendText(b, c.Name, maxWord)
	b = appendText(b, c.Title, maxWord)
	b = append(b, c.HP)
	b = appendShorts(b, c.TopSpeed, c.Thrust, c.Brake)
	return appendBool(b, c.Drone)
}

func parseClass(r *reader) (c game.Class) {
	c.Name = r.text("class name", maxWord)
	c.Title = r.text("class title", maxWord)
	c.HP = r.U8("class hp")
	c.TopSpeed = r.short("class top speed", 1, game.MaxTopSpeed)
	c.Thrust = r.short("class thrust", 1, game.MaxSpeed)
	c.Brake = r.short("class brake", 0, game.MaxSpeed)
	c.Drone = r.UpTo("class of drones", 1) == 1
	most := uint32(game.MaxHP)
	if c.Drone {
		most = game.MaxDroneHP
	}
	r.Within("class hp", uint32(c.HP), 1, most)
	return c
}

func appendWeapon(b []byte, w *game.Weapon) []byte {
	b = appendText(b, w.Name, maxWord)
	b = appendText(b, w.Title, maxWord)
	b = append(b, w.Shots, w.Fan, w.Damage, w.Cooldown)
	b = appendShorts(b, int32(w.Life), w.Speed, w.Reach)
	return appendBool(b, w.Drone)
}

func parseWeapon(r *reader) (w game.Weapon) {
	w.Name = r.text("weapon name", maxWord)
	w.Title = r.text("weapon title", maxWord)
	w.Shots = uint8(r.Within("weapon shots", uint32(r.U8("weapon shots")), 1, game.MaxShots))
	if w.Fan = r.U8("weapon fan"); w.Fan != 1 && w.Fan != 3 {
		r.Fail("weapon fan", "1 or 3", w.Fan)
	}
	w.Damage = r.UpTo("weapon damage", game.MaxDamage)
	w.Cooldown = r.U8("weapon cooldown")
	w.Life = uint16(r.short("weapon life", 1, math.MaxUint16))
	w.Speed = r.short("weapon speed", 0, game.MaxShotSpeed)
	w.Reach = r.short("weapon reach", 0, game.MaxReach)
	w.Drone = r.UpTo("weapon of drones", 1) == 1
	return w
}

// appendShorts appends numbers that need no more than 16 bits.
func appendShorts(b []byte, numbers ...int32) []byte {
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	return b
}

func appendBool(b []byte, on bool) []byte {
	if on {
		return append(b, 1)
	}
	return append(b, 0)
}

func (r *reader) short(field string, low, high uint32) int32 {
	return int32(r.Within(field, uint32(r.U16(field)), low, high))
}
