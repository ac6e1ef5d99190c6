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
	four := duel(t)
	four.Arena = fourTeams(t)
	for _, want := range []*game.Setup{duel(t), expanse(t), four} {
		got, err := ParseSetup(AppendSetup(nil, want))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the Setup came back changed", want.Arena.Name)
		}
	}
}

// fourTeams is an arena with all tiles, and settings.
func fourTeams(t testing.TB) *game.Arena {
	t.Helper()
	rows := strings.Repeat(".", 300/2) + "\n.12" + strings.Repeat("3", 20) + strings.Repeat("4", 36) + "\n" +
		".~~~^v<>*ABCDabcdefghijklmnpqrstuwxyz" + strings.Repeat("~", 90) + "\n" + strings.Repeat("~", 150) + "\n" + strings.Repeat("~", 150) + "\n"
	a, err := game.ParseArena("four", "laps = 5\npull = 70\n"+rows)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestSetupThatTheRulesForbidIsRefused(t *testing.T) {
	for want, spoil := range map[string]func(*game.Setup){
		"arena width must be 1 to 256, got 257":      func(s *game.Setup) { s.Arena.Width = 257 },
		"arena height must be 1 to 256, got 0":       func(s *game.Setup) { s.Arena.Height = 0 },
		"no spawn":                                   func(s *game.Setup) { spoilSpawns(s) },
		"classes must be 1 to 16, got 0":             func(s *game.Setup) { s.Classes = nil },
		"classes must be those of pilots first":      func(s *game.Setup) { s.Classes[0].Drone = true },
		"teams must be a number that the mode can":   func(s *game.Setup) { s.Sides = 5 },
		"class hp must be 1 to 15, got 0":            func(s *game.Setup) { s.Classes[0].HP = 0 },
		"class hp must be 1 to 15, got 16":           func(s *game.Setup) { s.Classes[0].HP = 16 },
		"class top speed must be 1 to 853, got 854":  func(s *game.Setup) { s.Classes[0].TopSpeed = 854 },
		"class thrust must be 1 to 1536, got 1537":   func(s *game.Setup) { s.Classes[0].Thrust = 1537 },
		"class brake must be 0 to 1536, got 65535":   func(s *game.Setup) { s.Classes[0].Brake = -1 },
		"weapons must be 1 to 16, got 0":             func(s *game.Setup) { s.Weapons = nil },
		"weapon shots must be 1 to 8, got 9":         func(s *game.Setup) { s.Weapons[0].Shots = 9 },
		"weapon fan must be 1 or 3, got 2":           func(s *game.Setup) { s.Weapons[0].Fan = 2 },
		"weapon damage must be 0 to 15, got 16":      func(s *game.Setup) { s.Weapons[0].Damage = 16 },
		"weapon life must be 1 to 65535, got 0":      func(s *game.Setup) { s.Weapons[0].Life = 0 },
		"weapon speed must be 0 to 7680, got 7681":   func(s *game.Setup) { s.Weapons[0].Speed = 7681 },
		"weapon reach must be 0 to ":                 func(s *game.Setup) { s.Weapons[0].Reach = game.MaxReach + 1 },
		"mode must be a known one, got 200":          func(s *game.Setup) { s.Mode = 200 },
		"score limit must be 0 to 2147483647, got 4": func(s *game.Setup) { s.ScoreLimit = -1 },
	} {
		s := duel(t)
		spoil(s)
		m, err := Parse((&MatchStart{Setup: s}).Append(nil))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, got %v and %v", want, m, err)
		}
	}
}

// spoilSpawns makes all spawns space.
func spoilSpawns(s *game.Setup) {
	for i, tile := range s.Arena.Tiles {
		if strings.ContainsRune("@1234", rune(tile)) {
			s.Arena.Tiles[i] = game.Space
		}
	}
}

func TestTruncatedArenaNeedsNoMemory(t *testing.T) {
	b := appendText(nil, "void", maxWord)
	b = append(b, 1, 0, 1, 0, 0, 0, 0x1f) // 256 by 256, and 32 tiles of it
	allocated := testing.AllocsPerRun(10, func() {
		if readArena("", b) == nil {
			t.Error("expected an error")
		}
	})
	if allocated > 10 {
		t.Errorf("expected a few allocations, for the error, got %v", allocated)
	}
}

func TestTilesAreRefusedInAnyButTheLongestRuns(t *testing.T) {
	var c FieldCoder
	c.arena(&duel(t).Arena)
	whole := c.Out
	split := bytes.Replace(whole, []byte{0x06, 0xc0}, []byte{0x02, 0x03, 0xc0}, 1)
	dotted := bytes.Replace(whole, []byte{0x06, 0xc0}, []byte{0x80 | '.', 0x06, 0xc0}, 1)
	unknown := bytes.Replace(whole, []byte{0x06, 0xc0}, []byte{0x80 | '=', 0x06, 0xc0}, 1)
	past := append(bytes.Clone(whole[:len(whole)-1]), 0x05)
	for _, b := range [][]byte{split, dotted, unknown, past} {
		if err := readArena("setup", b); err == nil || !strings.Contains(err.Error(), "runs of known tiles") {
			t.Errorf("%x: expected an error about runs, got %v", b, err)
		}
	}
}

func readArena(message string, b []byte) error {
	c := readFields(message, b)
	var a *game.Arena
	c.arena(&a)
	return c.Err
}
