package proto

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
)

// stretch is a stretch of a match: its baseline, and the orders since.
type stretch struct {
	base  Baseline
	ticks [][]game.Order
}

// someOrders returns a stretch of n ticks.
func someOrders(t testing.TB, n int) stretch {
	m := newMatch(expanse(t), 5)
	s := stretch{base: BaselineOf(&m.world)}
	for range n {
		m.step()
		s.ticks = append(s.ticks, append([]game.Order{}, m.orders...))
	}
	return s
}

// handful is a stretch with every kind of order.
func handful() stretch {
	var s stretch
	for slot := range s.base {
		s.base[slot] = slotEmpty
	}
	s.base[2], s.base[4] = 0x01, 0x02
	s.ticks = [][]game.Order{{}, {
		{Kind: game.OrderJoin, Slot: 3, Class: 1, Weapon: 0, Team: 2},
		{Kind: game.OrderLeave, Slot: 4},
		{Kind: game.OrderChoose, Slot: 3, Class: 2, Weapon: 3, Team: 1},
		{Kind: game.OrderInput, Slot: 2, Input: 0x11},
	}, {
		{Kind: game.OrderStart},
		{Kind: game.OrderClose},
		{Kind: game.OrderInput, Slot: 2, Input: 0x01},
		{Kind: game.OrderInput, Slot: 3, Input: 0x28},
	}}
	return s
}

func TestOrdersHaveTheirBytes(t *testing.T) {
	s := handful()
	m := Orders{
		Report:  Report{Slack: -5, NewestInput: 0x10003f2},
		Decided: Decided{Base: 0x10003e8, Hash: 0xbeef, Ticks: s.ticks},
	}
	for want, pong := range map[string]*Pong{
		"83 fb 07 03e8 beef HANDFUL":                    nil,
		"c3 fb 07 01 0002 03 0004 05 03e8 beef HANDFUL": {Nonce: 1, Held: 2, Lost: 3, Work: 4, Late: 5},
	} {
		m.Pong = pong
		whole := bytesOf(t, strings.Replace(want, "HANDFUL", handfulHex, 1))
		if got := m.Append(nil, &s.base); !bytes.Equal(got, whole) {
			t.Errorf("expected %x, got %x", whole, got)
		}
		var got Orders
		if err := got.Parse(whole, 0x1000000); err != nil {
			t.Fatal(err)
		}
		if err := got.Open(&s.base); err != nil || !reflect.DeepEqual(got.Ticks[1:], s.ticks[1:]) || got.NewestInput != m.NewestInput || got.Base != m.Base {
			t.Errorf("%x: got %v, %+v", whole, err, got)
		}
		for n := range whole {
			// Any bytes are some orders: only the hash reveals that some are cut off there.
			coded := len(whole) - len(bytesOf(t, handfulHex))
			if err := got.Parse(whole[:n], 0); (err == nil) != (n >= coded) || n >= coded && got.Open(&s.base) == nil && sameTicks(got.Ticks, s.ticks) {
				t.Errorf("%x: the first %d bytes: %v, %+v", whole, n, err, got)
			}
		}
		if err := got.Parse(append(whole, 0), 0); err != nil || got.Open(&s.base) == nil {
			t.Errorf("%v; a byte more was accepted", err)
		}
	}
}

// handfulHex is the encoding of handful.
const handfulHex = "1c9d2a79abf040d92054dbf7065d"

