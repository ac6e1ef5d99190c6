package term

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
)

// line is a terminal's input from the filter on, with tcell and the pump behind it.
type line struct {
	keyboard keyboard
	filter   *filter
	releases releases
	events   chan tcell.Event
	tcell    tcell.InputProcessor
	now      time.Time
}

func newLine() *line {
	l := &line{releases: releases{name: "secret"}, events: make(chan tcell.Event, 4096), now: time.Unix(1000, 0)}
	l.filter = newFilter(&l.keyboard, l.releases.marks())
	l.tcell = tcell.NewInputProcessor(l.events)
	return l
}

// read takes what one Read of the terminal returned.
func (l *line) read(input string) {
	passed := l.filter.pass(nil, []byte(input), l.now)
	l.tcell.ScanUTF8(l.filter.passEscape(passed, l.now))
}

// heard returns what came out so far, a word for each event: a release has a
// minus before it.
func (l *line) heard() string {
	var words []string
	for {
		select {
		case ev := <-l.events:
			if word := describeEvent(l.releases.take(ev)); word != "" {
				words = append(words, word)
			}
		default:
			return strings.Join(words, " ")
		}
	}
}

func describeEvent(ev tcell.Event) string {
	switch ev := ev.(type) {
	case nil:
		return ""
	case KeyRelease:
		return "-" + describeEvent(ev.EventKey)
	case *tcell.EventKey:
		return strings.ReplaceAll(ev.Name(), "Rune[ ]", "Space")
	case *tcell.EventPaste:
		return fmt.Sprintf("paste:%v", ev.Start())
	case *tcell.EventFocus:
		return fmt.Sprintf("focus:%v", ev.Focused)
	}
	return fmt.Sprintf("%T", ev)
}

