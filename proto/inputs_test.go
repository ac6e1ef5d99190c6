package proto

import (
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
			Ack:    game.Tick(rapid.Uint32().Draw(t, "ack")),
			Newest: game.Tick(rapid.Uint32Min(MaxInputs).Draw(t, "newest")),
			List:   rapid.SliceOfN(held, 1, MaxInputs).Draw(t, "list"),
		}
		if err := got.Parse(want.Append(nil)); err != nil {
			t.Fatal(err)
		}
		if got.Ack != want.Ack || got.Newest != want.Newest || !slices.Equal(got.List, want.List) {
			t.Fatalf("expected %+v, %+v came", want, got)
		}
	})
}

func TestOfTooManyInputsTheNewestAreSent(t *testing.T) {
	list := make([]game.Input, MaxInputs+1)
	list[0] = game.Fire
	var got Inputs
	if err := got.Parse((&Inputs{Newest: 100, List: list}).Append(nil)); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.List, list[1:]) {
		t.Errorf("expected %v, %v came", list[1:], got.List)
	}
}

func TestInputsParseTakesNoOtherMessage(t *testing.T) {
	var m Inputs
	err := m.Parse((&Ping{}).Append(nil))
	if want := "inputs: type: expected inputs, ping came"; err == nil || err.Error() != want {
		t.Errorf("expected %q, %v came", want, err)
	}
}

func TestInputsNeedNoAllocation(t *testing.T) {
	m := Inputs{Ack: 5, Newest: 12, List: []game.Input{1, 1, 1, 17, 17, 17, 4}}
	b := m.Append(nil)
	got := Inputs{List: make([]game.Input, 0, MaxInputs)}
	if n := testing.AllocsPerRun(100, func() { b = m.Append(b[:0]) }); n != 0 {
		t.Errorf("append: %v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { got.Parse(b) }); n != 0 {
		t.Errorf("parse: %v allocations", n)
	}
}
