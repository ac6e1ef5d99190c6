//go:build linux

package e2e

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The rig of these tests notices what a page does wrong; else they would show nothing.
func TestThatAPageIsAtFaultIsNoticed(t *testing.T) {
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
			t.Errorf("nothing tells of %q:\n%s", words, faults)
		}
	}
	p.eval(`rig.broken.splice(0)`, nil)
}
