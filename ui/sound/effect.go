package sound

import (
	"cmp"
	"slices"
	"sync"
)

// Effect is a sound.
type Effect uint8

// The effects.
const (
	Silence Effect = iota
	Cannon
	Spread
	Rail
	Mine
	Hurt   // the local player's ship was hit
	Struck // the local player hit
	Clang  // a shield blocked a shot
	Explosion
	Blast // of a barrel
	Death // of the local player's ship
	Kill  // by it
	Heal
	Ammo
	Shield
	Overdrive
	Orb
	Boost
	LowHP
	Count     // a second of the last ten
	LastCount // of the last three
	Start
	Victory
	Defeat
	Close // of a match that the player neither won nor lost
	Spawn
	Bump
	OrbTaken    // by the player's team, in the mode orb
	OrbStolen   // by another
	OrbDropped  // by any
	OrbHome     // back in its place
	OrbScored   // by the player's team
	OrbConceded // by another
	WaveCall    // a wave of drones begins
	BossCall    // with a boss
	Repelled    // the wave is over
	Turn        // of the local player's ship, in trails
	ZoneAlarm   // the zone begins to close, or a wave that takes too long costs a life
	Out         // the local player has no life left in the round
	RoundWon    // by the player's side
	RoundOver   // won by another, or drawn
	Rage        // the drones of a wave begin to rage

	Effects // number of effects
)

// recipe is how to make an effect, and its part in the mix.
type recipe struct {
	name   string
	make   func() []float32 // mono, from -1 to 1
	level  float32          // volume in the mix
	voices int              // most at once
	rank   rank
}

// rank decides which effects give way when there are too many.
type rank uint8

const (
	around   rank = 0 // actions of others; quieter while higher ranks play
	byPlayer rank = 1 // actions of the player
	vital    rank = 2 // news that the player must not miss
)

var recipes = [Effects]recipe{
	Cannon:    {"cannon", cannon, 0.30, 5, around},
	Spread:    {"spread", spread, 0.34, 4, around},
	Rail:      {"rail", rail, 0.42, 4, around},
	Mine:      {"mine", mine, 0.34, 3, around},
	Hurt:      {"hurt", hurt, 0.72, 3, vital},
	Struck:    {"struck", struck, 0.34, 3, byPlayer},
	Clang:     {"clang", clang, 0.36, 3, byPlayer},
	Explosion: {"explosion", explosion, 0.80, 4, around},
	Blast:     {"blast", blast, 0.90, 3, around},
	Death:     {"death", death, 0.90, 1, vital},
	Kill:      {"kill", kill, 0.40, 2, vital},
	Heal:      {"heal", heal, 0.42, 2, byPlayer},
	Ammo:      {"ammo", ammo, 0.42, 2, byPlayer},
	Shield:    {"shield", shield, 0.42, 2, byPlayer},
	Overdrive: {"overdrive", overdrive, 0.42, 2, byPlayer},
	Orb:       {"orb", orb, 0.36, 2, byPlayer},
	Boost:     {"boost", boost, 0.40, 2, byPlayer},
	LowHP:     {"lowHP", lowHP, 0.28, 1, vital},
	Count:     {"count", count, 0.34, 1, byPlayer},
	LastCount: {"lastCount", lastCount, 0.42, 1, vital},
	Start:     {"start", start, 0.46, 1, vital},
	Victory:   {"victory", victory, 0.50, 1, vital},
	Defeat:    {"defeat", defeat, 0.46, 1, vital},
	Close:     {"close", closing, 0.46, 1, vital},
	Spawn:     {"spawn", spawn, 0.36, 1, byPlayer},
	Bump:      {"bump", bump, 0.50, 2, byPlayer},
	Turn:      {"turn", turn, 0.20, 2, byPlayer},

	OrbTaken:    {"orbTaken", orbGained, 0.40, 1, vital},
	OrbStolen:   {"orbStolen", orbStolen, 0.40, 1, vital},
	OrbDropped:  {"orbDropped", orbDropped, 0.36, 1, vital},
	OrbHome:     {"orbHome", orbHome, 0.32, 1, byPlayer},
	OrbScored:   {"orbScored", orbScored, 0.46, 1, vital},
	OrbConceded: {"orbConceded", orbConceded, 0.44, 1, vital},
	WaveCall:    {"waveCall", waveCall, 0.42, 1, vital},
	BossCall:    {"bossCall", bossCall, 0.52, 1, vital},
	Repelled:    {"repelled", repelled, 0.44, 1, vital},
	Rage:        {"rage", rage, 0.56, 1, vital},

	ZoneAlarm: {"zoneAlarm", zoneAlarm, 0.34, 1, vital},
	Out:       {"out", out, 0.42, 1, vital},
	RoundWon:  {"roundWon", roundWon, 0.46, 1, vital},
	RoundOver: {"roundOver", roundOver, 0.40, 1, byPlayer},
}

