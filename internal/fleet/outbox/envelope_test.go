package outbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/internal/identity"
)

var began = time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)

func aMatch() *career.Match {
	return &career.Match{
		Started: began, Lasted: 5 * time.Minute, Arena: "open", Mode: "race", TimeLimit: 5 * time.Minute, ScoreLimit: 50, Finished: true, Unrated: true,
		Event: "cup", TeamScores: [5]int32{0, 3, -4}, Replay: "0000000000000abc-3",
		Flights: []career.Flight{
			{
				Identity: "SHA256:ann", Linked: []string{"SHA256:ann2"}, Proof: []byte("certificate"), Name: "Ann ☺", Class: "scout", Weapon: "rail", Team: 1, Score: -5, Kills: 4, Deaths: 2,
				Assists: 1, Shots: 40, Hits: 10, Won: true, Place: 1, Flown: time.Minute, Damage: 1, DamageTaken: 2, Streak: 3, Items: 4, Barrels: 5, Crashes: 6, Revenges: 7,
				FirstBlood: true, Behind: 8, Classes: []career.Arm{{Name: "scout", Kills: 4, Seconds: 60}}, Weapons: []career.Arm{{Name: "rail", Shots: 40, Seconds: 60}},
			},
			{Name: "Vega", Skill: 3, Novice: true, Class: "bomber", Weapon: "mines", Team: 2},
		},
		Kills: []career.Kills{{By: 0, Of: 1, Times: 4}},
		Laps:  career.Laps{Course: "c", Proof: []byte{1, 2, 3}, Best: []career.Lap{{Flight: 0, Slot: 2, Class: "scout", Took: 230}}},
		Waves: career.Waves{Campaign: "siege", Wave: 3, Won: true},
	}
}

func aResult() *Result {
	return &Result{ID: ResultID{0xab, 7}, Host: 0xcd, Epoch: 2, Match: aMatch()}
}

// aSigner signs with a publicly known private key.
func aSigner() (*Signer, ed25519.PublicKey) {
	private := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, 32))
	return &Signer{"UKEY", func(b []byte) ([]byte, error) { return ed25519.Sign(private, b), nil }}, private.Public().(ed25519.PublicKey)
}

