package net

import (
	"strconv"
	"strings"

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
type called struct {
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
func (n *nameSet) take(name string) called {
	c := called{name: name}
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
func (n *nameSet) number(wanted called) called {
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
func (n *nameSet) give(c called) {
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
	wanted string
	of     [4]stem
}

// stem is what stands before a number, with a space.
type stem struct{ name, looks, reads string }

// numbered returns the name with a number behind it.
func (s *stems) numbered(n int) called {
	number := strconv.Itoa(n)
	at := &s.of[len(number)]
	if at.name == "" {
		*at = stemOf(s.wanted, len(number))
	}
	looks, reads := []byte(at.looks), []byte(at.reads)
	for _, digit := range []byte(number) {
		looks = append(looks, digitLooks[digit-'0']...)
		reads = append(reads, digitReads[digit-'0']...)
	}
	return called{name: at.name + number, looks: string(looks), reads: string(reads), number: n}
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
