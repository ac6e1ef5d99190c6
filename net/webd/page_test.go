package webd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// get returns the response to a request, with headers as "Name: value".
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
		if f.kind != types[""] { // licences are for people
			sum += len(f.packed)
			t.Logf("%6d %s", len(f.packed), name)
		}
	}
	t.Logf("%6d in all, compressed", sum)
	if sum > most {
		t.Errorf("the page takes %d bytes, more than %d", sum, most)
	}
}

func TestCompressedFilesAreTheSameAsPlainOnes(t *testing.T) {
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
			t.Errorf("%s: there is no Vary header for caches", name)
		}
	}
}

func TestARefusedCodingIsNotUsed(t *testing.T) {
	for list, want := range map[string]bool{
		"gzip": true, "deflate, gzip;q=0.5": true, "GZIP": true, "*": true, "br, *;q=0.1": true,
		"": false, "br": false, "gzip;q=0": false, "gzip; q=0.0": false, "*;q=0": false, "*, gzip;q=0": false, "xgzip": false,
	} {
		if accepts(list, "gzip") != want {
			t.Errorf("%q: expected %v", list, want)
		}
	}
}

func TestACachedFileIsNotSentAgain(t *testing.T) {
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

func TestAllDocumentsHaveThePolicy(t *testing.T) {
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

func TestAPageThatOpensThisOneCannotAccessItsWindow(t *testing.T) {
	for _, address := range []string{"https://lan:8080/", "http://lan:8080/"} {
		w := httptest.NewRecorder()
		PageHandler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
		got, secure := w.Header().Get("Cross-Origin-Opener-Policy"), strings.HasPrefix(address, "https")
		if secure != (got == "same-origin") || !secure && got != "" { // over HTTP browsers ignore it, with an error in their console
			t.Errorf("%s: opener policy %q", address, got)
		}
	}
}

func TestBrowsersMayNotGuessTheTypeOfAFile(t *testing.T) {
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

// TestThePageHoldsToItsPolicy searches for code that the policy would block: scripts and styles within a page.
func TestThePageHoldsToItsPolicy(t *testing.T) {
	html := pageBody(t, get("GET", "/"))
	if found := regexp.MustCompile(`(?i)<script>|<script [^>]*[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:|https?://`).FindAllString(html, -1); found != nil {
		t.Errorf("the page has %q", found)
	}
	for name, f := range pageFiles() {
		text := string(f.unpack())
		if path.Ext(name) == ".js" && regexp.MustCompile(`\beval\(|new Function\(|innerHTML|document\.write|setAttribute\('style'`).MatchString(text) {
			t.Errorf("%s has code that the policy forbids", name)
		}
	}
}

// TestEveryFileThatAModuleImportsExists follows the imports of modules and the links of the page.
func TestEveryFileThatAModuleImportsExists(t *testing.T) {
	for name, f := range pageFiles() {
		if path.Ext(name) != ".js" {
			continue
		}
		for _, at := range regexp.MustCompile(`(?m)^(?:import|export) .*from '([^']+)'|^\s*import\('([^']+)'\)`).FindAllStringSubmatch(string(f.unpack()), -1) {
			if to := path.Join(path.Dir(name), at[1]+at[2]); pageFiles()[to] == nil {
				t.Errorf("%s imports %s, which does not exist", name, to)
			}
		}
	}
	html := pageBody(t, get("GET", "/"))
	for _, at := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(html, -1) {
		if pageFiles()[at[1]] == nil && at[1] != "join.txt" { // the host itself serves it
			t.Errorf("index.html names %s, which does not exist", at[1])
		}
	}
}

// TestThePagesPad runs the tests of the page's pad that need no browser: see testdata/pad.mjs.
func TestThePagesPad(t *testing.T) {
	t.Parallel()
	node, folder := pageInNode(t)
	script, err := os.ReadFile("testdata/pad.mjs")
	if err != nil {
		t.Fatal(err)
	}
	beside := filepath.Join(folder, "pad.test.js")
	if err := os.WriteFile(beside, script, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(node, beside).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// pageInNode copies the page to a folder in which node treats its scripts as modules, as browsers do.
func pageInNode(t *testing.T) (node, folder string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here, which runs the page's scripts")
	}
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("page")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return node, folder
}

func TestTheHostAcceptsTheProofsOfThePage(t *testing.T) {
	t.Parallel()
	node, folder := pageInNode(t)
	cmd := exec.Command(node, "testdata/identity.mjs", folder, vectorOrigin, vectorChallenge)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	var shown map[string]struct {
		Proof       json.RawMessage
		Fingerprint string
	}
	if err := json.Unmarshal(out, &shown); err != nil || len(shown) != 3 {
		t.Fatalf("%s: %v", out, err)
	}
	players := map[string]bool{}
	for what, s := range shown {
		who, err := prove(s.Proof, vectorOrigin, vectorChallenge)
		if err != nil || who != s.Fingerprint {
			t.Errorf("the page's %s is of %q, %v; the page has %q", what, who, err, s.Fingerprint)
		}
		players[who] = true
	}
	if len(players) != 3 {
		t.Errorf("three players are %v", players)
	}
	if _, err := prove(shown["key"].Proof, "https://other.example", vectorChallenge); err != errProofWrong {
		t.Errorf("another host answers %v", err)
	}
}

// TestScriptsInNode runs testdata/*.test.mjs, the tests of the page that need no browser.
func TestScriptsInNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the page's scripts are not tested")
	}
	folder := t.TempDir()
	for _, pattern := range []string{"page/*.js", "testdata/*.test.mjs"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(folder, filepath.Base(name)), b)
		}
	}
	put(t, filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`))
	tests, _ := filepath.Glob(filepath.Join(folder, "*.test.mjs"))
	out, err := exec.Command(node, append([]string{"--test"}, tests...)...).CombinedOutput()
	if err != nil || len(tests) == 0 {
		t.Errorf("%d files: %v\n%s", len(tests), err, out)
	}
}

func put(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(name, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// npmPackage is an entry of packages.json.
type npmPackage struct {
	Name, Version, License, Tarball, Integrity string

	Files []struct{ File, From, SHA256 string }
}

func npmPackages(t *testing.T) (packages []npmPackage) {
	t.Helper()
	b, err := fs.ReadFile(embedded, "npm/packages.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &packages); err != nil {
		t.Fatal(err)
	}
	return packages
}

// plain returns a third-party file before compression.
func plain(t *testing.T, name string) []byte {
	t.Helper()
	b, err := fs.ReadFile(embedded, path.Join("npm", name))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(name, packed) {
		return newFile("", "", b, true).unpack()
	}
	return b
}

func TestThirdPartyFilesAreUnchanged(t *testing.T) {
	known := []string{"npm/README.md", "npm/packages.json"}
	for _, p := range npmPackages(t) {
		licensed := false
		for _, f := range p.Files {
			known = append(known, path.Join("npm", f.File))
			licensed = licensed || path.Base(f.File) == "LICENSE" && len(plain(t, f.File)) > 1000
			if sum := sha256.Sum256(plain(t, f.File)); hex.EncodeToString(sum[:]) != f.SHA256 {
				t.Errorf("%s %s: the SHA-256 of %s is %x", p.Name, p.Version, f.File, sum)
			}
		}
		if !licensed {
			t.Errorf("%s %s: there is no text of its licence, %s", p.Name, p.Version, p.License)
		}
	}
	fs.WalkDir(embedded, "npm", func(name string, d fs.DirEntry, _ error) error {
		if !d.IsDir() && !slices.Contains(known, name) {
			t.Errorf("%s: packages.json has no source for it", name)
		}
		return nil
	})
}

// TestThirdPartyFilesAreThoseOfNPM needs a network, and NPM to be set.
func TestThirdPartyFilesAreThoseOfNPM(t *testing.T) {
	if os.Getenv("NPM") == "" {
		t.Skip("NPM is not set: nothing is downloaded")
	}
	for _, p := range npmPackages(t) {
		folder := t.TempDir()
		pack := exec.Command("npm", "pack", "--silent", "--ignore-scripts", p.Name+"@"+p.Version)
		pack.Dir, pack.Stderr = folder, os.Stderr
		out, err := pack.Output()
		if err != nil {
			t.Fatal(err)
		}
		tarball, err := os.ReadFile(path.Join(folder, strings.TrimSpace(string(out))))
		if err != nil {
			t.Fatal(err)
		}
		if sum := sha512.Sum512(tarball); "sha512-"+base64.StdEncoding.EncodeToString(sum[:]) != p.Integrity {
			t.Fatalf("%s: the SHA-512 of %s is %x", p.Name, p.Tarball, sum)
		}
		published := unpackTar(t, tarball)
		for _, f := range p.Files {
			if !bytes.Equal(published[f.From], plain(t, f.File)) {
				t.Errorf("%s is not %s of %s", f.File, f.From, p.Tarball)
			}
		}
	}
}

// unpackTar returns the files of a compressed archive by their names.
func unpackTar(t *testing.T, tarball []byte) map[string][]byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}
