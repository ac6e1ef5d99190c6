package ui

import (
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
)

// flight is a player's ship in the arena, put where a test wants it, with the tutorial.
type tutorialFlight struct {
	*testing.T
	*Tutorial
	view  net.View
	ship  *game.Ship
	now   time.Time
	bots  []int // that were called
	held  bool
	shown *play.Lesson
}

func tutorialNewFlight(t *testing.T) *tutorialFlight {
	setup := &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes()[:1], Weapons: assets.Weapons()[:1]}
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin}}, nil)
	f := &tutorialFlight{T: t, view: net.View{Phase: net.Playing, Setup: setup, World: &world}, ship: &world.Ships[0], now: time.Unix(1e9, 0)}
	f.Tutorial = NewTutorial(func(n int) { f.bots = append(f.bots, n) })
	f.sees()
	return f
}

// sees runs a frame in which these events happen.
func (f *tutorialFlight) sees(events ...game.Event) {
	f.now = f.now.Add(33 * time.Millisecond)
	f.view.Events = events
	f.shown = f.See(&f.view, f.now, f.held, &input.Bindings{})
}

func (f *tutorialFlight) waits(d time.Duration) {
	f.now = f.now.Add(d)
	f.sees()
}

func (f *tutorialFlight) moves(at game.Point) {
	f.ship.X, f.ship.Y = at.X, at.Y
	f.sees()
}

// isAt fails the test unless this lesson is shown.
func (f *tutorialFlight) isAt(number int) {
	f.Helper()
	if f.shown.Over || f.shown.Done || f.shown.Number != number {
		f.Fatalf("expected lesson %d, found %+v", number, f.shown)
	}
}

// hasDone fails the test unless the lesson was just completed, and starts the next.
func (f *tutorialFlight) hasDone() {
	f.Helper()
	if !f.shown.Done {
		f.Fatalf("not done: %+v", f.shown)
	}
	f.waits(praiseTime)
}

func (f *tutorialFlight) skipsTo(number int) {
	f.Helper()
	for range number - 1 {
		f.Skip()
	}
	f.sees()
	f.isAt(number)
}

func TestRingsAreFlownThroughInAnyOrderAndAreMarkedUntilThen(t *testing.T) {
	f := tutorialNewFlight(t)
	f.isAt(1)
	rings := f.view.Setup.Arena.TeamSpawns[1]
	for i, n := range []int{2, 0, 3} {
		f.moves(rings[n])
		f.isAt(1)
		if len(f.shown.Goals) != 3-i || !strings.Contains(f.shown.Task, string(rune('1'+i))+" of 4") {
			t.Errorf("after %d rings: %+v", i+1, f.shown)
		}
	}
	f.moves(rings[2])
	f.isAt(1) // the same again is not another
	f.moves(rings[1])
	f.hasDone()
	f.isAt(2)
}

func TestADiagonalRingDoesNotCountStraight(t *testing.T) {
	f := tutorialNewFlight(t)
	f.skipsTo(2)
	rings := f.view.Setup.Arena.TeamSpawns[2]
	f.ship.Facing = game.Up
	f.moves(rings[0])
	f.moves(rings[1])
	if len(f.shown.Goals) != 2 {
		t.Errorf("found %+v", f.shown)
	}
	f.ship.Facing = game.DownLeft
	f.moves(rings[0])
	f.ship.Facing = game.UpRight
	f.moves(rings[1])
	f.hasDone()
	f.isAt(3)
}

func TestOnlyAFlyingShipCanStop(t *testing.T) {
	f := tutorialNewFlight(t)
	f.skipsTo(3)
	f.sees()
	f.isAt(3)
	f.ship.VX, f.ship.Input = 100, game.Steer(game.Right)
	f.sees()
	f.ship.VX = 0 // at a wall
	f.sees()
	f.isAt(3)
	f.ship.Input = game.Steer(game.Idle)
	f.sees()
	f.hasDone()
	f.isAt(4)
}

