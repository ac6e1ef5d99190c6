package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

func waiting(names ...string) *net.View {
	v := playtest.View(names...)
	v.World.Status, v.Setup.Lobby = game.Waiting, true
	for i := range names {
		v.World.Ships[i].State = game.Dead
	}
	return v
}

func TestReadyTogglesWhileWaiting(t *testing.T) {
	v, s, term := waiting("Nova"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if got, want := s.Event(char('r'), v, playtest.Noon), (Action{Kind: SetReady, Ready: true}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	v.Roster[0].Flags = proto.Ready
	show(s, term, v, playtest.Noon)
	if got, want := s.Event(char('r'), v, playtest.Noon), (Action{Kind: SetReady}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTeamIsChangedWhereThereAreTeams(t *testing.T) {
	v, s, term := waiting("Nova"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	if got := s.Event(char('t'), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("in a deathmatch: got %v", got)
	}
	v.Setup.Mode, v.World.Ships[0].Team = game.Teams, 1
	show(s, term, v, playtest.Noon)
	for _, want := range []uint8{2, 1} {
		if got := s.Event(char('t'), v, playtest.Noon); got.Kind != Choose || got.Team != want {
			t.Errorf("got %v, want team %d", got, want)
		}
	}
}

func TestTheLobbyOfWavesHasNoTeamOfDrones(t *testing.T) {
	v, term := waiting("Nova"), newTerminal(t, 80, 24)
	v.Setup.Mode, v.World.Ships[0].Team = game.Waves, 1
	show(New(Options{}), term, v, playtest.Noon)
	term.shows(t, "pilots: 1")
	term.hides(t, "team B")
	term.hides(t, "t team")
}

func TestTheLobbyShowsPilotsMarksAndChoices(t *testing.T) {
	v := waiting("Nova", "Rex")
	v.Roster[1].Flags = proto.Ready
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		term := newTerminal(t, size[0], size[1])
		show(New(Options{}), term, v, playtest.Noon)
		term.shows(t, "test match", "· Nova (you)", "√ Rex", "1 Fighter", "7 Mines", "r ready")
	}
}

func TestTalkLeavesTheLobbyReadable(t *testing.T) {
	v := waiting("Nova", "Rex")
	for range 8 {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex", Slot: 1, Text: "hello"})
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		s, term := New(Options{}), newTerminal(t, size[0], size[1])
		s.Event(key(input.KeyEnter), v, playtest.Noon)
		show(s, term, v, playtest.Noon)
		term.shows(t, "r ready   1-7 ship   o colour   Enter chat   Esc menu", "7 Mines", "Rex: hello", "say:")
	}
}

func TestALobbyRemembersItsTalk(t *testing.T) {
	v, s, term := waiting("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "hello"}}
	show(s, term, v, playtest.Noon)
	v.Chat = nil
	show(s, term, v, playtest.Noon.Add(60*time.Second))
	term.shows(t, "Rex: hello")
	v.World.Status = game.InProgress
	show(s, term, v, playtest.Noon.Add(60*time.Second))
	term.hides(t, "hello")
}

func TestACrowdedLobbyListsPeopleBeforeBots(t *testing.T) {
	names := make([]string, 50)
	for i := range names {
		names[i] = fmt.Sprint("Bot", i)
	}
	v := waiting(names...)
	for i := range v.Roster {
		v.Roster[i].Flags = proto.BotPilot
	}
	v.Me, v.Roster[49].Name, v.Roster[48].Name = 49, "Nova", "Rex"
	v.Roster[49].Flags, v.Roster[48].Flags = 0, 0
	got := drawn(t, v)
	got.shows(t, "· Nova (you)", "· Rex", "√ Bot0", "and 42 more")
	got.hides(t, "Bot9")
}

func TestTheLobbyShowsTheSettings(t *testing.T) {
	v := waiting("Nova", "Rex", "Bot")
	v.Setup.TimeLimit, v.Setup.ScoreLimit = 5*60*game.TickRate, 100
	v.Roster[1].Flags, v.Roster[2].Flags = proto.Ready, proto.BotPilot
	for _, size := range [][2]int{{60, 20}, {100, 30}} {
		s, term := New(Options{}), newTerminal(t, size[0], size[1])
		show(s, term, v, playtest.Noon)
		term.shows(t, "deathmatch in test 40x20, 5:00, to 100 points", "1 of 2 ready, 1 bot ", "c compare ships and guns")
		term.hides(t, "skill", "m settings")
		s.Host(&hud.HostInfo{Fill: 8, Skill: 3})
		show(s, term, v, playtest.Noon)
		term.shows(t, "1 of 2 ready, 1 bot of skill 3, up to 8 ships", "m settings, start now")
	}
}

func TestTheLobbyDoesNotWaitForPlayersAway(t *testing.T) {
	v := waiting("Nova", "Rex")
	v.Roster[1].Flags = proto.Away
	drawn(t, v).shows(t, "0 of 1 ready, 0 bots")
}

func TestTeamsWaitInTwoColumns(t *testing.T) {
	v := waiting("Nova", "Rex", "王小明王小明王小明")
	v.Setup.Mode = game.Teams
	for i, team := range []uint8{2, 1, 2} {
		v.World.Ships[i].Team = team
	}
	term := newTerminal(t, 60, 20)
	show(New(Options{}), term, v, playtest.Noon)
	term.shows(t, "team A: 1       team B: 2", "▌· A Rex        ▌· B Nova (you)", "王小明", "r ready   t team   1-7 ship   Enter chat   Esc menu", "7 Mines")
}

func TestALobbyOfTeamsWarnsOfFriendlyFire(t *testing.T) {
	v := waiting("Nova", "Rex")
	v.Setup.Mode, v.Setup.FriendlyFire = game.Teams, true
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		term := newTerminal(t, size[0], size[1])
		show(New(Options{}), term, v, playtest.Noon)
		term.shows(t, "friendly fire is on", "team A: ", "team B: ", "r ready", "c compare")
	}
}

func TestLobbyKeysLeadToItsPages(t *testing.T) {
	v, s := waiting("Nova"), New(Options{})
	if got := s.Event(char('c'), v, playtest.Noon); got.Kind != Compare {
		t.Errorf("c: got %v", got)
	}
	if got := s.Event(char('m'), v, playtest.Noon); got.Kind != NoAction {
		t.Errorf("m of a guest: got %v", got)
	}
	s.Host(&hud.HostInfo{})
	if got := s.Event(char('m'), v, playtest.Noon); got.Kind != Settle {
		t.Errorf("m of the host: got %v", got)
	}
	v.World.Status = game.InProgress
	for _, r := range "cm" {
		if got := s.Event(char(r), v, playtest.Noon); got.Kind != NoAction {
			t.Errorf("%c in the match: got %v", r, got)
		}
	}
}

// usualSetup has the ships and weapons of the game.
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
		"hp              ▊▊▊▊▊▊▊▊▊▊▊▎▊▊▊▊▊▊▊▊ 4", "0 to full speed ▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊▊ 0.3 s",
		"For hit and run: the fastest and the",
		"For long-range shots: the hardest hit", "longest reach, but the slowest fire.", "Esc back")
}

func TestTheHangarShowsAllWhereThereIsRoom(t *testing.T) {
	term := inHangar(t, NewHangar(Options{}, "", usualSetup(), 0, 0, 0), 100, 30)
	term.shows(t, "► 1 Fighter", "0 to full speed 0.4 s", "strength or weakness", "nimblest, but the", "the sturdiest, but", "1 x3", "lies for 20 s", "0.5 s", "Esc back")
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
		"6>":   {1, 3, 1}, // a digit moves to its row
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
		h, term := NewHangar(Options{Settings: input.Settings{FewerFlashes: few}}, "", usualSetup(), 0, 0, 0), newTerminal(t, 60, 20)
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
