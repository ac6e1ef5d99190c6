package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// screenFolder has a file for each scene in the usual view, and in those others in which
// it shows something of its own.
const screenFolder = "testdata/screens"

// noteHead comes between a scene and the note on it.
const noteHead = "\n---\n"

// views are those of which files are kept.
func (s *namedScene) views() []view { return append([]view{{blocks, usual}}, s.also...) }

// file returns the name of a scene's file.
func (s *namedScene) file(v view) string {
	name := strings.Trim(regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(s.name), "-"), "-")
	if v != (view{blocks, usual}) {
		name += "." + v.String()
	}
	return name + ".txt"
}

// compareFiles compares what was seen with the files, or writes them.
func compareFiles(t *testing.T, seen map[string][]sight) {
	found, known := map[string]string{}, map[string]bool{}
	for i := range scenes {
		for _, v := range scenes[i].views() {
			known[scenes[i].file(v)] = true
			s := seen[v.String()][i]
			if s.text == nil {
				continue // in short
			}
			found[scenes[i].file(v)] = strings.Join(s.text, "\n") + noteHead + strings.Join(s.note, "\n") + "\n"
		}
	}
	if *update && !testing.Short() {
		writeFiles(t, found)
		return
	}
	for name, text := range found {
		if kept := readKept(t, filepath.Join(screenFolder, name)); kept != text {
			t.Errorf("%s: %s", name, difference(kept, text))
		}
	}
	for _, file := range keptFiles(t) {
		if !known[filepath.Base(file)] {
			t.Errorf("%s: there is no such scene", file)
		}
	}
}

func writeFiles(t *testing.T, found map[string]string) {
	for _, file := range keptFiles(t) {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range found {
		if err := os.WriteFile(filepath.Join(screenFolder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func keptFiles(t *testing.T) []string {
	files, err := filepath.Glob(filepath.Join(screenFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// keptPicture returns what a file says without the note.
func keptPicture(t *testing.T, file string) string {
	picture, _, _ := strings.Cut(readKept(t, file), noteHead)
	return picture
}

func readKept(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n") // git may have made it one of Windows
}

// maxScreens is how many bytes all the files may take.
const maxScreens = 300_000

func TestFilesOfScreensAreSmall(t *testing.T) {
	bytes := int64(0)
	for _, file := range keptFiles(t) {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		bytes += info.Size()
	}
	if bytes == 0 || bytes >= maxScreens {
		t.Errorf("expected less than %d bytes, found %d", maxScreens, bytes)
	}
}

// difference lists the lines in which two texts differ, which have as many lines nearly
// always, and then all that was found.
func difference(expected, found string) string {
	was, is := strings.Split(expected, "\n"), strings.Split(found, "\n")
	var b strings.Builder
	for i := range max(len(was), len(is)) {
		if lineAt(was, i) != lineAt(is, i) {
			fmt.Fprintf(&b, "\n- %s\n+ %s", lineAt(was, i), lineAt(is, i))
		}
	}
	return b.String() + "\nfound\n" + found
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(the end)"
}