func TestMalformedOrdersAreRefused(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"", "orders: first byte must be 1 byte, got 0"},
		{"01 00 80 0000 0000", "orders: first byte must be 80 to ff, got 1"},
		{"81 00 80 0000 00", "orders: hash must be 2 bytes, got 1"},
		{"81 00 80 0000 0000 0000", "orders: ticks must be orders as they are coded, got other bytes"},
		{"81 00 80 0000 0000 ffffffffffff", "orders: ticks must be orders as they are coded, got other bytes"},
		{"80 00 80 0000 0000 80", "orders: ticks must be orders as they are coded, got other bytes"},
		{"81 00 80 0000 0000" + strings.Repeat("00", MaxDatagram-6), "orders: length must be at most 1200 bytes, got 1201"},
	} {
		var m Orders
		err := m.Parse(bytesOf(t, c.hex), 0)
		if err == nil {
			err = m.Open(&Baseline{})
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%.40s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestOrdersOfManyTicksAreTheSameAgain(t *testing.T) {
	s := someOrders(t, MaxOrderTicks)
	var got Orders
	for n := range len(s.ticks) + 1 {
		m := Orders{Decided: Decided{Base: 77, Ticks: s.ticks[:n]}}
		if err := got.Parse(m.Append(nil, &s.base), 1000); err != nil {
			t.Fatal(err)
		}
		if got.Now() != 77+game.Tick(n) || len(got.Ticks) != n {
			t.Errorf("expected orders up to %d, got up to %d", 77+n, got.Now())
		}
		if err := got.Open(&s.base); err != nil || !sameTicks(got.Ticks, m.Ticks) {
			t.Fatalf("%d ticks came back changed: %v", n, err)
		}
	}
}

func sameTicks(a, b [][]game.Order) bool {
	for i := range a {
		if len(a[i]) != len(b[i]) || len(a[i]) > 0 && !reflect.DeepEqual(a[i], b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

func TestDecidedIsTheSameForAllClients(t *testing.T) {
	s := someOrders(t, 6)
	decided := Decided{Base: 500, Hash: 1, Ticks: s.ticks}
	shared := decided.Append(nil, &s.base)
	for _, report := range []Report{{Slack: 12, NewestInput: 510}, {Slack: -3, Pong: &Pong{Nonce: 4}}} {
		whole := (&Orders{Report: report, Decided: decided}).Append(nil, &s.base)
		if got := append(report.Append(nil, 500, decided.Now()), shared...); !bytes.Equal(got, whole) {
			t.Errorf("expected %x, got %x", whole, got)
		}
	}
}

func TestHeardIsClampedToItsRange(t *testing.T) {
	const now = 1000
	for heard, want := range map[game.Tick]game.Tick{
		0: 0, 1: 0, now - 128: 0, now - 127: now - 127, now: now, now + 127: now + 127, now + 500: now + 127,
	} {
		m := Orders{Report: Report{NewestInput: heard}, Decided: Decided{Base: now}}
		var got Orders
		if err := got.Parse(m.Append(nil, &Baseline{}), now); err != nil || got.NewestInput != want {
			t.Errorf("heard %d: expected %d, got %d and %v", heard, want, got.NewestInput, err)
		}
	}
}

func TestTicksAreThoseNearest(t *testing.T) {
	for _, c := range []struct{ tick, near game.Tick }{
		{0, 0}, {0, 1<<15 - 1}, {70_000, 70_001 - 1<<15}, {70_000, 70_000 + 1<<15}, {65_535, 65_536}, {65_536, 65_535}, {1<<32 - 1, 1<<32 - 9},
	} {
		if got := nearest(uint16(c.tick), c.near); got != c.tick {
			t.Errorf("%d near %d: got %d", c.tick, c.near, got)
		}
	}
}

func TestOrdersNeedNoAllocation(t *testing.T) {
	s := someOrders(t, 8)
	m := Orders{Decided: Decided{Base: 9, Ticks: s.ticks}}
	b := m.Append(nil, &s.base)
	var got Orders
	if err := got.Parse(b, 9); err != nil || got.Open(&s.base) != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { b = m.Append(b[:0], &s.base) }); n != 0 {
		t.Errorf("append: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { got.Parse(b, 9); got.Open(&s.base) }); n != 0 {
		t.Errorf("parse: %v allocations", n)
	}
}

func BenchmarkOrders(b *testing.B) {
	s := someOrders(b, 6)
	m := Orders{Decided: Decided{Base: 9, Ticks: s.ticks}}
	var buf []byte
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf = m.Append(buf[:0], &s.base)
		}
		b.ReportMetric(float64(len(buf)), "bytes")
	})
	b.Run("parse", func(b *testing.B) {
		var got Orders
		b.ReportAllocs()
		for b.Loop() {
			if err := got.Parse(buf, 9); err != nil || got.Open(&s.base) != nil {
				b.Fatal(err)
			}
		}
	})
}

func TestInputsAreTheSameAgain(t *testing.T) {
	var got Inputs
	rapid.Check(t, func(t *rapid.T) {
		held := rapid.SampledFrom([]game.Input{0, 1, 8, game.Fire | 3, game.Special, game.Fire | game.Special | 8})
		want := Inputs{
			Ack:  game.Tick(rapid.Uint32().Draw(t, "ack")),
			List: rapid.SliceOfN(held, 1, MaxInputs).Draw(t, "list"),
		}
		want.Newest = want.Ack + game.Tick(rapid.IntRange(0, MaxAhead).Draw(t, "ahead"))
		near := want.Ack + game.Tick(rapid.IntRange(-1<<15+1, 1<<15).Draw(t, "near"))
		if rapid.Bool().Draw(t, "asks") {
			want.Ping = &Ping{Nonce: 7, RTT: 300, Gap: 9}
		}
		if err := got.Parse(want.Append(nil), near); err != nil {
			t.Fatal(err)
		}
		if got.Ack != want.Ack || got.Newest != want.Newest || !slices.Equal(got.List, want.List) ||
			(got.Ping == nil) != (want.Ping == nil) || want.Ping != nil && *got.Ping != *want.Ping {
			t.Fatalf("expected %+v, got %+v", want, got)
		}
	})
}

func TestOfTooManyInputsTheNewestAreSent(t *testing.T) {
	list := make([]game.Input, MaxInputs+1)
	list[0] = game.Fire
	var got Inputs
	if err := got.Parse((&Inputs{Newest: 100, List: list}).Append(nil), 0); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.List, list[1:]) {
		t.Errorf("expected %v, got %v", list[1:], got.List)
	}
}

func TestMalformedInputsAreRefused(t *testing.T) {
	for _, c := range []struct{ hex, want string }{
		{"", "inputs: first byte must be 1 byte, got 0"},
		{"81 0000 00 81", "inputs: first byte must be 0 to 7f, got 129"},
		{"00 0000 00", "inputs: count must be 1 to 32, got 0"},
		{"21 0000 00", "inputs: count must be 1 to 32, got 33"},
		{"02 0000 00 01 81", "inputs: input must be runs of inputs, each as long as can be, got 129"},
		{"01 0000 00 01", "inputs: input must be runs of inputs, each as long as can be, got 1"},
		{"03 0000 00 41 01", "inputs: run must be 2 to 32, got 1"},
		{"03 0000 00 41 03", "inputs: input must be runs of inputs, each as long as can be, got 65"},
		{"03 0000 00 41 04", "inputs: input must be runs of inputs, each as long as can be, got 65"},
		{"03 0000 00 c1", "inputs: input must be runs of inputs, each as long as can be, got 193"},
		{"01 0000 00 89", "inputs: input must be runs of inputs, each as long as can be, got 137"},
		{"01 0000 00 81 00", "inputs: bytes left over must be 0, got 1"},
	} {
		var m Inputs
		if err := m.Parse(bytesOf(t, c.hex), 0); err == nil || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestInputsHaveTheirBytes(t *testing.T) {
	for _, c := range []struct {
		message Inputs
		hex     string
	}{
		{Inputs{Ack: 0x10003e8, Newest: 0x10003f4, List: []game.Input{1, 1, 1, 0x11, 0x24, 0x24}}, "06 03e8 0c 41 03 11 a4"},
		{Inputs{Ack: 0x1000000, Newest: 0x1000000, List: []game.Input{0}, Ping: &Ping{Nonce: 1, RTT: 0x0203, Gap: 4}}, "41 0000 00 01 0203 04 80"},
	} {
		whole := bytesOf(t, c.hex)
		if got := c.message.Append(nil); !bytes.Equal(got, whole) {
			t.Errorf("expected %x, got %x", whole, got)
		}
		var m Inputs
		if err := m.Parse(whole, 0x1000200); err != nil || m.Ack != c.message.Ack || !bytes.Equal(m.Append(nil), whole) {
			t.Errorf("%x: got %v, %+v", whole, err, m)
		}
		for n := range whole {
			if m.Parse(whole[:n], 0) == nil {
				t.Errorf("%x: the first %d bytes gave %+v", whole, n, m)
			}
		}
	}
}

func TestInputsNeedNoAllocation(t *testing.T) {
	m := Inputs{Ack: 5, Newest: 12, List: []game.Input{1, 1, 1, 17, 17, 17, 4}}
	b := m.Append(nil)
	got := Inputs{List: make([]game.Input, 0, MaxInputs)}
	if n := testing.AllocsPerRun(100, func() { b = m.Append(b[:0]) }); n != 0 {
		t.Errorf("append: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { got.Parse(b, 5) }); n != 0 {
		t.Errorf("parse: %v allocations", n)
	}
}
