package ui

import (
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// inLobby tests an App in the lobby of a match.
func inLobby(t *testing.T, conf Config, test func(r *rig, lobby *flown)) {
	lobby := newFlown()
	lobby.view.World.Status = game.Waiting
	lobby.view.Pilot = 7
	lobby.view.Roster = []proto.Pilot{{ID: 7, Name: "Ann"}, {ID: 8, Slot: 1, Name: "Rex", Flags: proto.Ready}, {ID: 9, Slot: 2, Name: "Vega", Flags: proto.BotPilot}}
	conf.Session = lobby.session("")
	onRig(t, conf, func(r *rig) { test(r, lobby) })
}

func TestTheRangeIsReachedFromTheLobbyAndLeftWhenTheMatchBegins(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.shows("g practice range")
		r.press("g")
		r.shows("Cannon: 0 of 0 hit", "lobby: 1 of 2 ready   r ready")
		frames := lobby.now().frames
		r.wait()
		if after := lobby.now(); after.frames <= frames || after.closed != 0 || after.idle {
			t.Errorf("the lobby had %d frames and has %d, closed %d times, idle %v", frames, after.frames, after.closed, after.idle)
		}
		target := r.launcher.match
		lobby.change(func(m *flownState) {
			begun := *m.view.World
			begun.Status = game.InProgress
			m.view.World = &begun
		})
		r.wait()
		r.showsNot("of 0 hit")
		if target.now().closed != 1 || lobby.now().closed != 0 {
			t.Errorf("the range was closed %d times, the match %d times", target.now().closed, lobby.now().closed)
		}
		r.press(right)
		if lobby.now().input == 0 {
			t.Error("the keys do not steer the ship of the match")
		}
	})
}

func TestThePlayerIsReadyFromTheRange(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", "r")
		if got := lobby.now().readied; !slices.Equal(got, []bool{true}) {
			t.Errorf("the lobby was told %v", got)
		}
		lobby.change(func(m *flownState) {
			m.view.Roster = slices.Clone(m.view.Roster)
			m.view.Roster[0].Flags |= proto.Ready
		})
		r.wait()
		r.shows("lobby: 2 of 2 ready   you are ready")
		if got := r.launcher.match.now().readied; len(got) != 0 {
			t.Errorf("the range was told %v", got)
		}
	})
}

func TestTheMenuLeadsFromTheRangeBackToTheLobby(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", esc)
		r.shows("Leave for the lobby")
		r.press("l")
		r.shows("r ready", "g practice range")
		if n := r.launcher.match.now().closed; n != 1 {
			t.Errorf("the range was closed %d times", n)
		}
		if r.press("g"); len(r.launcher.shooters) != 2 {
			t.Errorf("went to the range %d times", len(r.launcher.shooters))
		}
	})
}

func TestAMatchThatEndsWhileItsPlayerIsOnTheRangeSaysSo(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g")
		lobby.change(func(m *flownState) { m.view.Phase, m.view.Err = net.Ended, errTest })
		r.wait()
		if !r.hasLeft() || r.returned == nil {
			t.Errorf("left with %v:\n%s", r.returned, r.text())
		}
		if lobby.now().closed != 1 || r.launcher.match.now().closed != 1 {
			t.Errorf("closed %d and %d times", lobby.now().closed, r.launcher.match.now().closed)
		}
	})
}

func TestLeavingFromTheRangeLeavesBoth(t *testing.T) {
	inLobby(t, Config{}, func(r *rig, lobby *flown) {
		r.press("g", ctrlC)
		if !r.hasLeft() || lobby.now().closed != 1 || r.launcher.match.now().closed != 1 {
			t.Errorf("left %v, closed %d and %d times", r.left, lobby.now().closed, r.launcher.match.now().closed)
		}
	})
}

func TestAGuestHasNoRange(t *testing.T) {
	inLobby(t, Config{Guest: true}, func(r *rig, lobby *flown) {
		r.showsNot("practice range")
		if r.press("g"); len(r.launcher.shooters) != 0 {
			t.Error("a guest went to the range")
		}
	})
}
