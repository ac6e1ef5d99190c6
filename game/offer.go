package game

import "slices"

// Offer has pilots choose from these classes and weapons alone. Drones keep theirs, which are numbered after the pilots' as always.
func (s *Setup) Offer(classes []Class, weapons []Weapon) {
	oldClasses, oldWeapons := len(s.PilotClasses()), len(s.PilotWeapons())
	s.Classes = slices.Concat(classes, s.Classes[oldClasses:])
	s.Weapons = slices.Concat(weapons, s.Weapons[oldWeapons:])
	if s.Campaign != nil {
		s.Campaign = s.Campaign.renumbered(len(classes)-oldClasses, len(weapons)-oldWeapons)
	}
}

// renumbered returns the campaign of drones whose classes and weapons have numbers that are so much higher.
func (c *Campaign) renumbered(class, weapon int) *Campaign {
	moved := *c
	moved.Kinds = slices.Clone(c.Kinds)
	for i := range moved.Kinds {
		k := &moved.Kinds[i]
		k.Weapon = uint8(int(k.Weapon) + weapon)
		k.Parts = slices.Clone(k.Parts)
		for j := range k.Parts {
			k.Parts[j].Class = uint8(int(k.Parts[j].Class) + class)
		}
	}
	moved.Waves = slices.Clone(c.Waves)
	for i := range moved.Waves {
		wave := &moved.Waves[i]
		wave.Groups = slices.Clone(wave.Groups)
		for j := range wave.Groups {
			wave.Groups[j].Class = uint8(int(wave.Groups[j].Class) + class)
		}
	}
	return &moved
}
