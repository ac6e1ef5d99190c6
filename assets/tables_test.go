package assets

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
)

func TestClassesAreThoseOfTheRules(t *testing.T) {
	want := []game.Class{ // handling is left to balance
		{Name: "fighter", Title: "Fighter", HP: 5, TopSpeed: 640},
		{Name: "scout", Title: "Scout", HP: 4, TopSpeed: 768},
		{Name: "bomber", Title: "Bomber", HP: 7, TopSpeed: 555},
	}
	got := Classes()
	for i := range got {
		got[i].Thrust, got[i].Brake = 0, 0
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nexpected %+v", got, want)
	}
}

func TestScoutTurnsSharperAndBomberHeavierThanFighter(t *testing.T) {
	c := Classes()
	fighter, scout, bomber := c[0], c[1], c[2]
	if scout.Thrust <= fighter.Thrust || fighter.Thrust <= bomber.Thrust {
		t.Errorf("thrust: got scout %d, fighter %d, bomber %d", scout.Thrust, fighter.Thrust, bomber.Thrust)
	}
}

func TestWeaponsAreThoseOfTheRules(t *testing.T) {
	want := []game.Weapon{ // times and reach are left to balance
		{Name: "cannon", Title: "Cannon", Shots: 5, Fan: 1, Speed: 1536, Damage: 1},
		{Name: "spread", Title: "Spread", Shots: 6, Fan: 3, Speed: 1280, Damage: 1},
		{Name: "rail", Title: "Rail gun", Shots: 1, Fan: 1, Speed: 3840, Damage: 3},
		{Name: "mines", Title: "Mines", Shots: 5, Fan: 1, Speed: 0, Damage: 2},
	}
	got := Weapons()
	for i := range got {
		got[i].Cooldown, got[i].Life, got[i].Reach = 0, 0, 0
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nexpected %+v", got, want)
	}
}

func TestUnitsRoundToTheNearest(t *testing.T) {
	for _, c := range []struct {
		what      string
		got, want int64
	}{
		{"speed of 150 units a second", int64(speed(150)), 640},
		{"speed of 110 units a second", int64(speed(110)), 469}, // 469.33
		{"speed of 7 units a second", int64(speed(7)), 30},      // 29.87
		{"the fastest ship", int64(speed(fastestShip)), game.MaxTopSpeed},
		{"the weakest thrust", int64(acceleration(weakestThrust)), 1},
		{"a tick", ticks(aTick), 1},
		{"25 ms", ticks(25), 2}, // 1.5
		{"24 ms", ticks(24), 1}, // 1.44
		{"20 s", ticks(20000), 1200},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %d, expected %d", c.what, c.got, c.want)
		}
	}
}

// oneClass and oneWeapon are tables without mistakes; each line of them is
// spoilt in turn below.
const oneClass = `# one ship
[[class]]
name = "kite"
title = "Kite"
hp = 4
top_speed = 120
thrust = 300
brake = 200
`

const oneWeapon = `[[weapon]]
name = "pea"
title = "Pea shooter"
shots = 8
fan = 3
speed = 60
damage = 15
cooldown_ms = 4250
life_ms = 60000
reach = 1
`

func TestLimitsOfAWeaponFitIntoIt(t *testing.T) {
	got, err := parseWeapons("w", []byte(oneWeapon))
	want := []game.Weapon{{Name: "pea", Title: "Pea shooter", Shots: 8, Fan: 3, Speed: 256, Damage: 15, Cooldown: 255, Life: 3600, Reach: 256}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nexpected %+v", got, err, want)
	}
}

