package net

import (
	"time"

	"dogfight/assets"
	"dogfight/game"
)

// MatchOptions is everything that can be chosen of a match, as plain data: flags, forms and
// dialects set it, a Host plays by it.
type MatchOptions struct {
	Mode         game.Mode
	Arena        string        // by name or file; "" takes all that suit the number of ships in turn
	ArenaFolder  string        // of the operator's own arenas; "" for none
	Time         time.Duration // limit; 0 for none
	Score        int32         // limit; 0 for none
	FriendlyFire bool          // shots hurt the own team too
	Lobby        bool          // wait until all are ready

	Bots  int // that stay
	Fill  int // ships to keep in the match, by further bots
	Skill int // of the bots, 1 to 5, or AutoSkill

	NoVotes   bool // players do not choose what is played next
	OffRecord bool // leaves no trace in the records
}

// AutoSkill as a Skill has the bots be as good as suits the players, from match to match: see package skill.
const AutoSkill = 0

// Setup returns what a round is played with; they count from 0. It reads the arena's file, which
// may be gone.
func (o *MatchOptions) Setup(round int) (*game.Setup, error) {
	arena, err := o.arena(round)
	if err != nil {
		return nil, err
	}
	return &game.Setup{
		Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(),
		Mode: o.Mode, FriendlyFire: o.FriendlyFire, Lobby: o.Lobby,
		TimeLimit:  game.Tick(o.Time * game.TickRate / time.Second),
		ScoreLimit: o.Score,
	}, nil
}

// roomy is how many ships an arena needs that is larger than the default one: the part of it in which
// ships enter is made for as many.
const roomy = 8

// arena returns the arena that was chosen, or the one whose turn it is among those that suit the
// number of ships.
func (o *MatchOptions) arena(round int) (*game.Arena, error) {
	if o.Arena != "" {
		return assets.ArenaIn(o.ArenaFolder, o.Arena)
	}
	suitable, err := o.suitableArenas()
	if err != nil {
		return nil, err
	}
	return suitable[round%len(suitable)], nil
}

// suitableArenas returns the arenas of ours that suit the number of ships.
func (o *MatchOptions) suitableArenas() (suitable []*game.Arena, err error) {
	for i, name := range assets.ArenaNames() {
		arena, err := assets.Arena(name)
		if err != nil {
			return nil, err
		}
		if i == 0 || max(o.Bots, o.Fill) >= roomy || len(arena.Tiles) <= len(suitable[0].Tiles) {
			suitable = append(suitable, arena)
		}
	}
	return suitable, nil
}
