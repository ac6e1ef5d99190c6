package bot

// Past is how a match went in which bots flew.
type PastMatch struct {
	Rank  int   // of the player among the bots, from 1
	Ships int   // the bots and the player
	Level Level // of the bots
}

const (
	// MostStep is how much the level changes from one match to the next at most.
	MostStep = Tenths
	// Considered is how many matches count, the newest most: a rank is luck to a large part.
	Considered = 6
)

// pull is by how much the level seems to miss that at which a player would be third of eight, by rank from the first to
// the eighth. Bots that play bots give it: a level is worth two to three ranks. The first and the last may be anything
// beyond, so they pull harder.
var pull = [8]Level{9, 3, 0, -4, -6, -8, -10, -13}

// Next returns the level of the coming match, after these, the newest last.
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

// missed returns what the rank says of the level, between the ranks of eight where there were more or fewer ships.
func (p *PastMatch) missed() Level {
	rank := min(max(p.Rank, 1), p.Ships)
	at := (rank - 1) * (len(pull) - 1)
	below, rest := at/(p.Ships-1), at%(p.Ships-1)
	if rest == 0 {
		return pull[below]
	}
	return pull[below] + (pull[below+1]-pull[below])*Level(rest)/Level(p.Ships-1)
}
