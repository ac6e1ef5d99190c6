//go:build linux

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"dogfight/testkit"
)

// screenshot returns a picture of the page, with one pixel per CSS pixel.
func (p *page) screenshot(name string) image.Image {
	p.Helper()
	picture, err := png.Decode(bytes.NewReader(p.capture(name)))
	if err != nil {
		p.Fatal(err)
	}
	return picture
}

// named are the roles that need a name: controls, and elements that a screen reader announces.
var named = []string{"button", "link", "textbox", "checkbox", "switch", "slider", "combobox", "spinbutton", "radio", "tab", "menuitem", "image", "img", "dialog"}

// nameless returns the elements without a name in the accessibility tree.
func (p *page) nameless() (all []string) {
	p.Helper()
	type value struct {
		Value any `json:"value"`
	}
	var tree struct { // a part of the tree: chromedp does not have all properties of this browser
		Nodes []struct {
			Ignored bool  `json:"ignored"`
			Role    value `json:"role"`
			Name    value `json:"name"`
		} `json:"nodes"`
	}
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, accessibility.CommandGetFullAXTree, nil, &tree)
	}))
	for _, node := range tree.Nodes {
		role, _ := node.Role.Value.(string)
		name, _ := node.Name.Value.(string)
		if !node.Ignored && slices.Contains(named, role) && strings.TrimSpace(name) == "" {
			all = append(all, role)
		}
	}
	if len(tree.Nodes) < 3 {
		p.Errorf("the accessibility tree has %d nodes", len(tree.Nodes))
	}
	return all
}

// box is the place of an element in the page, with its name for messages.
type box struct {
	Name                string
	X, Y, Width, Height float64
	Color               [3]float64 // of the text
	Large               bool       // the text is
}

// boxes is a script with the functions box, and seen for the visible elements.
const boxes = `
	const seen = selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && e.getBoundingClientRect().width > 1)
	const box = (e, at = e.getBoundingClientRect()) => {
		const style = getComputedStyle(e), size = parseFloat(style.fontSize)
		const of = document.createElement("canvas").getContext("2d"); of.fillStyle = style.color; of.fillRect(0, 0, 1, 1)
		return {Name: e.tagName.toLowerCase() + (e.id && "#" + e.id) + " " + (e.textContent || e.value || e.placeholder || "").trim().slice(0, 30),
			X: at.x, Y: at.y, Width: at.width, Height: at.height, Color: [...of.getImageData(0, 0, 1, 1).data].slice(0, 3),
			Large: size >= 24 || size >= 18.66 && style.fontWeight >= 700}
	};`

// texts returns the boxes of the texts on the page, including those in fields.
func (p *page) texts() (all []box) {
	p.Helper()
	p.eval(`(() => {`+boxes+`
		const all = seen("input").map(e => box(e))
		for (const e of seen("body *")) for (const node of e.childNodes) {
			if (node.nodeType != Node.TEXT_NODE || !node.data.trim() || e.closest(".xterm, script, style")) continue
			const range = document.createRange(); range.selectNodeContents(node)
			const at = range.getBoundingClientRect()
			if (at.width > 1 && at.height > 1) all.push(box(e, at))
		}
		return all
	})()`, &all)
	return all
}

// contrast returns the contrast of a text with the most frequent colour in its box (WCAG 2.2, 1.4.3).
func contrast(picture image.Image, of box) float64 {
	count := map[color.RGBA]int{}
	var ground color.RGBA
	area := image.Rect(int(of.X), int(of.Y), int(of.X+of.Width), int(of.Y+of.Height)).Intersect(picture.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
			if count[c]++; count[c] > count[ground] {
				ground = c
			}
		}
	}
	text, under := luminance(of.Color), luminance([3]float64{float64(ground.R), float64(ground.G), float64(ground.B)})
	return (max(text, under) + 0.05) / (min(text, under) + 0.05)
}

func luminance(rgb [3]float64) (l float64) {
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		c := rgb[i] / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		l += weight * c
	}
	return l
}

// isReadable checks the contrast of all texts on the page.
func (p *page) isReadable(name string) {
	p.Helper()
	picture, texts := p.screenshot(name), p.texts()
	p.Logf("%s: %d texts", name, len(texts))
	for _, text := range texts {
		least := 4.5
		if text.Large {
			least = 3
		}
		if c := contrast(picture, text); c < least {
			p.Errorf("%s: %q has a contrast of %.1f, which must be %.1f", name, text.Name, c, least)
		}
	}
}

