package figures

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
)

var (
	measure = flag.Bool("measure", false, "measure the figures, for a minute; without it the tests only check those in FIGURES.md")
	write   = flag.String("write", "", "measure, players a core as well, and write the table to this file")
)

// measures skips a test that measures, unless that is asked for.
func measures(t *testing.T) {
	t.Helper()
	if !*measure && *write == "" {
		t.Skip("a measurement; runs with -measure")
	}
}

// row is one figure that was measured.
type row struct {
	what   string
	got    float64
	unit   string
	target float64 // not to be exceeded, or with atLeast not to be missed
	atMost bool
	others string // what peers reach
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

// aim notes a figure that depends on the machine: it should be no less than a
// target, but nothing fails for it.
func aim(t *testing.T, what string, got float64, unit string, target float64, others string) {
	t.Helper()
	note(t, row{what, got, unit, target, false, others}, true)
}

func note(t *testing.T, r row, reached bool) {
	t.Helper()
	t.Log(r)
	if !reached {
		t.Errorf("%s: the target is missed", r.what)
	}
	rowsMu.Lock()
	defer rowsMu.Unlock()
	rows = append(rows, r)
}

func (r row) String() string {
	bound := "at most"
	if !r.atMost {
		bound = "at least"
	}
	return fmt.Sprintf("%s: %.4g %s, %s %.4g", r.what, r.got, r.unit, bound, r.target)
}

func TestMain(m *testing.M) {
	code := m.Run()
	if *write != "" && code == 0 {
		if err := os.WriteFile(*write, []byte(table()), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// table returns all rows as Markdown.
func table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Figures of the netcode\n\n"+
		"Written by `go generate ./net/figures`; do not edit. Bytes, ages and shares are those of matches in\n"+
		"virtual time, so every run has the same; times are of one run on %s, %d cores, and stand as a\n"+
		"ratio to a baseline in the same run where there is one.\n\n"+
		"| figure | measured | target | others |\n|---|--:|--:|---|\n", runtime.GOARCH, runtime.NumCPU())
	for _, r := range rows {
		bound, reached := "≤", r.got <= r.target
		if !r.atMost {
			bound, reached = "≥", r.got >= r.target
		}
		missed := ""
		if !reached {
			missed = " (missed)"
		}
		fmt.Fprintf(&b, "| %s | %.4g %s | %s %.4g%s | %s |\n", r.what, r.got, r.unit, bound, r.target, missed, r.others)
	}
	b.WriteString(rivals)
	return b.String()
}
