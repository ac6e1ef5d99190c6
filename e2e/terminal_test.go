//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode"

	"github.com/gdamore/tcell/v3/color"
	"github.com/gdamore/tcell/v3/vt"

	"dogfight/ui/canvas"
)

// anyColour matches SGR sequences that set a colour.
var anyColour = regexp.MustCompile("\x1b\\[([0-9;]*;)?([34][0-8]|9[0-7]|10[0-7])[0-9;]*m")

// TestTheGamePlaysOnEveryTerminal tries types of terminals, in locales with and without UTF-8.
func TestTheGamePlaysOnEveryTerminal(t *testing.T) {
	t.Parallel()
	for _, env := range []string{
		"TERM=xterm-256color", "TERM=xterm-kitty", "TERM=tmux-256color", "TERM=screen", "TERM=linux", "TERM=vt100",
		"TERM=no such terminal", "TERM=xterm-256color LC_ALL=C", "TERM=linux LC_ALL=C",
		"TERM=foot", "TERM=alacritty", "TERM=xterm-ghostty", "TERM=xterm-direct", "TERM=xterm-16color", "TERM=xterm-256color NO_COLOR=1",
		"TERM=xterm-kitty NO_COLOR=1 LC_ALL=C",
	} {
		t.Run(env, func(t *testing.T) {
			t.Parallel()
			cmd := newCommand(t, "solo", "--bots", "3")
			rest, locale, _ := strings.Cut(env, " LC_ALL=")
			if locale != "" {
				cmd.Env = append(cmd.Env, "LC_ALL="+locale)
			}
			name, _, colourless := strings.Cut(rest, " NO_COLOR=")
			cmd.Env = append(cmd.Env, name)
			if colourless {
				cmd.Env = append(cmd.Env, "NO_COLOR=1")
			}
			p := startTerminalOf(t, cmd)
			p.sees("boost")
			p.press("\x1b[A")
			p.sees("boost")
			p.press("\x03")
			if code := p.leaves(); code != exitOK || p.modes() != p.found {
				t.Errorf("exit code %d, modes %v, want %v", code, p.modes(), p.found)
			}
			if locale == "C" && strings.IndexFunc(p.raw.String(), func(r rune) bool { return r >= 0x80 }) >= 0 {
				t.Error("it wrote more than ASCII")
			}
			if colour := anyColour.FindString(p.raw.String()); colourless && colour != "" {
				t.Errorf("it wrote the colour %q", colour)
			}
		})
	}
}

func TestATerminalThatCannotBeDrawnOnGetsOneLine(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"dumb", ""} {
		cmd := newCommand(t)
		cmd.Env = append(cmd.Env, "TERM="+name)
		p := startTerminalOf(t, cmd)
		if code := p.leaves(); code != exitFailure {
			t.Errorf("TERM=%s: exit code %d", name, code)
		}
		if want := fmt.Sprintf("dogfight: TERM must name a terminal that can be drawn on, such as xterm-256color, got %q\r\n", name); p.raw.String() != want {
			t.Errorf("TERM=%s: wrote %q, expected %q", name, &p.raw, want)
		}
	}
}

// A terminal of 80x24 in dots, two by four to a cell.
const (
	dotsAcross = 2 * 80
	dotsDown   = 4 * 24
)

// dots are the colours on a terminal's screen; texts have none.
type dots [dotsAcross][dotsDown]color.Color

// shapes are the dots of block characters: a bit each, row by row, the lowest bit first.
var shapes = map[string]uint8{
	"": 0, " ": 0, "█": 0xff, "▀": 0x0f, "▄": 0xf0, "▌": 0x55, "▐": 0xaa,
	"▘": 0x05, "▝": 0x0a, "▖": 0x50, "▗": 0xa0, "▚": 0xa5, "▞": 0x5a, "▛": 0x5f, "▜": 0xaf, "▙": 0xf5, "▟": 0xfa,
	"▂": 0xc0, "▆": 0xfc,
}

// read reads a cell.
func (d *dots) read(column, row int, cell vt.Cell) {
	ink, ground := cell.S.Fg(), cell.S.Bg()
	if cell.S.Attr()&vt.Reverse != 0 {
		ink, ground = ground, ink
	}
	shape, drawn := shapes[cell.C]
	if !drawn {
		ink, ground = color.Default, color.Default
	}
	for i := range 8 {
		k := ground
		if shape>>i&1 == 1 {
			k = ink
		}
		d[2*column+i%2][4*row+i/2] = k
	}
}

