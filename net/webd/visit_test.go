package webd

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"dogfight/net/admission"
)

func TestAPageReportsTouchAndReducedMotion(t *testing.T) {
	t.Parallel()
	visitors := make(chan Visitor, 1)
	d := openDoor(t, Config{Play: func(_ context.Context, t *Terminal) error {
		visitors <- t.Visitor
		return nil
	}})
	d.opens().sends(`{"hello": {"name": "Nova", "watch": true, "columns": 80, "rows": 24, "touch": true, "still": true}}`)
	if v := <-visitors; v.Name != "Nova" || !v.Watch || !v.Touch || !v.Still {
		t.Errorf("the host got %+v", v)
	}
}

func TestAPageIsATerminal(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	b := d.join("Nova", 100, 30)
	b.sees("Nova on 100x30;")
	b.types("hello")
	b.sees("hello")
	b.sends(`{"resize": {"columns": 4000000000, "rows": 40}}`)
	b.sees("400x40;")
	b.types("q")
	b.endsWith(websocket.StatusNormalClosure, `{"bye":{"why":"","again":false}}`)
}

func TestOtherRequestsGetThePage(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	if body := d.gets("/"); body != "the page" {
		t.Errorf("got %q", body)
	}
}

func TestAPageOfAnotherOriginIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	for _, origin := range []string{"http://example.org", "null", "http://127.0.0.1:1", "file://"} {
		if _, r, err := d.dials(origin); err == nil || r == nil || r.StatusCode != http.StatusForbidden {
			t.Errorf("a page of %s is answered %v, %v", origin, r, err)
		}
	}
}

// outcomes returns a Play that reports the ends of visits: by leaving, or by a broken connection.
func outcomes() (play func(context.Context, *Terminal) error, outcome <-chan error) {
	ended := make(chan error, 1)
	return func(ctx context.Context, t *Terminal) error {
		echo(ctx, t)
		ended <- causeOf(ctx)
		return nil
	}, ended
}

func TestLeavingDiffersFromALostConnection(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		goes func(*browser)
		lost bool
	}{
		{"leaves", func(b *browser) { b.sends(`{"leave": true}`) }, false},
		{"disconnects", func(b *browser) { b.CloseNow() }, true},
		{"closes its tab", func(b *browser) { b.Close(websocket.StatusGoingAway, "") }, true},
	} {
		play, outcome := outcomes()
		b := openDoor(t, Config{Play: play}).join("Nova", 80, 24)
		b.sees("80x24")
		c.goes(b)
		if err := <-outcome; (err == ErrLost) != c.lost {
			t.Errorf("a page that %s: %v", c.name, err)
		}
	}
}

func TestAPageThatLeavesGetsNoReason(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		<-ctx.Done()
		return errors.New("the host closed the match")
	}})
	b := d.join("Nova", 80, 24)
	b.sends(`{"leave": true}`)
	b.endsWith(websocket.StatusNormalClosure, `{"bye":{"why":"","again":false}}`)
}

func TestAClosingHostAsksPagesToReconnect(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		<-ctx.Done()
		return errors.New("the host closed the match")
	}})
	b := d.join("Nova", 80, 24)
	go d.Close()
	b.endsWith(websocket.StatusGoingAway, `{"bye":{"why":"the host closed the match","again":true}}`)
}

func TestRubbishEndsTheConnection(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	for text, status := range map[string]websocket.StatusCode{
		`{}`:                                       websocket.StatusPolicyViolation,
		`{"resize": {"columns": -1, "rows": 1}}`:   websocket.StatusPolicyViolation,
		`{"hello": {"columns": 80, "rows": 24}}`:   websocket.StatusPolicyViolation,
		`{"resize": {"columns": 1, "rows": 1}} {}`: websocket.StatusPolicyViolation,
		`{"name": "a", "sound": true}`:             websocket.StatusPolicyViolation,
		`[]`:                                       websocket.StatusPolicyViolation,
		`{"name": "` + strings.Repeat("x", 5000) + `"}`:    websocket.StatusMessageTooBig,
		`{"unknown": "` + strings.Repeat("[", 4000) + `"}`: websocket.StatusPolicyViolation,
	} {
		b := d.join("Nova", 80, 24)
		b.sends("%s", text)
		if got := b.ends(); got != status {
			t.Errorf("%.40s ends it with %v, want %v", text, got, status)
		}
	}
}

func TestASilentPageIsCutOff(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Handshake: 200 * time.Millisecond}})
	b := d.opens()
	if status := b.ends(); status == websocket.StatusNormalClosure {
		t.Error("it ended like a visit that left")
	}
	if body := d.gets("/"); body != "the page" { // others can connect
		t.Errorf("got %q", body)
	}
}
