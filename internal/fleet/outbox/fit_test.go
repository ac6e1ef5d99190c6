package outbox

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/identity"
	"dogfight/proto"
	_ "dogfight/testkit"
)

// aKey is an invented fingerprint of full length.
func aKey(n int) string { return fmt.Sprintf("SHA256:%043d", n) }

// fullest returns a flight with the most that there is of everything a player has a hand in. Place is 0 of one who left.
func fullest(n, place int, name string) career.Flight {
	f := career.Flight{Identity: aKey(n), Name: name, Class: "interceptor", Weapon: "shockwave", Place: place, Flown: time.Duration(n+1) * time.Minute, Score: -1 << 29}
	for i := range 5 * 5 { // one of five keys of which each is told with all the others
		f.Linked = append(f.Linked, aKey(i%5))
	}
	for i := range 18 { // one key vouches for many machines
		f.Linked = append(f.Linked, aKey(100+i))
	}
	for i := range game.MaxPilotClasses {
		f.Classes = append(f.Classes, career.Arm{Name: fmt.Sprint("interceptor", i), Shots: 1e6, Hits: 1e6, Kills: 1e4, Deaths: 1e4, Damage: 1e6, Seconds: 1234.0 / 60})
		f.Weapons = append(f.Weapons, f.Classes[i])
	}
	return f
}

var longestNames = []string{strings.Repeat("\U0001f600", proto.MaxName), "A" + strings.Repeat("<", proto.MaxName-1)} // in bytes, and in JSON

func TestTheLargestResultOfPlayersIsSent(t *testing.T) {
	for _, name := range longestNames {
		if _, err := proto.CleanName(name); err != nil {
			t.Fatal(err)
		}
		r := aResult()
		r.Match.Flights = nil
		for i := range 1800 {
			r.Match.Flights = append(r.Match.Flights, fullest(i, 0, name))
		}
		for i := range game.MaxShips {
			r.Match.Flights = append(r.Match.Flights, fullest(2000+i, i+1, name))
		}
		for i := range 2 * mostKills {
			r.Match.Kills = append(r.Match.Kills, career.Kills{By: i % 1864, Of: i % 1863, Times: 1})
		}
		r.Match.Laps.Proof = make([]byte, 2*maxResult)
		signer, _ := aSigner()
		got, err := Parse(mustAppend(t, r, signer))
		if err != nil {
			t.Fatal(err)
		}
		flights := got.Match.Flights
		if n := len(flights); n < game.MaxShips+50 || flights[n-1].Place != game.MaxShips || flights[n-game.MaxShips].Place != 1 {
			t.Errorf("%d flights are sent", n)
		}
		if first := flights[0]; first.Flown < 1000*time.Minute || first.Name != name || len(first.Linked) != mostLinked || slices.Contains(first.Linked, first.Identity) {
			t.Errorf("the first flight of a departed player is %+v", first)
		}
		if len(r.Match.Flights) != 1864 || len(r.Match.Kills) != 1+2*mostKills || len(r.Match.Flights[0].Linked) != 43 {
			t.Error("the match was changed")
		}
	}
}

func TestBotsAndBriefFlightsAreLeftOutAndTheRestIsSent(t *testing.T) {
	m := aMatch()
	m.Flights = []career.Flight{
		{Name: "bot", Skill: 2, Flown: time.Hour}, {Name: "brief", Flown: time.Second}, {Name: "ann", Place: 1}, {Name: "long", Flown: time.Minute}, {Name: "bob", Place: 2},
	}
	m.Kills = []career.Kills{{By: 2, Of: 4, Times: 1}, {By: 1, Of: 4, Times: 2}, {By: 3, Of: 2, Times: 3}}
	m.Laps.Best = []career.Lap{{Flight: 1}, {Flight: 4}}
	dropFlights(m, 2)
	want := []career.Flight{{Name: "ann", Place: 1}, {Name: "long", Flown: time.Minute}, {Name: "bob", Place: 2}}
	if !reflect.DeepEqual(m.Flights, want) || !slices.Equal(m.Kills, []career.Kills{{By: 0, Of: 2, Times: 1}, {By: 1, Of: 0, Times: 3}}) || !slices.Equal(m.Laps.Best, []career.Lap{{Flight: 2}}) {
		t.Errorf("there is %+v, %+v, %+v", m.Flights, m.Kills, m.Laps.Best)
	}
	dropFlights(m, 5)
	if len(m.Flights) != 2 {
		t.Errorf("the flights to the end are %+v", m.Flights)
	}
}

func TestNoPlayerCanHaveAResultRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := aResult()
		for i := range rapid.IntRange(1, 150).Draw(t, "flights") {
			f := fullest(i, rapid.IntRange(0, 1).Draw(t, "place"), rapid.String().Draw(t, "name"))
			f.Linked = f.Linked[:rapid.IntRange(0, len(f.Linked)).Draw(t, "linked")]
			f.Proof = make([]byte, rapid.IntRange(0, 2*identity.MaxCertificate).Draw(t, "proof of links"))
			r.Match.Flights = append(r.Match.Flights, f)
		}
		r.Match.Arena = rapid.String().Draw(t, "arena")
		r.Match.Laps.Proof = make([]byte, rapid.IntRange(1, maxResult).Draw(t, "proof"))
		b, err := Append(nil, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Parse(b); err != nil {
			t.Fatal(err)
		}
	})
}

func TestIllegibleTextOfPlayersIsNotSentAndRefused(t *testing.T) {
	for text, want := range map[string]string{"a\x1b[2J": "a[2J", "a\u202eb": "ab", "x\u3164": "x", "x\u2800": "x", "a" + strings.Repeat("\u0301", 29): "a\u0301\u0301"} {
		r := aResult()
		r.Match.Flights[0].Name = text
		got, err := Parse(mustAppend(t, r, nil))
		if err != nil || got.Match.Flights[0].Name != want {
			t.Errorf("%q is sent as %+v, %v", text, got, err)
		}
		if err := check(r.Match); err == nil {
			t.Errorf("%q is accepted from others", text)
		}
	}
}
