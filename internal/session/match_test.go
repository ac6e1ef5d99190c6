package session

import (
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
)

// aResult is of a match of three ships, of which the second was left by a pilot.
func aResult() *net.Result {
	setup := &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	ann := net.Flight{Pilot: 7, Identity: "SHA256:ann", Name: "Ann", Place: 1, Kills: 3, Flown: time.Minute}
	ann.Did.Damage, ann.Did.LongestStreak = 12, 3
	ann.Did.Classes[1] = game.ArmTally{Kills: 3, Flown: 60 * game.TickRate}
	ann.Did.Weapons[0] = game.ArmTally{Shots: 20, Hits: 12, Damage: 12, Kills: 3}
	return &net.Result{
		Setup: setup, Lasted: time.Minute, Finished: true,
		Flights: []net.Flight{{Pilot: 9, Name: "Gone"}, ann, {Pilot: 3, Name: "Vega", Skill: 2, Place: 2}},
		Kills:   []net.Kills{{By: 7, Of: 9, Times: 1}, {By: 7, Of: 3, Times: 2}, {By: 7, Of: 55, Times: 4}},
	}
}

func TestWhatIsRecordedHasNamesAndNamesWhoDestroyedWhom(t *testing.T) {
	m := MatchOf(aResult(), time.Now())
	ann := m.Flights[1]
	if len(ann.Classes) != 1 || ann.Classes[0].Name != assets.Classes()[1].Name || ann.Classes[0].Seconds != 60 || ann.Classes[0].Kills != 3 {
		t.Errorf("classes: %+v", ann.Classes)
	}
	if len(ann.Weapons) != 1 || ann.Weapons[0].Name != assets.Weapons()[0].Name || ann.Weapons[0].Hits != 12 || ann.Damage != 12 || ann.Streak != 3 {
		t.Errorf("weapons: %+v of %+v", ann.Weapons, ann)
	}
	if len(m.Kills) != 2 || m.Kills[0].By != 1 || m.Kills[0].Of != 0 || m.Kills[1].Of != 2 || m.Kills[1].Times != 2 {
		t.Errorf("kills, of which those of a pilot without a flight are left out: %+v", m.Kills)
	}
}
