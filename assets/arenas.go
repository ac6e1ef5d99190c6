package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"dogfight/game"
	"dogfight/sys"
)

// defaultArena is the one to play in when none was chosen.
const defaultArena = "open"

const arenaSuffix = ".txt"

// ArenaNames returns the names of the built-in arenas, the default first.
func ArenaNames() []string { return ArenaNamesIn("") }

// ArenaNamesIn returns the names of the built-in arenas, the default first, and
// then of those in the folder. A folder that is "" or not there adds none.
func ArenaNamesIn(folder string) []string {
	builtIn, err := files.ReadDir("arenas")
	if err != nil {
		panic(err) // embedded
	}
	names := addArenas([]string{defaultArena}, builtIn)
	if folder == "" {
		return names
	}
	own, _ := os.ReadDir(folder) // a folder that cannot be read has no arenas to offer
	return addArenas(names, own)
}

// addArenas adds the names of the arenas among the files that are not there yet.
func addArenas(names []string, files []fs.DirEntry) []string {
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), arenaSuffix)
		if ok && isName(name) && !f.IsDir() && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// isName reports whether what was typed can be an arena's name; else it is a
// path.
func isName(typed string) bool {
	return typed != "" && !strings.ContainsAny(typed, `/\.`)
}

// Arena returns a built-in arena by its name, or reads the one in a file.
func Arena(nameOrFile string) (*game.Arena, error) { return ArenaIn("", nameOrFile) }

// ArenaIn returns the arena that is meant by what was typed, as FindArena finds it. Copies of a built-in arena share their slices.
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

// parsedArenas parses each built-in arena once: finding the ways of a race takes milliseconds. A path has no such name, as
// it ends in arenaSuffix or has a separator.
var parsedArenas = func() map[string]func() *game.Arena {
	parsed := map[string]func() *game.Arena{}
	for _, name := range ArenaNames() {
		parsed[name] = sync.OnceValue(func() *game.Arena {
			text := file("arenas/" + name + arenaSuffix)
			a, err := (&ArenaFile{name, name, text}).Parse()
			if err != nil {
				panic(err) // embedded, and a test reads them
			}
			return a
		})
	}
	return parsed
}()

// ArenaFile is an arena as it is drawn.
type ArenaFile struct {
	Name string // of the arena
	Path string // of the file, or the name of a built-in arena
	Text string
}

// Parse reads the arena. An error is a *game.ArenaError, with Path for its File.
func (f *ArenaFile) Parse() (*game.Arena, error) {
	a, err := game.ParseArena(f.Path, f.Text)
	if err != nil {
		return nil, err
	}
	a.Name = f.Name
	return a, nil
}

// FindArena returns the file that is meant by what was typed. What has a
// '/', '\' or '.' in it is a path. Anything else is a name: of NAME.txt in the
// folder, which is the user's own and so goes first, of a built-in arena, or
// else of a file that is there. The folder may be "" for none.
//
// It opens the files that it is told to; never call it with a name that came
// over the network.
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

// Arenas returns the built-in arenas, the default first. They are read once, for all.
var Arenas = sync.OnceValue(func() (all []*game.Arena) {
	for _, name := range ArenaNames() {
		a, err := Arena(name)
		if err != nil {
			panic(err) // embedded, and a test reads them
		}
		all = append(all, a)
	}
	return all
})

// UnknownArenaError is why a name leads to no arena.
type UnknownArenaError struct {
	Name  string
	Known []string // names
}

func (e *UnknownArenaError) Error() string {
	return fmt.Sprintf("no arena called %q: must be one of %s, or a file", e.Name, strings.Join(e.Known, ", "))
}

// TutorialArena returns the arena of the tutorial, whose rings are where the
// teams would spawn: team 1's to be reached straight, team 2's on a diagonal.
func TutorialArena() *game.Arena { return besides("tutorial") }

// RangeArena returns the arena of the practice range, in which bots have their places where the teams would spawn:
// targets that of team 1, circlers that of team 2.
func RangeArena() *game.Arena { return besides("range") }

// besides returns an arena that is none for matches: it is beside the folder of those.
func besides(name string) *game.Arena {
	a, err := game.ParseArena(name, file(name+arenaSuffix))
	if err != nil {
		panic(err) // embedded, and a test reads it
	}
	return a
}

// largestFile is how many bytes an arena's file may have: the largest arena
// with Windows line ends, and as much again for comments.
const largestFile = 2 * game.MaxTiles * (game.MaxTiles + 2)

// readArena reads a file. The arena is called as that is called.
func readArena(path string) (*ArenaFile, error) {
	text, err := sys.ReadFile(path, largestFile)
	if err != nil {
		return nil, err
	}
	return &ArenaFile{strings.TrimSuffix(filepath.Base(path), arenaSuffix), path, string(text)}, nil
}
