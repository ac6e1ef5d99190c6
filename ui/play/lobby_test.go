package play

import (
	"fmt"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
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
	term.shows(t, "team A: 1")
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

func TestTheLobbySaysWhatIsSet(t *testing.T) {
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

func TestNobodyWaitsForWhoIsAway(t *testing.T) {
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
