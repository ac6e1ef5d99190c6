package ui

import (
	"testing"

	"dogfight/net"
)

func TestNewcomerIsOfferedTheLessons(t *testing.T) {
	onRig(t, Config{Newcomer: true}, func(r *rig) { r.shows("New here? Press l for a one-minute flying lesson") })
	onRig(t, Config{}, func(r *rig) { r.showsNot("New here?") })
	onRig(t, Config{Newcomer: true}, func(r *rig) {
		r.resize(60, 20)
		r.shows("New here? Press l", "(q) Quit")
	})
}

func TestLearnToFlyStartsTheFirstLesson(t *testing.T) {
	onRig(t, Config{Pilot: Pilot{Name: "Ann"}}, func(r *rig) {
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

func TestLessonsGoOnBelowTheSettings(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", enter, esc, "s", down, right, enter, esc) // ASCII makes the screen anew
		r.shows("2/7 [ ]")
	})
}

func TestWhyNoMatchFollowsTheLessonsIsTold(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l", enter, enter, enter, enter, enter, enter, enter)
		r.launcher.fails = errTest
		r.press(enter)
		r.shows("Could not start a match", errTest.Error())
		r.press(enter)
		r.shows("(l) Learn to fly")
	})
}

func TestALinkThatEndsEndsTheLessons(t *testing.T) {
	onRig(t, Config{}, func(r *rig) {
		r.press("l")
		r.launcher.match.change(func(m *flownState) { m.view.Phase = net.Ended })
		r.wait()
		r.shows("The match is over")
	})
}

func TestLessonsAreNoLongerOfferedAfterALessonOrAMatch(t *testing.T) {
	for _, key := range []string{"l", "p"} {
		kept := 0
		conf := Config{Newcomer: true, Save: func(was, is Preferences) error {
			if was != is {
				t.Errorf("%v became %v", was, is)
			}
			kept++
			return nil
		}}
		onRig(t, conf, func(r *rig) {
			r.press(key)
			if kept != 1 {
				t.Errorf("%s: it was kept %d times", key, kept)
			}
		})
	}
	onRig(t, Config{Newcomer: true, Save: func(was, is Preferences) error {
		t.Error("it was kept that a match failed")
		return nil
	}}, func(r *rig) {
		r.launcher.fails = errTest
		r.press("p")
	})
}
