package canvas

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dogfight/assets"
)

func TestEachColourHasItsRole(t *testing.T) {
	if len(roles) != len(Standard) {
		t.Fatalf("expected %d roles, found %d", len(Standard), len(roles))
	}
	for k, role := range roles {
		follows := k >= int(warmingRock) && k < int(RockDeep) // from two others
		nameless := follows || k == int(codeDark) || k == int(codeLight)
		if (role == "") != nameless {
			t.Errorf("colour %d is called %q", k, role)
		}
		if !nameless && InRole(role) != Colour(k) {
			t.Errorf("%q is there twice", role)
		}
	}
}

func TestEveryColourIsSetInEveryTheme(t *testing.T) {
	for _, l := range themes(t) {
		for k, tone := range l.palette {
			switch shade := slices.Contains(shades, Colour(k)); {
			case !shade && tone.Rich < 16:
				t.Errorf("%s: %s: expected one of the 256 colours that look alike everywhere, found %d", l.String(), roles[k], tone.Rich)
			case shade && (tone.Rich != 0 || tone.True == 0):
				t.Errorf("%s: %s: expected a colour of 16 million alone, found %+v", l.String(), roles[k], tone)
			}
		}
	}
}

// shades are so near to space that only 16 million colours can show them.
var shades = func() (shades []Colour) {
	for k := StarNear + 1; k < Rock; k++ {
		shades = append(shades, k)
	}
	return append(shades, Hit+HitTones-1)
}()

// A shade is visible from leastShade on, and differs from a ship up to mostShade.
const (
	leastShade = 1.01
	mostShade  = 1.6
)

func TestShadesOfSpaceAreFaintInEveryTheme(t *testing.T) {
	for _, l := range themes(t) {
		space := hexIn(l.palette, 1<<24, Space)
		for _, k := range shades {
			if got := Contrast(hexIn(l.palette, 1<<24, k), space); got < leastShade || got > mostShade {
				t.Errorf("%s: %s on space: expected a contrast of %.2f to %.1f, found %.2f", l.String(), roles[k], leastShade, mostShade, got)
			}
		}
	}
}

func TestLightFallsOnRockInEveryTheme(t *testing.T) {
	for _, l := range themes(t) {
		for first := Rock; first < RockDeep; first += RockTones {
			for k := first; k < first+RockTones-1; k++ {
				for _, colours := range []int{256, 1 << 24} {
					if one, next := lightOf(l.palette, colours, k), lightOf(l.palette, colours, k+1); one > next {
						t.Errorf("%s, %d colours: %s is brighter than %s", l.String(), colours, roles[k], roles[k+1])
					}
				}
			}
		}
	}
}

// lightOf returns the contrast of a colour to black.
func lightOf(p Palette, colours int, k Colour) float64 {
	return Contrast(hexIn(p, colours, k), 0)
}

func TestReadmeOfTheThemesNamesEachRole(t *testing.T) {
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

// themed is a theme with or without the colour-blind colours.
type themed struct {
	theme       string
	colourBlind bool
	palette     Palette
}

func (l *themed) String() string {
	if l.colourBlind {
		return l.theme + ", colour-blind"
	}
	return l.theme
}

// themes returns all built-in ones.
func themes(t *testing.T) (all []themed) {
	t.Helper()
	for _, name := range assets.ThemeNamesIn("") {
		for _, colourBlind := range []bool{false, true} {
			all = append(all, themed{name, colourBlind, PaletteOf(colourBlind, builtIn(t, "space"), builtIn(t, name))})
		}
	}
	return all
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
	if !slices.Equal(PaletteOf(false, builtIn(t, assets.ThemeNamesIn("")[0])), Standard) {
		t.Error("it changes something")
	}
}

func TestThemeChangesOnlyTheRolesItNames(t *testing.T) {
	theme := &assets.Theme{
		Tones: map[string]assets.Tone{
			"text": {Rich: 20, Basic: assets.Unset, RGB: 0x102030},
			"bad":  {Rich: assets.Unset, Basic: 5, RGB: assets.Unset, Mono: "solid"},
		},
		ColourBlind: map[string]assets.Tone{"text": {Rich: 21, Basic: assets.Unset, RGB: assets.Unset}},
	}
	want := slices.Clone(Standard)
	want[TextInk].Rich, want[TextInk].True = 20, RGB(0x102030)
	want[Bad].Basic, want[Bad].Mono = 5, MonoSolid
	if got := PaletteOf(false, theme); !slices.Equal(got, want) {
		t.Errorf("found text %+v, bad %+v", got[TextInk], got[Bad])
	}
	want[TextInk].Rich, want[TextInk].True = 21, 0 // the exact colour of 20 is not that of 21
	if got := PaletteOf(true, theme); !slices.Equal(got, want) {
		t.Errorf("colour-blind: found text %+v, bad %+v", got[TextInk], got[Bad])
	}
}

func TestColourBlindTonesOfLaterThemesWin(t *testing.T) {
	tone := func(rich int) assets.Tone { return assets.Tone{Rich: rich, Basic: assets.Unset, RGB: assets.Unset} }
	first := &assets.Theme{ColourBlind: map[string]assets.Tone{"good": tone(100), "bad": tone(101)}}
	second := &assets.Theme{
		Tones:       map[string]assets.Tone{"good": tone(102), "bad": tone(103)},
		ColourBlind: map[string]assets.Tone{"bad": tone(104)},
	}
	p := PaletteOf(true, first, second)
	if p[Good].Rich != 100 || p[Bad].Rich != 104 {
		t.Errorf("expected 100 and 104, found %d and %d", p[Good].Rich, p[Bad].Rich)
	}
}

func TestEachMonoStyleHasAMono(t *testing.T) {
	seen := map[Mono]bool{}
	for _, word := range assets.MonoStyles() {
		seen[monoStyles[word]] = true
	}
	if len(seen) != len(assets.MonoStyles()) || len(monoStyles) != len(seen) {
		t.Errorf("found %v", monoStyles)
	}
}
