package bot_test

import (
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

// arena returns one of the arenas that are built in.
func arena(t testing.TB, name string) *game.Arena {
	t.Helper()
	a, err := assets.Arena(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// setup returns a match without limits.
func setup(t testing.TB, name string) *game.Setup {
	return &game.Setup{Arena: arena(t, name), Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// crowd returns a match of bots of all levels and ships after some seconds.
func crowd(t testing.TB, mode game.Mode, bots, ticks int) *match {
	s := setup(t, "open")
	s.Mode = mode
	m := newMatch(s, 5)
	for i := range bots {
		b := bot.New(1+i%bot.MaxSkill, uint64(i))
		m.join(&b, ship{class: uint8(i % len(s.Classes)), weapon: uint8(i / 2 % len(s.Weapons))},
			uint8(mode.Teams()*(1+i%2)/2))
	}
	for range ticks {
		m.tick(nil)
	}
	return m
}
