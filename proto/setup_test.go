package proto

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
)

func TestSetupIsTheSameAgain(t *testing.T) {
	for _, want := range []*game.Setup{duel(t), expanse(t)} {
		r := reader{left: appendSetup(nil, want)}
		got := parseSetup(&r)
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the Setup came back different", want.Arena.Name)
		}
	}
}

func TestSetupThatRulesDoNotBearIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*game.Setup){
		"arena width: expected 1 to 256, 257":      func(s *game.Setup) { s.Arena.Width = 257 },
		"arena height: expected 1 to 256, 0":       func(s *game.Setup) { s.Arena.Height = 0 },
		"no spawn":                                 func(s *game.Setup) { spoilSpawns(s) },
		"classes: expected 1 to 8, 0":              func(s *game.Setup) { s.Classes = nil },
		"classes: expected 1 to 8, 9":              func(s *game.Setup) { s.Classes = make([]game.Class, 9) },
		"class hp: expected 1 to 15, 0":            func(s *game.Setup) { s.Classes[0].HP = 0 },
		"class hp: expected 1 to 15, 16":           func(s *game.Setup) { s.Classes[0].HP = 16 },
		"class top speed: expected 1 to 853, 854":  func(s *game.Setup) { s.Classes[0].TopSpeed = 854 },
		"class thrust: expected 1 to 1536, 1537":   func(s *game.Setup) { s.Classes[0].Thrust = 1537 },
		"class brake: expected 0 to 1536, 65535":   func(s *game.Setup) { s.Classes[0].Brake = -1 },
		"weapons: expected 1 to 8, 0":              func(s *game.Setup) { s.Weapons = nil },
		"weapon shots: expected 1 to 8, 9":         func(s *game.Setup) { s.Weapons[0].Shots = 9 },
		"weapon fan: expected 1 or 3, 2":           func(s *game.Setup) { s.Weapons[0].Fan = 2 },
		"weapon damage: expected 0 to 15, 16":      func(s *game.Setup) { s.Weapons[0].Damage = 16 },
		"weapon life: expected 1 to 65535, 0":      func(s *game.Setup) { s.Weapons[0].Life = 0 },
		"weapon speed: expected 0 to 7680, 7681":   func(s *game.Setup) { s.Weapons[0].Speed = 7681 },
		"weapon reach: expected 0 to ":             func(s *game.Setup) { s.Weapons[0].Reach = game.MaxReach + 1 },
		"mode: expected a known one, 2":            func(s *game.Setup) { s.Mode = 2 },
		"score limit: expected 0 to 2147483647, 4": func(s *game.Setup) { s.ScoreLimit = -1 },
	} {
		s := duel(t)
		spoil(s)
		m, err := Parse((&MatchStart{Setup: s}).Append(nil))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, %v and %v came", want, m, err)
		}
	}
}

// spoilSpawns makes all spawns space.
func spoilSpawns(s *game.Setup) {
	for i, tile := range s.Arena.Tiles {
		if tile == game.SpawnTile || tile == game.Team1Tile || tile == game.Team2Tile {
			s.Arena.Tiles[i] = game.Space
		}
	}
}

func TestArenaThatIsNotThereTakesNoMemory(t *testing.T) {
	b := appendText(nil, "void", maxWord)
	b = append(b, 1, 0, 1, 0, 0x1f) // 256 by 256, and 32 tiles of it
	allocated := testing.AllocsPerRun(10, func() {
		r := reader{left: b}
		if parseArena(&r); r.err == nil {
			t.Error("expected an error")
		}
	})
	if allocated > 10 {
		t.Errorf("expected a few allocations, for the error, %v came", allocated)
	}
}

func TestTilesAreRefusedInAnyButTheLongestRuns(t *testing.T) {
	whole := appendArena(nil, duel(t).Arena)
	split := bytes.Replace(whole, []byte{0x06, 0x40}, []byte{0x02, 0x03, 0x40}, 1)
	past := append(bytes.Clone(whole[:len(whole)-1]), 0x05)
	unknown := append(bytes.Clone(whole[:len(whole)-1]), 0xe4)
	for _, b := range [][]byte{split, past, unknown} {
		r := reader{left: b}
		parseArena(&r)
		if r.err == nil || !strings.Contains(r.err.Error(), "runs of known tiles") {
			t.Errorf("%x: expected an error about runs, %v came", b, r.err)
		}
	}
}
