package sound_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/link/lossy"
	"dogfight/ui/sound"
)

// fight is a match of bots in virtual time, one of which flies as the player who hears it.
type fight struct {
	arena      string
	bots       int
	lasts      time.Duration
	limit      game.Tick // of the match
	weapon     string    // the player's
	conditions lossy.Conditions
}

// frameTime is how often the player's screen is drawn.
const frameTime = time.Second / 60

// hear plays the fight and calls each with what is seen and heard in each frame, and with how long it has lasted by then.
func (f fight) hear(t *testing.T, each func(at time.Duration, v *net.View, cues []sound.Cue)) {
	synctest.Test(t, func(t *testing.T) {
		arena, err := assets.Arena(f.arena)
		if err != nil {
			t.Fatal(err)
		}
		setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: f.limit}
		host := net.NewHost(net.HostConfig{BotNames: []string{"Bot"}}, net.FixedMatch(setup, net.MatchOptions{Bots: f.bots, Skill: 3}, 4))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			host.Run(ctx)
		}()
		client := net.NewClient(net.ClientConfig{Name: "Ann", Weapon: f.weapon, Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			there, back := f.conditions, f.conditions
			there.Seed, back.Seed = 1, 2
			host.Add(lossy.New(far, there))
			return lossy.New(near, back)
		}})
		f.fly(client, each)
		stop()
		<-ended
	})
}

func (f fight) fly(client *net.Client, each func(time.Duration, *net.View, []sound.Cue)) {
	time.Sleep(frameTime / 3) // no frame falls on a tick: which of both came first would be left to chance
	var hears sound.Ear
	pilot, fingers := bot.New(4, 9), bot.Fingers{Chance: game.NewChance(9)}
	view, began := &net.View{Me: -1}, time.Now()
	for time.Since(began) < f.lasts {
		var in game.Input
		place := game.Point{}
		if view.World != nil && view.Me >= 0 {
			in = fingers.Press(pilot.Fly(view.World, view.Setup, view.Me))
			ship := &view.World.Ships[view.Me]
			place = game.Point{X: ship.X, Y: ship.Y}
		}
		view = client.Frame(time.Now(), in)
		each(time.Since(began), view, hears.Hear(view, place))
		time.Sleep(frameTime)
	}
}
