package assets

import (
	"reflect"
	"strings"
	"testing"
)

var spriteRoles = []string{"drum-band", "drum-body", ""}

// oneShip and oneThing are sprites without mistakes; a line of each is spoilt in turn below.
const (
	oneShip = `# one ship
classes = dart, long-dart

[up]
.n.
lmr
.e.

[up-right] 
.ln
lmr
er.
`
	oneThing = `a = drum-band
b = drum-body
[picture]
ab
.a
ba
`
)

func TestSpriteHasItsClasses(t *testing.T) {
	got, err := parseSprite("folder/dart.txt", []byte(strings.ReplaceAll(oneShip, "\n", "\r\n")), spriteRoles)
	want := &Sprite{
		Name: "dart", Classes: []string{"dart", "long-dart"},
		Up: Drawing{".n.", "lmr", ".e."}, UpRight: Drawing{".ln", "lmr", "er."},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nexpected %+v", got, err, want)
	}
}

func TestSpriteMayHaveColours(t *testing.T) {
	got, err := parseSprite("thing.txt", []byte(oneThing), spriteRoles)
	want := &Sprite{
		Name: "thing", Colours: map[byte]string{'a': "drum-band", 'b': "drum-body"},
		Up: Drawing{"ab", ".a", "ba"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nexpected %+v", got, err, want)
	}
}

func TestMistakeInASpriteIsRefusedWithItsLine(t *testing.T) {
	for _, c := range []struct{ text, old, new, want string }{
		{oneShip, "lmr", "lm", `s.txt:6: must be 3 characters, got 2`},
		{oneShip, ".ln", "..ln", `s.txt:10: must be 3 characters, got 4`},
		{oneShip, ".n.", ".x.", `s.txt:5: must be of . l r m w n c e g, got "x"`},
		{oneShip, ".e.\n", "", `s.txt:4: [up] must have 3 rows, as many as it has columns, got 2`},
		{oneShip, "er.\n", "er.\n...\n", `s.txt:9: [up-right] must have 3 rows, as many as it has columns, got 4`},
		{oneShip, ".n.\nlmr\n.e.\n", "", `s.txt:4: [up] must have 1 to 64 rows, got 0`},
		{oneShip, ".n.", strings.Repeat(".", 65), `s.txt:6: must be 65 characters, got 3`},
		{oneShip, "[up-right]", "[upright]", `s.txt:9: must be [up], [up-right], [large-up], [large-up-right] or [picture], got [upright]`},
		{oneShip, "[up-right]", "[up]", `s.txt:9: [up] is there already`},
		{oneShip, "[up-right]", "[large-up]", `s.txt:13: must have [up-right] too`},
		{oneShip, "[up]", "[large-up]", `s.txt:13: must have [up] and [up-right], or [picture]`},
		{oneShip, "[up]\n", "[up]\n.n.\nlmr\n.e.\n[large-up]\n", `s.txt:17: must have both [large-up] and [large-up-right], or neither`},
		{oneShip, "classes", "class", `s.txt:2: unknown key "class": must be classes, or a small letter`},
		{oneShip, "classes =", "classes", `s.txt:2: must be like classes = scout, or a drawing's title like [up], got "classes dart, long-dart"`},
		{oneShip, "long-dart", "Long", `s.txt:2: classes: must be names of 1 to 16 small letters, digits and -, got "Long"`},
		{oneShip, "long-dart", "", `s.txt:2: classes: must be names of 1 to 16 small letters, digits and -, got ""`},
		{oneThing, "a = drum-band", "a = drum-band\nclasses = dart", `s.txt:8: must have classes or colours, not both: ships have the colours of their pilots`},
		{oneThing, "drum-body", "drum", `s.txt:2: b: unknown role "drum"`},
		{oneThing, "drum-body", "", `s.txt:2: b: unknown role ""`},
		{oneThing, "b =", "a =", `s.txt:2: a: has a colour already`},
		{oneThing, "b =", "B =", `s.txt:2: unknown key "B": must be classes, or a small letter`},
		{oneThing, "\nba", "\nla", `s.txt:6: must be of . a b, got "l"`},
		{oneThing, "ab\n.a\nba\n", strings.Repeat("ab\n", 65), `s.txt:3: [picture] must have 1 to 64 rows, got 65`},
		{oneThing, "ab\n.a\nba\n", strings.Repeat("a", 65), `s.txt:4: must be at most 64 characters, got 65`},
	} {
		spoilt := strings.Replace(c.text, c.old, c.new, 1)
		sprite, err := parseSprite("s.txt", []byte(spoilt), spriteRoles)
		if sprite != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q for %q:\n got      %v, %v\n expected %s", c.new, c.old, sprite, err, c.want)
		}
	}
}