func mustAppend(t testing.TB, r *Result, s *Signer) []byte {
	t.Helper()
	b, err := Append(nil, r, s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAResultArrivesUnchanged(t *testing.T) {
	signer, public := aSigner()
	got, err := Parse(mustAppend(t, aResult(), signer))
	if err != nil {
		t.Fatal(err)
	}
	want := aResult()
	if got.ID != want.ID || got.Host != want.Host || got.Epoch != want.Epoch || got.Key != signer.Key || !reflect.DeepEqual(got.Match, want.Match) {
		t.Errorf("found\n%+v\nof %+v", got, got.Match)
	}
	if !ed25519.Verify(public, got.Signed, got.Signature) {
		t.Error("the signature does not hold")
	}
}

func TestAllFieldsOfAMatchAreTriedHere(t *testing.T) {
	var visit func(name string, v reflect.Value)
	visit = func(name string, v reflect.Value) {
		switch {
		case v.IsZero():
			// The first flight is a person's, and what an arm lacks is like what it has.
			if !strings.HasPrefix(name, "Arm.") && !slices.Contains([]string{"Flight.Skill", "Flight.Novice", "Kills.By", "Lap.Flight"}, name) {
				t.Errorf("%s is not tried", name)
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Struct:
			visit(name, v.Index(0))
		case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.Tag.Get("json") != "-" {
					visit(v.Type().Name()+"."+f.Name, v.Field(i))
				}
			}
		}
	}
	visit("Match", reflect.ValueOf(*aMatch()))
}

func TestASignatureIsOfAllThatCounts(t *testing.T) {
	signer, public := aSigner()
	b := mustAppend(t, aResult(), signer)
	for from, to := range map[string]string{
		`"id":"00000000000000ab-7"`:   `"id":"00000000000000ab-8"`,
		`"host":"00000000000000cd"`:   `"host":"00000000000000ce"`,
		`"epoch":2`:                   `"epoch":3`,
		`"kills":4,"deaths":2`:        `"kills":5,"deaths":2`,
		`"match":{`:                   `"match":{ `,
		`"identity":"SHA256:ann"`:     `"identity":"SHA256:bob"`,
		`"seconds":60}],"weapons"`:    `"seconds":61}],"weapons"`,
		`"arena":"open","mode":"race`: `"arena":"ring","mode":"race`,
	} {
		forged := bytes.Replace(b, []byte(from), []byte(to), 1)
		if bytes.Equal(forged, b) {
			t.Fatalf("there is no %s in %s", from, b)
		}
		r, err := Parse(forged)
		if err != nil {
			t.Fatalf("%s: %v", to, err)
		}
		if ed25519.Verify(public, r.Signed, r.Signature) {
			t.Errorf("%s: the signature is valid", to)
		}
	}
}

func TestAResultOutOfBoundsIsNamedAndRefused(t *testing.T) {
	long := strings.Repeat("x", 81)
	for want, change := range map[string]func(m *career.Match){
		"started":           func(m *career.Match) { m.Started = time.Time{} },
		"lasted_ns":         func(m *career.Match) { m.Lasted = -1 },
		"time_limit_ns":     func(m *career.Match) { m.TimeLimit = 1000 * time.Hour },
		"text of the match": func(m *career.Match) { m.Arena = long },
		"text of a flight":  func(m *career.Match) { m.Flights[0].Identity = long },
		"name":              func(m *career.Match) { m.Flights[0].Name = "a\x00b" },
		"linked key":        func(m *career.Match) { m.Flights[0].Linked[0] = "\n" },
		"length of a proof": func(m *career.Match) { m.Flights[0].Proof = make([]byte, identity.MaxCertificate+1) },
		"team":              func(m *career.Match) { m.Flights[0].Team = 5 },
		"skill":             func(m *career.Match) { m.Flights[1].Skill = 6 },
		"count of a flight": func(m *career.Match) { m.Flights[1].Hits = -1 },
		"score":             func(m *career.Match) { m.Flights[1].Score = 2_000_000_000 },
		"pilots of a kill":  func(m *career.Match) { m.Kills[0].Of = 2 },
		"times":             func(m *career.Match) { m.Kills[0].Times = -1 },
		"flight of a lap":   func(m *career.Match) { m.Laps.Best[0].Flight = -1 },
		"ticks of a lap":    func(m *career.Match) { m.Laps.Best[0].Took = 0 },
		"proof of laps":     func(m *career.Match) { m.Laps.Proof = nil },
		"number of flights": func(m *career.Match) {
			m.Flights = make([]career.Flight, 5000)
			m.Kills, m.Laps = nil, career.Laps{}
		},
		"seconds of an arm":   func(m *career.Match) { m.Flights[0].Classes[0].Seconds = -1 },
		"which is there":      func(m *career.Match) { m.Flights[0].Classes = append(m.Flights[0].Classes, m.Flights[0].Classes[0]) },
		"number of arms":      func(m *career.Match) { m.Flights[0].Weapons = make([]career.Arm, 70) },
		"wave":                func(m *career.Match) { m.Waves.Wave = -1 },
		"place":               func(m *career.Match) { m.Flights[0].Place = -1 },
		"number of linked ke": func(m *career.Match) { m.Flights[0].Linked = make([]string, 20) },
	} {
		r := aResult()
		change(r.Match)
		text, _ := json.Marshal(r.Match)
		forged, _ := json.Marshal(envelope{Version: 1, ID: r.ID.String(), Host: 1, Match: text})
		if _, err := Parse(forged); err == nil || !strings.HasPrefix(err.Error(), "result: ") || strings.Contains(err.Error(), "\n") || len(err.Error()) > 200 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is accepted: %v", want, err)
		}
		if b, err := Append(nil, r, nil); err == nil { // Append has brought it into them
			if _, err := Parse(b); err != nil {
				t.Errorf("%s is sent: %v", want, err)
			}
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestAnEnvelopeOutOfBoundsIsRefused(t *testing.T) {
	b := string(mustAppend(t, aResult(), nil))
	for from, to := range map[string]string{
		`"version":1`:               `"version":2`,
		`"id":"00000000000000ab-7"`: `"id":"00000000000000ab-07"`,
		`"id":"00000000000000ab`:    `"id":"0000000000000000`,
		`ab-7"`:                     `ab-65536"`,
		`"host":"00000000000000cd"`: `"host":"0000000000000000"`,
		`"epoch":2`:                 `"epoch":-2`,
		`"epoch":2,`:                `"epoch":2,"key":"U",`,
		`"epoch":2,"m`:              `"epoch":2,"signature":"AAAA","m`,
		`"match":{`:                 `"match":[{`,
	} {
		if !strings.Contains(b, from) {
			t.Fatalf("there is no %s in %s", from, b)
		}
		if r, err := Parse([]byte(strings.Replace(b, from, to, 1))); err == nil {
			t.Errorf("%s is accepted: %+v", to, r)
		}
	}
	for n := range len(b) {
		if _, err := Parse([]byte(b[:n])); err == nil {
			t.Fatalf("its first %d bytes are accepted", n)
		}
	}
	if _, err := Parse(make([]byte, maxResult+1)); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("found %v", err)
	}
}

func TestAResultThatIsTooLongIsSentWithoutItsLaps(t *testing.T) {
	r := aResult()
	r.Match.Laps.Proof = make([]byte, maxResult)
	got, err := Parse(mustAppend(t, r, nil))
	if err != nil || got.Match.Laps.Best != nil || len(got.Match.Flights) != 2 {
		t.Errorf("found %+v, %v", got, err)
	}
	if len(r.Match.Laps.Best) != 1 {
		t.Error("the match was changed")
	}
}

func FuzzParse(f *testing.F) {
	signer, _ := aSigner()
	f.Add(mustAppend(f, aResult(), signer))
	f.Add(mustAppend(f, aResult(), nil))
	f.Add([]byte(`{"version":1,"id":"00000000000000ab-7","host":"00000000000000cd","epoch":0,"match":{"started":"2026-11-23T20:00:00Z","flights":null}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := Parse(b)
		if err != nil {
			return
		}
		again, err := Append(nil, r, nil)
		if err != nil {
			if len(b) > maxResult/2 { // escaped texts are longer
				return
			}
			t.Fatalf("%v: %s", err, b)
		}
		back, err := Parse(again)
		if err != nil || back.ID != r.ID || back.Host != r.Host || back.Epoch != r.Epoch {
			t.Fatalf("%+v became %+v, %v", r, back, err)
		}
		text, _ := json.Marshal(r.Match)
		if after, _ := json.Marshal(back.Match); !bytes.Equal(text, after) {
			t.Fatalf("%s became %s", text, after)
		}
	})
}