// in reports whether a dot is on the screen and has one of the colours.
func (d *dots) in(x, y int, colours []color.Color) bool {
	if x < 0 || x >= dotsAcross || y < 0 || y >= dotsDown {
		return false
	}
	for _, k := range colours {
		if d[x][y] == k {
			return true
		}
	}
	return false
}

// middle returns the average place of the dots in some colours, up to a distance from a place along either axis, and their number.
func (d *dots) middle(around place, far int, colours []color.Color) (mean place, n int) {
	for x := around.x - far; x <= around.x+far; x++ {
		for y := around.y - far; y <= around.y+far; y++ {
			if d.in(x, y, colours) {
				mean, n = place{mean.x + x, mean.y + y}, n+1
			}
		}
	}
	if n > 0 {
		mean = place{mean.x / n, mean.y / n}
	}
	return mean, n
}

// circle is the places on a ring, relative to its middle.
var circle = newCircle(10)

func newCircle(radius float64) (all [64]place) {
	for i := range all {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(len(all)))
		all[i] = place{int(math.Round(radius * x)), int(math.Round(radius * y))}
	}
	return all
}

// circles returns the middles of rings in some colours, if at least two thirds can be seen.
func (d *dots) circles(colours []color.Color) (middles []place) {
	var seen [dotsAcross][dotsDown]int // the number of drawn places on a ring around a dot
	for x := range dotsAcross {
		for y := range dotsDown {
			// A dot beside a drawn one counts too: a character is coarser than a dot.
			if !d.in(x, y, colours) && !d.in(x-1, y, colours) && !d.in(x+1, y, colours) && !d.in(x, y-1, colours) && !d.in(x, y+1, colours) {
				continue
			}
			for _, off := range circle {
				if x, y := x-off.x, y-off.y; x >= 0 && x < dotsAcross && y >= 0 && y < dotsDown {
					seen[x][y]++
				}
			}
		}
	}
	var clearest []int
	for x := range dotsAcross {
		for y := range dotsDown {
			if n := seen[x][y]; n >= len(circle)-len(circle)/3 {
				middles, clearest = clearer(middles, clearest, place{x, y}, n)
			}
		}
	}
	return middles
}

// clearer adds a ring with n visible places. Of rings at nearly the same place it keeps the clearest.
func clearer(middles []place, clearest []int, at place, n int) ([]place, []int) {
	for i, other := range middles {
		if at.sub(other).length() < 8*8 {
			if n > clearest[i] {
				middles[i], clearest[i] = at, n
			}
			return middles, clearest
		}
	}
	return append(middles, at), append(clearest, n)
}

func TestARingOfDotsIsFoundWhereItIsDrawn(t *testing.T) {
	t.Parallel()
	var d dots
	for _, at := range circle[:50] {
		d[40+at.x][50+at.y] = ringColours[0]
	}
	if found := d.circles(ringColours[:]); len(found) != 1 || found[0].sub(place{40, 50}).length() > 2 {
		t.Errorf("found %v, expected one at 40, 50", found)
	}
}

// diagnosis is a part of the output of doctor --json.
type diagnosis struct {
	Terminal   bool   `json:"terminal"`
	Name       string `json:"term"`
	Locale     string `json:"locale"`
	Colours    int    `json:"colours"`
	Drawing    string `json:"drawing"`
	Why        string `json:"drawing_reason"`
	Program    string `json:"program"`
	Frames     string `json:"synchronised_output"`
	Margins    string `json:"side_margins"`
	Background string `json:"background"`
	Theme      string `json:"theme"`
}

func TestADoctorWithoutATerminalReportsTheEnvironment(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "doctor", "--json")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to find
	cmd.Env = append(cmd.Env, "TERM=linux", "LC_ALL=C")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var got diagnosis
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	if got.Terminal || got.Name != "linux" || got.Locale != "C" || got.Colours != 8 || got.Drawing != "ascii" {
		t.Errorf("got %s", out)
	}
}

func TestADoctorAsksTheTerminalAndLeavesItAsItWas(t *testing.T) {
	t.Parallel()
	p := startTerminal(t, "doctor")
	p.sees("Hold the space bar")
	p.press("\r")
	for _, words := range []string{`TERM                 "xterm-256color"`, "colours              256", "window               80x24"} {
		p.sees(words)
	}
	now := p.modes()
	if code := p.leaves(); code != exitOK || now != p.found {
		t.Errorf("exit code %d, modes %v, want %v", code, now, p.found)
	}
}

