//go:build linux

package e2e

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dogfight/game"
	"dogfight/proto"
)

// chromium is the headless browser, as a test uses it. All tests share one: its start takes a second of a core.
type chromium struct {
	*testing.T
	ctx context.Context // done when the browser is gone
}

// browsing bounds the tests that use the browser at a time: each keeps a core busy for as long as its pages draw.
var browsing = make(chan struct{}, 3)

// browserState is the shared browser, with the processes it starts and a profile that is removed in the end.
type browserState struct {
	once    sync.Once
	ctx     context.Context
	product string // its name and version
	absent  bool   // Chromium is not installed
	err     error  // why it did not start
}

var sharedBrowser browserState

// startChromium returns the browser, or skips the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	skipUnlessSmoke(t)
	b := &sharedBrowser
	b.once.Do(b.start)
	switch {
	case b.absent:
		t.Skip("Chromium is not installed")
	case b.err != nil:
		t.Fatal(b.err)
	}
	t.Log(b.product)
	browsing <- struct{}{}
	t.Cleanup(func() { <-browsing })
	return &chromium{T: t, ctx: b.ctx}
}

// skipUnlessLong skips a test of the page if its rest is proved without a browser too: each page takes some seconds of a core.
func skipUnlessLong(t *testing.T) {
	t.Helper()
	if !*long {
		t.Skip("the browser takes long: -long")
	}
}

func (b *browserState) start() {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		b.absent = true
		return
	}
	home, err := os.MkdirTemp("", "chromium")
	if err != nil {
		b.err = err
		return
	}
	var process *exec.Cmd
	allocated, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.UserDataDir(home+"/profile"), chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "TMPDIR="+home),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-crash-reporter", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(patience),
		// Not its defaults, and not the pages that would draw suggestions below the address: a second of a core for each window.
		chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			process = cmd
		}))...)
	ctx, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {})) // of events that are newer than chromedp
	afterTests = append(afterTests, func() {
		cancel()
		stop()
		if err := end(process, home); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	if err := chromedp.Run(ctx); err != nil {
		b.err = fmt.Errorf("%s does not start: %v", program, err)
		return
	}
	b.ctx = ctx
	b.err = chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		_, b.product, _, _, _, err = browser.GetVersion().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	}))
}

// ask asks the browser itself, and fails if it has no answer.
func (c *chromium) ask(question chromedp.ActionFunc) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, question); err != nil {
		c.Fatalf("the browser: %v", err)
	}
}

// end kills the processes that are left of a browser, which has been asked to leave, waits until all are gone, and removes its files.
func end(process *exec.Cmd, home string) error {
	if process != nil && process.Process != nil {
		group := -process.Process.Pid
		for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
			if err := syscall.Kill(group, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
				break
			}
			if time.Now().After(deadline) {
				return errors.New("the processes of the browser do not end")
			}
		}
	}
	return os.RemoveAll(home)
}

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

// startWeb hosts without a screen, and lets players in by a browser too.
func startWeb(t *testing.T, args ...string) *headless {
	t.Helper()
	return startHeadless(t, append([]string{"--web", "127.0.0.1:0"}, args...)...)
}

// url is where a browser finds the host.
func (h *headless) url() string { return "http://" + h.listens["web"] + "/" }

// plain is an arena in which a ship flies for seconds until it meets a wall. Corridor is one in which it meets all others.
const (
	plain = `
############################################################
#..........................................................#
#..........................................................#
#..........................................................#
#............................@.............................#
#..........................................................#
#...............................@..........................#
#..........................................................#
#............................@.............................#
#..........................................................#
#..........................................................#
#..........................................................#
############################################################
`
	corridor = `
##############################
#............................#
#...@........@...........@...#
#............................#
##############################
`
)

// plays types a name and plays, from the page's first words to a ship of one's own.
func (p *page) plays(name string) {
	p.Helper()
	p.name += "-" + name
	p.do(chromedp.WaitVisible("#name", chromedp.ByQuery))
	p.eval(`document.querySelector("#name").select()`, nil)
	p.do(chromedp.Focus("#name", chromedp.ByQuery))
	p.press(name)
	p.click("#play")
	p.sees("♥ ▊▊▊▊▊")
}

