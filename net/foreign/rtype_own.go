package foreign

import (
	"dogfight/game"
	"dogfight/proto/dialect"
)

// ownFinder finds which ship is ours where the server does not tell: the one that flies as we
// steer.
type ownFinder struct {
	seen map[uint64]steered // ships of the last snapshot
}

// steered is how well a ship has flown as we steer.
type steered struct {
	at    vector
	score int
}

const (
	// mostSteered bounds the score, so that what was long ago counts little; a snapshot adds or
	// takes 1.
	mostSteered = 20
	// surerBy is how much better another ship must be than the one that we take for ours: half
	// a second's snapshots.
	surerBy = 10
	// alike is the cosine of the largest angle between two directions that count as one.
	alike = 0.7
)

// note takes a snapshot that came while the pilot held an input.
func (f *ownFinder) note(s *snapshot, held game.Input) {
	x, y := held.Course().Vector()
	course := vector{float64(x), float64(y)}
	next := make(map[uint64]steered, len(s.things))
	for i := range s.things {
		t := &s.things[i]
		if t.kind != dialect.Ship {
			continue
		}
		was, known := f.seen[t.id]
		if known && course != (vector{}) {
			was.score = min(max(was.score+agreement(t.at.minus(was.at), course), -mostSteered), mostSteered)
		}
		next[t.id] = steered{t.at, was.score}
	}
	f.seen = next
}

// agreement is 1 if a ship moved along a course, otherwise -1.
func agreement(moved, course vector) int {
	along := moved.x*course.x + moved.y*course.y
	if along > alike*moved.length()*course.length() {
		return 1
	}
	return -1
}

// better returns the ship that is ours much more likely than own, or 0.
func (f *ownFinder) better(own uint64) (best uint64) {
	most := f.seen[own].score + surerBy
	for id, s := range f.seen {
		if id != own && (s.score > most || s.score == most && (best == 0 || id < best)) {
			best, most = id, s.score
		}
	}
	return best
}
