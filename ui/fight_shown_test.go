package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/testkit"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

func TestWhatIsSentOfAFightIsWhatWasDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn; runs without -short")
	}
	t.Parallel()
	frames := 60
	if *long {
		frames = tenSeconds
	}
	for i, traits := range []term.Traits{
		{Name: "xterm-kitty", TrueColor: true}, {Name: "xterm-256color"}, {Name: "xterm-256color", TrueColor: true, Remote: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			const width, height = 120, 40
			tty := testkit.NewTty(width, height)
			terminal, err := term.OpenTty(tty, traits)
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			if i == 1 {
				hasMargins(terminal, tty)
			}
			eyes := vt.NewMockTerm(vt.MockOptSize{X: width, Y: height}, vt.MockOptColors(1<<24))
			eyes.Start()
			defer eyes.Stop()
			screen, s, now, f := terminal.Screen(), play.New(play.Options{FewerBytes: traits.Remote}), time.Unix(1000, 0), startFought(t, "open")
			for i := range frames {
				now = now.Add(time.Second / 30)
				view := f.frame()
				view.Me = 0
				screen.Clear()
				s.See(view, now)
				s.Draw(terminal.Grid())
				screen.Show()
				out, _ := tty.Take()
				eyes.Write([]byte(out))
				eyes.Drain()
				for y := range height {
					for x := range width {
						want, _, _ := terminal.Grid().Get(x, y)
						if got := eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}); got.C != want && !(got.C == "" && want == " ") {
							t.Fatalf("%s, frame %d: at %d, %d there is %q, drawn was %q", traits.Name, i, x, y, got.C, want)
						}
					}
				}
			}
		})
	}
}
