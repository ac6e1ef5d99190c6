//go:build linux

package e2e

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// looks returns what the page looks like, a pixel for each of CSS's.
func (p *page) looks(name string) image.Image {
	p.Helper()
	picture, err := png.Decode(bytes.NewReader(p.capture(name)))
	if err != nil {
		p.Fatal(err)
	}
	return picture
}

// named are roles of what a user works with, or has read out: each needs a name.
var named = []string{"button", "link", "textbox", "checkbox", "switch", "slider", "combobox", "spinbutton", "radio", "tab", "menuitem", "image", "img", "dialog"}

// nameless returns what the accessibility tree has without a name.
func (p *page) nameless() (all []string) {
	p.Helper()
	type value struct {
		Value any `json:"value"`
	}
	var tree struct { // what is needed of it: chromedp does not know all that this browser may say
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

// box is where an element of the page is, and what it is called in complaints.
type box struct {
	Name                string
	X, Y, Width, Height float64
	Color               [3]float64 // of the text
	Large               bool       // the text is
}

// boxes is a script that has the function box, and a list of elements that are to be seen.
const boxes = `
	const seen = selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && e.getBoundingClientRect().width > 1)
	const box = (e, at = e.getBoundingClientRect()) => {
		const style = getComputedStyle(e), size = parseFloat(style.fontSize)
		const of = document.createElement("canvas").getContext("2d"); of.fillStyle = style.color; of.fillRect(0, 0, 1, 1)
		return {Name: e.tagName.toLowerCase() + (e.id && "#" + e.id) + " " + (e.textContent || e.value || e.placeholder || "").trim().slice(0, 30),
			X: at.x, Y: at.y, Width: at.width, Height: at.height, Color: [...of.getImageData(0, 0, 1, 1).data].slice(0, 3),
			Large: size >= 24 || size >= 18.66 && style.fontWeight >= 700}
	};`

// texts returns where there is text on the page. A field's is that of what is in it.
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

// contrast returns that of a text to what most of its box is filled with (WCAG 2.2, 1.4.3).
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

// isReadable holds the texts of the page against what they stand on.
func (p *page) isReadable(name string) {
	p.Helper()
	picture, texts := p.looks(name), p.texts()
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

// isReachedByTab goes through the page with the Tab key: each control must be reached, and be seen to have the focus.
func (p *page) isReachedByTab() {
	p.Helper()
	const controls = `button:not(:disabled), a[href], input:not([type=hidden]), select, textarea, summary`
	var all []box
	p.eval(`(() => {`+boxes+`; rig.controls = seen("`+controls+`").filter(e => !e.closest(".xterm")); document.activeElement.blur(); return rig.controls.map(e => box(e))})()`, &all)
	before := p.looks("unfocused")
	reached := map[int]bool{}
	for range len(all) + 2 {
		p.press("\t")
		at := -1
		p.eval(`rig.controls.indexOf(document.activeElement)`, &at)
		if at < 0 || reached[at] {
			continue
		}
		reached[at] = true
		p.eval(`document.activeElement.selectionStart = 0`, nil) // a field is marked when it gets the focus, and that is not enough
		if differs(before, p.looks("focus"), all[at]) < int(all[at].Width+all[at].Height) {
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

// differs returns in how many pixels two pictures differ in a box, and around it.
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

// By night: TestAFriendWithNothingButABrowserPlays.
func TestThePageIsForEverybodyByDay(t *testing.T) {
	t.Parallel()
	skipUnlessLong(t)
	c := startChromium(t)
	host := startWeb(t, "--bots", "3", "--title", "Fun")
	on := little
	on.light, on.still = true, true
	p := c.open(host.url(), on)
	p.hasACardForEverybody()
	p.playsForEverybody("Comet")
	p.close()
}

// hasACardForEverybody checks the page before a match.
func (p *page) hasACardForEverybody() {
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
	p.isForEverybody("card")
	p.isReachedByTab()
}

// playsForEverybody plays, and checks the page in the match.
func (p *page) playsForEverybody(name string) {
	p.Helper()
	p.plays(name)
	p.isForEverybody("game")
	p.eval(`document.querySelector("#bar").classList.add("shown")`, nil)
	p.isForEverybody("bar")
	p.eval(`document.querySelector("#bar").classList.remove("shown")`, nil)
}

// isForEverybody checks what a page has at a time.
func (p *page) isForEverybody(what string) {
	p.Helper()
	for _, role := range p.nameless() {
		p.Errorf("%s: a %s has no name", what, role)
	}
	p.isReadable(what)
	moving := 0
	p.eval(`document.getAnimations().filter(a => a.playState == "running").length`, &moving)
	if moving > 0 {
		p.Errorf("%s: %d animations run though less is to move", what, moving)
	}
}
