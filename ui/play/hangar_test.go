package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

// usual has the ships and weapons of the game.
func usualSetup() *game.Setup {
	return &game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// inHangar draws the page at noon.
func inHangar(t *testing.T, h *hud.Hangar, width, height int) terminal {
	term := newTerminal(t, width, height)
	h.Draw(term, playtest.Noon)
	return term
}

func TestTheHangarShowsTheChosenInTheSmallestTerminal(t *testing.T) {
	term := inHangar(t, NewHangar(Options{}, "", usualSetup(), 1, 2, 0), 60, 20)
	term.shows(t, "► 2 Scout", "1 Fighter", "3 Bomber", "6 Rail gun", "7 Mines",
		"hp              ▊▊▊▊▊▊▊▊▍▊▊▊▊▊▊▊▊▊▊▊ 3", "0 to full speed ▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊ 0.3 s",
		"For hit and run: the fastest and the",
		"For long-range shots: the hardest hit", "longest reach, but the slowest fire.", "Esc back")
}

func TestTheHangarShowsAllWhereThereIsRoom(t *testing.T) {
	term := inHangar(t, NewHangar(Options{}, "", usualSetup(), 0, 0, 0), 100, 30)
	term.shows(t, "► 1 Fighter", "0 to full speed 0.4 s", "strength or weakness", "nimblest, but the", "the sturdiest, but", "1 x3", "lies for 20 s", "0.6 s", "Esc back")
}

func TestTheHangarLeavesTheMatchAroundItInSight(t *testing.T) {
	term := newTerminal(t, 120, 40)
	term.Set(2, 1, canvas.Cell{Glyph: 'Q', Width: 1})
	NewHangar(Options{}, "", usualSetup(), 0, 0, 0).Draw(term, playtest.Noon)
	term.shows(t, "Q", "Esc back")
}

func TestKeysChooseInTheHangar(t *testing.T) {
	for typed, want := range map[string][3]uint8{
		"":     {1, 0, 1},
		">":    {2, 0, 1},
		">>":   {0, 0, 1},
		"<<":   {2, 0, 1},
		"v<":   {1, 3, 1},
		"v>^>": {2, 1, 1},
		"1":    {0, 0, 1},
		"6>":   {1, 3, 1}, // a digit goes to the row of what it picks
		"61>":  {1, 2, 1},
		"t":    {1, 0, 2},
		"v9t>": {1, 1, 2}, // and t stays in its row
	} {
		s := usualSetup()
		s.Mode = game.Teams
		h := NewHangar(Options{}, "", s, 1, 0, 1)
		for _, r := range typed {
			switch r {
			case '<':
				h.Key(key(input.KeyLeft))
			case '>':
				h.Key(key(input.KeyRight))
			case '^':
				h.Key(key(input.KeyUp))
			case 'v':
				h.Key(key(input.KeyDown))
			default:
				h.Key(char(r))
			}
		}
		if class, weapon, team := h.Chosen(); [3]uint8{class, weapon, team} != want {
			t.Errorf("%q: expected %v, got %v", typed, want, [3]uint8{class, weapon, team})
		}
	}
}

func TestTheTeamIsShownAndOfferedOnlyWhereThereAreTeams(t *testing.T) {
	s := usualSetup()
	inHangar(t, NewHangar(Options{}, "", s, 0, 0, 0), 60, 20).hides(t, "team")
	s.Mode = game.Teams
	inHangar(t, NewHangar(Options{}, "", s, 0, 0, 2), 60, 20).shows(t, "team B", "t team", "Esc back")
}

func TestTheChosenShipTurnsUnlessFlashesAreUnwanted(t *testing.T) {
	for _, few := range []bool{false, true} {
		h, term := NewHangar(Options{FewerFlashes: few}, "", usualSetup(), 0, 0, 0), newTerminal(t, 60, 20)
		var seen []string
		for i := range 8 {
			h.Draw(term, playtest.Noon.Add(time.Duration(i)*450*time.Millisecond))
			if picture := term.patch(3, 2, 11, 5); !slices.Contains(seen, picture) {
				seen = append(seen, picture)
			}
		}
		if want := map[bool]int{false: 8, true: 1}[few]; len(seen) != want {
			t.Errorf("fewer flashes %v: expected %d pictures, got %d", few, want, len(seen))
		}
	}
}

func TestAnyShipsAndWeaponsFitIntoTheHangar(t *testing.T) {
	term := newTerminal(t, 60, 20)
	rapid.Check(t, func(t *rapid.T) {
		s := &game.Setup{Mode: game.Mode(rapid.IntRange(0, 1).Draw(t, "mode"))}
		title := rapid.SampledFrom([]string{"", "Fighter", "王小明王小明王小明王小明", "🚀🚀🚀", "a very long title of it all"})
		for range rapid.IntRange(1, game.MaxClasses).Draw(t, "classes") {
			s.Classes = append(s.Classes, game.Class{Title: title.Draw(t, "title"), HP: rapid.Uint8Range(1, 15).Draw(t, "hp"),
				TopSpeed: rapid.Int32Range(1, 900).Draw(t, "speed"), Thrust: rapid.Int32Range(0, 900).Draw(t, "thrust")})
		}
		for range rapid.IntRange(1, game.MaxWeapons).Draw(t, "weapons") {
			s.Weapons = append(s.Weapons, game.Weapon{Title: title.Draw(t, "title"), Shots: rapid.Uint8Range(1, 8).Draw(t, "shots"),
				Fan: 1, Speed: rapid.Int32Range(0, game.MaxShotSpeed).Draw(t, "speed"), Life: rapid.Uint16().Draw(t, "life"), Cooldown: rapid.Uint8().Draw(t, "cooldown")})
		}
		term.Resize(rapid.IntRange(60, 400).Draw(t, "width"), rapid.IntRange(20, 150).Draw(t, "height"))
		mode := rapid.SampledFrom(allModes).Draw(t, "mode")
		h := NewHangar(Options{Mode: mode}, "", s, uint8(len(s.Classes)-1), uint8(len(s.Weapons)-1), 1)
		h.Draw(term, playtest.Noon)
		if !strings.Contains(term.text(), "Esc back") {
			t.Fatalf("the keys are not on the page:\n%s", term.text())
		}
		if mode == canvas.ASCII {
			onlyASCII(t, term)
		}
	})
}
