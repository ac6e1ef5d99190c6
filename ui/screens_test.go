package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/ui/term"
)

var update = flag.Bool("update", false, "write the files anew that TestScreens compares with")

// glass is a way in which a terminal shows things.
type glass struct {
	name   string
	traits term.Traits
	glyphs Glyphs
}

// glasses has those that the others are held against first.
var glasses = []glass{
	{"braille", term.Traits{Name: "xterm-256color"}, BestGlyphs},
	{"half-blocks", term.Traits{Name: "xterm-256color"}, BlockGlyphs},
	{"ascii", term.Traits{Name: "xterm-256color", ASCII: true}, BestGlyphs},
	{"mono", term.Traits{Name: "xterm-256color", NoColor: true}, BestGlyphs},
}

var windows = [][2]int{{60, 20}, {80, 24}, {200, 60}}

// sight is what a scene looks like.
type sight struct {
	text []string // row by row
	note []string // on colours or, where there are none, on what stands for them
}

// TestScreens goes to every scene on terminals of all kinds, and compares what they
// show with the files in testdata/screens. -update writes the files anew, which is
// for when the screens are to look otherwise; what git diff says then is what to
// look at.
func TestScreens(t *testing.T) {
	seen := map[string][]sight{} // by file
	for _, g := range glasses {
		for _, window := range windows {
			seen[g.file(window)] = make([]sight, len(scenes))
		}
	}
	t.Run("see", func(t *testing.T) {
		for _, g := range glasses {
			for _, window := range windows {
				sights := seen[g.file(window)]
				t.Run(g.file(window), func(t *testing.T) {
					t.Parallel()
					for i := range scenes {
						sights[i] = g.see(t, &scenes[i], window)
					}
				})
			}
		}
	})
	for _, window := range windows {
		for _, g := range glasses {
			file := filepath.Join("testdata", "screens", g.file(window))
			compare(t, file, pages(seen[g.file(window)], seen[glasses[0].file(window)]))
		}
	}
}

func (g *glass) file(window [2]int) string {
	return fmt.Sprintf("%s-%dx%d.txt", g.name, window[0], window[1])
}

// see goes to a scene, finds out whether it is written as it should be, and returns
// what it looks like.
func (g *glass) see(t *testing.T, s *scene, window [2]int) (seen sight) {
	if s.window != [2]int{} {
		window = s.window
	}
	conf := s.config()
	conf.Settings.Glyphs = g.glyphs
	if conf.Settings.FrameRate == 0 {
		conf.Settings.FrameRate = slowRate
	}
	if window[0] > 100 && conf.Settings.FrameRate == slowRate {
		conf.Settings.FrameRate = slowRate / 2 // drawing is what takes these tests their time
	}
	onRigOf(t, window[0], window[1], g.traits, conf, func(r *rig) {
		r.eyes.SetSize(vt.Coord{X: vt.Col(window[0] + 5), Y: vt.Row(window[1] + 2)}) // where the window ends, nothing may
		s.play(r, &conf)
		p := r.picture()
		if beyond := p.outside(window[0], window[1]); beyond != "" {
			t.Errorf("%s: %q was written beyond the window", s.name, beyond)
		}
		if r.cursorShows() != s.cursor {
			t.Errorf("%s: expected the cursor to show: %v", s.name, s.cursor)
		}
		seen.text = p.lines(window[0], window[1])
		if seen.note = []string{p.colours()}; g.traits.NoColor {
			seen.note = p.marks()
		}
		if g.traits.ASCII {
			s.isASCII(t, seen.text)
		}
		s.goesOn(t, r, window)
	})
	return seen
}

func (s *scene) isASCII(t *testing.T, lines []string) {
	for y, line := range lines {
		if strings.IndexFunc(line, func(c rune) bool { return c >= utf8.RuneSelf }) >= 0 {
			t.Errorf("%s: row %d has more than ASCII: %s", s.name, y, line)
		}
	}
}

// askStatus is what follows a frame when the terminal is asked whether it has come so
// far.
const askStatus = "\x1b[5n"

