package canvas

// Ramp is the three colours of one ship.
type Ramp struct{ Bright, Middle, Dark Colour }

// RampFrom returns the ramp that begins with a colour.
func RampFrom(first Colour) Ramp { return Ramp{first, first + 1, first + 2} }

// TeamRamp returns the colours of a team's ships. Teams count from 1.
func TeamRamp(team uint8) Ramp {
	return RampFrom(teamBright + RampLength*Colour((team-1)%teamRamps))
}

// TeamInk is the colour of what is written of a team.
func TeamInk(team uint8) Colour { return TeamRamp(team).Middle }

// RockOf returns a tone of rock: the material counts from 0 to RockMaterials-1, the tone from the
// darkest, 0, to RockTones-1.
func RockOf(material, tone int) Colour {
	return Rock + RockTones*Colour(material) + Colour(tone)
}

// IsRock reports whether a colour is one of rock, of any material and in any light.
func IsRock(k Colour) bool { return k >= Rock && k <= RockLit }

// HealthColour is the colour of so many HP of a full number.
func HealthColour(hp, full int) Colour {
	switch {
	case hp*3 <= full:
		return Bad
	case hp*3 <= 2*full:
		return Fair
	}
	return Good
}
