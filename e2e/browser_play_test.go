//go:build linux

package e2e

import (
	"cmp"
	"image"
	"image/color"
	"maps"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dogfight/game"
	"dogfight/proto"
)

func TestAFriendWithNothingButABrowserPlays(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "plain.txt", plain), "--time", "0", "--title", "Plain")
	eye := spectate(t, host)
	on := little
	on.still = true
	comet := c.open(host.url(), on)
	comet.hasAnAccessibleCard()
	comet.playsAccessibly("Comet")
	quasar := startTerminal(t, "join", host.addr, "--name", "Quasar")
	quasar.sees("Comet")
	comet.sees("Quasar")

	// A key without repeats counts as held until its release. The ship ends far from any wall.
	for _, key := range []struct {
		is     string
		course game.Course
		held   game.Tick
	}{{kb.ArrowRight, game.Right, game.TickRate}, {kb.ArrowLeft, game.Left, game.TickRate}, {kb.ArrowDown, game.Down, 0}, {kb.ArrowUp, game.Up, 0}} {
		comet.down(key.is)
		eye.follows("Comet", "one who flies", flies(key.course))
		since := eye.tick()
		eye.follows("Comet", "one who still flies", func(ship *game.Ship) bool { return !flies(key.course)(ship) || eye.tick() > since+key.held })
		eye.follows("Comet", "one who flies while the key is down", flies(key.course))
		comet.up(key.is)
		eye.follows("Comet", "one who has let go", flies(game.Idle))
	}

	// Two keys are a diagonal. After one is released the other still counts.
	comet.down(kb.ArrowRight)
	comet.down(kb.ArrowDown)
	eye.follows("Comet", "on a diagonal", flies(game.DownRight))
	comet.up(kb.ArrowDown)
	eye.follows("Comet", "going on to the right", flies(game.Right))
	comet.up(kb.ArrowRight)
	eye.follows("Comet", "one who has let go", flies(game.Idle))

	comet.down(" ")
	eye.follows("Comet", "one who fires", func(ship *game.Ship) bool { return ship.Live != 0 && ship.Input&game.Fire != 0 })
	comet.up(" ")
	eye.follows("Comet", "one who has let go of the trigger", func(ship *game.Ship) bool { return ship.Input&game.Fire == 0 })

	comet.press("\rhello from a browser\r")
	quasar.sees("hello from a browser")
	quasar.press("\rhello yourself\r")
	comet.sees("hello yourself")
	comet.followsItsWindow()

	comet.press(kb.Escape)
	comet.sees("Leave the match")
	comet.press("l")
	quasar.sees("Comet has left")
	comet.close()
}

// tick returns the host's tick in the onlooker's view.
func (w *onlookerOf) tick() game.Tick {
	if v := w.client.Frame(time.Now(), 0); v.World != nil {
		return v.World.Tick
	}
	return 0
}

// followsItsWindow checks that the terminal fills windows of several sizes and scales.
func (p *page) followsItsWindow() {
	p.Helper()
	last, sizes := p.size(), []screen{{width: 600, height: 480, scale: 1}, {width: 900, height: 421, scale: 1.25}}
	if *long {
		sizes = append(sizes, screen{width: 700, height: 450, scale: 1}, screen{width: 1280, height: 700, scale: 1}, screen{width: 600, height: 700, scale: 1.5})
	}
	for _, on := range sizes {
		p.turn(on)
		p.await("another size of the terminal, filled to the last row", func() bool {
			size := p.size()
			lines := strings.Split(p.text(), "\n")
			return size != last && strings.Contains(p.text(), "♥ ") && strings.TrimSpace(lines[len(lines)-1]) != ""
		})
		p.isFilled(p.screenshot(p.size()))
		p.isDrawnAsHeld()
		p.Logf("%dx%d at %v: %s cells", on.width, on.height, on.scale, p.size())
		last = p.size()
	}
}

// size returns the terminal's columns and rows.
func (p *page) size() (size string) {
	p.Helper()
	p.eval(`dogfight.ui.terminal.cols + "x" + dogfight.ui.terminal.rows`, &size)
	return size
}

