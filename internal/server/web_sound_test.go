package server

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/webd"
	"dogfight/ui/sound"
)

// speaking is a webTerminal of which nothing is sent, that a screen has opened and the page wants to hear.
func speaking(crowded bool) *webTerminal {
	t, yes := &webTerminal{}, true
	t.open(70, func() bool { return crowded })
	t.wish(webd.Wish{Sound: &yes})
	return t
}

// sends returns what goes with the next frame, as JSON.
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

func TestCuesGoWithAFrameInFewBytes(t *testing.T) {
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

func TestNothingIsSentToAPageThatDoesNotWantToHear(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shot := []sound.Cue{{Effect: sound.Cannon, Gain: 1}}
		page, no := &webTerminal{}, false
		page.open(70, func() bool { return false })
		page.Play(shot)
		if got := page.sends(); got != nil {
			t.Errorf("before it has said so it gets %q", got)
		}
		page = speaking(false)
		page.Play(shot)
		page.wish(webd.Wish{Sound: &no})
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

func TestWhereNoFrameGoesCuesAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		page := speaking(false)
		page.sends()
		for range 1000 { // a frame could not go out for so long
			page.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}, {Effect: sound.Cannon, Gain: 1}})
		}
		if n := len(page.cues); n > mostCuesWaiting {
			t.Errorf("%d cues wait", n)
		}
		time.Sleep(staleCue)
		if got := page.sends(); got != nil {
			t.Errorf("too late it gets %q", got)
		}
		page.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}})
		time.Sleep(staleCue)
		page.Play([]sound.Cue{{Effect: sound.Hurt, Gain: 1}})
		if got := page.sends(); !slices.Equal(got, []string{`{"cues":[["hurt"]]}`}) {
			t.Errorf("of one that is too old and a new one it gets %q", got)
		}
	})
}

func TestOnACrowdedLineOnlyWhatMattersMostIsSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			crowded bool
			most    int
		}{{false, mostCues}, {true, mostCuesCrowded}} {
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

// mostCueBytes is how many bytes a second may be sent of cues, on average over a fight of as many ships as there can be.
const mostCueBytes = 1500

func TestCuesOfTheThickestFightAreFewBytes(t *testing.T) {
	t.Parallel()
	const lasts, frame = 60 * time.Second, time.Second / 30
	for _, bots := range []int{7, game.MaxShips - 1} {
		page, sent, texts, loudest := speaking(false), 0, 0, 0
		page.sends()
		hearFight(t, bots, lasts, frame, func(cues []sound.Cue) {
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

// hearFight calls each with what a player hears in each frame of a match with bots.
func hearFight(t *testing.T, bots int, lasts, frame time.Duration, each func([]sound.Cue)) {
	synctest.Test(t, func(t *testing.T) {
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
		var hears sound.Ear
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
			each(hears.Hear(view, place))
			time.Sleep(frame)
		}
	})
}