// reports is what terminals send, and what becomes of it.
var reports = []struct{ from, input, events string }{
	// kitty 0.42, CSI > 27 u
	{"kitty: up, held, let go", "\x1b[A\x1b[1;1:2A\x1b[1;1:3A", "Up Up -Up"},
	{"kitty: up with event 1", "\x1b[1;1:1A\x1b[1;1:3A", "Up -Up"},
	{"kitty: shift+up, shift let go first", "\x1b[57441;2u\x1b[1;2A\x1b[57441;1:3u\x1b[1;1:3A", "Shift+Up -Up"},
	{"kitty: num lock is on", "\x1b[1;129:1C\x1b[1;129:3C", "Right -Right"},
	{"kitty: d", "\x1b[100;;100u\x1b[100;1:2;100u\x1b[100;1:3u", "Rune[d] Rune[d] -Rune[d]"},
	{"kitty: shift+d", "\x1b[100;2;68u\x1b[100;2:3u", "Rune[D] -Rune[d]"},
	{"kitty: d let go while ctrl is down", "\x1b[100;;100u\x1b[100;5:3u", "Rune[d] -Rune[d]"},
	{"kitty: shift+slash", "\x1b[47;2;63u\x1b[47;2:3u", "Rune[?] -Rune[/]"},
	{"kitty: shift+slash, with alternates", "\x1b[47:63;2u", "Rune[?]"},
	{"kitty: shift+a, without text", "\x1b[97;2u", "Rune[A]"},
	{"kitty: space", "\x1b[32;;32u\x1b[32;1:3u", "Space -Space"},
	{"kitty: escape", "\x1b[27u\x1b[27;1:3u", "Esc -Esc"},
	{"kitty: enter, tab, shift+tab", "\x1b[13u\x1b[9u\x1b[9;2u\x1b[13;1:3u", "Enter Tab Backtab -Enter"},
	{"kitty: backspace", "\x1b[127u\x1b[127;1:3u", "Backspace -Backspace"},
	{"kitty: ctrl+c", "\x1b[99;5u\x1b[99;5:3u", "Ctrl+C -Rune[c]"},
	{"kitty: alt+x", "\x1b[120;3u", "Alt+Rune[x]"},
	{"kitty: page up", "\x1b[5~\x1b[5;1:3~", "PgUp -PgUp"},
	{"kitty: f3", "\x1b[13~\x1b[13;1:3~", "F3 -F3"},
	{"kitty: number pad, 5 and left", "\x1b[57404;129;53u\x1b[57404;129:3u\x1b[57417u\x1b[57417;1:3u", "Rune[5] -Rune[5] Left -Left"},
	{"kitty: modifiers, locks, media, the pad's middle", "\x1b[57442;5u\x1b[57442;1:3u\x1b[57358u\x1b[57428u\x1b[57427u", ""},
	{"kitty: ä", "\x1b[228;;228u\x1b[228;1:3u", "Rune[ä] -Rune[ä]"},
	{"kitty: flags 1 alone", "\x1b[27u\x1b[97;5ua", "Esc Ctrl+A Rune[a]"},

	// Windows Terminal 1.22, CSI ? 9001 h
	{"win32: right", "\x1b[39;77;0;1;256;1_\x1b[39;77;0;1;256;1_\x1b[39;77;0;0;256;1_", "Right Right -Right"},
	{"win32: d", "\x1b[68;32;100;1;0;1_\x1b[68;32;100;0;0;1_", "Rune[d] -Rune[d]"},
	{"win32: shift+d", "\x1b[16;42;0;1;16;1_\x1b[68;32;68;1;16;1_\x1b[68;32;68;0;16;1_\x1b[16;42;0;0;0;1_", "Rune[D] -Rune[D]"},
	{"win32: d let go while ctrl is down", "\x1b[68;32;4;0;8;1_", "-Rune[d]"},
	{"win32: space let go while ctrl is down", "\x1b[32;57;0;0;8;1_", "-Space"},
	{"win32: escape", "\x1b[27;1;27;1;0;1_\x1b[27;1;27;0;0;1_", "Esc -Esc"},
	{"win32: ctrl+c", "\x1b[67;46;3;1;8;1_", "Ctrl+C"},
	{"win32: left out", "\x1b[65;;97;1_", "Rune[a]"},
	{"win32: repeats beyond reason", "\x1b[65;30;97;1;0;2000_", "Rune[a]" + strings.Repeat(" Rune[a]", maxRepeats-1)},
	{"win32: an answer typed as keys", typedWin32("\x1b[?61;4c"), ""},
	{"win32: a focus report typed as keys", typedWin32("\x1b[O"), "focus:false"},
	{"win32: reports in reports", typedWin32(typedWin32("x")), ""},

	{"kitty: keys of tomorrow", "\x1b[57350u\x1b[57364u\x1b[57500;1:3ua", "Rune[a]"},

	// what others send
	{"text", "hé▲\x03\r", "Rune[h] Rune[é] Rune[▲] Ctrl+C Enter"},
	{"arrows, in both modes", "\x1b[A\x1bOB\x1b[1;5C", "Up Down Ctrl+Right"},
	{"rxvt: shift+right", "\x1b[c", "Shift+Right"},
	{"xterm: shift+f3", "\x1b[1;2R", "Shift+F3"},
	{"xterm: modifyOtherKeys", "\x1b[27;2;97~", "Rune[a]"},
	{"linux: f1", "\x1b[[A", "F1"},
	{"keypads broken off", "\x1bN\x1b[A\x1b[[\x03\x1bO\x1b[?1cA", "Up Ctrl+C Rune[A]"},
	{"alt+x", "\x1bx", "Alt+Rune[x]"},
	{"alt+up", "\x1b\x1b[A", "Alt+Up"},
	{"alt+x after escape", "\x1b\x1bx", "Esc Alt+Rune[x]"},
	{"escape and enter at once", "\x1b\r", "Esc Enter"},
	{"escape many times, and ctrl+c", "\x1b\x1b\x1b\x1b\x03", "Esc Esc Esc Esc Ctrl+C"},
	{"escape and a paste", "\x1b\x1b[200~a\x1b[201~", "Esc paste:true Rune[a] paste:false"},
	{"escape and a report", "\x1b\x1b[1;3C\x1b\x1b[97;1u", "Esc Alt+Right Esc Rune[a]"},
	{"escape and what is broken off", "\x1b\x1b[1;\x03\x1b\x1bO\x03\x1b\x1bPa", "Esc Ctrl+C Esc Ctrl+C Esc Rune[a]"},
	{"alt+P, alt+], alt+_ go on as text", "\x1bPa\x1b]b\x1b_c", "Rune[a] Rune[b] Rune[c]"},
	{"paste", "\x1b[200~a\x1b[201~", "paste:true Rune[a] paste:false"},
	{"focus", "\x1b[I\x1b[O", "focus:true focus:false"},
	{"broken off", "\x1b[1;\x03\x1b[1;▲", "Ctrl+C Rune[▲]"},
	{"too long", "\x1b[" + strings.Repeat("1;", 500) + "Ab", "Rune[b]"},

	// answers
	{"device attributes", "\x1b[?62;4;22c\x1b[>1;4000;29c\x1b[=1ca", "Rune[a]"},
	{"kitty's flags", "\x1b[?0ua", "Rune[a]"},
	{"mode reports", "\x1b[?2026;2$y\x1b[4;2$ya", "Rune[a]"},
	{"version", "\x1bP>|kitty(0.42.1)\x1b\\a", "Rune[a]"},
	{"a colour", "\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\\x1b]10;rgb:ff/ff/ff\aa", "Rune[a]"},
	{"a stranger's clipboard", "\x1b]52;c;c2VjcmV0YmVnaW4=\aa", "Rune[a]"},
	{"graphics", "\x1b_Gi=31;OK\x1b\\a", "Rune[a]"},
	{"a string longer than any", "\x1bP1" + strings.Repeat("x", maxText) + "ya", "Rune[y] Rune[a]"},
	{"a string without an end", "\x1bP1$r\x03a", "Ctrl+C Rune[a]"},
}