// Without a browser: TestAPageThatWasCutOffHasItsSeatAgain and TestAPageOnAnotherNetworkHasItsSeatAtOnce of internal/server.
func TestABrowserThatLosesItsConnectionReturnsToItsSeat(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "corridor.txt", corridor), "--time", "0")
	eye := spectate(t, host)
	wire := newCable(t, host.listens["web"])
	comet := c.open("http://"+wire.at.Addr().String()+"/", little)
	comet.plays("Comet")
	startTerminal(t, "join", host.addr, "--name", "Quasar").sees("♥ ▊▊▊▊▊")
	comet.shootsDown(eye, "Comet")
	was, ship := eye.waits("Comet", "a killer", func(p proto.Pilot, ship *game.Ship) bool { return ship.Kills > 0 })
	comet.excuse("WebSocket")
	comet.excuse("net::ERR_")
	for _, way := range []struct {
		what string
		lose func()
	}{
		{"the socket is closed", func() { comet.eval(`rig.sockets.at(-1).close()`, nil) }},
		{"the network is gone", func() {
			wire.cut()
			eye.waits("Comet", "a bot's", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&proto.Away != 0 })
			comet.await("words that it is lost", func() bool { return strings.Contains(comet.words(), "Connection lost") })
			comet.picture("lost")
			wire.mend()
		}},
	} {
		sockets := 0
		comet.eval(`rig.sockets.length`, &sockets)
		way.lose()
		comet.holds(way.what+", and another one", `rig.sockets.length > `+strconv.Itoa(sockets))
		is, now := eye.waits("Comet", "himself again", func(p proto.Pilot, _ *game.Ship) bool { return p.Flags&(proto.BotPilot|proto.Away) == 0 })
		comet.sees("♥ ")
		if is.ID != was.ID || is.Slot != was.Slot || now.Kills < ship.Kills || now.Score == 0 {
			t.Errorf("%s: the player was %+v with %+v and is %+v with %+v", way.what, was, ship, is, now)
		}
		eye.follows("Comet", "one who flies again", flies(game.Up), comet.holding(kb.ArrowUp))
		comet.up(kb.ArrowUp)
		eye.follows("Comet", "one who has let go", flies(game.Idle))
	}
	comet.picture("back")
}

// Without a browser: TestTwoPlayersFlyFightReturnAndChat has the scores on two terminals, and TestTwoTabsAreTwoPlayers of
// internal/server two pages.
func TestTwoBrowsersAndANativeClientSeeTheSameScore(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--arena", writeFile(t, "corridor.txt", corridor), "--time", "0")
	eye := spectate(t, host)
	comet, quasar := c.open(host.url(), little), c.open(host.url(), little)
	comet.plays("Comet")
	quasar.plays("Quasar")
	pulsar := startTerminal(t, "join", host.addr, "--name", "Pulsar")
	pulsar.sees("♥ ▊▊▊▊▊")
	comet.shootsDown(eye, "Comet")
	boards := []func() string{comet.text, quasar.text, pulsar.text}
	comet.press("\t")
	quasar.press("\t")
	pulsar.press("\t")
	comet.await("the same scores on three screens", func() bool {
		first := standings(boards[0]())
		t.Log(first, standings(boards[1]()), standings(boards[2]()))
		return len(first) == 3 && first["Comet"] != first["Quasar"] && maps.Equal(first, standings(boards[1]())) && maps.Equal(first, standings(boards[2]()))
	})
	comet.picture("scores")
}

// down presses a key and holds it. A second press is a repeat.
func (p *page) down(key string) {
	p.Helper()
	p.key(key, input.KeyDown, false)
}

// repeats sends the repeat of a held key.
func (p *page) repeats(key string) {
	p.Helper()
	p.key(key, input.KeyDown, true)
}

// up releases a key.
func (p *page) up(key string) {
	p.Helper()
	p.key(key, input.KeyUp, false)
}

func (p *page) key(key string, what input.KeyType, again bool) {
	p.Helper()
	k, is := kb.Keys[[]rune(key)[0]]
	if !is {
		p.Fatalf("no key for %q", key)
	}
	event := input.DispatchKeyEvent(what).WithKey(k.Key).WithCode(k.Code).WithWindowsVirtualKeyCode(k.Windows).WithAutoRepeat(again)
	if what == input.KeyDown {
		if event = event.WithText(k.Text); k.Text == "" {
			event.Type = input.KeyRawDown
		}
	}
	if k.Shift {
		event = event.WithModifiers(input.ModifierShift)
	}
	p.do(event)
}

// press presses and releases keys, one after another.
func (p *page) press(keys string) {
	p.Helper()
	for _, key := range keys {
		p.down(string(key))
		p.up(string(key))
	}
}

