package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"dogfight/game"
	"dogfight/sys"
)

const arenaSuffix = ".txt"

var arenaKind = dataKind{folder: "arenas", suffix: arenaSuffix, first: "open", valid: isName}

// ArenaNames returns the names of the built-in arenas, the default first.
func ArenaNames() []string { return ArenaNamesIn("") }

// ArenaNamesIn returns the names of the built-in arenas, the default first, and then those in the
// folder, which may be "" or missing.
func ArenaNamesIn(folder string) []string { return arenaKind.names(folder) }

// isName reports whether the input can be an arena's name; otherwise it is a path.
func isName(typed string) bool {
	return typed != "" && !strings.ContainsAny(typed, `/\.`)
}

// Arena returns a built-in arena by its name, or reads the one in a file.
func Arena(nameOrFile string) (*game.Arena, error) { return ArenaIn("", nameOrFile) }

// ArenaIn reads the arena that FindArena finds. Copies of a built-in arena share their slices.
func ArenaIn(folder, nameOrFile string) (*game.Arena, error) {
	f, err := FindArena(folder, nameOrFile)
	if err != nil {
		return nil, err
	}
	if builtIn, ok := parsedArenas[f.Path]; ok {
		a := *builtIn()
		return &a, nil
	}
	return f.Parse()
}

// parsedArenas parses each built-in arena once: finding the ways of a race takes milliseconds. No
// path is equal to a name, as it has a suffix or a separator.
var parsedArenas = func() map[string]func() *game.Arena {
	parsed := map[string]func() *game.Arena{}
	for _, name := range ArenaNames() {
		parsed[name] = sync.OnceValue(func() *game.Arena {
			text := file("arenas/" + name + arenaSuffix)
			return must((&ArenaFile{name, name, text}).Parse())
		})
	}
	return parsed
}()

// ArenaFile is the source of an arena.
type ArenaFile struct {
	Name string // of the arena
	Path string // of the file, or the name of a built-in arena
	Text string
}

// Parse parses the arena. An error is a *game.ArenaError with Path as its File.
func (f *ArenaFile) Parse() (*game.Arena, error) {
	a, err := game.ParseArena(f.Path, f.Text)
	if err != nil {
		return nil, err
	}
	a.Name = f.Name
	return a, nil
}

// FindArena returns the arena with a name or path. Input with '/', '\' or '.' is a path. Otherwise it
// is the name of NAME.txt in the user's folder ("" for none), of a built-in arena, or of a file, in
// this order.
//
// It opens any file: never call it with a name from the network.
func FindArena(folder, nameOrFile string) (*ArenaFile, error) {
	if !isName(nameOrFile) {
		return readArena(nameOrFile)
	}
	if folder != "" {
		own, err := readArena(filepath.Join(folder, nameOrFile+arenaSuffix))
		if !errors.Is(err, fs.ErrNotExist) {
			return own, err
		}
	}
	if text, err := files.ReadFile("arenas/" + nameOrFile + arenaSuffix); err == nil {
		return &ArenaFile{nameOrFile, nameOrFile, string(text)}, nil
	}
	f, err := readArena(nameOrFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &UnknownArenaError{nameOrFile, ArenaNamesIn(folder)}
	}
	return f, err
}

// Arenas returns the built-in arenas, the default first. They are parsed once.
var Arenas = sync.OnceValue(func() (all []*game.Arena) {
	for _, name := range ArenaNames() {
		all = append(all, must(Arena(name)))
	}
	return all
})

// UnknownArenaError reports a name without an arena.
type UnknownArenaError struct {
	Name  string
	Known []string // names
}

func (e *UnknownArenaError) Error() string {
	return fmt.Sprintf("no arena called %q: must be one of %s, or a file", e.Name, strings.Join(e.Known, ", "))
}

// TutorialArena returns the arena of the tutorial. Its rings are at the spawns of teams: the straight
// ones at team 1's, the diagonal ones at team 2's.
func TutorialArena() *game.Arena {
	return must(game.ParseArena("tutorial", file("tutorial"+arenaSuffix)))
}

// RangeArena returns the arena of the practice range. Its bots are at the spawns of teams: targets at
// team 1's, circlers at team 2's.
func RangeArena() *game.Arena { return must(game.ParseArena("range", file("range"+arenaSuffix))) }

// largestFile is the most bytes of an arena's file: the largest arena with Windows line ends, and as
// much again for comments.
const largestFile = 2 * game.MaxTiles * (game.MaxTiles + 2)

// readArena reads an arena from a file and names it after that.
func readArena(path string) (*ArenaFile, error) {
	text, err := sys.ReadFile(path, largestFile)
	if err != nil {
		return nil, err
	}
	return &ArenaFile{strings.TrimSuffix(filepath.Base(path), arenaSuffix), path, string(text)}, nil
}
