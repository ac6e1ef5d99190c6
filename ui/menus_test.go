package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/testkit"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

func TestEnterOnTheTitlePlaysAtOnce(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press(enter)
		if len(r.launcher.solo) != 1 {
			t.Fatalf("expected one solo match, found %d", len(r.launcher.solo))
		}
		o, p := r.launcher.solo[0], r.launcher.flies
		if p.Name != "Ann" || o.Bots != 7 || o.Time != net.UsualTime {
			t.Errorf("expected Ann against 7 bots for as long as is usual, found %v, %+v", p, o)
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

func TestQuitLeaves(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		if r.press(esc); r.hasLeft() {
			t.Error("Esc on the title left")
		}
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
		o, p := r.launcher.solo[0], r.launcher.flies
		if p.Weapon != "spread" || o.Bots != 6 || o.Skill != 1 || o.Arena != "duel" || o.Mode != game.Teams {
			t.Errorf("found %v, %+v", p, o)
		}
	})
}

func TestTheHostFormHostsItsValues(t *testing.T) {
	onRig(t, Config{Host: Hosting{HostOptions: net.HostOptions{Title: "Fun"}, Listen: ":99"}}, func(r *rig) {
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
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("j", "example.org", down, "a", enter)
		if len(r.launcher.join) != 1 {
			t.Fatalf("nothing was joined:\n%s", r.text())
		}
		if o := r.launcher.join[0]; o.Address != "example.org" || o.Player.Name != "Anna" {
			t.Errorf("found %+v", o)
		}
	})
}

func TestAFormShowsTheFaultAndLosesNothing(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
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

func TestTheTitleShowsWhyNoMatchStarted(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.launcher.fails = errTest
		r.press(enter)
		r.shows(errTest.Error(), "(p) Play against bots")
		r.press(down)
		r.showsNot(errTest.Error())
	})
}

func TestTheTitleShowsALongErrorInWhole(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.resize(60, 20)
		r.launcher.fails = errors.New("listen on [::1]:4242: it is in use already; end the program that listens there")
		r.press(enter)
		r.shows("listen on [::1]:4242: it is in use already", "that listens there", "(q) Quit", "Ctrl-C quit")
	})
}

func TestAPasteIsText(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("j", pasted("my.host\n:42\t"))
		r.shows("my.host :42")
		if len(r.launcher.join) != 0 {
			t.Error("the pasted end of a line submitted the form")
		}
	})
}

func TestAPasteIsCutToTheField(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("s", pasted(strings.Repeat("é", 5000)))
		r.shows("Ann" + strings.Repeat("é", 21))
		r.showsNot(strings.Repeat("é", 22))
	})
}

func TestPasteOnTheTitleStartsNothing(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press(pasted("q\r?"))
		if r.hasLeft() || len(r.launcher.solo) > 0 {
			t.Error("a paste was read as key presses")
		}
		r.shows("(q) Quit")
	})
}

