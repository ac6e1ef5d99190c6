package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/term"
)

// column is a column of a table.
type column struct {
	title string
	side  side
}

// side is the side to which a column is aligned.
type side bool

const (
	left  side = false
	right side = true
)

// printTable prints rows in columns as wide as their texts. Columns that are empty in all rows are left out, so that most tables fit in 80
// columns of a terminal.
func printTable(w io.Writer, columns []column, rows [][]string) {
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, word := range row {
			if n := utf8.RuneCountInString(word); n > 0 {
				widths[i] = max(widths[i], n, len(columns[i].title))
			}
		}
	}
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	for _, row := range append([][]string{titles}, rows...) {
		line := ""
		for i, word := range row {
			switch pad := strings.Repeat(" ", max(widths[i]-utf8.RuneCountInString(word), 0)); {
			case widths[i] == 0:
			case columns[i].side == right:
				line += pad + word + "  "
			default:
				line += word + pad + "  "
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line, " "))
	}
}

// onTerminal reports whether standard error is a terminal, where a line of progress is written over.
func onTerminal() bool { return term.IsTerminal(int(os.Stderr.Fd())) }

// progress prints how much of a long job is done.
type progress struct {
	verb     string // of the job, such as "played"
	out      io.Writer
	terminal bool
	of       int
	began    time.Time
	lines    int
}

func (p *program) progress(verb string, of int) *progress {
	return &progress{verb: verb, out: p.stderr, terminal: onTerminal(), of: of, began: time.Now()}
}

// progressEvery is the time between lines without a terminal: a fast start writes none.
const progressEvery = 2 * time.Second

func (p *progress) show(done int) {
	if p.terminal {
		fmt.Fprintf(p.out, "\r%s %d/%d", p.verb, done, p.of)
		if done == p.of {
			fmt.Fprintln(p.out)
		}
		return
	}
	if late := int(time.Since(p.began) / progressEvery); late > p.lines {
		p.lines = late
		fmt.Fprintf(p.out, "%s %d/%d\n", p.verb, done, p.of)
	}
}
