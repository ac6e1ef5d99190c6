package play

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

func TestEveryColourHasARoleOfItsOwn(t *testing.T) {
	if len(roles) != len(standard) {
		t.Fatalf("expected %d roles, found %d", len(standard), len(roles))
	}
	for k, role := range roles {
		if role == "" {
			t.Errorf("colour %d is called %q", k, role)
		}
		if slices.Index(roles, role) != k {
			t.Errorf("%q is there twice", role)
		}
	}
}

func TestEveryColourOfTheStandardPaletteIsSet(t *testing.T) {
	for k, tone := range standard[1:] {
		if tone.Rich < 16 {
			t.Errorf("%s: expected one of the 256 colours that look alike everywhere, found %d", roles[k+1], tone.Rich)
		}
	}
}

func TestReadmeOfTheThemesTellsEveryRole(t *testing.T) {
	readme, err := os.ReadFile("../../assets/themes/README.md")
	if err != nil {
		t.Fatal(err)
	}
	inRamp := regexp.MustCompile(`^(own|team-.|foe-.)-(bright|middle|dark)$`)
	number := regexp.MustCompile(`-[2-7]$`) // the first and the last are named
	for _, role := range Roles() {
		if ramp := inRamp.FindStringSubmatch(role); ramp != nil {
			role = ramp[1]
		}
		if !number.MatchString(role) && !strings.Contains(string(readme), "`"+role+"`") {
			t.Errorf("nothing about %s", role)
		}
	}
}

// look is one of the looks that a player can choose.
type look struct {
	theme       string
	colourBlind bool
	palette     canvas.Palette
}

func (l *look) String() string {
	if l.colourBlind {
		return l.theme + ", colour-blind"
	}
	return l.theme
}

// looks returns all that are built in.
func looks(t *testing.T) (looks []look) {
	t.Helper()
	for _, name := range assets.ThemeNamesIn("") {
		for _, colourBlind := range []bool{false, true} {
			looks = append(looks, look{name, colourBlind, Palette(colourBlind, builtIn(t, "space"), builtIn(t, name))})
		}
	}
	return looks
}

func builtIn(t *testing.T, name string) *assets.Theme {
	t.Helper()
	theme, err := assets.ThemeIn("", name, Roles())
	if err != nil {
		t.Fatal(err)
	}
	return theme
}

func TestStandardThemeIsTheStandardPalette(t *testing.T) {
	if !slices.Equal(Palette(false, builtIn(t, assets.ThemeNamesIn("")[0])), standard) {
		t.Error("it changes something")
	}
}

func TestThemeChangesNothingButWhatItNames(t *testing.T) {
	theme := &assets.Theme{
		Tones: map[string]assets.Tone{
			"text": {Rich: 20, Basic: assets.Unset, RGB: 0x102030},
			"bad":  {Rich: assets.Unset, Basic: 5, RGB: assets.Unset, Mono: "solid"},
		},
		ColourBlind: map[string]assets.Tone{"text": {Rich: 21, Basic: assets.Unset, RGB: assets.Unset}},
	}
	want := slices.Clone(standard)
	want[text].Rich, want[text].True = 20, cells.RGB(0x102030)
	want[bad].Basic, want[bad].Mono = 5, canvas.Solid
	if got := Palette(false, theme); !slices.Equal(got, want) {
		t.Errorf("found text %+v, bad %+v", got[text], got[bad])
	}
	want[text].Rich, want[text].True = 21, 0 // what was close to 20 is not close to 21
	if got := Palette(true, theme); !slices.Equal(got, want) {
		t.Errorf("colour-blind: found text %+v, bad %+v", got[text], got[bad])
	}
}

func TestPaletteForTheColourBlindIsTheThemesOwnOrElseTheStandardOne(t *testing.T) {
	tone := func(rich int) assets.Tone { return assets.Tone{Rich: rich, Basic: assets.Unset, RGB: assets.Unset} }
	first := &assets.Theme{ColourBlind: map[string]assets.Tone{"good": tone(100), "bad": tone(101)}}
	second := &assets.Theme{
		Tones:       map[string]assets.Tone{"good": tone(102), "bad": tone(103)},
		ColourBlind: map[string]assets.Tone{"bad": tone(104)},
	}
	p := Palette(true, first, second)
	if p[good].Rich != 100 || p[bad].Rich != 104 {
		t.Errorf("expected 100 and 104, found %d and %d", p[good].Rich, p[bad].Rich)
	}
}

func TestEveryWordForMonoIsObeyed(t *testing.T) {
	seen := map[canvas.Mono]bool{}
	for _, word := range assets.MonoLooks() {
		seen[monoLooks[word]] = true
	}
	if len(seen) != len(assets.MonoLooks()) || len(monoLooks) != len(seen) {
		t.Errorf("found %v", monoLooks)
	}
}
