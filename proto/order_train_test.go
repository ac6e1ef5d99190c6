package proto

import (
	"encoding/binary"
	"flag"
	"fmt"
	"go/format"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
)

//go:generate go test -run TestTrainOrderTable -train .

var train = flag.Bool("train", false, "record matches and rewrite order_table_numbers.go; another table is another protocol")

// TestTrainOrderTable makes the table: pilots of all kinds fight, and it codes their inputs in runs as a host does, and counts.
func TestTrainOrderTable(t *testing.T) {
	if !*train {
		t.Skip("only with -train: it would change the protocol")
	}
	tally := map[*probability]*[2]int{}
	count := func(p *probability, yes bool) {
		if tally[p] == nil {
			tally[p] = new([2]int)
		}
		tally[p][btoi(yes)]++
	}
	for i, rec := range recordings(t) {
		rec.fly(uint64(i), func(base *Baseline, ticks [][]game.Order) {
			r := startOrderRun(nil, base, false)
			r.tally = count
			for _, orders := range ticks {
				r.write(orders)
			}
		})
	}
	trained := orderTable
	fill(reflect.ValueOf(&trained).Elem(), reflect.ValueOf(&orderTable).Elem(), tally)
	source, err := format.Source(fmt.Appendf(nil, tableFile, trained.version(), literal.Replace(fmt.Sprintf("%#v", trained))))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("order_table_numbers.go", source, 0o644); err != nil {
		t.Fatal(err)
	}
}

const tableFile = `// Made by go generate from recorded matches: see order_train_test.go. DO NOT EDIT.

package proto

// TableVersion identifies the table: both ends of a match need the same.
const TableVersion = %#08x

var orderTable = %s
`

// literal turns a Go-syntax representation into source with a row a line.
var literal = strings.NewReplacer("proto.", "", "}, ", "},\n", ":[", ": [", "{[", "{\n[", "]probability{[", "]probability{\n[", "table{", "table{\n")

// fill sets every probability of to by the counts of its twin.
func fill(to, twin reflect.Value, tally map[*probability]*[2]int) {
	if p, ok := twin.Addr().Interface().(*probability); ok {
		n := tally[p]
		if n == nil {
			n = new([2]int)
		}
		to.SetUint(uint64(estimate(n[1], n[0])))
		return
	}
	for i := range elements(to) {
		fill(element(to, i), element(twin, i), tally)
	}
}

// estimate returns the probability of yes, kept off 0 and 1 so that nothing is
// impossible, nor takes more than 11 bits.
func estimate(yes, no int) probability {
	return probability(min(max((2*yes+1)<<16/(2*(yes+no)+2), 32), 1<<16-32))
}

func elements(v reflect.Value) int {
	if v.Kind() == reflect.Struct {
		return v.NumField()
	}
	return v.Len()
}

func element(v reflect.Value, i int) reflect.Value {
	if v.Kind() == reflect.Struct {
		return v.Field(i)
	}
	return v.Index(i)
}

// recording is a match in which pilots of one kind fight.
type recording struct {
	setup   *game.Setup
	skill   int
	fingers bot.Fingers
	ships   int
	ticks   int
}

// recordings returns matches of all skills and ways to press keys, large and small.
func recordings(t testing.TB) (all []recording) {
	for skill := 1; skill <= bot.MaxSkill; skill++ {
		for _, f := range []bot.Fingers{{}, {Slow: true}, {Slow: true, Taps: true}} {
			all = append(all,
				recording{setupOf(t, "expanse"), skill, f, game.MaxShips, 40 * game.TickRate},
				recording{setupOf(t, "open"), skill, f, 8, 80 * game.TickRate})
		}
	}
	return all
}

func setupOf(t testing.TB, arena string) *game.Setup {
	a, err := assets.Arena(arena)
	if err != nil {
		t.Fatal(err)
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// longestRun is the number of ticks in a packet for a client that is 150 ms away and loses packets.
const longestRun = 14

// fly plays the recording and passes on the orders of every other tick and of
// up to longestRun before, as a host would send them.
func (rec recording) fly(seed uint64, pass func(base *Baseline, ticks [][]game.Order)) {
	chance := rand.New(rand.NewPCG(seed, 3))
	w := game.NewWorld(rec.setup, seed)
	bots := make([]bot.Bot, rec.ships)
	hands := make([]bot.Fingers, rec.ships)
	var orders []game.Order
	for slot := range bots {
		bots[slot] = bot.New(rec.skill, chance.Uint64())
		hands[slot] = rec.fingers
		hands[slot].Chance = game.NewChance(chance.Uint64())
		orders = append(orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(slot),
			Class:  uint8(slot % len(rec.setup.Classes)),
			Weapon: uint8(slot % len(rec.setup.Weapons)),
		})
	}
	var bases []Baseline
	var ticks [][]game.Order
	for tick := range rec.ticks {
		bases = append(bases, BaselineOf(&w))
		ticks = append(ticks, orders)
		w.Step(rec.setup, orders, nil)
		if n := 1 + chance.IntN(longestRun); tick%2 == 0 && n < tick {
			pass(&bases[tick+1-n], ticks[tick+1-n:])
		}
		orders = nil
		for slot := range bots {
			ship := &w.Ships[slot]
			in := hands[slot].Press(bots[slot].Fly(&w, rec.setup, slot))
			if in != ship.Input && ship.AcceptsInput() {
				orders = append(orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
}

// version returns a hash of the table, of 32 bits.
func (t *table) version() uint32 {
	b, err := binary.Append(nil, binary.BigEndian, t)
	if err != nil {
		panic(err) // only if a table were of more than numbers
	}
	return crc32.ChecksumIEEE(b)
}
