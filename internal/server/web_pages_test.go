package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/internal/replays"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/testkit"
	"dogfight/ui/play/playtest"
)

// hostsForBrowsers starts a host with doors on the loopback for browsers, SSH clients and native clients.
func hostsForBrowsers(t *testing.T, o Options) (s *Server, web string) {
	t.Helper()
	o.Dirs = tempDirs(t)
	o.Match = net.MatchOptions{Bots: 2, Skill: 1, Arena: "duel", OffRecord: true}
	o.Title, o.Hidden, o.Admin = "Friday night", true, filepath.Join(t.TempDir(), "admin")
	o.Listen, o.SSH, o.Web = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	s = start(t, o, nil)
	return s, "http://" + s.webDoor().Addr().String()
}

// gets sends a request with a user agent, and returns the answer with its text.
func gets(t *testing.T, url, agent string) (*http.Response, string) {
	t.Helper()
	r, _ := http.NewRequest("GET", url, nil)
	r.Header.Set("User-Agent", agent)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: testkit.Limit}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

func TestABrowserWithoutJavaScriptShowsHowToJoinFromATerminal(t *testing.T) {
	t.Parallel()
	s, web := hostsForBrowsers(t, Options{})
	for path, agents := range map[string][]string{"/join.txt": {firefox, "curl/8.14.1"}, "/": {"curl/8.14.1", "w3m/0.5.3+git2023", "Lynx/2.9.2", "Links (2.29; Linux)", "Wget/1.25"}} {
		for _, agent := range agents {
			r, text := gets(t, web+path, agent)
			for _, d := range s.Doors() {
				want := ""
				switch d := d.(type) {
				case *native:
					want = "  dogfight join 127.0.0.1:" + fmt.Sprint(d.listener.Addr().Port()) + "\n"
				case *sshServer:
					want = "  ssh -p " + fmt.Sprint(d.Addr().Port()) + " 127.0.0.1\n"
				}
				if !strings.Contains(text, want) || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain") || !strings.Contains(text, "Friday night") {
					t.Errorf("%s at %s reads %v: %s", agent, path, r.Header, text)
				}
			}
		}
	}
	r, text := gets(t, web+"/", firefox)
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || !strings.Contains(text, `<iframe src="join.txt"`) {
		t.Errorf("a browser reads %v: %s", r.Header, text)
	}
	if r, _ := gets(t, web+"/join.txt", firefox); !strings.Contains(r.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'") {
		t.Errorf("the page may not show it: %v", r.Header)
	}
}

func TestALineToTypeHasNoShellCharactersOfAHostHeader(t *testing.T) {
	for host, want := range map[string]string{
		"sofa.local:8080": "sofa.local", "192.0.2.1": "192.0.2.1", "[2001:db8::1]:80": "2001:db8::1", "[fe80::1%25eth0]": "", "[fe80::1]:8080": "",
		"": "", "$(reboot).local": "", "a;b": "", "-oProxyCommand=x": "", "a b": "", "`x`.lan": "", "A.Local": "a.local", "x'y": "",
	} {
		if got := hostName(host); got != want {
			t.Errorf("%q gives %q, want %q", host, got, want)
		}
	}
}

func TestInfoEqualsTheOutputOfTheCommand(t *testing.T) {
	t.Parallel()
	s, web := hostsForBrowsers(t, Options{})
	r, text := gets(t, web+"/info", firefox)
	var got Info
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	info, progress := s.home.host.PublicInfo()
	want := InfoOf(&info, &progress)
	for _, i := range []*Info{&got, &want} { // these change
		i.TimeLeft, i.Bots = nil, 0
	}
	if got != want || got.Title != "Friday night" || r.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%v: %s, want %+v", r.Header, text, want)
	}
	if _, open := r.Header["Access-Control-Allow-Origin"]; open {
		t.Error("pages of others may read it")
	}
	post, err := http.Post(web+"/info", "application/json", strings.NewReader("{}"))
	if err != nil || post.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a POST is answered %v, %v", post, err)
	} else {
		post.Body.Close()
	}
}

