package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/sys"
)

// Theme is what the screen looks like: for the parts of the screen, which its
// file calls roles, the tones that are not the standard ones.
type Theme struct {
	Name        string
	Tones       map[string]Tone // by role
	ColourBlind map[string]Tone // go before Tones in the palette for colour-blind players
}

// AutoTheme stands for whichever theme suits the background of the terminal. None is called so.
const AutoTheme = "auto"

// standardTheme is the one for dark backgrounds, and what others differ from.
const standardTheme = "space"

const themeSuffix = ".toml"

// ThemeNamesIn returns the names of the built-in themes, the standard one first,
// and then of those in the folder. A folder that is "" or not there adds none.
func ThemeNamesIn(folder string) []string {
	builtIn, err := files.ReadDir("themes")
	if err != nil {
		panic(err) // embedded
	}
	names := addThemes([]string{standardTheme}, builtIn)
	if folder == "" {
		return names
	}
	own, _ := os.ReadDir(folder) // a folder that cannot be read has no themes to offer
	return addThemes(names, own)
}

// addThemes adds the names of the themes among the files that are not there yet.
func addThemes(names []string, files []fs.DirEntry) []string {
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), themeSuffix)
		if ok && isThemeName(name) && !f.IsDir() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// isThemeName reports whether a theme can be called that, so that it is no path
// and fits into a menu.
func isThemeName(name string) bool {
	return name != "" && name != AutoTheme && len(name) <= longestText && strings.Trim(name, smallLetters) == ""
}

// ThemeIn returns the theme of that name: of the user's own in the folder, which
// goes first, or a built-in one. The folder may be "" for none; roles are those
// that there are.
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

// largestTheme is how many bytes a theme's file may have: ten times the largest
// built in.
const largestTheme = 1 << 16

func readTheme(path string, roles []string) (*Theme, error) {
	text, err := sys.ReadFile(path, largestTheme)
	if err != nil {
		return nil, err
	}
	return parseTheme(path, text, roles)
}

// ParseTheme reads a theme, laid out as those in the folder themes; file is its
// file in errors and roles are those that there are. The theme is called as the
// file is.
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
