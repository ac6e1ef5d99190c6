package canvas

import ()

// Warmth is in how many steps rock becomes warm that fire shines on. The first ones lie between its own tones and the warm
// ones, and with the last ones these become brighter.
const Warmth = 5

// warmingSteps is how many of them lie between.
const warmingSteps = 2

// Warm returns the tone of rock that fire shines on, by so many steps. What is warm stays as it is.
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

// warming sets the tones of a palette that lie between rock and warm rock, and returns it.
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
