package net

import (
	"slices"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/names"
)

// names is what everybody in a match goes by. No two of them can be taken for one another: see skeleton.Keys. The zero
// names are ready.
type nameSet struct {
	looks, reads map[string]bool    // of all that are taken
	series       map[string]*series // of those with a number behind them, by what they look like without
}

// series counts on behind what looks like one name.
type series struct {
	next  int // below are only numbers that were given, or that a pilot chose as part of the name
	taken int
}

// maxNumber is far more than there are names, so that one is always free.
const maxNumber = 999

// called is one name that is taken.
type takenName struct {
	name, looks, reads string

	series string // what the name looks like without its number, if it was given one
	number int
}

// has reports whether a pilot goes by the name, or by one that can be taken for it.
func (n *nameSet) has(name string) bool {
	looks, reads := names.Keys(name)
	return n.looks[looks] || n.reads[reads]
}

// take has a pilot go by the name, with a number behind it if it could be taken for another's.
func (n *nameSet) take(name string) takenName {
	c := takenName{name: name}
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

// number puts the next number that is free behind a name.
func (n *nameSet) number(wanted takenName) takenName {
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
			s.taken++
			c.series = wanted.looks
			return c
		}
	}
}

// give lets others go by a name.
func (n *nameSet) release(c takenName) {
	delete(n.looks, c.looks)
	delete(n.reads, c.reads)
	s := n.series[c.series]
	if c.number == 0 || s == nil {
		return
	}
	s.next = min(s.next, c.number)
	if s.taken--; s.taken == 0 {
		delete(n.series, c.series)
	}
}

// stems is what may stand before a number, by how many digits that has.
type stems struct {
	wanted   string
	byDigits [4]stem
}

// stem is what stands before a number, with a space.
type stem struct{ name, looks, reads string }

// numbered returns the name with a number behind it.
func (s *stems) numbered(n int) takenName {
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
	return takenName{name: at.name + number, looks: string(looks), reads: string(reads), number: n}
}

// stemOf cuts a name so that a space and so many digits have room behind it. What the whole looks like is put together of
// its parts: nothing joins over a space. What is left of a long name may read as a number or an address where the whole did
// not; its pilot is called just that.
func stemOf(name string, digits int) stem {
	runes := []rune(name)
	name = strings.TrimSpace(string(runes[:min(len(runes), proto.MaxName-1-digits)]))
	if _, err := proto.CleanName(name + " " + strings.Repeat("2", digits)); err != nil {
		name = "pilot"
	}
	looks, reads := names.Keys(name)
	return stem{name + " ", looks + " ", reads + " "}
}

// What digits look like, and how they read.
var digitLooks, digitReads = func() (looks, reads [10]string) {
	for digit := range looks {
		looks[digit], reads[digit] = names.Keys(strconv.Itoa(digit))
	}
	return looks, reads
}()

// nameQueue lets pilots have other names, a few at a time: each change costs everybody a line of the roster.
type nameQueue struct {
	renames  allowance // in all
	renaming int       // pilots who wait for another name
}

// How often names change.
const (
	// renameEvery is the least between two changes of a pilot's name.
	renameEvery = 3 * game.TickRate
	// renamesEach and renamesBurst bound all changes: 15 a second, once the burst is spent.
	renamesEach  = game.TickRate / 15
	renamesBurst = 64
)

// ask has a pilot wait for another name, unless they wait already: the last that they asked for counts.
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

// next takes the pilot out of the queue whose turn came first, and returns them with the name that they want. Without any
// whose turn it is, the pilot is nil.
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
	q.renames.take(now, renamesEach)
	name, next.renamedAt = next.wantedName, max(now, 1)
	q.forget(next)
	return next, name
}

// forget takes a pilot out of the queue, if they are in it.
func (q *nameQueue) forget(p *pilot) {
	if p.wantedName != "" {
		p.wantedName = ""
		q.renaming--
	}
}

// requestName has a pilot go by another name as soon as it is their turn, unless they want yet another before: the last
// counts. To look at a name takes time, so that is done in their turn too; the error is that of proto.CleanName if it was
// their turn at once. If it comes later they are told.
func (m *liveMatch) requestName(p *pilot, name string) error {
	if name == p.Asked {
		return nil
	}
	m.nameQueue.add(p, name, m.World.Tick)
	return m.changeNames(p)
}

// changeNames gives those their names whose turn it is. It returns why the one who is asking cannot have theirs, and
// tells the others.
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

// Colours are given to ships so that no two have the same while there are as many. A player has
// the colour that they want, unless another player has it already, and otherwise the free one nearest to
// it. Bots take what is left.

// colourCircle has the numbers of all colours so that those next to each other look most alike, the last
// and the first too: red, orange, yellow, lime, teal, violet, magenta, rose.
var colourCircle = [proto.Colours]uint8{1, 4, 2, 5, 8, 6, 3, 7}

// recolourEvery is the least between two changes of a pilot's colour that they ask for: everybody is told.
const recolourEvery = 3 * game.TickRate

// requestColour has a pilot's ship be of another colour as soon as it is their turn. The last one asked for counts.
func (m *liveMatch) requestColour(p *pilot, want uint8) {
	if want != p.Wanted {
		p.Wanted = want
		m.recolour = m.recolour || p.seated()
	}
}

// changeColours gives those the colours that they want whose turn it is.
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

// colour gives a pilot with a ship a colour, and bots that have the same another one.
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

// freeColour returns the colour for a pilot: of those that the fewest other players have the nearest to what they want or,
// where they want none, the one that the fewest bots have.
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

// nearestColours returns all colours, those nearest to one first or, where it is 0, from the slot's own on.
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
