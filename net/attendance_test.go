package net

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
)

func TestWhoTellsWhoIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		arena, _ := assets.Arena("open")
		h := played{Bots: 1, Skill: 1, Setup: &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}}.host(HostConfig{Title: "Range", BotNames: []string{"Bot"}})
		ctx, cancel := context.WithCancel(t.Context())
		go h.Run(ctx)
		synctest.Wait() // the bot comes with the first tick
		c := NewClient(ClientConfig{Name: "Ann", Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			h.Add(far)
			return near
		}})
		for range 30 {
			c.Frame(time.Now(), 0)
			time.Sleep(time.Second / 30)
		}
		a, err := h.Who()
		if err != nil || a.Title != "Range" || a.Arena != "open" || len(a.Pilots) != 2 || len(a.Scores) != 2 {
			t.Fatalf("%+v, %v", a, err)
		}
		if a.Pilots[0].Name != "Bot" || a.Pilots[1].Name != "Ann" || a.Players != 1 || a.Bots != 1 {
			t.Errorf("%+v", a)
		}
		c.Leave()
		cancel()
		synctest.Wait()
		if _, err := h.Who(); err == nil {
			t.Error("a host that has closed tells who is there")
		}
	})
}
