package replay

import "dogfight/game"

// deed is something that a pilot achieved.
type deed struct {
	kind   kind
	slot   uint8
	tick   game.Tick
	worth  int
	figure int // units of a far kill; ticks before the end, or before the next to finish
}

// kind says what was achieved.
type kind uint8

const (
	kill     kind = 0
	far      kind = 1 // a kill from afar
	brink    kind = 2 // a kill with one hp left
	revenge  kind = 3
	lead     kind = 4 // it took the lead
	capture  kind = 5
	round    kind = 6 // it won a round
	decided  kind = 7 // it decided the match in its last seconds
	finish   kind = 8 // the first to finish, just before the next
	boss     kind = 9
	lastKind      = 10
)

// worths are what each is worth.
var worths = [lastKind]int{kill: 10, far: 15, brink: 20, revenge: 10, lead: 10, capture: 30, round: 20, decided: 50, finish: 40, boss: 60}

const (
	droneWorth = 2                  // of a kill of a drone, of which there are many
	farUnits   = 300                // from which on a kill is one from afar
	farther    = 100                // units for each of which it is worth more
	fartherToo = 5                  // by so much
	lastSpell  = 15 * game.TickRate // before the end of a match in which a play may decide it
	photo      = game.TickRate      // between the first two to finish
	lateLead   = 60 * game.TickRate // before the end from which on the lead is worth twice as much
	leadsFrom  = 20                 // points of the best: sooner each kill takes the lead
)

// words say a deed that is not a kill alone.
func (d *deed) words() string {
	switch d.kind {
	case brink:
		return "1 hp left"
	case revenge:
		return "revenge"
	case lead:
		return "takes the lead"
	case capture:
		return "capture"
	case round:
		return "wins the round"
	case boss:
		return "destroys the boss"
	case decided:
		return "wins it with " + seconds(game.Tick(d.figure)) + " left"
	case finish:
		return "wins by " + seconds(game.Tick(d.figure))
	}
	return ""
}
