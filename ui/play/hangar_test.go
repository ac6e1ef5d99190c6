package play

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"
	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// usual has the ships and weapons of the game.
func usualSetup() *game.Setup {
	return &game.Setup{Classes: assets.Classes(), Weapons: assets.Weapons()}
}

// inHangar draws the page at noon.
func inHangar(t *testing.T, h *Hangar, width, height int) terminal {
	term := newTerminal(t, width, height)
	h.Draw(term, noon)
	return term
}

func TestTheHangarShowsTheChosenInTheSmallestTerminal(t *testing.T) {
	term := inHangar(t, NewHangar(Options{}, "", usualSetup(), 1, 2, 0), 60, 20)
	term.shows(t, "► 2 Scout", "1 Fighter", "3 Bomber", "6 Rail gun", "7 Mines",
		"hp        ■■■■■■■■············ 3", "handling  ■■■■■■■■■■■■■■■■■■■■ 0.2 s",
		"For hit and run: the fastest and the",
		"For sure shots from afar: the hardest hit", "longest reach, but the slowest fire.", "Esc back")
}

func TestTheHangarShowsAllWhereThereIsRoom(t *testing.T) {
	term := inHangar(t, NewHangar(Options{}, "", usualSetup(), 0, 0, 0), 100, 30)
	term.shows(t, "► 1 Fighter", "strength and no", "nimblest, but the", "the sturdiest, but", "1 x3", "lies for 20 s", "0.9 s", "Esc back")
}

func TestTheHangarLeavesTheMatchAroundItInSight(t *testing.T) {
	term := newTerminal(t, 120, 40)
	term.Set(2, 1, cells.Cell{Glyph: 'Q', Width: 1})
	NewHangar(Options{}, "", usualSetup(), 0, 0, 0).Draw(term, noon)
	term.shows(t, "Q", "Esc back")
}

func TestKeysChooseInTheHangar(t *testing.T) {
	for keys, want := range map[string][3]uint8{
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
		for _, r := range keys {
			switch r {
			case '<':
				h.Key(key(tcell.KeyLeft))
			case '>':
				h.Key(key(tcell.KeyRight))
			case '^':
				h.Key(key(tcell.KeyUp))
			case 'v':
				h.Key(key(tcell.KeyDown))
			default:
				h.Key(char(r))
			}
		}
		if class, weapon, team := h.Chosen(); [3]uint8{class, weapon, team} != want {
			t.Errorf("%q: expected %v, got %v", keys, want, [3]uint8{class, weapon, team})
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
			h.Draw(term, noon.Add(time.Duration(i)*modelTurns))
			if picture := term.patch(3, 2, pictureWidth, 5); !slices.Contains(seen, picture) {
				seen = append(seen, picture)
			}
		}
		if want := map[bool]int{false: 8, true: 1}[few]; len(seen) != want {
			t.Errorf("fewer flashes %v: expected %d pictures, got %d", few, want, len(seen))
		}
	}
}

func TestSentencesFollowFromTheNumbers(t *testing.T) {
	s := usualSetup()
	for i := range s.Classes {
		s.Classes[i].HP, s.Classes[i].TopSpeed, s.Classes[i].Thrust = 5, 500, 50
	}
	alike := classMerits(s.Classes)
	if got, want := classSentence(alike[2]), "For every task: no strength and no weakness stands out."; got != want {
		t.Errorf("got %q", got)
	}
	s.Classes[0].HP = 9
	if got, want := classSentence(classMerits(s.Classes)[0]), "For standing fast: the sturdiest."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Weapons[0].Damage, s.Weapons[0].Cooldown = 9, 200
	if got, want := weaponSentence(&s.Weapons[0], weaponMerits(s.Weapons)[0]), "For a steady fire: the hardest hit, but the slowest fire."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	one := classMerits(s.Classes[:1])
	if got := classSentence(one[0]); strings.Contains(got, "the sturdiest") {
		t.Errorf("alone it is compared: %q", got)
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
		mode := rapid.SampledFrom([]canvas.Mode{canvas.Blocks, canvas.Braille, canvas.ASCII}).Draw(t, "mode")
		h := NewHangar(Options{Mode: mode}, "", s, uint8(len(s.Classes)-1), uint8(len(s.Weapons)-1), 1)
		h.Draw(term, noon)
		if !strings.Contains(term.text(), "Esc back") {
			t.Fatalf("the keys are not on the page:\n%s", term.text())
		}
		if mode == canvas.ASCII {
			onlyASCII(t, term)
		}
	})
}
