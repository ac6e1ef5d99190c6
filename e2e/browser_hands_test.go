//go:build linux

package e2e

import (
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// down presses a key of the keyboard, and keeps it down. A key that is down already repeats.
func (p *page) down(key string) {
	p.Helper()
	p.key(key, input.KeyDown, false)
}

// repeats is what the system does with a key that is down.
func (p *page) repeats(key string) {
	p.Helper()
	p.key(key, input.KeyDown, true)
}

// up lets go of a key.
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

// press presses keys, one after another, and lets go of each.
func (p *page) press(keys string) {
	p.Helper()
	for _, key := range keys {
		p.down(string(key))
		p.up(string(key))
	}
}

// holding keeps a key down, and presses it anew every two seconds: what a player does whose press came before the host drew again.
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

// pressing presses keys, and again every second: what a player does whom the host did not hear.
func (p *page) pressing(keys string) func() {
	var pressed time.Time
	return func() {
		if time.Since(pressed) > time.Second {
			p.press(keys)
			pressed = time.Now()
		}
	}
}

// click clicks on what a selector finds.
func (p *page) click(selector string) {
	p.Helper()
	p.do(chromedp.Click(selector, chromedp.ByQuery))
}
