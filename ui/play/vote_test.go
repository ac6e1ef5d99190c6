package play

import (
	"strings"
	"testing"

	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/playtest"
)

func TestAVoteIsToldUnderTheTopLineAndCastByTwoKeys(t *testing.T) {
	v := playtest.View("Nova")
	for own, words := range map[proto.OwnVote]string{
		proto.NotVoted: "kick Rex?  yes 1 of 3  no 0  21 s  F6 yes  F7 no",
		proto.VotedYes: "kick Rex?  yes 1 of 3  no 0  21 s  you: yes",
		proto.MayNot:   "kick Rex?  yes 1 of 3  no 0  21 s",
	} {
		v.Vote = &proto.VoteState{Number: 1, Motion: proto.KickMotion, Left: 21, Yes: 1, Needed: 3, Own: own, Text: "kick Rex"}
		s := New(Options{})
		if line := drawn(t, v).row(1); !strings.Contains(line, words) || own == proto.MayNot && strings.Contains(line, "F6") {
			t.Errorf("own vote %d: the line is %q", own, line)
		}
		if may := own != proto.MayNot; (s.Event(key(input.F6), v, playtest.Noon).Kind == CastYes) != may || (s.Event(key(input.F7), v, playtest.Noon).Kind == CastNo) != may {
			t.Errorf("own vote %d: the keys do otherwise", own)
		}
	}
}

func TestWithoutAVoteItsKeysDoNothing(t *testing.T) {
	v := playtest.View("Nova")
	s := New(Options{})
	for _, k := range []input.Key{input.F6, input.F7} {
		if got := s.Event(key(k), v, playtest.Noon); got.Kind != NoAction {
			t.Errorf("%v does %v", k, got)
		}
	}
}

func TestALongMotionIsCutAndKeepsTheLineOnTheScreen(t *testing.T) {
	v := playtest.View("Nova")
	v.Vote = &proto.VoteState{Number: 1, Motion: proto.NextMotion, Left: 30, Yes: 64, No: 64, Needed: 64, Text: strings.Repeat("very long ", 15)}
	if line := drawn(t, v).row(1); !strings.Contains(line, "yes 64 of 64  no 64  30 s  F6 yes  F7 no") {
		t.Errorf("the line is %q", line)
	}
}
