package bot

// leastMixed is how many bots there must be for one to be better, and one worse, than the rest.
const leastMixed = 4

// Mix returns the skill of each of so many bots that are of the level on average. They are of the two skills next to it,
// but for one below and one above those: there is always one to beat and one to fear. The first few of them are much
// like all.
func Mix(level Level, bots int) []int {
	level = min(max(level, Least), Most)
	low := int(level / Tenths)
	higher := (int(level)*bots+Tenths/2)/Tenths - low*bots
	mix := make([]int, bots)
	for i := range mix {
		if mix[i] = low; i >= bots-higher {
			mix[i]++
		}
	}
	if bots >= leastMixed {
		widen(mix)
	}
	return alternate(mix)
}

// widen makes the last of rising skills better and the first worse, where there are such skills; another one that can be
// worse, if the first cannot.
func widen(mix []int) {
	worse, best := 0, len(mix)-1
	if mix[worse] == Novice {
		worse = best - 1
	}
	if mix[best] < MaxSkill && mix[worse] > Novice {
		mix[best]++
		mix[worse]--
	}
}

// alternate takes skills from both ends in turn.
func alternate(rising []int) []int {
	mixed := make([]int, 0, len(rising))
	for i, j := 0, len(rising)-1; i <= j; i, j = i+1, j-1 {
		mixed = append(mixed, rising[i])
		if i < j {
			mixed = append(mixed, rising[j])
		}
	}
	return mixed
}