func TestSettingsHoldForTheNextMatch(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("s", "e", down, left)
		r.refresh()
		r.press(enter)
		out := r.refresh()
		if i := strings.IndexFunc(out, func(r rune) bool { return r >= 0x80 }); i >= 0 {
			t.Errorf("after choosing ASCII, %q was sent", out[i:])
		}
		r.shows(`\___/`)
		r.press("p")
		if name := r.launcher.flies.Name; name != "Anne" {
			t.Errorf("expected Anne to fly, found %q", name)
		}
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

func TestASmallTerminalShowsANotice(t *testing.T) {
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
	onRig(t, Config{Settings: input.Settings{FewerFlashes: true, FrameRate: fastRate}}, func(r *rig) {
		r.refresh()
		time.Sleep(5 * time.Second)
		out := r.refresh()
		t.Logf("the title's sky needs %d bytes a second", len(out)/5)
		if len(out) > 5*4000 {
			t.Errorf("expected at most 4,000 bytes a second, found %d", len(out)/5)
		}
	})
}

// TestMenusGetTcellKeys types the bytes of terminals.
func TestMenusGetTcellKeys(t *testing.T) {
	for typed, want := range map[string]string{
		"a": "Rune[a]", "é": "Rune[é]", " ": "Rune[ ]", "\x1bx": "Alt+Rune[x]", "\x01": "Ctrl+A", "\x15": "Ctrl+U", "\x00": "Ctrl+F13",
		"\r": "Enter", "\t": "Tab", "\x1b[Z": "Backtab", "\x7f": "Backspace", "\x1b\x7f": "Alt+Backspace", "\x1b[3~": "Delete", "\x1b[2~": "Insert",
		"\x1b[A": "Up", "\x1bOB": "Down", "\x1b[1;5C": "Ctrl+Right", "\x1b[D": "Left", "\x1b[H": "Home", "\x1b[4~": "End", "\x1b[5~": "PgUp", "\x1b[6~": "PgDn",
		"\x1bOP": "F1", "\x1b[24~": "F12", "\x1b[25~": "F13", "\x1b[97;6u": "Shift+Ctrl+Rune[a]", "\x1b[97;9u": "Meta+Rune[a]",
	} {
		var d input.Decoder
		events := d.Decode(nil, []byte(typed), time.Now())
		if len(events) != 1 || menuKey(events[0]).Name() != want {
			t.Errorf("%q: expected %s, found %v", typed, want, events)
		}
	}
}

// today is a challenge that was flown or not.
func today(used bool) func() (Daily, error) {
	return func() (Daily, error) {
		return Daily{Used: used, Text: func(int) string { return "the challenge of today" }}, nil
	}
}

func TestTheTryThatCountsStartsFromItsPageWithTheRules(t *testing.T) {
	onRig(t, Config{Daily: today(false)}, func(r *rig) {
		r.press("d")
		r.shows("the challenge of today", "One try a day counts, from the moment you start it", "leave it before its end")
		r.press(enter)
		if got := r.launcher.dailies; !slices.Equal(got, []bool{true}) {
			t.Errorf("launched %v", got)
		}
		r.press(esc, "l")
		r.shows("(d) Daily challenge")
	})
}

func TestPracticeIsOfferedBeforeTheTryAndAloneAfterIt(t *testing.T) {
	onRig(t, Config{Daily: today(false)}, func(r *rig) {
		r.press("d", "p")
		if got := r.launcher.dailies; !slices.Equal(got, []bool{false}) {
			t.Errorf("launched %v", got)
		}
	})
	onRig(t, Config{Daily: today(true)}, func(r *rig) {
		r.press("d")
		r.shows("Today's try is used up")
		r.showsNot("it counts")
		r.press(enter)
		if got := r.launcher.dailies; !slices.Equal(got, []bool{false}) {
			t.Errorf("launched %v", got)
		}
	})
}

func TestTheChallengeMayBeTheFirstPage(t *testing.T) {
	onRig(t, Config{Daily: today(false), Challenged: true}, func(r *rig) {
		r.shows("the challenge of today")
		r.press(esc)
		r.shows("(q) Quit")
	})
}

func TestAnUnsavedChallengeIsPracticeAtMost(t *testing.T) {
	broken := func() (Daily, error) { return Daily{}, errors.New("records: damaged") }
	onRig(t, Config{Daily: broken}, func(r *rig) {
		r.press("d")
		r.shows("records: damaged", "Back")
		r.showsNot("it counts")
	})
	onRig(t, Config{Daily: today(false), Launcher: &launches{fails: errTest}}, func(r *rig) {
		r.press("d", enter)
		r.shows("Could not start the challenge", "the port is taken")
	})
}

// someRecords are fifty lines with their width.
func someRecords() (Records, error) {
	return func(width int) string {
		var b strings.Builder
		for n := range 50 {
			fmt.Fprintf(&b, "line %d of %d columns\n", n+1, width)
		}
		return b.String()
	}, nil
}

func TestRecordsScrollAndFillThePage(t *testing.T) {
	onRig(t, Config{Records: someRecords}, func(r *rig) {
		r.press("r", left)
		r.shows(" Records ─", "line 1 of 74 columns", "PgUp PgDn scroll", "Esc back")
		r.press(down, down)
		r.showsNot("line 2 of")
		r.shows("line 3 of 74 columns")
		r.resize(60, 20)
		r.shows("line 3 of 54 columns", "Esc back")
		r.resize(150, 40)
		r.shows("of 128 columns")
		r.press(esc)
		r.shows("(r) Records")
	})
}

func TestRecordsAreReadOnEachVisit(t *testing.T) {
	reads, careers := 0, 0
	conf := Config{
		Records: func() (Records, error) {
			reads++
			n := reads
			return func(int) string { return fmt.Sprintf("as read %d", n) }, nil
		},
		Career: func() (*career.Career, error) {
			careers++
			return &career.Career{Name: fmt.Sprintf("Nova the %d.", careers)}, nil
		},
	}
	onRig(t, conf, func(r *rig) {
		r.press("r", left)
		r.shows("as read 1", "Nova the 1.")
		r.press(esc, "r", left)
		r.shows("as read 2", "Nova the 2.")
	})
}

func TestMissingRecordsShowTheReason(t *testing.T) {
	problem := errors.New("records: /home/ann/.local/share/dogfight/records.db is from a later version of the game: version must be 1 at most, got 2")
	conf := Config{
		Records: func() (Records, error) { return nil, problem },
		Career:  func() (*career.Career, error) { return nil, problem },
	}
	onRig(t, conf, func(r *rig) {
		r.resize(60, 20)
		for _, key := range []string{"r", left} {
			r.press(key)
			if got := strings.Join(strings.Fields(r.box()), " "); !strings.Contains(got, "a later version of the game") || !strings.Contains(got, "got 2") {
				t.Errorf("found %q", got)
			}
		}
	})
}

func TestCareerIsInTabsAndInALargeWindowOnOnePage(t *testing.T) {
	onRig(t, Config{Career: someCareer}, func(r *rig) {
		r.press("r")
		r.shows("Records of Nova", "1541", "Streak of five", "best streak 11")
		r.showsNot("Cannon")
		r.showsNot("Rivet")
		r.press(right)
		r.shows("Cannon", "Rail gun", "24%")
		r.press(tab)
		r.shows("Rivet", "destroyed you")
		r.press("\x1b[Z", left)
		r.shows("Streak of five")
		r.resize(120, 40)
		r.shows("Streak of five", "Cannon", "Rivet", "last matches")
	})
}

func TestAMissingRecordIsNotedOnce(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.launcher.unkept = errors.New("records: file is damaged")
		r.press("p")
		r.shows("Not recorded", "records: file is damaged")
		r.press(" ")
		r.showsNot("is damaged")
		r.press(esc, "l") // the menu's leave
		if r.launcher.match.now().closed != 1 {
			t.Fatalf("expected to have left:\n%s", r.text())
		}
		r.press("p")
		r.showsNot("is damaged")
	})
}

