package webd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// paced is how many messages of a size a page can have been heard to send in a time.
func paced(each int, in time.Duration) int {
	return (typingBurst+int(typingRate*in.Seconds()))/each + 1
}

func TestAFloodOfPingsIsAnsweredAtThePaceOfTyping(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	const flood = 2500
	for _, op := range []byte{opPing, opPong} {
		c := d.connects().comesIn()
		began := time.Now()
		c.sends(strings.Repeat(frame(op, ""), flood) + frame(opBinary, "Z"))
		for op, text := c.frame(); !strings.Contains(text, "Z"); op, text = c.frame() {
			if op == 0 {
				t.Fatal("it is hung up on")
			}
		}
		if in := time.Since(began); flood > paced(messageCost, in) {
			t.Errorf("%d were taken in %v", flood, in)
		}
	}
}

func TestWishesAreHeardAtThePaceOfTyping(t *testing.T) {
	t.Parallel()
	const wish = `{"name": "a"}`
	var heard atomic.Int32
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		t.OnWish(func(Wish) { heard.Add(1) })
		return echo(ctx, t)
	}})
	c := d.connects().comesIn()
	began := time.Now()
	go c.sends(strings.Repeat(frame(opText, wish), 3000))
	for heard.Load() < 400 {
		time.Sleep(time.Millisecond)
	}
	n := int(heard.Load())
	if in := time.Since(began); n > paced(len(wish)+textCost+messageCost, in) {
		t.Errorf("%d were heard in %v", n, in)
	}
}

func TestTenThousandResizesAreFewForTheGame(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	b := d.comes("Eve", 80, 24)
	began := time.Now()
	go func() {
		for i := range 10_000 {
			b.says(`{"resize": {"columns": %d, "rows": 40}}`, 80+i%100)
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

// endless shows a page more than it can hold, and then tells why that ends.
func endless() (play func(context.Context, *Terminal) error, outcome <-chan error) {
	told := make(chan error, 1)
	return func(ctx context.Context, t *Terminal) error {
		b := make([]byte, 64<<10)
		for ctx.Err() == nil {
			if _, err := t.Write(b); err != nil {
				break
			}
		}
		select {
		case <-ctx.Done():
			told <- context.Cause(ctx)
		case <-time.After(longest):
			told <- errors.New("it did not end")
		}
		return nil
	}, told
}

func TestAPageThatReadsNothingIsGone(t *testing.T) {
	t.Parallel()
	play, outcome := endless()
	d := openDoor(t, Config{Play: play, Limits: Limits{Silence: 300 * time.Millisecond}})
	d.connects().comesIn()
	if err := <-outcome; err != ErrLost {
		t.Errorf("it ends by %v", err)
	}
}

func TestAPageThatReadsAByteNowAndThenIsGone(t *testing.T) {
	t.Parallel()
	play, outcome := endless()
	d := openDoor(t, Config{Play: play, Limits: Limits{Silence: 300 * time.Millisecond}})
	c := d.connects().comesIn()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	go func() {
		for drip := time.NewTicker(10 * time.Millisecond); ctx.Err() == nil; <-drip.C {
			c.Read(make([]byte, 1))
		}
	}()
	if err := <-outcome; err != ErrLost {
		t.Errorf("it ends by %v", err)
	}
}

func TestWhoTypesMuchIsHeardLateAndNotCutOff(t *testing.T) {
	t.Parallel()
	const pasted = 12
	got := make(chan int, 1)
	d := openDoor(t, Config{Limits: Limits{Silence: 1500 * time.Millisecond}, Play: func(ctx context.Context, t *Terminal) error {
		n, _ := io.Copy(io.Discard, t)
		got <- int(n)
		return nil
	}})
	b := d.comes("Ann", 80, 24)
	for range pasted {
		b.types(strings.Repeat("a", maxMessage))
	}
	b.says(`{"leave": true}`)
	if n := <-got; n != pasted*maxMessage {
		t.Errorf("%d bytes came of %d", n, pasted*maxMessage)
	}
	if status := b.ends(); status != websocket.StatusNormalClosure {
		t.Errorf("it ends by %v", status)
	}
}

func TestAVisitThatBreaksIsToldAndEndsNoOther(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		if t.Name == "Eve" {
			panic("on purpose")
		}
		return echo(ctx, t)
	}})
	honest, b := d.comes("Ann", 80, 24), d.comes("Eve", 80, 24)
	if status := b.ends(); status != websocket.StatusPolicyViolation || !strings.Contains(b.texts[len(b.texts)-1], "which is a bug") {
		t.Errorf("it ends by %v: %s", status, b.texts)
	}
	honest.types("still here")
	honest.sees("still here")
	if log := d.log.String(); !strings.Contains(log, "on purpose") {
		t.Errorf("the log has %s", log)
	}
}

func nobodyLocal(netip.Addr) bool { return false }

// loads has a browser load the page over so many connections, which it keeps.
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

func TestBrowsersBehindOneAddressLoadThePageAndComeInWithoutCuttingANeighbourOff(t *testing.T) {
	t.Parallel()
	const players = 8
	d := openDoor(t, Config{Limits: Limits{PerAddress: players, Local: nobodyLocal}})
	var all []*browser
	for i := range players {
		d.loads(net.IPv4(127, 0, 0, 1), 6)
		all = append(all, d.comes(fmt.Sprint("Pilot ", i), 80, 24))
	}
	for range 3 { // they load it again and again
		d.loads(net.IPv4(127, 0, 0, 1), 6*players)
	}
	for _, b := range all {
		b.types("here")
		b.sees("here")
	}
	b := d.opens()
	b.says(`{"hello": {"columns": 80, "rows": 24}}`)
	if b.ends() != websocket.StatusPolicyViolation || !strings.Contains(b.texts[len(b.texts)-1], "as many sessions here as it may have") {
		t.Errorf("one more is told %s", b.texts)
	}
}

func TestAConnectionByWhichNoPlayerComesInDoesNotLast(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: Limits{Page: 400 * time.Millisecond}})
	player := d.comes("Ann", 80, 24)
	c := d.connects()
	closed, answers := false, 0
	for status := http.StatusOK; status == http.StatusOK && answers < 1e6; answers++ {
		c.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
		r, err := http.ReadResponse(c.r, nil)
		if err != nil {
			break
		}
		closed = r.Close
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	if !closed || answers == 0 {
		t.Errorf("after %d answers it is hung up on, and was told so: %v", answers, closed)
	}
	silent := d.connects()
	if !silent.isGone() {
		t.Error("one on which nothing is said lasts")
	}
	player.types("still here")
	player.sees("still here")
}

func TestAnAddressIsSentPagesAtAPace(t *testing.T) {
	t.Parallel()
	page := make([]byte, 1<<20)
	d := openDoor(t, Config{
		Limits: Limits{Local: nobodyLocal},
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
		t.Errorf("%d MB came, want %d at most", n>>20, most>>20)
	}
	other := d.connectsFrom(net.IPv4(127, 0, 0, 2))
	other.sends("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	if status := other.isAnswered(); status != http.StatusOK {
		t.Errorf("another address is answered %d", status)
	}
}
