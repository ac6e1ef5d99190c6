package server

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/webd"
	"dogfight/net/window"
	"dogfight/testkit"
	"dogfight/ui"
	"dogfight/ui/sound"
)

// heard is a Speaker that passes on what it plays, and remembers how a page would be told of it.
type heard struct {
	ui.Speaker
	mu    sync.Mutex
	texts map[string]int
}

func (h *heard) Play(cues []sound.Cue) {
	h.mu.Lock()
	for _, c := range cues {
		h.texts[asJSON(cueText(c))]++
	}
	h.mu.Unlock()
	h.Speaker.Play(cues)
}

// opensWeb opens a door for browsers on a match of two bots that never ends, where play serves.
func opensWeb(t *testing.T, play func(*Server, *visitors) func(context.Context, *webd.Terminal) error) (addr string) {
	t.Helper()
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	match := net.FixedMatch(setup, net.MatchOptions{Bots: 2, Skill: 3}, rand.Uint64())
	s := StartFor(ownDirs(t), net.HostConfig{Title: "Test", BotNames: []string{"Bot"}}, match, nil)
	t.Cleanup(s.Close)
	s.windows = window.NewPool(window.Limits{})
	vs := newVisitors(s)
	t.Cleanup(vs.forget)
	door, err := webd.Listen("127.0.0.1:0", webd.Config{Windows: s.windows, Pages: s.webPages(&Options{}), Play: play(s, vs)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(door.Close)
	return door.Addr().String()
}

// comesToHear opens a page's WebSocket, and wants to hear the match.
func comesToHear(ctx context.Context, t *testing.T, addr string) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+"/ws", &websocket.DialOptions{Subprotocols: []string{"dogfight.1"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ws.CloseNow() })
	ws.SetReadLimit(1 << 20)
	for _, text := range []string{`{"hello": {"name": "Nova", "columns": 100, "rows": 30}}`, `{"sound": true}`} {
		ws.Write(ctx, websocket.MessageText, []byte(text))
	}
	return ws
}

// TestAPageHearsWhatANativePlayerWould fires at two bots, and holds what the page is told against what the loudspeakers of a
// native player are given.
func TestAPageHearsWhatANativePlayerWould(t *testing.T) {
	t.Parallel()
	native := &heard{texts: map[string]int{}}
	addr := opensWeb(t, func(_ *Server, vs *visitors) func(context.Context, *webd.Terminal) error {
		return func(ctx context.Context, terminal *webd.Terminal) error {
			page := &webTerminal{Terminal: terminal}
			terminal.OnWish(page.wish)
			return vs.play(ctx, &visitor{
				Device: page, getenv: terminal.Getenv, user: terminal.Name, remote: terminal.Remote,
				cutOff: func() bool { return false },
				speaker: func(volume int, crowded func() bool) ui.Speaker {
					native.Speaker = page.open(volume, crowded)
					return native
				},
			})
		}
	})
	ctx := testkit.Context(t)
	ws := comesToHear(ctx, t, addr)
	page, volume, shots, others := map[string]int{}, 0, 0, 0
	for shots < 3 || others < 3 {
		kind, message, err := ws.Read(ctx)
		if err != nil {
			t.Fatalf("heard %v, and then %v", page, err)
		}
		if kind == websocket.MessageBinary {
			ws.Write(ctx, websocket.MessageBinary, []byte(" "))
			continue
		}
		var text struct {
			Volume *int
			Cues   []json.RawMessage
		}
		if err := json.Unmarshal(message, &text); err != nil {
			t.Fatal(err)
		}
		if text.Volume != nil {
			volume = *text.Volume
		}
		for _, cue := range text.Cues {
			switch page[string(cue)]++; {
			case volume != usualVolume:
				t.Fatal("there are cues before it is said how loud")
			case string(cue) == `["cannon"]`:
				shots++
			default:
				others++
			}
		}
	}
	native.mu.Lock()
	defer native.mu.Unlock()
	for cue, n := range page {
		if n > native.texts[cue] {
			t.Errorf("the page was told %s %d times, a native player %d times", cue, n, native.texts[cue])
		}
	}
}

func TestSamplesAreServedOnceAndKept(t *testing.T) {
	t.Parallel()
	addr := opensWeb(t, func(*Server, *visitors) func(context.Context, *webd.Terminal) error { return nil })
	get := func(path, tag string) *http.Response {
		r, _ := http.NewRequest("GET", "http://"+addr+path, nil)
		r.Header.Set("If-None-Match", tag)
		answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	var list sound.PackList
	answer := get("/sound.json", "")
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil || len(list.Effects) == 0 {
		t.Fatalf("the list is %+v, %v", list, err)
	}
	for path, cache := range map[string]string{"/sound.json": "no-cache", "/" + list.Samples: "immutable"} {
		first := get(path, "")
		tag := first.Header.Get("ETag")
		if first.StatusCode != http.StatusOK || !strings.Contains(first.Header.Get("Cache-Control"), cache) || !strings.HasPrefix(tag, `"`) {
			t.Errorf("%s is answered %s, %v", path, first.Status, first.Header)
		}
		if again := get(path, tag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s, which the page has, is answered %s", path, again.Status)
		}
	}
	if other := get("/sound/other", ""); other.StatusCode != http.StatusNotFound {
		t.Errorf("samples of another version are answered %s", other.Status)
	}
}
