package term

import (
	"strings"
	"testing"

	"dogfight/testkit"
)

func TestBellRingsOnceWithTheNextFrame(t *testing.T) {
	tty := testkit.NewTty(80, 24)
	terminal, err := OpenTty(tty, Traits{Name: "xterm-256color"})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	screen := terminal.Screen()
	screen.Show()
	tty.Take()
	screen.Beep()
	screen.Beep()
	if out, _ := tty.Take(); out != "" {
		t.Errorf("before the frame: %q", out)
	}
	screen.Show()
	if out, _ := tty.Take(); strings.Count(out, "\a") != 1 {
		t.Errorf("with the frame: %q", out)
	}
	screen.Show()
	if out, _ := tty.Take(); out != "" {
		t.Errorf("with the one after: %q", out)
	}
}
