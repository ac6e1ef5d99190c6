package game

// World is the whole state of a match at one tick.
//
// Everything that is not in use is zero, so that two Worlds are the same match
// exactly when they are ==.
type World struct {
	Tick    Tick
	Status  Status
	Started Tick // when the match left Waiting
	Rand    Chance

	// TeamScores are by team; [0] is unused. Points stay with the team when
	// their pilot leaves.
	TeamScores [MaxTeams + 1]int32

	Ships   [MaxShips]Ship
	Shots   [MaxShips][MaxShots]Shot // by owner's slot; Ship.Live says which fly
	Barrels [MaxBarrels]Barrel       // by Arena.Barrels
	Items   [MaxItems]Item           // the first by Arena.Pads, the rest are drops

	// What the modes keep.
	Rounds  Rounds           // Last, Trails
	Zone    Zone             // Last
	Orb     Orb              // CaptureOrb
	Heat    Heat             // Race
	Racers  [MaxRacers]Racer // Race, by slot
	Trails  [MaxRacers]Trail // Trails, by slot
	Assault Assault          // Waves
	Drones  [MaxDrones]Drone // Waves
}

// Status is where a match stands. The numbers are the Dogfight protocol's.
type Status uint8

// The three statuses.
const (
	Waiting    Status = 0
	InProgress Status = 1
	Closed     Status = 2
)

// NewWorld returns the World before the first tick of a match.
func NewWorld(s *Setup, seed uint64) World { return NewWorldAt(s, seed, 0) }

// NewWorldAt returns the World after a tick, with which a match begins.
func NewWorldAt(s *Setup, seed uint64, tick Tick) World {
	w := World{Tick: tick, Started: tick, Rand: NewChance(seed)}
	w.placeBarrels(s)
	w.stockPads(s)
	if !s.Lobby {
		w.start(s)
	}
	return w
}

// TimeLeft returns the time until the time limit ends the match, 0 when there
// is no limit or the match is over.
func (w *World) TimeLeft(s *Setup) Tick {
	switch w.Status {
	case Waiting:
		return s.TimeLimit
	case InProgress:
		if flown := w.Tick - w.Started; flown < s.TimeLimit {
			return s.TimeLimit - flown
		}
	}
	return 0
}
