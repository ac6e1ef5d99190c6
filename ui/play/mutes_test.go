package play

import (
	"fmt"
	"strings"
	"testing"

	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play/model"
	"dogfight/ui/play/playtest"
)

func TestMutedPilotsAreHiddenUntilUnmuted(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex", "Vega"), New(Options{}), newTerminal(t, 80, 24)
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	s.Event(key(input.KeyDown), v, playtest.Noon)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "muted", "Enter unmutes")
	s.Event(key(input.KeyEscape), v, playtest.Noon)
	s.chatted(term, v, numbered(1)...)
	s.chatted(term, v, net.ChatLine{From: "Vega", Pilot: 2, Slot: 2, Text: "who talks?"})
	term.shows(t, "Vega: who talks?")
	term.hides(t, "line 1.")
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	term.shows(t, "Vega: who talks?")
	term.hides(t, "line 1.")
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	s.Event(char('m'), v, playtest.Noon)
	s.OpenTalk()
	show(s, term, v, playtest.Noon)
	term.shows(t, "Rex: line 1.")
}

func TestTheMutedAreMarkedWhereverPilotsAreListed(t *testing.T) {
	for name, v := range map[string]*net.View{"scores": playtest.View("Nova", "Rexington the Great"), "lobby": waiting("Nova", "Rexington the Great")} {
		s, term := New(Options{}), newTerminal(t, 60, 20)
		if name == "scores" {
			s.Event(key(input.KeyTab), v, playtest.Noon)
		}
		show(s, term, v, playtest.Noon)
		term.hides(t, "muted")
		s.known.mutes.Toggle(1, "Rexington the Great")
		show(s, term, v, playtest.Noon)
		term.shows(t, "Rexingto", "muted")
	}
}

func TestThePlayerCannotMuteHimself(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	for _, me := range []int{0, -1} { // the id identifies a pilot without a slot
		v.Me = me
		s.OpenPilots()
		show(s, term, v, playtest.Noon)
		s.Event(key(input.KeyHome), v, playtest.Noon)
		s.Event(key(input.KeyEnter), v, playtest.Noon)
		if len(s.known.mutes.List) > 0 {
			t.Errorf("slot %d: got %v", me, s.known.mutes.List)
		}
	}
}

func TestSpectatorsCanBeMuted(t *testing.T) {
	v, s, term := playtest.View("Nova"), New(Options{}), newTerminal(t, 60, 20)
	v.Roster = append(v.Roster, proto.Pilot{ID: 7, Slot: proto.NoSlot, Name: "Eye"})
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	term.shows(t, "spectator")
	s.Event(key(input.KeyEnd), v, playtest.Noon)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	s.Event(key(input.KeyEscape), v, playtest.Noon)
	s.chatted(term, v, net.ChatLine{From: "Eye", Pilot: 7, Slot: proto.NoSlot, Text: "heckle"}, net.ChatLine{Pilot: proto.Notice, Text: "Eye has left"})
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
		var m model.Mutes
		m.Toggle(1, "Rex")
		m.Follow(test.roster)
		for id := range uint16(10) {
			if want := strings.Contains(fmt.Sprint(test.muted), fmt.Sprint(id)); m.Has(id) != want {
				t.Errorf("%s: pilot %d is muted: %v", test.what, id, m.Has(id))
			}
		}
	}
}

func TestMutedPilotsCanBeUnmutedAfterTheyLeft(t *testing.T) {
	v, s, term := playtest.View("Nova", "Rex"), New(Options{}), newTerminal(t, 60, 20)
	s.known.mutes.Toggle(1, "Rex")
	v.Roster = v.Roster[:1]
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	term.shows(t, " left ")
	s.Event(key(input.KeyEnd), v, playtest.Noon)
	s.Event(key(input.KeyEnter), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.hides(t, "Rex")
}

func TestThePilotsPageShowsKindAndPing(t *testing.T) {
	v, s, term := playtest.View("Nova", "Botty", "Vega", "Gone"), New(Options{}), newTerminal(t, 60, 20)
	v.Roster[1].Flags, v.Roster[2].Ping, v.Roster[3].Flags = proto.BotPilot, 38, proto.BotPilot|proto.Away
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	var got []string
	for y := range 20 {
		if fields := strings.Fields(strings.Trim(term.patch(3, y, 53, 1), "|│█ ")); len(fields) > 1 {
			got = append(got, strings.Join(fields, " "))
		}
	}
	want := "name ping\n► Nova you\nVega player 38\nGone away\nBotty bot"
	if all := strings.Join(got, "\n"); !strings.Contains(all, want) {
		t.Errorf("got\n%s", all)
	}
}

func TestALongListOfPilotsScrollsWithTheChoice(t *testing.T) {
	names := make([]string, 64)
	for i := range names {
		names[i] = fmt.Sprintf("P%d.", i)
	}
	v, s, term := playtest.View(names...), New(Options{}), newTerminal(t, 60, 20)
	s.OpenPilots()
	show(s, term, v, playtest.Noon)
	term.shows(t, "► P0.")
	s.Event(key(input.KeyEnd), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "► P63.")
	term.hides(t, "P0.")
	s.Event(key(input.KeyPgUp), v, playtest.Noon)
	s.Event(key(input.KeyUp), v, playtest.Noon)
	show(s, term, v, playtest.Noon)
	term.shows(t, "► P48.")
}
