package net

import (
	"slices"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/names"
)

// nameSet is the set of names in a match. No two can be mistaken for each other: see names.Keys. The zero value is empty.
type nameSet struct {
	looks, reads map[string]bool    // keys of all names
	series       map[string]*series // of numbered names, by the looks key without the number
}

// series counts the numbers after names that look alike.
type series struct {
	next int // smaller numbers are in use, or part of a name that a pilot chose
	used int
}

// maxNumber is far above the number of names, so that one is always free.
const maxNumber = 999

type uniqueName struct {
	name, looks, reads string

	series string // the looks key without the number, if numbered
	number int
}

// has reports whether a name, or one that can be mistaken for it, is taken.
func (n *nameSet) has(name string) bool {
	looks, reads := names.Keys(name)
	return n.looks[looks] || n.reads[reads]
}

// add adds a name, with a number if it could be mistaken for another.
func (n *nameSet) add(name string) uniqueName {
	c := uniqueName{name: name}
	c.looks, c.reads = names.Keys(name)
	if n.looks == nil {
		n.looks, n.reads, n.series = map[string]bool{}, map[string]bool{}, map[string]*series{}
	}
	if n.looks[c.looks] || n.reads[c.reads] {
		c = n.number(c)
	}
	n.looks[c.looks], n.reads[c.reads] = true, true
	return c
}

// number adds the next free number to a name.
func (n *nameSet) number(wanted uniqueName) uniqueName {
	s := n.series[wanted.looks]
	if s == nil {
		s = &series{next: 2}
		n.series[wanted.looks] = s
	}
	stems := stems{wanted: wanted.name}
	for {
		if s.next > maxNumber {
			s.next = 2
		}
		c := stems.numbered(s.next)
		if s.next++; !n.looks[c.looks] && !n.reads[c.reads] {
			s.used++
			c.series = wanted.looks
			return c
		}
	}
}

// release removes a name.
func (n *nameSet) release(c uniqueName) {
	delete(n.looks, c.looks)
	delete(n.reads, c.reads)
	s := n.series[c.series]
	if c.number == 0 || s == nil {
		return
	}
	s.next = min(s.next, c.number)
	if s.used--; s.used == 0 {
		delete(n.series, c.series)
	}
}

// stems caches the part before the number, by the number's digits.
type stems struct {
	wanted   string
	byDigits [4]stem
}

// stem is the part of a name before its number, with a space.
type stem struct{ name, looks, reads string }

// numbered returns the name with a number.
func (s *stems) numbered(n int) uniqueName {
	number := strconv.Itoa(n)
	at := &s.byDigits[len(number)]
	if at.name == "" {
		*at = stemOf(s.wanted, len(number))
	}
	looks, reads := []byte(at.looks), []byte(at.reads)
	for _, digit := range []byte(number) {
		looks = append(looks, digitLooks[digit-'0']...)
		reads = append(reads, digitReads[digit-'0']...)
	}
	return uniqueName{name: at.name + number, looks: string(looks), reads: string(reads), number: n}
}

// stemOf shortens a name so that a space and so many digits fit after it. The keys of the whole are put together from those of its parts,
// as nothing joins over a space. The rest of a long name may read as a number or an address where the whole did not; it becomes "pilot"
// then.
func stemOf(name string, digits int) stem {
	runes := []rune(name)
	name = strings.TrimSpace(string(runes[:min(len(runes), proto.MaxName-1-digits)]))
	if _, err := proto.CleanName(name + " " + strings.Repeat("2", digits)); err != nil {
		name = "pilot"
	}
	looks, reads := names.Keys(name)
	return stem{name + " ", looks + " ", reads + " "}
}

// The keys of digits.
var digitLooks, digitReads = func() (looks, reads [10]string) {
	for digit := range looks {
		looks[digit], reads[digit] = names.Keys(strconv.Itoa(digit))
	}
	return looks, reads
}()

// nameQueue limits changes of names, as each costs everyone a line of the roster.
type nameQueue struct {
	renames  allowance // in all
	renaming int       // waiting pilots
}

const (
	// renameEvery is the minimum between two changes of a pilot's name.
	renameEvery = 3 * game.TickRate
	// renamesEach and renamesBurst limit all changes: 15 a second once the burst is used up.
	renamesEach  = game.TickRate / 15
	renamesBurst = 64
)

// add queues a pilot's change of name. A later request replaces it.
func (q *nameQueue) add(p *pilot, name string, now game.Tick) {
	if p.Asked = name; p.wantedName == "" {
		q.renaming++
		p.nameTurn = now
		if p.renamedAt != 0 {
			p.nameTurn = max(p.nameTurn, p.renamedAt+renameEvery)
		}
	}
	p.wantedName = name
}

