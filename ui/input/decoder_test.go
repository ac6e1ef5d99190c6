package input

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// reports are the bytes of terminals with their events.
var reports = []struct{ from, input, events string }{
	// kitty 0.42, CSI > 27 u
	{"kitty: up, held, let go", "\x1b[A\x1b[1;1:2A\x1b[1;1:3A", "Up +Up -Up"},
	{"kitty: up with event 1", "\x1b[1;1:1A\x1b[1;1:3A", "Up -Up"},
	{"kitty: shift+up, shift let go first", "\x1b[57441;2u\x1b[1;2A\x1b[57441;1:3u\x1b[1;1:3A", "Shift+Up -Up"},
	{"kitty: num lock is on", "\x1b[1;129:1C\x1b[1;129:3C", "Right -Right"},
	{"kitty: d", "\x1b[100;;100u\x1b[100;1:2;100u\x1b[100;1:3u", "d +d -d"},
	{"kitty: shift+d", "\x1b[100;2;68u\x1b[100;2:3u", "D -d"},
	{"kitty: d let go while ctrl is down", "\x1b[100;;100u\x1b[100;5:3u", "d -d"},
	{"kitty: shift+slash", "\x1b[47;2;63u\x1b[47;2:3u", "? -/"},
	{"kitty: shift+slash, with alternates", "\x1b[47:63;2u", "?"},
	{"kitty: shift+a, without text", "\x1b[97;2u", "A"},
	{"kitty: space", "\x1b[32;;32u\x1b[32;1:3u", "Space -Space"},
	{"kitty: escape", "\x1b[27u\x1b[27;1:3u", "Esc -Esc"},
	{"kitty: enter, tab, shift+tab", "\x1b[13u\x1b[9u\x1b[9;2u\x1b[13;1:3u", "Enter Tab Shift+Tab -Enter"},
	{"kitty: backspace", "\x1b[127u\x1b[127;1:3u", "Backspace -Backspace"},
	{"kitty: ctrl+c", "\x1b[99;5u\x1b[99;5:3u", "Ctrl+c -c"},
	{"kitty: alt+x", "\x1b[120;3u", "Alt+x"},
	{"kitty: page up", "\x1b[5~\x1b[5;1:3~", "PgUp -PgUp"},
	{"kitty: f3", "\x1b[13~\x1b[13;1:3~", "F3 -F3"},
	{"kitty: number pad, 5 and left", "\x1b[57404;129;53u\x1b[57404;129:3u\x1b[57417u\x1b[57417;1:3u", "5 -5 Left -Left"},
	{"kitty: modifiers, locks, media, the pad's middle", "\x1b[57442;5u\x1b[57442;1:3u\x1b[57358u\x1b[57428u\x1b[57427u", ""},
	{"kitty: ä", "\x1b[228;;228u\x1b[228;1:3u", "ä -ä"},
	{"kitty: ctrl+c and ctrl+z of a Russian layout", "\x1b[1089::99;5u\x1b[1089::99;5:3u\x1b[1103:1071:122;5u", "Ctrl+c -с Ctrl+z"},
	{"kitty: ctrl+d of a Russian layout", "\x1b[1074::100;5u", "Ctrl+d"},
	{"kitty: ctrl+semicolon of Dvorak", "\x1b[59::122;5u", "Ctrl+;"},
	{"kitty: ctrl+c of layouts without Latin letters, without alternates", "\x1b[1089;5u\x1b[968;5u\x1b[1489;5u\x1b[1572;5u", "Ctrl+c Ctrl+c Ctrl+c Ctrl+c"},
	{"kitty: a letter of a Russian layout", "\x1b[1092::97;;1092u\x1b[1092:1060:97;2;1060u\x1b[1092::97;1:3u", "ф Ф -ф"},
	{"kitty: flags 1 alone", "\x1b[27u\x1b[97;5ua", "Esc Ctrl+a a"},

	// Windows Terminal 1.22, CSI ? 9001 h
	{"win32: right", "\x1b[39;77;0;1;256;1_\x1b[39;77;0;1;256;1_\x1b[39;77;0;0;256;1_", "Right Right -Right"},
	{"win32: d", "\x1b[68;32;100;1;0;1_\x1b[68;32;100;0;0;1_", "d -d"},
	{"win32: shift+d", "\x1b[16;42;0;1;16;1_\x1b[68;32;68;1;16;1_\x1b[68;32;68;0;16;1_\x1b[16;42;0;0;0;1_", "D -D"},
	{"win32: d let go while ctrl is down", "\x1b[68;32;4;0;8;1_", "-d"},
	{"win32: space let go while ctrl is down", "\x1b[32;57;0;0;8;1_", "-Space"},
	{"win32: escape", "\x1b[27;1;27;1;0;1_\x1b[27;1;27;0;0;1_", "Esc -Esc"},
	{"win32: ctrl+c", "\x1b[67;46;3;1;8;1_", "Ctrl+c"},
	{"win32: left out", "\x1b[65;;97;1_", "a"},
	{"win32: repeats beyond reason", "\x1b[65;30;97;1;0;2000_", "a" + strings.Repeat(" +a", maxRepeats-1)},
	{"win32: an answer typed as keys", typedWin32("\x1b[?61;4c"), ""},
	{"win32: a focus report typed as keys", typedWin32("\x1b[O"), "blur"},
	{"win32: reports in reports", typedWin32(typedWin32("x")), ""},

	{"kitty: keys of tomorrow", "\x1b[57350u\x1b[57364u\x1b[57500;1:3ua", "a"},

	{"pad: up and right together, fire", "\x1b[63488u\x1b[63491u\x1b[63492u\x1b[63488;1:3u\x1b[63492;1:3u", "PadUp PadRight PadA -PadUp -PadA"},
	{"pad: held on in a menu", "\x1b[63489u\x1b[63489;1:2u\x1b[63489;1:3u", "PadDown +PadDown -PadDown"},
	{"pad: all, and the codes before and after", "\x1b[63487u\x1b[63490u\x1b[63493u\x1b[63494u\x1b[63495u\x1b[63496u\x1b[63497u", "PadLeft PadB PadX PadY PadMenu"},
	{"pad: has no modifiers", "\x1b[63492;6u", "PadA"},
	{"pad: an escape before it is one", "\x1b\x1b[63492u", "Esc PadA"},

	// of other terminals
	{"text", "hé▲\x03\r", "h é ▲ Ctrl+c Enter"},
	{"arrows, in both modes", "\x1b[A\x1bOB\x1b[1;5C", "Up Down Ctrl+Right"},
	{"rxvt: shift+right", "\x1b[c", "Shift+Right"},
	{"xterm: shift+f3", "\x1b[1;2R", "Shift+F3"},
	{"xterm: modifyOtherKeys", "\x1b[27;2;97~", "a"},
	{"xterm: ctrl+c and ctrl+z of a Russian layout, and with caps lock", "\x1b[27;5;1089~\x1b[27;5;1103~\x1b[27;5;1057~", "Ctrl+c Ctrl+z Ctrl+c"},
	{"linux: f1", "\x1b[[A", "F1"},
	{"keypads broken off", "\x1bN\x1b[A\x1b[[\x03\x1bO\x1b[?1cA", "Up Ctrl+c A"},
	{"alt+x", "\x1bx", "Alt+x"},
	{"alt+up", "\x1b\x1b[A", "Alt+Up"},
	{"alt+x after escape", "\x1b\x1bx", "Esc Alt+x"},
	{"escape and enter at once", "\x1b\r", "Esc Enter"},
	{"escape many times, and ctrl+c", "\x1b\x1b\x1b\x1b\x03", "Esc Esc Esc Esc Ctrl+c"},
	{"escape and a paste", "\x1b\x1b[200~a\x1b[201~", "Esc paste a pasted"},
	{"escape and a report", "\x1b\x1b[1;3C\x1b\x1b[97;1u", "Esc Alt+Right Esc a"},
	{"escape and unfinished sequences", "\x1b\x1b[1;\x03\x1b\x1bO\x03\x1b\x1bPa", "Esc Ctrl+c Esc Ctrl+c Esc a"},
	{"alt+P, alt+], alt+_ go on as text", "\x1bPa\x1b]b\x1b_c", "a b c"},
	{"paste", "\x1b[200~a\x1b[201~", "paste a pasted"},
	{"focus", "\x1b[I\x1b[O", "focus blur"},
	{"broken off", "\x1b[1;\x03\x1b[1;▲", "Ctrl+c ▲"},
	{"too long", "\x1b[" + strings.Repeat("1;", 500) + "Ab", "b"},

	// answers
	{"device attributes", "\x1b[?62;4;22c\x1b[>1;4000;29c\x1b[=1ca", "a"},
	{"kitty's flags", "\x1b[?0ua", "a"},
	{"mode reports", "\x1b[?2026;2$y\x1b[4;2$ya", "a"},
	{"version", "\x1bP>|kitty(0.42.1)\x1b\\a", "a"},
	{"a colour", "\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\\x1b]10;rgb:ff/ff/ff\aa", "a"},
	{"a stranger's clipboard", "\x1b]52;c;c2VjcmV0YmVnaW4=\aa", "a"},
	{"graphics", "\x1b_Gi=31;OK\x1b\\a", "a"},
	{"a string longer than any", "\x1bP1" + strings.Repeat("x", maxText) + "ya", "y a"},
	{"a string without an end", "\x1bP1$r\x03a", "Ctrl+c a"},
}

