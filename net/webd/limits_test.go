package webd

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "give idle sockets their real five seconds, and visit a besieged door ten times")

func TestTwoHundredIdleSocketsAreClosed(t *testing.T) {
	t.Parallel()
	limits := admission.Limits{HalfOpen: 512, PerLocal: 64, Handshake: 5 * time.Second}
	if !*long {
		limits.Handshake = 500 * time.Millisecond
	}
	d := openDoor(t, Config{Limits: limits})
	player := d.join("Ann", 80, 24)
	began := time.Now()
	var all []*raw
	for i := range 200 {
		c := d.connects()
		switch i % 4 {
		case 1:
			c.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		case 2:
			c.sends("GET / HTTP/1.1\r\nHost:")
		case 3:
			c.upgrades()
		}
		all = append(all, c)
	}
	total, _ := d.Control.Count()
	openedIn := time.Since(began)
	for _, c := range all {
		if !c.isClosed() {
			t.Fatal("a socket stays open")
		}
	}
	t.Logf("%d sockets are closed %v after the first was opened", total-1, time.Since(began).Round(time.Millisecond))
	if total != 201 && openedIn < limits.Handshake { // later the first are closed
		t.Errorf("there were %d connections", total)
	}
	player.types("still here")
	player.sees("still here")
	testkit.Until(t, "the last is removed", func() bool { total, _ := d.Control.Count(); return total == 1 })
}

func TestThirtyTwoPagesPlayAtOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	var coming sync.WaitGroup
	for i := range 32 {
		coming.Go(func() {
			d.loads(net.IPv4(127, 0, 0, 1), 6)
			b := d.join(fmt.Sprint("Pilot ", i), 100, 30)
			b.sees(fmt.Sprint("Pilot ", i, " on 100x30;"))
			for k := range 10 {
				b.types(fmt.Sprint("<", i, " ", k, ">"))
				b.sees(fmt.Sprint("<", i, " ", k, ">"))
			}
		})
	}
	coming.Wait()
}

func TestAHundredVisitsEndWhenTheHostCloses(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{PerLocal: 200}, Play: func(ctx context.Context, t *Terminal) error {
		<-ctx.Done()
		return errors.New("the host closed the match")
	}})
	var all []*raw
	for i := range 100 {
		c := d.connects()
		switch i % 10 {
		case 0: // without a hello
			c.upgrades()
		default:
			c.joins()
		}
		all = append(all, c)
	}
	d.loads(net.IPv4(127, 0, 0, 1), 20)
	began := time.Now()
	d.Close() // returns, though no page answers the close frame
	// The WebSocket library's limit for the end of a connection is five seconds and more.
	if took := time.Since(began); *long && took >= goodbye+2*time.Second { // a busy machine may take longer
		t.Errorf("that took %v", took)
	}
	for i, c := range all {
		texts := ""
		for op, text := c.frame(); op != 0; op, text = c.frame() {
			texts += text
		}
		if i%10 != 0 && !strings.Contains(texts, `{"bye":{"why":"the host closed the match","again":true}}`) {
			t.Errorf("visitor %d got %q", i, texts)
		}
	}
	d.Close()
}

func TestTwoAddressesAndTwoHundredNetworksDoNotLockTheDoor(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a siege; runs without -short")
	}
	tries := 2
	if *long {
		tries = 10
	}
	for _, sites := range []int{2, 200} {
		d := openDoor(t, Config{Limits: admission.Limits{Local: noneLocal}})
		ctx, stop := context.WithCancel(t.Context())
		var strangers sync.WaitGroup
		for i := range 300 {
			says := []string{"", upgrade, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"}[i%3]
			strangers.Go(func() { besiege(ctx, d.Addr().String(), net.IPv4(127, 1, byte(i%sites), 7), says) })
		}
		testkit.Until(t, "there are sixty", func() bool { total, _ := d.Control.Count(); return total >= 60 })
		for range tries {
			d.gets("/")
			b := d.join("Ann", 80, 24)
			b.sees("Ann on 80x24")
			b.CloseNow()
			time.Sleep(time.Second / 5) // the rate of an honest visitor
		}
		stop()
		strangers.Wait()
	}
}

