//go:build linux

package e2e

import (
	"image"
	"image/color"
	"testing"
)

// Pictures to look at with -pictures -long: light and dark, from the smallest layout to the largest. The plain run draws two sizes in
// TestTheTerminalInABrowserFollowsItsWindow; TestATerminalFitsItsWindow of net/webd has the sizes without a browser.
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
		p.isFilled(p.looks(p.size()))
		p.press("\t")
		p.sees("name")
		p.picture("scores")
		p.isDrawnAsHeld()
		p.eval(`dogfight.ui.leave()`, nil)
		p.holds("the card again", `document.querySelector("#play").checkVisibility()`)
		p.close()
	}
}

// cells returns how large the terminal is.
func (p *page) cells() (at image.Point) {
	p.Helper()
	p.eval(`({X: dogfight.ui.terminal.cols, Y: dogfight.ui.terminal.rows})`, &at)
	return at
}

// isFilled fails unless the picture is made of many colours, and the terminal leaves no more than a cell and a half of it at an edge.
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

// isDrawnAsHeld fails if what the page has drawn, bit by bit, is not what it draws of the terminal at once. It looks when
// nothing is left to be drawn.
func (p *page) isDrawnAsHeld() {
	p.Helper()
	p.excuse("Multiple readback operations") // which are those below
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