// typedWin32 returns bytes as a console reports them that are no keys.
func typedWin32(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "\x1b[0;0;%d;1;0;1_", s[i])
	}
	return b.String()
}

var begin = time.Unix(1000, 0)

// words returns Events as words.
func words(events []Event) string {
	all := make([]string, len(events))
	for i, ev := range events {
		all[i] = ev.String()
	}
	return strings.Join(all, " ")
}

// later decodes nothing more, when an ESC has become a key.
func (d *Decoder) later(dst []Event) []Event { return d.Decode(dst, nil, begin.Add(time.Hour)) }

func TestReportsBecomeEvents(t *testing.T) {
	for _, c := range reports {
		var d Decoder
		if got := words(d.Decode(nil, []byte(c.input), begin)); got != c.events {
			t.Errorf("%s: %q: expected %s, found %s", c.from, c.input, c.events, got)
		}
	}
}

func TestReportsMayBeCutAnywhere(t *testing.T) {
	for _, c := range reports {
		for cut := range len(c.input) {
			var d Decoder
			got := d.Decode(nil, []byte(c.input[:cut]), begin)
			got = d.Decode(got, []byte(c.input[cut:]), begin.Add(escapeWait-1))
			if words(got) != c.events {
				t.Errorf("%s: %q, %q: expected %s, found %s", c.from, c.input[:cut], c.input[cut:], c.events, words(got))
			}
		}
	}
}

