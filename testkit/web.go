package testkit

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// WebPlayer is the identity that a page proves. The zero value has none.
type WebPlayer struct {
	key   ed25519.PrivateKey
	token []byte
}

// NewWebPlayer returns a player with a new key.
func NewWebPlayer() WebPlayer { return KeyedPlayer(randomly(ed25519.SeedSize)) }

// KeyedPlayer returns the player with the key of a seed.
func KeyedPlayer(seed []byte) WebPlayer { return WebPlayer{key: ed25519.NewKeyFromSeed(seed)} }

// TokenPlayer returns a player with a new token.
func TokenPlayer() WebPlayer { return WebPlayer{token: randomly(32)} }

// Proof answers a challenge as a page of an origin does; nil without an identity.
func (p WebPlayer) Proof(origin, challenge string) json.RawMessage {
	switch {
	case p.key != nil:
		public := p.key.Public().(ed25519.PublicKey)
		return object(map[string]string{"key": encode(public), "signature": encode(p.Sign(origin, challenge))})
	case p.token != nil:
		return object(map[string]string{"token": encode(p.token)})
	}
	return nil
}

// Sign returns the signature in such a proof.
func (p WebPlayer) Sign(origin, challenge string) []byte {
	return ed25519.Sign(p.key, []byte("dogfight browser proof\n"+origin+"\n"+challenge+"\n"))
}

// Fingerprint returns the player's fingerprint at hosts; "" without an identity.
func (p WebPlayer) Fingerprint() string {
	var hashed []byte
	switch {
	case p.key != nil:
		hashed = append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), p.key.Public().(ed25519.PublicKey)...)
	case p.token != nil:
		hashed = append([]byte("dogfight browser token\x00"), p.token...)
	default:
		return ""
	}
	sum := sha256.Sum256(hashed)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// NewTab returns the id of a browser's tab.
func NewTab() string { return encode(randomly(32)) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func randomly(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

func object(of any) json.RawMessage {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return text
}

// WebPage is the browser's end of a WebSocket, as net/webd/doc.go specifies it, without a browser. It is not safe for concurrent use.
type WebPage struct {
	testing.TB
	*websocket.Conn
	Origin    string
	Challenge string
	Screen    strings.Builder // output for the terminal
	Texts     []string        // messages from the host
	Ended     error           // the error that ended it
}

// maxWait is the limit of any wait of a WebPage.
const maxWait = time.Minute

// WebHello is the first message of a page.
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

// WebWelcome is the answer of a host.
type WebWelcome struct {
	Known  bool   `json:"known"`
	Linked string `json:"linked"`
}

// OpenWebPage opens the WebSocket of the host's own page, and reads the challenge. It is closed when the test ends.
func OpenWebPage(t testing.TB, addr string) *WebPage {
	t.Helper()
	p := &WebPage{TB: t, Origin: "http://" + addr}
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
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
	if err := json.Unmarshal([]byte(p.ReadText()), &first); err != nil || len(first.Challenge) != 43 {
		t.Fatalf("the host began with %v, %v", p.Texts, err)
	}
	p.Challenge = first.Challenge
	return p
}

// Visitor opens a WebSocket, sends a hello of a player, and returns the welcome. The size is 100x30 if the hello has none.
func Visitor(t testing.TB, addr string, who WebPlayer, h WebHello) (*WebPage, WebWelcome) {
	t.Helper()
	p := OpenWebPage(t, addr)
	if h.Columns == 0 {
		h.Columns, h.Rows = 100, 30
	}
	if h.Proof == nil {
		h.Proof = who.Proof(p.Origin, p.Challenge)
	}
	return p, p.SendHello(h)
}

// SendHello sends a hello, and returns the welcome.
func (p *WebPage) SendHello(h WebHello) WebWelcome {
	p.Helper()
	p.Send("hello", h)
	var answer struct{ Welcome *WebWelcome }
	if err := json.Unmarshal([]byte(p.ReadText()), &answer); err != nil || answer.Welcome == nil {
		p.Fatalf("it was answered %v, %v", p.Texts, err)
	}
	return *answer.Welcome
}

// Send sends a text message of one member. An error shows at the next read.
func (p *WebPage) Send(name string, value any) {
	p.Write(context.Background(), websocket.MessageText, object(map[string]any{name: value}))
}

// Type sends key presses.
func (p *WebPage) Type(text string) {
	p.Write(context.Background(), websocket.MessageBinary, []byte(text))
}

// Next reads one message, or returns why there are no more.
func (p *WebPage) Next() error {
	if p.Ended != nil {
		return p.Ended
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	kind, message, err := p.Read(ctx)
	switch {
	case err != nil:
		p.Ended = err
	case kind == websocket.MessageText:
		p.Texts = append(p.Texts, string(message))
	default:
		p.Screen.Write(message)
	}
	return err
}

func (p *WebPage) ReadText() string {
	p.Helper()
	for had := len(p.Texts); len(p.Texts) == had; {
		if err := p.Next(); err != nil {
			p.Fatalf("instead of a text: %v", err)
		}
	}
	return p.Texts[len(p.Texts)-1]
}

// Expect waits until the terminal has got a text.
func (p *WebPage) Expect(text string) {
	p.Helper()
	for !strings.Contains(p.Screen.String(), text) {
		if err := p.Next(); err != nil {
			p.Fatalf("expected to see %q, saw %q, and then %v", text, p.Screen.String(), err)
		}
	}
}

// ReadEnd waits for the end, and returns the host's reason and the status.
func (p *WebPage) ReadEnd() (why string, status websocket.StatusCode) {
	for p.Next() == nil {
	}
	var last struct{ Bye struct{ Why string } }
	if len(p.Texts) > 0 {
		json.Unmarshal([]byte(p.Texts[len(p.Texts)-1]), &last)
	}
	return last.Bye.Why, websocket.CloseStatus(p.Ended)
}

// ExpectRefusal sends a hello and expects a refusal with these words in its reason.
func (p *WebPage) ExpectRefusal(h WebHello, words string) {
	p.Helper()
	p.Send("hello", h)
	if why, status := p.ReadEnd(); !strings.Contains(why, words) || words == "" || status != websocket.StatusPolicyViolation {
		p.Errorf("it is sent away with %q, %v; expected %q", why, status, words)
	}
}
