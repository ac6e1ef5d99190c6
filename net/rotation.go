package net

import (
	"fmt"
	"strings"

	"dogfight/assets"
	"dogfight/game"
)

// Rotation is what a host plays one after the other, over and over: turns with commas between them, each MODE:ARENA,
// MODE or :ARENA. MODE alone is played in another of its arenas each time, :ARENA in the usual mode. "" is none.
type Rotation string

// MaxTurns is how many turns a Rotation has at most.
const maxTurns = 64

// Turn is what is played in a round.
type Turn struct {
	Mode  game.Mode
	Arena string // as MatchOptions call it; "" for any of the mode's
}

// String returns the turn as a Rotation has it.
func (t Turn) String() string {
	if t.Arena == "" {
		return t.Mode.Name()
	}
	return t.Mode.Name() + ":" + t.Arena
}

// turns returns the turns of the rotation, or what is wrong with one. Whether there is such an arena is not looked at.
func (r Rotation) turns() (turns []Turn, err error) {
	if r == "" {
		return nil, nil
	}
	entries := strings.Split(string(r), ",")
	if len(entries) > maxTurns {
		return nil, fmt.Errorf("must be 1 to %d entries, got %d", maxTurns, len(entries))
	}
	for i, text := range entries {
		t, err := ParseTurn(text)
		if err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		turns = append(turns, t)
	}
	return turns, nil
}

// ParseTurn reads MODE:ARENA, MODE or :ARENA. Whether there is such an arena is not looked at.
func ParseTurn(text string) (Turn, error) {
	name, arena, both := strings.Cut(text, ":")
	name, arena = strings.TrimSpace(name), strings.TrimSpace(arena)
	if both && arena == "" || name == "" && arena == "" {
		return Turn{}, fmt.Errorf("must be MODE:ARENA, MODE or :ARENA, got %q", text)
	}
	if name == "" {
		return Turn{game.Modes()[0], arena}, nil
	}
	mode, ok := game.ModeNamed(name)
	switch {
	case ok:
		return Turn{mode, arena}, nil
	case both:
		return Turn{}, fmt.Errorf("no mode called %q: must be one of %s", name, ModeNames())
	}
	return Turn{}, fmt.Errorf("no mode called %q: must be one of %s, or :ARENA", name, ModeNames())
}

// ModeNames lists the names of all modes.
func ModeNames() string {
	var names []string
	for _, m := range game.Modes() {
		names = append(names, m.Name())
	}
	return strings.Join(names, ", ")
}

// Check says which turn of the Rotation cannot be played, and why; the other options are not looked at.
func (o *MatchOptions) Check() error {
	turns, err := o.Rotation.turns()
	if err != nil {
		return err
	}
	for i, t := range turns {
		if _, err := o.arenaOf(t, i); err != nil {
			return fmt.Errorf("entry %d, %q: %w", i+1, t, err)
		}
	}
	return nil
}

// turn returns whose turn it is in a round, with the arena that is meant by it.
func (o *MatchOptions) turn(round int) (Turn, *game.Arena, error) {
	t := Turn{o.Mode, o.Arena}
	if o.Rotation != "" {
		turns, err := o.Rotation.turns()
		if err != nil {
			return t, nil, err
		}
		t, round = turnOf(turns, round)
	}
	arena, err := o.arenaOf(t, round)
	if err == nil && t.Arena == "" {
		t.Arena = arena.Name
	}
	return t, arena, err
}

// turnOf returns the turn of a round, and how often it was that of its mode in any arena before.
func turnOf(turns []Turn, round int) (t Turn, before int) {
	at := round % len(turns)
	t = turns[at]
	for i, other := range turns {
		if other == t {
			before += round / len(turns)
		}
		if other == t && i < at {
			before++
		}
	}
	return t, before
}

// arenaOf returns the arena that a turn names, or the nth of its mode's.
func (o *MatchOptions) arenaOf(t Turn, nth int) (*game.Arena, error) {
	if t.Arena == "" {
		arenas := o.Arenas(t.Mode)
		if len(arenas) == 0 {
			return nil, fmt.Errorf("there is no arena in which %s can be played", t.Mode.Name())
		}
		return arenas[nth%len(arenas)], nil
	}
	arena, err := assets.ArenaIn(o.ArenaFolder, t.Arena)
	if err != nil {
		return nil, err
	}
	if err := t.Mode.Plays(arena, o.teamsIn(t.Mode)); err != nil {
		return nil, fmt.Errorf("%s cannot be played in %s: %w", t.Mode.Name(), arena.Name, err)
	}
	return arena, nil
}

// Arenas returns the arenas of ours in which a mode is played in turn. Of those that it can be played in, these are, as far
// as there are some, the ones that were made for it, and that suit the number of ships.
func (o *MatchOptions) Arenas(mode game.Mode) (arenas []*game.Arena) {
	all := assets.Arenas()
	for _, arena := range all {
		if mode.Plays(arena, o.teamsIn(mode)) == nil {
			arenas = append(arenas, arena)
		}
	}
	for _, suits := range []func(*game.Arena) bool{
		func(a *game.Arena) bool { return assets.MadeFor(a.Name, mode) },
		func(a *game.Arena) bool { return max(o.Bots, o.Fill) >= roomy || len(a.Tiles) <= len(all[0].Tiles) },
	} {
		if some := suitable(arenas, suits); len(some) > 0 {
			arenas = some
		}
	}
	return arenas
}

func suitable(arenas []*game.Arena, suits func(*game.Arena) bool) (some []*game.Arena) {
	for _, arena := range arenas {
		if suits(arena) {
			some = append(some, arena)
		}
	}
	return some
}