// holding returns a function that holds a key, and presses it again every two seconds, as a player does after an ignored press.
func (p *page) holding(key string) func() {
	var pressed time.Time
	return func() {
		p.Helper()
		if time.Since(pressed) < 2*time.Second {
			return
		}
		if !pressed.IsZero() {
			p.up(key)
		}
		pressed = time.Now()
		p.down(key)
	}
}

// pressing returns a function that presses keys, and again every second, as a player does without a response.
func (p *page) pressing(keys string) func() {
	var pressed time.Time
	return func() {
		if time.Since(pressed) > time.Second {
			p.press(keys)
			pressed = time.Now()
		}
	}
}

// click clicks on an element.
func (p *page) click(selector string) {
	p.Helper()
	p.do(chromedp.Click(selector, chromedp.ByQuery))
}

// Pictures for review, with -pictures -long: light and dark, from the smallest layout to the largest. The plain run draws two sizes in
// TestAFriendWithNothingButABrowserPlays; TestATerminalFitsItsWindow of net/webd checks the sizes without a browser.
func TestAPageIsDrawnAtEverySize(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--bots", "5", "--arena", "basin")
	for _, of := range []struct {
		name string
		on   screen
		size string // of the terminal; "" for any
	}{
		{"dark", laptop, "128x40"},
		{"light", screen{width: 1280, height: 800, scale: 1, light: true}, "128x40"},
		{"small", screen{width: 600, height: 480, scale: 1}, "60x24"},
		{"small-light", screen{width: 600, height: 480, scale: 1, light: true}, "60x24"},
		{"large", screen{width: 2000, height: 1200, scale: 1}, "200x60"},
		{"large-light", screen{width: 2000, height: 1200, scale: 1, light: true}, "200x60"},
		{"dense", screen{width: 1440, height: 900, scale: 2}, ""},
		{"uneven", screen{width: 1366, height: 641, scale: 1.25}, ""},
	} {
		p := c.open(host.url(), of.on)
		p.name = "looks-" + of.name
		p.plays("Comet")
		if of.size != "" {
			p.await("a terminal of "+of.size, func() bool { return p.size() == of.size })
		}
		if cells := p.cells(); of.on.width >= 1000 && (cells.X < 100 || cells.Y < 30) {
			t.Errorf("%s: the terminal is as small as %v", of.name, cells)
		}
		p.isFilled(p.screenshot(p.size()))
		p.press("\t")
		p.sees("name")
		p.picture("scores")
		p.isDrawnAsHeld()
		p.eval(`dogfight.ui.leave()`, nil)
		p.holds("the card again", `document.querySelector("#play").checkVisibility()`)
		p.close()
	}
}

// cells returns the size of the terminal.
func (p *page) cells() (at image.Point) {
	p.Helper()
	p.eval(`({X: dogfight.ui.terminal.cols, Y: dogfight.ui.terminal.rows})`, &at)
	return at
}

// isFilled fails unless the picture has many colours, and the terminal leaves at most a cell and a half free at each edge.
func (p *page) isFilled(picture image.Image) {
	p.Helper()
	seen := map[color.Color]bool{}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y += 3 {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x += 3 {
			seen[picture.At(x, y)] = true
		}
	}
	var over []float64
	p.eval(`(() => { const b = dogfight.ui.picture.canvas.getBoundingClientRect(), t = dogfight.ui.terminal
		return [(innerWidth - b.width) / (b.width / t.cols), (innerHeight - b.height) / (b.height / t.rows)] })()`, &over)
	if len(seen) < 30 || over[0] < 0 || over[1] < 0 || over[0] > 1.5 || over[1] > 1.5 {
		p.Errorf("%s: %d colours, and room for %.1f columns and %.1f rows", p.name, len(seen), over[0], over[1])
	}
}

// isDrawnAsHeld waits until nothing is left to draw, and fails if the page differs in a pixel from a fresh drawing of the terminal.
func (p *page) isDrawnAsHeld() {
	p.Helper()
	p.excuse("Multiple readback operations") // by the comparison below
	var stale []int
	p.eval(`new Promise(done => {
		const { picture, terminal } = dogfight.ui, core = picture.core, c = picture.canvas.getContext("2d")
		const shown = () => c.getImageData(0, 0, picture.canvas.width, picture.canvas.height).data
		const look = () => {
			if (core.coreService.decPrivateModes.synchronizedOutput || core._renderService._renderDebouncer._animationFrame !== undefined) return setTimeout(look, 3)
			const before = shown().slice()
			picture.clear()
			picture.renderRows(0, terminal.rows - 1)
			const after = shown(), row = picture.dimensions.device.cell.height * picture.canvas.width * 4, rows = new Set()
			for (let i = 0; i < after.length; i++) if (before[i] != after[i]) rows.add(Math.floor(i / row))
			done([...rows])
		}
		look()
	})`, &stale)
	if len(stale) > 0 {
		p.Errorf("%s: rows %v are not drawn as the terminal has them", p.name, stale)
	}
}