// besiege holds a connection that only sends a text, and reconnects when it is closed.
func besiege(ctx context.Context, addr string, from net.IP, says string) {
	for ctx.Err() == nil {
		conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext(ctx, "tcp", addr)
		if err == nil {
			unhook := context.AfterFunc(ctx, func() { conn.Close() })
			conn.Write([]byte(says))
			for b := make([]byte, 256); err == nil; {
				_, err = conn.Read(b)
			}
			unhook()
			conn.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// paced is the largest number of messages of a size that a page may have sent in a time.
func paced(each int, in time.Duration) int {
	return (window.TypingBurst+int(window.TypingRate*in.Seconds()))/each + 1
}

func TestAFloodOfPingsIsAnsweredAtThePaceOfTyping(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	const flood = 2500
	for _, op := range []byte{opPing, opPong} {
		c := d.connects().joins()
		began := time.Now()
		c.sends(strings.Repeat(frame(op, ""), flood) + frame(opBinary, "Z"))
		for op, text := c.frame(); !strings.Contains(text, "Z"); op, text = c.frame() {
			if op == 0 {
				t.Fatal("it is cut off")
			}
		}
		if in := time.Since(began); flood > paced(messageCost, in) {
			t.Errorf("%d were handled in %v", flood, in)
		}
	}
}

func TestRequestsAreHandledAtThePaceOfTyping(t *testing.T) {
	t.Parallel()
	const wish = `{"name": "a"}`
	var received atomic.Int32
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		t.OnRequest(func(Request) { received.Add(1) })
		return echo(ctx, t)
	}})
	c := d.connects().joins()
	began := time.Now()
	go c.sends(strings.Repeat(frame(opText, wish), 3000))
	for received.Load() < 400 {
		time.Sleep(time.Millisecond)
	}
	n := int(received.Load())
	if in := time.Since(began); n > paced(len(wish)+textCost+messageCost, in) {
		t.Errorf("%d were handled in %v", n, in)
	}
}

func TestTenThousandResizesAreFewForTheGame(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	b := d.join("Eve", 80, 24)
	began := time.Now()
	go func() {
		for i := range 10_000 {
			b.sends(`{"resize": {"columns": %d, "rows": 40}}`, 80+i%100)
		}
	}()
	for time.Since(began) < time.Second {
		if err := b.next(); err != nil {
			t.Fatal(err)
		}
	}
	sizes := strings.Count(b.seen.String(), "x40;")
	if most := 2 + int(time.Since(began)/(200*time.Millisecond)); sizes > most {
		t.Errorf("it was drawn in %d sizes, want %d at most", sizes, most)
	}
}

// endless floods a page with output, and reports why that ends.
func endless() (play func(context.Context, *Terminal) error, outcome <-chan error) {
	ended := make(chan error, 1)
	return func(ctx context.Context, t *Terminal) error {
		b := make([]byte, 64<<10)
		for ctx.Err() == nil {
			if _, err := t.Write(b); err != nil {
				break
			}
		}
		ended <- causeOf(ctx)
		return nil
	}, ended
}

func TestAPageThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	play, outcome := endless()
	d := openDoor(t, Config{Play: play, Limits: admission.Limits{Silence: 300 * time.Millisecond}})
	d.connects().joins()
	if err := <-outcome; err != ErrLost {
		t.Errorf("it ends with %v", err)
	}
}

