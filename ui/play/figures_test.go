package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

// sampleLag is a connection with one problem.
var sampleLag = net.Lag{
	Transport: "udp", RTT: 48 * time.Millisecond, Jitter: 2100 * time.Microsecond,
	LostDown: 0.062, LostUp: 0.004, Slack: 12 * time.Millisecond, Age: 62 * time.Millisecond,
	Down: 1912, Up: 1104, HostTick: 31 * time.Microsecond, HostLate: 1200 * time.Microsecond,
	Ahead: 6, Error: 307, RollbackRate: 3.1, Rollbacks: 40, Keyframes: 1,
}

// f3 returns a screen with the page open.
func f3(v *net.View, o Options) *Screen {
	s := New(o)
	s.Event(key(input.F3), v, playtest.Noon)
	return s
}

// page returns the page of net figures after half a minute.
func page(t *testing.T, s *Screen, v *net.View, width, height int) string {
	term := newTerminal(t, width, height)
	for i := range 31 {
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second))
	}
	return term.page(s)
}

// page returns the cells of the page, without trailing blanks.
func (t terminal) page(s *Screen) string {
	var rows []string
	for row := range strings.SplitSeq(t.patch(0, 1, s.drawing.sheet.Covered.Width, s.drawing.sheet.Covered.Height)[1:], "|") {
		rows = append(rows, strings.TrimRight(strings.TrimSuffix(row, "│"), " "))
	}
	return strings.Join(rows, "\n")
}