// phone is a phone held on its side, uprightPhone the same in one hand. A real one has nine times as many pixels, too many for a software
// renderer.
var (
	phone        = screen{width: 844, height: 390, scale: 1, touch: true}
	uprightPhone = screen{width: 390, height: 844, scale: 1, touch: true}
)

// fingers are the touches on a page, by the test's names for them.
type fingers struct {
	*page
	at map[string]*input.TouchPoint
}

func (p *page) fingers() *fingers { return &fingers{p, map[string]*input.TouchPoint{}} }

// touch starts or moves a touch.
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

// lift ends a touch.
func (f *fingers) lift(finger string) {
	f.Helper()
	lifted := f.at[finger]
	delete(f.at, finger)
	f.do(input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{lifted}))
}

// where returns the centre of an element.
func (p *page) where(selector string) (x, y float64) {
	p.Helper()
	p.holds(selector, `document.querySelector(`+"`"+selector+"`"+`)?.checkVisibility()`)
	var at []float64
	p.eval(`(() => { const b = document.querySelector(`+"`"+selector+"`"+`).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })()`, &at)
	return at[0], at[1]
}

// tap touches an element and lifts the finger at once.
func (p *page) tap(selector string) {
	p.Helper()
	f := p.fingers()
	x, y := p.where(selector)
	f.touch("finger", x, y)
	f.lift("finger")
}

// playsByThumb joins on a phone, from the start page.
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
	eye := spectate(t, host)
	p := c.open(host.url(), phone)
	p.isInside("card")
	p.picture("card")
	p.turn(uprightPhone)
	p.holds("a page that is upright", `innerWidth < innerHeight`)
	p.isInside("upright card")
	p.picture("upright card")
	p.eval(`window.hints = []; new MutationObserver(() => hints.push(document.querySelector("#touch .turn")?.textContent)).observe(document.body, { childList: true, subtree: true })`, nil)
	p.playsByThumb("Comet")
	p.isInside("upright")
	p.holds("a picture that ends above what is held", `[...document.querySelectorAll("#touch button, #touch .stick")].every(
		held => document.querySelector(".frame canvas").getBoundingClientRect().bottom <= held.getBoundingClientRect().top)`)
	p.picture("upright")
	p.holds("a hint, if only for some seconds", `hints.some((hint) => hint?.startsWith("Turn your phone"))`)
	p.turn(phone)
	p.holds("no hint any more", `document.querySelector("#touch .turn").textContent == ""`)
	p.isInside("turned")
	p.picture("turned")

	// The left thumb steers diagonally while the right one fires; each is lifted by itself.
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

	// In the corners at the left, the ship is beside the stick and the buttons.
	for corner, course := range map[string]game.Course{"upper": game.UpLeft, "lower": game.DownLeft} {
		_, dy := course.Vector()
		thumbs.touch("left", 150, 240)
		thumbs.touch("left", 150-45, 240+45*float64(cmp.Compare(dy, 0)))
		eye.follows("Comet", "in the "+corner+" left corner", func(ship *game.Ship) bool { return flies(course)(ship) && ship.VX == 0 && ship.VY == 0 })
		thumbs.lift("left")
		p.holds("a ship that no thumb covers", uncovered)
		p.picture(corner + " left corner")
	}

	// Only the chat opens the keyboard of the screen.
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

// uncovered holds while the own ship is in sight, beside the stick and the buttons. The ship is between the brackets that mark it.
const uncovered = `(() => {
	const t = dogfight.ui.terminal, on = document.querySelector(".frame canvas").getBoundingClientRect()
	const held = [...document.querySelectorAll("#touch button, #touch .stick")].map(e => e.getBoundingClientRect())
	for (let y = 0; y < t.rows; y++) {
		const x = t.buffer.active.getLine(t.buffer.active.viewportY + y).translateToString(false).indexOf("┌")
		if (x < 0) continue
		const px = on.left + (x + 4.5) * on.width / t.cols, py = on.top + (y + 2.5) * on.height / t.rows
		return !held.some(b => b.left <= px && px <= b.right && b.top <= py && py <= b.bottom)
	}
})()`

// isInside fails if the page is larger than its window, or has a control that is too small for a thumb.
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
