package fleet

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/internal/records"
	"dogfight/proto"
)

var registryAt = time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)

// values has a value of each kind, with all fields set.
func values() map[string]Record {
	return map[string]Record{
		"RatingsAsk": &RatingsAsk{[]string{"SHA256:ann", ""}},
		"Ratings":    &Ratings{[]Rating{{1612.5, 80}, {}}},
		"ScoresAsk":  &ScoresAsk{20},
		"Scores": &Scores{records.Scores{
			Pilots:  []records.Standing{{Rank: 1, Name: "Ann", Identity: "SHA256:ann", Rating: 1600, Seen: registryAt}},
			Matches: []records.Played{{Started: registryAt, Seconds: 300, Arena: "open", Mode: "race", Winners: []string{"Ann"}}},
		}},
		"LinksAsk":  &LinksAsk{7},
		"Links":     &Links{"db", 11, []Link{{8, "SHA256:ann", "SHA256:phone", []byte("proof")}, {Version: 11}}, [][2]string{{"a", "b"}}},
		"BanAsk":    &BanAsk{Ban: "192.0.2.0/24", Comment: "Rex"},
		"BanAnswer": &BanAnswer{Version: 3, Error: "no"},
		"Bans":      &BanList{"db", 4, []Ban{{"192.0.2.0/24", "Rex", registryAt}}},
	}
}

// parseAs parses a value of a kind, and appends it again.
func parseAs(kind string, b []byte) ([]byte, error) {
	switch kind {
	case "RatingsAsk":
		return again(ParseRecord[RatingsAsk](b))
	case "Ratings":
		return again(ParseRecord[Ratings](b))
	case "ScoresAsk":
		return again(ParseRecord[ScoresAsk](b))
	case "Scores":
		return again(ParseRecord[Scores](b))
	case "LinksAsk":
		return again(ParseRecord[LinksAsk](b))
	case "Links":
		return again(ParseRecord[Links](b))
	case "BanAsk":
		return again(ParseRecord[BanAsk](b))
	case "BanAnswer":
		return again(ParseRecord[BanAnswer](b))
	}
	return again(ParseRecord[BanList](b))
}

func again[T any, P interface {
	*T
	Record
}](v T, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return AppendRecord(nil, P(&v))
}

