package ui

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

var update = flag.Bool("update", false, "write the files in testdata/screens again")

// glass is a kind of terminal, with its glyphs.
type glass struct {
	name       string
	traits     term.Traits
	glyphs     input.Glyphs
	background string // its answer about its background
}

// glasses are all kinds. The first is the one that most players have.
var (
	glasses = []*glass{blocks, painted, ascii, mono, braille}

	blocks  = &glass{"blocks", term.Traits{Name: "xterm-256color"}, input.BestGlyphs, darkGround}
	painted = &glass{"painted", term.Traits{Name: "xterm-256color"}, input.BlockGlyphs, ""} // all of its ground
	ascii   = &glass{"ascii", term.Traits{Name: "xterm-256color", ASCII: true}, input.BestGlyphs, darkGround}
	mono    = &glass{"mono", term.Traits{Name: "xterm-256color", NoColor: true}, input.BestGlyphs, darkGround}
	braille = &glass{"braille", term.Traits{Name: "xterm-256color"}, input.BrailleGlyphs, darkGround}
)

// window is the size of a terminal in cells.
type window struct{ width, height int }

var windows = []window{{60, 20}, usual, {100, 30}, {120, 40}, {200, 60}}

// usual is the size of the files of all scenes.
var usual = window{80, 24}

func (w window) String() string { return fmt.Sprintf("%dx%d", w.width, w.height) }

// view is a terminal on which scenes are seen.
type view struct {
	*glass
	window
}

func (v view) String() string { return v.name + "-" + v.window.String() }

// sight is the look of a scene.
type sight struct {
	text []string // row by row
	note []string // on colours or, without colours, on marks
}

// TestScreens visits every scene on some terminals, with -long on every kind of terminal in every size. The usual one
// is compared with its file in testdata/screens; the others are checked for properties. The next second is measured
// for scenes without motion and for every sixth other, with -long for all. -update writes the files, for an intended
// change: git diff then shows it.
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

// see visits a scene, checks its cells and, if second is set, the second after it, and returns its look.
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
		conf.Settings.FrameRate = slowRate / 2 // these tests mostly draw
	}
	onRigWithBackground(t, v.background, v.width, v.height, v.traits, conf, func(r *rig) {
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
		if second && v.window != (window{100, 30}) && v.window != (window{120, 40}) { // larger and smaller windows suffice
			s.checkSecond(t, r, v.window)
		}
	})
	return seen
}

// askStatus follows a frame to ask whether the terminal has processed it.
const askStatus = "\x1b[5n"

// checkSecond measures the next second of a scene: nothing, unless it moves, and then no more than its motion allows.
// Each frame is one write.
func (s *namedScene) checkSecond(t *testing.T, r *rig, w window) {
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

// endOfFrame ends each frame on a terminal with synchronised output.
const endOfFrame = "\x1b[?2026l"

// screenFolder has a file for each scene in the usual view, and in those others in which
// it shows something of its own.
const screenFolder = "testdata/screens"

// noteHead comes between a scene and the note on it.
const noteHead = "\n---\n"

// views are the views with files.
func (s *namedScene) views() []view { return append([]view{{blocks, usual}}, s.also...) }

// file returns the name of a scene's file.
func (s *namedScene) file(v view) string {
	name := strings.Trim(regexp.MustCompile("[^a-z0-9]+").ReplaceAllString(strings.ToLower(s.name), "-"), "-")
	if v != (view{blocks, usual}) {
		name += "." + v.String()
	}
	return name + ".txt"
}

// compareFiles compares the screens with the files, or writes them.
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
		if kept := readExpected(t, filepath.Join(screenFolder, name)); kept != text {
			t.Errorf("%s: %s", name, difference(kept, text))
		}
	}
	for _, file := range expectedFiles(t) {
		if !known[filepath.Base(file)] {
			t.Errorf("%s: there is no such scene", file)
		}
	}
}

