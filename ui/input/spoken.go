package input

import "strings"

// The bindings in few words, for hints on the screen.

// First returns the name of an action's first key, or "no key".
func (b *Bindings) First(a Action) string { return b.Names(a, 1) }

// Names returns the names of an action's first keys, so many at most.
func (b *Bindings) Names(a Action, most int) string {
	if b.ofPad && padWords[a] != "" {
		return padWords[a]
	}
	list := b.Keys(a)
	if len(list) == 0 || b.ofPad {
		return "no key"
	}
	var names []string
	for _, k := range list[:min(most, len(list))] {
		names = append(names, k.String())
	}
	return strings.Join(names, " ")
}

// Steering returns what the keys of the four courses are called together, such as
// arrows, wasd and hjkl, as often as all four have one.
func (b *Bindings) Steering() []string {
	if b.ofPad {
		return []string{padStick}
	}
	return b.together(Up, Left, Down, Right)
}

// Diagonals returns the same of the keys for the diagonals.
func (b *Bindings) Diagonals() []string {
	if b.ofPad {
		return nil
	}
	return b.together(UpLeft, UpRight, DownLeft, DownRight)
}

func (b *Bindings) together(four ...Action) (sets []string) {
	for i := range MostKeys {
		names := make([]string, 0, len(four))
		gap := ""
		for _, a := range four {
			list := b.Keys(a)
			if i >= len(list) {
				return sets
			}
			name := list[i].String()
			if len([]rune(name)) > 1 {
				gap = "/"
			}
			names = append(names, name)
		}
		sets = append(sets, familiar(strings.Join(names, gap)))
	}
	return sets
}

// familiar returns what everybody calls a set of keys.
func familiar(set string) string {
	switch set {
	case "Up/Left/Down/Right":
		return "arrows"
	case "khjl":
		return "hjkl"
	}
	return set
}
