package testkit

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// Page is a page's end of its WebSocket. It is used by one goroutine.
type WebPage struct {
	testing.TB
	*websocket.Conn
	Origin    string
	Challenge string
	Seen      strings.Builder // what the terminal is to show
	Texts     []string        // what the host said besides
	Ended     error           // why there is no more
}

// Longest is how long anything may take that a Page waits for.
const MaxWebMessage = time.Minute

// Hello is what a page says first.
type WebHello struct {
	Name    string          `json:"name"`
	Watch   bool            `json:"watch,omitempty"`
	Touch   bool            `json:"touch,omitempty"`
	Columns int             `json:"columns"`
	Rows    int             `json:"rows"`
	Proof   json.RawMessage `json:"proof,omitempty"`
	Vouch   string          `json:"vouch,omitempty"`
	Tab     string          `json:"tab,omitempty"`
}

// Welcome is what a host answers.
type WebWelcome struct {
	Known  bool   `json:"known"`
	Linked string `json:"linked"`
}

// Open opens the WebSocket of the host's own page, and takes the challenge. It is closed when the test ends.
func OpenWebPage(t testing.TB, addr string) *WebPage {
	t.Helper()
	p := &WebPage{TB: t, Origin: "http://" + addr}
	ctx, cancel := context.WithTimeout(context.Background(), MaxWebMessage)
	defer cancel()
	var err error
	p.Conn, _, err = websocket.Dial(ctx, "ws://"+addr+"/ws", &websocket.DialOptions{
		HTTPHeader: http.Header{"Origin": {p.Origin}}, Subprotocols: []string{"dogfight.1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.CloseNow() })
	p.SetReadLimit(1 << 20)
	var first struct{ Challenge string }
	if err := json.Unmarshal([]byte(p.Hears()), &first); err != nil || len(first.Challenge) != 43 {
		t.Fatalf("the host began with %v, %v", p.Texts, err)
	}
	p.Challenge = first.Challenge
	return p
}

// Comes opens a WebSocket on which a player has said hello, and returns how they were welcomed. The size is 100x30 if the hello
// has none.
func Visitor(t testing.TB, addr string, who WebPlayer, h WebHello) (*WebPage, WebWelcome) {
	t.Helper()
	p := OpenWebPage(t, addr)
	if h.Columns == 0 {
		h.Columns, h.Rows = 100, 30
	}
	if h.Proof == nil {
		h.Proof = who.Proof(p.Origin, p.Challenge)
	}
	return p, p.Comes(h)
}

// Comes says hello, and returns how the host welcomes that.
func (p *WebPage) Comes(h WebHello) WebWelcome {
	p.Helper()
	p.Says("hello", h)
	var answer struct{ Welcome *WebWelcome }
	if err := json.Unmarshal([]byte(p.Hears()), &answer); err != nil || answer.Welcome == nil {
		p.Fatalf("it was answered %v, %v", p.Texts, err)
	}
	return *answer.Welcome
}

// Says sends a text message of one member. What cannot be sent shows by what is heard.
func (p *WebPage) Says(name string, value any) {
	p.Write(context.Background(), websocket.MessageText, object(map[string]any{name: value}))
}

// Types sends what is typed.
func (p *WebPage) Types(text string) {
	p.Write(context.Background(), websocket.MessageBinary, []byte(text))
}

// Next takes one message, or returns why there are no more.
func (p *WebPage) Next() error {
	if p.Ended != nil {
		return p.Ended
	}
	ctx, cancel := context.WithTimeout(context.Background(), MaxWebMessage)
	defer cancel()
	kind, message, err := p.Read(ctx)
	switch {
	case err != nil:
		p.Ended = err
	case kind == websocket.MessageText:
		p.Texts = append(p.Texts, string(message))
	default:
		p.Seen.Write(message)
	}
	return err
}

// Hears returns the next text message.
func (p *WebPage) Hears() string {
	p.Helper()
	for had := len(p.Texts); len(p.Texts) == had; {
		if err := p.Next(); err != nil {
			p.Fatalf("instead of a text: %v", err)
		}
	}
	return p.Texts[len(p.Texts)-1]
}

// Sees waits until the terminal was sent a text.
func (p *WebPage) Sees(text string) {
	p.Helper()
	for !strings.Contains(p.Seen.String(), text) {
		if err := p.Next(); err != nil {
			p.Fatalf("expected to see %q, saw %q, and then %v", text, p.Seen.String(), err)
		}
	}
}

// Ends waits for the end, and returns the host's last words and the status.
func (p *WebPage) Ends() (why string, status websocket.StatusCode) {
	for p.Next() == nil {
	}
	var last struct{ Bye struct{ Why string } }
	if len(p.Texts) > 0 {
		json.Unmarshal([]byte(p.Texts[len(p.Texts)-1]), &last)
	}
	return last.Bye.Why, websocket.CloseStatus(p.Ended)
}

// Refused says hello and expects to be sent away, with these words among the host's last.
func (p *WebPage) Refused(h WebHello, words string) {
	p.Helper()
	p.Says("hello", h)
	if why, status := p.Ends(); !strings.Contains(why, words) || words == "" || status != websocket.StatusPolicyViolation {
		p.Errorf("it is sent away with %q, %v; expected %q", why, status, words)
	}
}