func TestAPageThatReadsAByteNowAndThenIsCutOff(t *testing.T) {
	t.Parallel()
	play, outcome := endless()
	d := openDoor(t, Config{Play: play, Limits: admission.Limits{Silence: 300 * time.Millisecond}})
	c := d.connects().joins()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for drip := time.NewTicker(10 * time.Millisecond); ctx.Err() == nil; <-drip.C {
			c.Read(make([]byte, 1))
		}
	}()
	if err := <-outcome; err != ErrLost {
		t.Errorf("it ends with %v", err)
	}
}

func TestFastTypingIsDelayedButNotCutOff(t *testing.T) {
	t.Parallel()
	const pasted = 12
	got := make(chan int, 1)
	d := openDoor(t, Config{Limits: admission.Limits{Silence: 1500 * time.Millisecond}, Play: func(ctx context.Context, t *Terminal) error {
		n, _ := io.Copy(io.Discard, t)
		got <- int(n)
		return nil
	}})
	b := d.join("Ann", 80, 24)
	for range pasted {
		b.types(strings.Repeat("a", maxMessage))
	}
	b.sends(`{"leave": true}`)
	if n := <-got; n != pasted*maxMessage {
		t.Errorf("got %d bytes of %d", n, pasted*maxMessage)
	}
	if status := b.ends(); status != websocket.StatusNormalClosure {
		t.Errorf("it ends with %v", status)
	}
}

func TestAVisitThatPanicsIsLoggedAndEndsNoOther(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		if t.Name == "Eve" {
			panic("on purpose")
		}
		return echo(ctx, t)
	}})
	honest, b := d.join("Ann", 80, 24), d.join("Eve", 80, 24)
	if status := b.ends(); status != websocket.StatusPolicyViolation || !strings.Contains(b.texts[len(b.texts)-1], "which is a bug") {
		t.Errorf("it ends with %v: %s", status, b.texts)
	}
	honest.types("still here")
	honest.sees("still here")
	if log := d.log.String(); !strings.Contains(log, "on purpose") {
		t.Errorf("the log has %s", log)
	}
}

func noneLocal(netip.Addr) bool { return false }

// loads loads the page over several connections, as a browser does, and keeps them open.
func (d *door) loads(from net.IP, connections int) (all []*raw) {
	d.Helper()
	for range connections {
		c := d.connectsFrom(from)
		c.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		if status := c.isAnswered(); status != http.StatusOK {
			d.Fatalf("connection %d is answered %d", len(all), status)
		}
		all = append(all, c)
	}
	return all
}

func TestBrowsersBehindOneAddressDoNotCutEachOtherOff(t *testing.T) {
	t.Parallel()
	const players = 8
	d := openDoor(t, Config{Limits: admission.Limits{PerAddress: players, Local: noneLocal}})
	var all []*browser
	for i := range players {
		d.loads(net.IPv4(127, 0, 0, 1), 6)
		all = append(all, d.join(fmt.Sprint("Pilot ", i), 80, 24))
	}
	for range 3 { // they load it again and again
		d.loads(net.IPv4(127, 0, 0, 1), 6*players)
	}
	for _, b := range all {
		b.types("here")
		b.sees("here")
	}
	b := d.opens()
	b.sends(`{"hello": {"columns": 80, "rows": 24}}`)
	if b.ends() != websocket.StatusPolicyViolation || !strings.Contains(b.texts[len(b.texts)-1], "as many sessions here as it may have") {
		t.Errorf("one more gets %s", b.texts)
	}
}

func TestAConnectionWithoutAPlayerIsClosed(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Page: 400 * time.Millisecond}})
	player := d.join("Ann", 80, 24)
	testkit.Until(t, "a connection that asks again and again is closed with a notice", func() (closed bool) {
		for c := d.connects(); ; { // on a busy machine, no request may come in time for the notice
			c.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
			r, err := http.ReadResponse(c.r, nil)
			if err != nil {
				return closed
			}
			closed = r.Close
			io.Copy(io.Discard, r.Body)
			r.Body.Close()
		}
	})
	silent := d.connects()
	if !silent.isClosed() {
		t.Error("a silent connection stays open")
	}
	player.types("still here")
	player.sees("still here")
}