// shelfOf returns a shelf over a folder with two replays, of which "evening" is marked.
func shelfOf(t *testing.T) (*httptest.Server, replays.Folder) {
	t.Helper()
	folder := replays.Folder{Path: t.TempDir()}
	film := playtest.Record(t, playtest.Match{Ships: 3, Ticks: 600})
	for _, name := range []string{"other", "kept/evening", "kept/Ann & Bo's"} {
		path := filepath.Join(folder.Path, name+replays.Ending)
		os.MkdirAll(filepath.Dir(path), 0o700)
		if err := os.WriteFile(path, film, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder.Path, "kept", "broken"+replays.Ending), []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	shelf := newReplayShelf(folder, discard)
	shelf.drawTime, shelf.patience = testkit.Limit, testkit.Limit
	shelf.addTo(mux)
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s, folder
}

func TestOnlyMarkedReplaysAreShownAsPictures(t *testing.T) {
	t.Parallel()
	s, _ := shelfOf(t)
	for _, path := range []string{"evening.svg", "Ann%20&%20Bo's.svg"} {
		r, text := gets(t, s.URL+"/replay/"+path, firefox)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(text, "<svg") || !strings.HasSuffix(strings.TrimSpace(text), "</svg>") {
			t.Errorf("%s is answered %s with %.60s ... %q", path, r.Status, text, text[max(0, len(text)-20):])
		}
		if csp := r.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("it may do: %q", csp)
		}
	}
	for _, path := range []string{
		"other.svg", "evening", "evening.dogfight", ".svg", "..svg", "...svg", "%2e%2e%2fother.svg", "kept%2fevening.svg", "..%5cother.svg",
		"%00.svg", "evening.svg%00", "broken.svg", "nothing.svg", strings.Repeat("x", 3000) + ".svg", "%ff.svg", "-x.svg", "con.svg",
	} {
		if r, text := gets(t, s.URL+"/replay/"+path, firefox); r.StatusCode != http.StatusNotFound || strings.Contains(text, "/tmp") {
			t.Errorf("%.60s is answered %s: %.100s", path, r.Status, text)
		}
	}
}

func TestAPictureIsDrawnOnceAndAgainWhenItsFileChanges(t *testing.T) {
	t.Parallel()
	_, folder := shelfOf(t)
	s := newReplayShelf(folder, discard)
	s.drawTime, s.patience = testkit.Limit, testkit.Limit
	first, err := s.film(t.Context(), "evening")
	if err != nil {
		t.Fatal(err)
	}
	<-s.turn // no picture can be drawn from now on
	s.patience = 0
	again, err := s.film(t.Context(), "evening")
	if err != nil || !bytes.Equal(first.packed, again.packed) {
		t.Fatalf("it is not cached: %v", err)
	}
	path, _ := folder.LocateProtected("evening")
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.film(t.Context(), "evening"); err != errBusy {
		t.Errorf("of another file, the same is shown: %v", err)
	}
}

func TestOnlySomeOfManyPicturesAreCached(t *testing.T) {
	s := newReplayShelf(replays.Folder{}, discard)
	for i := range 3 * maxFilms {
		s.store(replayFilm{name: fmt.Sprint(i)})
		s.find("0", time.Time{}) // is requested again and again
	}
	if len(s.films) != maxFilms || s.find("0", time.Time{}) == nil || s.find("1", time.Time{}) != nil {
		t.Errorf("%d are cached: %v", len(s.films), s.films)
	}
}

func TestTheListOfReplaysHasTheMarkedOnes(t *testing.T) {
	t.Parallel()
	s, _ := shelfOf(t)
	r, text := gets(t, s.URL+"/replay/", firefox)
	if r.StatusCode != 200 || !strings.Contains(text, `<a href="./evening.svg">evening</a>`) || !strings.Contains(text, "Ann &amp; Bo&#39;s</a>") || strings.Contains(text, "other") {
		t.Errorf("%s: %s", r.Status, text)
	}
}

func TestReplaysAreShownOnlyIfTheOperatorWantsThat(t *testing.T) {
	t.Parallel()
	_, web := hostsForBrowsers(t, Options{})
	if r, _ := gets(t, web+"/replay/", firefox); r.StatusCode != http.StatusNotFound {
		t.Errorf("answered %s", r.Status)
	}
	_, web = hostsForBrowsers(t, Options{WebOptions: WebOptions{WebReplays: true}})
	if r, text := gets(t, web+"/replay/", firefox); r.StatusCode != http.StatusOK || !strings.Contains(text, "None is kept yet.") {
		t.Errorf("answered %s: %s", r.Status, text)
	}
}

func TestTheOriginsOfTheOperatorReachTheDoor(t *testing.T) {
	t.Parallel()
	_, web := hostsForBrowsers(t, Options{WebOptions: WebOptions{WebOrigins: admission.Origins{"http://game.example"}}})
	for host, status := range map[string]int{"game.example": 200, "other.example": 421} {
		r, _ := http.NewRequest("GET", web+"/info", nil)
		r.Host = host
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != status {
			t.Errorf("called %s it answers %s", host, answer.Status)
		}
	}
}
