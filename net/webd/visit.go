package webd

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/net/window"
	"dogfight/sys"
)

// subprotocol is the protocol of the WebSocket: doc.go.
const subprotocol = "dogfight.1"

// visit serves a WebSocket until either end leaves.
func (s *Server) visit(w http.ResponseWriter, r *http.Request) {
	defer sys.Recover(s.panicked(r.RemoteAddr))
	if err := s.allows(r); err != nil {
		s.Log.Info("browser refused", "from", r.RemoteAddr, "why", err)
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	through, err := s.enter(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer through.Leave()
	t := &Terminal{
		Terminal: window.NewTerminal(), Visitor: Visitor{Origin: s.signedOrigin(r), Remote: r.RemoteAddr},
		conn: connection(r), through: through, ours: s.isOurs(r), pace: admission.NewBrake(window.TypingRate, window.TypingBurst),
	}
	t.ws, err = websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true,                          // allows has checked
		CompressionMode:    websocket.CompressionDisabled, // see the package comment
		OnPingReceived:     func(context.Context, []byte) bool { t.charge(0); return true },
		OnPongReceived:     func(context.Context, []byte) { t.charge(0) },
	})
	if err != nil {
		return // Accept has answered the page
	}
	defer t.ws.CloseNow()
	t.ws.SetReadLimit(maxMessage)
	came, why := time.Now(), s.serve(t)
	s.Log.Info("browser", "name", clip(t.Name, maxLoggedName), "key", t.Identity, "from", t.Remote,
		"stayed", time.Since(came).Round(time.Second), "why", reason(why))
}

// serve lets a visitor play, and sends the page the reason for the end.
func (s *Server) serve(t *Terminal) error {
	if err := s.greet(t); err != nil {
		return t.farewell(err, false)
	}
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	stay := s.tabs.enter(t, cancel)
	defer stay.end()
	var beside sync.WaitGroup
	beside.Go(func() {
		defer sys.Recover(func(value any, stack []byte) {
			cancel(ErrLost)
			t.End(io.EOF)
			s.panicked(t.Remote)(value, stack)
		})
		t.readOut(ctx, cancel)
	})
	beside.Go(func() {
		defer sys.Recover(s.panicked(t.Remote))
		s.probe(ctx, t)
	})
	err := s.play(ctx, t)
	stay.end()
	t.Drain()
	switch {
	case context.Cause(ctx) == errMessage:
		err = errMessage
	case context.Cause(ctx) == errLeft: // not the error of Play
		err = nil
	case stay.isReplaced():
		err = errReplaced
	}
	err = t.farewell(err, s.ctx.Err() != nil)
	t.ws.CloseNow()
	cancel(nil)
	beside.Wait()
	return err
}

// errLeft is the cause of a visit after the page has sent that its player leaves.
var errLeft = errors.New("the player leaves")

// errBroke is the error of a visit that panics.
var errBroke = errors.New("this visit broke, which is a bug; the host has noted it")

// play lets a visitor play, if there is room for another terminal.
func (s *Server) play(ctx context.Context, t *Terminal) (err error) {
	defer sys.Recover(func(value any, stack []byte) {
		err = errBroke
		s.panicked(t.Remote)(value, stack)
	})
	if context.Cause(ctx) == ErrLost { // the same tab has connected again
		return ErrLost
	}
	from, err := netip.ParseAddrPort(t.Remote)
	if err != nil {
		return err
	}
	on, err := s.Windows.Open(from.Addr())
	if err != nil {
		return err
	}
	defer on.Close()
	t.DrawOn(on)
	return s.conf.Play(ctx, t)
}

func (s *Server) panicked(remote string) func(value any, stack []byte) {
	return s.LogPanic("a browser's visit broke", remote)
}

// readOut reads messages until the page ends, and ends the visit.
func (t *Terminal) readOut(ctx context.Context, end context.CancelCauseFunc) {
	err := t.readMessages(context.WithoutCancel(ctx)) // ctx would cut off the last message: the connection ends it
	switch err {
	case nil:
		err = errLeft
	case errMessage:
	default:
		err = ErrLost
	}
	end(err)
	t.End(io.EOF)
}

var (
	errNoHello     = errors.New("the first message must be a hello")
	errSubprotocol = errors.New("the WebSocket must be opened with the subprotocol " + subprotocol)
)

// greet reads the hello of a page.
func (s *Server) greet(t *Terminal) error {
	if t.ws.Subprotocol() != subprotocol {
		return errSubprotocol
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.conf.Limits.Handshake)
	defer cancel()
	random := make([]byte, 32)
	rand.Read(random)
	asked := challenge{base64.RawURLEncoding.EncodeToString(random)}
	if err := t.SendText(asked); err != nil {
		return err
	}
	kind, text, err := t.ws.Read(ctx)
	if err != nil {
		return err
	}
	m, err := parse(text)
	if kind != websocket.MessageText || err != nil || m.Hello == nil {
		return errNoHello
	}
	t.Name, t.Watch, t.Touch, t.Still = m.Hello.Name, m.Hello.Watch, m.Hello.Touch, m.Hello.Still
	t.Resize(m.Hello.Columns, m.Hello.Rows)
	if err := s.identify(t, m.Hello, asked.Challenge); err != nil {
		return err
	}
	t.conn.join()
	t.through.Settle()
	var w welcome
	w.Welcome.Known, w.Welcome.Linked = t.Identity != "", t.Linked
	return t.SendText(w)
}

