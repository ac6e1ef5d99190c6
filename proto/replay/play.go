package replay

import (
	"strconv"

	"dogfight/game"
)

// Play is something worth to be shown.
type Highlight struct {
	File     *File
	Slot     uint8 // whose play it is
	Name     string
	Words    string    // what they did: "triple kill in 3.2 s"
	From, To game.Tick // what to show
	Climax   game.Tick
	Worth    int
}

const (
	within  = 4 * game.TickRate     // what belongs together
	before  = 3 * game.TickRate     // what is shown before the first deed
	after   = 3 * game.TickRate / 2 // and after the last
	longest = 8 * game.TickRate
	// least is how much a play must be worth: more than a kill or two of which nothing else is to be said.
	least = 30
)

// Best returns the play of a match; nil if nothing is worth to be shown, or the file cannot be played. It looks at stop now and
// then, if that is not nil, and gives up once it is true.
func BestHighlights(f *File, stop func() bool) *Highlight {
	deeds := deedsOf(f, stop)
	var best *Highlight
	for last := range deeds {
		p := playUpTo(deeds, last)
		if p.Worth >= least && (best == nil || p.Worth >= best.Worth) { // of equal ones the later: more hung on it
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

// worthOfKills is what several kills are worth beyond each.
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

// words say what a play is: what is said first says most.
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
	said := 0
	for _, k := range [...]kind{decided, finish, capture, boss, round, brink, revenge, lead} {
		d := kinds[k]
		if d == nil || said == 2 || k == round && kinds[decided] != nil || k == lead && kinds[decided] != nil {
			continue
		}
		said++
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
