package proto

import (
	"fmt"
	"math"

	"dogfight/game"
)

// The flags of a Setup.
const (
	friendlyFire = 1 << 0
	lobby        = 1 << 1
	withCampaign = 1 << 2
)

// AppendSetup appends a Setup, coded as in messages.
func AppendSetup(b []byte, s *game.Setup) []byte {
	c := FieldCoder{Out: b}
	c.setup(&s)
	return c.Out
}

// ParseSetup reads a Setup, which must fill b. It is safe to play on any result. The error is a *SyntaxError.
func ParseSetup(b []byte) (*game.Setup, error) {
	c := readFields("setup", b)
	var s *game.Setup
	if c.setup(&s); c.Err != nil {
		return nil, c.Err
	}
	if err := s.Mode.Plays(s.Arena, s.Teams()); err != nil {
		return nil, &SyntaxError{Message: "setup", Field: "mode", Want: "one that the arena can be played in", Got: err.Error()}
	}
	if len(c.Left) > 0 {
		return nil, &SyntaxError{Message: "setup", Field: "length", Want: "no more", Got: fmt.Sprintf("%d bytes more", len(c.Left))}
	}
	return s, nil
}

// setup codes a Setup. After an error the one read is not to be used.
func (c *FieldCoder) setup(setup **game.Setup) {
	if c.Reading {
		*setup = &game.Setup{}
	}
	s := *setup
	c.arena(&s.Arena)
	classes := list8(c, "classes", &s.Classes, 1, game.MaxClasses)
	for i := range classes {
		c.class(&classes[i])
	}
	weapons := list8(c, "weapons", &s.Weapons, 1, game.MaxWeapons)
	for i := range weapons {
		c.weapon(&weapons[i])
	}
	checkPilotsFirst(c, "classes", classes, game.MaxPilotClasses, func(class *game.Class) bool { return class.Drone })
	checkPilotsFirst(c, "weapons", weapons, game.MaxPilotWeapons, func(weapon *game.Weapon) bool { return weapon.Drone })
	c.mode(s)
	flags := setupFlags(s)
	if Range8(c, "setup flags", &flags, 0, friendlyFire|lobby|withCampaign); c.Reading {
		s.FriendlyFire, s.Lobby = flags&friendlyFire != 0, flags&lobby != 0
	}
	U32(c, "time limit", &s.TimeLimit)
	U32(c, "score limit", &s.ScoreLimit)
	c.Within("score limit", uint32(s.ScoreLimit), 0, math.MaxInt32)
	if flags&withCampaign != 0 { // not after an error, such as an unknown mode
		if s.Mode.State() != game.AssaultState {
			c.Fail("setup flags", "a campaign in waves alone", flags)
		}
		c.campaign(s)
	}
}

func setupFlags(s *game.Setup) (flags uint8) {
	if s.FriendlyFire {
		flags |= friendlyFire
	}
	if s.Lobby {
		flags |= lobby
	}
	if s.Campaign != nil {
		flags |= withCampaign
	}
	return flags
}

// checkPilotsFirst checks that a table begins with at least one row for pilots, and has no more of them after those of drones.
func checkPilotsFirst[T any](c *FieldCoder, field string, rows []T, most int, drone func(*T) bool) {
	pilots := 0
	for i := range rows {
		ofDrone := drone(&rows[i])
		if !ofDrone && i != pilots || i == 0 && ofDrone || pilots > most {
			c.Fail(field, "those of pilots first, at most 8", i)
		}
		if !ofDrone {
			pilots++
		}
	}
}

// mode codes the mode and the number of teams.
func (c *FieldCoder) mode(s *game.Setup) {
	U8(c, "mode", &s.Mode)
	if c.Reading && !s.Mode.Valid() {
		c.Fail("mode", "a known one", s.Mode)
	}
	U8(c, "teams", &s.Sides)
	if !c.Reading || c.Err != nil {
		return
	}
	if fewest, most := s.Mode.Sides(); s.Sides != 0 && (int(s.Sides) < max(fewest, 2) || int(s.Sides) > most) {
		c.Fail("teams", "a number that the mode can be played with", s.Sides)
	} else if err := s.Mode.Plays(s.Arena, int(s.Sides)); err != nil {
		c.Fail("arena", "one that the mode can be played in", err)
	}
}