// probe probes the page, and closes the connection if nothing comes: a network that is gone does not say so. The answer may be
// late behind much input.
func (s *Server) probe(ctx context.Context, t *Terminal) {
	silence := s.conf.Limits.Silence
	every := time.NewTicker(silence / 3)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		answer, late := context.WithTimeout(context.WithoutCancel(ctx), silence-silence/3)
		err := t.ws.Ping(answer)
		late()
		if err != nil && (answer.Err() == nil || t.conn.Silent() >= silence-silence/3) {
			t.conn.Close()
			return
		}
	}
}

// farewell sends the page the reason for the end, and returns it.
func (t *Terminal) farewell(why error, again bool) error {
	late := time.AfterFunc(goodbye, func() { t.conn.Close() }) // CloseNow of the WebSocket would wait for its Close
	defer late.Stop()
	status := websocket.StatusNormalClosure
	var last bye
	last.Bye.Again = again
	if why != nil {
		status, last.Bye.Why = websocket.StatusPolicyViolation, why.Error()
	}
	if again {
		status = websocket.StatusGoingAway
	}
	t.SendText(last)
	t.ws.Close(status, clip(last.Bye.Why, maxCloseReason))
	return why
}

// clip shortens a text, without a part of a letter: browsers reject a close frame with one.
func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

func reason(why error) string {
	if why != nil {
		return why.Error()
	}
	return "left"
}

// tabs is the browser tabs of known visitors. A page that connects again has lost its connection, whether or not the host has
// noticed: its earlier visit ends as lost, so that its seat is free. The zero value is ready.
type tabs struct {
	mu sync.Mutex
	in map[tab]*stay
}

// tab is the key of a visit.
type tab struct{ identity, tab string }

// tabSize is the size of the random id of a tab.
const tabSize = 32

// stay is a visit in a tab.
type stay struct {
	*tabs
	at       tab
	terminal *Terminal
	lose     context.CancelCauseFunc
	over     chan struct{} // closed when the visit is over

	replaced bool // guarded by tabs.mu, as is the closing of over
}

// errReplaced is the reason for the earlier page, if it is still there.
var errReplaced = errors.New("you play on over another connection, or in a copy of this tab")

// enter begins a visit, once the earlier one in the same tab is over.
func (ts *tabs) enter(t *Terminal, lose context.CancelCauseFunc) *stay {
	s := &stay{tabs: ts, at: tab{t.Identity, t.tab}, terminal: t, lose: lose, over: make(chan struct{})}
	if t.Identity == "" || t.tab == "" {
		return s
	}
	if before := ts.put(s); before != nil {
		before.replace()
	}
	return s
}

// put makes a visit that of its tab, and returns the earlier one.
func (ts *tabs) put(s *stay) (before *stay) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.in == nil {
		ts.in = map[tab]*stay{}
	}
	if before = ts.in[s.at]; before != nil {
		before.replaced = true
	}
	ts.in[s.at] = s
	return before
}

// replace ends a visit, and waits for that. Its last writes may have nowhere to go.
func (s *stay) replace() {
	s.lose(ErrLost)
	s.terminal.End(io.EOF)
	late := time.AfterFunc(goodbye, func() { s.terminal.conn.Close() })
	defer late.Stop()
	<-s.over
}

// isReplaced reports whether another visit continues in the tab.
func (s *stay) isReplaced() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.replaced
}

// end ends the visit. It may be called again.
func (s *stay) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.over:
		return
	default:
	}
	close(s.over)
	if s.in[s.at] == s {
		delete(s.in, s.at)
	}
}

// identify sets the identity that a page proves. A page without a proof has none.
func (s *Server) identify(t *Terminal, h *hello, challenge string) (err error) {
	if h.Proof == nil {
		return nil
	}
	if t.Identity, err = prove(h.Proof, t.Origin, challenge); err != nil {
		return err
	}
	if h.Tab != "" {
		if _, ok := decode(h.Tab, tabSize); !ok {
			return errProofShape
		}
		t.tab = h.Tab
	}
	if h.Vouch == "" || s.conf.Vouched == nil || !t.ours {
		return nil
	}
	if vouch, err := base64.RawURLEncoding.Strict().DecodeString(h.Vouch); err == nil {
		t.Linked = s.conf.Vouched(&t.Visitor, vouch)
	}
	return nil
}