// TestADoctorReportsTheTerminalAndTheDrawing has the answers of real terminals.
func TestADoctorReportsTheTerminalAndTheDrawing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		replies                           answers
		program, drawing, frames, margins string
		colours                           int
	}{
		{answers{"\x1b[>0q": "\x1bP>|kitty(0.26.5)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;2$y", "\x1b[?69$p": "\x1b[?69;0$y"}, "kitty 0.26.5", "sextants", "yes", "no", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|foot(1.20.0)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;2$y"}, "foot 1.20", "octants", "yes", "unknown", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|XTerm(379)\x1b\\", "\x1b[?2026$p": "\x1b[?2026;0$y", "\x1b[?69$p": "\x1b[?69;2$y"}, "XTerm 379", "blocks", "no", "yes", 1 << 24},
		{answers{"\x1b[>0q": "\x1bP>|tmux 3.3a\x1b\\"}, "tmux 3.3", "blocks", "unknown", "unknown", 256},
		{answers{"\x1b[>c": "\x1b[>65;7800;1c"}, "VTE 0.78", "octants", "unknown", "unknown", 1 << 24},
		{answers{}, "", "blocks", "unknown", "unknown", 256},
	} {
		c.replies["\x1b[c"] = "\x1b[?62c"
		tries(t, func() string {
			p := startTerminalWithReplies(t, c.replies, newCommand(t, "doctor", "--json"))
			p.leaves()
			text := p.raw.String()
			var got diagnosis
			if i := strings.Index(text, "{"); i < 0 || json.Unmarshal([]byte(strings.TrimSpace(text[i:])), &got) != nil || got.Program != c.program ||
				got.Drawing != c.drawing || got.Why == "" || got.Frames != c.frames || got.Margins != c.margins || got.Colours != c.colours {
				return fmt.Sprintf("%q: got %s", c.program, text)
			}
			return ""
		})
	}
}

func TestADoctorPrintsATestCardUnlessTheLocaleIsASCII(t *testing.T) {
	t.Parallel()
	for locale, shown := range map[string]bool{"C.UTF-8": true, "C": false} {
		cmd := newCommand(t, "doctor")
		cmd.Env = append(cmd.Env, "LC_ALL="+locale)
		p := startTerminalWithReplies(t, answers{"\x1b[c": "\x1b[?62c"}, cmd)
		p.sees("Hold the space bar")
		p.press("\r")
		p.leaves()
		if text := p.raw.String(); strings.Contains(text, "sextants") != shown || strings.Contains(text, "𜷥") != shown {
			t.Errorf("%s: %s", locale, text)
		}
	}
}

func TestADoctorReportsTheBackgroundOfTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ answer, colorfgbg, background, theme, text string }{
		{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "", "light", "daylight", "background           light; theme daylight"},
		{"\x1b]11;rgb:1e1e/1e1e/1e1e\a", "0;15", "dark", "space", "background           dark; theme space"},
		{"", "", "unknown", "space", "background           unknown, so the game paints it; theme space"},
		{"", "0;15", "light", "daylight", "background           light by COLORFGBG, but"},
	} {
		replies := answers{"\x1b[c": "\x1b[?62c"}
		if c.answer != "" {
			replies["\x1b]11;?\x1b\\"] = c.answer
		}
		tries(t, func() string {
			cmd := newCommand(t, "doctor", "--json")
			cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
			p := startTerminalWithReplies(t, replies, cmd)
			p.leaves()
			text := p.raw.String()
			var got diagnosis
			if i := strings.Index(text, "{"); i < 0 || json.Unmarshal([]byte(strings.TrimSpace(text[i:])), &got) != nil || got.Background != c.background || got.Theme != c.theme {
				return fmt.Sprintf("%q, COLORFGBG %q: got %s", c.answer, c.colorfgbg, text)
			}
			return ""
		})
		tries(t, func() string {
			cmd := newCommand(t, "doctor")
			cmd.Env = append(cmd.Env, "COLORFGBG="+c.colorfgbg)
			p := startTerminalWithReplies(t, replies, cmd)
			p.sees("Hold the space bar")
			p.press("\r")
			p.leaves()
			if text := p.raw.String(); !strings.Contains(text, c.text) {
				return fmt.Sprintf("%q, COLORFGBG %q: got %s", c.answer, c.colorfgbg, text)
			}
			return ""
		})
	}
}