func TestEveryValueArrivesAsItWasSentAndNoPartOfIt(t *testing.T) {
	for kind, v := range values() {
		b, err := AppendRecord(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := parseAs(kind, b); err != nil || !bytes.Equal(back, b) {
			t.Errorf("%s: %s became %s, %v", kind, b, back, err)
		}
		for n := range len(b) {
			if _, err := parseAs(kind, b[:n]); err == nil {
				t.Errorf("%s: its first %d bytes are accepted", kind, n)
			}
		}
		if _, err := parseAs(kind, make([]byte, v.maxBytes()+1)); err == nil || !strings.Contains(err.Error(), "at most") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestRegistryValuesOutOfBoundsAreRefused(t *testing.T) {
	long := strings.Repeat("x", 100)
	for kind, texts := range map[string][]string{
		"RatingsAsk": {`{"identities":["` + long + `"]}`, `{"identities":["\u0000"]}`, `{"identities":[` + strings.Repeat(`"",`, 300) + `""]}`},
		"Ratings":    {`{"ratings":[{"rating":-1}]}`, `{"ratings":[{"rating":1e300}]}`},
		"ScoresAsk":  {`{"limit":-1}`, `{"limit":201}`, `{"limit":"all"}`},
		"Scores":     {`{"pilots":[{"name":"\u001b[2J"}]}`, `{"matches":[{"seconds":1e99}]}`, `{"matches":[{"winners":["` + long + `"]}]}`},
		"LinksAsk":   {`{"after":-1}`},
		"Links":      {`{"links":[{"version":2},{"version":2}]}`, `{"links":[{"version":0}]}`, `{"links":[{"version":1,"one":"` + long + `"}]}`},
		"BanAsk":     {`{}`, `{"ban":"192.0.2.1","unban":"192.0.2.1"}`, `{"ban":"Rex"}`, `{"ban":"192.0.2.1","comment":"a\nb"}`},
		"Bans":       {`{"bans":[{"what":"Rex"}]}`, `{"bans":[{"what":"192.0.2.1","comment":"` + long + `"}]}`},
	} {
		for _, text := range texts {
			if b, err := parseAs(kind, []byte(text)); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %.60s is accepted: %s, %v", kind, text, b, err)
			}
		}
	}
}

// hostileTexts must not reach a terminal: control characters, invisible ones, changes of the writing direction, and piles of accents.
var registryHostileTexts = []string{"\x1b[2J", "a\u202eb", "\u3164", "\u2800", "a" + strings.Repeat("\u0301", 29), "a\u200db", "\xff"}

func TestTextsOfPlayersAreLegible(t *testing.T) {
	for _, text := range registryHostileTexts {
		for what, v := range map[string]Record{
			"a pilot": &Scores{records.Scores{Pilots: []records.Standing{{Name: text}}}}, "a winner": &Scores{records.Scores{Matches: []records.Played{{Winners: []string{text}}}}},
			"an arena": &Scores{records.Scores{Matches: []records.Played{{Arena: text}}}}, "a comment": &BanAsk{Ban: "192.0.2.1", Comment: text},
			"a ban's comment": &BanList{Bans: []Ban{{Target: "192.0.2.1", Comment: text}}}, "a key": &Links{Links: []Link{{Version: 1, One: text}}}, "an error": &BanAnswer{Error: text},
		} {
			if b, err := AppendRecord(nil, v); err == nil {
				t.Errorf("%q is read as %s: %s", text, what, b)
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for kind, v := range values() {
		b, err := AppendRecord(nil, v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(kind, b)
	}
	f.Fuzz(func(t *testing.T, kind string, b []byte) {
		first, err := parseAs(kind, b)
		if err != nil {
			return
		}
		if second, err := parseAs(kind, first); err != nil || !bytes.Equal(first, second) {
			t.Fatalf("%s became %s, %v", first, second, err)
		}
	})
}

func TestKeysOfAPlayerAreBoundedAndAgree(t *testing.T) {
	together := map[string][]string{}
	Join(together, "a", "b")
	Join(together, "c", "d")
	Join(together, "b", "c")
	for _, key := range []string{"a", "b", "c", "d"} {
		if len(together[key]) != 4 {
			t.Errorf("%s has %v", key, together[key])
		}
	}
	for i := range 100 {
		Join(together, "a", strings.Repeat("x", i+1))
	}
	if n := len(together["a"]); n != maxTogether {
		t.Errorf("%d keys are one player's", n)
	}
}

func TestADamagedCopyIsDroppedAndReported(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{bansFile: `{"version":3,"bans":[{"what":"Rex"}]}`, linksFile: `[{"version":2,"one":"a"},{"version":1}]`} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := OpenCopy(folder, nil)
	if bans, links := c.Version(); bans != 0 || links != 0 || len(c.KeysOf("a")) != 1 {
		t.Errorf("versions %d and %d, keys %v", bans, links, c.KeysOf("a"))
	}
}

func TestTheLongestNameOfAPilotIsSent(t *testing.T) {
	name := strings.Repeat("\U0001f600", proto.MaxName)
	if _, err := proto.CleanName(name); err != nil {
		t.Fatal(err)
	}
	v := values()["Scores"].(*Scores)
	v.Pilots[0].Name, v.Matches[0].Winners[0] = name, name
	b, err := AppendRecord(nil, v)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ParseRecord[Scores](b); err != nil || got.Pilots[0].Name != name {
		t.Errorf("found %+v, %v", got, err)
	}
	v.Pilots[0].Name += "x"
	if _, err := AppendRecord(nil, v); err == nil {
		t.Error("a longer one is sent")
	}
}