func TestAnAddressGetsPagesAtALimitedRate(t *testing.T) {
	t.Parallel()
	page := make([]byte, 1<<20)
	d := openDoor(t, Config{
		Limits: admission.Limits{Local: noneLocal},
		Pages:  http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(page) }),
	})
	var all []*raw
	for range 12 {
		all = append(all, d.connects())
	}
	began := time.Now()
	var got atomic.Int64
	for _, c := range all {
		go func() {
			c.sends(strings.Repeat("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 10))
			b := make([]byte, 64<<10)
			for n, err := c.r.Read(b); err == nil; n, err = c.r.Read(b) {
				got.Add(int64(n))
			}
		}()
	}
	for got.Load() < pageBurst && time.Since(began) < longest {
		time.Sleep(time.Millisecond)
	}
	n := int(got.Load())
	if most := pageBurst + int(pageRate*time.Since(began).Seconds()) + len(all)*len(page); n > most {
		t.Errorf("got %d MB, want %d at most", n>>20, most>>20)
	}
	other := d.connectsFrom(net.IPv4(127, 0, 0, 2))
	other.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	if status := other.isAnswered(); status != http.StatusOK {
		t.Errorf("another address is answered %d", status)
	}
}

func TestFramesThatBreakTheRulesEndTheConnection(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	honest := d.join("Ann", 80, 24)
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
			c := d.connects().joins()
			c.sends(sent)
			if !c.isClosed() {
				t.Errorf("%s does not", name)
			}
		})
	}
	strangers.Wait()
	honest.types("still here")
	honest.sees("still here")
}

func TestAnInvalidRequestIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Handshake: 300 * time.Millisecond}})
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
			if !stranger.isClosed() {
				t.Errorf("%s does not end the connection", name)
			}
		})
	}
	strangers.Wait()
	if body := d.gets("/"); body != "the page" {
		t.Errorf("others get %q", body)
	}
}

func TestARequestThatTricklesIsCutOff(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Handshake: 300 * time.Millisecond}})
	for name, begin := range map[string]string{
		"header": "GET / HTTP/1.1\r\nHost: a\r\nCookie: ",
		"body":   "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
		"hello":  upgrade + "\x81\xfe\x0f\x00\x00\x00\x00\x00" + `{"hello": {"name": "`,
	} {
		c := d.connects()
		c.sends(begin)
		gone := make(chan bool, 1)
		go func() { gone <- c.isClosed() }()
		drip := time.NewTicker(10 * time.Millisecond)
		for dripping := true; dripping; {
			select {
			case is := <-gone:
				if dripping = false; !is {
					t.Errorf("the %s continues", name)
				}
			case <-drip.C:
				c.sends("a")
			}
		}
		drip.Stop()
	}
}

func TestAWebSocketOfAnotherProtocolIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.connects()
	c.sends(strings.Replace(upgrade, "dogfight.1", "dogfight.0", 1))
	c.isAnswered()
	for op, text := c.frame(); op != opClose; op, text = c.frame() {
		if op == 0 || !strings.HasPrefix(text, `{"bye":{"why":"the WebSocket must be opened with`) {
			t.Fatalf("it gets %d %q", op, text)
		}
	}
}

func TestAReasonIsCutBetweenLetters(t *testing.T) {
	t.Parallel()
	why := strings.Repeat("é", 100)
	for _, text := range []string{why, "a" + why} {
		if got := clip(text, maxCloseReason); len(got) < maxCloseReason-1 || !strings.HasPrefix(text, got) {
			t.Errorf("%q is clipped to %q", text, got)
		}
	}
}

