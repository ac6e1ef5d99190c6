package ui

import (
	"context"
	"flag"
	"fmt"
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
	"dogfight/ui/input"
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
	background string // that it reports; "" if it answers only kitty's question
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

// kinds are terminals that are treated differently. 16 colours are missing, as the emulator does not know the
// sequences of the upper 8.
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
	m.eyes.Write([]byte("\x1b[?2027h")) // combining characters are one character
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
	m.app = newApp(terminal, Config{Terminal: terminal, Launcher: m.matches, Address: "somewhere", Settings: input.Settings{
		Mouse: m.chance.IntN(2) == 0, Glyphs: usedGlyphs[m.chance.IntN(4)], FewerFlashes: m.chance.IntN(2) == 0, ReducedMotion: m.chance.IntN(2) == 0,
	}})
	app, ended := m.app, m.ended
	ctx, hangUp := context.WithCancel(context.Background())
	m.hangUp = hangUp
	go func() { ended <- app.loop(ctx) }()
	m.wait(100 * time.Millisecond)
	m.read(false) // and answers
}

// act does one thing and checks the result.
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
		m.fail("the match did not advance")
	}
	m.checkModes()
	if size == m.size() {
		m.compare()
	}
}

// checkModes checks that the terminal reports key releases while flying, and only then.
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

// harmless matches the sequences that an App may write besides text.
var harmless = regexp.MustCompile(`\x1b(\]1[01];\?\x1b\\|\[[?<>=]?[0-9;]*\$?[@A-Za-z]|[=>DM]|[()][0B])|[\x08\x0f]`)

// read passes the output to the emulator and answers its questions.
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

// answers returns the terminal's answers to the output.
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

// compare compares the terminal with the screen, and then with itself after everything is written again.
func (m *monkey) compare() {
	screen, size := m.terminal.Screen(), m.size()
	width, height := screen.Size()
	if width != min(int(size.X), 400) || height != min(int(size.Y), 150) {
		return // answers are on their way
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
			m.fail("at %d,%d: the terminal showed %v, and %v drawn again", i%width, i/width, before[i], cell)
		}
	}
	m.handBack()
}

// handBack gives the App and its screen back to its own goroutine, which waited for
// an event while they were looked at.
func (m *monkey) handBack() {
	size := m.size()
	m.tty.Resize(int(size.X), int(size.Y)) // unchanged
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
	m.wait(2 * time.Second) // repeats and pastes end
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
		m.fail("it is still running")
	}
}

// home reports whether a page is the title or the match; over the latter Esc opens a
// menu, and closes it.
func (m *monkey) home(i int) bool {
	_, title := m.app.pages[i].(*title)
	return title || m.app.flight != nil && m.app.pages[i] == page(m.app.flight)
}

// end closes the terminal, and checks that its state was restored.
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

// act is something that a monkey may do.
type act struct {
	name string
	do   func(*monkey)
}

var acts = []act{
	{"a key", (*monkey).key}, {"a key", (*monkey).key}, {"a key", (*monkey).key}, {"a key", (*monkey).key},
	{"a letter", (*monkey).letter}, {"a letter", (*monkey).letter},
	{"many keys", (*monkey).burst},
	{"a visit", (*monkey).visit}, {"a visit", (*monkey).visit}, {"a fight", (*monkey).fight}, {"a fight", (*monkey).fight},
	{"a control key", (*monkey).control},
	{"a key in kitty's protocol", (*monkey).kittyKey}, {"a key of a Windows console", (*monkey).win32Key},
	{"the mouse", (*monkey).mouse}, {"the mouse", (*monkey).mouse},
	{"the focus", func(m *monkey) { m.tty.Type(m.oneOf("\x1b[I", "\x1b[O")) }},
	{"a paste", (*monkey).paste}, {"half a paste", func(m *monkey) { m.tty.Type("\x1b[200~" + m.garbage()) }},
	{"half a sequence", func(m *monkey) { m.tty.Type(m.oneOf(unfinished...)) }},
	{"an answer", func(m *monkey) { m.tty.Type(m.oneOf(answers...)) }},
	{"garbage", func(m *monkey) { m.tty.Type(m.garbage()) }},
	{"another size", func(m *monkey) { m.resize(1+m.chance.IntN(160), 1+m.chance.IntN(60)) }},
	{"a size and back", func(m *monkey) {
		size := m.size()
		m.resize(1+m.chance.IntN(90), 1+m.chance.IntN(30))
		m.resize(int(size.X), int(size.Y))
	}},
	{"an odd size", func(m *monkey) {
		m.resize([]int{1, 2, 59, 60, 80}[m.chance.IntN(5)], []int{1, 2, 19, 20, 24}[m.chance.IntN(5)])
	}},
	{"a good size", func(m *monkey) { m.resize(80, 24) }},
	{"other settings", (*monkey).settings},
	{"a lost link", func(m *monkey) {
		if match := m.matches.current; match != nil && match.cut != nil && m.chance.IntN(4) == 0 {
			match.cut()
		}
	}},
	{"the end of the host", func(m *monkey) {
		if match := m.matches.current; match != nil && m.chance.IntN(8) == 0 {
			match.stop()
		}
	}},
}

