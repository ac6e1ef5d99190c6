package webd

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
	"dogfight/testkit"
)

// relays has somebody who is no browser pass on what a page of an origin says, and returns whether the host takes what another
// key says of the page's.
func (d *door) relays(page string, client *http.Client) bool {
	d.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	_, host, _ := strings.Cut(page, "://")
	to := "ws://" + d.Addr().String()
	if client != nil {
		to = "wss://game.example"
	}
	ws, _, err := websocket.Dial(ctx, to+"/ws", &websocket.DialOptions{
		HTTPClient: client, Host: host, HTTPHeader: http.Header{"Origin": {page}}, Subprotocols: []string{subprotocol},
	})
	if err != nil {
		d.Fatal(err)
	}
	defer ws.CloseNow()
	b := &browser{T: d.T, Conn: ws}
	var asked challenge
	json.Unmarshal([]byte(b.hears()), &asked)
	b.says(`{"hello": {"columns": 80, "rows": 24, "vouch": "Z29vZA", "proof": %s}}`, testkit.NewWebPlayer().Proof(page, asked.Challenge))
	return strings.Contains(b.hears(), `"linked":`)
}

func TestWhatIsVouchedForAtAnotherHostCountsForNothingHoweverThisOneIsCalled(t *testing.T) {
	t.Parallel()
	vouched := func(*Visitor, []byte) string { return "SHA256:native" }
	machine, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	d := openDoor(t, Config{Vouched: vouched, Origins: admission.Origins{"https://club.example"}})
	_, port, _ := net.SplitHostPort(d.Addr().String())
	for page, want := range map[string]bool{
		"http://127.0.0.1:" + port:             true,
		"http://localhost:" + port:             true,
		"http://" + machine + ":" + port:       true,
		"https://club.example":                 true, // the operator says so
		"http://10.0.0.5:" + port:              false,
		"http://127.0.0.1:1":                   false, // another host on this machine
		"http://127.0.0.1":                     false,
		"http://localhost":                     false,
		"http://other.local:" + port:           false,
		"https://127.0.0.1:" + port:            false,
		"http://[::ffff:7f00:1]:" + port:       true,
		"http://[2001:db8::1]:" + port:         false,
		"http://other-" + machine + ":" + port: false,
	} {
		if got := d.relays(page, nil); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
	anybody := openDoor(t, Config{Vouched: vouched, Origins: admission.Origins{admission.AnyOrigin}})
	if anybody.relays("https://club.example", nil) {
		t.Error("a host that lets all pages play takes them for its own")
	}
}

func TestOverTLSAHostIsWhatItsCertificateSays(t *testing.T) {
	t.Parallel()
	a, f := newAuthority(t), newFiles(t)
	f.writes(a, "game.example", time.Now())
	c, err := ReadCertificate(f.certificate, f.key, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{TLS: c.TLS(), Vouched: func(*Visitor, []byte) string { return "SHA256:native" }})
	for page, want := range map[string]bool{"https://game.example": true, "https://other.example": false, "https://127.0.0.1": false} {
		if got := d.relays(page, d.browserOf(a, "game.example")); got != want {
			t.Errorf("%s: %v", page, got)
		}
	}
}
