package replay

import (
	"strconv"

	"dogfight/game"
)

// Highlight is a play that is worth showing: the deeds of one pilot within four seconds.
type Highlight struct {
	File     *File
	Slot     uint8 // of the pilot
	Name     string
	Words    string    // such as "triple kill in 3.2 s"
	From, To game.Tick // the ticks to show
	Climax   game.Tick
	Worth    int
}

const (
	within  = 4 * game.TickRate     // of one play
	before  = 3 * game.TickRate     // shown before the first deed
	after   = 3 * game.TickRate / 2 // and after the last
	longest = 8 * game.TickRate     // shown in all
	least   = 30                    // worth of a play: more than a kill or two
)

// BestHighlight returns the best play of a match, or nil if none is worth showing or the file cannot be played. It plays the
// match once; the same file has the same play everywhere. It calls stop, if not nil, every KeyframeEvery ticks, and gives up once
// that is true.
//
// Deeds are kills, revenge, shots from afar, kills with one hp left, the lead, captures, rounds, and those that decide a match in
// its last seconds. A play is worth the sum of its deeds; several kills are worth more than as many single ones.
func BestHighlight(f *File, stop func() bool) *Highlight {
	deeds := deedsOf(f, stop)
	var best *Highlight
	for last := range deeds {
		p := playUpTo(deeds, last)
		if p.Worth >= least && (best == nil || p.Worth >= best.Worth) { // of equal ones the later: it mattered more
			best = p
		}
	}
	if best == nil {
		return nil
	}
	best.File = f
	best.From = max(best.From, f.Head.First)
	best.To = min(best.To, f.LastTick)
	for _, p := range f.Roster(best.Climax) {
		if p.Slot == best.Slot {
			best.Name = p.Name
		}
	}
	return best
}

// playUpTo returns the play that ends with a deed.
func playUpTo(deeds []deed, last int) *Highlight {
	end := &deeds[last]
	first, kills, worth := end.tick, 0, 0
	var kinds [lastKind]*deed
	for i := last; i >= 0 && end.tick-deeds[i].tick <= within; i-- {
		d := &deeds[i]
		if d.slot != end.slot {
			continue
		}
		first = d.tick
		worth += d.worth
		if d.kind == kill {
			kills++
		}
		if kinds[d.kind] == nil || kinds[d.kind].worth < d.worth {
			kinds[d.kind] = d
		}
	}
	worth += worthOfKills(kills)
	p := &Highlight{Slot: end.slot, Climax: end.tick, From: first - min(first, before), To: end.tick + after, Worth: worth}
	if p.To-p.From > longest {
		p.From = p.To - longest
	}
	p.Words = words(&kinds, kills, end.tick-first)
	return p
}

// worthOfKills returns the worth of several kills beyond that of each.
func worthOfKills(n int) int {
	switch n {
	case 0, 1:
		return 0
	case 2:
		return 15
	case 3:
		return 45
	}
	return 45 + 40*(n-3)
}

// words describes a play, the best deeds first.
func words(kinds *[lastKind]*deed, kills int, took game.Tick) string {
	text := ""
	add := func(more string) {
		if text != "" {
			text += ", "
		}
		text += more
	}
	switch {
	case kills > 1:
		add(killWords(kills) + " in " + seconds(took))
	case kinds[decided] == nil && kinds[capture] == nil && kinds[round] == nil && kinds[finish] == nil && kinds[boss] == nil:
		if d := kinds[far]; d != nil {
			add("hit from " + strconv.Itoa(d.figure) + " units away")
		} else {
			add("kill")
		}
	}
	n := 0
	for _, k := range [...]kind{decided, finish, capture, boss, round, brink, revenge, lead} {
		d := kinds[k]
		if d == nil || n == 2 || k == round && kinds[decided] != nil || k == lead && kinds[decided] != nil {
			continue
		}
		n++
		add(d.words())
	}
	return text
}

func killWords(n int) string {
	switch n {
	case 2:
		return "double kill"
	case 3:
		return "triple kill"
	case 4:
		return "quadruple kill"
	}
	return strconv.Itoa(n) + " kills"
}

// seconds writes ticks as seconds with one decimal.
func seconds(t game.Tick) string {
	tenths := int(t+game.TickRate/20) * 10 / game.TickRate
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) + " s"
}

// deed is an achievement of a pilot.
type deed struct {
	kind   kind
	slot   uint8
	tick   game.Tick
	worth  int
	figure int // units of a far kill; ticks before the end, or before the next to finish
}

// kind is the kind of a deed.
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

// worths has the worth of each kind.
var worths = [lastKind]int{kill: 10, far: 15, brink: 20, revenge: 10, lead: 10, capture: 30, round: 20, decided: 50, finish: 40, boss: 60}

const (
	droneWorth = 2   // of a kill of a drone, of which there are many
	farUnits   = 300 // of a kill from afar, at least
	farStep    = 100 // units beyond that, each worth farBonus
	farBonus   = 5
	lastSpell  = 15 * game.TickRate // at the end of a match, in which a deed may decide it
	photo      = game.TickRate      // between the first two to finish, at most
	lateLead   = 60 * game.TickRate // at the end, in which the lead is worth twice as much
	leadsFrom  = 20                 // points of the best: before, each kill takes the lead
)

// words describes a deed that is more than a kill.
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
		if d.figure == 0 { // it ended the match
			return "wins the match"
		}
		return "wins it with " + seconds(game.Tick(d.figure)) + " left"
	case finish:
		return "wins by " + seconds(game.Tick(d.figure))
	}
	return ""
}