// lightTerminal answers as xterm on a white background does.
var lightTerminal = answers{"\x1b]11;?\x1b\\": "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[c": "\x1b[?64;1;2;6;9;15;18;21;22;28c"}

// menuText returns the least contrast of letters and digits in the menu, right of the left border.
func (p *terminal) menuText() float64 {
	least, inside := 21.0, false
	for i, c := range p.eyes.cells(0, 24) {
		if i%80 == 0 {
			inside = false
		}
		switch r := []rune(c.C + " ")[0]; {
		case r == '┌' || r == '│':
			inside = r == '┌' || !inside
		case r == '┐' || r == '┘':
			inside = false
		case inside && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			least = min(least, canvas.Contrast(p.shows(c)))
		}
	}
	return least
}

// contrasts returns the least contrast of letters and digits on a white terminal, the least contrast of the own ship's blocks, and the
// number of their cells.
func (p *terminal) contrasts() (text, ship float64, cellsOfShip int) {
	text, ship = 21, 21
	for _, c := range p.eyes.cells(0, 24) {
		ink, ground := p.shows(c)
		got := canvas.Contrast(ink, ground)
		switch r := []rune(c.C + " ")[0]; {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			text = min(text, got)
		case shapes[c.C] != 0 && ground == 0xffffff && (ink == 0x005f87 || ink == 0x1c1c1c || ink == 0x080808):
			ship, cellsOfShip = min(ship, got), cellsOfShip+1
		}
	}
	return text, ship, cellsOfShip
}

// shows returns the colours of a cell on a white terminal. For colours below 16 it uses the emulator's defaults.
func (p *terminal) shows(c vt.Cell) (ink, ground int) {
	ink, ground = 0, 0xffffff
	if n := int(c.S.Fg() & 0xff); n >= 16 {
		ink, _ = canvas.Numbered(n).Hex()
	}
	if n := int(c.S.Bg() & 0xff); n >= 16 {
		ground, _ = canvas.Numbered(n).Hex()
	}
	return ink, ground
}

func TestOnALightTerminalTheMenusAndTheMatchAreLegible(t *testing.T) {
	t.Parallel()
	p := startTerminalWithReplies(t, lightTerminal, newCommand(t))
	legible := func(what string, withShip bool) {
		t.Helper()
		p.await(what+" in dark colours on white", func(string) bool {
			text, ship, n := p.contrasts()
			return text >= 4.5 && ship >= 4.5 && (n > 1 || !withShip)
		})
	}
	p.sees("Play against bots")
	legible("the title", false)
	p.press("s")
	p.sees("Frame rate")
	legible("the settings", false)
	p.press("\x1b")
	p.await("the title alone", func(text string) bool {
		return strings.Contains(text, "Play against bots") && !strings.Contains(text, "Frame rate")
	})
	p.press("p")
	p.sees("boost")
	legible("the match with the own ship", true)
	p.opensMenu("Leave the match")
	// A paused match keeps a flash or a burst behind a name for as long.
	p.await("the menu over it in dark colours on white", func(string) bool { return p.menuText() >= 4.5 })
	p.quits()
	if raw := p.raw.String(); strings.Contains(raw, "48;5;16m") || strings.Contains(raw, "48;5;231m") {
		t.Log("the background was painted before the answer arrived") // on a busy machine
	}
}

func TestOnATerminalThatDoesNotAnswerTheGroundIsPainted(t *testing.T) {
	t.Parallel()
	p := startTerminal(t)
	p.sees("Play against bots")
	p.await("a painted ground", func(string) bool {
		for _, c := range p.eyes.cells(0, 24) {
			if c.S.Bg()&0xff < 16 {
				return false
			}
		}
		return true
	})
	p.quits()
}

func TestCtrlZReturnsTheTerminalToTheShellAndFgResumesTheGame(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	game := newCommand(t, "solo", "--bots", "3")
	cmd := exec.Command(shell, "-c", `set -m; "$0" solo --bots 3; echo stopped; read -r line; fg >/dev/null; echo left`, game.Path)
	cmd.Env = game.Env
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	p.press("\x1a")
	p.sees("stopped")
	p.await("the terminal's own modes", func(string) bool { return p.modes() == p.found })
	p.press("\r")
	p.sees("boost")
	p.press("\x03")
	p.sees("left")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	raw := p.raw.String()
	p.isAsItWas(raw)
	stopped, _, _ := strings.Cut(raw, "stopped")
	if left := changes(stopped); len(left) > 0 {
		t.Errorf("the shell is given a terminal with %v", left)
	}
}

