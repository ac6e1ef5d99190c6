package replays

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dogfight/game/career"
)

// Folder is a folder of replays, created with the first one. Several processes may use it at the same time.
type Folder struct {
	Path  string
	Limit Size // of those that are not marked; 0 records none
}

const (
	keptFolder    = "kept"
	runningFolder = "running"
)

// notFoundError is the error for a name without a replay.
type notFoundError struct{ Name string }

func (e *notFoundError) Error() string { return fmt.Sprintf("no replay called %q", e.Name) }

// find returns the path of a replay, and whether it is marked.
func (f Folder) find(name string) (path string, kept bool, err error) {
	if name, err = fileName(name); err != nil {
		return "", false, err
	}
	for _, kept := range []bool{false, true} {
		path := f.path(name, kept)
		if info, err := os.Lstat(path); err == nil && !info.IsDir() {
			return path, kept, nil
		}
	}
	return "", false, &notFoundError{name}
}

// path returns the path of a file name.
func (f Folder) path(file string, kept bool) string {
	if kept {
		return filepath.Join(f.Path, keptFolder, file)
	}
	return filepath.Join(f.Path, file)
}

// Locate returns the path of a replay; it is absolute if the folder's is.
func (f Folder) Locate(name string) (string, error) {
	path, _, err := f.find(name)
	return path, err
}

// LocateProtected is Locate for marked replays alone.
func (f Folder) LocateProtected(name string) (string, error) {
	path, kept, err := f.find(name)
	if err == nil && !kept {
		err = &notFoundError{name}
	}
	return path, err
}

// ProtectedNames returns the names of the marked replays without their ending, the last first.
func (f Folder) ProtectedNames() ([]string, error) {
	list, err := f.files()
	var names []string
	for _, e := range slices.Backward(list) { // sorted by name
		if e.Protected {
			names = append(names, e.Name)
		}
	}
	return names, err
}

// Protect marks a replay, or removes its mark.
func (f Folder) Protect(name string, on bool) error {
	from, kept, err := f.find(name)
	if err != nil || kept == on {
		return err
	}
	to := f.path(filepath.Base(from), on)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return move(from, to)
}

// Rename renames a replay. The name must be free.
func (f Folder) Rename(name, to string) error {
	from, kept, err := f.find(name)
	if err != nil {
		return err
	}
	if to, err = fileName(to); err != nil {
		return err
	}
	if _, _, err := f.find(to); err == nil {
		return fmt.Errorf("there is a replay called %q", to)
	}
	return move(from, f.path(to, kept))
}

// Delete deletes a replay, marked or not.
func (f Folder) Delete(name string) error {
	path, _, err := f.find(name)
	if err != nil {
		return err
	}
	return os.Remove(path)
}

// move renames a file, unless the new path exists. It first creates an empty file there, which only one process can, also on file systems
// without hard links; empty files are not listed.
func move(from, to string) error {
	taken, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("there is a replay called %q: %w", filepath.Base(to), fs.ErrExist)
	}
	if err != nil {
		return err
	}
	taken.Close()
	if err := os.Rename(from, to); err != nil {
		os.Remove(to)
		return err
	}
	return nil
}

// Trim deletes the oldest replays until the others are within the limit, and returns their number. Marked ones stay, and do not count, so
// that many marks do not stop recording.
func (f Folder) Trim() (deleted int, err error) {
	list, err := f.files()
	if err != nil {
		return 0, err
	}
	list = slices.DeleteFunc(list, func(e career.Replay) bool { return e.Protected })
	slices.SortFunc(list, func(a, b career.Replay) int { return a.Modified.Compare(b.Modified) })
	var size Size
	for i := range list {
		size += Size(list[i].Size)
	}
	for i := range list {
		if size <= f.Limit {
			break
		}
		if err := os.Remove(list[i].Path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return deleted, err
		}
		size -= Size(list[i].Size)
		deleted++
	}
	return deleted, nil
}

// Ending is the ending of the file names of replays.
const Ending = ".dogfight"

// maxFile is the longest file name that all file systems accept, with room for a prefix.
const maxFile = 120

// fileName returns the file name of a replay, given with or without its ending, if all file systems accept it.
func fileName(name string) (string, error) {
	base := strings.TrimSuffix(name, Ending)
	file := base + Ending
	switch {
	case base == "":
		return "", fmt.Errorf("a replay needs a name")
	case len(file) > maxFile:
		return "", fmt.Errorf("the name of a replay must be at most %d bytes long, got %d", maxFile-len(Ending), len(base))
	case !utf8.ValidString(base) || strings.ContainsFunc(base, unprintable):
		return "", fmt.Errorf("the name of a replay must be text, got %q", base)
	case strings.ContainsAny(base, `/\:*?"<>|`):
		return "", fmt.Errorf(`the name of a replay must have none of / \ : * ? " < > |, got %q`, base)
	case base[0] == '.' || base[0] == '-' || base[0] == ' ' || strings.HasSuffix(base, " "):
		return "", fmt.Errorf("the name of a replay must not begin with a dot, a dash or a space, nor end with a space, got %q", base)
	case reserved(base):
		return "", fmt.Errorf("%q is the name of a device on some systems", base)
	}
	return file, nil
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// reserved reports whether the name is that of a device on Windows.
func reserved(base string) bool {
	word, _, _ := strings.Cut(strings.ToLower(base), ".")
	switch word = strings.TrimSpace(word); word {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(word) == 4 && (word[:3] == "com" || word[:3] == "lpt") && word[3] >= '0' && word[3] <= '9'
}

// nameOf returns a file name that describes a replay, with a number from the second on.
func nameOf(started time.Time, arena, mode string, n int) string {
	name := started.Format("2006-01-02-1504") + "-" + plain(arena) + "-" + plain(mode)
	if n > 1 {
		name += fmt.Sprintf("-%d", n)
	}
	return name + Ending
}

// plain returns a word in letters and digits that need no quotes in a shell.
func plain(word string) string {
	word = strings.Map(func(r rune) rune {
		if r = unicode.ToLower(r); r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, word)
	if word = strings.Trim(word, "-"); word == "" {
		return "unnamed"
	}
	return word
}
