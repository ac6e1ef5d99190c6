//go:build linux

package e2e

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"dogfight/game"
)

// phone is one that is held on its side; uprightPhone is the same in one hand. A real one has nine times as many pixels, which software
// would draw here.
var (
	phone        = screen{width: 844, height: 390, scale: 1, touch: true}
	uprightPhone = screen{width: 390, height: 844, scale: 1, touch: true}
)

// fingers are those that are down on a page, by what the test calls them.
type fingers struct {
	*page
	at map[string]*input.TouchPoint
}

func (p *page) fingers() *fingers { return &fingers{p, map[string]*input.TouchPoint{}} }

// touch puts a finger down, or moves it.
func (f *fingers) touch(finger string, x, y float64) {
	f.Helper()
	kind := input.TouchMove
	if f.at[finger] == nil {
		kind = input.TouchStart
	}
	f.at[finger] = &input.TouchPoint{X: math.Round(x), Y: math.Round(y), ID: float64(len(finger))}
	points := []*input.TouchPoint{}
	for _, at := range f.at {
		points = append(points, at)
	}
	f.do(input.DispatchTouchEvent(kind, points))
}

// lift takes a finger away.
func (f *fingers) lift(finger string) {
	f.Helper()
	lifted := f.at[finger]
	delete(f.at, finger)
	f.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{lifted}))
}

// where returns the middle of what a selector finds.
func (p *page) where(selector string) (x, y float64) {
	p.Helper()
	p.holds(selector, `document.querySelector(`+"`"+selector+"`"+`)?.checkVisibility()`)
	var at []float64
	p.eval(`(() => { const b = document.querySelector(`+"`"+selector+"`"+`).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()`, &at)
	return at[0], at[1]
}

// tap touches what a selector finds, for a moment.
func (p *page) tap(selector string) {
	p.Helper()
	f := p.fingers()
	x, y := p.where(selector)
	f.touch("finger", x, y)
	f.lift("finger")
}

// playsByThumb plays on a phone from the page's first words on.
func (p *page) playsByThumb(name string) {
	p.Helper()
	p.name += "-" + name
	p.tap("#name")
	p.holds("the field for the name", `document.activeElement.id == "name"`)
	p.eval(`document.activeElement.select()`, nil)
	p.press(name)
	p.tap("#play")
	p.sees("♥ ▊▊▊▊▊")
	p.holds("a stick", `document.querySelector("#touch .stick")?.checkVisibility()`)
}

func TestAPhoneIsPlayedUprightAndWithTwoThumbs(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "plain.txt", plain), "--time", "0", "--title", "Plain")
	eye := looksOn(t, host)
	p := c.open(host.url(), phone)
	p.isInside("card")
	p.picture("card")
	p.turn(uprightPhone)
	p.holds("a page that is upright", `innerWidth < innerHeight`)
	p.isInside("upright card")
	p.picture("upright card")
	p.playsByThumb("Comet")
	p.isInside("upright")
	p.picture("upright")
	p.await("a hint", func() bool { return strings.Contains(p.words(), "Turn your phone") })
	p.turn(phone)
	p.await("no hint any more", func() bool { return !strings.Contains(p.words(), "Turn your phone") })
	p.isInside("turned")
	p.picture("turned")

	// The left thumb steers on a diagonal while the right one fires; each lets go by itself.
	thumbs := p.fingers()
	thumbs.touch("left", 150, 240)
	thumbs.touch("left", 150+45, 240-45)
	eye.follows("Comet", "on a diagonal", flies(game.UpRight))
	x, y := p.where("#touch [data-pad=a]")
	thumbs.touch("right", x, y)
	both := func(ship *game.Ship) bool { return flies(game.UpRight)(ship) && ship.Input&game.Fire != 0 }
	eye.follows("Comet", "on a diagonal, firing", both)
	p.picture("both")
	since := eye.tick()
	eye.follows("Comet", "held for a second", func(ship *game.Ship) bool { return !both(ship) || eye.tick() > since+game.TickRate })
	eye.follows("Comet", "firing for as long as it is held", both)
	thumbs.touch("left", 150-45, 240+45)
	eye.follows("Comet", "on the other diagonal, firing", func(ship *game.Ship) bool { return flies(game.DownLeft)(ship) && ship.Input&game.Fire != 0 })
	thumbs.lift("right")
	eye.follows("Comet", "no longer firing", func(ship *game.Ship) bool { return flies(game.DownLeft)(ship) && ship.Input&game.Fire == 0 })
	thumbs.lift("left")
	eye.follows("Comet", "one who has let go", flies(game.Idle))

	// Chat is the one thing that takes a keyboard on the screen.
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	quasar.sees("♥ ▊▊▊▊▊")
	p.tap("#touch [data-pad=y]")
	p.holds("a field to write in", `document.activeElement.matches(".writing input")`)
	p.picture("chat")
	p.press("hello from a phone\r")
	quasar.sees("hello from a phone")
	p.holds("the stick again", `document.querySelector("#touch .stick").checkVisibility()`)
	p.close()
}

// isInside fails if the page is larger than its window, or has a control that a thumb can hardly meet.
func (p *page) isInside(what string) {
	p.Helper()
	var over []float64
	p.eval(`[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]`, &over)
	if over[0] > 0 || over[1] > 0 {
		p.Errorf("%s: the page is larger than the window by %v", what, over)
	}
	var all []box
	p.eval(`(() => {`+boxes+`return seen("button, input").filter(e => !e.closest(".xterm")).map(e => box(e))})()`, &all)
	for i, b := range all {
		for _, other := range all[:i] {
			wide, high := min(b.X+b.Width, other.X+other.Width)-max(b.X, other.X), min(b.Y+b.Height, other.Y+other.Height)-max(b.Y, other.Y)
			if wide > 1 && high > 1 {
				p.Errorf("%s: %q and %q lie over one another", what, b.Name, other.Name)
			}
		}
		if b.X < 0 || b.Y < 0 || b.X+b.Width > float64(p.on.width)+0.5 || b.Y+b.Height > float64(p.on.height)+0.5 {
			p.Errorf("%s: %q reaches beyond the window: %.0f,%.0f %.0fx%.0f", what, b.Name, b.X, b.Y, b.Width, b.Height)
		}
		if min(b.Width, b.Height) < 24 { // WCAG 2.2, 2.5.8
			p.Errorf("%s: %q is small: %.0fx%.0f", what, b.Name, b.Width, b.Height)
		}
	}
}
