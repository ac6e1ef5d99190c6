package webd

import (
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Visitor is the player at the other end of a connection.
type Visitor struct {
	Name     string // what they call themselves; anything
	Watch    bool   // they want no ship
	Touch    bool   // they have no keyboard
	Still    bool   // they want things to move less
	Identity string // fingerprint of the key or token by which they have proven who they are; "" for none
	Linked   string // fingerprint of another key of theirs, as Config.Vouched has found it; "" for none
	Origin   string // of the page; "" if this is no browser
	Remote   string // their address, for logs
}

// Terminal is a visitor's. Its methods may be called from any goroutine.
type Terminal struct {
	*window.Terminal
	Visitor
	ws      *websocket.Conn
	conn    *conn            // below it
	pace    admission.Brake  // of what comes; of who reads the WebSocket
	through *admission.Visit // the player's own, if conn is a proxy's; or nil
	own     bool             // the page's origin is this host's
	tab     string           // of the browser, that they are in; "" if they have not said

	mu     sync.Mutex
	wished func(Wish)
	said   []Wish // before somebody wanted to know
}

// Wish is what a page says besides what is typed: one of its fields is there.
type Wish struct {
	Name  *string // to be called so
	Sound *bool   // to hear the match
}

// Getenv returns what is known of the visitor's environment, which is the page's own.
func (t *Terminal) Getenv(name string) string {
	switch name {
	case "TERM":
		return "xterm-256color"
	case "COLORTERM":
		return "truecolor"
	case "LANG":
		return "C.UTF-8"
	}
	return ""
}

// OnWish has f called for what the page wishes, one after the other. It must not wait.
func (t *Terminal) OnWish(f func(Wish)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wished = f
	for _, w := range t.said {
		f(w)
	}
	t.said = nil
}

// say passes on what the page says.
func (t *Terminal) say(w Wish) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.wished != nil:
		t.wished(w)
	case len(t.said) < maxSaid:
		t.said = append(t.said, w)
	}
}

// maxSaid is how much a page may say before it is heard.
const maxSaid = 16

// Write sends what the page is to show, and hangs up when it takes nothing for too long.
func (t *Terminal) Write(b []byte) (int, error) {
	if err := t.send(websocket.MessageBinary, b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Tell sends the page a text message.
func (t *Terminal) Tell(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return t.send(websocket.MessageText, text)
}

// send writes a message, for which the conn has a deadline.
func (t *Terminal) send(kind websocket.MessageType, b []byte) error {
	err := t.ws.Write(context.Background(), kind, b)
	if err != nil {
		t.conn.Close()
	}
	return err
}

// listen reads what the page sends until it leaves, and then returns nil, or until the connection ends.
func (t *Terminal) listen(ctx context.Context) error {
	for {
		kind, b, err := t.ws.Read(ctx)
		if err != nil {
			return err
		}
		cost := len(b)
		switch kind {
		case websocket.MessageBinary:
			t.Put(b)
		default:
			cost += textCost
			if left, err := t.take(b); left || err != nil {
				return err
			}
		}
		t.took(cost)
	}
}

// took waits where a page sends more than a player does.
func (t *Terminal) took(cost int) {
	if wait := t.pace.Took(messageCost+cost, time.Now()); wait > 0 {
		admission.Pause(wait, t.Drained())
	}
}

// take does what a text message says, and reports whether the player leaves.
func (t *Terminal) take(text []byte) (left bool, err error) {
	m, err := parse(text)
	switch {
	case err != nil:
		return false, err
	case m.Hello != nil:
		return false, errMessage
	case m.Resize != nil:
		t.Resize(m.Resize.Columns, m.Resize.Rows)
	case m.Leave != nil:
		t.End(io.EOF)
		return *m.Leave, nil
	default:
		t.say(Wish{Name: m.Name, Sound: m.Sound})
	}
	return false, nil
}
