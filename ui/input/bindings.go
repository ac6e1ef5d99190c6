package input

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"dogfight/game"
)

// MostKeys is the largest number of keys of an action.
const MostKeys = 4

// keyList holds the keys of an action, without gaps.
type keyList [MostKeys]Key

// Bindings map keys to actions: a preset, except for the actions with changed keys. A key has one
// action. Bindings are comparable; the zero value is the standard preset.
type Bindings struct {
	preset  Preset
	changed [Actions]bool
	lists   [Actions]keyList // of changed actions only
	ofPad   bool             // texts name the keys of a pad; not a setting
}

// BindingsOf returns an unchanged preset.
func BindingsOf(p Preset) Bindings { return Bindings{preset: p} }

// Preset returns the preset that the bindings are based on.
func (b *Bindings) Preset() Preset { return b.preset }

// Changed reports whether an action has other keys than in the preset.
func (b *Bindings) Changed(a Action) bool { return b.changed[a] }

// Keys returns the keys of an action. The screen shows the first ones. The caller must not modify them.
func (b *Bindings) Keys(a Action) []Key {
	list := b.list(a)
	if n := slices.Index(list[:], 0); n >= 0 {
		return list[:n]
	}
	return list[:]
}

func (b *Bindings) list(a Action) *keyList {
	if b.changed[a] {
		return &b.lists[a]
	}
	return &presets[b.preset][a]
}

// set sets the keys of an action.
func (b *Bindings) set(a Action, with []Key) {
	var list keyList
	copy(list[:], with)
	b.changed[a] = list != presets[b.preset][a]
	b.lists[a] = keyList{}
	if b.changed[a] {
		b.lists[a] = list
	}
}

// Action returns the action of a key, or None.
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

