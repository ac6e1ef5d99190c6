package server

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/net/webd"
	"dogfight/net/window"
	"dogfight/testkit"
	"dogfight/ui"
	"dogfight/ui/input"
	"dogfight/ui/sound"
)

// speaking is a webTerminal with open loudspeakers and a page with sound, of which nothing was sent yet.
func speaking(crowded bool) *webTerminal {
	t, yes := &webTerminal{}, true
	t.open(70, func() bool { return crowded })
	t.request(webd.Request{Sound: &yes})
	return t
}

// sends returns the messages that go with the next frame, as JSON.
func (t *webTerminal) sends() (texts []string) {
	volume, cues := t.due(time.Now())
	if volume != nil {
		texts = append(texts, asJSON(volume))
	}
	if cues != nil {
		texts = append(texts, asJSON(cues))
	}
	return texts
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestCuesAddFewBytesToAFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := speaking(false)
		page.Play([]sound.Cue{{Effect: sound.Hurt, Gain: 1, Pitch: 1}, {Effect: sound.LowHP, Gain: 1}})
		page.Play([]sound.Cue{{Effect: sound.Cannon, Gain: 0.371, Pan: -0.52, Dull: 0.4, Pitch: 0.96}})
		if got := page.sends(); !slices.Equal(got, []string{`{"volume":70}`, `{"cues":[["hurt"],["lowHP"],["cannon",37,-52,40,96]]}`}) {
			t.Errorf("the first frame has %q", got)
		}
		if got := page.sends(); got != nil {
			t.Errorf("the second has %q", got)
		}
		page.SetVolume(30)
		page.Play([]sound.Cue{{Effect: sound.Struck, Gain: 0.5, Pitch: 1}})
		if got := page.sends(); !slices.Equal(got, []string{`{"volume":30}`, `{"cues":[["struck",50]]}`}) {
			t.Errorf("the third has %q", got)
		}
	})
}

func TestNoCuesAreSentToAPageWithoutSound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := []sound.Cue{{Effect: sound.Cannon, Gain: 1}}
		page, no := &webTerminal{}, false
		page.open(70, func() bool { return false })
		page.Play(shot)
		if got := page.sends(); got != nil {
			t.Errorf("before its request it gets %q", got)
		}
		page = speaking(false)
		page.Play(shot)
		page.request(webd.Request{Sound: &no})
		page.Play(shot)
		if got := page.sends(); got != nil {
			t.Errorf("when it has changed its mind it gets %q", got)
		}
		page = speaking(false)
		page.Play(shot)
		page.Close()
		if got := page.sends(); got != nil {
			t.Errorf("when the screen has closed the loudspeakers it gets %q", got)
		}
	})
}

func TestCuesWithoutAFrameAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := speaking(false)
		page.sends()
		for range 1000 { // as long as no frame can be sent
			page.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}, {Effect: sound.Cannon, Gain: 1}})
		}
		if n := len(page.cues); n > maxCuesWaiting {
			t.Errorf("%d cues wait", n)
		}
		time.Sleep(maxCueAge)
		if got := page.sends(); got != nil {
			t.Errorf("too late it gets %q", got)
		}
		page.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}})
		time.Sleep(maxCueAge)
		page.Play([]sound.Cue{{Effect: sound.Hurt, Gain: 1}})
		if got := page.sends(); !slices.Equal(got, []string{`{"cues":[["hurt"]]}`}) {
			t.Errorf("of one that is too old and a new one it gets %q", got)
		}
	})
}

func TestOnlyTheMostImportantCuesAreSentOnACrowdedLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			crowded bool
			most    int
		}{{false, maxCues}, {true, maxCuesCrowded}} {
			page := speaking(c.crowded)
			for e := sound.Cannon; e < sound.Effects; e++ {
				page.Play([]sound.Cue{{Effect: e, Gain: 1}})
			}
			_, cues := page.due(time.Now())
			if len(cues.Cues) != c.most {
				t.Errorf("crowded %v: %d cues are sent", c.crowded, len(cues.Cues))
			}
			for _, cue := range cues.Cues {
				if cue.Effect.Place().Rank < sound.Hurt.Place().Rank {
					t.Errorf("crowded %v: %v is sent, but not all that matters more", c.crowded, cue.Effect)
				}
			}
		}
	})
}

// mostCueBytes is the limit of cues in bytes a second, on average over a fight of the maximum number of ships.
const mostCueBytes = 1500

