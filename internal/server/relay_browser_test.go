package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/net/relay"
	"dogfight/testkit"
)

// pageOf opens the WebSocket of an invitation's page at a relay.
func pageOf(t *testing.T, r *Relay, code relay.Code) (*websocket.Conn, error) {
	header := http.Header{"Origin": {strings.TrimSuffix(r.WebURL(), "/")}, "X-Forwarded-For": {"203.0.113.9"}}
	ws, _, err := websocket.Dial(testkit.Context(t), strings.Replace(r.WebURL(), "http", "ws", 1)+string(code)+"/ws", &websocket.DialOptions{
		HTTPHeader: header, Subprotocols: []string{"dogfight.1"},
	})
	if err == nil {
		t.Cleanup(func() { ws.CloseNow() })
	}
	return ws, err
}

// TestABrowserPlaysByARelay: it counts by the address that the relay has seen, whatever it says of itself.
func TestABrowserPlaysByARelay(t *testing.T) {
	t.Parallel()
	r := aRelayWith(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	s := invitingHost(t, r, func(*Options) {})
	ws, err := pageOf(t, r, s.Invitation().Code)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ws.Read(testkit.Context(t)); err != nil {
		t.Fatal(err)
	}
	hello, _ := json.Marshal(map[string]any{"hello": map[string]any{"name": "Comet", "columns": 80, "rows": 24}})
	ws.Write(testkit.Context(t), websocket.MessageText, hello)
	go func() {
		for {
			if _, _, err := ws.Read(context.Background()); err != nil {
				return
			}
		}
	}()
	var at string
	until(t, func() bool {
		pilots, err := s.home.host.Pilots()
		if err == nil && len(pilots) == 1 {
			at = pilots[0].Address
		}
		return at != ""
	})
	if from, err := netip.ParseAddrPort(at); err != nil || !from.Addr().IsLoopback() {
		t.Errorf("the player is at %s", at)
	}
	if f := r.server.Figures(); f.Pairs != 1 {
		t.Errorf("the relay has %+v", f)
	}
	ws.CloseNow()
	until(t, func() bool { return r.server.Figures().Pairs == 0 })
}

func TestAHostMayTakeNoBrowsersByItsInvitation(t *testing.T) {
	t.Parallel()
	r := aRelayWith(t, func(o *Options) { o.Web = "127.0.0.1:0" })
	s := invitingHost(t, r, func(o *Options) { o.InviteNoWeb = true })
	if _, err := pageOf(t, r, s.Invitation().Code); err == nil {
		t.Error("a browser came in")
	}
	answer, err := http.Get(fmt.Sprintf("%s%s/", r.WebURL(), s.Invitation().Code))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if path := answer.Request.URL.Path; path != "/"+string(s.Invitation().Code) {
		t.Errorf("its page is %s, expected the one that says what to type", path)
	}
}
