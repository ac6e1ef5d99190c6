package replay

import (
	"encoding/binary"

	"dogfight/game"
	"dogfight/proto"
)

// Result says how a match went, to be shown without playing it.
type Result struct {
	Tick       game.Tick // after which the file ends
	Finished   bool      // false: the host closed in the middle of it
	Wave       uint8     // that a match of waves came to
	TeamScores [game.MaxTeams]int32
	Flights    []Flight // of all who had a ship; at most maxFlights
}

// Flight is what a pilot did.
type Flight struct {
	Pilot         uint16 // id
	Slot          uint8
	Skill         uint8 // of a bot, from 1, or SkillUnknown; 0: a player
	Team          uint8
	Won           bool
	Place         uint16 // 0 if they left before the end
	Score         int32
	Kills, Deaths uint16
	Assists       uint16
	Shots, Hits   uint32
	Damage        uint32
	Flown         game.Tick
	Name          string
	Class, Weapon string // by name, of their last ship
}

// SkillUnknown is the skill of a bot as clients see it.
const SkillUnknown = 255

// maxFlights bounds them: who comes and goes all the time is told no more.
const maxFlights = 1024

func (m *Result) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(m.Tick))
	b = append(b, flagOf(m.Finished), m.Wave)
	for _, score := range m.TeamScores {
		b = binary.BigEndian.AppendUint32(b, uint32(score))
	}
	flights := m.Flights[:min(len(m.Flights), maxFlights)]
	b = binary.BigEndian.AppendUint16(b, uint16(len(flights)))
	for i := range flights {
		b = flights[i].append(b)
	}
	return b
}

func (f *Flight) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint16(b, f.Pilot)
	b = append(b, f.Slot, f.Skill, f.Team, flagOf(f.Won))
	b = binary.BigEndian.AppendUint16(b, f.Place)
	b = binary.BigEndian.AppendUint32(b, uint32(f.Score))
	for _, n := range []uint16{f.Kills, f.Deaths, f.Assists} {
		b = binary.BigEndian.AppendUint16(b, n)
	}
	for _, n := range []uint32{f.Shots, f.Hits, f.Damage, uint32(f.Flown)} {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	b = proto.AppendText(b, f.Name, maxName)
	return proto.AppendText(proto.AppendText(b, f.Class, maxWord), f.Weapon, maxWord)
}

func parseResult(payload []byte) (*Result, error) {
	r := newReader(payload)
	m := &Result{Tick: game.Tick(r.U32("tick of the result")), Finished: r.Flag("finished"), Wave: r.U8("wave")}
	for i := range m.TeamScores {
		m.TeamScores[i] = int32(r.U32("score of a team"))
	}
	n := r.Within("flights", uint32(r.U16("flights")), 0, maxFlights)
	for range n {
		if r.Err != nil {
			break
		}
		m.Flights = append(m.Flights, parseFlight(&r))
	}
	return m, r.End()
}

func parseFlight(r *reader) Flight {
	return Flight{
		Pilot: r.U16("pilot"), Slot: r.slot(), Skill: r.U8("skill"), Team: r.UpTo("team", game.MaxTeams), Won: r.Flag("won"),
		Place: r.U16("place"), Score: int32(r.U32("score")),
		Kills: r.U16("kills"), Deaths: r.U16("deaths"), Assists: r.U16("assists"),
		Shots: r.U32("shots"), Hits: r.U32("hits"), Damage: r.U32("damage"), Flown: game.Tick(r.U32("flown")),
		Name: r.text("name", maxName), Class: r.text("class", maxWord), Weapon: r.text("weapon", maxWord),
	}
}

func flagOf(on bool) byte {
	if on {
		return 1
	}
	return 0
}
