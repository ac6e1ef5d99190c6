package replay

import (
	"dogfight/game"
	"dogfight/proto"
)

// Result is the result of a match, to be shown without playing it.
type Result struct {
	Tick       game.Tick // the last of the file
	Finished   bool      // false: the host closed in the middle of the match
	Wave       uint8     // the last one of a match of waves
	TeamScores [game.MaxTeams]int32
	Flights    []Flight // of all pilots that had a ship; at most maxFlights
}

// Flight is the record of a pilot.
type Flight struct {
	Pilot         uint16 // id
	Slot          uint8
	Skill         uint8 // of a bot, from 1, or SkillUnknown; 0: a player
	Team          uint8
	Won           bool
	Place         uint16 // 0 for pilots that left before the end
	Score         int32
	Kills, Deaths uint16
	Assists       uint16
	Shots, Hits   uint32
	Damage        uint32
	Flown         game.Tick
	Name          string
	Class, Weapon string // by name, of the last ship
}

// SkillUnknown is the skill of a bot in the view of a client.
const SkillUnknown = 255

// maxFlights bounds them: a client that joins and leaves in a loop must not grow the file.
const maxFlights = 1024

func (m *Result) fields(c *proto.FieldCoder) {
	proto.U32(c, "tick of the result", &m.Tick)
	c.Bool("finished", &m.Finished)
	proto.U8(c, "wave", &m.Wave)
	for i := range m.TeamScores {
		proto.U32(c, "score of a team", &m.TeamScores[i])
	}
	n := min(len(m.Flights), maxFlights)
	proto.Range16(c, "flights", &n, 0, maxFlights)
	for i := range n {
		if c.Reading {
			m.Flights = append(m.Flights, Flight{})
		}
		if m.Flights[i].fields(c); c.Reading && c.Err != nil {
			return
		}
	}
}

func (f *Flight) fields(c *proto.FieldCoder) {
	proto.U16(c, "pilot", &f.Pilot)
	c.Slot("slot", &f.Slot)
	proto.U8(c, "skill", &f.Skill)
	proto.Range8(c, "team", &f.Team, 0, game.MaxTeams)
	c.Bool("won", &f.Won)
	proto.U16(c, "place", &f.Place)
	proto.U32(c, "score", &f.Score)
	proto.U16(c, "kills", &f.Kills)
	proto.U16(c, "deaths", &f.Deaths)
	proto.U16(c, "assists", &f.Assists)
	proto.U32(c, "shots", &f.Shots)
	proto.U32(c, "hits", &f.Hits)
	proto.U32(c, "damage", &f.Damage)
	proto.U32(c, "flown", &f.Flown)
	c.Text("name", &f.Name, maxName)
	c.Text("class", &f.Class, maxWord)
	c.Text("weapon", &f.Weapon, maxWord)
}
