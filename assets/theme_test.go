package assets

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var testRoles = []string{"text", "label"}

// oneTheme is a theme without mistakes; a line of it is spoilt in turn below.
const oneTheme = `# one theme
[tones]
text  = { 256 = 214, 16 = 11, mono = "strong", rgb = "#ffB000" }
label = { 16 = 0 }

[colour-blind]
text = { 256 = 0 } # black
`

func TestThemeHasTheTonesOfItsFile(t *testing.T) {
	got, err := parseTheme("folder/amber-2.toml", []byte(oneTheme), testRoles)
	want := &Theme{
		Name: "amber-2",
		Tones: map[string]Tone{
			"text":  {Rich: 214, Basic: 11, Mono: "strong", RGB: 0xffb000},
			"label": {Rich: Unset, Basic: 0, RGB: Unset},
		},
		ColourBlind: map[string]Tone{"text": {Rich: 0, Basic: Unset, RGB: Unset}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v\nexpected %+v", got, err, want)
	}
}

func TestMistakeInAThemeIsRefusedWithItsLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"256 = 214", "256 = 256", `t.toml:3: text: 256: must be 0 to 255, got 256`},
		{"256 = 214", "256 = -1", `t.toml:3: text: 256: must be 0 to 255, got -1`},
		{"256 = 214", `256 = "red"`, `t.toml:3: text: 256: "red" is not a whole number`},
		{"16 = 0", "16 = 16", `t.toml:4: label: 16: must be 0 to 15, got 16`},
		{`"strong"`, `"bold"`, `t.toml:3: text: mono: must be one of plain, strong, faint, solid, got "bold"`},
		{"#ffB000", "ffb000", `t.toml:3: text: rgb: must be a colour like "#5fffff", got "ffb000"`},
		{"#ffB000", "#fb0", `t.toml:3: text: rgb: must be a colour like "#5fffff", got "#fb0"`},
		{"#ffB000", "#+fb000", `t.toml:3: text: rgb: must be a colour like "#5fffff", got "#+fb000"`},
		{"16 = 0", "17 = 0", `t.toml:4: label: 17: unknown part: must be 256, 16, mono or rgb`},
		{"{ 16 = 0 }", "11", `t.toml:4: label: must be like { 256 = 87, 16 = 14 }, got 11`},
		{"label", "lable", `t.toml:4: tones: unknown role "lable"`},
		{"text = { 256 = 0 }", "text = { 256 = 999 }", `t.toml:7: text: 256: must be 0 to 255, got 999`},
		{"text = { 256 = 0 }", "txet = { 256 = 0 }", `t.toml:7: colour-blind: unknown role "txet"`},
		{"[colour-blind]", "[color-blind]", `t.toml:6: unknown key "color-blind": must be [tones] or [colour-blind]`},
		{"# one theme", "title = 2", `t.toml:1: unknown key "title": must be [tones] or [colour-blind]`},
		{"[tones]\n", "tones = 3\n[tone]\n", `t.toml:2: tones: must be a section [tones], got 3`},
		{"16 = 0 }", "16 = 0", `t.toml:6:2: expected a comma or an inline table terminator '}', but got '[' instead`},
	} {
		theme, err := parseTheme("t.toml", []byte(strings.Replace(oneTheme, c.old, c.new, 1)), testRoles)
		if theme != nil || err == nil || err.Error() != c.want {
			t.Errorf("%q for %q:\n got      %v, %v\n expected %s", c.new, c.old, theme, err, c.want)
		}
	}
}

func TestThemesInTheFolderAreListedLast(t *testing.T) {
	builtIn := []string{"space", "amber", "daylight"}
	if got := ThemeNamesIn(filepath.Join(t.TempDir(), "none")); !slices.Equal(got, builtIn) {
		t.Errorf("expected %q, found %q", builtIn, got)
	}
	for file, want := range map[string][]string{
		"mine.toml":              append(slices.Clone(builtIn), "mine"),
		"amber.toml":             builtIn,
		"auto.toml":              builtIn, // which means another
		"mine.txt":               builtIn,
		"Mine.toml":              builtIn,
		"seventeen-letters.toml": builtIn,
		"\x1b[2J.toml":           builtIn,
		".toml":                  builtIn,
	} {
		if got := ThemeNamesIn(folderWith(t, map[string]string{file: ""})); !slices.Equal(got, want) {
			t.Errorf("%q: expected %q, found %q", file, want, got)
		}
	}
}

func TestAThemeInTheFolderReplacesABuiltInOne(t *testing.T) {
	folder := folderWith(t, map[string]string{"space.toml": oneTheme})
	theme, err := ThemeIn(folder, "space", testRoles)
	if err != nil || theme.Tones["text"].Rich != 214 {
		t.Errorf("found %+v, %v", theme, err)
	}
}

func TestThemeThatIsNotThereIsRefused(t *testing.T) {
	folder := folderWith(t, map[string]string{"mine.toml": oneTheme})
	for _, name := range []string{"night", "", "../mine", "mine.toml", "Mine"} {
		want := `theme: must be one of auto, space, amber, daylight, mine, got "` + name + `"`
		if theme, err := ThemeIn(folder, name, testRoles); theme != nil || err == nil || err.Error() != want {
			t.Errorf("%q: found %v, %v", name, theme, err)
		}
	}
}

func TestThemeThatIsTooLargeIsRefused(t *testing.T) {
	folder := folderWith(t, map[string]string{"mine.toml": strings.Repeat("#", largestTheme+1)})
	if _, err := ThemeIn(folder, "mine", testRoles); err == nil || !strings.Contains(err.Error(), "at most 65536 bytes") {
		t.Errorf("found %v", err)
	}
}
