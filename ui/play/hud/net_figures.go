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
	found := diagnose(&net.View{Phase: v.Phase, Lag: p.shown, Foreign: v.Foreign}, p.Terminal, p.Guest)
	if found.severity >= p.diagnosis.severity || now.Sub(p.foundAt) >= diagnosisTime {
		p.diagnosis, p.foundAt = found, now
	}
}

// Lay selects the rows that fit and returns the area of the page, empty while it is closed.
func (p *NetFigures) Lay(s *canvas.Sheet) canvas.Area {
	if !p.Open {
		return canvas.Area{}
	}
	const others = 2 + diagnosisRows + 1 // HUD lines, verdict, lower edge
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
	s.Fill(a.X, a.Y, figuresWidth-1, diagnosisRows, canvas.PanelMarked)
	s.Text(a.X+1, a.Y, p.diagnosis.cause, p.diagnosis.severity.ink())
	s.Text(a.X+1, a.Y+1, p.diagnosis.figure, canvas.TextInk)
	for i := range p.rows {
		p.rows[i].draw(s, a.X+1, a.Y+diagnosisRows+i)
	}
}

// diagnosis is the verdict on the lag: its cause, and the figure that shows it.
type diagnosis struct {
	cause    string
	figure   string
	severity severity
}

// The causes.
const (
	noCause       = "fine"
	unknownCause  = "measuring ..."
	terminalCause = "your terminal"
	sshCause      = "your SSH connection" // to the host, of a guest
	networkCause  = "the network"
	hostCause     = "the host"
	localCause    = "this computer" // is the host too
	distantCause  = "the network or the host"
)

// diagnose returns the worst problem; of equal ones, the cause before its effect: a slow terminal delays frames, and
// frames send inputs and read updates.
func diagnose(v *net.View, terminal time.Duration, guest bool) diagnosis {
	l, host, line, screen := v.Lag, hostCause, networkCause, terminalCause
	if l.Transport == memory {
		host = localCause
	}
	silent, mute := distantCause, l.Age-l.RTT/2 // the rest is the round trip
	if l.Transport == memory || l.Transport == inHost {
		silent, line = host, host
		l.RTT, l.Jitter, l.LostDown, l.LostUp = 0, 0, 0, 0 // of no network
	}
	if guest {
		screen = sshCause
	}
	worst := diagnosis{cause: noCause, figure: "ping " + wholeMillis(l.RTT) + " ms"}
	switch {
	case v.Phase == net.Lost:
		return diagnosis{silent, "the connection is lost", major}
	case mute >= silence:
		return diagnosis{silent, "no update for " + seconds10(mute), major}
	case line == host, v.Foreign && l.RTT == 0:
		worst.figure = "updates are in time"
	case l.RTT == 0:
		worst = diagnosis{cause: unknownCause}
	}
	for _, found := range [...]diagnosis{
		blame(screen, terminalTrips.severity(terminal), "answers after %s ms", terminal),
		diagnoseLoss(&l),
		diagnoseHost(host, &l),
		blame(line, roundTrips.severity(l.RTT), "ping %s ms", l.RTT),
		blame(line, jitters.severity(l.Jitter), "ping varies by %s ms", l.Jitter),
		blame(line, delays.severity(-l.Slack), "inputs are %s ms late", -l.Slack),
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

// blame returns a diagnosis with a time in milliseconds, or none without a problem.
func blame(cause string, s severity, format string, d time.Duration) diagnosis {
	if s == unnoticed {
		return diagnosis{}
	}
	return diagnosis{cause, fmt.Sprintf(format, wholeMillis(d)), s}
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
	return diagnosis{networkCause, fmt.Sprintf("%.0f %% of %s lost", 100*share, packets), s}
}

func diagnoseHost(host string, l *net.Lag) diagnosis {
	late, cost := tickDelays.severity(l.HostLate), tickCosts.severity(l.HostTick)
	if cost >= late { // a slow tick delays the next
		return blame(host, cost, "needs %s ms a tick", l.HostTick)
	}
	return blame(host, late, "its ticks are %s ms late", l.HostLate)
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
// terminal is added, as in "12+35 ms". Without a network it shows only if it can be felt, as the terminal's.
func lagLine(v *net.View, terminal time.Duration, guest bool) (string, canvas.Colour) {
	if v.Stale {
		return "no answer for " + seconds10(v.Lag.Age), canvas.Bad
	}
	if v.Recorded || v.Lag.Transport == memory && !guest {
		if terminalTrips.severity(terminal) == unnoticed {
			return "", canvas.Space
		}
		return "terminal " + wholeMillis(terminal) + " ms", canvas.Fair
	}
	words, how := "", unnoticed
	if v.Lag.Transport != memory && v.Lag.RTT != 0 {
		words, how = wholeMillis(v.Lag.RTT), max(roundTrips.severity(v.Lag.RTT), delays.severity(-v.Lag.Slack))
	}
	if terminal >= nearby {
		if words != "" {
			words += "+"
		}
		words, how = words+wholeMillis(terminal), max(how, terminalTrips.severity(terminal))
	}
	if words == "" {
		return "", canvas.Space
	}
	return words + " ms", how.ink()
}
