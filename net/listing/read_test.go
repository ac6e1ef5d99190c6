package listing

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/net/lan"
	"dogfight/proto"
	"dogfight/testkit"
)

func TestAHostThatAnnouncesItselfIsReadFromTheList(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	h := r.open(t, "127.0.0.1:0", newCertificate(t), r.match.Answer)
	s, err := Listen("127.0.0.1:0", "", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + s.Addr().String()
	said := make(chan string, 10)
	a := Announcer{URL: url, Certificate: h.cert, Port: h.at.Port(), Password: true, Say: func(text string) { said <- text }}
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	running.Go(func() { a.Run(ctx) })
	if text := testkit.Receive(t, "the host is listed", said); text != "the match is in the list at "+url {
		t.Error(text)
	}
	all := read(t, url+"/")
	if len(all) != 1 || all[0].Address != h.at.String() || all[0].Title != "Friday" || all[0].Bots != 3 || all[0].Ping == 0 || !all[0].Password || !all[0].Ours() {
		t.Errorf("%+v", all)
	}
	stop()
	running.Wait()
	s.Close()
	if _, err := Read(t.Context(), url); err == nil || !strings.HasPrefix(err.Error(), "no list answers at "+url+": ") {
		t.Error(err)
	}
}

func TestAHostThatCannotBeJoinedLearnsWhy(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	said := make(chan string, 10)
	a := Announcer{URL: r.serve(t), Certificate: newCertificate(t), Port: 9, Say: func(text string) { said <- text }}
	var running sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	running.Go(func() { a.Run(ctx) })
	if text := testkit.Receive(t, "the host is refused", said); text != "the match is not listed: the list at "+a.URL+" answers: the port must be 1024 to 65535, got 9" {
		t.Error(text)
	}
	stop()
	running.Wait()
}

// TestMatchesAreSelectedByPing reads a host that answers, one that answers 150 ms later, and one that does not answer over UDP.
func TestMatchesAreSelectedByPing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const late = 150 * time.Millisecond
	slowly := func(query, buf []byte) []byte {
		<-time.After(late)
		return r.match.Answer(query, buf)
	}
	near := r.open(t, "127.0.0.1:0", newCertificate(t), r.match.Answer)
	far := r.open(t, "127.0.0.1:0", newCertificate(t), slowly)
	deaf := r.open(t, "127.0.0.1:0", newCertificate(t), nil)
	for _, h := range []host{near, far, deaf} {
		r.announce(t, h)
		r.pass(time.Second)
	}
	url, pings := r.serve(t), map[string]time.Duration{}
	selected := func(f Filter) (addresses []string) {
		for _, m := range read(t, url) {
			if pings[m.Address] = m.Ping; f.Selects(&m) {
				addresses = append(addresses, m.Address)
			}
		}
		return addresses
	}
	testkit.Until(t, "the near host is the only one below 150 ms", func() bool {
		some := selected(Filter{Ping: late})
		return len(some) == 1 && some[0] == near.at.String()
	})
	testkit.Until(t, "the far host is below a second", func() bool { return len(selected(Filter{Ping: time.Second})) == 2 })
	if len(selected(Filter{})) != 3 || pings[far.at.String()] < late || pings[deaf.at.String()] != 0 {
		t.Errorf("round trips of %v", pings)
	}
}

func TestAFilterSelects(t *testing.T) {
	m := lan.Match{Info: proto.Info{Version: proto.Version, Players: 3}, Password: true}
	for f, want := range map[Filter]bool{
		{}: true, {Mode: "deathmatch"}: true, {Mode: "teams"}: false, {Players: 3}: true, {Players: 4}: false, {Version: proto.Version}: true,
		{Version: proto.Version + 1}: false, {NoPassword: true}: false, {Ping: time.Hour}: false,
	} {
		if got := f.Selects(&m); got != want {
			t.Errorf("%+v: %v", f, got)
		}
	}
}

func TestAListIsNotBelievedEverything(t *testing.T) {
	public := netip.MustParseAddr("203.0.113.9")
	var listed []Match
	add := func(address string) { listed = append(listed, Match{Address: address}) }
	for _, bad := range []string{"127.0.0.1:4242", "192.168.1.7:4242", "169.254.1.1:4242", "[::1]:4242", "[fe80::1%eth0]:4242", "0.0.0.0:4242", "224.0.0.1:4242", "198.51.100.1:53", "example.org:4242", ""} {
		add(bad)
	}
	if got, _ := believable(listed, public); len(got) > 0 {
		t.Errorf("%+v", got)
	}
	listed = nil
	for n := range 20 {
		add(fmt.Sprintf("198.51.100.1:%d", 4242+n))
		add("198.51.100.2:4242")
	}
	listed[0].Title, listed[0].Arena, listed[0].Mode = "\x1b[31mred"+strings.Repeat("x", 100), "a\nb", "king"
	got, hosts := believable(listed, public)
	if len(got) != maxOfSite+1 || len(hosts) != len(got) || got[0].Title != proto.Fit("[31mred"+strings.Repeat("x", 100), proto.MaxTitle) || got[0].Arena != "ab" || got[0].Mode != proto.AnyMode {
		t.Errorf("%d matches, the first is %+v", len(got), got[0])
	}
	listed = nil
	for n := range 2 * maxMatches {
		add(fmt.Sprintf("198.51.%d.%d:4242", n/250, 1+n%250))
	}
	if got, _ := believable(listed, public); len(got) != maxMatches {
		t.Errorf("%d matches", len(got))
	}
	if got, _ := believable([]Match{{Address: "192.168.1.7:4242"}}, netip.MustParseAddr("192.168.1.1")); len(got) != 1 {
		t.Error("a list of the own network names none of it")
	}
}

func TestAnAnswerThatIsNoListHasALineOfText(t *testing.T) {
	t.Parallel()
	answer := ""
	status := http.StatusOK
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		fmt.Fprint(w, answer)
	}))
	defer s.Close()
	for _, c := range []struct {
		status       int
		answer, want string
	}{
		{200, "<html>", "what answers at URL is not a list of matches"},
		{200, `{"matches":[` + strings.Repeat(`{"title":"x"},`, 100_000) + `{}]}`, "what answers at URL is not a list of matches"},
		{404, "no \x1b[31mlist\nhere", "the list at URL answers: no [31mlist"},
		{302, "", "the list at URL answers: 302 Found"},
	} {
		status, answer = c.status, c.answer
		_, err := Read(testkit.Context(t), s.URL)
		if want := strings.Replace(c.want, "URL", s.URL, 1); err == nil || err.Error() != want {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

func TestOnlyURLsOfWebServersAreAccepted(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "https://list.example.org": true, "http://127.0.0.1:8443/": true, "https://example.org/dogfight": true, "list.example.org": false,
		"ftp://example.org": false, "https://": false, "https://ann@example.org": false, "https://example.org?x": false, "https://example.org#x": false,
		"https://exam ple.org": false, "https://example.org/" + strings.Repeat("x", MaxURL): false,
	} {
		if err := CheckURL(text); (err == nil) != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