func (m *monkey) oneOf(some ...string) string { return some[m.chance.IntN(len(some))] }

var unfinished = []string{
	"\x1b", "\x1b[", "\x1b[1;", "\x1b[<0;5", "\x1b]52;c;", "\x1bP", "\x1bP1$r", "\x1b_G", "\x1b^", "\x1bO", "\x1bN", "\x1b[[", "\xe2\x96", "\x1b\x1b",
	"\x1b[" + strings.Repeat("1;", 100), "\x1b[65;30;97;1;0;", "\x1b[97;1:",
}

var answers = []string{
	"\x1b[?0u", "\x1b[?31u", "\x1b[?62;22c", "\x1b[>1;10;0c", "\x1b[5;9R", "\x1b[?2026;2$y", "\x1b]11;rgb:0000/0000/0000\a", "\x1bP>|tmux 3.4\x1b\\",
	"\x1b[0n", "\x1b[8;24;80t", "\x1b_Gi=1;OK\x1b\\", "\x1b[1;1R", "\x1b[48;10;10;0;0t",
}

func (m *monkey) key() {
	m.tty.Type(m.oneOf(enter, enter, esc, down, down, up, right, left, "\t", "\x1b[Z", " ", "\x7f", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~",
		"\x1b[3~", "\x1b[2~", "\x1bOP", "\x1bOQ", "\x1bOR", "\x1bOS", "\x1b[15~", "\x1b[24~", "\x1b[1;2A", "\x1b[1;5C", "\x1bOA", "\x1b[25~", "\x1b[99~"))
}

func (m *monkey) letter() {
	m.tty.Type(m.oneOf(strings.Split("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789?/+-.,<>é漢🚀\u0301", "")...))
}

func (m *monkey) burst() {
	for range m.chance.IntN(400) {
		if m.chance.IntN(2) == 0 {
			m.key()
		} else {
			m.letter()
		}
	}
}

// visit goes to pages that random keys rarely reach.
func (m *monkey) visit() {
	ways := [][]string{
		{enter}, {enter}, {enter}, {"l"}, {"h", enter}, {"h", up, right, down, enter}, {"j", enter}, {"o", down, right, enter}, {"s", up, enter},
		{"s", "x", down, right, down, right, down, right, down, right, down, right, enter}, {"?"}, {esc, "m", right, enter}, {esc, "n"}, {esc, "e"},
		{esc, "t"}, {esc, "p", " "}, {esc, "c", right, enter}, {esc, "?"}, {esc, "s", up, enter, right, enter, "x"}, {enter, "hello", enter}, {"\t"}, {"c"}, {"v"},
	}
	if m.chance.IntN(2) == 0 {
		m.types(esc, esc, esc)
	}
	m.types(ways[m.chance.IntN(len(ways))]...)
}

// types types keys so slowly that each is one.
func (m *monkey) types(keys ...string) {
	for _, key := range keys {
		m.tty.Type(key)
		m.wait(80 * time.Millisecond)
	}
}

// fight flies about for some seconds.
func (m *monkey) fight() {
	for range 20 {
		m.types(m.oneOf(up, down, left, right, " ", " ", "w", "a", "s", "d", "b", "x", "1", "2", "t"))
		m.wait(time.Duration(m.chance.IntN(400)) * time.Millisecond)
	}
}

// control types a control key, but neither Ctrl-C nor one that ends a session.
func (m *monkey) control() {
	for {
		if c := byte(m.chance.IntN(32)); c != 3 {
			m.tty.Type(m.oneOf("", "\x1b") + string(c))
			return
		}
	}
}

