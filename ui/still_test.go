package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

func TestAViewThatIsDrawnAgainTakesNoBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn twice; runs without -short")
	}
	t.Parallel()
	frames := 30
	if *long {
		frames = 60
	}
	for i, traits := range []term.Traits{
		{Name: "xterm-kitty", TrueColor: true}, {Name: "xterm-256color"}, {Name: "xterm-256color", Remote: true}, {Name: "xterm"}, {Name: "vt220", NoColor: true},
	} {
		for j, mode := range canvas.Modes {
			if !*long && (4*i+j)%len(canvas.Modes) > 1 {
				continue // two modes on each terminal, so that each mode is on one
			}
			synctest.Test(t, func(t *testing.T) {
				tty := testkit.NewTty(80, 24)
				terminal, err := term.OpenTty(tty, traits)
				if err != nil {
					t.Fatal(err)
				}
				defer terminal.Close()
				screen, now, f := terminal.Screen(), time.Unix(1000, 0), startFought(t, "open")
				s := play.New(play.Options{Mode: mode, FewerBytes: traits.Remote})
				for i := range frames {
					now = now.Add(time.Second / 30)
					view := f.frame()
					view.Me = 0
					s.See(view, now)
					for again := range 2 {
						screen.Clear()
						s.Draw(terminal.Grid())
						screen.Show()
						if out, _ := tty.Take(); again == 1 && out != "" {
							t.Fatalf("%s, %v, frame %d: %q was sent", traits.Name, mode, i, out)
						}
					}
				}
			})
		}
	}
}
