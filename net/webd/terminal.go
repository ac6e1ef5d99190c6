package webd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Visitor is a player or spectator at a page.
type Visitor struct {
	Name     string // unchecked
	Watch    bool   // a spectator
	Touch    bool   // has no keyboard
	Still    bool   // wants less motion
	Identity string // fingerprint of the proven key or token; "" for none
	Linked   string // fingerprint of another key of theirs, by Config.Vouched; "" for none
	Origin   string // of the page; "" for a program
	Remote   string // address, for logs
}

// Terminal is a visitor's terminal. Its methods are safe for concurrent use.
type Terminal struct {
	*window.Terminal
	Visitor
	ws      *websocket.Conn
	conn    *conn            // below it
	pace    admission.Brake  // of input; owned by the reader of the WebSocket
	through *admission.Visit // the visitor's own, if conn is a proxy's; or nil
	ours    bool             // the page's origin is this host's
	tab     string           // random id of the browser tab; "" for none

	mu        sync.Mutex
	onRequest func(Request)
	early     []Request // before OnRequest
}

// Request is a message of the page that is not input. One of its fields is set.
type Request struct {
	Name  *string // new name
	Sound *bool   // on or off
}

// Getenv returns a variable of the terminal's environment.
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

// OnRequest calls f for each Request, one after the other. f must not block.
func (t *Terminal) OnRequest(f func(Request)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.onRequest = f
	for _, w := range t.early {
		f(w)
	}
	t.early = nil
}

// request passes on a Request.
func (t *Terminal) request(w Request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.onRequest != nil:
		t.onRequest(w)
	case len(t.early) < maxEarly:
		t.early = append(t.early, w)
	}
}

// maxEarly is the number of requests that wait for OnRequest.
const maxEarly = 16

// Write sends output, and closes the connection if the page takes nothing for too long.
func (t *Terminal) Write(b []byte) (int, error) {
	if err := t.send(websocket.MessageBinary, b); err != nil {
		return 0, err
	}
	return len(b), nil
}

// SendText sends the page a text message.
func (t *Terminal) SendText(message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return t.send(websocket.MessageText, text)
}

// send writes a message. The conn sets a deadline.
func (t *Terminal) send(kind websocket.MessageType, b []byte) error {
	err := t.ws.Write(context.Background(), kind, b)
	if err != nil {
		t.conn.Close()
	}
	return err
}

// readMessages reads messages until the page leaves, and then returns nil, or until the connection ends.
func (t *Terminal) readMessages(ctx context.Context) error {
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
			if left, err := t.handle(b); left || err != nil {
				return err
			}
		}
		t.charge(cost)
	}
}

// charge waits if a page sends more than a player does.
func (t *Terminal) charge(cost int) {
	if wait := t.pace.Took(messageCost+cost, time.Now()); wait > 0 {
		admission.Pause(wait, t.Drained())
	}
}

// handle handles a text message, and reports whether the player leaves.
func (t *Terminal) handle(text []byte) (left bool, err error) {
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
		t.request(Request{Name: m.Name, Sound: m.Sound})
	}
	return false, nil
}

// message is a text message of a page. One of its fields is set.
type message struct {
	Hello  *hello  `json:"hello"`
	Resize *size   `json:"resize"`
	Name   *string `json:"name"`
	Sound  *bool   `json:"sound"`
	Leave  *bool   `json:"leave"`
}

// hello is the first message of a page.
type hello struct {
	size
	Name  string          `json:"name"`
	Watch bool            `json:"watch"`
	Touch bool            `json:"touch"`
	Still bool            `json:"still"`
	Proof json.RawMessage `json:"proof"`
	Vouch string          `json:"vouch"`
	Tab   string          `json:"tab"`
}

// size is the size of a terminal.
type size struct {
	Columns uint32 `json:"columns"`
	Rows    uint32 `json:"rows"`
}

var errMessage = errors.New("a text message must be a JSON object of one known member")

// parse parses a text message.
func parse(text []byte) (m message, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&m) != nil {
		return message{}, errMessage
	}
	if _, err := d.Token(); err != io.EOF {
		return message{}, errMessage
	}
	members := 0
	for _, is := range [...]bool{m.Hello != nil, m.Resize != nil, m.Name != nil, m.Sound != nil, m.Leave != nil} {
		if is {
			members++
		}
	}
	if members != 1 {
		return message{}, errMessage
	}
	return m, nil
}

// Messages to a page.
type (
	challenge struct {
		Challenge string `json:"challenge"`
	}
	welcome struct {
		Welcome struct {
			Known  bool   `json:"known"`
			Linked string `json:"linked,omitempty"`
		} `json:"welcome"`
	}
	bye struct {
		Bye struct {
			Why   string `json:"why"`
			Again bool   `json:"again"`
		} `json:"bye"`
	}
)
