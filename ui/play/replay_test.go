package play

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/playback"
	"dogfight/proto/replay"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

// viewer plays a recorded match on a screen.
type viewer struct {
	t testing.TB
	*Screen
	match *playback.Playback
	term  terminal
	now   time.Time
}

func watchReplay(t testing.TB, m playtest.Match, own string) *viewer {
	t.Helper()
	match, err := playback.New(playtest.File(t, m))
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{t, New(Options{Mode: canvas.Blocks}), match, newTerminal(t, 80, 24), playtest.Noon}
	v.Watch(match, own)
	v.pass(0)
	return v
}

// pass plays the match for a time, at 60 pictures a second.
func (v *viewer) pass(d time.Duration) {
	for end := v.now.Add(d); ; v.now = v.now.Add(time.Second / 60) {
		show(v.Screen, v.term, v.match.Frame(v.now, 0), v.now)
		if !v.now.Before(end) {
			return
		}
	}
}

// press presses keys, with a picture after each.
func (v *viewer) press(pressed ...input.Key) {
	for _, k := range pressed {
		v.Event(key(k), v.view, v.now)
		v.pass(0)
	}
}

// row returns the text of a row, counted from the last.
func (v *viewer) row(fromBelow int) string {
	_, height := v.term.Size()
	return v.term.row(height - 1 - fromBelow)
}

func fightOf(ships, seconds int) playtest.Match {
	return playtest.Match{Ships: ships, Ticks: seconds * game.TickRate}
}

func TestTheTimeLineShowsTheProgress(t *testing.T) {
	v := watchReplay(t, fightOf(8, 120), "")
	if line := v.row(0); !strings.Contains(line, "►  1x   0:00 ●───") || !strings.HasSuffix(strings.TrimRight(line, " "), "─── 2:00") {
		t.Errorf("it begins with %q", line)
	}
	v.press(input.Space, input.KeyRight, input.KeyRight, ']')
	if line := v.row(0); !strings.Contains(line, "▌▌ 2x   0:10 ━━━━●─") {
		t.Errorf("paused at 10 s it is %q", line)
	}
	v.press('r')
	v.pass(time.Second)
	if line := v.row(0); !strings.Contains(line, "◄  2x   0:07 ━━━●─") {
		t.Errorf("backwards it is %q", line)
	}
	v.press(input.KeyEnd)
	if line := v.row(0); !strings.Contains(line, "2:00 ━━━━") || !strings.Contains(line, "━● 2:00") {
		t.Errorf("at the end it is %q", line)
	}
}

func TestKillsAndMarksAreOnTheTimeLine(t *testing.T) {
	m := fightOf(8, 60)
	m.Each = func(w *replay.Writer, tick int) {
		if tick == 1799 {
			w.Mark("here")
		}
	}
	v := watchReplay(t, m, "")
	deeds := []rune(v.row(1))
	if at := len([]rune(v.row(0)[:strings.IndexRune(v.row(0), '●')])); deeds[at+(80-at-7)/2] != '♦' {
		t.Errorf("there is no mark in the middle of %q", string(deeds))
	}
	kills := 0
	for _, r := range deeds {
		if r >= '▁' && r <= '█' {
			kills++
		}
	}
	if kills < 5 {
		t.Errorf("there are %d columns with kills in %q", kills, string(deeds))
	}
}

func TestKeysMoveInTime(t *testing.T) {
	v := watchReplay(t, fightOf(4, 60), "")
	v.press(input.Space)
	at := func(want int, pressed ...input.Key) {
		t.Helper()
		v.press(pressed...)
		if got := int(v.match.Tick() - v.match.First()); got != want {
			t.Errorf("%v leads to tick %d, expected %d", pressed, got, want)
		}
	}
	at(300, input.KeyRight)
	at(600, 'l')
	at(300, 'j')
	at(0, input.KeyLeft)
	at(2, '.', '.')
	at(1, ',')
	at(3600, input.KeyEnd)
	at(0, input.KeyHome)
	v.press('n')
	first := v.match.Tick()
	v.press('n')
	if second := v.match.Tick(); second <= first {
		t.Errorf("the second kill is at %d, the first at %d", second, first)
	}
	at(int(first-v.match.First()), 'N')
	v.press(input.Space)
	v.press(input.Space)
	if v.match.Playing() {
		t.Error("pressed twice, the pause is over")
	}
}

