package career

import (
	"cmp"
	"slices"
	"time"

	"dogfight/game"
)

// Match is the result of a match. Its host counts it, replays have a part of it, records store it, and hosts of a fleet send it as JSON:
// see internal/fleet/outbox.
type Match struct {
	Started    time.Time     `json:"started"`
	Lasted     time.Duration `json:"lasted_ns"`
	Arena      string        `json:"arena"`
	Mode       string        `json:"mode"`
	TimeLimit  time.Duration `json:"time_limit_ns,omitempty"` // 0 for none
	ScoreLimit int32         `json:"score_limit,omitempty"`   // 0 for none
	// Finished is false for a match that was broken off: it counts for all sums, but has no winner and changes no rating.
	Finished bool   `json:"finished"`
	Unrated  bool   `json:"unrated,omitempty"` // no rating changes
	Event    string `json:"event,omitempty"`   // that it was part of; "" for none
	// Host is the host of the match; "" for this machine. A match of another host, as the player's client saw it, counts for that player's career
	// only: it changes neither ratings nor scores.
	Host       string                   `json:"-"`
	TeamScores [game.MaxTeams + 1]int32 `json:"team_scores"` // by team; [0] is unused
	Flights    []Flight                 `json:"flights"`     // of all pilots that had a ship
	Kills      []Kills                  `json:"kills,omitempty"`
	Replay     string                   `json:"replay,omitempty"` // a ReplayKey; "" for none
	Laps       Laps                     `json:"laps,omitzero"`    // of a race
	Waves      Waves                    `json:"waves,omitzero"`

	// Prove, if not nil, is called before the match is stored and fills in the Laps, which takes long.
	Prove func(m *Match) `json:"-"`
}

// Flight is the part of one pilot in a match, up to its end or until the pilot left. A player can leave and return, and then has several.
type Flight struct {
	Pilot uint16    `json:"-"` // id at the host
	Slot  uint8     `json:"-"` // of the ship
	Lap   game.Tick `json:"-"` // the best in a race; 0 for none

	Identity string   `json:"identity,omitempty"` // fingerprint of the key; "" if only the name is known
	Linked   []string `json:"linked,omitempty"`   // fingerprints of the player's other keys
	Proof    []byte   `json:"proof,omitempty"`    // the player's certificate, if it links keys: others do not trust the host. See identity.Proven
	Name     string   `json:"name"`
	Skill    int      `json:"skill,omitempty"`  // of a bot, 1 to 5, or SkillUnknown; 0: a player, perhaps with a substitute
	Novice   bool     `json:"novice,omitempty"` // a bot that rarely shoots: rated as skill 1, adds nothing to the skill of a match

	Class  string `json:"class"` // of the last ship
	Weapon string `json:"weapon"`
	Team   uint8  `json:"team,omitempty"` // 0 for none

	Score   int32         `json:"score"`
	Kills   int           `json:"kills"`
	Deaths  int           `json:"deaths"`
	Assists int           `json:"assists"`
	Shots   int           `json:"shots"` // aimed, at enemies: not mines
	Hits    int           `json:"hits"`
	Won     bool          `json:"won,omitempty"`   // alone, or with the team
	Place   int           `json:"place,omitempty"` // by score, from 1, shared by equals; 0: left before the end
	Flown   time.Duration `json:"flown_ns"`        // with a ship

	Damage      int   `json:"damage,omitempty"` // HP taken from enemies, and lost
	DamageTaken int   `json:"taken,omitempty"`
	Streak      int   `json:"streak,omitempty"` // kills without a death
	Items       int   `json:"items,omitempty"`
	Barrels     int   `json:"barrels,omitempty"`
	Crashes     int   `json:"crashes,omitempty"`
	Revenges    int   `json:"revenges,omitempty"`
	FirstBlood  bool  `json:"first_blood,omitempty"`
	Behind      int   `json:"behind,omitempty"`  // maximum distance to the best, in points
	Classes     []Arm `json:"classes,omitempty"` // flown
	Weapons     []Arm `json:"weapons,omitempty"`
}

// SkillUnknown is the skill of a bot in the view of a client.
const SkillUnknown = -1

// Kills counts how often one pilot destroyed another, by their indices in Flights.
type Kills struct {
	By    int `json:"by"`
	Of    int `json:"of"`
	Times int `json:"times"`
}

// Laps are the laps of a match to store: at most one of each flight.
type Laps struct {
	Course string `json:"course,omitempty"` // identifies the arena by its content, as names repeat
	Proof  []byte `json:"proof,omitempty"`  // the replay of the race
	Best   []Lap  `json:"best,omitempty"`
}