func TestAnEscapeAloneIsTheKeyAfterAWhile(t *testing.T) {
	for input, want := range map[string]string{
		"\x1b": "Esc [ A", "\x1b\x1b": "Esc Esc [ A", "\x1b\x1b\x1b": "Esc Esc Esc [ A", typedWin32("\x1b"): "Esc [ A",
	} {
		var d Decoder
		got := d.Decode(nil, []byte(input), begin)
		at, waits := d.Due()
		if !waits || at != begin.Add(escapeWait) {
			t.Errorf("%q: due at %v, %v", input, at, waits)
		}
		got = d.Decode(got, nil, at)
		if _, waits := d.Due(); waits {
			t.Errorf("%q: something is awaited still", input)
		}
		if got = d.Decode(got, []byte("[A"), at); words(got) != want {
			t.Errorf("%q: expected %s, found %s", input, want, words(got))
		}
	}
}

func TestConsolesAreKnownByTheirKeys(t *testing.T) {
	for input, want := range map[string]bool{
		"": false, "\x1b[A": false, "\x1b[1;1:3A": false, "\x1b[39;77;0;1;256;1_": true, "\x1b[0;0;97;1;0;1_": false,
	} {
		var d Decoder
		if d.Decode(nil, []byte(input), begin); d.Console != want {
			t.Errorf("%q: expected %v, found %v", input, want, d.Console)
		}
	}
}

func TestAnswersAreNoKeys(t *testing.T) {
	for input, want := range map[string]string{
		"\x1b[?62;4c":                         "?c 62",
		"\x1b[?27u":                           "?u 27",
		"\x1b[0n":                             "\x00n 0",
		"\x1b[?2026;2$y":                      "?y 2026",
		"\x1b]11;rgb:ff/ff/ff\a":              "11;rgb:ff/ff/ff",
		"\x1b]11;rgb:ff/ff/ff\x1b\\":          "11;rgb:ff/ff/ff",
		typedWin32("\x1b]11;rgb:0/0/0\x1b\\"): "11;rgb:0/0/0",
		"\x1b[5;7R":                           "\x00R 5",
		"\x1b[1;7R":                           "\x00R 1",
		"\x1bP1$r0m\x1b\\":                    "P1$r0m",
		"\x1bP>|kitty(0.26.5)\x1b\\":          "P>|kitty(0.26.5)",
		"\x1bP!|7E565445\x1b\\":               "P!|7E565445",
		"\x1b_Gi=1;OK\x1b\\":                  "",
		"\x1b[A":                              "",
	} {
		got := ""
		d := Decoder{Cursor: true, Answers: func(a TerminalAnswer) {
			switch {
			case a.Command != nil:
				got = string(a.Command)
			case a.Device != nil:
				got = "P" + string(a.Device)
			default:
				got = fmt.Sprintf("%c%c %d", a.Mark, a.Final, a.Number(0, 0, 0))
			}
		}}
		if d.Decode(nil, []byte(input), begin); got != want {
			t.Errorf("%q: expected %q, found %q", input, want, got)
		}
	}
}

