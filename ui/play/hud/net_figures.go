package hud

import (
	"fmt"
	"math"
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
	p.ages.add(now, time.Duration(p.age.worst))
	p.roundTrips.add(now, p.shown.RTT)
	p.shown.Age, p.shown.Slack = time.Duration(p.age.reset()), time.Duration(p.slack.reset())
	p.shown.Ahead, p.shown.Error = int(p.ahead.reset()), int32(p.miss.reset())
	found := diagnose(&net.View{Phase: v.Phase, Lag: p.shown, Foreign: v.Foreign})
	if slow := diagnoseTerminal(p.Terminal, p.Guest); slow.severity > found.severity {
		found = slow
	}
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

// diagnosis names the cause of a lag: the connection or the host.
type diagnosis struct {
	words    string
	severity severity
}

// diagnose returns the worst problem; of equal ones, the cause before its effect.
func diagnose(v *net.View) diagnosis {
	if v.Phase == net.Lost {
		return diagnosis{"connection to the host lost", major}
	}
	if mute := v.Lag.Age - v.Lag.RTT/2; mute >= silence { // the rest is the round trip
		return diagnosis{diagnoseSilence(&v.Lag, mute), major}
	}
	worst := diagnosis{words: "all good"}
	if v.Lag.RTT == 0 && v.Lag.Transport != memory && v.Lag.Transport != inHost && !v.Foreign {
		worst.words = "measuring ..."
	}
	for _, found := range [...]diagnosis{
		diagnoseLoss(&v.Lag), diagnoseHost(&v.Lag),
		blame(roundTrips.severity(v.Lag.RTT), "your connection is slow: %s ms", v.Lag.RTT),
		blame(jitters.severity(v.Lag.Jitter), "your connection varies by %s ms", v.Lag.Jitter),
		blame(delays.severity(-v.Lag.Slack), "your inputs arrive %s ms late", -v.Lag.Slack),
	} {
		if found.severity > worst.severity {
			worst = found
		}
	}
	return worst
}

// memory is net.Lag.Transport when the host is in this program.
const memory = "memory"

// inHost replaces it for a guest, with a client in the host.
const inHost = "in the host"

func diagnoseSilence(l *net.Lag, mute time.Duration) string {
	switch l.Transport {
	case memory:
		return "this computer is too busy: no tick for " + seconds10(mute)
	case inHost:
		return "the host is too busy: no tick for " + seconds10(mute)
	}
	return "nothing received for " + seconds10(mute)
}

// blame returns a diagnosis with a time in milliseconds, or none without a problem.
func blame(s severity, format string, d time.Duration) diagnosis {
	if s == unnoticed {
		return diagnosis{}
	}
	return diagnosis{fmt.Sprintf(format, wholeMillis(d)), s}
}

func diagnoseLoss(l *net.Lag) diagnosis {
	share, packets := l.LostDown, "packets"
	if l.LostUp > share {
		share, packets = l.LostUp, "your packets"
	}
	s := losses.severity(share)
	if s == unnoticed {
		return diagnosis{}
	}
	return diagnosis{fmt.Sprintf("%.0f %% of %s are lost", 100*share, packets), s}
}

func diagnoseHost(l *net.Lag) diagnosis {
	host := "the host"
	if l.Transport == memory {
		host = "this computer"
	}
	late, cost := tickDelays.severity(l.HostLate), tickCosts.severity(l.HostTick)
	if cost >= late { // a slow tick delays the next
		return blame(cost, host+" is slow: %s ms a tick", l.HostTick)
	}
	return blame(late, host+" is busy: ticks %s ms late", l.HostLate)
}

func diagnoseTerminal(d time.Duration, guest bool) diagnosis {
	if guest {
		return blame(roundTrips.severity(d), "your SSH connection is slow: %s ms", d)
	}
	return blame(roundTrips.severity(d), "your terminal is slow: %s ms", d)
}

func wholeMillis(d time.Duration) string { return fmt.Sprint(d.Round(time.Millisecond).Milliseconds()) }

// seconds10 writes seconds, with tenths below 10 s.
func seconds10(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%.1f s", math.Floor(10*d.Seconds())/10)
}

// average gathers a figure over some frames.
type average struct{ sum, n, worst int64 }

func (a *average) add(figure int64) {
	if a.n == 0 || figure > a.worst {
		a.worst = figure
	}
	a.sum += figure
	a.n++
}

// reset returns the mean, and starts again.
func (a *average) reset() int64 {
	mean := a.sum / max(a.n, 1)
	*a = average{}
	return mean
}

// nearby is the longest round trip to a terminal that is not shown.
const nearby = 10 * time.Millisecond

// lagLine returns the round trip, coloured by its effect, or the time without news. The round trip to a distant
// terminal is added, as in "12+35 ms".
func lagLine(v *net.View, terminal time.Duration) (string, canvas.Colour) {
	if v.Stale {
		return "no answer for " + seconds10(v.Lag.Age), canvas.Bad
	}
	words, how := "", unnoticed
	if v.Lag.Transport != memory && v.Lag.RTT != 0 {
		words, how = wholeMillis(v.Lag.RTT), max(roundTrips.severity(v.Lag.RTT), delays.severity(-v.Lag.Slack))
	}
	if terminal >= nearby {
		if words != "" {
			words += "+"
		}
		words, how = words+wholeMillis(terminal), max(how, roundTrips.severity(terminal))
	}
	if words == "" {
		return "", canvas.Space
	}
	return words + " ms", how.ink()
}
