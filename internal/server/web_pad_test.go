package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"dogfight/net/webd"
	"dogfight/testkit"
	"dogfight/ui/input"
)

// thumbs are those of a player on a phone.
type thumbs struct {
	*testing.T
	ctx context.Context
	ws  *websocket.Conn
}

// A pad's keys as a page sends them.
func padDown(k input.Key) string { return fmt.Sprintf("\x1b[%du", 63488+k-input.PadUp) }
func padUp(k input.Key) string   { return fmt.Sprintf("\x1b[%d;1:3u", 63488+k-input.PadUp) }

func (p *thumbs) send(bytes ...string) {
	p.ws.Write(p.ctx, websocket.MessageBinary, []byte(strings.Join(bytes, "")))
}

// hears waits for a text message that holds something.
func (p *thumbs) hears(wanted string) {
	p.Helper()
	for {
		kind, message, err := p.ws.Read(p.ctx)
		switch {
		case err != nil:
			p.Fatalf("waiting for %s: %v", wanted, err)
		case kind == websocket.MessageBinary:
			if strings.Contains(string(message), "\x1b[5n") { // how far the terminal is
				p.send("\x1b[0n")
			}
		case !json.Valid(message):
			p.Fatalf("got %s", message)
		case strings.Contains(string(message), wanted):
			return
		}
	}
}

// TestAPhoneFliesAndTalksByItsThumbs plays a real match by what a page sends for two thumbs.
func TestAPhoneFliesAndTalksByItsThumbs(t *testing.T) {
	t.Parallel()
	addr := opensWeb(t, func(_ *Server, vs *visitors) func(context.Context, *webd.Terminal) error {
		return (&webServer{visitors: vs}).play
	})
	ctx := testkit.Context(t)
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+"/ws", &websocket.DialOptions{Subprotocols: []string{"dogfight.1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer ws.CloseNow()
	ws.SetReadLimit(1 << 20)
	p := &thumbs{t, ctx, ws}
	ws.Write(ctx, websocket.MessageText, []byte(`{"hello": {"name": "Nova", "columns": 60, "rows": 24, "touch": true}}`))
	p.hears(`{"input":{"for":"fly","a":"FIRE","b":"BOOST","x":"SCORES","y":"CHAT"}}`)
	p.send(padDown(input.PadY), padUp(input.PadY))
	p.hears(`{"input":{"for":"text","a":"SEND","b":"BACK"}}`)
	p.send("\x15\x1b[200~here I come\x1b[201~\r")
	p.hears(`"for":"fly"`)
	p.send(padDown(input.PadMenu), padUp(input.PadMenu))
	p.hears(`{"input":{"for":"menu","a":"OK","b":"BACK"}}`)
	p.send(padDown(input.PadB), padUp(input.PadB))
	p.hears(`"for":"fly"`)
	ws.Write(ctx, websocket.MessageText, []byte(`{"sound": true}`))
	p.send(padDown(input.PadUp), padDown(input.PadRight), padDown(input.PadA), padUp(input.PadUp))
	p.hears(`["cannon"]`) // the player's own, which is as loud as can be
	p.hears(`["cannon"]`) // and goes on
}
