package ui

import (
	"context"
	"flag"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/testkit"
	"dogfight/ui/term"
)

var (
	first   = flag.Int("monkey", 0, "the seed of the first monkey")
	monkeys = flag.Int("monkeys", 2, "how many monkeys play at the keyboard, without -long")
	deeds   = flag.Int("deeds", 30, "how many things each monkey does, without -long")
)

// monkey sits at a terminal in memory that runs an App with real matches, and does
// anything.
type monkey struct {
	*testing.T
	seed   uint64
	chance *rand.Rand
	deed   string // the last

	tty        *testkit.Tty
	kitty      bool // the terminal has kitty's protocol
	terminal   *term.Terminal
	eyes       vt.MockTerm
	modes      modes
	background string // that it tells; "" if it does not, nor answers other questions but kitty's
	matches    *matches
	app        *app
	hangUp     context.CancelFunc // ends the App
	ended      chan error
}

func TestAMonkeyAtTheKeyboardBreaksNothing(t *testing.T) {
	t.Parallel()
	switch {
	case *long:
		*monkeys, *deeds = max(*monkeys, 10), max(*deeds, 100)
	case testing.Short():
		*monkeys = 1
	}
	for seed := *first; seed < *first+*monkeys; seed++ {
		synctest.Test(t, func(t *testing.T) {
			m := newMonkey(t, uint64(seed))
			defer m.eyes.Stop()
			defer m.end()
			for range *deeds {
				m.act()
			}
			m.leave()
		})
		if t.Failed() {
			break // one is enough to read
		}
	}
}

// kinds are terminals that are treated differently. None has 16 colours, for the
// emulator knows nothing of how the upper 8 of these are said.
var kinds = []term.Traits{
	{Name: "xterm-256color"}, {Name: "xterm-kitty", TrueColor: true}, {Name: "xterm", NoColor: true}, {Name: "linux"},
	{Name: "screen", ASCII: true}, {Name: "dumb"}, {Name: "tmux-256color"}, {Name: "vt220"},
}

func newMonkey(t *testing.T, seed uint64) *monkey {
	m := &monkey{T: t, seed: seed, chance: rand.New(rand.NewPCG(seed, 0)), tty: testkit.NewTty(80, 24)}
	m.kitty = m.chance.IntN(2) == 0
	m.background = []string{"", "rgb:0000/0000/0000", "rgb:ffff/ffff/ffff", "rgb:80/80/80"}[m.chance.IntN(4)]
	m.eyes = vt.NewMockTerm(vt.MockOptSize{X: 80, Y: 24}, vt.MockOptColors(1<<24))
	m.eyes.Start()
	m.eyes.Write([]byte("\x1b[?2027h")) // what combines is one character
	m.begin()
	return m
}

// begin starts the App, as main does.
func (m *monkey) begin() {
	traits := kinds[m.chance.IntN(len(kinds))]
	terminal, err := term.OpenTty(m.tty, traits)
	if err != nil {
		m.Fatal(err)
	}
	m.matches, m.terminal, m.ended = &matches{}, terminal, make(chan error, 1)
	m.modes = modes{on: map[string]bool{}}
	m.app = newApp(terminal, Config{Terminal: terminal, Launcher: m.matches, Address: "somewhere", Settings: Settings{
		Mouse: m.chance.IntN(2) == 0, Glyphs: Glyphs(m.chance.IntN(4)), FewerFlashes: m.chance.IntN(2) == 0, ReducedMotion: m.chance.IntN(2) == 0,
	}})
	app, ended := m.app, m.ended
	ctx, hangUp := context.WithCancel(context.Background())
	m.hangUp = hangUp
	go func() { ended <- app.loop(ctx) }()
	m.wait(100 * time.Millisecond)
	m.read(false) // and tells what it can
}

// act does one thing and looks at what becomes of it.
func (m *monkey) act() {
	frames, match := int64(0), m.matches.current
	if match != nil {
		frames = match.frames.Load()
	}
	ascii, size := m.app.ascii(), m.size()
	d := acts[m.chance.IntN(len(acts))]
	m.deed = d.name
	d.do(m)
	m.wait(time.Duration(m.chance.IntN(60)) * time.Millisecond)
	m.wait(40 * time.Millisecond)
	m.read(ascii && m.app.ascii())
	if m.hasLeft() {
		m.restart()
		return
	}
	if match != nil && match == m.matches.current && !match.closed.Load() && match.frames.Load() == frames {
		m.fail("the match stood still")
	}
	m.checkModes()
	if size == m.size() {
		m.compare()
	}
}

// checkModes looks whether the terminal reports what flying needs, and only then.
func (m *monkey) checkModes() {
	steered := m.app.flight != nil && m.app.flight.steered()
	if on := m.modes.on["1003"]; on != (steered && m.app.conf.Settings.Mouse) {
		m.fail("is a ship steered? %v; by mouse? %v; is that reported? %v", steered, m.app.conf.Settings.Mouse, on)
	}
	if on := slices.Contains(m.modes.kitty, kittyFlying); on && !steered || !on && steered && m.kitty {
		m.fail("is a ship steered? %v; are releases reported? %v", steered, on)
	}
}

func (m *monkey) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (m *monkey) fail(format string, args ...any) {
	m.Helper()
	m.Fatalf("seed %d, after %s: "+format+"\n%s", append(append([]any{m.seed, m.deed}, args...), m.text())...)
}

func (m *monkey) size() vt.Coord {
	size, _ := m.tty.WindowSize()
	return vt.Coord{X: vt.Col(size.Width), Y: vt.Row(size.Height)}
}

