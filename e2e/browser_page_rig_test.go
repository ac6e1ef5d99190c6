//go:build linux

package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

var pictures = flag.String("pictures", "", "folder for pictures of the page that browsers get")

// page is a page of the browser, with storage of its own as if it were another computer's, and a player who
// looks and types.
type page struct {
	*chromium
	name  string
	on    screen
	ctx   context.Context // done when the page is closed
	close func()          // after which it is gone, if it was without fault

	mu      sync.Mutex
	said    []string // on its console, all of it
	faults  []string // of that, what must not be there
	excused []string // what is no fault: the test brings it about
	files   map[network.RequestID]*file
}

// screen is what a page is opened on.
type screen struct {
	width, height int64
	scale         float64 // pixels a CSS pixel
	touch         bool
	light         bool // the system's colours
	still         bool // the user wants less to move
	noScript      bool
}

// laptop is a usual screen. Software draws it, so tests that look at no picture open a little one.
var (
	laptop = screen{width: 1280, height: 800, scale: 1}
	little = screen{width: 800, height: 500, scale: 1}
)

// hooks is run before any script of the page: it keeps the sockets, so that a test can have the page lose one.
const hooks = `window.rig = {sockets: [], broken: []};
	WebSocket = class extends WebSocket { constructor(...of) { super(...of); rig.sockets.push(this) } };
	addEventListener("securitypolicyviolation", e => rig.broken.push(e.violatedDirective + " " + e.blockedURI));`

// open opens a page. In the end whatever it has complained of on its console fails the test.
func (c *chromium) open(url string, on screen) *page {
	c.Helper()
	window, storage := c.window()
	ctx, cancel := chromedp.NewContext(c.ctx, chromedp.WithTargetID(window))
	p := &page{chromium: c, name: c.Name(), ctx: ctx, files: map[network.RequestID]*file{}}
	p.close = sync.OnceFunc(func() {
		p.isWithoutFault()
		cancel()
		c.ask(func(ctx context.Context) error {
			return target.DisposeBrowserContext(storage).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		})
	})
	c.Cleanup(p.close)
	chromedp.ListenTarget(ctx, p.hear)
	if err := chromedp.Run(ctx); err != nil { // the page is gone with this context, so it has no end of its own
		c.Fatalf("no page: %v", err)
	}
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdpage.AddScriptToEvaluateOnNewDocument(hooks).Do(ctx)
		return err
	}))
	p.turn(on)
	p.do(chromedp.Navigate(url))
	return p
}

// window opens one, with a storage of its own that is empty.
func (c *chromium) window() (id target.ID, storage cdp.BrowserContextID) {
	c.Helper()
	c.ask(func(ctx context.Context) (err error) {
		ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		if storage, err = target.CreateBrowserContext().Do(ctx); err == nil {
			id, err = target.CreateTarget("about:blank").WithBrowserContextID(storage).WithNewWindow(true).Do(ctx)
		}
		return err
	})
	return id, storage
}

// turn has the page on another screen.
func (p *page) turn(on screen) {
	p.Helper()
	p.on = on
	look, motion := "dark", "no-preference"
	if on.light {
		look = "light"
	}
	if on.still {
		motion = "reduce"
	}
	p.do(
		emulation.SetFocusEmulationEnabled(true), // whichever window another test opens
		emulation.SetDeviceMetricsOverride(on.width, on.height, on.scale, on.touch),
		emulation.SetTouchEmulationEnabled(on.touch).WithMaxTouchPoints(5),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: look}, {Name: "prefers-reduced-motion", Value: motion},
		}),
		emulation.SetScriptExecutionDisabled(on.noScript),
	)
}

// do has the browser do something with the page.
func (p *page) do(actions ...chromedp.Action) {
	p.Helper()
	if err := p.try(actions...); err != nil {
		p.Fatalf("the page: %v; its console: %q", err, p.console())
	}
}

// try does the same, and says why it could not.
func (p *page) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// eval has the page compute something, into what out points at; nil for nothing. It waits for promises.
func (p *page) eval(script string, out any) {
	p.Helper()
	p.do(chromedp.Evaluate(script, out, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
}

// text returns what the page's terminal shows; "" before it has one.
func (p *page) text() (text string) {
	p.Helper()
	p.eval(`(() => {
		const t = window.dogfight?.ui?.terminal, shown = t?.buffer.active, lines = []
		for (let y = 0; y < (t?.rows ?? 0); y++) lines.push(shown.getLine(shown.viewportY + y)?.translateToString(false) ?? "")
		return lines.join("\n")
	})()`, &text)
	return text
}

// words returns what the page says outside of its terminal.
func (p *page) words() (text string) {
	p.Helper()
	p.eval(`document.body?.innerText ?? ""`, &text)
	return text
}

// await waits until something is as wanted, and lets the player do something now and then meanwhile. It gives up when
// nothing on the page has changed for long.
func (p *page) await(what string, wanted func() bool, meanwhile ...func()) {
	p.Helper()
	began, moved, looked, last := time.Now(), time.Now(), time.Time{}, ""
	for !wanted() {
		if time.Since(looked) > time.Second { // the browser works longer for this than for most conditions
			if now := p.text() + p.words(); now != last {
				last, moved = now, time.Now()
			}
			looked = time.Now()
		}
		if time.Since(moved) > patience || time.Since(began) > longest {
			p.picture("failed")
			p.Fatalf("waited for %s; the terminal shows\n%s\nthe page says\n%s\nand its console %q", what, p.text(), p.words(), p.console())
		}
		for _, do := range meanwhile {
			do()
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// sees waits for words in the terminal.
func (p *page) sees(words string, meanwhile ...func()) {
	p.Helper()
	p.await(fmt.Sprintf("%q in the terminal", words), func() bool { return strings.Contains(p.text(), words) }, meanwhile...)
}

// holds waits until a condition of the page's, in JavaScript, holds.
func (p *page) holds(what, condition string, meanwhile ...func()) {
	p.Helper()
	p.await(what, func() (is bool) { p.eval(`!!(`+condition+`)`, &is); return is }, meanwhile...)
}

// picture writes the page as it looks now to the folder of -pictures, if there is one.
func (p *page) picture(name string) {
	p.Helper()
	if *pictures != "" {
		p.capture(name)
	}
}

// capture returns a picture of the page, and writes it to the folder of -pictures, if there is one.
func (p *page) capture(name string) (png []byte) {
	p.Helper()
	if err := p.try(chromedp.CaptureScreenshot(&png)); err != nil {
		p.Errorf("no picture: %v", err)
	}
	if *pictures == "" {
		return png
	}
	file := filepath.Join(*pictures, strings.ReplaceAll(p.name, "/", "-")+"-"+name+".png")
	if err := os.WriteFile(file, png, 0o644); err != nil {
		p.Error(err)
	}
	return png
}
