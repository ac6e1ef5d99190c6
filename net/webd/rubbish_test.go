package webd

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestFramesThatBreakTheRulesEndTheConnection(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	honest := d.comes("Ann", 80, 24)
	var strangers sync.WaitGroup
	for name, sent := range map[string]string{
		"not masked":                    frameOf(fin|opBinary, 0, "a"),
		"a reserved bit":                frameOf(fin|reserved1|opBinary, masked, "a"),
		"another":                       frameOf(fin|reserved2|opBinary, masked, "a"),
		"the third":                     frameOf(fin|reserved3|opText, masked, "{}"),
		"an opcode that is none":        frame(3, "a"),
		"a control frame that is none":  frame(11, "a"),
		"a ping in parts":               frameOf(opPing, masked, "a"),
		"a long ping":                   frame(opPing, strings.Repeat("a", 126)),
		"a part without a beginning":    frame(opContinue, "a"),
		"a message within a message":    frameOf(opBinary, masked, "a") + frame(opBinary, "b"),
		"a length of 2^63":              string([]byte{fin | opBinary, masked | 127, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
		"a length of 2^62":              string([]byte{fin | opBinary, masked | 127, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}) + strings.Repeat("a", 5000),
		"a message too long in parts":   frameOf(opBinary, masked, strings.Repeat("a", 100)) + strings.Repeat(frameOf(opContinue, masked, strings.Repeat("a", 100)), 41),
		"a close frame of one byte":     frame(opClose, "a"),
		"a close with a status of none": frame(opClose, "\x03\xed"),
		"text that is not UTF-8":        frame(opText, "{\"name\": \"\xff"),
	} {
		strangers.Go(func() {
			c := d.connects().comesIn()
			c.sends(sent)
			if !c.isGone() {
				t.Errorf("%s does not", name)
			}
		})
	}
	strangers.Wait()
	honest.types("still here")
	honest.sees("still here")
}

func TestWhatIsNoRequestIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Handshake: 300 * time.Millisecond}})
	var strangers sync.WaitGroup
	for name, c := range map[string]struct {
		sent   string
		status int
	}{
		"a TLS hello":                {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 512), http.StatusBadRequest},
		"HTTP/2":                     {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", http.StatusBadRequest},
		"a long header":              {"GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("a", 20_000) + "\r\n\r\n", http.StatusRequestHeaderFieldsTooLarge},
		"no host":                    {"GET / HTTP/1.1\r\n\r\n", http.StatusBadRequest},
		"two lengths":                {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", http.StatusBadRequest},
		"a WebSocket of old":         {strings.Replace(upgrade, "Version: 13", "Version: 8", 1), http.StatusBadRequest},
		"no key":                     {strings.Replace(upgrade, "-Key: AAAA", "-Key: A", 1), http.StatusBadRequest},
		"no upgrade":                 {"GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", http.StatusUpgradeRequired},
		"HTTP/1.0":                   {strings.Replace(upgrade, "HTTP/1.1", "HTTP/1.0", 1), http.StatusUpgradeRequired},
		"another origin":             {strings.Replace(upgrade, "Upgrade: w", "Origin: http://example.org\r\nUpgrade: w", 1), http.StatusForbidden},
		"a header that never ends":   {"GET / HTTP/1.1\r\nHost: a\r\n", 0},
		"chunks that are none":       {"POST /ws HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n", http.StatusOK},
		"a body that does not come":  {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n", http.StatusOK},
		"a body that is far too big": {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n" + strings.Repeat("a", 10_000), http.StatusOK},
	} {
		strangers.Go(func() {
			stranger := d.connects()
			stranger.sends(c.sent)
			if status := stranger.isAnswered(); status != c.status {
				t.Errorf("%s is answered %d, want %d", name, status, c.status)
			}
			if !stranger.isGone() {
				t.Errorf("%s does not end the connection", name)
			}
		})
	}
	strangers.Wait()
	if body := d.gets("/"); body != "the page" {
		t.Errorf("others get %q", body)
	}
}

func TestARequestThatTricklesIsHungUpOn(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Handshake: 300 * time.Millisecond}})
	for name, begin := range map[string]string{
		"header": "GET / HTTP/1.1\r\nHost: a\r\nCookie: ",
		"body":   "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
		"hello":  upgrade + "\x81\xfe\x0f\x00\x00\x00\x00\x00" + `{"hello": {"name": "`,
	} {
		c := d.connects()
		c.sends(begin)
		gone := make(chan bool, 1)
		go func() { gone <- c.isGone() }()
		drip := time.NewTicker(10 * time.Millisecond)
		for dripping := true; dripping; {
			select {
			case is := <-gone:
				if dripping = false; !is {
					t.Errorf("the %s goes on", name)
				}
			case <-drip.C:
				c.sends("a")
			}
		}
		drip.Stop()
	}
}

func TestAWebSocketOfAnotherProtocolIsSentAway(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.connects()
	c.sends(strings.Replace(upgrade, "dogfight.1", "dogfight.0", 1))
	c.isAnswered()
	for op, text := c.frame(); op != opClose; op, text = c.frame() {
		if op == 0 || !strings.HasPrefix(text, `{"bye":{"why":"the WebSocket must be opened with`) {
			t.Fatalf("it is told %d %q", op, text)
		}
	}
}

func TestWhyItIsOverIsWholeLetters(t *testing.T) {
	t.Parallel()
	why := strings.Repeat("é", 100)
	for _, text := range []string{why, "a" + why} {
		if got := clip(text, maxCloseReason); len(got) < maxCloseReason-1 || !strings.HasPrefix(text, got) {
			t.Errorf("%q is clipped to %q", text, got)
		}
	}
}

func TestNoPathLeadsElsewhere(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	for _, path := range []string{
		"//example.org/..", "//example.org//", "/\\example.org/..", "///example.org/../x", "/.//example.org", "/ws/../..//example.org/",
		"http://example.org//x/..", "/%2f%2fexample.org/..", "/%5cexample.org/../", "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/x/\x00",
	} {
		c := d.connects()
		c.sends("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
		r, err := http.ReadResponse(c.r, nil)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		to := r.Header.Get("Location")
		if to != "" && (to[0] != '/' || strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\")) {
			t.Errorf("%s leads to %s", path, to)
		}
	}
}

func TestAHandshakeOfTLSThatDoesNotComeIsHungUpOn(t *testing.T) {
	t.Parallel()
	a, f := newAuthority(t), newFiles(t)
	f.writes(a, "game.example", time.Now())
	c, err := ReadCertificate(f.certificate, f.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{TLS: c.TLS(), Limits: Limits{Handshake: 300 * time.Millisecond}})
	for _, says := range []string{"", "\x16\x03\x01\x02\x00", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"} {
		stranger := d.connects()
		stranger.sends(says)
		if !stranger.isGone() {
			t.Errorf("after %q it is kept", says)
		}
	}
}
