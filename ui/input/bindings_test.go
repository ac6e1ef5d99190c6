package input

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"dogfight/game"
	_ "dogfight/testkit"
)

// keyNamed returns a key that there is.
func keyNamed(t testing.TB, name string) Key {
	t.Helper()
	k, err := ParseKey(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestEveryPresetBindsAllActionsAndNoKeyTwice(t *testing.T) {
	for p := range Presets {
		b := BindingsOf(p)
		if err := b.check(); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		for a := Up; a < Actions; a++ {
			if len(b.Keys(a)) == 0 || a.String() == "" || a.Title() == "" {
				t.Errorf("%s: nothing is bound to %s", p, a)
			}
		}
	}
}

func TestArrowsSteerInEveryPreset(t *testing.T) {
	for p := range Presets {
		b := BindingsOf(p)
		for name, want := range map[string]Action{"Up": Up, "Down": Down, "Left": Left, "Right": Right, "Home": UpLeft, "PgDn": DownRight} {
			if got := b.Action(keyNamed(t, name)); got != want {
				t.Errorf("%s: %s is bound to %s", p, name, got)
			}
		}
	}
}

func TestOneHandIsEnough(t *testing.T) {
	for preset, near := range map[Preset]string{
		OneHandedLeft:  "1 2 3 4 5 q w e r t a s d f g z x c v b Space Tab F1 F2 F3 F4",
		OneHandedRight: "Up Down Left Right Home End PgUp PgDn Enter Delete / . , y u i o p h j k l b n m ? F8 F9 F10 F11 F12 - =",
	} {
		var reached []Key
		for _, name := range strings.Fields(near) {
			reached = append(reached, keyNamed(t, name))
		}
		b := BindingsOf(preset)
		for a := Up; a < Actions; a++ {
			if !slices.ContainsFunc(b.Keys(a), func(k Key) bool { return slices.Contains(reached, k) }) {
				t.Errorf("%s: %s is out of reach", preset, a)
			}
		}
	}
}

func TestAReboundKeyFliesAndTheOldOneDoesNot(t *testing.T) {
	var b Bindings
	for at, name := range []string{"g", "8", "é"} { // in place of all three
		if _, err := b.Bind(Up, at, keyNamed(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	var g Controls
	g.Bind(b, false)
	now := time.Unix(1000, 0)
	if !g.Press(now, event("G")) || g.Input(now, nil) != game.Steer(game.Up)|game.Special {
		t.Errorf("found %#x", g.Input(now, nil))
	}
	if g.Press(now, event("up")) || g.Press(now, event("w")) {
		t.Error("a key that is not bound any more flies")
	}
}

func TestAKeyMovesFromItsOldAction(t *testing.T) {
	var b Bindings
	from, err := b.Bind(Boost, 1, keyNamed(t, "x"))
	if from != Brake || err != nil {
		t.Errorf("it was taken from %s, %v", from, err)
	}
	if boost, brake := b.Names(Boost, 9), b.Names(Brake, 9); boost != "f x" || brake != "." {
		t.Errorf("boost has %s, and brake %s", boost, brake)
	}
	if from, err := b.Bind(Boost, 0, keyNamed(t, "x")); from != None || err != nil || b.Names(Boost, 9) != "x f" {
		t.Errorf("expected them exchanged, found %s", b.Names(Boost, 9))
	}
}

func TestTheLastKeyThatSteersOrFiresCannotBeRemoved(t *testing.T) {
	for _, a := range []Action{Up, Down, Left, Right, Fire} {
		var b Bindings
		for len(b.Keys(a)) > 1 {
			if err := b.Unbind(a, 0); err != nil {
				t.Fatal(err)
			}
		}
		was := b
		if err := b.Unbind(a, 0); err == nil || b != was {
			t.Errorf("%s has no key left", a)
		}
		if _, err := b.Bind(Boost, 0, b.Keys(a)[0]); err == nil || b != was {
			t.Errorf("the last key of %s was given away", a)
		}
	}
	var b Bindings
	if err := b.Unbind(Figures, 0); err != nil || b.First(Figures) != "no key" {
		t.Errorf("found %s, %v", b.First(Figures), err)
	}
}

func TestAnActionHasSoManyKeysAtMost(t *testing.T) {
	var b Bindings
	for i, name := range []string{"1", "2", "3"} {
		if _, err := b.Bind(Fire, i+1, keyNamed(t, name)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Bind(Fire, MostKeys, keyNamed(t, "4")); err == nil || len(b.Keys(Fire)) != MostKeys {
		t.Errorf("fire has %s, %v", b.Names(Fire, 9), err)
	}
}

func TestKeysOfThePresetAreNotChanged(t *testing.T) {
	var b Bindings
	b.Bind(Boost, 0, keyNamed(t, "x"))
	b.Bind(Brake, 2, keyNamed(t, "x"))
	b.Bind(Brake, 0, keyNamed(t, "x"))
	b.Bind(Brake, 1, keyNamed(t, "."))
	b.Bind(Boost, 0, keyNamed(t, "f"))
	if b != (Bindings{}) {
		t.Errorf("boost has %s, and brake %s", b.Names(Boost, 9), b.Names(Brake, 9))
	}
}

func TestShiftWithACommaBoosts(t *testing.T) {
	b := BindingsOf(Dvorak)
	if s, ok := b.stroke(event("<")); !ok || s != (stroke{course: game.Up, boost: true}) {
		t.Errorf("found %+v", s)
	}
}

func TestBindingsStayValidAfterAnyChange(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := BindingsOf(Preset(rapid.IntRange(0, int(Presets)-1).Draw(rt, "preset")))
		for range rapid.IntRange(1, 40).Draw(rt, "changes") {
			a := Action(rapid.IntRange(1, int(Actions)-1).Draw(rt, "action"))
			at := rapid.IntRange(0, MostKeys).Draw(rt, "place")
			if rapid.Bool().Draw(rt, "bind") {
				b.Bind(a, at, keyNamed(t, string(rapid.RuneFrom([]rune("wasdhjkl fxyubnrt?gz1")).Draw(rt, "key"))))
			} else {
				b.Unbind(a, at)
			}
			if err := b.check(); err != nil {
				rt.Fatal(err)
			}
		}
	})
}

func TestSetsOfKeysHaveTheirUsualNames(t *testing.T) {
	for preset, want := range map[Preset]string{
		Qwerty: "arrows wasd hjkl, yubn", Azerty: "arrows zqsd hjkl, yubn", Dvorak: "arrows ,aoe, fgxb",
		Vi: "hjkl arrows, yubn", OneHandedLeft: "wasd arrows, qezc", OneHandedRight: "arrows ijkl, uom.",
	} {
		b := BindingsOf(preset)
		if got := strings.Join(b.Steering(), " ") + ", " + b.Diagonals()[0]; got != want {
			t.Errorf("%s: expected %s, found %s", preset, want, got)
		}
	}
}

func TestKeysThatAlwaysDoTheSameCannotBeBound(t *testing.T) {
	for _, ev := range []Event{
		PressOf(KeyEscape), {Kind: Press, Key: 'c', Mods: Ctrl}, {Kind: Press, Key: 'w', Mods: Alt},
		{Kind: Press, Key: F3, Mods: Shift}, {Kind: Press, Key: KeyTab, Mods: Shift},
	} {
		if k, err := Pressed(ev); err == nil {
			t.Errorf("%s became %q", ev, k)
		}
	}
}

func TestNamesOfKeysAreReadAsTheyAreWritten(t *testing.T) {
	for _, n := range names {
		if k, err := ParseKey(n.name); err != nil || k != n.key || k.String() != n.name || !k.Bindable() {
			t.Errorf("%s: found %v, %v", n.name, k, err)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		k := Key(unicode.ToLower(rapid.Rune().Draw(rt, "character")))
		if !k.Bindable() {
			return
		}
		if read, err := ParseKey(k.String()); err != nil || read != k {
			rt.Fatalf("%q: found %q, %v", k, read, err)
		}
	})
}

func TestNamesOfNoKeysAreRefused(t *testing.T) {
	for _, name := range []string{"", "Esc", "other", "Ctrl-C", "ab", "F13", "\x1b", "\xff", "Spaace", "\u0301", "PadA", "PadMenu"} {
		if k, err := ParseKey(name); err == nil {
			t.Errorf("%q was read as %q", name, k)
		}
	}
}
