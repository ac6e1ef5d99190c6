package proto

import (
	"bytes"
	"reflect"
	"testing"

	"dogfight/game"
)

// someOrders returns the orders of n ticks of a match.
func someOrders(t testing.TB, n int) [][]game.Order {
	m := newMatch(expanse(t), 5)
	var ticks [][]game.Order
	for range n {
		m.step()
		ticks = append(ticks, append([]game.Order{}, m.orders...))
	}
	return ticks
}

func TestOrdersOfManyTicksAreTheSameAgain(t *testing.T) {
	want := Orders{Decided: Decided{Base: 77, Ticks: someOrders(t, MaxOrderTicks)}}
	var got Orders
	for n := range want.Ticks {
		m := want
		m.Ticks = want.Ticks[:n+1]
		if err := got.Parse(m.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Ticks, m.Ticks) {
			t.Fatalf("%d ticks came back different", n+1)
		}
		if got.Now() != 77+game.Tick(n)+1 {
			t.Errorf("expected %d, %d came", 77+n+1, got.Now())
		}
	}
}

func TestWhatWasDecidedIsAppendedOnceForAll(t *testing.T) {
	decided := Decided{Base: 500, Hash: 1, Ticks: someOrders(t, 6)}
	shared := decided.Append(nil)
	for _, report := range []Report{{Slack: 12, Heard: 510}, {Slack: -3}} {
		whole := (&Orders{Report: report, Decided: decided}).Append(nil)
		if got := append(report.Append(nil, decided.Now()), shared...); !bytes.Equal(got, whole) {
			t.Errorf("expected %x, %x came", whole, got)
		}
	}
}

func TestHeardIsToldAsFarAsItGoes(t *testing.T) {
	const now = 1000
	for heard, want := range map[game.Tick]game.Tick{
		0: 0, 1: 0, now - 128: 0, now - 127: now - 127, now: now, now + 127: now + 127, now + 500: now + 127,
	} {
		m := Orders{Report: Report{Heard: heard}, Decided: Decided{Base: now}}
		var got Orders
		if err := got.Parse(m.Append(nil)); err != nil || got.Heard != want {
			t.Errorf("heard %d: expected %d, %d and %v came", heard, want, got.Heard, err)
		}
	}
}

func TestOrdersNeedNoAllocation(t *testing.T) {
	m := Orders{Decided: Decided{Base: 9, Ticks: someOrders(t, 8)}}
	b := m.Append(nil)
	var got Orders
	if err := got.Parse(b); err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { b = m.Append(b[:0]) }); n != 0 {
		t.Errorf("append: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { got.Parse(b) }); n != 0 {
		t.Errorf("parse: %v allocations", n)
	}
}

func BenchmarkOrders(b *testing.B) {
	m := Orders{Decided: Decided{Base: 9, Ticks: someOrders(b, 6)}}
	var buf []byte
	b.Run("append", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			buf = m.Append(buf[:0])
		}
		b.ReportMetric(float64(len(buf)), "bytes")
	})
	b.Run("parse", func(b *testing.B) {
		var got Orders
		b.ReportAllocs()
		for b.Loop() {
			if err := got.Parse(buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}
