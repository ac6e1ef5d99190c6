package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/sys"
)

// Theme is a set of colours. It has the tones of the roles that differ from the standard theme.
type Theme struct {
	Name        string
	Tones       map[string]Tone // by role
	ColourBlind map[string]Tone // in place of Tones, for colour-blind players
}

// AutoTheme chooses the theme that suits the background of the terminal. No theme has this name.
const AutoTheme = "auto"

const themeSuffix = ".toml"

// The standard theme, for dark backgrounds, comes first.
var themeKind = dataKind{folder: "themes", suffix: themeSuffix, first: "space", valid: isThemeName}

// ThemeNamesIn returns the names of the built-in themes, the standard one first, and then those in the
// folder, which may be "" or missing.
func ThemeNamesIn(folder string) []string { return themeKind.names(folder) }

// isThemeName reports whether a theme can have the name. Such a name is no path and fits into a menu.
func isThemeName(name string) bool {
	return name != "" && name != AutoTheme && len(name) <= longestText && strings.Trim(name, smallLetters) == ""
}

// ThemeIn returns the theme with a name: the user's in the folder ("" for none) or a built-in one;
// roles are the known ones.
func ThemeIn(folder, name string, roles []string) (*Theme, error) {
	if isThemeName(name) {
		if folder != "" {
			own, err := readTheme(filepath.Join(folder, name+themeSuffix), roles)
			if !errors.Is(err, fs.ErrNotExist) {
				return own, err
			}
		}
		if text, err := files.ReadFile("themes/" + name + themeSuffix); err == nil {
			return parseTheme(name+themeSuffix, text, roles)
		}
	}
	return nil, fmt.Errorf("theme: must be one of "+AutoTheme+", %s, got %q", strings.Join(ThemeNamesIn(folder), ", "), name)
}

// largestTheme is the most bytes of a theme's file: ten times the largest built-in one.
const largestTheme = 1 << 16

func readTheme(path string, roles []string) (*Theme, error) {
	text, err := sys.ReadFile(path, largestTheme)
	if err != nil {
		return nil, err
	}
	return parseTheme(path, text, roles)
}

// parseTheme reads a theme, named after its file.
func parseTheme(file string, data []byte, roles []string) (*Theme, error) {
	p := toneParser{table: table{file: file, text: string(data)}, roles: roles}
	var content map[string]any
	if _, err := toml.Decode(p.text, &content); err != nil {
		return nil, p.located(err)
	}
	theme := &Theme{
		Name:        strings.TrimSuffix(filepath.Base(file), themeSuffix),
		Tones:       p.section(content, "tones"),
		ColourBlind: p.section(content, "colour-blind"),
	}
	for _, key := range slices.Sorted(maps.Keys(content)) {
		p.fail("", key, "unknown key %q: must be [tones] or [colour-blind]", key)
	}
	if p.err != nil {
		return nil, p.err
	}
	return theme, nil
}

// Tone is a colour on terminals of all kinds. Unset parts stay unchanged.
type Tone struct {
	Rich  int    // among the 256 colours of xterm
	Basic int    // among the 16 of every terminal
	Mono  string // one of MonoStyles, for no colours; "" for unset
	RGB   int    // 0xRRGGBB, for 16 million colours
}

// Unset is a part of a Tone that the file leaves out.
const Unset = -1

// MonoStyles returns the values of Tone.Mono.
func MonoStyles() []string { return []string{"plain", "strong", "faint", "solid"} }

// toneParser reads the tones of a theme. It keeps its first error.
type toneParser struct {
	table
	roles []string
}

// section reads the tones of one section.
func (p *toneParser) section(content map[string]any, name string) map[string]Tone {
	found := content[name]
	delete(content, name)
	entries, ok := found.(map[string]any)
	if !ok && found != nil {
		p.fail("", name, "%s: %w", name, mustBe("a section ["+name+"]", found))
	}
	tones := map[string]Tone{}
	for _, role := range slices.Sorted(maps.Keys(entries)) {
		if !slices.Contains(p.roles, role) {
			p.fail(name, role, "%s: unknown role %q", name, role)
		}
		tones[role] = p.tone(name, role, entries[role])
	}
	return tones
}

// tone reads { 256 = 87, 16 = 14, mono = "strong", rgb = "#5fffff" }; all parts are optional.
func (p *toneParser) tone(section, role string, found any) Tone {
	parts, ok := found.(map[string]any)
	if !ok {
		p.fail(section, role, "%s: %w", role, mustBe("like { 256 = 87, 16 = 14 }", found))
	}
	t := Tone{Rich: Unset, Basic: Unset, RGB: Unset}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		value, err := parts[part], error(nil)
		switch part {
		case "256":
			t.Rich, err = index(value, 256)
		case "16":
			t.Basic, err = index(value, 16)
		case "mono":
			t.Mono, err = monoStyle(value)
		case "rgb":
			t.RGB, err = rgb(value)
		default:
			err = errors.New("unknown part: must be 256, 16, mono or rgb")
		}
		if err != nil {
			p.fail(section, role, "%s: %s: %w", role, part, err)
		}
	}
	return t
}

// index reads a colour's number, below count.
func index(value any, count int64) (int, error) {
	n, err := wholeNumber(value, 0, count-1)
	if err != nil {
		return Unset, err
	}
	return int(n), nil
}

func monoStyle(value any) (string, error) {
	word, ok := value.(string)
	if !ok || !slices.Contains(MonoStyles(), word) {
		return "", mustBe("one of "+strings.Join(MonoStyles(), ", "), value)
	}
	return word, nil
}

func rgb(value any) (int, error) {
	text, _ := value.(string)
	digits, ok := strings.CutPrefix(text, "#")
	n, err := strconv.ParseUint(digits, 16, 24)
	if !ok || err != nil || len(digits) != len("rrggbb") {
		return Unset, mustBe(`a colour like "#5fffff"`, value)
	}
	return int(n), nil
}

// fail sets the error, unless there is one. The section may be "".
func (p *toneParser) fail(section, key, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("%s: %w", p.place(section, key), fmt.Errorf(format, args...))
	}
}

// place returns the file and the line of a key. The parser does not report it; the line is omitted if the
// key is written in an unusual way.
func (p *toneParser) place(section, key string) string {
	in := ""
	for i, line := range strings.Split(p.text, "\n") {
		line = strings.TrimSpace(line)
		if header, ok := strings.CutPrefix(line, "["); ok {
			in, _, _ = strings.Cut(header, "]")
			in = strings.TrimSpace(in)
		}
		before, _, assigns := strings.Cut(line, "=")
		if in == section && assigns && strings.TrimSpace(before) == key || section == "" && in == key {
			return fmt.Sprintf("%s:%d", p.file, i+1)
		}
	}
	return p.file
}
