package play

import (
	"fmt"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

func waiting(names ...string) *net.View {
	v := testView(names...)
	v.World.Status, v.Setup.Lobby = game.Waiting, true
	for i := range names {
		v.World.Ships[i].State = game.Dead
	}
	return v
}

func TestReadyTogglesWhileWaiting(t *testing.T) {
	v, s, term := waiting("Nova"), New(Options{}), newTerminal(t, 80, 24)
	s.Draw(term, v, noon)
	if got, want := s.Event(char('r'), v, noon), (Action{Kind: SetReady, Ready: true}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	v.Roster[0].Flags = proto.Ready
	s.Draw(term, v, noon)
	if got, want := s.Event(char('r'), v, noon), (Action{Kind: SetReady}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTeamIsChangedWhereThereAreTeams(t *testing.T) {
	v, s, term := waiting("Nova"), New(Options{}), newTerminal(t, 80, 24)
	s.Draw(term, v, noon)
	if got := s.Event(char('t'), v, noon); got.Kind != NoAction {
		t.Errorf("in a deathmatch: got %v", got)
	}
	v.Setup.Mode, v.World.Ships[0].Team = game.Teams, 1
	s.Draw(term, v, noon)
	for _, want := range []uint8{2, 1} {
		if got := s.Event(char('t'), v, noon); got.Kind != Choose || got.Team != want {
			t.Errorf("got %v, want team %d", got, want)
		}
	}
}

func TestTheLobbyShowsPilotsMarksAndChoices(t *testing.T) {
	v := waiting("Nova", "Rex")
	v.Roster[1].Flags = proto.Ready
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		term := newTerminal(t, size[0], size[1])
		New(Options{}).Draw(term, v, noon)
		term.shows(t, "test match", "· Nova (you)", "√ Rex", "1 Fighter", "7 Mines", "r ready")
	}
}

func TestTalkLeavesTheLobbyReadable(t *testing.T) {
	v := waiting("Nova", "Rex")
	for range chatLines {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex", Slot: 1, Text: "hello"})
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		s, term := New(Options{}), newTerminal(t, size[0], size[1])
		s.Event(key(tcell.KeyEnter), v, noon)
		s.Draw(term, v, noon)
		term.shows(t, "r ready   1-7 ship   Enter chat   Esc menu", "7 Mines", "Rex: hello", "say:")
	}
}

func TestALobbyRemembersItsTalk(t *testing.T) {
	v, s, term := waiting("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Text: "hello"}}
	s.Draw(term, v, noon)
	v.Chat = nil
	s.Draw(term, v, noon.Add(10*chatStays))
	term.shows(t, "Rex: hello")
	v.World.Status = game.InProgress
	s.Draw(term, v, noon.Add(10*chatStays))
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
	got.shows(t, "· Nova (you)", "· Rex", "√ Bot0", "and 39 more")
	got.hides(t, "Bot9")
}
