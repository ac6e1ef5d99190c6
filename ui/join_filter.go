package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/lan"
	"dogfight/net/listing"
	"dogfight/proto"
)

// matchFilter is the filter of the page for joining: the chosen one of each key's values.
type matchFilter [5]int

// filterKeys are its keys. The first of their values shows their meaning, and selects all.
var filterKeys = [len(matchFilter{})]struct {
	key    rune
	values []string
	set    func(f *listing.Filter, n int) // to the value after the first n
}{
	{'m', strings.Split("mode, "+net.ModeNames(), ", "), func(f *listing.Filter, n int) { f.Mode = game.Mode(n - 1).Name() }},
	{'p', []string{"ping", "<50 ms", "<100 ms", "<200 ms"}, func(f *listing.Filter, n int) { f.Ping = 25 * time.Millisecond << n }},
	{'n', []string{"players", "1+", "2+", "4+", "8+"}, func(f *listing.Filter, n int) { f.Players = 1 << (n - 1) }},
	{'v', []string{"version", "ours"}, func(f *listing.Filter, _ int) { f.Version = proto.Version }},
	{'w', []string{"password", "open"}, func(f *listing.Filter, _ int) { f.NoPassword = true }},
}

// press turns to the next value of a key.
func (m *matchFilter) press(key rune) {
	for i, k := range filterKeys {
		if k.key == key {
			m[i] = (m[i] + 1) % len(k.values)
		}
	}
}

// apply returns the matches that pass, and the number of all.
func (m *matchFilter) apply(all []lan.Match) (list []lan.Match, of int) {
	var f listing.Filter
	for i, k := range filterKeys {
		if m[i] > 0 {
			k.set(&f, m[i])
		}
	}
	for i := range all {
		if f.Selects(&all[i]) {
			list = append(list, all[i])
		}
	}
	return list, len(all)
}

// text shows the keys with their values.
func (m *matchFilter) text() (line string) {
	for i, k := range filterKeys {
		line += fmt.Sprintf(" (%c) %s", k.key, k.values[m[i]])
	}
	return line[1:]
}

// ink returns the colour of the text: one that hides matches is brighter.
func (m *matchFilter) ink() tcell.Color {
	if *m == (matchFilter{}) {
		return labelColor
	}
	return textColor
}
