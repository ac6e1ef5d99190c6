package webd

import (
	"compress/gzip"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// get returns the answer to a request, with headers as "Name: value".
func get(method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	PageHandler().ServeHTTP(w, r)
	return w.Result()
}

func pageBody(t *testing.T, r *http.Response) string {
	t.Helper()
	var from io.Reader = r.Body
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		from = z
	}
	b, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestAllOfThePageIsLessThan150Kilobytes(t *testing.T) {
	const most = 150_000
	sum := 0
	for name, f := range pageFiles() {
		if f.kind != types[""] { // licences are read by people
			sum += len(f.packed)
			t.Logf("%6d %s", len(f.packed), name)
		}
	}
	t.Logf("%6d in all, compressed", sum)
	if sum > most {
		t.Errorf("the page takes %d bytes, more than %d", sum, most)
	}
}

func TestWhatABrowserTakesCompressedIsWhatOthersTake(t *testing.T) {
	for name := range pageFiles() {
		zipped, clear := get("GET", "/"+name, "Accept-Encoding: gzip, deflate, br"), get("GET", "/"+name)
		if zipped.Header.Get("Content-Encoding") != "gzip" || clear.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: encoded as %q and %q", name, zipped.Header.Get("Content-Encoding"), clear.Header.Get("Content-Encoding"))
		}
		if pageBody(t, zipped) != pageBody(t, clear) {
			t.Errorf("%s differs by how it is encoded", name)
		}
		if zipped.Header.Get("ETag") == clear.Header.Get("ETag") {
			t.Errorf("%s: two encodings have one strong tag", name)
		}
		if !strings.Contains(clear.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: a cache is not told that it varies", name)
		}
	}
}

func TestACodingThatIsRefusedIsNotSent(t *testing.T) {
	for list, want := range map[string]bool{
		"gzip": true, "deflate, gzip;q=0.5": true, "GZIP": true, "*": true, "br, *;q=0.1": true,
		"": false, "br": false, "gzip;q=0": false, "gzip; q=0.0": false, "*;q=0": false, "*, gzip;q=0": false, "xgzip": false,
	} {
		if accepts(list, "gzip") != want {
			t.Errorf("%q: expected %v", list, want)
		}
	}
}

func TestABrowserThatHasAFileIsNotSentItAgain(t *testing.T) {
	first := get("GET", "/", "Accept-Encoding: gzip")
	tag := first.Header.Get("ETag")
	if strings.HasPrefix(tag, "W/") || len(tag) < 10 {
		t.Fatalf("the tag is %s", tag)
	}
	for _, had := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		again := get("GET", "/", "Accept-Encoding: gzip", "If-None-Match: "+had)
		if again.StatusCode != http.StatusNotModified || pageBody(t, &http.Response{Body: again.Body, Header: http.Header{}}) != "" {
			t.Errorf("a browser that had %s got %s", had, again.Status)
		}
		if again.Header.Get("ETag") != tag || again.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("the answer to %s has the header %v", had, again.Header)
		}
	}
	if again := get("GET", "/", "Accept-Encoding: gzip", `If-None-Match: "other"`); again.StatusCode != http.StatusOK {
		t.Errorf("a browser that had another got %s", again.Status)
	}
}

func TestAHeadIsAGetWithoutItsBody(t *testing.T) {
	for _, coding := range []string{"gzip", "identity"} {
		head, got := get("HEAD", "/main.js", "Accept-Encoding: "+coding), get("GET", "/main.js", "Accept-Encoding: "+coding)
		if !maps.EqualFunc(head.Header, got.Header, slices.Equal[[]string]) {
			t.Errorf("headers differ: %v and %v", head.Header, got.Header)
		}
		if b, _ := io.ReadAll(head.Body); len(b) != 0 {
			t.Errorf("a HEAD was answered %d bytes", len(b))
		}
	}
}

