package hud

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// row is a line of the page of net figures: a label with up to two figures of one unit, or a trace.
type row struct {
	label         string
	first, second figure
	unit          string
	trace         *trace
	limit         limit[time.Duration] // of the trace

	rank rank
	line bool // only for a network connection
	ours bool // only for our own servers
}

type figure struct {
	text     string
	severity severity
}

// rank says which rows are left out first.
type rank uint8

// vital rows are left out last.
const (
	vital  rank = 0
	useful rank = 1
	extra  rank = 2
)

// The columns of a row.
const (
	firstEnds  = 13
	secondEnds = 19
	unitAt     = 20
	rowWidth   = 26
)

// list appends all rows.
func (p *NetFigures) list(rows []row) []row {
	l := &p.shown
	miss := float64(l.Error) / game.One
	hostLate := figure{millis(l.HostLate), tickDelays.severity(l.HostLate)}
	if l.HostTick == 0 { // a tick in time still costs something
		hostLate = plain(known(0))
	}
	rows = append(rows,
		row{label: "link", second: plain(linkName(l.Transport))},
		row{line: true, label: "ping", unit: "ms",
			first: figure{known(l.RTT), roundTrips.severity(l.RTT)}, second: figure{"±" + millis(l.Jitter), jitters.severity(l.Jitter)}},
		row{line: true, rank: extra, trace: &p.roundTrips, limit: roundTrips},
		row{label: "update", second: figure{known(l.Age), ages.severity(l.Age)}, unit: "ms old"},
		row{trace: &p.ages, limit: ages},
		row{ours: true, label: "slack", second: figure{signed(l.Slack), delays.severity(-l.Slack)}, unit: "ms"},
		row{ours: true, label: "ahead", first: plain(fmt.Sprintf("%d t", l.Ahead)), second: plain(millis(ticks(l.Ahead))), unit: "ms"},
		row{ours: true, rank: useful, label: "off by", second: figure{number(miss), misses.severity(miss)}, unit: "units"},
		row{ours: true, rank: useful, label: "roll-backs", second: plain(number(l.RollbackRate)), unit: "/s"},
		row{ours: true, rank: useful, label: "keyframes", second: plain(count(l.Keyframes))},
		row{ours: true, label: "desyncs", second: figure{count(l.Desyncs), desyncs.severity(l.Desyncs)}},
		row{line: true, ours: true, label: "lost", first: lost("↓", l.LostDown), second: lost("↑", l.LostUp), unit: "%"},
		row{line: true, label: "traffic", first: plain("↓" + kilo(l.Down)), second: plain("↑" + kilo(l.Up)), unit: "kB/s"},
		row{line: true, rank: useful, first: plain("↓" + kilo(8*l.Down)), second: plain("↑" + kilo(8*l.Up)), unit: "kbit/s"},
		row{ours: true, label: "host tick", second: figure{known(l.HostTick), tickCosts.severity(l.HostTick)}, unit: "ms"},
		row{ours: true, label: "host late", second: hostLate, unit: "ms"},
	)
	way := row{rank: useful, label: "terminal", second: figure{known(p.Terminal), terminalTrips.severity(p.Terminal)}, unit: "ms"}
	if p.Guest {
		way.rank, way.label = vital, "SSH to you" // the whole connection
	}
	if p.Terminal > 0 || p.Guest {
		rows = slices.Insert(rows, 1, way)
	}
	if l.Transport == memory || l.Transport == inHost {
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.line })
	}
	if p.foreign {
		rows = slices.DeleteFunc(rows, func(r row) bool { return r.ours })
	}
	return rows
}

// fit removes rows until they fit: the highest rank first, of that the last.
func fit(rows []row, room int) []row {
	for len(rows) > max(room, 0) {
		out := len(rows) - 1
		for i := out; i >= 0; i-- {
			if rows[i].rank > rows[out].rank {
				out = i
			}
		}
		rows = slices.Delete(rows, out, out+1)
	}
	return rows
}

// draw draws the row. Bad figures have a mark as well as a colour.
func (r *row) draw(s *canvas.Sheet, x, y int) {
	if r.trace != nil {
		r.trace.draw(s, x+rowWidth-TraceColumns, y, r.limit)
		return
	}
	s.Text(x, y, r.label, canvas.LabelInk)
	s.Right(x+firstEnds, y, r.first.text, r.first.ink())
	end := max(secondEnds, canvas.Width(r.label)+1+canvas.Width(r.second.text))
	s.Right(x+end, y, r.second.text, r.second.ink())
	s.Text(x+unitAt, y, r.unit, canvas.LabelInk)
	if worst := max(r.first.severity, r.second.severity); worst != unnoticed {
		s.Text(x-1, y, "!", worst.ink())
	}
}

func (n figure) ink() canvas.Colour {
	if n.severity == unnoticed {
		return canvas.TextInk
	}
	return n.severity.ink()
}

// plain returns a figure without a severity.
func plain(text string) figure { return figure{text: text} }

func lost(way string, share float64) figure {
	return figure{way + number(100*share), losses.severity(share)}
}

