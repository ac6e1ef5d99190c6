package input

import (
	"fmt"
	"slices"
)

// MostKeys is how many keys an action may have.
const MostKeys = 4

// keyList holds the keys of an action, without gaps.
type keyList [MostKeys]Key

// Bindings say what each key does: what a preset says, but for the actions of
// which the player has changed the keys. No key does two things. They are
// comparable, and the zero value is the standard preset as it is.
type Bindings struct {
	preset  Preset
	changed [Actions]bool
	own     [Actions]keyList // of the actions that were changed, no others
	ofPad   bool             // they are spoken of as of a pad's; a setting it is not
}

// BindingsOf returns a preset as it is.
func BindingsOf(p Preset) Bindings { return Bindings{preset: p} }

// Preset returns what the bindings began with.
func (b *Bindings) Preset() Preset { return b.preset }

// Changed reports whether an action has other keys than in the preset.
func (b *Bindings) Changed(a Action) bool { return b.changed[a] }

// Keys returns the keys of an action, those that the screen speaks of first. They are
// not to be changed.
func (b *Bindings) Keys(a Action) []Key {
	list := b.list(a)
	if n := slices.Index(list[:], 0); n >= 0 {
		return list[:n]
	}
	return list[:]
}

func (b *Bindings) list(a Action) *keyList {
	if b.changed[a] {
		return &b.own[a]
	}
	return &presets[b.preset][a]
}

// set gives an action a list of keys.
func (b *Bindings) set(a Action, with []Key) {
	var list keyList
	copy(list[:], with)
	b.changed[a] = list != presets[b.preset][a]
	b.own[a] = keyList{}
	if b.changed[a] {
		b.own[a] = list
	}
}

// Action returns what a key does, or None.
func (b *Bindings) Action(k Key) Action {
	if k == 0 {
		return None
	}
	if k.IsPad() {
		return padActions[k]
	}
	for a := Up; a < Actions; a++ {
		list := b.list(a)
		if slices.Contains(list[:], k) {
			return a
		}
	}
	return None
}

// Bind gives an action a key, in place of its key at that index, or after its
// last. It returns the action that the key was taken from, or None, and leaves
// all as it is when that one cannot do without.
func (b *Bindings) Bind(a Action, at int, k Key) (from Action, err error) {
	list := slices.Clone(b.Keys(a))
	from = b.Action(k)
	switch {
	case from == a:
		return None, b.move(a, at, k)
	case at >= MostKeys:
		return None, fmt.Errorf("%s has %d keys already", a.Title(), MostKeys)
	case from != None:
		if err := b.take(from, k); err != nil {
			return from, err
		}
	}
	if at < len(list) {
		list[at] = k
	} else {
		list = append(list, k)
	}
	b.set(a, list)
	return from, nil
}

// move puts a key that the action has to another of its places, in exchange for
// the one there.
func (b *Bindings) move(a Action, at int, k Key) error {
	list := slices.Clone(b.Keys(a))
	was := slices.Index(list, k)
	if at < len(list) {
		list[was], list[at] = list[at], k
	}
	b.set(a, list)
	return nil
}

// take takes a key away from an action.
func (b *Bindings) take(a Action, k Key) error {
	list := slices.Clone(b.Keys(a))
	list = slices.DeleteFunc(list, func(has Key) bool { return has == k })
	if len(list) == 0 && a.needed() {
		return fmt.Errorf("%s is the only key for: %s", k, a.Title())
	}
	b.set(a, list)
	return nil
}

// Unbind takes the key at an index away from an action, unless that cannot do
// without.
func (b *Bindings) Unbind(a Action, at int) error {
	if list := b.Keys(a); at < len(list) {
		return b.take(a, list[at])
	}
	return nil
}

// Override gives actions the keys listed in place of the preset's, and takes these
// from all actions that are not listed. It changes nothing if it returns an error.
func (b *Bindings) Override(lists map[Action][]Key) error {
	with := BindingsOf(b.preset)
	for a := Up; a < Actions; a++ {
		if list, listed := lists[a]; listed {
			with.set(a, list)
			continue
		}
		with.set(a, slices.DeleteFunc(slices.Clone(with.Keys(a)), func(k Key) bool { return holds(lists, k) }))
	}
	if err := with.check(); err != nil {
		return err
	}
	*b = with
	return nil
}

func holds(lists map[Action][]Key, k Key) bool {
	for _, list := range lists {
		if slices.Contains(list, k) {
			return true
		}
	}
	return false
}

// check tells what is wrong: a key that does two things, or an action without one.
func (b *Bindings) check() error {
	does := map[Key]Action{}
	for a := Up; a < Actions; a++ {
		list := b.Keys(a)
		if len(list) == 0 && a.needed() {
			return fmt.Errorf("%s must have a key", a)
		}
		for _, k := range list {
			if does[k] != None {
				return fmt.Errorf("%q must be bound once, got it for %s and for %s", k, does[k], a)
			}
			does[k] = a
		}
	}
	return nil
}

// Press returns what a key press asks for, and whether Shift was down.
func (b *Bindings) Press(ev Event) (a Action, shifted bool) {
	if ev.Key.IsPad() {
		return padActions[ev.Key], false
	}
	k, shifted, ok := keyOf(ev)
	if !ok {
		return None, false
	}
	switch a = b.Action(k); {
	case a != None:
	case unshifted(k) != k:
		return b.Action(unshifted(k)), true
	default:
		a = b.Action(ev.Latin)
	}
	return a, shifted
}
