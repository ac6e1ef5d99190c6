package net

import (
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
)

func TestOnlyWhoHasASeatOrWatchesHasSettled(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		var settled []string
		list, _ := admission.OpenBans("")
		list.Add("SHA256:gNSIRW+2Iyiuvsdp/bgjy38bvWHw6wQm3tuoXrl3WjQ", "")
		m := startMatch(t, HostConfig{
			Password: "open sesame", Bans: list,
			Settled: func(l link.Link) { settled = append(settled, l.Identity()) },
		})
		silent := m.pipeAs("silent", home)() // says nothing
		guesser := newPilot(ClientConfig{Dial: m.pipeAs("guesser", home), Name: "Guesser", Password: "wrong"})
		unasked := knowing("", m.pipeAs("unasked", home))
		barred := knowing("open sesame", m.pipeAs(vegaKey, home))
		player := knowing("open sesame", m.pipeAs("player", elsewhere))
		watcher := newPilot(ClientConfig{Dial: m.pipeAs("watcher", elsewhere), Name: "Eye", Password: "open sesame", Spectate: true})
		m.fly(2*time.Second, guesser, unasked, barred, player, watcher)
		player.Choose(1, 1, 0) // and nobody twice
		player.Link().Close()
		m.fly(time.Second, player, watcher)
		silent.Close()
		m.end()
		slices.Sort(settled)
		if want := []string{"player", "player", "watcher"}; !slices.Equal(settled, want) { // he came twice
			t.Errorf("%q have, expected %q", settled, want)
		}
	})
}

func TestWhoHasNoShipYetHasNotSettled(t *testing.T) {
	bubble(t, func(t *testing.T) {
		n := 0
		m := startMatch(t, HostConfig{Settled: func(link.Link) { n++ }})
		r := m.raw()
		r.say(hello("Rex"))
		time.Sleep(time.Second)
		m.end()
		if n != 0 {
			t.Errorf("%d have, in %d ticks", n, game.TickRate)
		}
	})
}
