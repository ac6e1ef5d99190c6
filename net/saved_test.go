package net

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"dogfight/proto"
	"dogfight/proto/replay"
)

// aLog returns the log of a match in which two players fly.
func aLog(t testing.TB) (d *disk, token proto.Token) {
	t.Helper()
	d = &disk{}
	m, err := NewMatch(MatchOptions{Fill: 4, Skill: 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	l := live(d, nil, m)
	p := l.join("Ann", "SHA256:ann", "192.0.2.1:5")
	l.seatNow(p)
	l.seatNow(l.join("Rex", "", ""))
	l.pass(100)
	return d, p.Token
}

func TestALogHasNoTokens(t *testing.T) {
	skipIfShort(t)
	d, token := aLog(t)
	r, err := Resume(d.log)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(d.log, token[:]) || r.Match.Seats[0].Token != (proto.Token{}) {
		t.Error("whoever finds the log can take the seat")
	}
	if r.Waiting() != 2 || r.Match.Seats[0].Proof != proofOf(token) {
		t.Errorf("%d players are waited for", r.Waiting())
	}
}

func TestAReplayIsNoLog(t *testing.T) {
	skipIfShort(t)
	d, _ := aLog(t)
	f, err := replay.Parse(d.log)
	if err != nil {
		t.Fatal(err)
	}
	w, world, err := f.Cut(0, f.LastTick)
	if err != nil {
		t.Fatal(err)
	}
	w.Flush(world)
	if _, err := Resume(w.Take(nil)); err != ErrNoState {
		t.Errorf("expected that it does not say how to go on, got %v", err)
	}
}

func TestALogIsNotPlayedForLongWithoutAState(t *testing.T) {
	skipIfShort(t)
	d, _ := aLog(t)
	f, err := replay.Parse(d.log)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Play()
	if err == nil {
		err = c.Seek(f.LastTick)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := f.Continue(&c.World)
	for range mostUntallied + 1 {
		c.World.Step(f.Setup, nil, nil)
		w.Tick(f.Setup, nil, &c.World, c.World.Hash(), nil)
	}
	w.Flush(&c.World)
	if _, err := Resume(w.Take(d.log[:f.Whole:f.Whole])); !errors.Is(err, errOtherState) {
		t.Errorf("expected that too much would have to be played, got %v", err)
	}
}

// TestEachFieldOfAMatchIsSavedOrNot: who adds one has to say which.
func TestEachFieldOfAMatchIsSavedOrNot(t *testing.T) {
	otherwise := map[string]bool{ // in the log otherwise, of one player's match, or made anew
		"Scenario": true, "Cued": true, "Setup": true, "World": true, "Orders": true, "Token": true, "Vote": true, "Votes": true, "Bot": true, "Inputs": true, "idleness": true,
	}
	for _, c := range []struct{ of, saved any }{{Match{}, savedMatch{}}, {Seat{}, savedSeat{}}} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(c.of)) {
			if _, saved := reflect.TypeOf(c.saved).FieldByName(f.Name); len(f.Index) == 1 && saved == otherwise[f.Name] {
				t.Errorf("%T.%s: saved %v", c.of, f.Name, saved)
			}
		}
	}
}

// FuzzSavedMatch: what is taken has one form, and a host can go on with it.
func FuzzSavedMatch(f *testing.F) {
	d, _ := aLog(f)
	file, err := replay.Parse(d.log)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file.State)
	c, err := file.Play()
	if err == nil {
		err = c.Seek(file.LastTick)
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		if len(state) == 0 {
			return // which is none
		}
		w := file.Continue(&c.World)
		w.State(state, c.World.Tick)
		r, err := Resume(w.Take(bytes.Clone(d.log[:file.Whole])))
		if err != nil {
			return
		}
		if !json.Valid(state) {
			t.Fatalf("%q was taken", state)
		}
		live(&disk{}, r, r.Match).pass(70)
	})
}