// follows waits until the pilot of a name is as wanted in what an onlooker sees.
func (w *onlookerOf) follows(name, what string, wanted func(ship *game.Ship) bool, meanwhile ...func()) game.Ship {
	w.Helper()
	_, ship := w.waits(name, what, func(_ proto.Pilot, ship *game.Ship) bool {
		for _, do := range meanwhile {
			do()
		}
		return wanted(ship)
	})
	return ship
}

// flies reports whether a ship's pilot holds a course.
func flies(c game.Course) func(*game.Ship) bool {
	return func(ship *game.Ship) bool { return ship.State == game.Flying && ship.Input.Course() == c }
}

// shootsDown has the player of a name turn to whoever is beside them in the corridor, and fire until somebody is destroyed: for
// good, since what an onlooker sees is ahead of what the host has decided.
func (p *page) shootsDown(w *onlookerOf, name string) {
	p.Helper()
	var turning string
	turn := func(key string) {
		if turning != "" {
			p.up(turning)
		}
		if turning = key; key != "" {
			p.down(key)
		}
	}
	fire := p.pressing(" ")
	since := game.Tick(0) // there has been a kill
	w.follows(name, "a killer", func(ship *game.Ship) bool {
		v := w.client.Frame(time.Now(), 0)
		key, course := kb.ArrowRight, game.Right
		if beside(v.World, ship) < ship.X {
			key, course = kb.ArrowLeft, game.Left
		}
		switch {
		case ship.State != game.Flying || ship.Facing == course:
			turn("")
			fire()
		case key != turning:
			turn(key)
		}
		if ship.Kills == 0 || since == 0 {
			since = v.World.Tick
		}
		return ship.Kills > 0 && v.World.Tick > since+2*game.TickRate
	})
	turn("")
}

// beside returns where the ship nearest to another is.
func beside(w *game.World, own *game.Ship) (x int32) {
	nearest := int32(math.MaxInt32)
	for i := range w.Ships {
		other := &w.Ships[i]
		if d := max(other.X-own.X, own.X-other.X); other.State == game.Flying && d > 0 && d < nearest {
			nearest, x = d, other.X
		}
	}
	return x
}

var standing = regexp.MustCompile(`│.*?(Comet|Quasar|Pulsar)[^-\d│]+(-?\d+)[^-\d│]+(\d+)[^-\d│]+(\d+)[^-\d│]+(\d+)\D`)

// standings returns what a score board says of each player: score, kills, deaths and assists.
func standings(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if of := standing.FindStringSubmatch(line); of != nil {
			all[of[1]] = strings.Join(of[2:], " ")
		}
	}
	return all
}

// cable is a connection that can be cut, between a browser and a host.
type cable struct {
	host string
	at   net.Listener

	mu  sync.Mutex
	is  []net.Conn
	off bool
}

// newCable lays one to a host. It is gone when the test ends.
func newCable(t *testing.T, host string) *cable {
	t.Helper()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{host: host, at: at}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			near, err := at.Accept()
			if err != nil {
				return
			}
			running.Go(func() { c.pass(near) })
		}
	})
	t.Cleanup(func() {
		at.Close()
		c.cut()
		running.Wait()
	})
	return c
}

// pass moves bytes both ways until the cable is cut, or an end hangs up.
func (c *cable) pass(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", c.host)
	if err != nil {
		return
	}
	defer far.Close()
	if !c.add(near, far) {
		return
	}
	var back sync.WaitGroup
	back.Go(func() {
		defer near.Close()
		copyAll(near, far)
	})
	copyAll(far, near)
	far.Close()
	back.Wait()
}

func copyAll(to, from net.Conn) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if _, failed := to.Write(buf[:n]); err != nil || failed != nil {
			return
		}
	}
}

func (c *cable) add(ends ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.is = append(c.is, ends...)
	return !c.off
}

// cut cuts all connections, and those to come until it is mended.
func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = true
	for _, end := range c.is {
		end.Close()
	}
	c.is = nil
}

func (c *cable) mend() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.off = false
}
