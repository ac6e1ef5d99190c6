package hud

import (
	"fmt"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// DrawPhase shows the state of the connection unless it is playing.
func (f *Frame) DrawPhase() {
	row := f.rowWithoutShips(f.Sheet.Height() / 3)
	if f.Match.World != nil && f.Match.World.Status == game.Closed {
		row = f.Sheet.Height() - 3 // below the results
	}
	switch f.Match.Phase {
	case net.Joining:
		f.Sheet.Notice(row, "joining ...", canvas.TextInk)
	case net.Lost:
		row = f.Sheet.Notice(row, f.Sheet.Hint("connection lost, reconnecting - Esc menu"), canvas.Bad)
		f.drawReason(row)
	case net.Refused:
		row = f.Sheet.Notice(row, "the host refused the connection", canvas.Bad)
		f.drawReason(row)
	case net.Ended:
		row = f.Sheet.Notice(row, "the match is over", canvas.TextInk)
		f.drawReason(row)
	}
}

// rowWithoutShips returns the nearest row where two centred lines cover no ship, or row if there is none nearby.
func (f *Frame) rowWithoutShips(row int) int {
	const columns, rows, most = 54, 2, 5
	words := f.Sheet.Middle(columns, rows)
	for step := range 2*most + 1 {
		words.Y = row + (step+1)/2
		if step%2 == 0 {
			words.Y = row - step/2
		}
		if f.Space.FreeOfShips(words) {
			return words.Y
		}
	}
	return row
}

func (f *Frame) drawReason(row int) {
	if f.Match.Err != nil {
		f.Sheet.Notice(row, canvas.Clean(f.Match.Err.Error()), canvas.LabelInk)
	}
}

// DrawStart shows the greeting of a match.
func (f *Frame) DrawStart() {
	if greeting := f.objective().greeting; greeting != nil {
		if words, ink := greeting(f); words != "" && f.Match.Phase == net.Playing && f.Match.World.Status == game.InProgress {
			f.Sheet.Headline(f.headlineRow(), words, ink)
		}
		return
	}
	const shown = game.TickRate * 5 / 4
	if f.Match.Phase == net.Playing && f.Match.World.Status == game.InProgress && f.Match.World.Tick-f.Match.World.Started < shown {
		f.Sheet.Headline(f.headlineRow(), "FIGHT", canvas.FlameOrange)
	}
}

// Headline is a short message in large letters.
type Headline struct {
	words string
	ink   canvas.Colour
	at    time.Time
}

const headlineStays = 1500 * time.Millisecond

// Note shows an event that has a headline in the mode.
func (h *Headline) Note(m *model.Match, now time.Time, ev *game.Event) {
	headline := objectives[m.Setup.Mode.State()].headline
	if headline == nil {
		return
	}
	if words, ink := headline(m, ev); words != "" {
		*h = Headline{words, ink, now}
	}
}

func (h *Headline) Draw(f *Frame) {
	if h.words != "" && f.Sheet.Now.Sub(h.at) < headlineStays && f.Match.World.Status == game.InProgress {
		f.Sheet.Headline(f.headlineRow(), h.words, h.ink)
	}
}

// The last seconds are counted down in large digits, in a box of cells.
const (
	lastSeconds     = 10
	countdownWidth  = 11
	countdownHeight = canvas.PlainHeadlineRows // higher than with dots
)

// DrawCountdown counts the last seconds down, under the top line or clear of the own ship.
func (f *Frame) DrawCountdown() {
	left := f.Match.World.TimeLeft(f.Match.Setup)
	if f.Match.Phase != net.Playing || f.Match.Paused || f.Match.World.Status != game.InProgress || left == 0 || left > lastSeconds*game.TickRate {
		return
	}
	seconds := (int(left) + game.TickRate - 1) / game.TickRate
	at := f.countdownArea()
	f.Sheet.HeadlineIn(at, strconv.Itoa(seconds), canvas.Fair)
}

// headlineRow returns the first row of large letters: a quarter down, or just above or below the own ship if that is there.
func (f *Frame) headlineRow() int {
	row, own := f.Sheet.Height()/4, f.ownRoom()
	if !own.Meets(canvas.Rect(0, row, f.Sheet.Width(), canvas.HeadlineRows)) {
		return row
	}
	if above := own.Y - canvas.HeadlineRows; above > 1+f.Sheet.Above {
		return above
	}
	return own.Y + own.Height
}

// ownRoom returns the cells at and around the own ship, which words should not cover; none without a ship.
func (f *Frame) ownRoom() canvas.Area {
	if f.Match.Flying(f.Match.Me) == nil {
		return canvas.Area{}
	}
	return f.Space.ShipArea(f.Match.Me).Wider(ownRoomColumns, ownRoomRows)
}

// countdownArea returns the first place that does not cover the own ship.
func (f *Frame) countdownArea() canvas.Area {
	top, bottom := 2+f.Sheet.Above, f.Sheet.Height()-2-countdownHeight
	middle := (f.Sheet.Width() - countdownWidth) / 2
	places := [...]canvas.Area{
		canvas.Rect(middle, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Sheet.Width()/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(f.Sheet.Width()*3/4-countdownWidth/2, top, countdownWidth, countdownHeight),
		canvas.Rect(middle, bottom, countdownWidth, countdownHeight),
	}
	best, own := places[0], f.ownRoom()
	for i := len(places) - 1; i >= 0; i-- {
		if !places[i].Meets(own) {
			best = places[i]
		}
	}
	return best
}

// The distance of large letters from the own ship, in cells.
const (
	ownRoomColumns = 3
	ownRoomRows    = 1
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
