package bot

import (
	"fmt"

	"dogfight/game"
)

// Level is the average skill of the bots of a match, in tenths.
type Level int

const (
	Tenths = 10 // in one skill

	Least Level = 0                 // all are novices, which hardly shoot
	Most  Level = MaxSkill * Tenths // all have the highest skill
	First Level = 17                // for unknown players
)

// Novice is a skill below 1: such a bot flies like the lowest, with the Input from Hesitant.
const Novice = 0

// String returns the level for players, such as "1.7".
func (l Level) String() string { return fmt.Sprintf("%d.%d", l/Tenths, l%Tenths) }

// A novice shoots for one of noviceParts of the time, half a second at a time.
const (
	noviceParts = 6
	noviceBurst = game.TickRate / 2
)

// Hesitant removes most shots from an Input, for players in their first match. Different slots shoot at different times.
func Hesitant(in game.Input, tick game.Tick, slot int) game.Input {
	if (tick/noviceBurst+game.Tick(slot))%noviceParts != 0 {
		in &^= game.Fire
	}
	return in
}

// leastMixed is the number of bots from which one is better, and one worse, than the rest.
const leastMixed = 4

// Mix returns the skills of bots with an average level. They have the two skills next to it, except for one bot below and
// one above these: there is always one to beat and one to fear. The first few are a fair sample.
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

// widen makes the last of rising skills better, and the first (or if that is a Novice another one) worse.
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

// alternate takes skills from both ends in turn, and every second pair the other way round: two teams that take them in
// turn are even.
func alternate(rising []int) []int {
	mixed := make([]int, 0, len(rising))
	for i, j := 0, len(rising)-1; i <= j; i, j = i+1, j-1 {
		mixed = append(mixed, rising[i])
		if i < j {
			mixed = append(mixed, rising[j])
		}
	}
	for i := 2; i+1 < len(mixed); i += 4 {
		mixed[i], mixed[i+1] = mixed[i+1], mixed[i]
	}
	return mixed
}

// Spread returns the skills of bots for a mode in which a ship that is out waits: as chosen or up to two lower, so that a
// player who is worse than the bots is rarely the first to wait.
func Spread(skill, bots int) []int {
	spread := make([]int, bots)
	for i := range spread {
		spread[i] = max(skill-[4]int{0, 2, 0, 1}[i%4], min(skill, 1))
	}
	return spread
}

// PastMatch is the result of a player in a match with bots.
type PastMatch struct {
	Rank  int   // of the player among the bots, from 1
	Ships int   // the bots and the player
	Level Level // of the bots
}

const (
	// MostStep is the largest change of the level from one match to the next.
	MostStep = Tenths
	// Considered is the number of matches that count, the newest most: a rank is largely luck.
	Considered = 6
)

// pull is the correction of the level for a player to be third of eight, by rank from the first to the eighth. Matches of
// bots against bots give it: a skill is worth two to three ranks. The first and the last may be far better or worse, so
// their values are larger.
var pull = [8]Level{9, 3, 0, -4, -6, -8, -10, -13}

// NextLevel returns the level of the next match, after the ignored ones, the newest last.
func NextLevel(past []PastMatch) Level {
	sum, weights, last := Level(0), Level(0), First
	for i := range past {
		if p := &past[i]; p.Ships > 1 {
			last = p.Level
			if weight := Level(Considered - (len(past) - 1 - i)); weight > 0 {
				sum += weight * (p.Level + p.missed())
				weights += weight
			}
		}
	}
	if weights == 0 {
		return last
	}
	wanted := (sum + weights/2) / weights
	wanted = min(max(wanted, last-MostStep), last+MostStep)
	return min(max(wanted, Least), Most)
}

// missed returns the pull of the rank, interpolated for other numbers of ships than eight.
func (p *PastMatch) missed() Level {
	rank := min(max(p.Rank, 1), p.Ships)
	at := (rank - 1) * (len(pull) - 1)
	below, rest := at/(p.Ships-1), at%(p.Ships-1)
	if rest == 0 {
		return pull[below]
	}
	return pull[below] + (pull[below+1]-pull[below])*Level(rest)/Level(p.Ships-1)
}
