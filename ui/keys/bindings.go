package keys

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gdamore/tcell/v2"
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
	if n := slices.Index(list[:], Key{}); n >= 0 {
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
func (b *Bindings) set(a Action, keys []Key) {
	var list keyList
	copy(list[:], keys)
	b.changed[a] = list != presets[b.preset][a]
	b.own[a] = keyList{}
	if b.changed[a] {
		b.own[a] = list
	}
}

// Action returns what a key does, or None.
func (b *Bindings) Action(k Key) Action {
	if k == (Key{}) {
		return None
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
	keys := slices.Clone(b.Keys(a))
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
	if at < len(keys) {
		keys[at] = k
	} else {
		keys = append(keys, k)
	}
	b.set(a, keys)
	return from, nil
}

// move puts a key that the action has to another of its places, in exchange for
// the one there.
func (b *Bindings) move(a Action, at int, k Key) error {
	keys := slices.Clone(b.Keys(a))
	was := slices.Index(keys, k)
	if at < len(keys) {
		keys[was], keys[at] = keys[at], k
	}
	b.set(a, keys)
	return nil
}

// take takes a key away from an action.
func (b *Bindings) take(a Action, k Key) error {
	keys := slices.Clone(b.Keys(a))
	keys = slices.DeleteFunc(keys, func(has Key) bool { return has == k })
	if len(keys) == 0 && a.needed() {
		return fmt.Errorf("%s is the only key for: %s", k, a.Title())
	}
	b.set(a, keys)
	return nil
}

// Unbind takes the key at an index away from an action, unless that cannot do
// without.
func (b *Bindings) Unbind(a Action, at int) error {
	if keys := b.Keys(a); at < len(keys) {
		return b.take(a, keys[at])
	}
	return nil
}

// Override gives actions the keys listed in place of the preset's, and takes these
// from all actions that are not listed. It changes nothing if it returns an error.
func (b *Bindings) Override(lists map[Action][]Key) error {
	with := BindingsOf(b.preset)
	for a := Up; a < Actions; a++ {
		if keys, listed := lists[a]; listed {
			with.set(a, keys)
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
	for _, keys := range lists {
		if slices.Contains(keys, k) {
			return true
		}
	}
	return false
}

// check tells what is wrong: a key that does two things, or an action without one.
func (b *Bindings) check() error {
	does := map[Key]Action{}
	for a := Up; a < Actions; a++ {
		keys := b.Keys(a)
		if len(keys) == 0 && a.needed() {
			return fmt.Errorf("expected a key for %s, found none", a)
		}
		for _, k := range keys {
			if does[k] != None {
				return fmt.Errorf("expected each key once, found %q for %s and for %s", k, does[k], a)
			}
			does[k] = a
		}
	}
	return nil
}

// Press returns what a key press asks for, and whether Shift was down.
func (b *Bindings) Press(ev *tcell.EventKey) (a Action, shifted bool) {
	k, shifted, ok := KeyOf(ev)
	if !ok {
		return None, false
	}
	if a = b.Action(k); a == None && k.unshifted() != k {
		return b.Action(k.unshifted()), true
	}
	return a, shifted
}

var errNoKey = errors.New("that key cannot be bound")

// Pressed returns the key of a press that is to be bound, or an error to be shown.
func Pressed(ev *tcell.EventKey) (Key, error) {
	k, _, ok := KeyOf(ev)
	if !ok {
		return Key{}, errNoKey
	}
	return k, nil
}
