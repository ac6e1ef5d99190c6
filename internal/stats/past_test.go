package stats

import (
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// rivals returns bots of a skill with these scores.
func rivals(skill int, scores ...int32) (bots []Flight) {
	for _, score := range scores {
		bots = append(bots, Flight{Name: "Vega", Skill: skill, Score: score})
	}
	return bots
}

func TestThePastOfAPlayerIsHowTheyDidAloneAmongBots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "records.db")
	if past, err := ReadPast(path, "SHA256:ann", 5); err != nil || past != nil {
		t.Errorf("without records: %v, %v", past, err)
	}
	s := openStore(t, path)
	third, first := ann(), ann()
	third.Score = 30
	s.mustAdd(t, aMatch(append(rivals(2, 40, 50, 20, 30), third)...))
	s.mustAdd(t, aMatch(append(append(rivals(2, 10), rivals(3, 20)...), first)...))

	bob := Flight{Identity: "SHA256:bob", Name: "Bob", Score: 99}
	s.mustAdd(t, aMatch(append(rivals(5, 90), ann(), bob)...)) // not alone
	s.mustAdd(t, aMatch(append(rivals(5, 90), bob)...))        // not she
	s.mustAdd(t, aMatch(ann()))                                // no bots
	late, quit := ann(), aMatch(append(rivals(5, 90), ann())...)
	late.Flown, quit.Finished = time.Minute, false
	s.mustAdd(t, aMatch(append(rivals(5, 90), late)...))
	s.mustAdd(t, quit)

	want := []Past{{Rank: 3, Ships: 5, Skill: 2}, {Rank: 1, Ships: 3, Skill: 2.5}}
	if past, err := ReadPast(path, "SHA256:ann", 5); err != nil || !slices.Equal(past, want) {
		t.Errorf("expected %v, found %v, %v", want, past, err)
	}
	if past, err := ReadPast(path, "SHA256:ann", 1); err != nil || !slices.Equal(past, want[1:]) {
		t.Errorf("of one match expected the last, found %v, %v", past, err)
	}
}
