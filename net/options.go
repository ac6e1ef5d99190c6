package net

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
)

// MatchOptions are the options of a match, as plain data: flags, forms and dialects set them, a Host plays by them.
type MatchOptions struct {
	Mode         game.Mode
	Arena        string        // name or file; "": all arenas suited to the mode and the number of ships, in turn
	Rotation     Rotation      // played in turn instead of Mode and Arena; "" for none
	ArenaFolder  string        // the operator's own arenas; "" for none
	Teams        int           // where the mode can have so many; 0: the mode's usual number
	Time         time.Duration // limit; 0 for none, or UsualTime
	Score        int32         // limit; 0: the mode's usual one
	Campaign     string        // of waves, name or file; "": the usual one
	Endless      bool          // the campaign restarts after its last wave
	FriendlyFire bool          // shots hurt the own team too
	Lobby        bool          // wait until players are ready: see lobbyDone

	Bots  int // permanent
	Fill  int // ships to keep in the match, by further bots
	Skill int // of bots, 1 to 5, or AutoSkill

	NoVotes   bool // players do not choose the next match
	OffRecord bool // does not count for the records
}

// HostOptions are the options of a host, as plain data: flags, server.toml and a form set them.
type HostOptions struct {
	Title    string
	Welcome  []string // message of the day, up to MaxWelcome lines; players that return to a seat do not get it
	Password string   // required of visitors; "" for none
	Motions  Motions  // that players may vote on
	Access

	Delay time.Duration // by which spectators see the match later than players, up to MaxDelay
	// PerAddress is the maximum of ships for the players of one address: an IPv4 address or an IPv6 /64. A /48 may have twice as many. 0
	// means 8.
	PerAddress int
}

// Access limits the players of a match. Keys are fingerprints, with the names that the operator gave them; the maps are read-only.
type Access struct {
	Allowed    map[string]string // only these keys may join; nil: everybody
	MaxPlayers int               // with a ship, kept seats included; 0: as many as the mode has seats
	Reserve    int               // of those seats are only for Reserved
	Reserved   map[string]string
}

// holds reports whether a player with these keys is on a list. The local player of the host is on each.
func holds(list map[string]string, address string, keys []string) bool {
	return address == link.Here || slices.ContainsFunc(keys, func(key string) bool { _, on := list[key]; return on })
}

// MaxDelay bounds HostOptions.Delay: the host keeps that much of the match in memory.
const MaxDelay = 5 * time.Minute

// MaxWelcome bounds HostOptions.Welcome: more lines would push away the chat before them.
const MaxWelcome = 5

// AutoSkill is the Skill that adapts to the players from match to match: see package skill.
const AutoSkill = 0

// Setup returns the setup of a round, counted from 0. It reads the arena's file, which may be gone.
func (o *MatchOptions) Setup(round int) (*game.Setup, error) {
	turn, arena, err := o.turn(round)
	if err != nil {
		return nil, err
	}
	s := &game.Setup{
		Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(),
		Mode: turn.Mode, Sides: uint8(o.teamsIn(turn.Mode)), FriendlyFire: o.FriendlyFire, Lobby: o.Lobby,
	}
	if s.Mode.State() == game.AssaultState {
		if err := assets.AddCampaign(s, o.Campaign); err != nil {
			return nil, err
		}
		s.Campaign.Endless = o.Endless
	}
	s.TimeLimit, s.ScoreLimit = o.limits(turn.Mode)
	return s, nil
}

// teamsIn returns the number of teams in the mode; 0 for the usual number.
func (o *MatchOptions) teamsIn(mode game.Mode) int {
	if fewest, most := mode.Sides(); o.Teams < fewest || o.Teams > most {
		return 0
	}
	return o.Teams
}

// UsualTime is the Time that is usual in the mode.
const UsualTime time.Duration = -1

// unlimited is the usual time of a mode without limits. Campaigns end without one.
const unlimited = 5 * 60 * game.TickRate

// limits returns the limits in the mode.
func (o *MatchOptions) limits(mode game.Mode) (limit game.Tick, score int32) {
	limit, score = mode.Limits()
	switch {
	case o.Time != UsualTime:
		limit = game.Tick(o.Time * game.TickRate / time.Second)
	case limit == 0 && score == 0 && mode.State() != game.AssaultState:
		limit = unlimited
	}
	if o.Score != 0 {
		score = o.Score
	}
	return limit, score
}

// roomy is the number of ships from which on arenas larger than the default one are used.
const roomy = 8

// Rotation is a list of turns that a host plays over and over: MODE:ARENA, MODE or :ARENA, separated by commas. MODE is played in another
// of its arenas each time, :ARENA in the usual mode. "" is none.
type Rotation string

const maxTurns = 64

// Turn is an entry of a Rotation.
type Turn struct {
	Mode  game.Mode
	Arena string // as in MatchOptions; "": any of the mode's
}

func (t Turn) String() string {
	if t.Arena == "" {
		return t.Mode.Name()
	}
	return t.Mode.Name() + ":" + t.Arena
}

// turns parses the rotation. It does not check whether the arenas exist.
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

// ParseTurn parses MODE:ARENA, MODE or :ARENA. It does not check whether the arena exists.
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

// Check returns an error if a turn of the Rotation cannot be played. It does not check the other options.
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

// turn returns the turn of a round, and its arena.
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

// turnOf returns the turn of a round, and how often it was played before.
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

// arenaOf returns the arena of a turn; without a name the nth of its mode.
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

// Arenas returns this program's arenas in which a mode is played in turn: if possible only those made for it, and those that suit the
// number of ships.
func (o *MatchOptions) Arenas(mode game.Mode) (arenas []*game.Arena) {
	arenas = o.playable(mode)
	size := len(assets.Arenas()[0].Tiles)
	for _, suits := range []func(*game.Arena) bool{
		func(a *game.Arena) bool { return assets.MadeFor(a.Name, mode) },
		func(a *game.Arena) bool { return max(o.Bots, o.Fill) >= roomy || len(a.Tiles) <= size },
	} {
		if some := slices.DeleteFunc(slices.Clone(arenas), func(a *game.Arena) bool { return !suits(a) }); len(some) > 0 {
			arenas = some
		}
	}
	return arenas
}

// playable returns this program's arenas in which a mode can be played.
func (o *MatchOptions) playable(mode game.Mode) []*game.Arena {
	return slices.DeleteFunc(slices.Clone(assets.Arenas()), func(a *game.Arena) bool { return mode.Plays(a, o.teamsIn(mode)) != nil })
}
