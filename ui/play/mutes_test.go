package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"

	"dogfight/net"
	"dogfight/proto"
)

func TestWhoIsMutedIsNotReadUntilHeIsUnmuted(t *testing.T) {
	v, s, term := testView("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	s.OpenPilots()
	show(s, term, v, noon)
	s.Event(key(tcell.KeyDown), v, noon)
	s.Event(key(tcell.KeyEnter), v, noon)
	show(s, term, v, noon)
	term.shows(t, "muted", "Enter unmutes")
	s.Event(key(tcell.KeyEscape), v, noon)
	s.heard(term, v, said(1)...)
	s.heard(term, v, net.ChatLine{From: "Vega", Pilot: 2, Slot: 2, Text: "who talks?"})
	term.shows(t, "Vega: who talks?")
	term.hides(t, "line 1.")
	s.OpenTalk()
	show(s, term, v, noon)
	term.shows(t, "Vega: who talks?")
	term.hides(t, "line 1.")
	s.OpenPilots()
	show(s, term, v, noon)
	s.Event(char('m'), v, noon)
	s.OpenTalk()
	show(s, term, v, noon)
	term.shows(t, "Rex: line 1.")
}

func TestTheMutedAreMarkedWhereverPilotsAreListed(t *testing.T) {
	for name, v := range map[string]*net.View{"scores": testView("Nova", "Rexington the Great"), "lobby": waiting("Nova", "Rexington the Great")} {
		s, term := New(Options{}), newTerminal(t, 60, 20)
		if name == "scores" {
			s.Event(key(tcell.KeyTab), v, noon)
		}
		show(s, term, v, noon)
		term.hides(t, "muted")
		s.mutes.toggle(1, "Rexington the Great")
		show(s, term, v, noon)
		term.shows(t, "Rexingto", "muted")
	}
}

func TestNobodyMutesHimself(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	for _, me := range []int{0, -1} { // the id tells where there is no slot
		v.Me = me
		s.OpenPilots()
		show(s, term, v, noon)
		s.Event(key(tcell.KeyHome), v, noon)
		s.Event(key(tcell.KeyEnter), v, noon)
		if len(s.mutes.list) > 0 {
			t.Errorf("slot %d: got %v", me, s.mutes.list)
		}
	}
}

func TestSpectatorsCanBeMuted(t *testing.T) {
	v, s, term := testView("Nova"), New(Options{}), newTerminal(t, 60, 20)
	v.Roster = append(v.Roster, proto.Pilot{ID: 7, Slot: proto.NoSlot, Name: "Eye"})
	s.OpenPilots()
	show(s, term, v, noon)
	term.shows(t, "watches")
	s.Event(key(tcell.KeyEnd), v, noon)
	s.Event(key(tcell.KeyEnter), v, noon)
	s.Event(key(tcell.KeyEscape), v, noon)
	s.heard(term, v, net.ChatLine{From: "Eye", Pilot: 7, Slot: proto.NoSlot, Text: "heckle"}, net.ChatLine{Pilot: proto.Notice, Text: "Eye has left"})
	term.hides(t, "heckle")
	term.shows(t, "Eye has left")
}

func TestMutingFollowsThePilot(t *testing.T) {
	pilot := func(id uint16, name string) proto.Pilot { return proto.Pilot{ID: id, Name: name} }
	for _, test := range []struct {
		what   string
		roster []proto.Pilot
		muted  []uint16
	}{
		{"who took another name", []proto.Pilot{pilot(1, "T. Rex"), pilot(2, "Vega")}, []uint16{1}},
		{"who came back", []proto.Pilot{pilot(2, "Vega"), pilot(9, "Rex")}, []uint16{1, 9}},
		{"who is on another host", []proto.Pilot{pilot(1, "Vega"), pilot(2, "Rex")}, []uint16{2}},
		{"who has left", []proto.Pilot{pilot(2, "Vega")}, []uint16{1}},
	} {
		var m mutes
		m.toggle(1, "Rex")
		m.follow(test.roster)
		for id := range uint16(10) {
			if want := strings.Contains(fmt.Sprint(test.muted), fmt.Sprint(id)); m.has(id) != want {
				t.Errorf("%s: pilot %d is muted: %v", test.what, id, m.has(id))
			}
		}
	}
}

func TestWhoIsMutedAndLeftCanStillBeUnmuted(t *testing.T) {
	v, s, term := testView("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.mutes.toggle(1, "Rex")
	v.Roster = v.Roster[:1]
	s.OpenPilots()
	show(s, term, v, noon)
	term.shows(t, "has left")
	s.Event(key(tcell.KeyEnd), v, noon)
	s.Event(key(tcell.KeyEnter), v, noon)
	show(s, term, v, noon)
	term.hides(t, "Rex")
}

func TestThePilotsPageTellsKindAndPing(t *testing.T) {
	v, s, term := testView("Nova", "Botty", "Vega", "Gone"), New(Options{}), newTerminal(t, 60, 20)
	v.Roster[1].Flags, v.Roster[2].Ping, v.Roster[3].Flags = proto.BotPilot, 38, proto.BotPilot|proto.Away
	s.OpenPilots()
	show(s, term, v, noon)
	var got []string
	for y := range 20 {
		if fields := strings.Fields(strings.Trim(term.patch(3, y, 53, 1), "|│█ ")); len(fields) > 1 {
			got = append(got, strings.Join(fields, " "))
		}
	}
	want := "name ping\n► Nova you\nVega pilot 38\nGone away\nBotty bot"
	if all := strings.Join(got, "\n"); !strings.Contains(all, want) {
		t.Errorf("got\n%s", all)
	}
}

func TestALongListOfPilotsScrollsWithTheChoice(t *testing.T) {
	names := make([]string, 64)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v, s, term := testView(names...), New(Options{}), newTerminal(t, 60, 20)
	s.OpenPilots()
	show(s, term, v, noon)
	term.shows(t, "► P0.")
	s.Event(key(tcell.KeyEnd), v, noon)
	show(s, term, v, noon)
	term.shows(t, "► P63.")
	term.hides(t, "P0.")
	s.Event(key(tcell.KeyPgUp), v, noon)
	s.Event(key(tcell.KeyUp), v, noon)
	show(s, term, v, noon)
	term.shows(t, "► P48.")
}