// typedWin32 returns bytes as a console reports them that are no keys.
func typedWin32(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "\x1b[0;0;%d;1;0;1_", s[i])
	}
	return b.String()
}

func TestReportsBecomeEvents(t *testing.T) {
	for _, c := range reports {
		l := newLine()
		l.read(c.input)
		if got := l.heard(); got != c.events {
			t.Errorf("%s: %q: expected %s, found %s", c.from, c.input, c.events, got)
		}
	}
}

func TestReportsMayBeCutAnywhere(t *testing.T) {
	for _, c := range reports {
		for cut := range len(c.input) {
			if c.input[cut]&0xc0 == 0x80 {
				continue // what comes before the filter keeps runes whole
			}
			if strings.HasSuffix(c.input[:cut], "\x1b\x1b") {
				continue // and this is Escape twice
			}
			l := newLine()
			l.read(c.input[:cut])
			l.read(c.input[cut:])
			if got := l.heard(); got != c.events {
				t.Errorf("%s: %q, %q: expected %s, found %s", c.from, c.input[:cut], c.input[cut:], c.events, got)
			}
		}
	}
}

func TestAnEscapeAloneIsPassedOnAtOnceAndIsTheKeyAfterAWhile(t *testing.T) {
	l := newLine()
	if got := l.filter.passEscape(l.filter.pass(nil, []byte("\x1b"), l.now), l.now); string(got) != "\x1b" {
		t.Errorf("expected the ESC, found %q", got)
	}
	later := l.now.Add(escapeWait + 1)
	if got := l.filter.pass(nil, []byte("[A"), later); string(got) != "[A" {
		t.Errorf("expected what was typed after it, found %q", got)
	}
}

func TestEscapeTwiceAtOnceIsTheKeyTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, input := range []string{"\x1b\x1b", "\x1b\x1b\x1b"} {
			l := newLine()
			l.read(input)
			time.Sleep(time.Second)
			synctest.Wait()
			if got, want := l.heard(), strings.TrimSpace(strings.Repeat("Esc ", len(input))); got != want {
				t.Errorf("%q: expected %s, found %s", input, want, got)
			}
		}
	})
}

func TestReleasesAreKnownFromAnswersAndConsoles(t *testing.T) {
	for input, want := range map[string]bool{
		"": false, "\x1b[?0u": false, "\x1b[?1u": false, "\x1b[?27u": true, "\x1b[?27u\x1b[?1u": false,
		"\x1b[A": false, "\x1b[1;1:3A": false, "\x1b[39;77;0;1;256;1_": true, "\x1b[0;0;97;1;0;1_": false,
	} {
		l := newLine()
		l.read(input)
		if got := l.keyboard.reportsReleases(); got != want {
			t.Errorf("%q: expected %v, found %v", input, want, got)
		}
	}
}

// FuzzFilter has any input cut in any way: what comes out is the same, and
// nothing grows.
func FuzzFilter(f *testing.F) {
	for _, c := range reports {
		f.Add([]byte(c.input), []byte{1, 3, 2})
	}
	f.Add(bytes.Repeat([]byte("\x1b"), 1000), []byte{9})
	f.Fuzz(func(t *testing.T, input, cuts []byte) {
		input = input[:min(len(input), 1024)]
		var k keyboard
		m := marks{[]byte("<"), []byte(">")}
		now := time.Unix(1000, 0)
		want := newFilter(&k, m).pass(nil, input, now)

		pieces := newFilter(&k, m)
		var got []byte
		rest := input
		for i := 0; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, 1+int(cuts[i%len(cuts)]))
			}
			got, rest = pieces.pass(got, rest[:n], now), rest[n:]
			if len(pieces.held) > maxHeld || cap(pieces.held) > 4*maxHeld || len(pieces.inner.held) > maxHeld {
				t.Fatalf("%d bytes are held", len(pieces.held))
			}
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%q in pieces: expected %q, found %q", input, want, got)
		}
		// The most is of one ESC after the other: passed on, ended, and made a key.
		if limit := (1+1+len(escapeKey))*len(input) + 64; len(want) > limit {
			t.Fatalf("%d bytes became %d", len(input), len(want))
		}
	})
}

// FuzzFilterBeforeTcell has any input read byte by byte by all that reads it,
// so that each ESC is passed on alone at first.
func FuzzFilterBeforeTcell(f *testing.F) {
	for _, c := range reports {
		f.Add(c.input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		input = strings.ToValidUTF8(input[:min(len(input), 256)], "")
		if strings.Contains(input, "\x1b\x1b") {
			t.Skip("tcell names Alt with a control key in two ways")
		}
		whole, pieces := newLine(), newLine()
		whole.read(input)
		for _, r := range input {
			pieces.read(string(r))
		}
		if want, got := whole.heard(), pieces.heard(); got != want {
			t.Errorf("%q byte by byte: expected %s, found %s", input, want, got)
		}
	})
}