func TestOthersDeedsDoNotCount(t *testing.T) {
	for number, deed := range map[int]game.Event{
		4: {Kind: game.EventBlast, Slot: 0, By: 0},
		6: {Kind: game.EventPickup, Slot: 0, By: 0, What: uint8(game.ShieldItem)},
		7: {Kind: game.EventKill, Slot: 3, By: 0},
	} {
		f := tutorialNewFlight(t)
		f.skipsTo(number)
		others := deed
		others.By, others.Slot = 5, 5
		f.sees(others)
		f.isAt(number)
		f.sees(deed)
		if !f.shown.Done {
			t.Errorf("lesson %d is not done", number)
		}
	}
}

func TestAnOrbIsNoPowerUpAndSuicideNoVictory(t *testing.T) {
	for number, deed := range map[int]game.Event{
		6: {Kind: game.EventPickup, What: uint8(game.OrbItem)},
		7: {Kind: game.EventKill},
	} {
		f := tutorialNewFlight(t)
		f.skipsTo(number)
		f.sees(deed)
		f.isAt(number)
	}
}

func TestARingCountsOnlyWhileTheBoostBurns(t *testing.T) {
	f := tutorialNewFlight(t)
	f.skipsTo(5)
	ring := f.view.Setup.Arena.TeamSpawns[1][1]
	f.moves(ring)
	f.isAt(5)
	f.ship.Boost = 200 // it burns
	f.sees()
	f.hasDone()
	f.isAt(6)
}

func TestOnlyTheLastLessonHasABot(t *testing.T) {
	f := tutorialNewFlight(t)
	f.skipsTo(7)
	if n := len(f.bots); n == 0 || f.bots[n-1] != 1 {
		t.Errorf("called %v", f.bots)
	}
	f.Skip()
	f.sees()
	if !f.shown.Over || f.bots[len(f.bots)-1] != 0 {
		t.Errorf("called %v, shown %+v", f.bots, f.shown)
	}
	if f.Skip() {
		t.Error("there was something left to skip")
	}
}

func TestASlowPlayerGetsAHint(t *testing.T) {
	f := tutorialNewFlight(t)
	note := f.shown.Note
	f.waits(hintAfter - time.Second)
	if f.shown.Note != note {
		t.Error("the hint came too soon")
	}
	f.waits(time.Second)
	if f.shown.Note == note || f.shown.Note == "" {
		t.Errorf("still %q", f.shown.Note)
	}
}

func TestWithoutGoalsThePlayerIsAskedToWait(t *testing.T) {
	f := tutorialNewFlight(t)
	f.skipsTo(6)
	if want := lessons[5].text.absent; f.shown.Note != want || len(f.shown.Goals) != 0 {
		t.Errorf("found %+v", f.shown)
	}
	f.view.World.Items[1].Kind = game.OverdriveItem
	f.sees()
	if len(f.shown.Goals) != 1 || f.shown.Note != lessons[5].text.note {
		t.Errorf("found %+v", f.shown)
	}
}

func TestHeldKeysAreTaughtAsHeld(t *testing.T) {
	f := tutorialNewFlight(t)
	latched := *f.shown
	f.held = true
	f.sees()
	if !strings.Contains(latched.Note, "flies on until") || !strings.Contains(f.shown.Note, "hold the key") {
		t.Errorf("latched %q, held %q", latched.Note, f.shown.Note)
	}
}

func TestADeadPlayerFailsNothing(t *testing.T) {
	f := tutorialNewFlight(t)
	f.moves(f.view.Setup.Arena.TeamSpawns[1][0])
	f.ship.State = game.Dead
	f.moves(f.view.Setup.Arena.TeamSpawns[1][1])
	if len(f.shown.Goals) != 3 {
		t.Errorf("found %+v", f.shown)
	}
}

func TestNothingIsTaughtBeforeThereIsAShip(t *testing.T) {
	var called bool
	tutorial := NewTutorial(func(int) { called = true })
	if l := tutorial.See(&net.View{Me: -1}, time.Unix(1e9, 0), false, &input.Bindings{}); l != nil || called {
		t.Errorf("found %+v, called %v", l, called)
	}
}

