package export

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dogfight/game"
)

// browser is a headless Chromium that is started anew for each page, and the server that it has them from.
type browser struct {
	*testing.T
	program, folder string
	server          *httptest.Server
	page            string
	film            []byte
	kind            string // of the film
}

// startBrowser finds the browser, or skips the test. It gets a film as "film".
func startBrowser(t *testing.T, film []byte, kind string) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if program, err := exec.LookPath(name); err == nil {
			b := &browser{T: t, program: program, folder: t.TempDir(), film: film, kind: kind}
			b.server = httptest.NewServer(http.HandlerFunc(b.serve))
			t.Cleanup(b.server.Close)
			return b
		}
	}
	t.Skip("Chromium is not installed")
	return nil
}

// serve answers with the page, the film, or, after as many milliseconds as are asked for, nothing.
func (b *browser) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, b.page)
	case "/film":
		w.Header().Set("Content-Type", b.kind)
		w.Write(b.film)
	case "/wait":
		if d, err := time.ParseDuration(r.URL.RawQuery); err == nil {
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
		}
	}
}

// longestPage is how long a browser may take for a page.
const longestPage = 20 * time.Second

// open has the browser open a page, and returns what it prints.
func (b *browser) open(page string, more ...string) string {
	b.Helper()
	b.page = page
	ctx, cancel := context.WithTimeout(context.Background(), longestPage)
	defer cancel()
	args := append([]string{
		"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run", "--disable-extensions",
		"--user-data-dir=" + filepath.Join(b.folder, "profile"), "--window-size=900,700",
	}, more...)
	c := exec.CommandContext(ctx, b.program, append(args, b.server.URL)...)
	c.WaitDelay = time.Second
	out, err := c.Output()
	if err != nil {
		b.Fatalf("%s: %v", b.program, err)
	}
	return string(out)
}

// shown returns what the film shows, as an image on a page, when the page has waited so long for the last of it.
func (b *browser) shown(after time.Duration) image.Image {
	b.Helper()
	file := filepath.Join(b.folder, "picture.png")
	b.open(fmt.Sprintf(`<body style="margin:0"><img src="film"><script src="wait?%v"></script>`, after), "--screenshot="+file)
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		b.Fatal(err)
	}
	return picture
}

// differ returns in how many pixels two pictures differ, and how many colours the first has.
func differ(a, b image.Image) (pixels, colours int) {
	seen := map[[3]uint32]bool{}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, l, _ := a.At(x, y).RGBA()
			seen[[3]uint32{r, g, l}] = true
			if r2, g2, l2, _ := b.At(x, y).RGBA(); r != r2 || g != g2 || l != l2 {
				pixels++
			}
		}
	}
	return pixels, len(seen)
}

// told takes the JSON out of a page on which a script has put it into the element "told".
func told(t *testing.T, page string, into any) {
	t.Helper()
	found := regexp.MustCompile(`<pre id="told">([^<]*)</pre>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page told nothing")
	}
	if err := json.Unmarshal([]byte(strings.ReplaceAll(found[1], "&quot;", `"`)), into); err != nil {
		t.Fatalf("%v in %q", err, found[1])
	}
}

// plays holds two pictures of a film against one another.
func (b *browser) plays(leastColours int) {
	b.Helper()
	moved, colours := differ(b.shown(100*time.Millisecond), b.shown(1500*time.Millisecond))
	if moved < 1000 || colours < leastColours {
		b.Errorf("%d pixels differ between two times, in %d colours", moved, colours)
	}
}

func TestABrowserPlaysTheSVG(t *testing.T) {
	drawn := write(t, "svg", tenSeconds)
	b := startBrowser(t, drawn, "image/svg+xml")
	b.plays(100) // as an image, in which no browser runs a script

	var seen struct {
		Scripts, Ships int
		Places         [][2]int // of each ship at two times
		Loops          bool
	}
	told(t, b.open(`<meta charset="utf-8"><body>`+strings.Repeat(string(drawn), 3)+`<pre id="told"></pre><script>
		const all = [...document.querySelectorAll("body > svg")]
		all.forEach((svg, i) => { svg.pauseAnimations(); svg.setCurrentTime([2.5, 4, 12.5][i]) })
		onload = () => setTimeout(() => {
			const places = all.map(svg => [...svg.querySelectorAll("g[id^=p]")].map(s => [Math.round(s.getCTM().e), Math.round(s.getCTM().f)]))
			document.getElementById("told").textContent = JSON.stringify({
				Scripts: all[0].querySelectorAll("script, foreignObject, [onload], [onbegin], [href^='javascript']").length,
				Ships: places[0].length, Places: [...places[0], ...places[1]], Loops: JSON.stringify(places[0]) == JSON.stringify(places[2]),
			})
		}, 100)
	</script>`, "--dump-dom", "--virtual-time-budget=1000"), &seen)
	if seen.Scripts != 0 || seen.Ships != 8 || !seen.Loops {
		t.Errorf("expected 8 ships, no script and a loop of ten seconds: %+v", seen)
	}
	moved := 0
	for i := range seen.Ships {
		if seen.Places[i] != seen.Places[i+seen.Ships] {
			moved++
		}
	}
	if moved < seen.Ships/2 {
		t.Errorf("%d of %d ships have moved", moved, seen.Ships)
	}
}

func TestABrowserPlaysTheGIF(t *testing.T) {
	o := tenSeconds
	o.To = o.From + 4*game.TickRate
	b := startBrowser(t, write(t, "gif", o), "image/gif")
	b.plays(30)
	var size [2]int
	told(t, b.open(`<img src="film"><pre id="told"></pre><script>
		const img = document.querySelector("img")
		img.decode().then(() => { document.getElementById("told").textContent = JSON.stringify([img.naturalWidth, img.naturalHeight]) })
	</script><script src="wait?300ms"></script>`, "--dump-dom"), &size)
	if size != [2]int{800, 480} {
		t.Errorf("it is %d by %d", size[0], size[1])
	}
}