func (m *monkey) text() string {
	r := rig{tty: m.tty, eyes: m.eyes}
	return r.text()
}

// joiner is in emoji that the player may type in a form.
const joiner = '\u200d'

// harmless is what an App may write besides text.
var harmless = regexp.MustCompile(`\x1b(\]1[01];\?\x1b\\|\[[?<>=]?[0-9;]*\$?[@A-Za-z]|[=>DM]|[()][0B])|[\x08\x0f]`)

// read has the emulator read what was written, and answers what it asks.
func (m *monkey) read(ascii bool) {
	out, _ := m.tty.Take()
	m.eyes.Write([]byte(out))
	m.modes.read(out)
	if i := strings.IndexFunc(out, func(r rune) bool { return r >= 0x80 }); ascii && i >= 0 {
		m.fail("%q is not ASCII", out[i:])
	}
	text := harmless.ReplaceAllString(out, "")
	if i := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) && r != joiner }); i >= 0 {
		m.fail("%q was written", text[max(i-9, 0):])
	}
	if answers := m.answers(out); answers != "" {
		m.tty.Type(answers)
		synctest.Wait()
		m.read(ascii)
	}
}

// answers returns what the terminal says to what it was asked.
func (m *monkey) answers(out string) (all string) {
	if m.background != "" && strings.Contains(out, "\x1b]11;?") {
		all = "\x1b]11;" + m.background + "\x1b\\"
	}
	if m.kitty && strings.Contains(out, "\x1b[?u") {
		all += m.modes.kittyAnswer()
	}
	if m.background != "" && strings.Contains(out, "\x1b[c") {
		all += "\x1b[?62;c"
	}
	return all
}

// compare compares what the terminal shows with what the screen holds, and then with
// what it shows when all is written once more.
func (m *monkey) compare() {
	screen, size := m.terminal.Screen(), m.size()
	width, height := screen.Size()
	if width != min(int(size.X), 400) || height != min(int(size.Y), 150) {
		return // it has not heard yet
	}
	for i := range width * height {
		x, y := i%width, i/width
		drawn, _, _ := screen.Get(x, y)
		if shown := m.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}).C; shown != drawn && shown+drawn != " " && len([]rune(drawn)) == 1 {
			m.fail("at %d,%d: drew %q, the terminal shows %q", x, y, drawn, shown)
		}
	}
	before := m.cells(width, height)
	screen.Sync()
	m.read(false)
	for i, cell := range m.cells(width, height) {
		if cell != before[i] {
			m.fail("at %d,%d: the terminal showed %v, and %v drawn anew", i%width, i/width, before[i], cell)
		}
	}
	m.handBack()
}

// handBack gives the App and its screen back to its own goroutine, which waited for
// an event while they were looked at.
func (m *monkey) handBack() {
	size := m.size()
	m.tty.Resize(int(size.X), int(size.Y)) // as it is
	synctest.Wait()
}

// seen is how one cell looks.
type seen struct {
	text        string
	ink, ground uint64
	manner      vt.Attr
}

func (m *monkey) cells(width, height int) (cells []seen) {
	for i := range width * height {
		c := m.eyes.GetCell(vt.Coord{X: vt.Col(i % width), Y: vt.Row(i / width)})
		cell := seen{strings.TrimSpace(c.C), uint64(c.S.Fg()), uint64(c.S.Bg()), c.S.Attr()}
		if cell.text == "" && cell.manner == 0 {
			cell.ink = 0 // invisible
		}
		cells = append(cells, cell)
	}
	return cells
}

func (m *monkey) hasLeft() bool {
	select {
	case err := <-m.ended:
		m.ended <- err
		return true
	default:
		return false
	}
}

// restart starts another App, since the last has been left.
func (m *monkey) restart() {
	m.end()
	m.tty = testkit.NewTty(80, 24)
	m.eyes.SetSize(vt.Coord{X: 80, Y: 24})
	m.begin()
}

// leave goes back to the title or the match by Esc alone, and then out.
func (m *monkey) leave() {
	m.resize(80, 24)
	m.wait(2 * time.Second) // whatever was begun is over
	for range 8 {
		m.tty.Type(esc)
		m.wait(100 * time.Millisecond)
	}
	m.deed = "Esc"
	if top := len(m.app.pages) - 1; !m.home(top) && (m.app.flight == nil || !m.home(top-1)) {
		m.fail("Esc led nowhere: %d pages, the top is %T", len(m.app.pages), m.app.pages[top])
	}
	m.tty.Type(ctrlC)
	m.wait(20 * time.Millisecond)
	m.deed = "Ctrl-C"
	if !m.hasLeft() {
		m.fail("it goes on")
	}
}

// home reports whether a page is the title or the match; over the latter Esc opens a
// menu, and closes it.
func (m *monkey) home(i int) bool {
	_, title := m.app.pages[i].(*title)
	return title || m.app.flight != nil && m.app.pages[i] == page(m.app.flight)
}

// end gives the terminal back, and looks whether it is as it was.
func (m *monkey) end() {
	m.hangUp() // if the test has failed, it has not left
	m.wait(2 * time.Second)
	m.terminal.Close()
	m.wait(2 * time.Second)
	m.read(false)
	if left := m.modes.left(); left != "" {
		m.Errorf("seed %d: the terminal was left with %s", m.seed, left)
	}
	if m.tty.Raw() {
		m.Errorf("seed %d: the terminal is still raw", m.seed)
	}
}