func TestEveryLineFitsTheSmallestTerminal(t *testing.T) {
	const room = 60 - 4
	for i, lesson := range lessons {
		for _, w := range []words{lesson.text, lesson.held} {
			task := "7/7 [ ] " + withKeys(w.task, &input.Bindings{})
			if i < 2 {
				task += " (0 of 4)"
			}
			for _, line := range []string{task, withKeys(w.note, &input.Bindings{}), withKeys(w.hint, &input.Bindings{}), withKeys(w.absent, &input.Bindings{})} {
				if canvas.Width(line) > room || strings.ContainsAny(line, "{}") {
					t.Errorf("lesson %d: %d columns: %q", i+1, canvas.Width(line), line)
				}
			}
		}
	}
}

func TestNewcomerIsOfferedTheLessons(t *testing.T) {
	onRig(t, Config{Newcomer: true}, func(r *rig) { r.shows("New here? Press l for a one-minute flying lesson") })
	onRig(t, Config{}, func(r *rig) { r.showsNot("New here?") })
	onRig(t, Config{Newcomer: true}, func(r *rig) {
		r.resize(60, 20)
		r.shows("New here? Press l", "(q) Quit")
	})
}

func TestLearnToFlyStartsTheFirstLesson(t *testing.T) {
	onRig(t, Config{Settings: input.Settings{Name: "Ann"}}, func(r *rig) {
		r.press("l")
		if got := r.launcher.learners; len(got) != 1 || got[0].Name != "Ann" {
			t.Fatalf("found %v", got)
		}
		r.shows("1/7 [ ]", "Enter skips")
	})
}

func TestEscLeadsOutOfTheLessons(t *testing.T) {
	onRig(t, Config{Newcomer: true}, func(r *rig) {
		r.press("l", esc, "l")
		r.shows("(l) Learn to fly")
		r.showsNot("New here?")
		if n := r.launcher.match.now().closed; n != 1 {
			t.Errorf("the session was closed %d times", n)
		}
	})
}

func TestEnterSkipsLessonsUntilTheMatchAgainstBots(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", enter)
		r.shows("2/7 [ ]")
		r.press(enter, enter, enter, enter, enter)
		r.shows("7/7 [ ]")
		lessons := r.launcher.match
		r.press(enter)
		r.shows("You can fly. Now play!")
		r.press(enter)
		r.showsNot("You can fly.")
		if lessons.now().closed != 1 || len(r.launcher.solo) != 1 || r.launcher.match.now().closed != 0 {
			t.Errorf("closed %d, solo %v", lessons.now().closed, r.launcher.solo)
		}
		if last := r.launcher.bots[len(r.launcher.bots)-1]; last != 0 {
			t.Errorf("%d bots were left", last)
		}
	})
}

func TestLessonsRunBelowTheSettings(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", enter, esc, "s", down, right, enter, esc) // ASCII creates a new screen
		r.shows("2/7 [ ]")
	})
}

func TestAFailedMatchAfterTheLessonsShowsTheReason(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", enter, enter, enter, enter, enter, enter, enter)
		r.launcher.fails = errTest
		r.press(enter)
		r.shows("Could not start a match", errTest.Error())
		r.press(enter)
		r.shows("(l) Learn to fly")
	})
}

func TestLessonsAreNoLongerOfferedAfterALessonOrAMatch(t *testing.T) {
	for _, key := range []string{"l", "p"} {
		kept := 0
		conf := Config{Newcomer: true, Save: func(was, is input.Settings) error {
			if was != is {
				t.Errorf("%v became %v", was, is)
			}
			kept++
			return nil
		}}
		onRig(t, conf, func(r *rig) {
			r.press(key)
			if kept != 1 {
				t.Errorf("%s: it was saved %d times", key, kept)
			}
		})
	}
	onRig(t, Config{Newcomer: true, Save: func(was, is input.Settings) error {
		t.Error("a failed match was saved")
		return nil
	}}, func(r *rig) {
		r.launcher.fails = errTest
		r.press("p")
	})
}
