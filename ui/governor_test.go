package ui

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/term"
)

// governed lets some seconds pass in which so many bytes are sent each, and returns the steps after each.
func governed(g *governor, now *time.Time, sent *int64, rate int, crowded bool, seconds int) (steps []int) {
	for range seconds {
		for range 20 {
			*now = now.Add(time.Second / 20)
			*sent += int64(rate / 20)
			g.note(*sent, crowded, *now)
		}
		steps = append(steps, g.step)
	}
	return steps
}

func TestTheGovernorStepsDownWhileTooMuchIsSentAndUpWhenThereIsRoom(t *testing.T) {
	g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
	governed(&g, &now, &sent, 50_000, false, 1) // the first picture
	if steps := governed(&g, &now, &sent, 20_000, false, 3); steps[0] != 1 || steps[2] != 3 {
		t.Errorf("with a third too much: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 12_000, false, 30); steps[29] != 3 {
		t.Errorf("with less than the bound, but more than half of it: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 5_000, false, 16); steps[3] != 3 || steps[6] != 2 || steps[15] != 0 {
		t.Errorf("with a third of it: %v", steps)
	}
	if steps := governed(&g, &now, &sent, 200_000, false, 20); steps[19] != 6 {
		t.Errorf("with far too much: %v", steps)
	}
}

func TestTheGovernorDoesNotGoToAndFro(t *testing.T) {
	g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
	governed(&g, &now, &sent, 50_000, false, 1) // the first picture
	changes, was := 0, 0
	for range 600 {
		rate := 16_000
		if g.step > 0 {
			rate = 7_000 // which invites it to take the step back
		}
		if governed(&g, &now, &sent, rate, false, 1); g.step != was {
			changes, was = changes+1, g.step
		}
	}
	if changes > 30 {
		t.Errorf("%d changes in ten minutes", changes)
	}
}

func TestATerminalThatLagsGetsLessButNotTheLeastIfThatIsNotForTheBytes(t *testing.T) {
	for rate, want := range map[int]int{12_000: 6, 2_000: 3} {
		g, now, sent := newGovernor(15_000, 6), time.Unix(1000, 0), int64(0)
		if steps := governed(&g, &now, &sent, rate, true, 20); steps[19] != want {
			t.Errorf("%d bytes a second and late: %v", rate, steps)
		}
	}
}

func TestEachStepTakesNoMoreThanTheOneBefore(t *testing.T) {
	for _, far := range []bool{false, true} {
		for step := 1; step <= canvas.DetailSteps(far); step++ {
			was, is := canvas.DetailOf(far, step-1), canvas.DetailOf(far, step)
			if is == was || is.Near < was.Near || is.Far < was.Far || is.Shots < was.Shots || was.TwoTones && !is.TwoTones || was.NoTrails && !is.NoTrails ||
				was.NoParallax && !is.NoParallax || is.Hold < was.Hold || is.Steps < was.Steps || was.Pictures > 0 && (is.Pictures == 0 || is.Pictures > was.Pictures) {
				t.Errorf("far %v, step %d: %+v after %+v", far, step, is, was)
			}
		}
	}
}

// strait is a terminal behind a line that carries so many bytes a second.
type strait struct {
	*testkit.Tty
	rate    int
	mu      sync.Mutex
	free    time.Time // when all that was written will have come through
	carried int
}

func (l *strait) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(len(b)) * time.Second / time.Duration(l.rate))
	l.carried += len(b)
	if n := len(b); n >= 4 && string(b[n-4:]) == "\x1b[5n" {
		time.AfterFunc(time.Until(l.free)+20*time.Millisecond, func() { l.Type("\x1b[0n") })
	}
	return l.Tty.Write(b)
}

// battle is a match of 28 bots, who stop after a while.
type battle struct {
	*flown
	fight  *fought
	until  time.Time
	ticked time.Time
}

func (b *battle) Frame(now time.Time, _ game.Input) *net.View {
	view := &net.View{Phase: net.Playing, Setup: b.fight.setup, World: &b.fight.world, Roster: b.fight.roster}
	for ; b.ticked.Before(now) && now.Before(b.until); b.ticked = b.ticked.Add(time.Second / 30) {
		events := b.fight.frame().Events
		view.Events = append(view.Events, events...)
	}
	return view
}

func sum(of []int) (all int) {
	for _, n := range of {
		all += n
	}
	return all
}

// TestAFightOf28BotsIsFittedToALineOf15kBASecond flies over SSH, in virtual time.
func TestAFightOf28BotsIsFittedToALineOf15kBASecond(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of a fight; runs without -short")
	}
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tty := &strait{Tty: testkit.NewTty(120, 40), rate: 15_000}
		terminal, err := term.OpenTty(tty, term.Traits{Name: "xterm-256color", Remote: true})
		if err != nil {
			t.Fatal(err)
		}
		defer terminal.Close()
		fight := &battle{flown: newFlown(), fight: startFought(t, "open"), until: time.Now().Add(30 * time.Second), ticked: time.Now()}
		a := newApp(terminal, Config{Terminal: terminal, Session: &Session{Match: fight, Close: func() {}}})
		a.frames = time.NewTicker(time.Hour) // this goroutine draws
		defer a.frames.Stop()
		var steps, carried, waits []int
		for range 60 {
			before, end := tty.carried, time.Now().Add(time.Second)
			for began := time.Now(); began.Before(end); began = time.Now() {
				synctest.Wait() // until what has been answered is known
				a.draw(began)
				a.keepPace(began, began)
				time.Sleep(a.frameTime())
			}
			steps, carried = append(steps, a.governor.step), append(carried, tty.carried-before)
			waits = append(waits, int(time.Until(tty.free).Milliseconds()))
		}
		t.Logf("steps %v\nbytes a second %v\nms that wait on the line %v", steps, carried, waits)
		for i := 15; i < 30; i++ {
			if sum(carried[i-5:i]) > 5*15_000 || waits[i] > 400 {
				t.Errorf("the five seconds up to %d: %d bytes, and %d ms of them wait", i, sum(carried[i-5:i]), waits[i])
			}
		}
		changes := 0
		for i := range 29 {
			if steps[i+1] != steps[i] {
				changes++
			}
		}
		if steps[20] == 0 || changes > 10 {
			t.Errorf("%d changes in the fight: %v", changes, steps[:30])
		}
		if steps[59] != 0 {
			t.Errorf("all is over, and step %d is left", steps[59])
		}
	})
}