// goesOn finds out what the next second of a scene costs: nothing, unless something
// moves, and then no more than that may. Each frame is one write.
func (s *scene) goesOn(t *testing.T, r *rig, window [2]int) {
	time.Sleep(time.Second)
	out, writes := r.tty.Take()
	most := motion{}
	if s.moves != nil {
		most = s.moves(window[0] * window[1])
	}
	largest := 0
	frames := strings.SplitAfter(strings.ReplaceAll(out, askStatus, ""), endOfFrame)
	for _, frame := range frames {
		largest = max(largest, len(frame))
	}
	size := fmt.Sprintf("%dx%d", window[0], window[1])
	if len(out) > most.second || largest > most.frame {
		t.Errorf("%s, %s: expected at most %d bytes in a second and %d in a frame, found %d and %d",
			s.name, size, most.second, most.frame, len(out), largest)
	}
	if last := frames[len(frames)-1]; len(frames)-1 != writes || last != "" || writes > 31 {
		t.Errorf("%s, %s: expected a write for each of at most 31 frames, found %d writes of %d frames, and %q after them",
			s.name, size, writes, len(frames)-1, last)
	}
}

// endOfFrame is what each frame ends with on a terminal that shows it at once.
const endOfFrame = "\x1b[?2026l"

// pages returns what the file of a glass is to say of each scene. What looks the same
// as through another is not said again: a whole scene or, in large windows, a row.
func pages(seen, other []sight) map[string]string {
	all := map[string]string{}
	for i, s := range seen {
		all[scenes[i].name] = strings.Join(unlike(s.text, other[i].text), "\n") + noteHead + strings.Join(s.note, "\n") + "\n"
	}
	return all
}

// unlike returns a text as far as it is not another.
func unlike(text, other []string) []string {
	switch {
	case &text[0] == &other[0]:
		return text
	case slices.Equal(text, other):
		return []string{"(as in " + glasses[0].name + ")"}
	case len(text) < 30:
		return text
	}
	text = slices.Clone(text)
	for y := range text {
		if text[y] == other[y] && text[y] != "" {
			text[y] = sameRow
		}
	}
	return text
}

// sameRow stands for a row that looks the same as through another glass.
const sameRow = "″"

// What a file has before each scene, and before the note on it.
const (
	sceneHead = "=== "
	noteHead  = "\n---\n"
)

// compare compares the pages of a file with those that it has, or writes it.
func compare(t *testing.T, file string, found map[string]string) {
	if *update {
		var b strings.Builder
		for _, s := range scenes {
			b.WriteString(sceneHead + s.name + "\n" + found[s.name])
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	expected, err := readPages(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenes {
		if wanted, known := expected[s.name]; !known {
			t.Errorf("%s: %s is missing", file, s.name)
		} else if wanted != found[s.name] {
			t.Errorf("%s: %s\n%s", file, s.name, difference(wanted, found[s.name]))
		}
		delete(expected, s.name)
	}
	for name := range expected {
		t.Errorf("%s: there is no scene %s", file, name)
	}
}

func readPages(file string) (map[string]string, error) {
	all, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	pages := map[string]string{}
	text := "\n" + strings.ReplaceAll(string(all), "\r\n", "\n") // git may have made it one of Windows
	for _, page := range strings.Split(text, "\n"+sceneHead)[1:] {
		name, rest, _ := strings.Cut(page, "\n")
		pages[name] = strings.TrimSuffix(rest, "\n") + "\n"
	}
	return pages, nil
}

// difference tells in which line two pages begin to differ, and what they are.
func difference(expected, found string) string {
	was, is := strings.Split(expected, "\n"), strings.Split(found, "\n")
	line := 0
	for line < min(len(was), len(is)) && was[line] == is[line] {
		line++
	}
	of := func(lines []string) string {
		if line < len(lines) {
			return lines[line]
		}
		return "(the end)"
	}
	return fmt.Sprintf("line %d: expected\n%s\nfound\n%s\nexpected all of\n%s\nfound all of\n%s", line, of(was), of(is), expected, found)
}