func writeFiles(t *testing.T, found map[string]string) {
	for _, file := range expectedFiles(t) {
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

func expectedFiles(t *testing.T) []string {
	files, err := filepath.Glob(filepath.Join(screenFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// pictureIn returns a file without the note.
func pictureIn(t *testing.T, file string) string {
	picture, _, _ := strings.Cut(readExpected(t, file), noteHead)
	return picture
}

func readExpected(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n") // git may have made it one of Windows
}

// maxScreens is the limit of bytes of all the files.
const maxScreens = 300_000

func TestFilesOfScreensAreSmall(t *testing.T) {
	bytes := int64(0)
	for _, file := range expectedFiles(t) {
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

// Properties of the texts of every scene on every terminal. The files have been reviewed, so their texts are right: a
// text that overwrites another, or is cut, leaves an unknown word or removes a known one.

var wordOf = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?`)

// word is a word on the screen, with its neighbours.
type word struct {
	text          string // with a 0 for each number
	before, after rune
}

// wordsIn returns the words of a row with more than one letter. Single letters may be a part of a picture in ASCII.
func wordsIn(row string) (words []word) {
	for _, at := range wordOf.FindAllStringIndex(row, -1) {
		w := word{text: numbers.ReplaceAllString(row[at[0]:at[1]], "0"), before: ' ', after: ' '}
		if strings.IndexFunc(w.text, unicode.IsLetter) < 0 || utf8.RuneCountInString(w.text) < 2 || strings.Trim(w.text, "ov0'") == "" {
			continue
		}
		if at[0] > 0 {
			w.before, _ = utf8.DecodeLastRuneInString(row[:at[0]])
		}
		if at[1] < len(row) {
			w.after, _ = utf8.DecodeRuneInString(row[at[1]:])
		}
		words = append(words, w)
	}
	return words
}

var numbers = regexp.MustCompile(`\p{N}+`)

// cut reports whether something lies beside the word that may cover a part of it: a ship or
// a blast, which are in front of text, or the border of a box.
func (w word) cut(ascii bool) bool {
	for _, r := range []rune{w.before, w.after} {
		if r >= 0x2500 && r < 0x2900 || ascii && strings.ContainsRune(`,|#=()[]<>^~%*@_-'"/\:+`, r) {
			return true
		}
	}
	return false
}

// knownWords returns the words of the files, and of the text that scrolls there.
func knownWords(t *testing.T) map[string]bool {
	known := map[string]bool{}
	add := func(text string) {
		for _, w := range wordsIn(text) {
			known[w.text] = true
		}
	}
	for _, file := range expectedFiles(t) {
		add(pictureIn(t, file))
	}
	add(assets.Help() + tables(usualSetup()))
	for _, p := range stagePilots() {
		for at := range p.Name { // a long name is cut wherever there is no more room
			add(p.Name[:at])
		}
	}
	return known
}

// checkWords checks that all words of a scene are known.
func (v view) checkWords(t *testing.T, s *namedScene, text []string, known map[string]bool) {
	for y, row := range text {
		for _, w := range wordsIn(row) {
			if !known[w.text] && !w.cut(v.traits.ASCII) {
				t.Errorf("%s, %s: row %d has the unknown word %q: %s", s.name, v, y, w.text, row)
			}
		}
	}
}

// checkWhole checks for all the phrases in the file of the usual view. A match has fewer in smaller windows.
func (v view) checkWhole(t *testing.T, s *namedScene, text []string) {
	if v.width < usual.width && (s.shrinks || s.match != nil && !s.page) {
		return
	}
	has := " "
	for _, row := range text {
		for _, w := range wordsIn(row) {
			has += w.text + " "
		}
	}
	picture := pictureIn(t, filepath.Join(screenFolder, s.file(view{blocks, usual})))
	for _, phrase := range s.phrases(strings.Split(picture, "\n")) {
		if v.traits.ASCII {
			phrase = slices.DeleteFunc(phrase, func(w string) bool { return strings.IndexFunc(w, beyondASCII) >= 0 })
		}
		if !isName(phrase) && !hasPhrase(has, phrase) && !slices.Contains(s.lacks, strings.Join(phrase, " ")) {
			t.Errorf("%s, %s: %q is not there", s.name, v, phrase)
		}
	}
}

func beyondASCII(r rune) bool { return r >= utf8.RuneSelf }

// isName reports whether words are but a pilot's name, which is left out beside a ship where
// it would lie over another.
func isName(phrase []string) bool {
	return !slices.ContainsFunc(phrase, func(w string) bool {
		return !slices.ContainsFunc(stagePilots(), func(p proto.Pilot) bool { return strings.Contains(p.Name, w) })
	})
}

// hasPhrase reports whether words have a phrase in them. A sentence may be wrapped elsewhere,
// among other things.
func hasPhrase(words string, phrase []string) bool {
	if strings.Contains(words, " "+strings.Join(phrase, " ")+" ") {
		return true
	}
	return len(phrase) > 2 && !slices.ContainsFunc(phrase, func(w string) bool { return !strings.Contains(words, " "+w) })
}

// between separates phrases.
var between = regexp.MustCompile(`\s{2,}`)

// phrases returns the words that belong together in a text, but for those that something may
// cover: of a page over a match, in its box.
func (s *namedScene) phrases(text []string) (phrases [][]string) {
	for _, row := range text {
		if s.page {
			row = inBox(row)
		}
		for _, part := range between.Split(row, -1) {
			var phrase []string
			for _, w := range wordsIn(part) {
				if !w.cut(false) {
					phrase = append(phrase, w.text)
				}
			}
			if len(phrase) > 0 {
				phrases = append(phrases, phrase)
			}
		}
	}
	return phrases
}

// checkSameBox checks that a page looks the same wherever its box is as large as in the usual
// view.
func (v view) checkSameBox(t *testing.T, s *namedScene, text []string) {
	if s.match != nil || s.lacks != nil || v.traits.ASCII || v.traits.NoColor || v.glyphs != input.BestGlyphs {
		return
	}
	picture := pictureIn(t, filepath.Join(screenFolder, s.file(view{blocks, usual})))
	expected, found := boxRows(strings.Split(picture, "\n")), boxRows(text)
	if len(expected) != len(found) || len(found) > 0 && canvas.Width(expected[0]) != canvas.Width(found[0]) {
		return
	}
	for i := range found {
		if found[i] != expected[i] {
			t.Errorf("%s, %s: row %d of the box: expected\n%s\nfound\n%s", s.name, v, i, expected[i], found[i])
		}
	}
}

// boxRows returns the rows in the box of a page.
func boxRows(text []string) (rows []string) {
	for _, row := range text {
		if in := inBox(row); in != "" {
			rows = append(rows, in)
		}
	}
	return rows
}

// inBox returns the text in the innermost box of a row.
func inBox(row string) string {
	parts := strings.Split(row, "│")
	if len(parts) < 3 {
		return ""
	}
	return parts[len(parts)/2]
}

// Properties of the cells of every scene on every terminal.

// checkCells checks the cells of a scene. Those beyond the window are as the terminal had
// them.
func (v view) checkCells(t *testing.T, s *namedScene, p picture) {
	if beyond := p.outside(v.width, v.height); beyond != "" {
		t.Errorf("%s: %q was written beyond the window", s.name, beyond)
	}
	bare := p[v.height][v.width].S
	p = p.within(v.window)
	v.checkColours(t, s, p, bare)
	if v.traits.ASCII {
		checkASCII(t, s, p)
	} else {
		checkBoxes(t, s, p)
	}
	if s.match != nil && !s.page {
		checkFilled(t, s, p)
	}
}

// within returns the part of a picture that is in a window.
func (p picture) within(w window) (part picture) {
	for _, row := range p[:w.height] {
		part = append(part, row[:w.width])
	}
	return part
}

// checkColours checks that letters and digits contrast with their ground, that a terminal without colours shows none,
// and that no cell has the terminal's own ground unless the terminal has reported it.
func (v view) checkColours(t *testing.T, s *namedScene, p picture, bare vt.Style) {
	for y, row := range p {
		for x, c := range row {
			switch {
			case v.traits.NoColor:
				if c.S.Fg() != bare.Fg() || c.S.Bg() != bare.Bg() {
					t.Errorf("%s: %q at %d,%d has a colour: %v on %v", s.name, c.C, x, y, c.S.Fg(), c.S.Bg())
					return
				}
			case v.background == "" && c.S.Bg() == bare.Bg() && c.W > 0:
				t.Errorf("%s: %q at %d,%d is on the terminal's own ground", s.name, c.C, x, y)
				return
			case legible(c, 0) < s.leastContrast(c):
				t.Errorf("%s: %q at %d,%d has a contrast of %.2f", s.name, c.C, x, y, legible(c, 0))
			}
		}
	}
}

// leastContrast is the least contrast of a cell's text: in menus that of WCAG 2.2, 1.4.3, and in a match that of its
// signs (1.4.11). Names may be over anything in space.
func (s *namedScene) leastContrast(c vt.Cell) float64 {
	switch ground := colourName(c.S.Bg()); {
	case s.match == nil:
		return 4.5
	case slices.Contains(textGrounds, ground):
		return 3
	}
	return 0
}

// textGrounds are the grounds for text: space, panels, and marked or chosen parts of them.
var textGrounds = []string{"-", "16", "87", "234", "238"}

func checkASCII(t *testing.T, s *namedScene, p picture) {
	for y, row := range p {
		for x, c := range row {
			if strings.IndexFunc(c.C, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
				t.Errorf("%s: %q at %d,%d is not ASCII", s.name, c.C, x, y)
			}
		}
	}
}

// checkFilled checks that the lines of a match extend from edge to edge: the top line, and the bottom line.
func checkFilled(t *testing.T, s *namedScene, p picture) {
	first, last := p[0], p[len(p)-1]
	online := s.match().Lag.Transport != "" // with the net figures at the end of the top line
	if !written(first[1:3]) || online && !written(first[len(first)-3:len(first)-1]) {
		t.Errorf("%s: the top line does not reach from edge to edge", s.name)
	}
	if !written(last) {
		t.Errorf("%s: there is no bottom line", s.name)
	}
}

func written(row []vt.Cell) bool {
	return slices.ContainsFunc(row, func(c vt.Cell) bool {
		return strings.IndexFunc(c.C, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '♥' }) >= 0
	})
}

// box is the border of a box.
type box struct{ left, top, right, bottom int }

// checkBoxes checks that the border of each box is closed, unless the box of a page covers a part of it or, at the
// radar in the corner, a callout.
func checkBoxes(t *testing.T, s *namedScene, p picture) {
	closed := 0
	for y, row := range p {
		for x := range len(row) - 1 {
			if row[x].C != "┌" || row[x+1].C != "─" {
				continue
			}
			b, ok := p.boxAt(x, y)
			radar := b.right == len(row)-1 && b.top > len(p)/2
			if ok {
				closed++
			} else if !s.page && !radar {
				t.Errorf("%s: the border of the box at %d,%d is broken", s.name, x, y)
			}
		}
	}
	if s.page && closed == 0 {
		t.Errorf("%s: no box has a whole border", s.name)
	}
}

// boxAt returns the box with its upper left corner there, and whether all of its border is.
func (p picture) boxAt(left, top int) (b box, closed bool) {
	b = box{left, top, left + slices.IndexFunc(p[top][left:], func(c vt.Cell) bool { return c.C == "┐" }), top + 1}
	if b.right < left {
		return b, false
	}
	for b.bottom < len(p)-1 && p[b.bottom][left].C == "│" && p[b.bottom][b.right].C == "│" {
		b.bottom++
	}
	ends := []string{p[top][b.right-1].C, p[b.bottom][left].C, p[b.bottom][left+1].C, p[b.bottom][b.right-1].C, p[b.bottom][b.right].C}
	return b, slices.Equal(ends, []string{"─", "└", "─", "─", "┘"})
}

// picture is the screen of a terminal, row by row.
type picture [][]vt.Cell

// picture returns the screen.
func (r *rig) picture() picture {
	r.refresh()
	size, _ := r.eyes.WindowSize()
	p := make(picture, size.Height)
	for y := range p {
		p[y] = make([]vt.Cell, size.Width)
		for x := range p[y] {
			p[y][x] = r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
		}
	}
	return p
}

// cursorShows reports whether the cursor does.
func (r *rig) cursorShows() bool {
	r.refresh()
	return r.eyes.Backend().GetCursor().IsVisible()
}

// lines returns the text of a part of the picture, without the blanks at the ends of
// its rows.
func (p picture) lines(width, height int) []string {
	lines := make([]string, height)
	for y, row := range p[:height] {
		var b strings.Builder
		end := 0 // of the text
		for x := 0; x < width; x += max(row[x].W, 1) {
			if strings.TrimSpace(row[x].C) != "" {
				b.WriteString(strings.Repeat(" ", x-end))
				b.WriteString(seenAs(row[x]))
				end = x + row[x].W
			}
		}
		lines[y] = b.String()
	}
	return lines
}

// seenAs returns a character as it looks: the lower half in the ground's colour is the upper one.
func seenAs(c vt.Cell) string {
	if c.C == "▄" && c.S.Attr()&vt.Reverse != 0 {
		return "▀"
	}
	return c.C
}

// outside returns the text beyond so many columns and rows.
func (p picture) outside(width, height int) string {
	var b strings.Builder
	for y, row := range p {
		for x := range row {
			if (x >= width || y >= height) && strings.TrimSpace(row[x].C) != "" {
				b.WriteString(row[x].C)
			}
		}
	}
	return b.String()
}

// colours lists the inks on each ground with their numbers of cells: "17: 231*20" are 20 in colour 231 on colour 17,
// and - is the terminal's own. Each ground has a line. A blank has no ink.
func (p picture) colours() (lines []string) {
	count := map[[2]string]int{}
	for _, row := range p {
		for x := range row {
			ink := colourName(row[x].S.Fg())
			if strings.TrimSpace(row[x].C) == "" {
				ink = " "
			}
			count[[2]string{colourName(row[x].S.Bg()), ink}]++
		}
	}
	delete(count, [2]string{"-", " "})
	pairs := slices.SortedFunc(maps.Keys(count), func(a, b [2]string) int {
		return strings.Compare(fmt.Sprintf("%4s%4s", a[0], a[1]), fmt.Sprintf("%4s%4s", b[0], b[1]))
	})
	for i, pair := range pairs {
		if i == 0 || pair[0] != pairs[i-1][0] {
			lines = append(lines, pair[0]+":")
		}
		lines[len(lines)-1] += fmt.Sprintf(" %s*%d", strings.TrimSpace(pair[1]), count[pair])
	}
	return lines
}

func colourName(c color.Color) string {
	switch {
	case c == color.Default || c == color.Black: // which we never use, and the terminal has for its own ground
		return "-"
	case c.IsRGB():
		return fmt.Sprintf("#%06x", c.Hex())
	}
	return fmt.Sprint(int(c & 0xff))
}

// marks lists where the text is bold, faint or reversed, or several of these, by their first letters: "7-9 b3-20 fr30"
// is the rows 7 to 9. Rows and columns count from 0. Stars, which are alone, are left out.
func (p picture) marks() []string {
	var lines []string
	last, since := "", 0
	for y := range len(p) + 1 {
		line := ""
		if y < len(p) {
			line = marksOf(p[y])
		}
		if line == last && y < len(p) {
			continue
		}
		if last != "" {
			lines = append(lines, span(since, y-1)+last)
		}
		last, since = line, y
	}
	return lines
}

// marksOf returns the marks of one row.
func marksOf(row []vt.Cell) (line string) {
	for x := 0; x < len(row); {
		attr, end := row[x].S.Attr(), x+1
		for end < len(row) && row[end].S.Attr() == attr {
			end++
		}
		if attr != vt.Plain && (end > x+1 || !strings.Contains(".·*", row[x].C)) {
			line += " " + attrLetters(attr) + span(x, end-1)
		}
		x = end
	}
	return line
}

func span(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

func attrLetters(a vt.Attr) (letters string) {
	for _, known := range []struct {
		attr   vt.Attr
		letter string
	}{{vt.Bold, "b"}, {vt.Dim, "f"}, {vt.Reverse, "r"}} {
		if a&known.attr != 0 {
			letters += known.letter
			a &^= known.attr
		}
	}
	if a != 0 {
		letters += fmt.Sprintf("(%#x)", a)
	}
	return letters
}