func TestAGameStoppedFromOutsideRestoresItsScreen(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	game := newCommand(t, "solo", "--bots", "3")
	id := filepath.Join(t.TempDir(), "id")
	// The program may stop in the middle of an escape sequence, which BEL and @ end, and at the end of a row.
	cmd := exec.Command(shell, "-c", `set -m
		sh -c 'echo $$ >"$1"; exec "$0" solo --bots 3' "$0" "$1"
		stty sane; printf '\a@\rstopped\n'; read -r line; fg >/dev/null; echo left`, game.Path, id)
	cmd.Env = game.Env
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	raw := p.modes()
	text, _ := os.ReadFile(id)
	process, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	syscall.Kill(process, syscall.SIGSTOP)
	p.sees("stopped")
	p.press("\r")
	p.await("the modes of the game", func(string) bool { return p.modes() == raw })
	p.await("the match alone", func(text string) bool { return strings.Contains(text, "boost") && !strings.Contains(text, "stopped") })
	p.press("\x03")
	p.sees("left")
	if code := p.leaves(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	p.isAsItWas(p.raw.String())
}

// flood is the input of a busy mouse, and of kitty's keyboard after its identification.
var flood = "\x1b[?1u\x1b[?27u" + strings.Repeat("\x1b[<35;40;12M\x1b[119;1:1u\x1b[<0;9;9M\x1b[<0;9;9m\x1b[119;1:3u", 50)

func TestOtherColoursUnderLoadWithMouseAndKittysKeysOn(t *testing.T) {
	t.Parallel()
	home, _ := homeWith(t, "steering = 'mouse'\n")
	p := startIn(t, home, "solo", "--bots", "15")
	for _, colours := range []string{"none", "16", "256"} {
		p.sees("boost")
		p.press(flood)
		p.resize(70, 22)
		p.resize(80, 24)
		p.picks("Menu (", "s", "Steering")
		p.press("\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A\x1b[C") // from the last entry to the next
		p.sees("◂ " + colours + " ▸")
		p.press("\r")
		p.sees("Back to the match")
		p.press("b")
		p.await("the match", func(text string) bool {
			return !strings.Contains(text, "Back to") && strings.Contains(text, "mouse  Fighter")
		})
	}
	p.press(flood)
	p.quits()
	p.isAsItWas(p.raw.String())
	_, last, _ := strings.Cut(p.raw.String(), "\x1b[?1049l")
	if !strings.Contains(last, "\x1b[?1003h") || !strings.Contains(last, "\x1b[>31u") {
		t.Error("neither mouse nor releases were asked for again")
	}
}

func TestCtrlZAgainAndAgainUnderLoadWithMouseAndKittysKeysOn(t *testing.T) {
	t.Parallel()
	const times = 6
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	home, _ := homeWith(t, "steering = 'mouse'\n")
	game := newCommand(t)
	cmd := exec.Command(shell, "-c", `set -m; "$0" solo --bots 15
		while [ $# -gt 0 ]; do
			echo stopped
			until read -r line && [ "${line%onwards}" != "$line" ]; do :; done # earlier input may be in front
			shift; fg >/dev/null
		done
		echo left`,
		game.Path, "1", "2", "3", "4", "5", "6")
	cmd.Env = append(game.Env, "XDG_CONFIG_HOME="+home)
	p := startTerminalOf(t, cmd)
	for i := range times {
		p.sees("boost")
		p.press(flood)
		p.resize(70+i, 22)
		p.resize(80, 24)
		p.press([]string{"\x1a", "\x1b[122;5u"}[i%2])
		p.sees("stopped")
		p.await("the terminal's own modes", func(string) bool { return p.modes() == p.found })
		p.press("onwards\r")
	}
	p.sees("boost")
	p.press("\x03")
	p.sees("left")
	p.leaves()
	raw := p.raw.String()
	p.isAsItWas(raw)
	for at := 0; ; at++ {
		next := strings.Index(raw[at:], "stopped")
		if next < 0 {
			break
		}
		at += next
		if left := changes(raw[:at]); len(left) > 0 {
			t.Errorf("the shell is given a terminal with %v", left)
		}
	}
	if !strings.Contains(raw, "\x1b[?1003h") || !strings.Contains(raw, "\x1b[>31u") {
		t.Error("neither mouse nor releases were asked for: this proves nothing")
	}
}