func TestTheMouseIsReportedWithAllItsButtons(t *testing.T) {
	for input, want := range map[string]string{
		"\x1b[<35;10;5M\x1b[<0;10;5M\x1b[<0;10;5m\x1b[<35;11;5M":               "9,4:0 9,4:1 9,4:0 10,4:0",
		"\x1b[<0;10;5M\x1b[<2;10;5M\x1b[<2;10;5m\x1b[<0;10;5m":                 "9,4:1 9,4:5 9,4:1 9,4:0",
		"\x1b[<2;10;5M\x1b[<35;10;6M\x1b[<0;10;6M\x1b[<0;10;6m":                "9,4:4 9,5:0 9,5:1 9,5:0", // a release was lost
		"\x1b[<0;10;5M\x1b[<32;11;5M\x1b[<64;11;5M\x1b[<32;12;5M\x1b[<0;12;5m": "9,4:1 10,4:1 10,4:1 11,4:1 11,4:0",
		"\x1b[<M\x1b[<;0;0M\x1b[<1;1m":                                         "0,0:1 0,0:1 0,0:1",
	} {
		var d Decoder
		var got []string
		for _, ev := range d.Decode(nil, []byte(input), begin) {
			got = append(got, fmt.Sprintf("%d,%d:%d", ev.X, ev.Y, ev.Buttons))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: expected %s, found %s", input, want, strings.Join(got, " "))
		}
	}
}

func TestInvalidUTF8IsDropped(t *testing.T) {
	var d Decoder
	var got []Event
	for _, part := range []string{"a\xff\xc0b", "\xe2\x96", "\xb2c\xe2", "d\xf0\x9f", ".", "\u0085\xed\xa0\x80é"} {
		got = d.Decode(got, []byte(part), begin)
	}
	if want := "a b ▲ c d . é"; words(got) != want {
		t.Errorf("expected %s, found %s", want, words(got))
	}
}

// FuzzDecoder cuts any input in any way: the events are the same, nothing grows, and Ctrl-C works after all of it.
func FuzzDecoder(f *testing.F) {
	for _, c := range reports {
		f.Add([]byte(c.input), []byte{1, 3, 2})
	}
	f.Add([]byte(strings.Repeat("\x1b", 1000)), []byte{9})
	f.Add([]byte("\x1b[<0;400000000;5M\x1b[M123\x1b[;;;~\x1b[:::u\x1b[1:2:3;4:5:6A"), []byte{})
	f.Fuzz(func(t *testing.T, input, cuts []byte) {
		input = input[:min(len(input), 1024)]
		var whole, pieces Decoder
		want := whole.later(whole.Decode(nil, input, begin))
		var got []Event
		for i, rest := 0, input; len(rest) > 0; i++ {
			n := len(rest)
			if len(cuts) > 0 {
				n = min(n, 1+int(cuts[i%len(cuts)]))
			}
			got, rest = pieces.Decode(got, rest[:n], begin), rest[n:]
			for _, s := range []*state{&pieces.state, &pieces.nested} {
				if len(s.held) > maxHeld || len(s.text) > maxAnswer+1 || cap(s.held) > 4*maxHeld {
					t.Fatalf("%d and %d bytes are held", len(s.held), len(s.text))
				}
			}
		}
		if got = pieces.later(got); !slices.Equal(got, want) {
			t.Fatalf("%q in pieces: expected %s, found %s", input, words(want), words(got))
		}
		if len(want) > maxRepeats*len(input) {
			t.Fatalf("%d bytes became %d events", len(input), len(want))
		}
		for _, ev := range want {
			if ev.IsPress() && (ev.Key == 0 || ev.Key.IsCharacter() && !utf8.ValidRune(rune(ev.Key))) || ev.Kind == Gone || ev.X < 0 || ev.Y < 0 {
				t.Fatalf("%q: found %#v", input, ev)
			}
		}
		if last := pieces.Decode(nil, []byte{3}, begin.Add(2*time.Hour)); len(last) == 0 || !last[len(last)-1].IsCtrl('c') {
			t.Fatalf("%q and Ctrl-C: found %s", input, words(last))
		}
	})
}
