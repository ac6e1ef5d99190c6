package ui

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/ui/term"
)

var update = flag.Bool("update", false, "write the files in testdata/screens anew")

// glass is a kind of terminal, and what things are drawn with on it.
type glass struct {
	name   string
	traits term.Traits
	glyphs Glyphs
	tells  string // what it answers when asked for its background
}

// glasses are all kinds. The first is the one that most players have.
var (
	glasses = []*glass{blocks, painted, ascii, mono, braille}

	blocks  = &glass{"blocks", term.Traits{Name: "xterm-256color"}, BestGlyphs, darkGround}
	painted = &glass{"painted", term.Traits{Name: "xterm-256color"}, BlockGlyphs, ""} // all of its ground
	ascii   = &glass{"ascii", term.Traits{Name: "xterm-256color", ASCII: true}, BestGlyphs, darkGround}
	mono    = &glass{"mono", term.Traits{Name: "xterm-256color", NoColor: true}, BestGlyphs, darkGround}
	braille = &glass{"braille", term.Traits{Name: "xterm-256color"}, BrailleGlyphs, darkGround}
)

// window is the size of a terminal in cells.
type window struct{ width, height int }

var windows = []window{{60, 20}, usual, {100, 30}, {120, 40}, {200, 60}}

// usual is the size in which every scene is kept as a file.
var usual = window{80, 24}

func (w window) String() string { return fmt.Sprintf("%dx%d", w.width, w.height) }

// view is a terminal on which scenes are seen.
type view struct {
	*glass
	window
}

func (v view) String() string { return v.name + "-" + v.window.String() }

// sight is what a scene looks like.
type sight struct {
	text []string // row by row
	note []string // on colours or, where there are none, on what stands for them
}

// TestScreens goes to every scene on some terminals, with -long on every kind of terminal in
// every size. What a scene looks like on the usual one is compared with its file in
// testdata/screens; properties hold on the others. What its next second takes is measured of
// those in which nothing moves and of every sixth other, with -long of all. -update writes the files again, for when
// the screens are to look otherwise: git diff then shows what has changed.
func TestScreens(t *testing.T) {
	views := allViews()
	seen := map[string][]sight{} // by view, as many as there are scenes
	for _, v := range views {
		seen[v.String()] = make([]sight, len(scenes))
	}
	t.Run("see", func(t *testing.T) {
		for _, v := range views {
			sights := seen[v.String()]
			t.Run(v.String(), func(t *testing.T) {
				t.Parallel()
				for i := range scenes {
					if v.shows(i) {
						sights[i] = v.see(t, &scenes[i], *long || v == view{blocks, usual} && (scenes[i].moves == nil || i%6 == 0))
					}
				}
			})
		}
	})
	compareFiles(t, seen)
	known := knownWords(t)
	for _, v := range views {
		for i := range scenes {
			text := seen[v.String()][i].text
			if text == nil {
				continue
			}
			v.checkWords(t, &scenes[i], text, known)
			v.checkWhole(t, &scenes[i], text)
			v.checkSameBox(t, &scenes[i], text)
		}
	}
}

func allViews() (views []view) {
	for i, w := range windows {
		for j, g := range glasses {
			some := i == 0 || j == 0 || w.width <= 120 && w != window{100, 30} && g != braille // glyphs and colours are laid out alike
			if some || g == braille && w == usual {
				views = append(views, view{g, w})
			}
		}
	}
	return views
}

// shows reports whether a test goes to a scene on this terminal: in short to every third on the usual one alone, with -long on all, else on the
// usual one, on those that it has files of, and every second one on one more. Neighbours in the list of scenes have different ones.
func (v view) shows(i int) bool {
	others := slices.DeleteFunc(allViews(), func(o view) bool { return o == view{blocks, usual} })
	switch at := slices.Index(others, v); {
	case testing.Short():
		return at < 0 && i%3 == 0
	case at < 0 || *long:
		return true
	default:
		return i%2 == 0 && i/2%len(others) == at || slices.Contains(scenes[i].also, v)
	}
}

// see goes to a scene, checks its cells and, where that is asked for, the second after it, and returns what the scene looks
// like.
func (v view) see(t *testing.T, s *namedScene, second bool) (seen sight) {
	if s.window != (window{}) {
		v.window = s.window
	}
	conf := s.config()
	conf.Settings.Glyphs = v.glyphs
	if conf.Settings.FrameRate == 0 {
		conf.Settings.FrameRate = slowRate
	}
	if v.width > 100 && conf.Settings.FrameRate == slowRate {
		conf.Settings.FrameRate = slowRate / 2 // drawing is what takes these tests their time
	}
	onRigThatTells(t, v.tells, v.width, v.height, v.traits, conf, func(r *rig) {
		r.eyes.SetSize(vt.Coord{X: vt.Col(v.width + 5), Y: vt.Row(v.height + 2)}) // where the window ends, nothing may
		r.pause = scenePause
		time.Sleep(scenePause - keyPause)
		synctest.Wait() // the scene may change the World that was drawn last
		s.play(r, &conf)
		p := r.picture()
		v.checkCells(t, s, p)
		if r.cursorShows() != s.cursor {
			t.Errorf("%s: expected the cursor to show: %v", s.name, s.cursor)
		}
		seen.text = p.lines(v.width, v.height)
		if seen.note = p.colours(); v.traits.NoColor {
			seen.note = p.marks()
		}
		if second && v.window != (window{100, 30}) && v.window != (window{120, 40}) { // where larger and smaller ones tell
			s.goesOn(t, r, v.window)
		}
	})
	return seen
}

// askStatus is what follows a frame when the terminal is asked whether it has come so
// far.
const askStatus = "\x1b[5n"

// goesOn finds out what the next second of a scene costs: nothing, unless something
// moves, and then no more than that may. Each frame is one write.
func (s *namedScene) goesOn(t *testing.T, r *rig, w window) {
	time.Sleep(time.Second)
	out, writes := r.tty.Take()
	most := motion{}
	if s.moves != nil {
		most = s.moves(w.width * w.height)
	}
	largest := 0
	frames := strings.SplitAfter(strings.ReplaceAll(out, askStatus, ""), endOfFrame)
	for _, frame := range frames {
		largest = max(largest, len(frame))
	}
	if len(out) > most.second || largest > most.frame {
		t.Errorf("%s, %s: expected at most %d bytes in a second and %d in a frame, found %d and %d",
			s.name, w, most.second, most.frame, len(out), largest)
	}
	if last := frames[len(frames)-1]; len(frames)-1 != writes || last != "" || writes > 31 {
		t.Errorf("%s, %s: expected a write for each of at most 31 frames, found %d writes of %d frames, and %q after them",
			s.name, w, writes, len(frames)-1, last)
	}
}

// endOfFrame is what each frame ends with on a terminal that shows it at once.
const endOfFrame = "\x1b[?2026l"