func TestNoPathRedirectsElsewhere(t *testing.T) {
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

func TestAMissingTLSHandshakeIsCutOff(t *testing.T) {
	t.Parallel()
	_, d := openTLS(t, Config{Limits: admission.Limits{Handshake: 300 * time.Millisecond}})
	for _, says := range []string{"", "\x16\x03\x01\x02\x00", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"} {
		stranger := d.connects()
		stranger.sends(says)
		if !stranger.isClosed() {
			t.Errorf("after %q it stays open", says)
		}
	}
}

// raw is a connection of a stranger that follows no protocol.
type raw struct {
	*testing.T
	net.Conn
	r *bufio.Reader
}

func (d *door) connects() *raw {
	d.Helper()
	return d.connectsFrom(net.IPv4(127, 0, 0, 1))
}

func (d *door) connectsFrom(ip net.IP) *raw {
	d.Helper()
	c, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}, Timeout: longest}).DialContext(context.Background(), "tcp", d.Addr().String())
	if err != nil {
		d.Fatal(err)
	}
	c.SetDeadline(time.Now().Add(longest))
	d.Cleanup(func() { c.Close() })
	return &raw{T: d.T, Conn: c, r: bufio.NewReader(c)}
}

func (c *raw) sends(text string) { io.WriteString(c, text) }

// isAnswered returns the status of the next response, or 0 if there is none.
func (c *raw) isAnswered() int {
	r, err := http.ReadResponse(c.r, nil)
	if err != nil {
		return 0
	}
	io.Copy(io.Discard, r.Body)
	return r.StatusCode
}

// isClosed waits until the host closes the connection, and reports whether it does in time.
func (c *raw) isClosed() bool {
	_, err := io.Copy(io.Discard, c.r)
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

const upgrade = "GET /ws HTTP/1.1\r\nHost: host\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: dogfight.1\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"

// upgrades turns it into a WebSocket without a hello.
func (c *raw) upgrades() *raw {
	c.Helper()
	c.sends(upgrade)
	if status := c.isAnswered(); status != http.StatusSwitchingProtocols {
		c.Fatalf("a WebSocket is answered %d", status)
	}
	return c
}

// joins turns it into a WebSocket of a player.
func (c *raw) joins() *raw {
	c.Helper()
	c.upgrades()
	c.sends(frame(opText, `{"hello": {"name": "Eve", "columns": 80, "rows": 24}}`))
	for op, text := c.frame(); ; op, text = c.frame() {
		if op == opText && len(text) > 9 && text[2:9] == "welcome" {
			return c
		}
		if op == 0 {
			c.Fatal("the host does not accept it")
		}
	}
}

// frame returns the next frame, or 0 at the end.
func (c *raw) frame() (op byte, payload string) {
	var head [2]byte
	if _, err := io.ReadFull(c.r, head[:]); err != nil {
		return 0, ""
	}
	n := int(head[1])
	if n == 126 {
		var long [2]byte
		io.ReadFull(c.r, long[:])
		n = int(binary.BigEndian.Uint16(long[:]))
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(c.r, b); err != nil {
		return 0, ""
	}
	return head[0] & 0xf, string(b)
}

// Opcodes, and other bits of a frame's first byte and of its second (RFC 6455, 5.2).
const (
	opContinue, opText, opBinary, opClose, opPing, opPong = 0, 1, 2, 8, 9, 10

	fin, reserved1, reserved2, reserved3 = 0x80, 0x40, 0x20, 0x10
	masked                               = 0x80
)

// frame returns a frame with a mask of zeros.
func frame(op byte, payload string) string { return frameOf(fin|op, masked, payload) }

func frameOf(first, second byte, payload string) string {
	mask := ""
	if second&masked != 0 {
		mask = "\x00\x00\x00\x00"
	}
	if len(payload) < 126 {
		return string([]byte{first, second | byte(len(payload))}) + mask + payload
	}
	return string(binary.BigEndian.AppendUint16([]byte{first, second | 126}, uint16(len(payload)))) + mask + payload
}