func TestCuesOfTheThickestFightAreFewBytes(t *testing.T) {
	t.Parallel()
	const lasts, frame = 60 * time.Second, time.Second / 30
	for _, bots := range []int{7, game.MaxShips - 1} {
		page, sent, texts, loudest := speaking(false), 0, 0, 0
		page.sends()
		playFight(t, bots, lasts, frame, func(cues []sound.Cue) {
			page.Play(cues)
			for _, text := range page.sends() {
				sent, texts, loudest = sent+len(text), texts+1, max(loudest, len(text))
			}
		})
		each := sent / int(lasts/time.Second)
		t.Logf("%d ships: %d bytes a second in %d texts, the longest of %d bytes", bots+1, each, texts/int(lasts/time.Second), loudest)
		if each > mostCueBytes || sent == 0 {
			t.Errorf("%d ships: %d bytes a second", bots+1, each)
		}
	}
}

// playFight calls each with the player's cues of each frame of a match with bots.
func playFight(t *testing.T, bots int, lasts, frame time.Duration, each func([]sound.Cue)) {
	synctest.Test(t, func(t *testing.T) { playFightInBubble(t, bots, lasts, frame, each) })
}

func playFightInBubble(t *testing.T, bots int, lasts, frame time.Duration, each func([]sound.Cue)) {
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	host := net.NewHost(net.HostConfig{BotNames: []string{"Bot"}}, net.FixedMatch(setup, net.MatchOptions{Bots: bots, Skill: 3}, 4))
	ctx, stop := context.WithCancel(t.Context())
	defer synctest.Wait()
	defer stop()
	go host.Run(ctx)
	client := net.NewClient(net.ClientConfig{Name: "Ann", Dial: func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		host.Add(far)
		return near
	}})
	var ear sound.Ear
	pilot, fingers := bot.New(4, 9), bot.Fingers{Chance: game.NewChance(9)}
	view, began := &net.View{Me: -1}, time.Now()
	for time.Since(began) < lasts {
		var in game.Input
		place := game.Point{}
		if view.World != nil && view.Me >= 0 {
			in = fingers.Press(pilot.Fly(view.World, view.Setup, view.Me))
			place = game.Point{X: view.World.Ships[view.Me].X, Y: view.World.Ships[view.Me].Y}
		}
		view = client.Frame(time.Now(), in)
		each(ear.Hear(view, place))
		time.Sleep(frame)
	}
}

// speaker is a ui.Speaker that forwards its cues, and stores the JSON of each.
type speaker struct {
	ui.Speaker
	mu    sync.Mutex
	texts map[string]int
}

func (h *speaker) Play(cues []sound.Cue) {
	h.mu.Lock()
	for _, c := range cues {
		h.texts[asJSON(cueText(c))]++
	}
	h.mu.Unlock()
	h.Speaker.Play(cues)
}

// opensWeb opens a door for browsers with an endless match of two bots. play serves its pages.
func opensWeb(t *testing.T, play func(*Server, *visitors) func(context.Context, *webd.Terminal) error) (addr string) {
	t.Helper()
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	match := net.FixedMatch(setup, net.MatchOptions{Bots: 2, Skill: 3}, rand.Uint64())
	s := StartFor(tempDirs(t), net.HostConfig{HostOptions: net.HostOptions{Title: "Test"}, BotNames: []string{"Bot"}}, match, nil)
	t.Cleanup(s.Close)
	s.windows = window.NewPool(admission.Limits{})
	s.lobby = s.newLobby()
	vs := newVisitors(s.Entrance)
	t.Cleanup(vs.forget)
	door, err := webd.Listen("127.0.0.1:0", webd.Config{Windows: s.windows, Pages: s.webPages(&Options{}), Play: play(s, vs)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(door.Close)
	return door.Addr().String()
}

// opensWithSound opens a page's WebSocket, with sound.
func opensWithSound(ctx context.Context, t *testing.T, addr string) *websocket.Conn {
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

// TestAPageGetsTheSoundsOfANativePlayer fires at two bots, and compares the cues of the page with those of a native player's loudspeakers.
func TestAPageGetsTheSoundsOfANativePlayer(t *testing.T) {
	t.Parallel()
	native := &speaker{texts: map[string]int{}}
	addr := opensWeb(t, func(_ *Server, vs *visitors) func(context.Context, *webd.Terminal) error {
		return func(ctx context.Context, terminal *webd.Terminal) error {
			page := &webTerminal{Terminal: terminal}
			terminal.OnRequest(page.request)
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
	ws := opensWithSound(ctx, t, addr)
	page, volume, shots, others := map[string]int{}, 0, 0, 0
	for shots < 3 || others < 3 {
		kind, message, err := ws.Read(ctx)
		if err != nil {
			t.Fatalf("got %v, and then %v", page, err)
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
			case volume != input.UsualVolume:
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
			t.Errorf("the page got %s %d times, a native player %d times", cue, n, native.texts[cue])
		}
	}
}

func TestSamplesAreServedOnceAndCached(t *testing.T) {
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
