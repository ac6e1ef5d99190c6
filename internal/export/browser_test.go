package export

import (
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
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/testkit"
)

// browser is a headless Chromium, started for each page, and the server of the pages.
type browser struct {
	*testing.T
	program, folder string
	server          *httptest.Server
	page            string
	film            []byte
	kind            string                 // of the exported file
	report          atomic.Pointer[[]byte] // from a script on the page
}

// startBrowser finds the browser, or skips the test. It serves an export as "film".
func startBrowser(t *testing.T, film []byte, kind string) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser needs seconds")
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

// serve answers with the page, the export or, after a requested delay, nothing.
func (b *browser) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, b.page)
	case "/film":
		w.Header().Set("Content-Type", b.kind)
		w.Write(b.film)
	case "/report":
		if text, err := io.ReadAll(r.Body); err == nil {
			b.report.Store(&text)
		}
	case "/wait":
		if d, err := time.ParseDuration(r.URL.RawQuery); err == nil {
			select {
			case <-time.After(d):
			case <-r.Context().Done():
			}
		}
	}
}

// open opens a page, and returns a picture after a delay.
func (b *browser) open(page string, after time.Duration, more ...string) image.Image {
	b.Helper()
	b.page = fmt.Sprintf(`<meta charset="utf-8"><body style="margin:0">%s<script src="wait?%v"></script>`, page, after)
	file := filepath.Join(b.folder, "picture.png")
	args := append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--no-first-run",
		"--disable-extensions", "--user-data-dir=" + filepath.Join(b.folder, "profile"), "--window-size=900,700", "--screenshot=" + file, b.server.URL}, more...)
	c := exec.CommandContext(testkit.Context(b), b.program, args...)
	c.WaitDelay = time.Second
	if out, err := c.CombinedOutput(); err != nil {
		b.Fatalf("%s: %v\n%s", b.program, err, out)
	}
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

// differ returns the different pixels of two pictures, and the number of colours of the first.
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

// scriptToTell makes a script report to the test.
const scriptToTell = `const tell = value => fetch("report", {method: "POST", body: JSON.stringify(value)});`

// receive takes the report of a script.
func (b *browser) receive(into any) {
	b.Helper()
	text := b.report.Load()
	if text == nil {
		b.Fatal("the page reported nothing")
	}
	if err := json.Unmarshal(*text, into); err != nil {
		b.Fatalf("%v in %q", err, *text)
	}
}

// plays compares two pictures of the export as an image on a page, and returns its size.
func (b *browser) plays(leastColours int) (size [2]int) {
	b.Helper()
	page := `<img src="film"><script>` + scriptToTell + `const img = document.querySelector("img")
		img.decode().then(() => tell([img.naturalWidth, img.naturalHeight]))</script>`
	first, moved, colours := b.open(page, 200*time.Millisecond), 0, 0
	for after := 1500 * time.Millisecond; moved < 1000 && after < 8*time.Second; after += 700 * time.Millisecond { // a busy machine may show the same part of the loop
		moved, colours = differ(first, b.open(page, after))
	}
	if moved < 1000 || colours < leastColours {
		b.Errorf("%d pixels differ between two times, in %d colours", moved, colours)
	}
	b.receive(&size)
	return size
}

func TestABrowserPlaysTheSVG(t *testing.T) {
	t.Parallel()
	drawn := write(t, "svg", tenSeconds)
	b := startBrowser(t, drawn, "image/svg+xml")
	if *long {
		b.plays(100) // as an image: browsers run no scripts in it
	}

	b.open(string(drawn)+`<script>`+scriptToTell+`
		const svg = document.querySelector("svg"), ships = [...svg.querySelectorAll("g[id^=p]")]
		const look = time => {
			svg.setCurrentTime(time)
			return ships.map(s => { const m = s.getCTM(); return [Math.round(m.e), Math.round(m.f)] })
		}
		onload = () => setTimeout(() => {
			svg.pauseAnimations()
			const soon = look(2.5), later = look(4), again = look(12.5)
			tell({
				Scripts: svg.querySelectorAll("script, foreignObject, [onload], [onbegin], [href^='javascript']").length,
				Ships: ships.length, Moved: ships.filter((_, i) => String(soon[i]) != String(later[i])).length, Loops: String(soon) == String(again),
			})
		}, 100)
	</script>`, 0, "--virtual-time-budget=1000")
	var seen struct {
		Scripts, Ships, Moved int
		Loops                 bool
	}
	if b.receive(&seen); seen.Scripts != 0 || seen.Ships != 8 || seen.Moved < 4 || !seen.Loops {
		t.Errorf("expected 8 ships most of which move, no script and a loop of ten seconds: %+v", seen)
	}
}

func TestABrowserPlaysTheGIF(t *testing.T) {
	if !*long {
		t.Skip("a browser needs seconds; runs with -long")
	}
	o := tenSeconds
	o.To = o.From + 4*game.TickRate
	b := startBrowser(t, write(t, "gif", o), "image/gif")
	if size := b.plays(30); size != [2]int{800, 480} {
		t.Errorf("it is %d by %d", size[0], size[1])
	}
}