// next takes the next pilot out of the queue, with the wanted name. The pilot is nil if none is due.
func (q *nameQueue) next(pilots []*pilot, now game.Tick) (next *pilot, name string) {
	if q.renaming == 0 || !q.renames.has(now, renamesEach, renamesBurst) {
		return nil, ""
	}
	for _, p := range pilots {
		if p.wantedName != "" && p.nameTurn <= now && (next == nil || p.nameTurn < next.nameTurn) {
			next = p
		}
	}
	if next == nil {
		return nil, ""
	}
	q.renames.use(now, renamesEach)
	name, next.renamedAt = next.wantedName, max(now, 1)
	q.forget(next)
	return next, name
}

// forget removes a pilot from the queue.
func (q *nameQueue) forget(p *pilot) {
	if p.wantedName != "" {
		p.wantedName = ""
		q.renaming--
	}
}

// requestName changes a pilot's name when it is their turn; the last request counts. The name is checked only then, as that is slow: the
// error of proto.CleanName is returned if it is their turn at once, and else sent to them.
func (m *liveMatch) requestName(p *pilot, name string) error {
	if name == p.Asked {
		return nil
	}
	m.nameQueue.add(p, name, m.World.Tick)
	return m.changeNames(p)
}

// changeNames makes the changes that are due. It returns the error for the asking pilot, and sends the others theirs.
func (m *liveMatch) changeNames(asking *pilot) (refused error) {
	for {
		p, wanted := m.nameQueue.next(m.pilots, m.World.Tick)
		if p == nil {
			return refused
		}
		switch name, err := proto.CleanName(wanted); {
		case err == nil:
			m.rename(p, name)
		case p == asking:
			refused = err
		default:
			m.notify(p, "you keep your name: "+strings.TrimPrefix(err.Error(), "name: "))
		}
	}
}

// Colours are assigned so that no two ships have the same as long as there are enough. A player gets the colour they want, unless another
// player has it, and else the nearest free one. Bots get the rest.

// colourCircle lists the colours so that similar ones are adjacent, the last and the first too: red, orange, yellow, lime, teal, violet,
// magenta, rose.
var colourCircle = [proto.Colours]uint8{1, 4, 2, 5, 8, 6, 3, 7}

// recolourEvery is the minimum between two changes of a pilot's colour, as each is sent to all.
const recolourEvery = 3 * game.TickRate

// requestColour changes a pilot's colour when it is their turn. The last request counts.
func (m *liveMatch) requestColour(p *pilot, want uint8) {
	if want != p.Wanted {
		p.Wanted = want
		m.recolour = m.recolour || p.seated()
	}
}

// changeColours makes the changes of colours that are due.
func (m *liveMatch) changeColours() {
	if !m.recolour {
		return
	}
	m.recolour = false
	for _, p := range m.seats {
		switch now := m.World.Tick; {
		case p == nil || p.Wanted == 0 || p.Wanted == p.Colour:
		case p.Coloured != 0 && now-p.Coloured < recolourEvery:
			m.recolour = true
		default:
			p.Coloured = max(now, 1)
			m.colour(p)
		}
	}
}

// colour gives a seated pilot a colour, and another one to bots that have the same.
func (c *crew) colour(p *pilot) {
	p.Colour = c.freeColour(p)
	c.stale = true
	if p.isBot() {
		return
	}
	for _, other := range c.seats {
		if other != nil && other != p && other.isBot() && other.Colour == p.Colour {
			other.Colour = c.freeColour(other)
		}
	}
}

// freeColour returns the colour that the fewest other players have, the nearest to the wanted one or, if none is wanted, the one that the
// fewest bots have.
func (c *crew) freeColour(p *pilot) uint8 {
	var cost [proto.Colours + 1]int
	for _, other := range c.seats {
		switch {
		case other == nil || other == p || other.Colour == 0:
		case !other.isBot():
			cost[other.Colour] += game.MaxShips
		case p.Wanted == 0:
			cost[other.Colour]++
		}
	}
	colours := nearestColours(p.Wanted, p.Slot)
	return slices.MinFunc(colours[:], func(a, b uint8) int { return cost[a] - cost[b] })
}

// nearestColours lists all colours, nearest to want first or, if that is 0, from the slot's own on.
func nearestColours(want, slot uint8) (list [proto.Colours]uint8) {
	if want == 0 {
		for i := range list {
			list[i] = (slot+uint8(i))%proto.Colours + 1
		}
		return list
	}
	at := slices.Index(colourCircle[:], want)
	for i := range list {
		step := (i + 1) / 2
		if i%2 == 0 {
			step = -step
		}
		list[i] = colourCircle[(at+step+proto.Colours)%proto.Colours]
	}
	return list
}
