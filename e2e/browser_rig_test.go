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

// chromium is the headless browser for one test. All tests share a process: its start takes a second of a core.
type chromium struct {
	*testing.T
	ctx context.Context // done when the browser is gone
}

// browsing bounds the tests that use the browser at once: each keeps a core busy while its pages draw.
var browsing = make(chan struct{}, 3)

// browserState is the shared browser: its processes, and a profile that is removed at the end.
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

// skipUnlessLong skips a test of the page if other tests cover the same without a browser: each page takes seconds of a core.
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
		// Fewer features than by default, and no pages for suggestions below the address: they take a second of a core for each window.
		chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			process = cmd
		}))...)
	ctx, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {})) // about events that are newer than chromedp
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

// ask sends the browser a command, and fails without an answer.
func (c *chromium) ask(question chromedp.ActionFunc) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, question); err != nil {
		c.Fatalf("the browser: %v", err)
	}
}

// end kills the remaining processes of a browser that was asked to exit, waits for them, and removes its files.
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

// page is a page of the browser and its player. Its storage is separate, as on another computer.
type page struct {
	*chromium
	name  string
	on    screen
	ctx   context.Context // done when the page is closed
	close func()          // closes the page, and checks it for faults

	mu       sync.Mutex
	messages []string // all console messages
	faults   []string // the unexpected ones
	excused  []string // texts of expected messages
	files    map[network.RequestID]*file
}

// screen is a page's display and its settings.
type screen struct {
	width, height int64
	scale         float64 // pixels a CSS pixel
	touch         bool
	light         bool // the system's colours
	still         bool // the user prefers reduced motion
	noScript      bool
}

// laptop is a usual screen. It is drawn by software, so tests that need no picture open a small one.
var (
	laptop = screen{width: 1280, height: 800, scale: 1}
	little = screen{width: 800, height: 500, scale: 1}
)

// hooks runs before the scripts of the page. It stores the sockets, so that a test can close one.
const hooks = `window.rig = {sockets: [], broken: []};
	WebSocket = class extends WebSocket { constructor(...of) { super(...of); rig.sockets.push(this) } };
	addEventListener("securitypolicyviolation", e => rig.broken.push(e.violatedDirective + " " + e.blockedURI));`

// open opens a page. At its end, unexpected console messages fail the test.
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
	chromedp.ListenTarget(ctx, p.record)
	if err := chromedp.Run(ctx); err != nil { // the page ends with this context
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

// window opens a page with empty storage of its own.
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

// turn changes the page's screen.
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
		emulation.SetFocusEmulationEnabled(true), // even while another test opens a window
		emulation.SetDeviceMetricsOverride(on.width, on.height, on.scale, on.touch),
		emulation.SetTouchEmulationEnabled(on.touch).WithMaxTouchPoints(5),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: look}, {Name: "prefers-reduced-motion", Value: motion},
		}),
		emulation.SetScriptExecutionDisabled(on.noScript),
	)
}

// do runs actions on the page.
func (p *page) do(actions ...chromedp.Action) {
	p.Helper()
	if err := p.try(actions...); err != nil {
		p.Fatalf("the page: %v; its console: %q", err, p.console())
	}
}

// try does the same, and returns the error.
func (p *page) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, actions...)
}

// eval evaluates a script in the page, awaits a promise, and stores the result in *out unless out is nil.
func (p *page) eval(script string, out any) {
	p.Helper()
	p.do(chromedp.Evaluate(script, out, func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }))
}

// text returns the screen of the page's terminal, or "" without one.
func (p *page) text() (text string) {
	p.Helper()
	p.eval(`(() => {
		const t = window.dogfight?.ui?.terminal, shown = t?.buffer.active, lines = []
		for (let y = 0; y < (t?.rows ?? 0); y++) lines.push(shown.getLine(shown.viewportY + y)?.translateToString(false) ?? "")
		return lines.join("\n")
	})()`, &text)
	return text
}

// words returns the page's text outside of the terminal.
func (p *page) words() (text string) {
	p.Helper()
	p.eval(`document.body?.innerText ?? ""`, &text)
	return text
}

// await waits for a condition, and calls meanwhile between checks. It fails when the page has not changed for a long time.
func (p *page) await(what string, wanted func() bool, meanwhile ...func()) {
	p.Helper()
	began, moved, looked, last := time.Now(), time.Now(), time.Time{}, ""
	for !wanted() {
		if time.Since(looked) > time.Second { // this takes the browser longer than most conditions
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

// holds waits for a JavaScript condition.
func (p *page) holds(what, condition string, meanwhile ...func()) {
	p.Helper()
	p.await(what, func() (is bool) { p.eval(`!!(`+condition+`)`, &is); return is }, meanwhile...)
}

// picture writes a picture of the page to the folder of -pictures, if that is set.
func (p *page) picture(name string) {
	p.Helper()
	if *pictures != "" {
		p.capture(name)
	}
}

// capture returns a picture of the page, and writes it to the folder of -pictures, if that is set.
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

// startWeb starts a headless host with a door for browsers.
func startWeb(t *testing.T, args ...string) *headless {
	t.Helper()
	return startHeadless(t, append([]string{"--web", "127.0.0.1:0"}, args...)...)
}

// url returns the host's address for browsers.
func (h *headless) url() string { return "http://" + h.listens["web"] + "/" }

// In plain a ship flies for seconds until it hits a wall. In corridor it meets all others.
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

// plays enters a name and joins, from the start page until the player has a ship.
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

// follows waits until the pilot's ship is as wanted in the onlooker's view.
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

// flies matches a ship that flies on a course.
func flies(c game.Course) func(*game.Ship) bool {
	return func(ship *game.Ship) bool { return ship.State == game.Flying && ship.Input.Course() == c }
}

// shootsDown turns the player towards the nearest ship in the corridor and fires until the player has a kill. The kill must last two
// seconds, as the onlooker's view is a prediction.
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
	since := game.Tick(0) // of the kill
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

// beside returns the x of the nearest other ship.
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

// standings returns each player's score, kills, deaths and assists on a score board.
func standings(text string) map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(text) {
		if of := standing.FindStringSubmatch(line); of != nil {
			all[of[1]] = strings.Join(of[2:], " ")
		}
	}
	return all
}

// cable is a connection between a browser and a host that a test can cut.
type cable struct {
	host string
	at   net.Listener

	mu  sync.Mutex
	is  []net.Conn
	off bool
}

// newCable connects to a host until the test ends.
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

// pass forwards bytes both ways until the cable is cut or an end closes.
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

// cut closes all connections, and rejects new ones until mend.
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
