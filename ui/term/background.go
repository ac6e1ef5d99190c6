package term

import (
	"bytes"
	"strconv"
	"strings"
	"sync"
	"time"

	"dogfight/ui/cells"
)

// Background is what is known of what a terminal draws on by itself.
type Background struct {
	Light bool
	Known bool // otherwise it is taken for dark
	Told  bool // by the terminal itself; otherwise it is what the environment says
	RGB   int  // 0xRRGGBB, if it was told
}

// String returns "light", "dark" or "unknown".
func (b Background) String() string {
	switch {
	case !b.Known:
		return "unknown"
	case b.Light:
		return "light"
	}
	return "dark"
}

const (
	// askBackground is answered by ESC ] 11 ; rgb:RRRR/GGGG/BBBB and the end of the question,
	// BEL or ESC \ (xterm's ctlseqs, "Operating System Commands").
	askBackground = "\x1b]11;?\x1b\\"
	// askDevice is what every terminal answers that answers anything (DA1, ECMA-48 8.3.24). It
	// comes last, so that nobody waits for what the terminal does not know.
	askDevice = "\x1b[c"

	// lightFrom is the luminance above which a background is light: the middle of what the eye sees.
	lightFrom = 0.18

	// maxAnswer is how many bytes an answer has that may tell a colour.
	maxAnswer = 64
)

// mutes are terminals that would write a question on the screen, or take it for the
// beginning of another palette.
var mutes = map[string]bool{"linux": true, "cygwin": true, "ansi": true, "vt52": true, "vt100": true, "vt102": true, "vt220": true}

// background is what a terminal has told of what it draws on.
type background struct {
	mu     sync.Mutex
	now    Background
	asked  bool          // and nobody has answered
	ended  bool          // the first sentinel came
	answer chan struct{} // closed with that
}

func newBackground(guess Background) *background {
	return &background{now: guess, answer: make(chan struct{})}
}

// ask notes a question, unless the last one has no answer yet.
func (b *background) ask() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked {
		return false
	}
	b.asked = true
	return true
}

// learn takes the text of an operating system command. What nobody asked for tells nothing.
func (b *background) learn(text []byte) {
	rgb, ok := parseBackground(text)
	b.mu.Lock()
	defer b.mu.Unlock()
	if !ok || !b.asked {
		return
	}
	b.asked = false
	b.now = backgroundOf(rgb)
}

// end takes the answer to the sentinel, by which those to all questions before it have come.
func (b *background) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.ended {
		b.ended = true
		close(b.answer)
	}
}

func (b *background) get() Background {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func backgroundOf(rgb int) Background {
	return Background{Known: true, Told: true, RGB: rgb, Light: cells.Luminance(rgb) > lightFrom}
}

// parseBackground reads "11;rgb:ffff/ffff/ffff": one to four hexadecimal digits each, and
// perhaps a fourth part behind "rgba:", which says how much shows through.
func parseBackground(text []byte) (rgb int, ok bool) {
	colour, found := bytes.CutPrefix(text, []byte("11;rgb"))
	if !found || len(text) > maxAnswer {
		return 0, false
	}
	name, digits, _ := strings.Cut(string(colour), ":")
	parts := strings.Split(digits, "/")
	if name == "" && len(parts) != 3 || name == "a" && len(parts) != 4 || name != "" && name != "a" {
		return 0, false
	}
	for _, part := range parts[:3] {
		v, err := strconv.ParseUint(part, 16, 16)
		if err != nil || len(part) > 4 {
			return 0, false
		}
		most := 1<<(4*len(part)) - 1
		rgb = rgb<<8 | (int(v)*255+most/2)/most
	}
	return rgb, true
}

// guessBackground reads COLORFGBG, by which some terminals tell their colours in numbers of
// the 16: "15;0", or "0;default;15" where the last is the background.
func guessBackground(colorfgbg string) Background {
	ground := colorfgbg[strings.LastIndexByte(colorfgbg, ';')+1:]
	n, err := strconv.Atoi(ground)
	if err != nil || n < 0 || n > 15 {
		return Background{}
	}
	return Background{Known: true, Light: n == 7 || n == 15}
}

// Background returns what is known of what the terminal draws on by itself, which may
// change at any time. It may be called from any goroutine.
func (t *Terminal) Background() Background { return t.background.get() }

// AwaitBackground waits until the terminal has told its Background or that it does not,
// and no longer than that.
func (t *Terminal) AwaitBackground(longest time.Duration) {
	late := time.NewTimer(longest)
	defer late.Stop()
	select {
	case <-t.background.answer:
	case <-t.closing:
	case <-late.C:
	}
}

// AskBackground asks once more, for it may have changed while somebody looked elsewhere. The
// answer comes some time later, if at all.
func (t *Terminal) AskBackground() {
	if t.Background().Told && t.background.ask() { // or it would have answered before
		t.flow.ask(time.Now()) // has Close wait for both
		t.tty.show([]byte(askBackground + askStatus))
	}
}