func TestTheEndOfAMatchIsReportedOnceAfterItHasSettled(t *testing.T) {
	m := newFlown()
	m.view = *fresh(stage())
	conf := Config{Session: m.session("")}
	var reported, closed atomic.Int32 // times, and of a match that was over
	conf.Session.Ended = func(v *net.View, t *game.Tally) {
		reported.Add(1)
		if v.World.Status == game.Closed {
			closed.Add(1)
		}
	}
	onRig(t, conf, func(r *rig) {
		m.change(func(s *flownState) { s.view.World.Status = game.Closed })
		r.wait()
		if reported.Load() != 0 {
			t.Error("reported before all of it is decided")
		}
		for range 10 {
			r.wait()
		}
		if reported.Load() != 1 || closed.Load() != 1 {
			t.Errorf("reported %d times, %d of them of its end", reported.Load(), closed.Load())
		}
		m.change(func(s *flownState) { s.view.World.Status = game.InProgress })
		r.wait()
		m.change(func(s *flownState) { s.view.World.Status = game.Closed })
		for range 10 {
			r.wait()
		}
		if reported.Load() != 2 {
			t.Errorf("of two ends reported %d times", reported.Load())
		}
	})
}

// closedMatch is one that needs a password.
type closedMatch struct {
	tried []string
	open  *flown // where the password leads
}

// session returns a session that has been refused, for a reason.
func (c *closedMatch) session(reason string) *Session {
	out := newFlown()
	out.view = net.View{Phase: net.Refused, Me: -1, Err: &net.PasswordError{Reason: reason}}
	s := out.session("host:1")
	s.WithPassword = func(password string) (*Session, error) {
		c.tried = append(c.tried, password)
		if password != "open sesame" {
			return c.session("that is not the password"), nil
		}
		c.open = newFlown()
		return c.open.session("host:1"), nil
	}
	return s
}

func TestAClosedMatchAsksForItsPasswordUntilItIsRight(t *testing.T) {
	c := &closedMatch{}
	onRig(t, Config{Session: c.session("this match asks for a password")}, func(r *rig) {
		r.shows(" Password needed ", "this match asks for a password", "Enter joins")
		r.press(enter)
		r.shows("password: must be 1 to 128 bytes, got 0")
		r.press("wrong")
		r.shows("*****")
		r.showsNot("wrong")
		r.press(enter)
		r.shows("that is not the password")
		r.press(pasted("open sesame"), enter)
		r.showsNot("Password needed")
		if !slices.Equal(c.tried, []string{"wrong", "open sesame"}) || c.open == nil || c.open.now().frames == 0 {
			t.Errorf("tried %q", c.tried)
		}
	})
}

