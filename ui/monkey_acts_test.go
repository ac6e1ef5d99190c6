package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/gdamore/tcell/v3/vt"
)

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

// visit goes where random keys rarely lead.
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

// control types a control key, but neither Ctrl-C nor what ends a session.
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

// settings sets something else, as the form does.
func (m *monkey) settings() {
	s := m.app.conf.Settings
	switch m.chance.IntN(6) {
	case 0:
		s.Glyphs = Glyphs(m.chance.IntN(4))
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
