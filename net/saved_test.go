package net

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"dogfight/game"
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

func TestAMatchWithAPathThatIsNotUTF8IsResumed(t *testing.T) {
	for _, path := range []string{"arenas/caf\xe9.txt", "\xff\x00\ufffd", "é\U0010ff41\xc3", ""} {
		d := &disk{}
		m := FixedMatch(testSetup(t), MatchOptions{Arena: path, ArenaFolder: path, Campaign: path, Rotation: Rotation(path), Bots: 2, Skill: 3, Time: time.Minute}, 7)
		m.Next, m.Picked = &m.Asked, Candidate{Title: path, Arena: path}
		live(d, nil, m).pass(game.TickRate)
		r, err := Resume(d.log)
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		if got := &r.Match; got.Options != m.Options || *got.Next != m.Asked || got.Picked != m.Picked {
			t.Errorf("%q is %+v", path, got.Options)
		}
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

// TestEachFieldIsSavedOrNot has the list of all that a host keeps of a match. A field is saved by its name, or is named here with the reason.
func TestEachFieldIsSavedOrNot(t *testing.T) {
	const (
		inLog  = "the log has it otherwise"
		nested = "it has an entry of its own"
		config = "HostConfig or a file of the operator's says it"
		anew   = "it is made anew"
		peer   = "it is of a link, or of a player without a ship: both end with the host"
		past   = "it counts or bounds the last seconds"
	)
	for _, c := range []struct {
		of, saved any
		because   map[string]string
	}{
		{Match{}, savedMatch{}, map[string]string{"Scenario": "such a match is of one player, who leaves with the host", "Cued": "likewise", "Setup": inLog, "World": inLog, "Orders": inLog}},
		{Seat{}, savedSeat{}, map[string]string{"Token": "its Proof is saved", "Vote": anew, "Votes": anew, "Bot": anew, "Inputs": anew, "idleness": anew}},
		{pilot{}, nil, map[string]string{
			"Seat": nested, "called": anew, "wants": "Asked is saved", "turn": past, "renamed": past, "talk": past, "heardAt": anew, "waitsSince": peer, "watchesSince": peer}},
		{crew{}, nil, map[string]string{
			"pilots": "Seats are saved", "names": anew, "seats": anew, "room": anew, "orders": inLog, "nameQueue": past, "chatQueue": past, "choosing": anew, "recolour": anew,
			"lastID": "LastID is saved", "stale": anew}},
		{liveMatch{}, nil, map[string]string{
			"Match": nested, "crew": nested, "events": past, "proof": "it must be one piece from the first tick on", "camera": "File.Continue restores it", "last": "the next host does not drain", "startAt": anew,
			"flown": "figures of a process", "missed": "figures of a process", "botNames": config, "results": config, "setupOf": config, "log": config, "announce": config, "tell": config,
			"started": config, "ended": config}},
		{Host{}, nil, map[string]string{
			"conf": config, "log": config, "Operator": anew, "passwordCheck": config, "infoCache": anew, "requests": anew, "newcomers": peer, "match": nested, "admission": nested,
			"peers": peer, "drain": "the next host does not drain", "polls": nested, "clock": anew, "history": anew, "epoch": "each host has another", "told": anew, "saved": anew,
			"talliedAt": anew, "late": "it begins anew, and is sent all that clients know", "received": anew, "counts": "figures of a process", "stoodSince": anew, "held": anew, "gone": anew}},
		{gate{}, nil, map[string]string{"bans": config, "linked": config, "muted": nested, "password": config, "perAddress": config, "local": config, "log": config}},
		{mutes{}, savedMutes{}, nil},
		{polls{}, nil, map[string]string{"poll": "a vote ends with its host", "off": "Votes.Off is saved", "rules": nested, "allowed": config, "recount": anew, "target": "see poll", "known": "see poll", "next": "see poll"}},
		{pollRules{}, savedVotes{}, nil},
		{timedOut{}, savedVoter{}, map[string]string{"voter": nested}},
		{voter{}, savedVoter{}, map[string]string{"id": "Pilot is saved", "idle": anew}},
	} {
		for _, f := range reflect.VisibleFields(reflect.TypeOf(c.of)) {
			if len(f.Index) > 1 { // of another struct
				continue
			}
			saved := false
			if c.saved != nil {
				_, saved = reflect.TypeOf(c.saved).FieldByName(strings.ToUpper(f.Name[:1]) + f.Name[1:])
			}
			if saved == (c.because[f.Name] != "") {
				t.Errorf("%T.%s: saved %v, %q", c.of, f.Name, saved, c.because[f.Name])
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

// TestTextsOfPlayersInALogAreLegible: in a fleet another host has written it.
func TestTextsOfPlayersInALogAreLegible(t *testing.T) {
	setup := testSetup(t)
	good := savedSeat{
		Pilot: proto.Pilot{ID: 1, Name: "Ann"}, Asked: "Ann", Proof: make([]byte, len(TokenProof{})), Identity: "SHA256:ann", Address: "[2001:db8::1]:5", Choosing: true,
	}
	if err := good.check(setup); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"\x1b[2J", "\u202e", "\u3164", "\u2800", "a" + strings.Repeat("\u0301", 29), strings.Repeat("x", 200)} {
		for what, change := range map[string]func(s *savedSeat){
			"a name": func(s *savedSeat) { s.Pilot.Name = text }, "a key": func(s *savedSeat) { s.Identity = text }, "an address": func(s *savedSeat) { s.Address = text },
		} {
			bad := good
			if change(&bad); bad.check(setup) == nil {
				t.Errorf("%q is taken as %s", text, what)
			}
		}
	}
}