func TestThePageOfNetFigures(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	want := strings.Trim(`
 the network
 6 % of packets lost
 link            UDP
 ping       48  ±2.1 ms
 update           62 ms old
  ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃
 slack           +12 ms
 ahead     6 t   100 ms
 off by          1.2 units
 roll-backs      3.1 /s
 keyframes         1
 desyncs           0
!lost     ↓6.2  ↑0.4 %
 traffic  ↓1.9  ↑1.1 kB/s
           ↓15  ↑8.8 kbit/s
 host tick      0.03 ms
 host late       1.2 ms
───────────────────────────┘`, "\n")
	if got := page(t, f3(v, Options{}), v, 80, 24); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestThePageInPlainASCII(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	got := page(t, f3(v, Options{Mode: canvas.ASCII}), v, 80, 24)
	for _, want := range []string{"48  ~2.1 ms", "\n  :::::::::::::::::::::::::", "!lost     v6.2  ^0.4 %"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestThePageShrinksToTheSmallestScreen(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	want := strings.Trim(`
 the network
 6 % of packets lost
 link            UDP
 ping       48  ±2.1 ms
 update           62 ms old
  ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃
 slack           +12 ms
 ahead     6 t   100 ms
 desyncs           0
!lost     ↓6.2  ↑0.4 %
 traffic  ↓1.9  ↑1.1 kB/s
 host tick      0.03 ms
 host late       1.2 ms
───────────────────────────┘`, "\n")
	if got := page(t, f3(v, Options{}), v, 60, 20); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestALargeScreenHasRoomForTheRoundTripsToo(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	got := page(t, f3(v, Options{}), v, 100, 30)
	if want := "±2.1 ms\n  " + strings.Repeat("▅", hud.TraceColumns) + "\n update"; !strings.Contains(got, want) {
		t.Errorf("%q is not in\n%s", want, got)
	}
}

func TestAHostInThisProgramHasNoLine(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = net.Lag{Transport: "memory", RTT: time.Microsecond, Age: 21 * time.Millisecond, Slack: 9 * time.Millisecond, Ahead: 2, Keyframes: 1}
	want := strings.Trim(`
 fine
 updates are in time
 link     local game
 update           21 ms old
  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
 slack          +9.0 ms
 ahead     2 t    33 ms
 off by            0 units
 roll-backs        0 /s
 keyframes         1
 desyncs           0
 host tick         - ms
 host late         - ms
───────────────────────────┘`, "\n")
	if got := page(t, f3(v, Options{}), v, 80, 24); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestF3OpensAndClosesThePageAndKeysFlyOn(t *testing.T) {
	v, term := playtest.View("Nova", "Rex"), newTerminal(t, 80, 24)
	s := f3(v, Options{})
	show(s, term, v, playtest.Noon)
	term.shows(t, "roll-backs")
	s.Event(key(keyRight), v, playtest.Noon)
	s.Event(char(' '), v, playtest.Noon)
	if got, want := s.Input(playtest.Noon), game.Steer(game.Right)|game.Fire; got != want {
		t.Errorf("got input %v, want %v", got, want)
	}
	if got := s.Event(key(input.KeyEscape), v, playtest.Noon); got.Kind != Menu {
		t.Errorf("Esc: got %v, want Menu", got)
	}
	s.Event(key(input.F3), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.hides(t, "roll-backs")
}

// A cursor report looks like F3 with modifiers.
func TestOnlyThePlainF3OpensThePage(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Event(input.Event{Kind: input.Press, Key: input.F3, Mods: input.Ctrl}, v, playtest.Noon)
	if s.news.figures.Open {
		t.Error("Ctrl+F3 opened the page")
	}
}

func TestHelpListsF3EvenOnTheSmallestScreen(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 60, 20)
	s.Event(char('?'), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "F3               net figures", "overdrive: fires twice as fast")
}

func TestFiguresChangeFourTimesASecondAtMost(t *testing.T) {
	v, term := playtest.View("Nova", "Rex"), newTerminal(t, 80, 24)
	s := f3(v, Options{})
	pictures, last := 0, ""
	for i := range 60 {
		n := time.Duration(1 + i*37%60)
		v.Lag = net.Lag{
			Transport: "udp", RTT: n * time.Millisecond, Jitter: n * time.Millisecond, Age: n * 10 * time.Millisecond, Slack: n,
			LostDown: float64(n) / 100, Down: int(n) * 100, HostLate: n * time.Millisecond, Ahead: int(n), Error: int32(n) * 100,
		}
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
		if now := term.page(s); now != last {
			pictures, last = pictures+1, now
		}
	}
	if pictures < 4 || pictures > 8 {
		t.Errorf("got %d pictures in two seconds, want 4 to 8", pictures)
	}
}

func TestNoisyFiguresShowTheirMean(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	s := f3(v, Options{})
	for i := range 24 {
		v.Lag = net.Lag{Age: time.Duration(40+40*(i%2)) * time.Millisecond, Slack: time.Duration(5+10*(i%2)) * time.Millisecond}
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
	}
	term.shows(t, "update           60 ms old", "slack           +10 ms")
}

func TestDiagnosesStayForTwoSeconds(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	s := f3(v, Options{})
	for _, step := range []struct {
		at    time.Duration
		loss  float64
		shown string
	}{
		{0, 0, "fine"}, {time.Second, 0.04, "4 % of"}, {2 * time.Second, 0, "4 % of"}, {2500 * time.Millisecond, 0.05, "5 % of"},
		{3 * time.Second, 0.2, "20 % of"}, {4900 * time.Millisecond, 0.05, "20 % of"}, {5200 * time.Millisecond, 0, "fine"},
	} {
		v.Lag = net.Lag{Transport: "udp", RTT: time.Millisecond, LostDown: step.loss}
		show(s, term, v, playtest.Noon.Add(step.at))
		if !strings.Contains(term.page(s), step.shown) {
			t.Errorf("after %v: %q is not in\n%s", step.at, step.shown, term.page(s))
		}
	}
}

func TestTheTraceShowsAHitchFromBeforeThePageOpened(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 80, 24)
	s := New(Options{})
	for i := range 900 { // half a minute
		v.Lag = net.Lag{Transport: "udp", RTT: time.Millisecond, Age: 40 * time.Millisecond}
		if i == 600 { // for a single frame
			v.Lag.Age = 400 * time.Millisecond
		}
		show(s, term, v, playtest.Noon.Add(time.Duration(i)*time.Second/30))
	}
	s.Event(key(input.F3), v, playtest.Noon)
	show(s, term, v, playtest.Noon.Add(30*time.Second-time.Millisecond))
	if got, want := term.patch(2, 6, 25, 1), "|"+strings.Repeat("▁", 16)+"▅"+strings.Repeat("▁", 8); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestNoInputFliesUnderThePage(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {132, 43}} {
		term := newTerminal(t, size[0], size[1])
		for _, x := range []int32{6, 300, 1000, 2394} {
			for _, y := range []int32{6, 60, 150, 1594} {
				v := wideView("Nova")
				v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(x), playtest.Unit(y)
				show(f3(v, Options{}), term, v, playtest.Noon)
				if term.column(standardColour(canvas.OwnBright)) < 28 {
					t.Errorf("%v: the ship at %d, %d does not show", size, x, y)
				}
			}
		}
	}
}

// column returns the first column with a colour between the HUD lines, or -1.
func (t terminal) column(k canvas.TermColour) int {
	width, height := t.Size()
	for x := range width {
		for y := 1; y < height-1; y++ {
			if _, style, _ := t.Get(x, y); style.Ink == k || style.Ground == k {
				return x
			}
		}
	}
	return -1
}

func TestAnArrowPointsToAShipUnderThePage(t *testing.T) {
	v := wideView("Nova", "Rex")
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1000), playtest.Unit(600)
	v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(880), playtest.Unit(580)
	drawn(t, v).shows(t, "Rex")
	term := newTerminal(t, 80, 24)
	show(f3(v, Options{}), term, v, playtest.Noon)
	term.hides(t, "Rex")
	arrows := 0
	for y := range 24 {
		if glyph, _ := term.glyph(28, y); glyph == "◄" {
			arrows++
		}
	}
	if arrows != 1 {
		t.Errorf("%d arrows beside the page:\n%s", arrows, term.text())
	}
}

func TestTalkStaysBelowThePage(t *testing.T) {
	v, term := playtest.View("Nova"), newTerminal(t, 60, 20)
	for i := range 8 {
		v.Chat = append(v.Chat, net.ChatLine{Text: fmt.Sprint("line ", i)})
	}
	show(f3(v, Options{}), term, v, playtest.Noon)
	term.shows(t, "host late", "line 7", "line 4")
	term.hides(t, "line 3")
}

func TestTheTopLineAddsTheWayToADistantTerminal(t *testing.T) {
	for _, c := range []struct {
		lag      net.Lag
		terminal time.Duration
		want     string
	}{
		{net.Lag{RTT: 12 * time.Millisecond, Transport: "udp"}, 35 * time.Millisecond, " 12+35 ms"},
		{net.Lag{RTT: 12 * time.Millisecond, Transport: "udp"}, 3 * time.Millisecond, " 12 ms"},
		{net.Lag{Transport: "memory"}, 210 * time.Millisecond, " terminal 210 ms"},
		{net.Lag{Transport: "memory"}, 35 * time.Millisecond, ""},
	} {
		v, s := playtest.View("Nova"), New(Options{})
		v.Lag = c.lag
		s.TerminalLag(c.terminal)
		term := newTerminal(t, 80, 24)
		show(s, term, v, playtest.Noon)
		if got := strings.TrimRight(term.row(0), " "); !strings.HasSuffix(got, c.want) || strings.Count(got, "ms") != strings.Count(c.want, "ms") {
			t.Errorf("%v and %v: %q, want %q at the end", c.lag.RTT, c.terminal, got, c.want)
		}
	}
}

func TestNetFiguresIncludeADistantTerminal(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = sampleLag
	v.Lag.LostDown, v.Lag.LostUp = 0, 0
	s := f3(v, Options{})
	if got := page(t, s, v, 80, 30); strings.Contains(got, "terminal") {
		t.Errorf("an unknown terminal has figures:\n%s", got)
	}
	s = f3(v, Options{}) // page begins at noon again
	s.TerminalLag(180 * time.Millisecond)
	if got := page(t, s, v, 80, 30); !strings.Contains(got, "!terminal        180 ms") || !strings.HasPrefix(got, " your terminal\n answers after 180 ms\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestNetFiguresOfAGuestNameHostAndSSH(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Lag = net.Lag{Transport: "memory", RTT: time.Microsecond, Age: 21 * time.Millisecond, Slack: 9 * time.Millisecond, Ahead: 2, Keyframes: 1}
	s := f3(v, Options{Guest: true})
	if got := page(t, s, v, 80, 24); !strings.HasPrefix(got, " fine\n updates are in time\n link    on the host\n SSH to you        - ms\n update") {
		t.Errorf("before the first answer:\n%s", got)
	}
	s = f3(v, Options{Guest: true})
	s.TerminalLag(35 * time.Millisecond)
	for _, height := range []int{20, 24, 40} {
		if got := page(t, s, v, 60, height); !strings.Contains(got, "\n link    on the host\n SSH to you       35 ms\n update") || strings.Contains(got, "local game") {
			t.Errorf("at 60x%d:\n%s", height, got)
		}
	}
	s = f3(v, Options{Guest: true})
	s.TerminalLag(300 * time.Millisecond)
	if got := page(t, s, v, 80, 24); !strings.Contains(got, "!SSH to you      300 ms") || !strings.HasPrefix(got, " your SSH connection\n answers after 300 ms\n") {
		t.Errorf("got\n%s", got)
	}
	v.Lag.HostTick = 40 * time.Millisecond
	s = f3(v, Options{Guest: true})
	if got := page(t, s, v, 80, 24); !strings.HasPrefix(got, " the host\n needs 40 ms a tick\n") {
		t.Errorf("got\n%s", got)
	}
}
