//go:build unix

package e2e

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/gdamore/tcell/v3/vt"
)

// resize makes the window another size.
func (p *terminal) resize(columns, rows int) {
	p.Helper()
	p.eyes.SetSize(vt.Coord{X: vt.Col(columns), Y: vt.Row(rows)})
	if err := pty.Setsize(p.pty, &pty.Winsize{Cols: uint16(columns), Rows: uint16(rows)}); err != nil {
		p.Fatal(err)
	}
}

func TestAfterAStormOfSizesThePictureIsRightAgain(t *testing.T) {
	t.Parallel()
	p := startFlight(t)
	p.press("\x1b[A")
	chance := rand.New(rand.NewPCG(1, 1))
	for i := range 200 {
		switch i {
		case 50:
			p.resize(1, 1)
		case 100:
			p.resize(400, 150)
		default:
			p.resize(1+chance.IntN(400), 1+chance.IntN(150))
		}
		if i%20 == 0 {
			p.press("\x1b[B")
		}
		time.Sleep(3 * time.Millisecond)
	}
	p.resize(80, 24)
	p.await("the picture as it should be", func(text string) bool { return p.look() && asItShouldBe(text) })
	p.quits()
}

// asItShouldBe reports whether every text of the first lesson stands where it
// should, and no other.
func asItShouldBe(text string) bool {
	lines := strings.Split(text, "\n")
	return strings.HasPrefix(lines[0], " 1st/1  0 points ") &&
		strings.Contains(lines[1], " 1/7 [ ] Fly through the rings with the arrows (") &&
		strings.HasSuffix(lines[23], " Enter skips   Esc menu   ? help ") &&
		strings.Count(text, "♥ ▊▊▊▊▊") == 1 && strings.Count(text, "0 points") == 1 && strings.Count(text, "1/7") == 1 &&
		strings.Count(text, "skips") == 1 && !strings.Contains(text, "small")
}