func (m *monkey) kittyKey() {
	code := []int{27, 13, 9, 32, 97, 119, 100, 115, 57352, 57441, 122, 127, 0, 1114112, 55296}[m.chance.IntN(15)]
	mods, event := 1+m.chance.IntN(4), 1+m.chance.IntN(3)
	m.tty.Type(fmt.Sprintf("\x1b[%d;%d:%du", code, mods, event))
	m.tty.Type(fmt.Sprintf("\x1b[1;%d:%d%c", mods, event, "ABCDHF"[m.chance.IntN(6)]))
}

func (m *monkey) win32Key() {
	down := m.chance.IntN(2)
	m.tty.Type(fmt.Sprintf("\x1b[%d;%d;%d;%d;0;%d_", []int{38, 40, 37, 39, 65, 27, 13, 32, 16}[m.chance.IntN(9)], m.chance.IntN(60),
		[]int{0, 97, 27, 13, 32, 56832, 0x30}[m.chance.IntN(7)], down, m.chance.IntN(5)))
}

func (m *monkey) mouse() {
	m.tty.Type(fmt.Sprintf("\x1b[<%d;%d;%d%c", m.chance.IntN(70), m.chance.IntN(200), m.chance.IntN(90), "Mm"[m.chance.IntN(2)]))
}

func (m *monkey) paste() { m.tty.Type(pasted(m.garbage())) }

// garbage is a bit of anything but Ctrl-C.
func (m *monkey) garbage() string {
	var b strings.Builder
	for range m.chance.IntN(60) {
		switch m.chance.IntN(4) {
		case 0:
			b.WriteString(strings.ReplaceAll(string(byte(m.chance.IntN(256))), "\x03", ""))
		case 1:
			b.WriteRune([]rune("漢👩\u200d🚀\u0301\u202e\U0001F1E9עa\u0e47\x1b")[m.chance.IntN(11)])
		default:
			b.WriteByte(byte(' ' + m.chance.IntN(95)))
		}
	}
	return b.String()
}

func (m *monkey) resize(width, height int) {
	m.read(false)
	m.eyes.SetSize(vt.Coord{X: vt.Col(width), Y: vt.Row(height)})
	m.tty.Resize(width, height)
}

var usedGlyphs = [4]input.Glyphs{input.BestGlyphs, input.BrailleGlyphs, input.BlockGlyphs, input.ASCIIGlyphs}

// settings sets something else, as the form does.
func (m *monkey) settings() {
	s := m.app.conf.Settings
	switch m.chance.IntN(6) {
	case 0:
		s.Glyphs = usedGlyphs[m.chance.IntN(4)]
	case 1:
		s.FrameRate = 30 + 30*m.chance.IntN(2)
	case 2:
		s.Theme = themeOptions("", s.Theme)[m.chance.IntN(2)].value
	case 3:
		s.ColourBlind = !s.ColourBlind
	case 4:
		s.Mouse = !s.Mouse
	case 5:
		s.FewerFlashes = !s.FewerFlashes
	}
	m.app.set(s)
	m.handBack()
}

// modes are the modes that a terminal was set to.
type modes struct {
	on    map[string]bool // the private ones, by number
	kitty []string        // the flags of its keyboard, the newest last
}

// kittyFlying are the flags of the keyboard while a ship is steered.
const kittyFlying = "31"

var modeSet = regexp.MustCompile(`\x1b\[(?:\?([0-9]+)([hl])|>([0-9]+)u|(<)u)`)

// read parses output.
func (s *modes) read(out string) {
	for _, m := range modeSet.FindAllStringSubmatch(out, -1) {
		switch {
		case m[1] != "":
			s.on[m[1]] = m[2] == "h"
		case m[3] != "":
			s.kitty = append(s.kitty, m[3])
		case len(s.kitty) > 0:
			s.kitty = s.kitty[:len(s.kitty)-1]
		default:
			s.on["a pop of nothing"] = true
		}
	}
}

// kittyAnswer is the answer of a terminal with kitty's protocol.
func (s *modes) kittyAnswer() string {
	if len(s.kitty) == 0 {
		return "\x1b[?0u"
	}
	return "\x1b[?" + s.kitty[len(s.kitty)-1] + "u"
}

// left describes the modes that a shell's terminal must not have; "" if there are none. Whether the cursor blinks,
// mode 12, is the terminal's choice.
func (s *modes) left() string {
	var wrong []string
	for mode, on := range s.on {
		if mode != "12" && on != slices.Contains([]string{"7", "25"}, mode) {
			wrong = append(wrong, fmt.Sprintf("%s %v", mode, on))
		}
	}
	slices.Sort(wrong)
	return strings.Join(append(wrong, s.kitty...), ", ")
}
