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
	Arena        string        // by name or file; "" takes all that suit the mode and the number of ships in turn
	Rotation     Rotation      // what is played in turn, instead of Mode and Arena; "" for none
	ArenaFolder  string        // of the operator's own arenas; "" for none
	Teams        int           // where the mode can have so many; 0 for as many as are usual in it
	Time         time.Duration // limit; 0 for none, or UsualTime
	Score        int32         // limit; 0 for the one that is usual in the mode
	Campaign     string        // of waves, by name or file; "" for the usual one
	Endless      bool          // which begins anew after the last wave
	FriendlyFire bool          // shots hurt the own team too
	Lobby        bool          // wait until players are ready: see lobbyOver

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
	turn, arena, err := o.turn(round)
	if err != nil {
		return nil, err
	}
	s := &game.Setup{
		Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(),
		Mode: turn.Mode, Sides: uint8(o.teamsIn(turn.Mode)), FriendlyFire: o.FriendlyFire, Lobby: o.Lobby,
	}
	if s.Mode == game.Waves {
		if err := assets.AddCampaign(s, o.Campaign); err != nil {
			return nil, err
		}
		s.Campaign.Endless = o.Endless
	}
	s.TimeLimit, s.ScoreLimit = o.limits(turn.Mode)
	return s, nil
}

// teamsIn returns the number of teams of a match in the mode, 0 for as many as are usual.
func (o *MatchOptions) teamsIn(mode game.Mode) int {
	if fewest, most := mode.Sides(); o.Teams < fewest || o.Teams > most {
		return 0
	}
	return o.Teams
}

// UsualTime as a Time has a match last as long as is usual in its mode.
const UsualTime time.Duration = -1

// unlimited is what is usual in a mode that has no limits of its own.
const unlimited = 5 * 60 * game.TickRate

// limits returns those of a match in the mode.
func (o *MatchOptions) limits(mode game.Mode) (limit game.Tick, score int32) {
	limit, score = mode.Limits()
	switch {
	case o.Time != UsualTime:
		limit = game.Tick(o.Time * game.TickRate / time.Second)
	case o.Endless && mode == game.Waves:
		limit = 0
	case limit == 0 && score == 0:
		limit = unlimited
	}
	if o.Score != 0 {
		score = o.Score
	}
	return limit, score
}

// roomy is how many ships an arena needs that is larger than the default one: the part of it in which
// ships enter is made for as many.
const roomy = 8