func TestNothingButThePageIsServed(t *testing.T) {
	for _, target := range []string{"/page.go", "/npm", "/npm/", "/npm/packages.json", "/npm/README.md", "/../page.go", "/xyz", "/npm/xterm/xterm.mjs.gz", "//"} {
		if r := get("GET", target); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", target, r.Status)
		}
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		if r := get(method, "/"); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %s", method, r.Status)
		}
	}
	if r := get("GET", "/"); r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
		t.Errorf("/: %s, %s", r.Status, r.Header.Get("Content-Type"))
	}
}

func TestWhatBrowsersShowInAWindowOfItsOwnHasThePolicy(t *testing.T) {
	for _, target := range []string{"/", "/index.html", "/icon.svg"} {
		h := get("GET", "http://lan:8080"+target).Header
		csp := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "connect-src 'self' ws://lan:8080 wss://lan:8080"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s: the policy lacks %s: %s", target, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", target, h)
		}
	}
}

func TestAPageThatOpensThisOneHasNoHandleOnItsWindow(t *testing.T) {
	for _, address := range []string{"https://lan:8080/", "http://lan:8080/"} {
		w := httptest.NewRecorder()
		PageHandler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		got, secure := w.Header().Get("Cross-Origin-Opener-Policy"), strings.HasPrefix(address, "https")
		if secure != (got == "same-origin") || !secure && got != "" { // over HTTP browsers ignore it, with an error in their console
			t.Errorf("%s: opener policy %q", address, got)
		}
	}
}

func TestNoAnswerIsTakenForWhatItIsNot(t *testing.T) {
	for _, target := range []string{"/", "/main.js", "/style.css", "/icon.svg", "/nothing"} {
		h := get("GET", target).Header
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s: %v", target, h)
		}
	}
}

func TestAHostOfARequestAddsNothingToThePolicy(t *testing.T) {
	for host, want := range map[string]bool{
		"lan:8080": true, "192.168.1.7:8080": true, "[fe80::1]:8080": true, "my-host.local": true, "localhost": true,
		"": false, "lan; script-src *": false, "a b": false, "lan:8080/x": false, "user@lan": false, "*": false, "*.evil.example": false,
		"lan'": false, "[fe80::1%25eth0]": false, "lan:99x": false, "lan,evil": false,
	} {
		if isHost(host) != want {
			t.Errorf("%q: expected %v", host, want)
		}
	}
}

// TestThePageHoldsToItsPolicy looks for what the policy would not let run: scripts and styles within a page.
func TestThePageHoldsToItsPolicy(t *testing.T) {
	html := pageBody(t, get("GET", "/"))
	if found := regexp.MustCompile(`(?i)<script>|<script [^>]*[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:|https?://`).FindAllString(html, -1); found != nil {
		t.Errorf("the page has %q", found)
	}
	for name, f := range pageFiles() {
		text := string(f.unpack())
		if path.Ext(name) == ".js" && regexp.MustCompile(`\beval\(|new Function\(|innerHTML|document\.write|setAttribute\('style'`).MatchString(text) {
			t.Errorf("%s has what the policy forbids", name)
		}
	}
}

// TestEveryFileThatAModuleImportsIsThere follows what a browser loads.
func TestEveryFileThatAModuleImportsIsThere(t *testing.T) {
	for name, f := range pageFiles() {
		if path.Ext(name) != ".js" {
			continue
		}
		for _, at := range regexp.MustCompile(`(?m)^(?:import|export) .*from '([^']+)'|^\s*import\('([^']+)'\)`).FindAllStringSubmatch(string(f.unpack()), -1) {
			if to := path.Join(path.Dir(name), at[1]+at[2]); pageFiles()[to] == nil {
				t.Errorf("%s imports %s, which is not there", name, to)
			}
		}
	}
	html := pageBody(t, get("GET", "/"))
	for _, at := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1) {
		if pageFiles()[at[1]] == nil && at[1] != "join.txt" { // which the host itself serves
			t.Errorf("index.html names %s, which is not there", at[1])
		}
	}
}
