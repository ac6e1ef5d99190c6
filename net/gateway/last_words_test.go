package gateway

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/coder/websocket"

	"dogfight/game"
	dogfight "dogfight/net"
)

func TestTheHostsLastWordsCloseAWebSocket(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(r *rig, g *Gateway)
		code websocket.StatusCode
		want string
	}{
		{"the match closes", func(r *rig, g *Gateway) { r.close() }, websocket.StatusGoingAway, "the host closed the match"},
		{"the gateway closes", func(r *rig, g *Gateway) { g.Close() }, websocket.StatusGoingAway, "the host is closing"},
		{"a kick", func(r *rig, g *Gateway) { r.kick("be nice") }, websocket.StatusPolicyViolation, "the host kicked you: be nice"},
		{"a wordy kick", func(r *rig, g *Gateway) { r.kick(strings.Repeat("é", 80)) }, websocket.StatusPolicyViolation,
			("the host kicked you: " + strings.Repeat("é", 80))[:123]},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, dogfight.HostConfig{})
			g, l := r.openPiped("carnage=:0,websocket")
			ws, _, err := dialWebSocket(l.dial(), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.boards(stands(t, ws, "Ann"))
			go c.end(r, g)
			for err == nil {
				_, _, err = ws.ws.Read(context.Background())
			}
			var said websocket.CloseError
			if !errors.As(err, &said) || said.Code != c.code || said.Reason != c.want {
				t.Errorf("%s: expected %v, %q; came %v", c.name, c.code, c.want, err)
			}
			ws.Close()
		})
	}
}

func (r *rig) kick(why string) {
	all, err := r.host.Pilots()
	if err != nil || len(all) != 1 {
		r.Errorf("%+v, %v", all, err)
		return
	}
	r.host.Kick(all[0].ID, why)
}

func TestAVisitorToAFullMatchIsToldSoOverAWebSocket(t *testing.T) {
	if testing.Short() {
		t.Skip("a full match; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	defer r.crowd(game.MaxShips)()
	r.waits("a full match", func(w *game.World) bool { return ships(w) == game.MaxShips })
	r.ws = true
	c := r.comes(r.open("carnage=:0,websocket"))
	var err error
	for err == nil {
		_, err = c.look()
	}
	var said websocket.CloseError
	if !errors.As(err, &said) || said.Code != websocket.StatusPolicyViolation || !strings.HasPrefix(said.Reason, "the match is full") {
		t.Errorf("it was told %v", err)
	}
}

func TestAReasonTooLongIsCutBetweenLetters(t *testing.T) {
	for text, want := range map[string]string{
		"short":                             "short",
		strings.Repeat("x", 123):            strings.Repeat("x", 123),
		strings.Repeat("x", 200):            strings.Repeat("x", 123),
		strings.Repeat("x", 122) + "\u00e9": strings.Repeat("x", 122),
		strings.Repeat("🚀", 31):             strings.Repeat("🚀", 30),
	} {
		if came := closeReason(errors.New(text)); came != want {
			t.Errorf("%q: expected %q, came %q", text, want, came)
		}
	}
}
