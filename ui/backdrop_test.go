package ui

import (
	"testing"
	"time"

	"dogfight/testkit"
	"dogfight/ui/term"
)

// second returns how many frames with a change there are in a second of the title.
func (r *rig) second() (changes int) {
	r.look()
	for range 60 {
		time.Sleep(time.Second / 60)
		if out := r.look(); out != "" {
			changes++
		}
	}
	return changes
}

// calm is a title over which no light runs.
func calm() Config { return Config{Settings: Settings{FrameRate: fastRate}} }

func TestBotsFightBehindTheMenusTenTimesASecondAtMost(t *testing.T) {
	onRig(t, calm(), func(r *rig) {
		r.press("s") // a page without the logo, over which a light runs
		if n := r.second(); n < 5 || n > 12 {
			t.Errorf("%d changes in a second", n)
		}
	})
}

func TestBehindTheMenusAllStandsStillForThoseWhoWantIt(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of menus are looked at; runs without -short")
	}
	for name, set := range map[string]func(*Settings){
		"fewer flashes":  func(s *Settings) { s.FewerFlashes = true },
		"reduced motion": func(s *Settings) { s.ReducedMotion = true },
	} {
		conf := calm()
		set(&conf.Settings)
		onRig(t, conf, func(r *rig) {
			r.press("s")
			if n := r.second(); n != 0 {
				t.Errorf("%s: %d changes in a second", name, n)
			}
		})
	}
	onRigLike(t, term.Traits{Name: "xterm-256color", Remote: true}, Config{}, func(r *rig) {
		r.press("s")
		if n := r.second(); n != 0 {
			t.Errorf("far away: %d changes in a second", n)
		}
	})
}

func TestTheFightBehindTheMenusEndsWhenAMatchBegins(t *testing.T) {
	a := newApp(terminalOf(t), Config{Launcher: &launches{}})
	a.draw(time.Unix(1000, 0))
	if a.backdrop == nil {
		t.Fatal("there is none behind the title")
	}
	a.fly(newFlown().session(""))
	a.draw(time.Unix(1001, 0))
	if a.backdrop != nil {
		t.Error("it goes on behind a match")
	}
}

func TestTheFightBehindTheMenusIsAlwaysTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn twice; runs without -short")
	}
	var worlds [2]uint64
	for i := range worlds {
		a := newApp(terminalOf(t), Config{})
		for frame := range 50 {
			a.draw(time.Unix(1000, 0).Add(time.Duration(frame) * time.Second / 30))
		}
		worlds[i] = a.backdrop.world.Hash()
	}
	if worlds[0] != worlds[1] {
		t.Errorf("got %x and %x", worlds[0], worlds[1])
	}
}

func TestAPictureOfTheFightBehindTheMenusAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of a fight are drawn; runs without -short")
	}
	a, now := newApp(terminalOf(t), Config{}), time.Unix(1000, 0)
	a.draw(now)
	draw := func() {
		now = now.Add(backdropEvery)
		a.drawBackdrop(a.pages[0], now)
	}
	for range 150 {
		draw() // so that what grows has grown
	}
	if n := testing.AllocsPerRun(100, draw); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTheLogoFitsEveryWindow(t *testing.T) {
	for _, w := range windows {
		if l := logoFor(w.width, w.height, 13); l.columns() > w.width-2 || l.rows()+13 > w.height {
			t.Errorf("%v: %d columns, %d rows", w, l.columns(), l.rows())
		}
	}
}

// terminalOf returns a terminal of 80x24 in memory.
func terminalOf(t *testing.T) *term.Terminal {
	terminal, err := term.OpenTty(testkit.NewTty(80, 24), term.Traits{Name: "xterm-256color"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Close)
	return terminal
}