// isReachedByTab goes through the page with the Tab key: each control must be reached, and show that it has the focus.
func (p *page) isReachedByTab() {
	p.Helper()
	const controls = `button:not(:disabled), a[href], input:not([type=hidden]), select, textarea, summary`
	var all []box
	p.eval(`(() => {`+boxes+`; rig.controls = seen("`+controls+`").filter(e => !e.closest(".xterm")); document.activeElement.blur(); return rig.controls.map(e => box(e))})()`, &all)
	before := p.screenshot("unfocused")
	reached := map[int]bool{}
	for range len(all) + 2 {
		p.press("\t")
		at := -1
		p.eval(`rig.controls.indexOf(document.activeElement)`, &at)
		if at < 0 || reached[at] {
			continue
		}
		reached[at] = true
		p.eval(`document.activeElement.selectionStart = 0`, nil) // a field with the focus selects its text, which alone is not enough
		if differs(before, p.screenshot("focus"), all[at]) < int(all[at].Width+all[at].Height) {
			p.Errorf("%q does not show that it has the focus", all[at].Name)
		}
	}
	for i, control := range all {
		if !reached[i] {
			p.Errorf("%q is not reached by Tab", control.Name)
		}
	}
	p.Logf("%d controls are reached by Tab", len(reached))
}

// differs returns the number of pixels that differ in a box and around it.
func differs(a, b image.Image, in box) (n int) {
	const around = 6
	area := image.Rect(int(in.X)-around, int(in.Y)-around, int(in.X+in.Width)+around, int(in.Y+in.Height)+around).Intersect(a.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				n++
			}
		}
	}
	return n
}

// In dark colours: TestAFriendWithNothingButABrowserPlays.
func TestThePageIsAccessibleInLightColours(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--bots", "3", "--title", "Fun")
	on := little
	on.light, on.still = true, true
	p := c.open(host.url(), on)
	p.hasAnAccessibleCard()
	p.playsAccessibly("Comet")
	p.close()
}

// hasAnAccessibleCard checks the start page.
func (p *page) hasAnAccessibleCard() {
	p.Helper()
	p.holds("the card", `document.querySelector("#play")?.checkVisibility()`)
	var head struct{ Lang, Title, Viewport string }
	p.eval(`({Lang: document.documentElement.lang, Title: document.title, Viewport: document.querySelector("meta[name=viewport]").content})`, &head)
	if head.Lang != "en" || head.Title == "" {
		p.Errorf("the page's language and title are %q and %q", head.Lang, head.Title)
	}
	if strings.Contains(head.Viewport, "user-scalable") || strings.Contains(head.Viewport, "maximum-scale") {
		p.Errorf("the page cannot be zoomed: %q", head.Viewport)
	}
	p.isAccessible("card")
	p.isReachedByTab()
}

// playsAccessibly joins, and checks the page in the match.
func (p *page) playsAccessibly(name string) {
	p.Helper()
	p.plays(name)
	p.isAccessible("game")
	p.eval(`document.querySelector("#bar").classList.add("shown")`, nil)
	p.isAccessible("bar")
	p.eval(`document.querySelector("#bar").classList.remove("shown")`, nil)
}

// isAccessible checks the page's names, contrasts and animations.
func (p *page) isAccessible(what string) {
	p.Helper()
	for _, role := range p.nameless() {
		p.Errorf("%s: a %s has no name", what, role)
	}
	p.isReadable(what)
	moving := 0
	p.eval(`document.getAnimations().filter(a => a.playState == "running").length`, &moving)
	if moving > 0 {
		p.Errorf("%s: %d animations run despite reduced motion", what, moving)
	}
}

// record handles an event of the browser.
func (p *page) record(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, strings.Trim(string(arg.Value), `"`)+arg.Description)
		}
		p.log(e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert || e.Type == runtime.APITypeWarning, string(e.Type)+": "+strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		p.log(true, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		p.log(e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning, fmt.Sprintf("%s of %s: %s %s", e.Entry.Level, e.Entry.Source, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		if p.files[e.RequestID] == nil {
			p.files[e.RequestID] = &file{url: e.Request.URL}
		}
	case *network.EventDataReceived:
		if f := p.files[e.RequestID]; f != nil {
			f.bytes += float64(e.EncodedDataLength)
		}
	case *network.EventLoadingFinished:
		if f := p.files[e.RequestID]; f != nil && f.bytes == 0 { // a document's size comes with this event, including the headers
			f.bytes = e.EncodedDataLength
		}
	}
}

// file is a file that the page has loaded.
type file struct {
	url   string
	bytes float64 // of the body, as sent
}

// loaded returns all files so far.
func (p *page) loaded() (all []file) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.files {
		all = append(all, *f)
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.url, b.url) })
	return all
}

