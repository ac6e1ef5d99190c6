package canvas

import "slices"

// Ramp is the three colours of one ship.
type Ramp struct{ Bright, Middle, Dark Colour }

// RampFrom returns the ramp that begins with a colour.
func RampFrom(first Colour) Ramp { return Ramp{first, first + 1, first + 2} }

// TeamRamp returns the colours of a team's ships, teams counted from 1.
func TeamRamp(team uint8) Ramp {
	return RampFrom(teamBright + RampLength*Colour((team-1)%teamRamps))
}

// TeamInk returns the colour of text about a team.
func TeamInk(team uint8) Colour { return TeamRamp(team).Middle }

// RockOf returns a tone of rock: material 0 to RockMaterials-1, tone 0 (darkest) to RockTones-1.
func RockOf(material, tone int) Colour {
	return Rock + RockTones*Colour(material) + Colour(tone)
}

// IsRock reports whether a colour is rock of any material and light.
func IsRock(k Colour) bool { return k >= Rock && k <= RockLit }

// HealthColour returns the colour of hp out of full HP.
func HealthColour(hp, full int) Colour {
	switch {
	case hp*3 <= full:
		return Bad
	case hp*3 <= 2*full:
		return Fair
	}
	return Good
}

// shipColours are the names of ship colours in the standard palette. Themes and the colour-blind palette show others in their
// places.
var shipColours = [FoeRamps]string{"red", "yellow", "magenta", "orange", "lime", "violet", "rose", "teal"}

// ShipColours returns the names of the ship colours, number 1 first.
func ShipColours() []string { return shipColours[:] }

// ShipColour returns the name of a ship colour; "auto" for none.
func ShipColour(number uint8) string {
	if number == 0 || number > FoeRamps {
		return "auto"
	}
	return shipColours[number-1]
}

// ShipColourNamed returns the number of a named ship colour; 0 for "auto".
func ShipColourNamed(name string) (number uint8, ok bool) {
	i := slices.Index(shipColours[:], name)
	return uint8(i + 1), i >= 0 || name == "auto"
}

// ShipRamp returns the tones of a ship colour, counted from 1.
func ShipRamp(number uint8) Ramp {
	return RampFrom(FoeBright + RampLength*Colour((number-1)%FoeRamps))
}

// Warmth is the number of steps in which rock in the light of fire becomes warm. The first warmingSteps lie between cold and
// warm tones; the rest make warm tones brighter.
const Warmth = 5

const warmingSteps = 2

// Warm returns a tone of rock so many steps warmer. Colours that are warm already stay.
func Warm(k Colour, steps int) Colour {
	if k < Rock || k >= warmRock || steps <= 0 {
		return k
	}
	if steps <= warmingSteps {
		return warmingRock + Colour(steps-1)*RockMaterials*RockTones + k - Rock
	}
	tone := int(k-Rock)%RockTones + steps - warmingSteps - 1
	return warmRock + Colour(min(tone, RockTones-1))
}

// warming sets the tones of a palette between cold and warm rock, and returns it.
func warming(p Palette) Palette {
	for step := range warmingSteps {
		for k := Rock; k < warmRock; k++ {
			cold, warm := p[k], p[warmRock+(k-Rock)%RockTones]
			tone := cold
			if 2*(step+1) > warmingSteps {
				tone.Rich = warm.Rich
			}
			from, _ := toneColour(cold).Hex()
			to, _ := toneColour(warm).Hex()
			tone.True = RGB(between(from, to, step+1, warmingSteps+1))
			p[Warm(k, step+1)] = tone
		}
	}
	return p
}
