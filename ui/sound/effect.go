package sound

import "sync"

// Effect is something to be heard.
type Effect uint8

// The effects.
const (
	Silence Effect = iota
	Cannon
	Spread
	Rail
	Mine
	Hurt   // the own ship was hit
	Struck // the own shot hit
	Clang  // a shield kept a shot off
	Explosion
	Blast // of a barrel
	Death // of the own ship
	Kill  // by the own ship
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
	OrbTaken    // by the own side, in the mode orb
	OrbStolen   // by another
	OrbDropped  // by whichever
	OrbHome     // where it lies now
	OrbScored   // by the own side
	OrbConceded // by another
	WaveCall    // a wave of drones comes
	BossCall    // with a boss
	Repelled    // none of it is left
	Turn        // of the own ship, where each one counts
	ZoneAlarm   // the zone begins to close
	Out         // the own ship has no life left in the round
	RoundWon    // by the own side
	RoundOver   // won by another, or drawn

	Effects // how many there are
)

// recipe is how an effect is made, and what place it has in the mix.
type recipe struct {
	name   string
	make   func() []float32 // mono, from -1 to 1
	level  float32          // in the mix
	voices int              // of it at once, at most
	rank   rank
}

// rank says what gives way to what where there is too much to be heard.
type rank uint8

const (
	around rank = 0 // what others do; gives way to the rest while that is heard
	own    rank = 1 // what the player does
	vital  rank = 2 // what the player must hear
)

var recipes = [Effects]recipe{
	Cannon:    {"cannon", cannon, 0.30, 5, around},
	Spread:    {"spread", spread, 0.34, 4, around},
	Rail:      {"rail", rail, 0.42, 4, around},
	Mine:      {"mine", mine, 0.34, 3, around},
	Hurt:      {"hurt", hurt, 0.72, 3, vital},
	Struck:    {"struck", struck, 0.34, 3, own},
	Clang:     {"clang", clang, 0.36, 3, own},
	Explosion: {"explosion", explosion, 0.80, 4, around},
	Blast:     {"blast", blast, 0.90, 3, around},
	Death:     {"death", death, 0.90, 1, vital},
	Kill:      {"kill", kill, 0.40, 2, vital},
	Heal:      {"heal", heal, 0.42, 2, own},
	Ammo:      {"ammo", ammo, 0.42, 2, own},
	Shield:    {"shield", shield, 0.42, 2, own},
	Overdrive: {"overdrive", overdrive, 0.42, 2, own},
	Orb:       {"orb", orb, 0.36, 2, own},
	Boost:     {"boost", boost, 0.40, 2, own},
	LowHP:     {"lowHP", lowHP, 0.28, 1, vital},
	Count:     {"count", count, 0.34, 1, own},
	LastCount: {"lastCount", lastCount, 0.42, 1, vital},
	Start:     {"start", start, 0.46, 1, vital},
	Victory:   {"victory", victory, 0.50, 1, vital},
	Defeat:    {"defeat", defeat, 0.46, 1, vital},
	Close:     {"close", closing, 0.46, 1, vital},
	Spawn:     {"spawn", spawn, 0.36, 1, own},
	Bump:      {"bump", bump, 0.50, 2, own},
	Turn:      {"turn", turn, 0.20, 2, own},

	OrbTaken:    {"orbTaken", orbTaken, 0.40, 1, vital},
	OrbStolen:   {"orbStolen", orbStolen, 0.40, 1, vital},
	OrbDropped:  {"orbDropped", orbDropped, 0.36, 1, vital},
	OrbHome:     {"orbHome", orbHome, 0.32, 1, own},
	OrbScored:   {"orbScored", orbScored, 0.46, 1, vital},
	OrbConceded: {"orbConceded", orbConceded, 0.44, 1, vital},
	WaveCall:    {"waveCall", waveCall, 0.42, 1, vital},
	BossCall:    {"bossCall", bossCall, 0.52, 1, vital},
	Repelled:    {"repelled", repelled, 0.44, 1, vital},

	ZoneAlarm: {"zoneAlarm", zoneAlarm, 0.34, 1, vital},
	Out:       {"out", out, 0.42, 1, vital},
	RoundWon:  {"roundWon", roundWon, 0.46, 1, vital},
	RoundOver: {"roundOver", roundOver, 0.40, 1, own},
}

// String returns the name of an effect, as "lowHP".
func (e Effect) String() string {
	if e < Effects {
		return recipes[e].name
	}
	return ""
}

// Prepare makes all effects, which takes a moment. Otherwise the first Cue waits for that.
func Prepare() { tables() }

// tables are the samples of all effects.
var tables = sync.OnceValue(func() *[Effects][]float32 {
	var all [Effects][]float32
	for e, r := range recipes {
		if r.make != nil {
			all[e] = r.make()
		}
	}
	return &all
})