func (c *FieldCoder) class(class *game.Class) {
	c.Text("class name", &class.Name, maxWord)
	c.Text("class title", &class.Title, maxWord)
	U8(c, "class hp", &class.HP)
	Range16(c, "class top speed", &class.TopSpeed, 1, game.MaxTopSpeed)
	Range16(c, "class thrust", &class.Thrust, 1, game.MaxSpeed)
	Range16(c, "class brake", &class.Brake, 0, game.MaxSpeed)
	c.Bool("class of drones", &class.Drone)
	most := uint32(game.MaxHP)
	if class.Drone {
		most = game.MaxDroneHP
	}
	c.Within("class hp", uint32(class.HP), 1, most)
}

func (c *FieldCoder) weapon(w *game.Weapon) {
	c.Text("weapon name", &w.Name, maxWord)
	c.Text("weapon title", &w.Title, maxWord)
	Range8(c, "weapon shots", &w.Shots, 1, game.MaxShots)
	if U8(c, "weapon fan", &w.Fan); w.Fan != 1 && w.Fan != 3 {
		c.Fail("weapon fan", "1 or 3", w.Fan)
	}
	Range8(c, "weapon damage", &w.Damage, 0, game.MaxDamage)
	U8(c, "weapon cooldown", &w.Cooldown)
	Range16(c, "weapon life", &w.Life, 1, math.MaxUint16)
	Range16(c, "weapon speed", &w.Speed, 0, game.MaxShotSpeed)
	Range16(c, "weapon reach", &w.Reach, 0, game.MaxReach)
	c.Bool("weapon of drones", &w.Drone)
}

// campaign codes the campaign of a Setup. Its drones are the last of the classes.
func (c *FieldCoder) campaign(s *game.Setup) {
	pilots := len(s.PilotClasses())
	if c.Reading {
		s.Campaign = &game.Campaign{Kinds: make([]game.Kind, len(s.Classes)-pilots)}
	}
	campaign := s.Campaign
	c.Text("campaign name", &campaign.Name, maxWord)
	c.Text("campaign title", &campaign.Title, maxWord)
	c.Bool("endless campaign", &campaign.Endless)
	class := func(field string, v *uint8) {
		if U8(c, field, v); int(*v) < pilots || int(*v) >= len(s.Classes) {
			c.Fail(field, "one of the classes of drones", *v)
		}
	}
	for i := range campaign.Kinds {
		k := &campaign.Kinds[i]
		Range8(c, "role of drones", &k.Role, 0, uint32(game.Plate))
		c.Bool("armed drones", &k.Armed)
		Range8(c, "weapon of drones", &k.Weapon, 0, uint32(len(s.Weapons)-1))
		U8(c, "points of drones", &k.Points)
		parts := list8(c, "parts of a boss", &k.Parts, 0, game.MaxParts)
		if c.Reading && len(parts) == 0 {
			k.Parts = nil
		}
		for n := range parts {
			class("class of a part", &parts[n].Class)
			U8(c, "place of a part", &parts[n].X)
			U8(c, "place of a part", &parts[n].Y)
		}
	}
	waves := list8(c, "waves", &campaign.Waves, 1, game.MaxWaves)
	for i := range waves {
		c.Text("wave title", &waves[i].Title, maxWord)
		groups := list8(c, "groups of a wave", &waves[i].Groups, 1, game.MaxGroups)
		for n := range groups {
			g := &groups[n]
			U16(c, "time of a group", &g.At)
			class("class of a group", &g.Class)
			U8(c, "count of a group", &g.Count)
			U16(c, "gap in a group", &g.Gap)
			Range8(c, "end of a path", &g.End, 0, game.PathEnds-1)
			Range8(c, "drop of a group", &g.Drop, 0, game.ItemKinds-1)
			path := list8(c, "corners of a path", &g.Path, 1, game.MaxPath)
			for k := range path {
				Range16(c, "corner of a path", &path[k].X, 0, game.PathScale)
				Range16(c, "corner of a path", &path[k].Y, 0, game.PathScale)
			}
		}
	}
}
