package ui

import (
	"slices"
	"testing"

	"dogfight/net"
	"dogfight/proto"
)

// voted is a match in which votes are called.
type voted struct {
	*flown
	calls []proto.CallVote
	casts []bool
}

func (m *voted) CallVote(motion proto.Motion, pilot uint16, what string) {
	m.change(func(*flownState) { m.calls = append(m.calls, proto.CallVote{Motion: motion, Pilot: pilot, What: what}) })
}

func (m *voted) CastVote(yes bool) {
	m.change(func(*flownState) { m.casts = append(m.casts, yes) })
}

func (m *voted) called() (calls []proto.CallVote, casts []bool) {
	m.change(func(*flownState) { calls, casts = slices.Clone(m.calls), slices.Clone(m.casts) })
	return calls, casts
}

// onVoted runs a test in a match with a bot and, if there is, another player.
func onVoted(t *testing.T, other bool, test func(r *rig, m *voted)) {
	m := &voted{flown: newFlown()}
	m.view.Roster = []proto.Pilot{{ID: 0, Name: "Myself"}, {ID: 5, Name: "Bot", Flags: proto.BotPilot}}
	if other {
		m.view.Roster = append(m.view.Roster, proto.Pilot{ID: 7, Name: "Rex[red]"})
	}
	onRig(t, Config{Session: &Session{Match: m, Close: func() {}}}, func(r *rig) { test(r, m) })
}

func TestVotesAreCalledFromTheMenu(t *testing.T) {
	onVoted(t, true, func(r *rig, m *voted) {
		r.press(esc)
		r.shows("Call a vote")
		r.press("v")
		r.shows("End this match", "Restart the match", "Kick Rex[red]")
		r.showsNot("Kick Bot")
		r.showsNot("Shuffle")
		r.press("r", esc, "v", down, down, down, down, enter)
		want := []proto.CallVote{{Motion: proto.RestartMotion}, {Motion: proto.KickMotion, Pilot: 7}}
		if calls, _ := m.called(); !slices.Equal(calls, want) {
			t.Errorf("called %v, expected %v", calls, want)
		}
	})
}

func TestAVoteUnderWayIsCastFromTheMenuAndByKeys(t *testing.T) {
	onVoted(t, true, func(r *rig, m *voted) {
		m.change(func(s *flownState) {
			s.view.Vote = &proto.VoteState{Number: 3, Motion: proto.KickMotion, Text: "kick Rex", Needed: 2}
		})
		r.press(esc)
		r.showsNot("Call a vote")
		r.press("n", esc, "y")
		if _, casts := m.called(); !slices.Equal(casts, []bool{false, true}) {
			t.Errorf("cast %v", casts)
		}
	})
}

func TestAloneWithBotsThereIsNothingToVoteOn(t *testing.T) {
	onVoted(t, false, func(r *rig, m *voted) {
		r.press(esc)
		r.showsNot("Call a vote")
	})
}

var _ voter = (*net.Client)(nil) // what screens find a match to be that players vote in