func TestAViewerFollowsAnyPilot(t *testing.T) {
	v := watchReplay(t, fightOf(4, 60), "Bot 3")
	if v.pass(time.Second); v.drawing.last.camera.Followed != 2 {
		t.Errorf("it begins with slot %d, expected the own pilot's", v.drawing.last.camera.Followed)
	}
	if v.press(input.KeyDown); v.drawing.last.camera.Followed != 3 || !strings.Contains(v.row(1), "following") {
		t.Errorf("the next is slot %d: %q", v.drawing.last.camera.Followed, v.row(1))
	}
	if v.press(input.KeyUp, input.KeyUp); v.drawing.last.camera.Followed != 1 {
		t.Errorf("the one before the own is slot %d", v.drawing.last.camera.Followed)
	}
	v.press('c', input.KeyLeft)
	if tick := v.match.Tick(); v.drawing.last.camera.Followed != -1 || tick > v.match.First()+2*game.TickRate || !strings.Contains(v.row(1), "free camera") {
		t.Errorf("a free camera follows slot %d at tick %d: %q", v.drawing.last.camera.Followed, tick, v.row(1))
	}
	if v.press('1'); v.drawing.last.camera.Followed != v.drawing.ranks[0] {
		t.Errorf("the first is slot %d, followed is %d", v.drawing.ranks[0], v.drawing.last.camera.Followed)
	}
	if v.press('d'); !strings.Contains(v.row(1), "director") {
		t.Errorf("there is no director: %q", v.row(1))
	}
}

func TestTheMouseDragsOnTheTimeLine(t *testing.T) {
	v := watchReplay(t, fightOf(4, 60), "")
	v.press(input.Space)
	click := func(x, y int, down input.Buttons) {
		v.Event(input.Event{Kind: input.Mouse, X: x, Y: y, Buttons: down}, v.view, v.now)
		v.pass(0)
	}
	if click(40, 10, input.LeftButton); v.match.Tick() != v.match.First() {
		t.Error("a click into space leads somewhere")
	}
	click(40, 10, 0)
	click(79, 23, input.LeftButton)
	if v.match.Tick() != v.match.Last() {
		t.Errorf("a click at the end leads to %d", v.match.Tick())
	}
	if click(0, 3, input.LeftButton); v.match.Tick() != v.match.First() {
		t.Errorf("drawn to the beginning it is at %d", v.match.Tick())
	}
	click(0, 3, 0)
	if click(50, 3, 0); v.match.Tick() != v.match.First() {
		t.Error("let go, it still follows the mouse")
	}
}

func TestAJumpDropsTheRecentTicks(t *testing.T) {
	v := watchReplay(t, fightOf(8, 60), "Bot 1")
	v.press('n')
	v.pass(3500 * time.Millisecond) // to after a kill
	v.press(input.Space, input.KeyHome)
	v.pass(2 * time.Second) // all glides have ended
	fresh := watchReplay(t, fightOf(8, 60), "Bot 1")
	fresh.now = v.now.Add(-2 * time.Second)
	fresh.press(input.Space)
	fresh.match.SeekTo(v.match.Tick())
	fresh.pass(2 * time.Second)
	for y := range 22 {
		if is, was := v.row(23-y), fresh.row(23-y); is != was {
			t.Errorf("row %d is\n%q, and at first was\n%q", y, is, was)
		}
	}
}

func TestTheDirectorShowsMostKillsAndHoldsItsShots(t *testing.T) {
	t.Parallel()
	sizes := []int{8}
	if *long {
		sizes = []int{4, 8, 16}
	}
	for _, ships := range sizes {
		v := watchReplay(t, fightOf(ships, 120), "")
		last, since := v.drawing.last.camera.Followed, v.now
		shots, short, kills, seen := 0, 0, 0, 0
		for v.match.Tick() < v.match.Last() {
			v.now = v.now.Add(time.Second / 60)
			view := v.match.Frame(v.now, 0)
			v.See(view, v.now)
			for _, ev := range view.Events {
				if ev.Kind == game.EventKill && ev.By != ev.Slot {
					kills++
					if f := v.drawing.last.camera.Followed; f == int(ev.By) || f == int(ev.Slot) || f >= 0 && nearby(view.World, f, &ev) {
						seen++
					}
				}
			}
			if is := v.drawing.last.camera.Followed; is != last {
				if held := v.now.Sub(since); last >= 0 && held < 1200*time.Millisecond {
					t.Errorf("%d ships: slot %d is shown for %v", ships, last, held)
				} else if last >= 0 && held < 3*time.Second {
					short++
				}
				shots, last, since = shots+1, is, v.now
			}
		}
		t.Logf("%d ships: %d of %d kills seen, %d shots, %d of them cut short by the end of the shown ship", ships, seen, kills, shots, short)
		if seen*3 < kills*2 && ships <= 8 || shots < 4 || shots > 40 {
			t.Errorf("%d ships: %d of %d kills are seen, in %d shots", ships, seen, kills, shots)
		}
	}
}

// nearby reports whether an event is in the picture around a ship.
func nearby(w *game.World, slot int, ev *game.Event) bool {
	dx, dy := w.Ships[slot].X-ev.X, w.Ships[slot].Y-ev.Y
	return max(dx, -dx) < 140*game.One && max(dy, -dy) < 70*game.One
}

func TestPlayingAReplayDoesNotAllocate(t *testing.T) {
	v := watchReplay(t, fightOf(8, 60), "Bot 1")
	v.pass(5 * time.Second)
	frame := func() {
		v.now = v.now.Add(time.Second / 60)
		show(v.Screen, v.term, v.match.Frame(v.now, 0), v.now)
	}
	if n := testing.AllocsPerRun(120, frame); n > 0 {
		t.Errorf("a picture allocates memory %v times", n)
	}
}
