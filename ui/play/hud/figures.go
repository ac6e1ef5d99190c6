package hud

import (
	"time"

	"dogfight/net"
	"dogfight/ui/canvas"
)

// NetFigures is the page of net figures, at the upper left. It measures while closed too, so that it can explain a
// recent hitch.
type NetFigures struct {
	Open bool

	Guest    bool          // the host draws for the player, by SSH
	Terminal time.Duration // round trip to the player's terminal; 0: unknown
	foreign  bool          // the server is another program

	shown                   net.Lag // as displayed
	at                      time.Time
	age, slack, ahead, miss average // since at
	ages, roundTrips        trace
	diagnosis               diagnosis
	foundAt                 time.Time // when the diagnosis was last confirmed

	rows []row // reused
}

const (
	// figuresTime is the time between changes: four a second can be read.
	figuresTime = time.Second / 4
	// diagnosisTime is how long a problem shows after its last sign.
	diagnosisTime = 2 * time.Second

	figuresWidth  = rowWidth + 2 // leaves the middle free at 60 columns
	diagnosisRows = 2
)

// Note records the figures of a frame.
func (p *NetFigures) Note(v *net.View, now time.Time) {
	p.age.add(int64(v.Lag.Age))
	p.slack.add(int64(v.Lag.Slack))
	p.ahead.add(int64(v.Lag.Ahead))
	p.miss.add(int64(v.Lag.Error))
	if now.Sub(p.at) < figuresTime {
		return
	}
	p.at, p.foreign = now, v.Foreign
	p.shown = v.Lag
	if p.Guest && p.shown.Transport == memory {
		p.shown.Transport = inHost
	}
	p.settle(now)
	found := diagnose(&net.View{Phase: v.Phase, Lag: p.shown, Foreign: v.Foreign})
	if slow := diagnoseTerminal(p.Terminal, p.Guest); slow.severity > found.severity {
		found = slow
	}
	p.find(found, now)
}

// settle replaces noisy figures by their means.
func (p *NetFigures) settle(now time.Time) {
	age, oldest := p.age.take()
	slack, _ := p.slack.take()
	ahead, _ := p.ahead.take()
	miss, _ := p.miss.take()
	p.shown.Age, p.shown.Slack = time.Duration(age), time.Duration(slack)
	p.shown.Ahead, p.shown.Error = int(ahead), int32(miss)
	p.ages.add(now, time.Duration(oldest))
	p.roundTrips.add(now, p.shown.RTT)
}

// find accepts a diagnosis at once if it is no better, otherwise after diagnosisTime.
func (p *NetFigures) find(found diagnosis, now time.Time) {
	if found.severity >= p.diagnosis.severity || now.Sub(p.foundAt) >= diagnosisTime {
		p.diagnosis, p.foundAt = found, now
	}
}

// Lay selects the rows that fit and returns the area of the page, empty while it is closed.
func (p *NetFigures) Lay(s *canvas.Sheet) canvas.Area {
	if !p.Open {
		return canvas.Area{}
	}
	const others = 2 + diagnosisRows + 1 // HUD lines, diagnosis, lower edge
	p.rows = fit(p.list(p.rows[:0]), s.Height()-others-canvas.ChatRows)
	return canvas.Rect(0, 1, figuresWidth, len(p.rows)+diagnosisRows+1)
}

// Draw draws the page into the area from Lay.
func (p *NetFigures) Draw(s *canvas.Sheet) {
	if !p.Open {
		return
	}
	a := s.Covered
	s.Fill(a.X, a.Y, a.Width, a.Height, canvas.PanelInk)
	s.Drawer(a)
	for i := range p.rows {
		p.rows[i].draw(s, a.X+1, a.Y+i)
	}
	p.drawDiagnosis(s, a.Y+len(p.rows))
}

func (p *NetFigures) drawDiagnosis(s *canvas.Sheet, y int) {
	s.Fill(0, y, figuresWidth-1, diagnosisRows, canvas.PanelMarked)
	for i, words := range canvas.Wrap(p.diagnosis.words, rowWidth) {
		if i < diagnosisRows {
			s.Text(1, y+i, words, p.diagnosis.severity.ink())
		}
	}
}
