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

// subprotocol is what is spoken over the WebSocket: doc.go.
const subprotocol = "dogfight.1"

// visit serves the WebSocket that a page asks for, until either end leaves.
func (s *Server) visit(w http.ResponseWriter, r *http.Request) {
	defer sys.Recover(s.broke(r.RemoteAddr))
	if err := s.allows(r); err != nil {
		s.conf.Log.Info("browser refused", "from", r.RemoteAddr, "why", err)
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
		Terminal: window.NewTerminal(), Visitor: Visitor{Origin: r.Header.Get("Origin"), Remote: r.RemoteAddr},
		conn: connection(r), through: through, own: s.isOwn(r), pace: admission.NewBrake(typingRate, typingBurst),
	}
	t.ws, err = websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true,                          // allows has looked
		CompressionMode:    websocket.CompressionDisabled, // see the package comment
		OnPingReceived:     func(context.Context, []byte) bool { t.took(0); return true },
		OnPongReceived:     func(context.Context, []byte) { t.took(0) },
	})
	if err != nil {
		return // which told the page
	}
	defer t.ws.CloseNow()
	t.ws.SetReadLimit(maxMessage)
	came, why := time.Now(), s.serve(t)
	s.conf.Log.Info("browser", "name", clip(t.Name, maxLoggedName), "key", t.Identity, "from", t.Remote,
		"stayed", time.Since(came).Round(time.Second), "why", reason(why))
}

// serve has a visitor play, and tells them why it is over.
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
			s.broke(t.Remote)(value, stack)
		})
		t.hearOut(ctx, cancel)
	})
	beside.Go(func() {
		defer sys.Recover(s.broke(t.Remote))
		s.keepAlive(ctx, t)
	})
	err := s.play(ctx, t)
	stay.end()
	t.Drain()
	switch {
	case context.Cause(ctx) == errMessage:
		err = errMessage
	case context.Cause(ctx) == errLeft: // whatever Play makes of its context
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

// errLeft is the cause by which a visit ends whose page says that its player leaves.
var errLeft = errors.New("the player leaves")

// errBroke is the error of a visit that panics.
var errBroke = errors.New("this visit broke, which is a bug; the host has noted it")

// play has a visitor play, if there is room for another terminal.
func (s *Server) play(ctx context.Context, t *Terminal) (err error) {
	defer sys.Recover(func(value any, stack []byte) {
		err = errBroke
		s.broke(t.Remote)(value, stack)
	})
	if context.Cause(ctx) == ErrLost { // another has come in the same tab meanwhile
		return ErrLost
	}
	from, err := netip.ParseAddrPort(t.Remote)
	if err != nil {
		return err
	}
	on, err := s.windows.Open(from.Addr())
	if err != nil {
		return err
	}
	defer on.Close()
	t.DrawOn(on)
	return s.conf.Play(ctx, t)
}

// broke returns what notes a panic in the goroutines of a visitor.
func (s *Server) broke(remote string) func(value any, stack []byte) {
	return func(value any, stack []byte) {
		s.conf.Log.Error("a browser's visit broke", "from", remote, "panic", value, "stack", string(stack))
	}
}

// hearOut takes what the page sends until it ends, which ends the visit.
func (t *Terminal) hearOut(ctx context.Context, end context.CancelCauseFunc) {
	err := t.listen(context.WithoutCancel(ctx)) // ctx would cut off the last words: the connection ends it
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

// greet asks the page who comes.
func (s *Server) greet(t *Terminal) error {
	if t.ws.Subprotocol() != subprotocol {
		return errSubprotocol
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.conf.Limits.Handshake)
	defer cancel()
	random := make([]byte, 32)
	rand.Read(random)
	asked := challenge{base64.RawURLEncoding.EncodeToString(random)}
	if err := t.Tell(asked); err != nil {
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
	t.conn.plays()
	t.through.Settle()
	var w welcome
	w.Welcome.Known, w.Welcome.Linked = t.Identity != "", t.Linked
	return t.Tell(w)
}

// keepAlive asks the page now and then whether it is still there, and hangs up when nothing comes: a network that is
// gone does not say so. An answer may be late where much is typed before it.
func (s *Server) keepAlive(ctx context.Context, t *Terminal) {
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
		if err != nil && (answer.Err() == nil || t.conn.silent() >= silence-silence/3) {
			t.conn.Close()
			return
		}
	}
}

// farewell tells the page why it is over, and returns that.
func (t *Terminal) farewell(why error, again bool) error {
	late := time.AfterFunc(goodbye, func() { t.conn.Close() }) // the WebSocket's CloseNow would wait for its Close
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
	t.Tell(last)
	t.ws.Close(status, clip(last.Bye.Why, maxCloseReason))
	return why
}

// clip returns so many bytes of a text at the most, without a part of a letter: browsers take a close frame with one for
// broken.
func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

func reason(why error) string {
	if why != nil {
		return why.Error()
	}
	return "left"
}
