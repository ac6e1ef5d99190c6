package proto

import (
	"bytes"
	"slices"
	"testing"

	"dogfight/game"

	"pgregory.net/rapid"
)

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
			t.Fatalf("expected %+v, %+v came", want, got)
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
		t.Errorf("expected %v, %v came", list[1:], got.List)
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
			t.Errorf("%s: expected %q, %v came", c.hex, c.want, err)
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
			t.Errorf("expected %x, %x came", whole, got)
		}
		var m Inputs
		if err := m.Parse(whole, 0x1000200); err != nil || m.Ack != c.message.Ack || !bytes.Equal(m.Append(nil), whole) {
			t.Errorf("%x: %v, %+v came", whole, err, m)
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
