package term_test

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCloseRestoresTheTerminal(t *testing.T) {
	terminal, tty := open(t, xterm)
	if !tty.Raw() {
		t.Fatal("the terminal was not started")
	}
	terminal.Close()
	out, _ := tty.Take()
	for what, sequence := range map[string]string{
		"leave the alternate screen": "\x1b[?1049l",
		"show the cursor":            "\x1b[?25h",
		"end bracketed paste":        "\x1b[?2004l",
		"end reports of the focus":   "\x1b[?1004l",
		"end the keypad mode":        "\x1b[?1l",
		"reset colours":              "\x1b[m",
		"wrap at the margin":         "\x1b[?7h",
	} {
		if !strings.Contains(out, sequence) {
			t.Errorf("expected %q to %s, found %q", sequence, what, out)
		}
	}
	if tty.Raw() {
		t.Error("the terminal is still raw")
	}
}

// In a synctest bubble, a test that would wait forever fails at once.

func TestCloseDoesNotWaitForAnybodyToReadEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		tty.Type(strings.Repeat("flood", 100_000))
		synctest.Wait()
		terminal.Close()
		if tty.Raw() {
			t.Error("the terminal is still raw")
		}
	})
}

func TestCloseInTheMiddleOfAnEscapeSequence(t *testing.T) {
	for _, begun := range []string{"\x1b", "\x1b[1;", "\x1b]52;c;", "\x1bPx", "\x1bP1$", "\x1b[1;1:3", "\x1b[200~half a paste", "\xe2\x96"} {
		synctest.Test(t, func(t *testing.T) {
			terminal, tty := open(t, xterm)
			tty.Type(begun)
			synctest.Wait()
			terminal.Close()
			if tty.Raw() {
				t.Errorf("after %q the terminal is still raw", begun)
			}
		})
	}
}

func TestCloseMayBeCalledFromManyGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		var closers sync.WaitGroup
		for range 8 {
			closers.Go(func() {
				terminal.Close()
				if tty.Raw() {
					t.Error("Close returned before the terminal was restored")
				}
			})
		}
		closers.Wait()
	})
}

func TestEventsEndWithClose(t *testing.T) {
	terminal, _ := open(t, xterm)
	terminal.Close()
	for range terminal.Events() {
	}
}

func TestEventsEndWithAHangUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		tty.Drain()
		for range terminal.Events() {
		}
		if ev := <-terminal.Events(); ev.Kind != input.Gone {
			t.Errorf("found %v", ev)
		}
		terminal.Close()
	})
}

func TestKeysArriveAsEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		tty.Type("\x03")
		if ev := <-terminal.Events(); !ev.IsCtrl('c') {
			t.Errorf("expected Ctrl-C, found %s", ev)
		}
	})
}

func TestBytesThatAreNotUTF8AreLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal, tty := open(t, xterm)
		var typed string
		for _, part := range []string{"a\xff\xc0b", "\xe2\x96", "\xb2c\xe2", "d\xf0\x9f", "."} {
			tty.Type(part)
			synctest.Wait()
		}
		for ev := range terminal.Events() {
			if typed += ev.String(); ev.Key == '.' {
				break
			}
		}
		if typed != "ab▲cd." {
			t.Errorf("expected ab▲cd., found %q", typed)
		}
	})
}

func TestAnyNameOfATerminalWillDo(t *testing.T) {
	for _, name := range []string{"", "dumb", "wezterm", "vscode", "linux", "tmux-256color", "../../etc/passwd", "xterm;reboot"} {
		terminal, err := term.OpenTty(testkit.NewTty(80, 24), term.Traits{Name: name})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if terminal.Screen().Colors() < 8 {
			t.Errorf("%q: expected colours", name)
		}
		terminal.Close()
	}
}

func TestColoursAreThoseOfTheSession(t *testing.T) {
	for _, c := range []struct {
		traits term.Traits
		colors int
	}{
		{term.Traits{Name: "xterm-256color"}, 256},
		{term.Traits{Name: "xterm"}, 256},
		{term.Traits{Name: "linux"}, 8},
		{term.Traits{Name: "linux", TrueColor: true}, 1 << 24},
		{term.Traits{Name: "xterm-256color", NoColor: true, TrueColor: true}, 0},
		{term.Traits{Name: "xterm-256color", TrueColor: true, Wanted: input.NoColours}, 0},
		{term.Traits{Name: "xterm-256color", TrueColor: true, Wanted: input.Colours16}, 16},
		{term.Traits{Name: "xterm-256color", TrueColor: true, Wanted: input.Colours256}, 256},
		{term.Traits{Name: "xterm-256color", Wanted: input.TrueColours}, 1 << 24},
		{term.Traits{Name: "linux", Wanted: input.Colours16}, 16},
		{term.Traits{Name: "linux", Wanted: input.TrueColours}, 1 << 24},
		{term.Traits{Name: "vt100", Wanted: input.Colours256}, 256},
		{term.Traits{Name: "xterm-256color", NoColor: true, Wanted: input.TrueColours}, 0}, // NO_COLOR goes first
		{term.Traits{Name: "xterm-256color"}, 256},                                         // untouched by the sessions before
	} {
		terminal, _ := open(t, c.traits)
		if got := terminal.Screen().Colors(); got != c.colors {
			t.Errorf("%+v: expected %d colours, found %d", c.traits, c.colors, got)
		}
		terminal.Close()
	}
}

func TestTraitsOfTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		env  string
		want term.Traits
	}{
		{"", term.Traits{}},
		{"TERM=xterm COLORTERM=truecolor LANG=de_DE.UTF-8", term.Traits{Name: "xterm", TrueColor: true}},
		{"LANG=de_DE.UTF-8 LC_ALL=C", term.Traits{ASCII: true}},
		{"LANG=de_DE.ISO-8859-15@euro", term.Traits{ASCII: true}},
		{"LANG=de_DE", term.Traits{}},
		{"LC_CTYPE=C.utf8 LANG=C", term.Traits{}},
		{"NO_COLOR=1", term.Traits{NoColor: true}},
	} {
		env := map[string]string{}
		for _, pair := range strings.Fields(c.env) {
			name, value, _ := strings.Cut(pair, "=")
			env[name] = value
		}
		if got := term.TraitsOf(func(name string) string { return env[name] }); got != c.want {
			t.Errorf("%s: expected %+v, found %+v", c.env, c.want, got)
		}
	}
}

func TestOpenRefusesAFile(t *testing.T) {
	terminal, err := term.Open(input.AutoColours, nil)
	if err == nil {
		terminal.Close()
		t.Skip("the tests were started on a terminal")
	}
	if err != term.ErrNoTerminal {
		t.Errorf("expected ErrNoTerminal, found %v", err)
	}
}