// Bind binds a key to an action, in place of its key at that index, or after its last. It returns the action that
// loses the key, or None. If that action needs the key, Bind changes nothing.
func (b *Bindings) Bind(a Action, at int, k Key) (from Action, err error) {
	list := slices.Clone(b.Keys(a))
	from = b.Action(k)
	switch {
	case from == a:
		b.move(a, at, k)
		return None, nil
	case at >= MostKeys:
		return None, fmt.Errorf("%s has %d keys already", a.Title(), MostKeys)
	case from != None:
		if err := b.remove(from, k); err != nil {
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

// move swaps a key of the action with the one at another place.
func (b *Bindings) move(a Action, at int, k Key) {
	list := slices.Clone(b.Keys(a))
	was := slices.Index(list, k)
	if at < len(list) {
		list[was], list[at] = list[at], k
	}
	b.set(a, list)
}

// remove unbinds a key from an action.
func (b *Bindings) remove(a Action, k Key) error {
	list := slices.DeleteFunc(slices.Clone(b.Keys(a)), func(has Key) bool { return has == k })
	if len(list) == 0 && a.needed() {
		return fmt.Errorf("%s is the only key for: %s", k, a.Title())
	}
	b.set(a, list)
	return nil
}

// Unbind unbinds the key at an index from an action, unless the action needs it.
func (b *Bindings) Unbind(a Action, at int) error {
	if list := b.Keys(a); at < len(list) {
		return b.remove(a, list[at])
	}
	return nil
}

// Override replaces the preset's keys of the listed actions, and unbinds these keys from all other actions. On an
// error it changes nothing.
func (b *Bindings) Override(lists map[Action][]Key) error {
	var listed []Key
	for _, list := range lists {
		listed = append(listed, list...)
	}
	with := BindingsOf(b.preset)
	for a := Up; a < Actions; a++ {
		list, ok := lists[a]
		if !ok {
			list = slices.DeleteFunc(slices.Clone(with.Keys(a)), func(k Key) bool { return slices.Contains(listed, k) })
		}
		with.set(a, list)
	}
	if err := with.check(); err != nil {
		return err
	}
	*b = with
	return nil
}

// Halves returns the keys of two pilots at one keyboard.
func Halves() (left, right Bindings) {
	left, right = BindingsOf(Qwerty), BindingsOf(Qwerty)
	for _, half := range []struct {
		b    *Bindings
		keys map[Action][]Key
	}{
		{&left, map[Action][]Key{Up: {'w'}, Down: {'s'}, Left: {'a'}, Right: {'d'}, Fire: {' '}, Boost: {'f'}, Brake: {'x'}}},
		{&right, map[Action][]Key{Up: {KeyUp}, Down: {KeyDown}, Left: {KeyLeft}, Right: {KeyRight}, Fire: {KeyEnter}, Boost: {'/'}, Brake: {'.'}}},
	} {
		for _, diagonal := range []Action{UpLeft, UpRight, DownLeft, DownRight} {
			half.keys[diagonal] = nil // two keys at once
		}
		half.keys[Chat] = []Key{'t'}
		if err := half.b.Override(half.keys); err != nil {
			panic(err) // a programming error
		}
	}
	return left, right
}

// check returns an error if a key has two actions, or if a needed action has no key.
func (b *Bindings) check() error {
	actions := map[Key]Action{}
	for a := Up; a < Actions; a++ {
		list := b.Keys(a)
		if len(list) == 0 && a.needed() {
			return fmt.Errorf("%s must have a key", a)
		}
		for _, k := range list {
			if actions[k] != None {
				return fmt.Errorf("%q must be bound once, got it for %s and for %s", k, actions[k], a)
			}
			actions[k] = a
		}
	}
	return nil
}

// Press returns the action of a key press, and whether Shift was down.
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

// The names of keys, for hints on the screen.

// First returns the name of an action's first key, or "no key".
func (b *Bindings) First(a Action) string { return b.Names(a, 1) }

// Names returns the names of an action's first keys, at most so many.
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

// Steering returns the names of the sets of keys for the four courses, such as arrows, wasd and hjkl. All four have a
// key in each set.
func (b *Bindings) Steering() []string {
	if b.ofPad {
		return []string{padStick}
	}
	return b.together(Up, Left, Down, Right)
}

// Diagonals returns the names of the sets for the diagonals.
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

// familiar returns the common name of a set of keys.
func familiar(set string) string {
	switch set {
	case "Up/Left/Down/Right":
		return "arrows"
	case "khjl":
		return "hjkl"
	}
	return set
}

// stroke is the effect of a key on the ship.
type stroke struct {
	course             game.Course // or Idle
	fire, boost, brake bool
}

// stroke returns the effect of a key on the ship, and false for other keys. Shift with a course boosts; terminals
// report it as a capital letter.
func (b *Bindings) stroke(ev Event) (stroke, bool) {
	a, shifted := b.Press(ev)
	s := stroke{course: a.Course(), fire: a == Fire, boost: a == Boost, brake: a == Brake}
	s.boost = s.boost || shifted && s.course != game.Idle
	return s, a >= Up && a <= Brake
}

// keyOf returns the key of a press or a release in the form in which it can be bound: a letter with Shift is the same
// key. It also returns whether Shift was down, and false for keys that cannot be bound.
func keyOf(ev Event) (k Key, shifted, ok bool) {
	shifted = ev.Mods&Shift != 0
	switch {
	case ev.Mods&Chord != 0:
		return 0, false, false
	case ev.Key.IsCharacter():
		r := rune(ev.Key)
		return Key(unicode.ToLower(r)), unicode.IsUpper(r), ev.Key.Bindable()
	case shifted && ev.Key == KeyTab, ev.Mods != 0 && ev.Key >= F1:
		return 0, false, false // a cursor report looks like F3 with Shift
	}
	return ev.Key, shifted, ev.Key.Bindable()
}

// Pressed returns the key of a press for a new binding, or an error to show.
func Pressed(ev Event) (Key, error) {
	k, _, ok := keyOf(ev)
	if !ok {
		return 0, errors.New("that key cannot be bound")
	}
	return k, nil
}

// isSign reports whether a key is a character that needs Shift on some keyboards.
func isSign(k Key) bool { return k > ' ' && k.IsCharacter() && !unicode.IsLetter(rune(k)) }

// unshifted returns the key that types a character together with Shift, where most keyboards agree.
func unshifted(k Key) Key {
	switch k {
	case '<':
		return ','
	case '>':
		return '.'
	case ':':
		return ';'
	case '"':
		return '\''
	}
	return k
}
