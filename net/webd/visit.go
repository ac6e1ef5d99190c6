package webd

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/coder/websocket"

	"dogfight/internal/crash"
	"dogfight/net/window"
)

// subprotocol is what is spoken over the WebSocket: doc.go.
const subprotocol = "dogfight.1"

// visit serves the WebSocket that a page asks for, until either end leaves.
func (s *Server) visit(w http.ResponseWriter, r *http.Request) {
	if !s.begin() {
		return
	}
	defer s.running.Done()
	defer crash.Recover(s.broke(r.RemoteAddr))
	if err := s.allows(r); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // allows has looked
		CompressionMode:    websocket.CompressionDisabled,
	})
	if err != nil {
		return // which told the page
	}
	defer ws.CloseNow()
	ws.SetReadLimit(maxMessage)
	t := &Terminal{Terminal: window.NewTerminal(), Visitor: Visitor{Origin: r.Header.Get("Origin"), Remote: r.RemoteAddr}, ws: ws, own: s.owns(r)}
	came, why := time.Now(), s.serve(t)
	s.conf.Log.Info("browser", "name", t.Name, "key", t.Identity, "from", t.Remote,
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
		defer crash.Recover(func(value any, stack []byte) {
			cancel(ErrLost)
			t.End(io.EOF)
			s.broke(t.Remote)(value, stack)
		})
		t.hearOut(ctx, cancel)
	})
	beside.Go(func() {
		defer crash.Recover(s.broke(t.Remote))
		s.keepAlive(ctx, t)
	})
	err := s.play(ctx, t)
	stay.end()
	t.Drain()
	switch {
	case context.Cause(ctx) == errMessage:
		err = errMessage
	case stay.isReplaced():
		err = errReplaced
	}
	err = t.farewell(err, s.ctx.Err() != nil)
	t.ws.CloseNow()
	cancel(nil)
	beside.Wait()
	return err
}

// play has a visitor play, if there is room for another terminal.
func (s *Server) play(ctx context.Context, t *Terminal) error {
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
	if err != nil && err != errMessage {
		err = ErrLost
	}
	end(err)
	t.End(io.EOF)
}

var errNoHello = errors.New("the first message must be a hello")

// greet asks the page who comes.
func (s *Server) greet(t *Terminal) error {
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
	t.Name, t.Watch, t.Touch = m.Hello.Name, m.Hello.Watch, m.Hello.Touch
	t.Resize(m.Hello.Columns, m.Hello.Rows)
	if err := s.identify(t, m.Hello, asked.Challenge); err != nil {
		return err
	}
	var w welcome
	w.Welcome.Known, w.Welcome.Linked = t.Identity != "", t.Linked
	return t.Tell(w)
}

// keepAlive asks the page now and then whether it is still there, and hangs up when no answer comes: a network that is
// gone does not say so.
func (s *Server) keepAlive(ctx context.Context, t *Terminal) {
	every := time.NewTicker(s.conf.Limits.Silence / 3)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		answer, late := context.WithTimeout(context.WithoutCancel(ctx), s.conf.Limits.Silence*2/3)
		err := t.ws.Ping(answer) // which closes the connection when the time is over
		late()
		if err != nil {
			t.ws.CloseNow()
			return
		}
	}
}

// farewell tells the page why it is over, and returns that.
func (t *Terminal) farewell(why error, again bool) error {
	late := time.AfterFunc(goodbye, func() { t.ws.CloseNow() })
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
	t.ws.Close(status, last.Bye.Why[:min(len(last.Bye.Why), maxCloseReason)])
	return why
}

func reason(why error) string {
	if why != nil {
		return why.Error()
	}
	return "left"
}
