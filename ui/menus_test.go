package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
)

func TestTitleOffersWhatCanBeDone(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.shows("spaceships fight in your terminal", "(p) Play against bots", "(l) Learn to fly", "(h) Host a match", "(j) Join a match",
			"(r) Records", "(s) Settings", "(?) Help", "(q) Quit", "Ctrl-C quit")
	})
}

func TestEnterOnTheTitlePlaysAtOnce(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press(enter)
		if len(r.launcher.solo) != 1 {
			t.Fatalf("expected one solo match, found %d", len(r.launcher.solo))
		}
		o := r.launcher.solo[0]
		if o.Pilot.Name != "Ann" || o.Match.Bots != 7 || o.Match.Time != net.UsualTime {
			t.Errorf("expected Ann against 7 bots for as long as is usual, found %+v", o)
		}
		r.showsNot("Play against bots")
	})
}

func TestArrowsChooseFromTheMenu(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(down, down, down, down, down, enter)
		r.shows(" Join a match ")
	})
}

func TestEscGoesBackToTheTitle(t *testing.T) {
	for key, title := range map[string]string{
		"o": " Play against bots ─", "h": " Host a match ─", "j": " Join a match ─", "s": " Settings ─", "r": " Records ─", "?": " Help ─",
	} {
		onRig(t, Config{}, func(r *rig) {
			r.press(key)
			r.shows(title)
			r.press(esc)
			r.shows("(q) Quit")
			r.press(esc) // no further back than this
			r.shows("(q) Quit")
			if r.hasLeft() {
				t.Error("Esc on the title left")
			}
		})
	}
}

func TestQuitLeaves(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("q")
		if !r.hasLeft() || r.returned != nil {
			t.Errorf("expected to leave without an error, found %v", r.returned)
		}
	})
}

func TestSoloFormShowsAndChangesTheMatch(t *testing.T) {
	onRig(t, Config{Arenas: []string{"open", "duel"}}, func(r *rig) {
		r.press("o")
		want := `Ship        ◂ Fighter ▸   c compares
Weapon        Cannon
Bots          7
Bot skill     auto
Mode          deathmatch
Arena         rotate all
Time limit    usual
Score limit   usual
Lobby         no



Enter plays · ↑↓ move · ←→ change · Esc back`
		if got := r.box(); got != want {
			t.Errorf("expected\n%s\nfound\n%s", want, got)
		}
		r.press(down, down, left, down, right, down, right, down, down, down, left) // bots, skill, mode, arena
		r.press(up, up, up, up, up, up, right, enter)                               // weapon
		o := r.launcher.solo[0]
		if o.Pilot.Weapon != "spread" || o.Match.Bots != 6 || o.Match.Skill != 1 || o.Match.Arena != "duel" || o.Match.Mode != game.Teams {
			t.Errorf("found %+v", o)
		}
	})
}

func TestHostFormHostsWhatWasTyped(t *testing.T) {
	onRig(t, Config{Host: HostOptions{Title: "Fun", Listen: ":99"}}, func(r *rig) {
		r.press("h", "!", down, "9", down, down, down, down, down, down, down, right, down, down, down, right, enter)
		if len(r.launcher.host) != 1 {
			t.Fatalf("nothing was hosted:\n%s", r.text())
		}
		if o := r.launcher.host[0]; o.Title != "Fun!" || o.Listen != ":999" || !o.Match.Lobby || o.Match.Fill != 8 || o.Web != ":8080" {
			t.Errorf("found %+v", o)
		}
	})
}

func TestJoinFormJoinsTheAddress(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("j", "example.org", down, "a", enter)
		if len(r.launcher.join) != 1 {
			t.Fatalf("nothing was joined:\n%s", r.text())
		}
		if o := r.launcher.join[0]; o.Address != "example.org" || o.Pilot.Name != "Anna" {
			t.Errorf("found %+v", o)
		}
	})
}