// String returns the name of an effect, such as "lowHP".
func (e Effect) String() string {
	if e < Effects {
		return recipes[e].name
	}
	return ""
}

// Prepare makes all effects in advance, some 100 ms of work. Otherwise the first Cue does it.
func Prepare() { tables() }

// tables has the samples of all effects.
var tables = sync.OnceValue(func() *[Effects][]float32 {
	var all [Effects][]float32
	for e, r := range recipes {
		if r.make != nil {
			all[e] = r.make()
		}
	}
	return &all
})

// Place is the part of an effect in the mix.
type Place struct {
	Level  float32 `json:"level"`  // volume beside other effects
	Voices int     `json:"voices"` // most at once
	Rank   int     `json:"rank"`   // 0 for actions of others, 1 for the player's, 2 for vital news; higher ranks do not give way
}

// Place returns the part of an effect in the mix, zero for an unknown effect.
func (e Effect) Place() Place {
	if e >= Effects {
		return Place{}
	}
	r := &recipes[e]
	return Place{r.level, r.voices, int(r.rank)}
}

// Samples makes an effect: mono, from -1 to 1, at Rate; nil for Silence.
func (e Effect) Samples() []float32 {
	if e >= Effects || recipes[e].make == nil {
		return nil
	}
	return recipes[e].make()
}

// Mix is the settings of a Mixer, for mixers elsewhere.
type Mix struct {
	Voices   int     `json:"voices"`   // at once
	Ducked   float32 `json:"ducked"`   // gain of rank 0 while rank 2 plays
	CrowdAt  int     `json:"crowdAt"`  // voices of rank 0 at full volume
	Crowding float32 `json:"crowding"` // each more lowers them all: to 1 / (1 + Crowding * more)
	Ceiling  float32 `json:"ceiling"`  // of the limiter
	Dullest  float32 `json:"dullest"`  // coefficient of the one-pole filter for the dullest Cue, at Rate
}

var mixSettings = Mix{maxVoices, ducked, crowdAt, crowding, ceiling, dullest}

// Pick chooses most Cues of those that came together: the highest ranks first, then the loudest, and no more of an effect
// than its Voices. It reorders the Cues.
func Pick(cues []Cue, most int) []Cue {
	slices.SortStableFunc(cues, func(a, b Cue) int {
		if a, b := a.Effect.Place(), b.Effect.Place(); a.Rank != b.Rank {
			return b.Rank - a.Rank
		}
		return cmp.Compare(b.loudness(), a.loudness())
	})
	var same [Effects]int
	picked := cues[:0]
	for _, c := range cues {
		p := c.Effect.Place()
		if len(picked) < most && p.Voices > 0 && same[c.Effect] < p.Voices {
			same[c.Effect]++
			picked = append(picked, c)
		}
	}
	return picked
}

func (c Cue) loudness() float32 { return c.Gain * c.Effect.Place().Level }
