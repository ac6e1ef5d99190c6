//go:build linux

package e2e

import (
	"image"
	"image/color"
	"io"
	"net/http"
	"strings"
	"testing"
)

// heaviest is how many bytes of files, compressed as they are sent, the page may have in all.
const heaviest = 150_000

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
		if strings.Contains(file.url, "/sound/") { // samples come after the first touch, and are kept for good
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

func TestAPageWithoutAScriptTellsTheOtherWaysIn(t *testing.T) {
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
			return colours(p.looks("script"), image.Rect(int(x)-100, int(y)-40, int(x)+100, int(y)+40)) > 10
		})
		p.isReadable("script")
		p.isInside("script")
		p.close()
	}
	text := get(t, host.url()+"join.txt")
	if !strings.Contains(text, "dogfight join "+host.addr) || !strings.Contains(text, "ssh -p ") {
		t.Errorf("how to join is told as %q", text)
	}
}

// colours counts them in a part of a picture.
func colours(picture image.Image, in image.Rectangle) int {
	seen := map[color.Color]bool{}
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			seen[picture.At(x, y)] = true
		}
	}
	return len(seen)
}

// get returns what a host answers with.
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