func linkName(transport string) string {
	switch transport {
	case "":
		return "none"
	case memory:
		return "local game"
	case inHost:
		return "on the host"
	case "ssh":
		return "through SSH"
	case "tls":
		return "TLS over TCP"
	case "relay":
		return "UDP by relay"
	case "udp":
		return "UDP"
	}
	return canvas.Cut(transport, secondEnds-len("link "))
}

// number writes a figure in at most four columns, small ones with decimals.
func number(figure float64) string {
	switch {
	case figure > 9999:
		return "9999"
	case figure >= 9.95:
		return strconv.FormatFloat(figure, 'f', 0, 64)
	case figure >= 0.095:
		return strconv.FormatFloat(figure, 'f', 1, 64)
	case figure >= 0.005:
		return strconv.FormatFloat(figure, 'f', 2, 64)
	}
	return "0"
}

func millis(d time.Duration) string { return number(float64(d) / float64(time.Millisecond)) }

// known is millis, with 0 for unmeasured.
func known(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return millis(d)
}

// signed is known with a sign.
func signed(d time.Duration) string {
	switch {
	case d < 0:
		return "-" + millis(-d)
	case d > 0:
		return "+" + millis(d)
	}
	return known(d)
}

// kilo writes a figure in thousands.
func kilo(n int) string { return number(float64(n) / 1000) }

func count(n uint64) string { return strconv.FormatUint(n, 10) }

func ticks(n int) time.Duration { return time.Duration(n) * time.Second / game.TickRate }

// severity is the effect of a net figure on a fight.
type severity uint8

const (
	unnoticed severity = 0
	minor     severity = 1 // can be felt
	major     severity = 2 // costs hits
)

func (g severity) ink() canvas.Colour {
	return [...]canvas.Colour{unnoticed: canvas.Good, minor: canvas.Fair, major: canvas.Bad}[g]
}

// limit is the values from which a figure is fair and bad.
type limit[T cmp.Ordered] struct{ minor, major T }

func (l limit[T]) severity(figure T) severity {
	switch {
	case figure >= l.major:
		return major
	case figure >= l.minor:
		return minor
	}
	return unnoticed
}

var (
	// Five predicted ticks are hardly seen; with nine, others' turns surprise.
	roundTrips = limit[time.Duration]{80 * time.Millisecond, 150 * time.Millisecond}
	// A picture is half of it old, and a key takes the other half: from a tenth of a second that feels late, and at twice as much shots miss.
	terminalTrips = limit[time.Duration]{100 * time.Millisecond, 200 * time.Millisecond}
	// Half the 33 ms between packets; 33 ms late means with the next one.
	jitters = limit[time.Duration]{15 * time.Millisecond, 33 * time.Millisecond}
	// A round trip of 100 ms makes 70 ms, 120 if one packet in twenty is lost.
	ages = limit[time.Duration]{150 * time.Millisecond, silence}
	// Each packet repeats those before, which makes up for a few.
	losses = limit[float64]{0.03, 0.1}
	// A late input still holds afterwards; 50 ms are three ticks.
	delays = limit[time.Duration]{time.Millisecond, 50 * time.Millisecond}
	// A pixel is 4 units wide and a ship 12.
	misses = limit[float64]{4, 12}
	// Only a bug makes one.
	desyncs = limit[uint64]{1, 1}
	// A tick has 16.7 ms; a host that needs all of it falls behind.
	tickCosts = limit[time.Duration]{8 * time.Millisecond, 16 * time.Millisecond}
	// A tick 33 ms late delays a whole packet to every client.
	tickDelays = limit[time.Duration]{10 * time.Millisecond, 33 * time.Millisecond}
)

// silence is how long without news counts as an outage.
const silence = 500 * time.Millisecond

// trace is the worst values of a figure over 30 seconds.
type trace struct {
	worst  [TraceColumns]time.Duration // by column number; 0: unknown
	newest uint64                      // column number, counted from 1970
}

const (
	TraceColumns = 25
	traceColumn  = 30 * time.Second / TraceColumns
)

// add adds the current value.
func (t *trace) add(now time.Time, d time.Duration) {
	column := uint64(now.UnixNano()) / uint64(traceColumn)
	if column > t.newest+TraceColumns {
		t.newest = column - TraceColumns
	}
	for t.newest < column {
		t.newest++
		t.worst[t.newest%TraceColumns] = 0
	}
	at := &t.worst[t.newest%TraceColumns]
	*at = max(*at, min(d, time.Minute)) // more would flatten the rest
}

// traceLevels are the heights of a column. A full block would merge with the row above.
var traceLevels = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇"}

// draw draws the columns, the newest last.
func (t *trace) draw(s *canvas.Sheet, x, y int, l limit[time.Duration]) {
	top := t.top(l.minor)
	for i := range TraceColumns {
		d := t.worst[(t.newest+1+uint64(i))%TraceColumns]
		if d <= 0 {
			continue
		}
		level := min(int(d*time.Duration(len(traceLevels))/top), len(traceLevels)-1)
		s.Text(x+i, y, traceLevels[level], l.severity(d).ink())
	}
}

// top returns the value of the highest column. It doubles, so that the scale seldom changes.
func (t *trace) top(least time.Duration) time.Duration {
	top := least
	for _, d := range t.worst {
		for d > top {
			top *= 2
		}
	}
	return top
}
