package sound

import "slices"

// Pick returns which of Cues that came together are to be heard where there is room for so many: first those that the
// player must hear, then the loudest, and no more of an effect than are heard at once. It reorders the Cues.
func Pick(cues []Cue, most int) []Cue {
	slices.SortStableFunc(cues, func(a, b Cue) int {
		if a, b := a.Effect.Place(), b.Effect.Place(); a.Rank != b.Rank {
			return b.Rank - a.Rank
		}
		return compareLoud(b, a)
	})
	var same [Effects]int
	picked := cues[:0]
	for _, c := range cues {
		p := c.Effect.Place()
		if len(picked) < most && p.Voices > 0 && same[c.Effect] < p.Voices {
			same[c.Effect]++
			picked = append(picked, c)
		}
	}
	return picked
}

func compareLoud(a, b Cue) int {
	loud := func(c Cue) float32 { return c.Gain * c.Effect.Place().Level }
	switch a, b := loud(a), loud(b); {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