// log records a console message. It needs mu.
func (p *page) log(bad bool, what string) {
	p.messages = append(p.messages, what)
	for _, words := range p.excused {
		bad = bad && !strings.Contains(what, words)
	}
	if bad {
		p.faults = append(p.faults, what)
	}
}

// excuse ignores faults with these words from now on.
func (p *page) excuse(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excused = append(p.excused, words)
}

// console returns all console messages.
func (p *page) console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.messages...)
}

// isWithoutFault fails if the page has reported a fault, or violated its policy.
func (p *page) isWithoutFault() {
	p.Helper()
	var broken []string
	if err := p.try(chromedp.Evaluate(`window.rig?.broken ?? []`, &broken)); err != nil && p.ctx.Err() == nil {
		p.Errorf("the page does not answer in the end: %v", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, fault := range p.faults {
		p.Errorf("on the console: %s", fault)
	}
	for _, what := range broken {
		p.Errorf("against the policy: %s", what)
	}
}

// readFingerprint opens the details of the player on the card, and returns the fingerprint.
func (p *page) readFingerprint() (fingerprint string) {
	p.Helper()
	p.do(chromedp.WaitVisible("#whoami summary", chromedp.ByQuery))
	p.holds("who the player is", `document.querySelector("#whoami code") || (document.querySelector("#whoami").open = true, false)`)
	p.eval(`document.querySelector("#whoami code").textContent`, &fingerprint)
	return fingerprint
}

// Without a browser: TestTheHostAcceptsTheProofsOfThePage of net/webd has the page's keys and statements, and
// TestAPlayersBrowserAndProgramHaveOneSeat of internal/server has the host's side.
func TestABrowsersPlayerIsThePlayerOfTheirProgram(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--time", "0")
	p := c.open(host.url(), little)
	browser := p.readFingerprint()
	if !strings.HasPrefix(browser, "SHA256:") || !strings.Contains(p.words(), "a key of its own") {
		t.Errorf("the card has %q", p.words())
	}
	var command string
	p.eval(`document.querySelector("#command").value`, &command)
	words := strings.Fields(command)
	if want := []string{"dogfight", "id", "link", browser, strings.TrimSuffix(host.url(), "/")}; strings.Join(words, " ") != strings.Join(want, " ") {
		t.Fatalf("the card has the command %q, want %q", words, want)
	}
	p.isAccessible("who")
	home := testkit.Home(t)
	printed, _ := output(t, home, words[1:]...)
	own, _ := output(t, home, "id")
	native, _, _ := strings.Cut(own, "\n")

	// An invalid key links nothing; and Enter in the field does not start the game.
	p.do(chromedp.Focus("#linking", chromedp.ByQuery))
	p.press("hello\r")
	p.holds("why it is no link", `document.querySelector("#whoami .said").textContent.includes("is not what")`)

	p.do(chromedp.Navigate(strings.TrimSpace(printed))) // only another fragment: the page is not reloaded
	p.holds("the link in the field", `document.querySelector("#linking").value.includes("#link=") && location.hash == ""`)
	p.eval(`[...document.querySelectorAll("#whoami button")].find(b => b.textContent == "Link").click()`, nil)
	p.holds("a browser that is linked", `document.querySelector("#whoami").innerText.includes("Linked.")`)
	p.plays("Comet")
	p.holds("a host that knows both", `dogfight.session.heard.welcome.linked == "`+native+`"`)
	if text, _ := os.ReadFile(filepath.Join(host.home(), "kin")); !strings.HasPrefix(string(text), native+" "+browser+" ") {
		p.await("a host that remembers both", func() bool {
			text, _ = os.ReadFile(filepath.Join(host.home(), "kin"))
			return strings.HasPrefix(string(text), native+" "+browser+" ")
		})
	}

	// After a reload the browser is the same player, in the same seat.
	p.do(chromedp.Reload())
	if again := p.readFingerprint(); again != browser {
		t.Errorf("it was %s and is %s", browser, again)
	}
	p.plays("Comet")
	if strings.Contains(p.text(), "Comet 2") {
		t.Error("they have a second seat")
	}

	p.eval(`dogfight.ui.leave()`, nil)
	p.do(chromedp.WaitVisible("#whoami summary", chromedp.ByQuery))
	p.holds("whom the host knows", `document.querySelector("#whoami").innerText.includes("`+native+`")`)
	p.eval(`confirm = () => true; [...document.querySelectorAll("#whoami button")].find(b => b.textContent == "Forget me").click()`, nil)
	p.holds("another player", `document.querySelector("#whoami .said").textContent.includes("new player")`)
	if again := p.readFingerprint(); again == browser {
		t.Error("the player is the same after the browser has deleted the key")
	}
}

// The rig of these tests must detect faults of a page; otherwise they would prove nothing.
func TestFaultsOfAPageAreDetected(t *testing.T) {
	t.Parallel()
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'")
		w.Header().Set("Content-Type", "text/html")
		if r.URL.Path == "/script.js" {
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, `console.error("broken"); document.title = "done"; onkeydown = e => document.body.append(" down " + e.key + e.repeat); onkeyup = e => document.body.append(" up " + e.key); fail()`)
			return
		}
		io.WriteString(w, `<!doctype html><title>none</title><link rel=icon href="data:,"><body><script>document.title = "inline"</script><script src=script.js></script>`)
	}))
	t.Cleanup(pages.Close)
	p := startChromium(t).open(pages.URL, little)
	p.holds("the page to be done", `document.title == "done"`)
	p.down("w")
	p.repeats("w")
	p.up("w")
	p.press("\r")
	if words := strings.TrimSpace(p.words()); words != "down wfalse down wtrue up w down Enterfalse up Enter" {
		t.Errorf("the keys were %q", words)
	}
	p.await("its faults", func() bool { p.mu.Lock(); defer p.mu.Unlock(); return len(p.faults) >= 4 })
	p.mu.Lock()
	faults := strings.Join(p.faults, "\n")
	p.faults = nil
	p.mu.Unlock()
	for _, words := range []string{"error: broken", "fail is not defined", "inline script", "data:,"} {
		if !strings.Contains(faults, words) {
			t.Errorf("%q is not reported:\n%s", words, faults)
		}
	}
	p.eval(`rig.broken.splice(0)`, nil)
}