func TestMistakeInClassesIsRefusedWithItsLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"hp = 4", "hp = 16", `c.toml:5: hp: must be 1 to 15, got 16`},
		{"hp = 4", "hp = 0", `c.toml:5: hp: must be 1 to 15, got 0`},
		{"hp = 4", `hp = "four"`, `c.toml:5: hp: "four" is not a whole number`},
		{"hp = 4", "hp = 4.5", `c.toml:5: hp: 4.5 is not a whole number`},
		{"hp = 4\n", "", `c.toml:2: hp: missing`},
		{"hp = 4", "hp =", `c.toml:5:5: expected value but found '\n' instead`},
		{"hp = 4", "hp = 4\nhp = 5", `c.toml:6:8: Key 'class.hp' has already been defined.`},
		{"top_speed = 120", "top_speed = 201", `c.toml:6: top_speed: must be 1 to 200, got 201`},
		{"thrust = 300", "thrust = 14", `c.toml:7: thrust: must be 15 to 10000, got 14`},
		{"brake = 200", "brake = 10001", `c.toml:8: brake: must be 15 to 10000, got 10001`},
		{"brake = 200", "brake = 200\nbreak = 1", `c.toml:9: unknown key "break"`},
		{"kite", "Kite", `c.toml:3: name: must be 1 to 16 small letters, digits and -, got "Kite"`},
		{`"Kite"`, `"a title longer than"`, `c.toml:4: title: must be 1 to 16 letters, digits, blanks, - and ', got "a title longer than"`},
		{`"Kite"`, `""`, `c.toml:4: title: must be 1 to 16 letters, digits, blanks, - and ', got ""`},
		{`"Kite"`, `"Dragón"`, `c.toml:4: title: must be 1 to 16 letters, digits, blanks, - and ', got "Dragón"`},
		{"# one ship", oneClass, `c.toml:11: name: must be one that no other class has, got "kite"`},
		{"# one ship", "[[klass]]", `c.toml: unknown key "klass": must be [[class]]`},
		{"# one ship", "version = 2", `c.toml: unknown key "version": must be [[class]]`},
		{oneClass, "[class]", `c.toml: must be 1 to 8 [[class]], got 0`},
		{oneClass, "", `c.toml: must be 1 to 8 [[class]], got 0`},
		{oneClass, strings.Repeat(oneClass, 9), `c.toml: must be 1 to 8 [[class]], got 9`},
		{"[[class]]\nname", "[[ class ]]\nnamed", `c.toml: name: missing`},
	} {
		classes, err := parseClasses("c.toml", []byte(strings.Replace(oneClass, c.old, c.new, 1)))
		if classes != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q for %q:\n got      %v, %v\n expected %s", c.new, c.old, classes, err, c.want)
		}
	}
}

func TestMistakeInWeaponsIsRefusedWithItsLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"shots = 8", "shots = 9", `w.toml:4: shots: must be 1 to 8, got 9`},
		{"fan = 3", "fan = 2", `w.toml:5: fan: must be 1 or 3, and not more than shots, got 2`},
		{"fan = 3", "fan = 4", `w.toml:5: fan: must be 1 to 3, got 4`},
		{"shots = 8", "shots = 2", `w.toml:5: fan: must be 1 or 3, and not more than shots, got 3`},
		{"speed = 60", "speed = -1", `w.toml:6: speed: must be 0 to 1200, got -1`},
		{"damage = 15", "damage = 16", `w.toml:7: damage: must be 1 to 15, got 16`},
		{"4250", "4251", `w.toml:8: cooldown_ms: must be 17 to 4250, got 4251`},
		{"60000", "16", `w.toml:9: life_ms: must be 17 to 60000, got 16`},
		{"60000", "60001", `w.toml:9: life_ms: must be 17 to 60000, got 60001`},
		{"reach = 1", "reach = 17", `w.toml:10: reach: must be 0 to 16, got 17`},
	} {
		weapons, err := parseWeapons("w.toml", []byte(strings.Replace(oneWeapon, c.old, c.new, 1)))
		if weapons != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q for %q:\n got      %v, %v\n expected %s", c.new, c.old, weapons, err, c.want)
		}
	}
}

func TestTheHelpHasTheFiguresOfShipsAndGuns(t *testing.T) {
	for _, c := range Classes() {
		if line := fmt.Sprintf("\n  %-9s  %d hp, ", c.Title, c.HP); !strings.Contains(Help(), line) {
			t.Errorf("the help has no line that begins with %q", line)
		}
	}
	for _, w := range Weapons() {
		_, text, _ := strings.Cut(Help(), "\n  "+w.Title+" ")
		text, _, _ = strings.Cut(text, " damage")
		if !strings.HasSuffix(text, fmt.Sprintf(" %d", w.Damage)) {
			t.Errorf("the help has the %s %q, expected %d damage", w.Title, text, w.Damage)
		}
	}
}
