package hud

import (
	"fmt"

	"dogfight/proto"
	"dogfight/ui/canvas"
)

// VoteRows returns the rows of a vote under the top line.
func (f *Frame) VoteRows() int {
	if f.Match.Vote == nil {
		return 0
	}
	return 1
}

// DrawVote draws the current vote: its subject, count, time left and keys.
func (f *Frame) DrawVote() {
	if f.Match.Vote == nil || f.Sheet.Above < 1 {
		return
	}
	v := f.Match.Vote
	stands := fmt.Sprintf("  yes %d of %d  no %d  %d s", v.Yes, v.Needed, v.No, v.Left)
	keys, ink := f.voteKeys(v.Own)
	room := f.Sheet.Width() - 4 - canvas.Width(stands)
	if canvas.Width(keys) > room-leastMotion {
		keys = ""
	}
	about := canvas.Cut(canvas.Clean(v.Text), max(room-canvas.Width(keys)-1, 1)) + "?"
	width := canvas.Width(about) + canvas.Width(stands) + canvas.Width(keys)
	row, x := f.Sheet.Above, max((f.Sheet.Width()-width)/2, 1)
	f.Sheet.Fill(x-1, row, width+2, 1, canvas.PanelInk)
	x = f.Sheet.Text(x, row, about, canvas.Strong)
	x = f.Sheet.Text(x, row, stands, canvas.TextInk)
	f.Sheet.Text(x, row, keys, ink)
}

// leastMotion is the least columns for the subject; otherwise the keys are left out.
const leastMotion = 12

// voteKeys returns the keys to vote, or the own vote.
func (f *Frame) voteKeys(own proto.OwnVote) (string, canvas.Colour) {
	switch own {
	case proto.VotedYes:
		return "  you: yes", canvas.Good
	case proto.VotedNo:
		return "  you: no", canvas.Good
	case proto.MayNot:
		return "", canvas.TextInk
	}
	return f.Sheet.Hint("  F6 yes  F7 no"), canvas.Fair
}