func TestFormShowsWhatIsWrongAndLosesNothing(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("j", enter)
		r.shows(`address: must be HOST or HOST:PORT, got ""`)
		r.press("host", down, "\x7f", "\x7f", "\x7f", enter)
		r.shows("name: must be 1 to 24 characters", "host")
		r.press("Bob")
		r.showsNot("name: must be")
		r.launcher.fails = errTest
		r.press(enter)
		r.shows(errTest.Error(), "host", "Bob")
	})
}

func TestTitleSaysWhyNoMatchStarted(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.launcher.fails = errTest
		r.press(enter)
		r.shows(errTest.Error(), "(p) Play against bots")
		r.press(down)
		r.showsNot(errTest.Error())
	})
}

func TestTitleSaysAllOfWhyNoMatchStarted(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.resize(60, 20)
		r.launcher.fails = errors.New("listen on [::1]:4242: it is in use already; end the program that listens there")
		r.press(enter)
		r.shows("listen on [::1]:4242: it is in use already", "that listens there", "(q) Quit", "Ctrl-C quit")
	})
}

func TestPasteGoesIntoTheFieldAsText(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", pasted("my.host\n:42\t"))
		r.shows("my.host :42")
		if len(r.launcher.join) != 0 {
			t.Error("the pasted end of a line submitted the form")
		}
	})
}

func TestPasteIsCutToWhatTheFieldTakes(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("s", pasted(strings.Repeat("é", 5000)))
		r.shows("Ann" + strings.Repeat("é", 21))
		r.showsNot(strings.Repeat("é", 22))
	})
}

func TestPasteOnTheTitleStartsNothing(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(pasted("q\r?"))
		if r.hasLeft() || len(r.launcher.solo) > 0 {
			t.Error("a paste was taken for key presses")
		}
		r.shows("(q) Quit")
	})
}

func TestSettingsHoldForTheNextMatch(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
		r.press("s", "e", down, left)
		r.look()
		r.press(enter)
		out := r.look()
		if i := strings.IndexFunc(out, func(r rune) bool { return r >= 0x80 }); i >= 0 {
			t.Errorf("after choosing ASCII, %q was sent", out[i:])
		}
		r.shows(`\___/`)
		r.press("p")
		if name := r.launcher.solo[0].Pilot.Name; name != "Anne" {
			t.Errorf("expected Anne to fly, found %q", name)
		}
	})
}

func TestHelpListsShipsAndWeapons(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("?")
		r.shows("Arrows")
		r.press("G") // to the end
		r.shows("WEAPON", "Rail", "Bomber         7         130")
	})
}

func TestHelpIsNotWrappedInTheSmallestTerminal(t *testing.T) {
	const room = MinWidth - 6 // border and padding
	for line := range strings.Lines(assets.Help()) {
		if len(strings.TrimRight(line, "\n")) > room {
			t.Errorf("expected at most %d columns, found %q", room, line)
		}
	}
}

func TestLongErrorIsReadToItsEnd(t *testing.T) {
	onRig(t, Config{Host: HostOptions{Listen: ":4242"}}, func(r *rig) {
		r.launcher.fails = errors.New("address :4242 is already in use: end the program that listens there, or choose another")
		r.press("h", enter)
		r.shows("address :4242 is already in use: end the program", "that listens there, or choose another")
	})
}

func TestTooSmallTerminalSaysSoWhileItIs(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.resize(59, 20)
		r.shows("Terminal too small", "59x20, needs 60x20")
		r.showsNot("Quit")
		r.resize(7, 1)
		r.resize(60, 20)
		r.showsNot("too small")
		r.shows("(q) Quit", "spaceships fight in your terminal")
	})
}

func TestStillTitleIsCheap(t *testing.T) {
	onRig(t, Config{Settings: Settings{FewerFlashes: true, FrameRate: fastRate}}, func(r *rig) {
		r.look()
		time.Sleep(5 * time.Second)
		out := r.look()
		t.Logf("the title's sky takes %d bytes a second", len(out)/5)
		if len(out) > 5*4000 {
			t.Errorf("expected at most 4,000 bytes a second, found %d", len(out)/5)
		}
	})
}
