package swarm_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"dogfight/testkit"
)

// The tests in the files figures_*_test.go measure the netcode against its targets and other games: bytes a player, age of the news, players
// a core. They print each figure, and fail beyond its target. That takes a minute, so a plain run of the tests only
// checks the figures in net/FIGURES.md.
//
//	go test -v ./net/swarm -measure    prints them
//	go generate ./net/swarm            measures all, and writes net/FIGURES.md
var (
	measure = flag.Bool("measure", false, "measure the figures, for a minute; without it the tests only check those in FIGURES.md")
	write   = flag.String("write", "", "measure, players a core as well, and write the table to this file")
)

// measures skips a measurement, unless the flags ask for it.
func measures(t *testing.T) {
	t.Helper()
	if !*measure && *write == "" {
		t.Skip("a measurement; runs with -measure")
	}
}

// row is one measured figure.
type row struct {
	name   string
	got    float64
	unit   string
	target float64 // a maximum, or with atLeast a minimum
	atMost bool
	others string // figures of other games
}

var (
	rowsMu sync.Mutex
	rows   []row
)

// atMost notes a figure that should be no more than a target.
func atMost(t *testing.T, what string, got float64, unit string, target float64, others string) {
	t.Helper()
	note(t, row{what, got, unit, target, true, others}, got <= target)
}

// atLeast notes a figure that should be no less than a target.
func atLeast(t *testing.T, what string, got float64, unit string, target float64, others string) {
	t.Helper()
	note(t, row{what, got, unit, target, false, others}, got >= target)
}

// ofTheMachine reports whether a figure of this unit depends on the machine's speed: a test does not fail for it.
func ofTheMachine(unit string) bool { return unit == "us" || unit == "Hz" || unit == "players" }

func note(t *testing.T, r row, reached bool) {
	t.Helper()
	t.Log(r)
	if !reached && *write == "" && !ofTheMachine(r.unit) { // the table marks missed targets
		t.Errorf("%s: the target is missed", r.name)
	}
	rowsMu.Lock()
	defer rowsMu.Unlock()
	rows = append(rows, r)
	if *write != "" {
		if err := os.WriteFile(*write, []byte(table(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (r row) String() string {
	bound := "at most"
	if !r.atMost {
		bound = "at least"
	}
	return fmt.Sprintf("%s: %.4g %s, %s %.4g", r.name, r.got, r.unit, bound, r.target)
}

// table returns all rows as Markdown.
func table(t testing.TB) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Figures of the netcode\n\n"+
		"Written by `go generate ./net/swarm`; do not edit. Bytes, ages and shares are those of matches in\n"+
		"virtual time, so every run has the same; times stand as a ratio to a baseline in the same run\n"+
		"where there is one.\n\n"+
		"%s\n"+
		"| figure | measured | target | others |\n|---|--:|--:|---|\n", testkit.Measured(t))
	for _, r := range rows {
		bound, reached := "≤", r.got <= r.target
		if !r.atMost {
			bound, reached = "≥", r.got >= r.target
		}
		missed := ""
		if !reached {
			missed = " (missed)"
		}
		fmt.Fprintf(&b, "| %s | %.4g %s | %s %.4g%s | %s |\n", r.name, r.got, r.unit, bound, r.target, missed, r.others)
	}
	b.WriteString(rivals)
	return b.String()
}

// figureRow is a row of FIGURES.md: name, value, unit, target, and whether it is missed.
var figureRow = regexp.MustCompile(`^\| (.+?) \| ([0-9.e+-]+) ([^|]*?) *\| ([≤≥]) ([0-9.e+-]+)( \(missed\))? \| [^|]*\|$`)

func TestTheFiguresInTheFileReachTheirTargets(t *testing.T) {
	file, err := os.ReadFile("../FIGURES.md")
	if err != nil {
		t.Fatal(err)
	}
	measured, found := strings.CutSuffix(string(file), rivals)
	if !found {
		t.Error("it does not end with the comparison of encodings")
	}
	_, rows, found := strings.Cut(measured, "|---|--:|--:|---|\n")
	if !found {
		t.Fatal("it has no table")
	}
	n := 0
	for row := range strings.Lines(rows) {
		m := figureRow.FindStringSubmatch(strings.TrimSpace(row))
		if m == nil {
			t.Errorf("%q is no figure", row)
			continue
		}
		n++
		got, err1 := strconv.ParseFloat(m[2], 64)
		target, err2 := strconv.ParseFloat(m[5], 64)
		reached := m[4] == "≤" && got <= target || m[4] == "≥" && got >= target
		if err1 != nil || err2 != nil || !reached && !ofTheMachine(m[3]) || reached == (m[6] != "") {
			t.Errorf("%s: %s %s, target %s %s%s", m[1], m[2], m[3], m[4], m[5], m[6])
		}
	}
	if n < 15 {
		t.Errorf("it has %d figures", n)
	}
}

// rivals compares the ways in which games send a match. It was measured once, so it is a fixed part of FIGURES.md.
const rivals = `
## Other games' encodings of the same match

Measured on 2026-11-27, on a recorded minute of 64 bots, and not again since. A packet goes out 30 times a second and answers the newest
tick whose acknowledgement has come back; the round trip takes 100 ms, and either way loses 5 % of the packets. Bytes are those of the
message, without UDP and seal. Others send what a screen shows, in whole units; ours ends in the same World, bit for bit. Huffman tables
were trained on another match of the same kind.

| encoding | B a packet | largest, B | bits a ship | kbit/s | times ours |
|---|--:|--:|--:|--:|--:|
| seed: the full state, fixed and big-endian, of the first Dogfight | 6315.8 | 6377 | 789.47 | 1515.8 | 243.4 |
| JSON of that state | 8932.2 | 9687 | 1116.52 | 2143.7 | 344.3 |
| gob, a new stream for each message | 4359.5 | 4596 | 544.94 | 1046.3 | 168.0 |
| gob, one stream | 4019.5 | 4256 | 502.44 | 964.7 | 154.9 |
| protobuf, as a generated encoder would write it | 3844.0 | 4047 | 480.50 | 922.6 | 148.2 |
| Quake 3: changed fields against the acknowledged state, in bits | 317.8 | 458 | 39.72 | 76.3 | 12.2 |
| Quake 3, with Huffman | 300.6 | 440 | 37.58 | 72.2 | 11.6 |
| Teeworlds: differences from the acknowledged state, varints, Huffman | 260.0 | 432 | 32.49 | 62.4 | 10.0 |
| keyframe: the whole World, proto.AppendWorld | 1334.7 | 1428 | 166.83 | 320.3 | 51.4 |
| ours: orders since the acknowledged tick, proto.Orders | 25.9 | 41 | 3.24 | 6.2 | 1.0 |
`
