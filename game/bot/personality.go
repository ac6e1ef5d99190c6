package bot

import "dogfight/game"

// Personality is a bot's preferences, independent of its level: its goals, its
// distance in fights, its patience. All are equally strong, and can be learnt.
type Personality uint8

// The personalities.
const (
	Hunter    Personality = 0 // comes close, follows for long, and ignores the rest
	Sniper    Personality = 1 // keeps away and shoots from far
	Miner     Personality = 2 // lies in wait where others must pass
	Collector Personality = 3 // goes for power-ups, and fights ships in its way
)

// Personalities is the number of personalities.
const Personalities = 4

// traits are the numbers of a personality. Percentages apply to the values of the
// level or the weapon.
type traits struct {
	name     string
	summary  string
	reach    int32     // per cent of the weapon's best distance
	greed    int32     // per cent of the way to go for an item
	patience game.Tick // of a chase without a shot
	flee     int32     // per cent of its HP at which it prefers repair to fights
	roams    bool      // from pad to pad without a foe in sight
	weapon   string    // its favourite
	class    string    // its favourite
}

func (b *Bot) traits() *traits { return &personalities[b.personality] }

// String returns the personality's name.
func (p Personality) String() string { return personalities[p].name }

// Summary describes the personality in a few words.
func (p Personality) Summary() string { return personalities[p].summary }

// PersonalityNamed returns the personality with a name.
func PersonalityNamed(name string) (Personality, bool) {
	for i := range personalities {
		if personalities[i].name == name {
			return Personality(i), true
		}
	}
	return 0, false
}

// As returns the bot with another personality.
func (b Bot) As(p Personality) Bot {
	b.personality = p
	return b
}

// Personality returns the bot's personality.
func (b *Bot) Personality() Personality { return b.personality }

// Ship returns the class and weapon that a bot of the personality chooses: mostly its
// favourites, as indexes into the tables.
func (p Personality) Ship(s *game.Setup, chance *game.Chance) (class, weapon uint8) {
	class = uint8(chance.Below(uint32(len(s.PilotClasses()))))
	weapon = uint8(chance.Below(uint32(len(s.PilotWeapons()))))
	t := &personalities[p]
	for i := range s.PilotClasses() {
		if s.PilotClasses()[i].Name == t.class && chance.Below(100) < favourite {
			class = uint8(i)
		}
	}
	for i := range s.PilotWeapons() {
		if s.PilotWeapons()[i].Name == t.weapon && chance.Below(100) < favourite {
			weapon = uint8(i)
		}
	}
	return class, weapon
}
