package play

import (
	"time"

	"dogfight/net"
)

// figures is the page of net figures, upper left over the match. It listens
// while it is closed too, so that it can tell of the hitch that made the player
// open it.
type figures struct {
	open bool

	guest    bool          // the player is one: see Options
	terminal time.Duration // the way to the player's terminal and back; 0 for not known
	foreign  bool          // the server is none of ours

	shown                   net.Lag // what the page says
	at                      time.Time
	age, slack, ahead, miss average // since then
	ages, roundTrips        trace
	verdict                 verdict
	foundAt                 time.Time // when the verdict was last what was found

	rows []row // reused
}

const (
	// figuresTime is how long the page stands still: four changes a second can
	// be read.
	figuresTime = time.Second / 4
	// verdictTime is how long trouble is told of after its last sign.
	verdictTime = 2 * time.Second

	figuresWidth = rowWidth + 2 // leaves the middle, where one flies, free at 60 columns
	verdictRows  = 2
)

// note takes in the figures of a frame.
func (p *figures) note(v *net.View, now time.Time) {
	p.age.add(int64(v.Lag.Age))
	p.slack.add(int64(v.Lag.Slack))
	p.ahead.add(int64(v.Lag.Ahead))
	p.miss.add(int64(v.Lag.Error))
	if now.Sub(p.at) < figuresTime {
		return
	}
	p.at, p.foreign = now, v.Foreign
	p.shown = v.Lag
	if p.guest && p.shown.Transport == memory {
		p.shown.Transport = inHost
	}
	p.settle(now)
	found := judge(&net.View{Phase: v.Phase, Lag: p.shown, Foreign: v.Foreign})
	if slow := judgeTerminal(p.terminal, p.guest); slow.grade > found.grade {
		found = slow
	}
	p.find(found, now)
}

// settle replaces what goes up and down with every packet by its mean.
func (p *figures) settle(now time.Time) {
	age, oldest := p.age.take()
	slack, _ := p.slack.take()
	ahead, _ := p.ahead.take()
	miss, _ := p.miss.take()
	p.shown.Age, p.shown.Slack = time.Duration(age), time.Duration(slack)
	p.shown.Ahead, p.shown.Error = int(ahead), int32(miss)
	p.ages.add(now, time.Duration(oldest))
	p.roundTrips.add(now, p.shown.RTT)
}

// find takes a verdict over at once if it is no better than the last, and else
// only when nothing else was found for a while.
func (p *figures) find(found verdict, now time.Time) {
	if found.grade >= p.verdict.grade || now.Sub(p.foundAt) >= verdictTime {
		p.verdict, p.foundAt = found, now
	}
}

// lay chooses the rows that there is room for above the talk, and returns the
// area that the page takes: none while it is closed.
func (p *figures) lay(f *frame) area {
	if !p.open {
		return area{}
	}
	const others = 2 + verdictRows + 1 // HUD lines, verdict, lower edge
	p.rows = fit(p.list(p.rows[:0]), f.height()-others-talkRows)
	return area{0, 1, figuresWidth, len(p.rows) + verdictRows + 1}
}

// draw draws the page into the area that lay returned.
func (p *figures) draw(f *frame) {
	if !p.open {
		return
	}
	a := f.corner
	f.Fill(a.x, a.y, a.width, a.height, panel)
	f.drawDrawer(a)
	for i := range p.rows {
		p.rows[i].draw(f, a.x+1, a.y+i)
	}
	p.drawVerdict(f, a.y+len(p.rows))
}

// drawDrawer draws the lines below and to the right of an area, which hangs
// from the top line.
func (f *frame) drawDrawer(a area) {
	right, bottom := a.x+a.width-1, a.y+a.height-1
	for y := a.y; y < bottom; y++ {
		f.Text(right, y, "│", border)
	}
	for x := a.x; x < right; x++ {
		f.Text(x, bottom, "─", border)
	}
	f.Text(right, bottom, "┘", border)
}

func (p *figures) drawVerdict(f *frame, y int) {
	f.Fill(0, y, figuresWidth-1, verdictRows, panelMarked)
	for i, words := range wrap(p.verdict.words, rowWidth) {
		if i < verdictRows {
			f.Text(1, y+i, words, p.verdict.grade.ink())
		}
	}
}