// heaviest is the maximum size of the page's files in bytes, compressed as they are sent.
const heaviest = 150_000

// watch records when the page first shows words, from the click on a button on.
const watch = `rig.first = new Promise(done => document.querySelector("#play").addEventListener("click", () => {
	const clicked = performance.now()
	const look = () => {
		const t = window.dogfight?.ui?.terminal
		if ([...Array(t?.rows ?? 0).keys()].some(y => t.buffer.active.getLine(y)?.translateToString().includes("♥"))) requestAnimationFrame(() => done(performance.now() - clicked))
		else requestAnimationFrame(look)
	}
	look()
}))`

// Without a browser: TestAllOfThePageIsLessThan150Kilobytes of net/webd.
func TestThePageIsLight(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--bots", "3")
	p := c.open(host.url(), little)
	p.holds("the card", `document.querySelector("#play")?.checkVisibility() && performance.getEntriesByName("first-contentful-paint").length > 0`)
	var card, game float64
	p.eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &card)
	p.eval(watch+`; 0`, nil)
	p.plays("Comet")
	p.eval(`rig.first`, &game)
	p.holds("all there is", `document.readyState == "complete"`)
	total, sounds := 0.0, 0.0
	for _, file := range p.loaded() {
		t.Logf("%8.0f  %s", file.bytes, strings.TrimPrefix(file.url, strings.TrimSuffix(host.url(), "/")))
		if strings.Contains(file.url, "/sound/") { // samples load after the first touch, and are cached for good
			sounds += file.bytes
		} else {
			total += file.bytes
		}
	}
	t.Logf("%8.0f  in all, and %.0f of sounds; the card shows after %.0f ms, and the game %.0f ms after the click", total, sounds, card, game)
	if total < 80_000 || total > heaviest {
		t.Errorf("the page takes %.0f bytes, which must be %d at most", total, heaviest)
	}
}

func TestAPageWithoutAScriptShowsTheOtherWaysToJoin(t *testing.T) {
	t.Parallel()
	c := startChromium(t)
	host := startWeb(t, "--ssh", "127.0.0.1:0", "--title", "Fun")
	for name, light := range map[string]bool{"without": false, "without-light": true} {
		if light && !*long {
			continue
		}
		on := laptop
		on.noScript, on.light = true, light
		p := c.open(host.url(), on)
		p.name = name
		x, y := p.where("iframe")
		p.await("its text in the picture", func() bool {
			return colours(p.screenshot("script"), image.Rect(int(x)-100, int(y)-40, int(x)+100, int(y)+40)) > 10
		})
		p.isReadable("script")
		p.isInside("script")
		p.close()
	}
	text := get(t, host.url()+"join.txt")
	if !strings.Contains(text, "dogfight join "+host.addr) || !strings.Contains(text, "ssh -p ") {
		t.Errorf("the ways to join are %q", text)
	}
}

// colours counts the colours in a part of a picture.
func colours(picture image.Image, in image.Rectangle) int {
	seen := map[color.Color]bool{}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			seen[picture.At(x, y)] = true
		}
	}
	return len(seen)
}

// get returns a host's response.
func get(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, answer.Status, err)
	}
	return string(text)
}
