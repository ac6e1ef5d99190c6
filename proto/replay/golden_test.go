package replay

import (
	"encoding/hex"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/proto"
)

// TestTheFormatIsUnchanged holds a small file with all kinds of chunks and notes, byte for byte. Files of players are in this
// format: any difference needs another version of it, but for Worlds, setups and coded orders, which are package proto's.
func TestTheFormatIsUnchanged(t *testing.T) {
	arena, err := game.ParseArena("tiny", "......\n.@..o.\n......\n.+....\n")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Mode: game.Deathmatch,
		Classes: []game.Class{{Name: "c", Title: "C", HP: 3, TopSpeed: 300, Thrust: 20}},
		Weapons: []game.Weapon{{Name: "w", Title: "W", Shots: 1, Fan: 1, Damage: 1, Cooldown: 9, Life: 60, Speed: 900}},
	}
	w := game.NewWorldAt(s, 5, 1000)
	e := NewWriter(Head{Rules: 0x01020304, RulesVersion: 5, Protocol: 6, Tables: 0x0708090a, Program: "1.2", Started: 1, Host: 2, Number: 3,
		Title: "T", Arena: "tiny", Mode: "deathmatch", First: 1000, Whole: true, Seed: 5, Watched: true, Pilot: 4}, s, &w)
	e.Roster([]proto.Pilot{{ID: 1, Slot: 0, Flags: proto.BotPilot, Colour: 2, Name: "b"}})
	orders := []game.Order{{Kind: game.OrderJoin, Slot: 0}}
	for range 2 {
		w.Step(s, orders, nil)
		e.Tick(orders, &w, w.Hash(), []game.Event{{Kind: game.EventKill, Slot: 1, By: 2, What: 3}, {Kind: game.EventShot}})
		orders = nil
	}
	e.Say(1, "hi")
	e.Mark("m")
	e.Roster(nil)
	e.State([]byte("state"), w.Tick)
	r := &career.Match{Finished: true, Waves: career.Waves{Wave: 9}, TeamScores: [5]int32{1: -1, 2: 2}, Flights: []career.Flight{{Pilot: 1, Skill: 2, Won: true, Place: 1, Score: -1,
		Kills: 2, Deaths: 3, Assists: 4, Shots: 5, Hits: 6, Damage: 7, Flown: career.TimeOf(8), Name: "b", Class: "c", Weapon: "w"}}}
	if err := e.End(r, &w, []byte("cert"), func(digest []byte) ([]byte, error) { return digest, nil }); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for chunk := range chunksOf(e.Take(nil)[startLength:]) {
		got.WriteString(hex.EncodeToString(chunk) + "\n")
	}
	if got.String() != golden {
		t.Errorf("the chunks of the file are\n%s", got.String())
	}
}

// golden is a chunk a line: head, setup, keyframe, state, orders, notes, result, index and seal.
const golden = `010000004301020304000500060708090a03312e3200000000000000010000000000000002000301540474696e790a64656174686d61746368000003e803000000000000000500046e8dd8c9
020000003d0474696e7900060004000006c00001ef0007ab0003010163014303012c0014000000010177015701010109003c0384000000000000000000000000000026541070
0300000036000003e8000003e8400000fa1e039e4311d5c7ad604000000000000000000000000000000000e265a24ca2c3f9c000000000000000007585a1ab
0700000009000003ea7374617465e8587485
0400000013000003e8000259b5a075ca8a935b40001ffff99fd21cdb
050000002e000003e80000010001000102016200010405010203000204050102030002030001026869000205016d00020200018128d536
0600000040000003ea0109ffffffff00000002000000000000000000010001000200010001ffffffff0002000300040000000500000006000000070000000801620163017773465a1b
0800000008000003e8000000985112ba98
090000002600046365727438cde7d6f6bcf714dbc3a64953ede130f4ee38a99b5abd08363a8deef7797323d869e0f5
`
