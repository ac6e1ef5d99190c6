package bot

import "dogfight/game"

// Personality is what a bot likes, whatever its level: what it goes for, from
// how far it fights, how long it chases and when it has had enough. None is
// stronger than another; each can be learnt.
type Personality uint8

// The personalities.
const (
	Hunter    Personality = 0 // comes close, follows for long, and cares for nothing else
	Sniper    Personality = 1 // keeps away and shoots from far
	Miner     Personality = 2 // lies in wait where others have to pass
	Collector Personality = 3 // goes for power-ups, and fights who is in the way
)

// Personalities is their number.
const Personalities = 4

// traits are the numbers of a personality. Those in per cent change what the
// level or the weapon says.
type traits struct {
	name     string
	tag      string
	summary  string
	reach    int32     // per cent of the distance that suits the weapon
	greed    int32     // per cent of the way that it goes for an item
	patience game.Tick // for which it follows a foe without a shot at it
	flee     int32     // per cent of its HP at which it looks for repair rather than for foes
	roams    bool      // from pad to pad when it sees no foe
	weapon   string    // that it likes best
	class    string    // likewise
}

func (b *Bot) traits() *traits { return &personalities[b.personality] }

// String returns the personality's name, as players read it.
func (p Personality) String() string { return personalities[p].name }

// Tag returns it in six characters at most, for tables.
func (p Personality) Tag() string { return personalities[p].tag }

// Summary says in a few words what to expect of it.
func (p Personality) Summary() string { return personalities[p].summary }

// PersonalityNamed returns the personality of that name.
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

// Personality returns the bot's.
func (b *Bot) Personality() Personality { return b.personality }

// Ship returns the class and the weapon that a bot of the personality takes where
// it may choose: mostly what it likes best, as indexes into the tables.
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