func TestEscFromThePasswordReturns(t *testing.T) {
	c := &closedMatch{}
	onRig(t, Config{Session: c.session("this match asks for a password")}, func(r *rig) {
		r.press(esc)
		if !r.hasLeft() || r.returned == nil || !strings.Contains(r.returned.Error(), "asks for a password") {
			t.Errorf("ended: %v, %v", r.left, r.returned)
		}
	})
}

func TestAMatchIsHostedWithThePasswordOfTheForm(t *testing.T) {
	onRig(t, Config{Host: Hosting{Listen: ":999"}}, func(r *rig) {
		r.resize(MinWidth, MinHeight)
		r.press("h", up, up, up, "secret")
		r.shows("Password", "secret", "Enter hosts")
		r.press(enter)
		if len(r.launcher.host) != 1 || r.launcher.host[0].Password != "secret" {
			t.Errorf("hosted %+v", r.launcher.host)
		}
	})
}

func TestAFormOffersTheFieldsOfTheMode(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", down, down, down)
		r.shows("Mode           ◂ deathmatch ▸", game.Deathmatch.Summary())
		for _, mode := range game.Modes()[1:] {
			r.press(right)
			r.shows("◂ "+mode.Name()+" ▸", mode.Summary(), "Arena")
			fewest, most := mode.Sides()
			for label, want := range map[string]bool{"Teams  ": most > max(fewest, 1), "Friendly fire": fewest > 0} {
				if strings.Contains(r.text(), label) != want {
					t.Errorf("%s: %s is asked for: %v", mode.Name(), label, !want)
				}
			}
		}
		r.press(down)
		r.showsNot(game.Modes()[len(game.Modes())-1].Summary())
	})
}

func TestARotationIsTypedInsteadOfAModeAndAnArena(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		r.press("m", down, down, down, left)
		r.shows("Mode           ◂ rotation ▸", "MODE:ARENA, MODE or :ARENA", "Rotation         deathmatch,teams,")
		r.showsNot("Arena  ")
		r.press(down, "\x15", "teams:duel, :open", enter)
		if len(o.set) != 1 || o.set[0].Rotation != "teams:duel, :open" {
			t.Fatalf("found %+v", o.set)
		}
		r.press("m", down, down, down)
		r.shows("◂ rotation ▸", "teams:duel, :open")
		r.press(right)
		r.shows("◂ deathmatch ▸", "Arena  ")
		r.press(enter)
		if got := o.set[len(o.set)-1]; got.Rotation != "" || got.Mode != game.Deathmatch {
			t.Errorf("found %+v", got)
		}
	})
}

func TestTheFaultOfARotationShowsBelowTheFields(t *testing.T) {
	onHosted(t, game.Waiting, func(r *rig, o *owned) {
		o.fails = (&net.MatchOptions{Rotation: "teams,chess"}).Check()
		r.press("m", down, down, down, left, enter)
		r.shows(`entry 2: no mode called "chess"`, "◂ rotation ▸")
		r.press(up)
		r.showsNot("chess")
	})
}

// second returns how many frames with a change there are in a second of the title.
func (r *rig) second() (changes int) {
	r.refresh()
	for range 60 {
		time.Sleep(time.Second / 60)
		if out := r.refresh(); out != "" {
			changes++
		}
	}
	return changes
}

// calm is a title over which no light runs.
func calm() Config { return Config{Settings: input.Settings{FrameRate: fastRate}} }

func TestBotsFightBehindTheMenusTenTimesASecondAtMost(t *testing.T) {
	onRig(t, calm(), func(r *rig) {
		r.press("s") // a page without the logo, over which a light runs
		if n := r.second(); n < 5 || n > 12 {
			t.Errorf("%d changes in a second", n)
		}
	})
}

func TestTheBackdropIsStillOnRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of menus are looked at; runs without -short")
	}
	for name, set := range map[string]func(*input.Settings){
		"fewer flashes":  func(s *input.Settings) { s.FewerFlashes = true },
		"reduced motion": func(s *input.Settings) { s.ReducedMotion = true },
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
		t.Error("it runs behind a match")
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
		draw() // buffers grow
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
	terminal := openTty(t, testkit.NewTty(80, 24), term.Traits{Name: "xterm-256color"})
	return terminal
}
