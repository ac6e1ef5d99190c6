// Package assets holds the data that can be changed without programming: arenas, ships and their
// sprites, weapons, themes, the bots' names, the phrases of the digit keys and the help text.
//
// The files beside this one are embedded into the program. Tables and arenas are checked when they
// are read. Errors have the file, the line, the expected and the actual value.
package assets

import (
	"embed"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode"

	"dogfight/game"
	"dogfight/game/bot"
)

//go:embed arenas/*.txt tutorial.txt range.txt themes/*.toml sprites/*.txt classes.toml weapons.toml drones.toml bosses.toml drone_weapons.toml waves/*.toml pilots.txt phrases.txt help.txt help_pad.txt
var files embed.FS

// must returns a value that was read from an embedded file. A test reads them all, so an error means
// that the program was built with broken data.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// file returns the text of an embedded file.
func file(name string) string { return string(must(files.ReadFile(name))) }

// embedded returns a function that parses an embedded table once.
func embedded[T any](name string, parse func(name string, data []byte) ([]T, error)) func() []T {
	return sync.OnceValue(func() []T { return must(parse(name, []byte(file(name)))) })
}

// dataKind is a kind of file that is built in, and that users can add in a folder of their own.
type dataKind struct {
	folder, suffix string
	first          string // the default, listed first
	valid          func(name string) bool
}

// names returns the names of the built-in files, the default first, and then those in a folder. It
// ignores a folder that cannot be read.
func (k dataKind) names(folder string) []string {
	all := must(files.ReadDir(k.folder))
	if folder != "" {
		own, _ := os.ReadDir(folder)
		all = append(all, own...)
	}
	names := []string{k.first}
	for _, f := range all {
		name, ok := strings.CutSuffix(f.Name(), k.suffix)
		if ok && k.valid(name) && !f.IsDir() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// modeList returns the modes with their summaries, for the help.
func modeList() string {
	var lines []string
	for _, m := range game.Modes() {
		lines = append(lines, fmt.Sprintf("  %-10s %s", m.Name(), m.Summary()))
	}
	return strings.Join(lines, "\n")
}

// Help returns the text of the help screen, at most 74 columns wide.
func Help() string {
	return strings.NewReplacer("{phrases}", phraseList(), "{bots}", botList(), "{modes}", modeList()).Replace(file("help.txt"))
}

// HelpForPad returns the help for players with a pad, with other sections about the controls.
func HelpForPad() string {
	all, pad := sections(Help()), sections(file("help_pad.txt"))
	all = slices.DeleteFunc(all, func(s string) bool { return heading(s) == "PHRASES" }) // these need digit keys
	for i := range all {
		if at := slices.IndexFunc(pad, func(s string) bool { return heading(s) == heading(all[i]) }); at >= 0 {
			all[i] = pad[at]
		}
	}
	return strings.ReplaceAll(strings.Join(all, "\n\n")+"\n", "the arrows turn", "the stick turns")
}

// sections splits a text at its headings, the only lines that are not indented.
func sections(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line[0] > ' ' && unicode.IsUpper(rune(line[0])) {
			all = append(all, "")
		}
		all[len(all)-1] += line
	}
	for i := range all {
		all[i] = strings.TrimRight(all[i], "\n")
	}
	return all
}

func heading(section string) string {
	line, _, _ := strings.Cut(section, "\n")
	return line
}

// mostPhrases is the number of digit keys for phrases.
const mostPhrases = 9

// Phrases returns the phrases of the digit keys, from 1 on: printable ASCII, at most 16 characters.
func Phrases() []string {
	lines := strings.Split(strings.TrimSpace(file("phrases.txt")), "\n")
	return lines[:min(len(lines), mostPhrases)]
}

// phraseList returns the phrases with their digits, three in a row, for the help.
func phraseList() string {
	var list strings.Builder
	phrases := Phrases()
	for i, phrase := range phrases {
		entry := fmt.Sprintf("%d %s", i+1, phrase)
		switch {
		case i%3 == 2 || i == len(phrases)-1:
			fmt.Fprintf(&list, "%s\n", entry)
		case i%3 == 0:
			fmt.Fprintf(&list, "  %-18s", entry)
		default:
			fmt.Fprintf(&list, "%-18s", entry)
		}
	}
	return strings.TrimSuffix(list.String(), "\n")
}

// pilots is the names for bots, with their personalities.
var pilots = readPilots(file("pilots.txt"))

type pilotTable struct {
	names         []string
	personalities map[string]bot.Personality
}

// readPilots reads words: a personality with a colon, followed by its names.
func readPilots(text string) pilotTable {
	t := pilotTable{personalities: map[string]bot.Personality{}}
	var now bot.Personality
	for _, word := range strings.Fields(text) {
		heading, ok := strings.CutSuffix(word, ":")
		if ok {
			now, _ = bot.PersonalityNamed(heading)
			continue
		}
		t.names = append(t.names, word)
		t.personalities[word] = now
	}
	return t
}

// PilotNames returns names for bots: printable ASCII, at most 12 characters, all different.
func PilotNames() []string { return slices.Clone(pilots.names) }

// Personality returns the personality of a bot's name, if the name is in the table.
func Personality(name string) (bot.Personality, bool) {
	p, ok := pilots.personalities[name]
	return p, ok
}

// botList returns the personalities with their summaries, for the help.
func botList() string {
	var lines []string
	for p := range bot.Personality(bot.Personalities) {
		lines = append(lines, fmt.Sprintf("  %-10s %s", p, p.Summary()))
	}
	return strings.Join(lines, "\n")
}

// madeFor are the built-in arenas for modes with a state. The others are for modes with none.
var madeFor = map[string]game.State{
	"basin": game.ZoneState, "henge": game.ZoneState, "maelstrom": game.ZoneState,
	"twin": game.OrbState, "gorge": game.OrbState, "quarters": game.OrbState,
	"ring": game.RaceState, "serpent": game.RaceState, "tour": game.RaceState,
	"chasm": game.AssaultState, "rampart": game.AssaultState, "shoal": game.AssaultState,
	"grid": game.TrailState, "pillars": game.TrailState, "stadium": game.TrailState,
}

// MadeFor reports whether the mode is usually played in a built-in arena.
func MadeFor(name string, mode game.Mode) bool { return madeFor[name] == mode.State() }
