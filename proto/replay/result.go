package replay

import (
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
)

// maxFlights bounds the flights of a result: a client that joins and leaves in a loop must not grow the file.
const maxFlights = 1024

// codeResult codes the part of a match that a file has, to be shown without playing it. tick is the last of the file.
func codeResult(c *proto.FieldCoder, tick *game.Tick, m *career.Match) {
	proto.U32(c, "tick of the result", tick)
	c.Bool("finished", &m.Finished)
	proto.U8(c, "wave", &m.Waves.Wave)
	for i := range game.MaxTeams {
		proto.U32(c, "score of a team", &m.TeamScores[1+i])
	}
	n := min(len(m.Flights), maxFlights)
	proto.Range16(c, "flights", &n, 0, maxFlights)
	for i := range n {
		if c.Reading {
			m.Flights = append(m.Flights, career.Flight{})
		}
		if codeFlight(c, &m.Flights[i]); c.Reading && c.Err != nil {
			return
		}
	}
}

func codeFlight(c *proto.FieldCoder, f *career.Flight) {
	proto.U16(c, "pilot", &f.Pilot)
	c.Slot("slot", &f.Slot)
	skill := uint8(f.Skill)
	proto.U8(c, "skill", &skill)
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
	flown := career.TicksOf(f.Flown)
	proto.U32(c, "flown", &flown)
	c.Text("name", &f.Name, maxName)
	c.Text("class", &f.Class, maxWord)
	c.Text("weapon", &f.Weapon, maxWord)
	if c.Reading {
		f.Skill, f.Flown = int(skill), career.TimeOf(flown)
		if skill == skillUnknown {
			f.Skill = career.SkillUnknown
		}
	}
}

// skillUnknown is career.SkillUnknown in a file.
const skillUnknown = 0xff