// Lap is the best lap of a flight.
type Lap struct {
	Flight int    `json:"flight"` // index in Flights
	Slot   uint8  `json:"slot"`
	Class  string `json:"class"`
	Took   int    `json:"ticks"` // 60 to the second
}

// Waves is the result of a match of waves.
type Waves struct {
	Campaign string `json:"campaign"` // "" in other modes
	Wave     int    `json:"wave"`
	Won      bool   `json:"won,omitempty"` // the last wave was repelled
}

// TimeOf returns the length of n ticks, rounded down to a nanosecond.
func TimeOf(n game.Tick) time.Duration { return time.Duration(n) * time.Second / game.TickRate }

// TicksOf is the inverse of TimeOf.
func TicksOf(d time.Duration) game.Tick {
	return game.Tick((d*game.TickRate + time.Second/2) / time.Second)
}

// Sum adds up the flights of a player. The score is the best one.
func (m *Match) Sum(identity string) (sum Flight) {
	for i := range m.Flights {
		f := &m.Flights[i]
		if f.Identity != identity || f.Skill != 0 {
			continue
		}
		if sum.Flown == 0 || f.Score > sum.Score {
			sum.Score, sum.Team, sum.Name = f.Score, f.Team, f.Name
			sum.Class, sum.Weapon = f.Class, f.Weapon
		}
		sum.Kills += f.Kills
		sum.Deaths += f.Deaths
		sum.Assists += f.Assists
		sum.Shots += f.Shots
		sum.Hits += f.Hits
		sum.Won = sum.Won || f.Won
		sum.Place = max(sum.Place, f.Place) // at most one flight lasted to the end
		sum.Flown += f.Flown
		sum.addDeeds(f)
	}
	return sum
}

// addDeeds adds the values that only careers use.
func (f *Flight) addDeeds(other *Flight) {
	f.Damage += other.Damage
	f.DamageTaken += other.DamageTaken
	f.Streak = max(f.Streak, other.Streak)
	f.Items += other.Items
	f.Barrels += other.Barrels
	f.Crashes += other.Crashes
	f.Revenges += other.Revenges
	f.FirstBlood = f.FirstBlood || other.FirstBlood
	f.Behind = max(f.Behind, other.Behind)
	f.Classes = addArms(f.Classes, other.Classes)
	f.Weapons = addArms(f.Weapons, other.Weapons)
}

// addArms adds up the values of the same class or weapon.
func addArms(sums, more []Arm) []Arm {
	for _, a := range more {
		i := slices.IndexFunc(sums, func(sum Arm) bool { return sum.Name == a.Name })
		if i < 0 {
			sums = append(sums, a)
			continue
		}
		sum := &sums[i]
		sum.Shots += a.Shots
		sum.Hits += a.Hits
		sum.Kills += a.Kills
		sum.Deaths += a.Deaths
		sum.Damage += a.Damage
		sum.Seconds += a.Seconds
	}
	return sums
}

// ResultOf returns the part of a player in the match by the Sum of the flights, with medals but without a rating.
func (m *Match) ResultOf(sum *Flight) Result {
	r := Result{
		Started: m.Started.UTC(), Lasted: m.Lasted.Seconds(), Arena: m.Arena, Mode: m.Mode, Host: m.Host, Event: m.Event, Finished: m.Finished,
		Won: sum.Won, Place: sum.Place, Class: sum.Class, Weapon: sum.Weapon, Seconds: sum.Flown.Seconds(),
		Score: int(sum.Score), Kills: sum.Kills, Deaths: sum.Deaths, Assists: sum.Assists, Shots: sum.Shots, Hits: sum.Hits,
		Damage: sum.Damage, Taken: sum.DamageTaken, Streak: sum.Streak, Items: sum.Items, Barrels: sum.Barrels,
		Crashes: sum.Crashes, Revenges: sum.Revenges, FirstBlood: sum.FirstBlood, Behind: sum.Behind,
	}
	r.People, r.Bots, r.Skill, r.Ships = m.crew()
	r.Award()
	return r
}

// crew counts the players and bots of a match, and the ships that flew to its end. Skill is the average of the bots with a known skill.
func (m *Match) crew() (people, bots int, skill float64, ships int) {
	persons, known := map[string]bool{}, 0
	for i := range m.Flights {
		f := &m.Flights[i]
		switch {
		case f.Skill == 0:
			persons[cmp.Or(f.Identity, "name "+f.Name)] = true
		case f.Skill > 0:
			if known++; !f.Novice {
				skill += float64(f.Skill)
			}
			fallthrough
		default:
			bots++
		}
		if f.Place > 0 {
			ships++
		}
	}
	return len(persons), bots, skill / float64(max(known, 1)), ships
}
