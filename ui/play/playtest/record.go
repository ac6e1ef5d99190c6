package playtest

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"
	"testing"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// Match is a match of bots to record.
type Match struct {
	Mode  game.Mode
	Arena string // by name; "": open
	Ships int
	Ticks int
	// OtherRules records the match as of other rules than this program's.
	OtherRules bool
	// Each, if not nil, runs after each tick and may add to the file.
	Each func(w *replay.Writer, tick int)
}

// Record plays a match and returns its file, which begins at tick 100.
func Record(t testing.TB, m Match) []byte {
	t.Helper()
	if m.Arena == "" {
		m.Arena = "open"
	}
	s, err := (&net.MatchOptions{Mode: m.Mode, Arena: m.Arena}).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	w := game.NewWorldAt(s, 7, 100)
	head := replay.NewHead(s, w.Tick)
	head.Whole, head.Seed, head.Title, head.Program = true, 7, "Friday", "test"
	if m.OtherRules {
		head.Rules++
	}
	to := replay.NewWriter(head, s, &w)
	bots, orders := pilots(s, m.Ships, to)
	var events game.Events
	for tick := range m.Ticks {
		for i := range bots {
			if in := bots[i].Fly(&w, s, i); w.Ships[i].State != game.Empty && in != w.Ships[i].Input && w.Ships[i].AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
			}
		}
		events.List = events.List[:0]
		w.Step(s, orders, &events)
		to.Tick(orders, &w, w.Hash(), events.List)
		if orders = orders[:0]; m.Each != nil {
			m.Each(to, tick)
		}
	}
	if err := to.End(&replay.Result{}, &w, nil, nil); err != nil {
		t.Fatal(err)
	}
	return to.Take(nil)
}

// ChatAt returns an Each that sends one chat line.
func ChatAt(at int, pilot uint16, text string) func(*replay.Writer, int) {
	return func(w *replay.Writer, tick int) {
		if tick == at {
			w.Say(pilot, text)
		}
	}
}

// pilots makes n bots and the orders to join.
func pilots(s *game.Setup, n int, to *replay.Writer) (bots []bot.Bot, orders []game.Order) {
	var roster []proto.Pilot
	for i := range n {
		bots = append(bots, bot.New(3, uint64(i)+1))
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(i), Team: uint8(min(s.PilotTeams(), 1+i%max(s.PilotTeams(), 1))),
			Class: uint8(i % len(s.PilotClasses())), Weapon: uint8(i % len(s.PilotWeapons())),
		})
		roster = append(roster, proto.Pilot{
			ID: uint16(i + 1), Slot: uint8(i), Flags: proto.BotPilot, Colour: uint8(i%proto.Colours) + 1, Name: "Bot " + strconv.Itoa(i+1),
		})
	}
	to.Roster(roster)
	return bots, orders
}

// File records a match and parses it.
func File(t testing.TB, m Match) *replay.File {
	t.Helper()
	f, err := replay.Parse(Record(t, m))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// startLength is the bytes of a file before its first chunk.
const startLength = 6

// Forge returns a file with changed payloads and matching CRCs. change gets the kind and payload of each chunk.
func Forge(b []byte, change func(kind byte, payload []byte)) []byte {
	b = slices.Clone(b)
	table := crc32.MakeTable(crc32.Castagnoli)
	before := uint32(0)
	for at := startLength; at < len(b); {
		end := at + 5 + int(binary.BigEndian.Uint32(b[at+1:]))
		change(b[at], b[at+5:end])
		before = crc32.Update(crc32.Checksum(binary.BigEndian.AppendUint32(nil, before), table), table, b[at:end])
		binary.BigEndian.PutUint32(b[end:], before)
		at = end + 4
	}
	return b
}
