//go:build linux

package e2e

import (
	"strings"
	"testing"
)

// lightest is how many bytes of files, compressed as they are sent, the page may have in all.
const lightest = 150_000

// watch has the page note when it shows words first, from the click on a button on.
const watch = `rig.first = new Promise(done => document.querySelector("#play").addEventListener("click", () => {
	const clicked = performance.now()
	const look = () => {
		const t = window.dogfight?.ui?.terminal
		if ([...Array(t?.rows ?? 0).keys()].some(y => t.buffer.active.getLine(y)?.translateToString().includes("♥"))) requestAnimationFrame(() => done(performance.now() - clicked))
		else requestAnimationFrame(look)
	}
	look()
}))`

func TestThePageIsLight(t *testing.T) {
	t.Parallel()
	host := startWeb(t, "--bots", "3")
	p := startChromium(t).open(host.url(), laptop)
	p.holds("the card", `document.querySelector("#play")?.checkVisibility() && performance.getEntriesByName("first-contentful-paint").length > 0`)
	var card, game float64
	p.eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &card)
	p.eval(watch+`; 0`, nil)
	p.plays("Comet")
	p.eval(`rig.first`, &game)
	p.holds("all there is", `document.readyState == "complete"`)
	files := p.loaded()
	total := 0.0
	for _, file := range files {
		total += file.bytes
		t.Logf("%8.0f  %s", file.bytes, strings.TrimPrefix(file.url, strings.TrimSuffix(host.url(), "/")))
	}
	t.Logf("%8.0f  in all; the card shows after %.0f ms, and the game %.0f ms after the click", total, card, game)
	if len(files) < 5 || total > lightest {
		t.Errorf("%d files of %.0f bytes, which must be %d at most", len(files), total, lightest)
	}
}

func TestAPageWithoutAScriptTellsTheOtherWaysIn(t *testing.T) {
	t.Parallel()
	host := startWeb(t, "--ssh", "127.0.0.1:0", "--name", "Fun")
	on := laptop
	on.noScript = true
	p := startChromium(t).open(host.url(), on)
	p.name = "without"
	var text string
	p.await("how to join", func() bool {
		text = p.words()
		return strings.Contains(text, "ssh ") && strings.Contains(text, "dogfight join ")
	})
	p.isReadable("script")
	t.Logf("without a script:\n%s", text)
}
