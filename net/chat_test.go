package net

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/proto/names"
	"dogfight/testkit"
)

// listen runs the players, and returns the chat of the last of them.
func (m *testMatch) listen(d time.Duration, players ...*player) (lines []ChatLine) {
	for until := time.Now().Add(d); time.Now().Before(until); {
		m.fly(tickTime(1), players...)
		lines = append(lines, players[len(players)-1].view.Chat...)
	}
	return lines
}

func TestChatReachesAllWithItsAuthor(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		watcher := newPilot(ClientConfig{Dial: m.pipe, Name: "Watcher", Spectate: true})
		m.fly(time.Second, rex, vega, watcher)
		if err := vega.Say("héllo 世界"); err != nil {
			t.Fatal(err)
		}
		want := []ChatLine{{From: "Vega", Pilot: vega.view.Pilot, Slot: uint8(vega.view.Me), Text: "héllo 世界"}}
		if got := m.listen(time.Second, rex, vega, watcher); !slices.Equal(got, want) {
			t.Errorf("the spectator read %v", got)
		}
		watcher.Say("well flown")
		want = []ChatLine{{From: "Watcher", Pilot: watcher.view.Pilot, Slot: proto.NoSlot, Text: "well flown"}}
		if got := m.listen(time.Second, watcher, vega, rex); !slices.Equal(got, want) {
			t.Errorf("the pilot read %v", got)
		}
	})
}

func TestControlCharactersAreNotSentInChat(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex, vega)
		for _, text := range []string{"", strings.Repeat("x", proto.MaxChat+1), "\x1b[2J", "two\nlines", "\u202eolleh", "\xff"} {
			if rex.Say(text) == nil {
				t.Errorf("%q was accepted", text)
			}
		}
		if got := m.listen(time.Second, rex, vega); len(got) != 0 {
			t.Errorf("the other read %v", got)
		}
	})
}

func TestTheClientLimitsChatBeforeTheHost(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex, vega)
		sent, read := 0, 0
		for range 5 {
			for range 20 {
				if rex.Say("flood") == nil {
					sent++
				}
			}
			read += len(m.listen(time.Second, rex, vega))
		}
		read += len(m.listen(time.Second, rex, vega))
		if rex.view.Phase != Playing || sent < lineBurst+4 || sent > lineBurst+5 || read != sent {
			t.Errorf("%d lines were sent, %d were read, phase %v", sent, read, rex.view.Phase)
		}
	})
}

func TestChatNeedsALink(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipe, 1)
		if rex.Say("too soon") == nil {
			t.Error("without a link: it was accepted")
		}
		m.fly(time.Second, rex)
		rex.Link().Close()
		m.fly(tickTime(2), rex)
		if rex.Say("hello?") == nil {
			t.Error("it was accepted")
		}
	})
}

func TestTheHostAnnouncesJoinsAndLeaves(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 2}) // which are not announced
		defer m.end()
		rex, vega := newPlayer("Rex", m.pipe, 1), newPlayer("Vega", m.pipe, 2)
		m.fly(time.Second, rex)
		m.mustNotify(t, "Vega has joined", vega, rex)
		vega.Link().Close()
		m.mustNotify(t, "Vega has lost the link", rex)
		m.mustNotify(t, "Vega is back", vega, rex)
		vega.Leave()
		m.mustNotify(t, "Vega has left", rex)
	})
}

// mustNotify expects that the last player reads one notice.
func (m *testMatch) mustNotify(t *testing.T, text string, players ...*player) {
	t.Helper()
	got := m.listen(time.Second, players...)
	if want := []ChatLine{{Pilot: proto.Notice, Slot: proto.NoSlot, Text: text}}; !slices.Equal(got, want) {
		t.Errorf("expected %v, read %v", want, got)
	}
}

// speaks returns the chat of the listener after a line of another player.
func (m *testMatch) speaks(speaker, listener *player) (heard string) {
	m.t.Helper()
	m.fly(time.Second, speaker, listener)
	speaker.Say("hello")
	for range 60 {
		m.fly(tickTime(1), speaker, listener)
		for _, line := range listener.view.Chat {
			if line.Pilot == speaker.view.Pilot {
				heard += line.Text
			}
		}
	}
	return heard
}

func TestAMuteOutlastsARejoinWithoutAKey(t *testing.T) {
	for name, key := range map[string]string{"with a key at first": rexKey, "without one": ""} {
		t.Run(name, func(t *testing.T) {
			inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
				listener := newPlayer("Other", m.pipeAs(vegaKey, elsewhere), 2)
				rex := newPlayer("Rex", m.pipeAs(key, home), 1)
				m.fly(time.Second, rex, listener)
				if err := m.host.Mute(rex.view.Pilot, true); err != nil {
					t.Fatal(err)
				}
				rex.Leave()
				rex = newPlayer("Wolf", m.pipeAs("", home), 1)
				if heard := m.speaks(rex, listener); heard != "" {
					t.Errorf("the chat is %q", heard)
				}
				neighbour := newPlayer("Vega", m.pipeAs("SHA256:neighbour", home), 3) // from the same address
				if heard := m.speaks(neighbour, listener); heard != "hello" {
					t.Errorf("of the neighbour the chat is %q", heard)
				}
				m.host.Mute(rex.view.Pilot, false)
				if heard := m.speaks(rex, listener); heard != "hello" {
					t.Errorf("unmuted, the chat is %q", heard)
				}
			})
		})
	}
}

func TestAMutedPlayerIsInformedOnReturn(t *testing.T) {
	inMatch(t, HostConfig{}, played{}, func(t *testing.T, m *testMatch) {
		rex := newPlayer("Rex", m.pipeAs("", home), 1)
		m.fly(time.Second, rex)
		m.host.Mute(rex.view.Pilot, true)
		m.fly(time.Second, rex)
		rex.Leave()
		again := newPlayer("Rex", m.pipeAs("", home), 1)
		told := ""
		for range 30 {
			m.fly(tickTime(1), again)
			for _, line := range again.view.Chat {
				told += line.Text
			}
		}
		if !strings.Contains(told, "the host has muted you") {
			t.Errorf("the chat is %q", told)
		}
	})
}

func TestANameChangesOnceInThreeSecondsAndTheNewestCounts(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	p := s.pilots[len(s.pilots)-1]
	s.requestName(p, "Ann")
	if p.Name != "Ann" {
		t.Errorf("the first change waits: he is called %q", p.Name)
	}
	changed := []game.Tick{s.World.Tick}
	for n, was := 0, p.Name; n < 10*game.TickRate; n++ {
		s.requestName(p, fmt.Sprint("Ann ", n))
		s.pass(1)
		if p.Name != was {
			changed, was = append(changed, s.World.Tick), p.Name
		}
	}
	for i := range changed[1:] {
		if pause := changed[i+1] - changed[i]; pause < renameEvery || pause > renameEvery+2 {
			t.Errorf("he changed his name after %d ticks", pause)
		}
	}
	s.pass(renameEvery)
	if want := fmt.Sprint("Ann ", 10*game.TickRate-1); p.Name != want || len(changed) != 4 || s.renaming != 0 {
		t.Errorf("in the end he is called %q, not %q; it changed at %v", p.Name, want, changed)
	}
	for _, told := range all[0].notices {
		if strings.Contains(told, "name") {
			t.Errorf("the player got %q", told)
		}
	}
}

func TestALateRefusalOfANameIsSent(t *testing.T) {
	s, all := mob(t, 1, mobs["quiet"])
	p := s.pilots[len(s.pilots)-1]
	if err := s.requestName(p, "34"); err == nil || p.Name == "34" {
		t.Errorf("at once: %v, he is called %q", err, p.Name)
	}
	if err := s.requestName(p, "0.0.0.0/0"); err != nil {
		t.Errorf("it should wait: %v", err)
	}
	s.pass(renameEvery + 1)
	want := `you keep your name: must not read as a number or an address, got "0.0.0.0/0"`
	if told := all[0].notices; len(told) == 0 || told[len(told)-1] != want || p.Name != "nuisance 0" {
		t.Errorf("the player is called %q and got %q", p.Name, told)
	}
}

func TestALeavingPilotLeavesTheNameQueue(t *testing.T) {
	s, _ := mob(t, 2, mobs["quiet"])
	for _, p := range s.pilots[len(s.pilots)-2:] {
		s.requestName(p, "Ann")
		s.requestName(p, "Bo")
		s.requestChoice(p)
		s.requestChoice(p)
	}
	s.release(s.peers.find(s.pilots[len(s.pilots)-1]), "leaves")
	s.pass(renameEvery + 1)
	if last := s.pilots[len(s.pilots)-1]; s.renaming != 0 || s.choosing != 0 || last.Name != "Bo" {
		t.Errorf("%d wait for a name and %d for a choice; the other is called %q", s.renaming, s.choosing, last.Name)
	}
}

func TestTheLastOfManyChoicesIsFlownAndFewAreOrdered(t *testing.T) {
	s, _ := mob(t, 1, mobs["quiet"])
	p := s.pilots[0]
	ordered := 0
	for n := range 2 * game.TickRate {
		s.Host.spawn(p, &proto.Spawn{Class: uint8(n % 2), Weapon: uint8(n % 3), Name: p.Asked})
		ordered += len(s.orders)
		s.pass(1)
	}
	s.pass(chooseEvery)
	last := 2*game.TickRate - 1
	ship := &s.World.Ships[p.Slot]
	if ship.NextClass != uint8(last%2) || ship.NextWeapon != uint8(last%3) {
		t.Errorf("class %d and weapon %d are next", ship.NextClass, ship.NextWeapon)
	}
	if most := 2*game.TickRate/chooseEvery + 1; ordered > most {
		t.Errorf("%d choices were ordered at once, expected %d at most", ordered, most)
	}
}

// FuzzNamesInAMatch: for any names and renames all pilots have valid, different names.
func FuzzNamesInAMatch(f *testing.F) {
	f.Add("Rex", "Rex")
	f.Add("Rex 2", "Rex")
	f.Add(strings.Repeat("x", proto.MaxName), strings.Repeat("x", proto.MaxName-2)+" 2")
	f.Add(strings.Repeat("x", proto.MaxName-3)+" yz", strings.Repeat("x", proto.MaxName-2))
	f.Add(strings.Repeat("0", proto.MaxName-2)+"A0", strings.Repeat(":", proto.MaxName-1)+"g")
	f.Add(strings.Repeat("e\u0301", proto.MaxName/2), "\U0001f600")
	f.Fuzz(func(t *testing.T, first, second string) {
		var c crew
		var names []string
		for _, text := range []string{first, second} {
			if name, err := proto.CleanName(text); err == nil {
				names = append(names, name)
			}
		}
		for _, name := range names {
			for range 12 { // so that the number has two digits
				c.enter(name, 0)
			}
		}
		for i, p := range c.pilots {
			c.rename(p, names[i%len(names)])
		}
		seen := map[string]bool{}
		for _, p := range c.pilots {
			clean, err := proto.CleanName(p.Name)
			if err != nil || clean != p.Name || seen[p.Name] {
				t.Errorf("of %q one is called %q: %v", names, p.Name, err)
			}
			seen[p.Name] = true
		}
	})
}

// TestNoNameCanBeMistakenForAnother: for any order of names used and released. A free name is given as it is.
func TestNoNameCanBeMistakenForAnother(t *testing.T) {
	long := strings.Repeat("\u0436", proto.MaxName-1)
	wanted := rapid.SampledFrom([]string{
		"Rex", "rex", "R\u0435x", "REX", "Rex 2", "Rex 3", "Rex \u0417", "Rex 1O", "Rex lo", "Ivan", "lvan", "ivan", "IVAN", "x", "x 2", "x  2", "X",
		long + "a", long + "b", long[:len(long)-4] + " 2", long[:len(long)-6] + " 1O", long[:len(long)-6] + "  2", "Zo\u00eb", "Zoe\u0308",
	})
	rapid.Check(t, func(t *rapid.T) {
		var n nameSet
		var all []uniqueName
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			if len(all) > 0 && rapid.IntRange(0, 3).Draw(t, "leave") == 0 {
				i := rapid.IntRange(0, len(all)-1).Draw(t, "who")
				n.release(all[i])
				all = append(all[:i], all[i+1:]...)
				continue
			}
			name := wanted.Draw(t, "name")
			free := true
			looks, reads := names.Keys(name)
			for _, other := range all {
				free = free && looks != other.looks && reads != other.reads
			}
			if n.has(name) == free {
				t.Fatalf("%q is free: %v", name, free)
			}
			c := n.add(name)
			if free && c.name != name {
				t.Fatalf("expected %q, got %q", name, c.name)
			}
			if looks, reads := names.Keys(c.name); looks != c.looks || reads != c.reads {
				t.Fatalf("%q looks like %q and reads %q, not %q and %q", c.name, looks, reads, c.looks, c.reads)
			}
			if clean, err := proto.CleanName(c.name); err != nil || clean != c.name {
				t.Fatalf("%q became %q: %v", name, c.name, err)
			}
			for _, other := range all {
				if c.looks == other.looks || c.reads == other.reads {
					t.Fatalf("%q can be mistaken for %q", c.name, other.name)
				}
			}
			all = append(all, c)
		}
		for _, c := range all {
			n.release(c)
		}
		if len(n.looks)+len(n.reads)+len(n.series) != 0 {
			t.Fatalf("unused names are left: %v %v %v", n.looks, n.reads, n.series)
		}
	})
}

func TestNumbersAfterNamesAreReused(t *testing.T) {
	var n nameSet
	var all []uniqueName
	for range 4 {
		all = append(all, n.add("Rex"))
	}
	n.release(all[1])
	if again := n.add("REX"); again.name != "REX 2" {
		t.Errorf("expected REX 2, got %q", again.name)
	}
	if next := n.add("rex"); next.name != "rex 5" {
		t.Errorf("expected rex 5, got %q", next.name)
	}
}

func TestTheThousandthNumberIsNeverReached(t *testing.T) {
	var n nameSet
	n.add("x")
	n.add("x")
	for number := range 1200 { // the next number is always in use
		squat := n.add(fmt.Sprint("x ", n.series["x"].next))
		c := n.add("x")
		if len(c.name) > len("x 999") {
			t.Fatalf("after %d, one is called %q", number, c.name)
		}
		n.release(squat)
		n.release(c)
	}
}

func TestAChangeOfNameNeedsTwoDozenAllocationsAtMost(t *testing.T) {
	var c crew
	for range 240 {
		c.enter("Crowd", 0)
	}
	p, turn := c.pilots[100], 0
	if n := testing.AllocsPerRun(100, func() {
		turn++
		c.rename(p, [...]string{"Crowd", "Ann"}[turn%2])
	}); n > 24 {
		t.Errorf("%v allocations", n)
	}
}

// painted is a player with a wanted colour.
func (s *stage) painted(t *testing.T, name string, colour uint8) *flier {
	t.Helper()
	f := s.flier(t, name, "", proto.Token{})
	f.paint(colour)
	return f
}

func (f *flier) paint(colour uint8) {
	f.send(&proto.Spawn{Name: f.stage.withToken(f.welcome.Token).Name, Colour: colour})
	f.stage.pass(1)
}

func (f *flier) colour() uint8 { return f.stage.withToken(f.welcome.Token).Colour }

// wellPainted fails the test if a ship has no colour, or two have the same while there are enough colours.
func wellPainted(t *testing.T, s *stage) {
	t.Helper()
	var ships [proto.Colours + 1]int
	seated := 0
	for _, p := range s.seats {
		if p != nil {
			ships[p.Colour]++
			seated++
		}
	}
	for c, n := range ships {
		if c == 0 && n > 0 || n > 1 && seated <= proto.Colours {
			t.Errorf("%d of %d ships have colour %d", n, seated, c)
		}
	}
}

func TestAPlayerGetsTheWantedColourBeforeBots(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t), Bots: 7})
	s.pass(2)
	wellPainted(t, s)
	for _, colour := range []uint8{6, 1, 8, 6} {
		rex := s.painted(t, fmt.Sprint("Rex ", colour), colour)
		s.press(1, rex)
		if rex.colour() != colour {
			t.Errorf("expected colour %d, got %d", colour, rex.colour())
		}
		wellPainted(t, s)
		rex.send(&proto.Bye{})
		s.pass(1)
	}
}

func TestTheSecondPlayerGetsTheNearestFreeColour(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t)})
	var got []uint8
	for i := range 9 {
		got = append(got, s.painted(t, fmt.Sprint("Player ", i), 4).colour())
	}
	if want := []uint8{4, 2, 1, 5, 7, 8, 3, 6, 4}; fmt.Sprint(got) != fmt.Sprint(want) { // around orange: yellow, red, lime, rose ...
		t.Errorf("all want 4 and get %v, expected %v", got, want)
	}
	wellPainted(t, s)
}

func TestAColourChangesEveryThreeSecondsToTheLastWanted(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t)})
	rex := s.painted(t, "Rex", 4)
	changes := 0
	for n := range uint8(12) {
		was := rex.colour()
		rex.send(&proto.Spawn{Name: "Rex", Colour: 1 + n%8})
		if s.press(game.TickRate/2, rex); rex.colour() != was {
			changes++
		}
	}
	if changes != 2 {
		t.Errorf("%d changes in six seconds, expected 2", changes)
	}
	rex.paint(7)
	if s.press(recolourEvery, rex); rex.colour() != 7 {
		t.Errorf("in the end it is %d, expected 7", rex.colour())
	}
}

func TestAFreeColourIsReassignedInANewRound(t *testing.T) {
	skipIfShort(t)
	s := newStage(HostConfig{}, played{Options: shortMatch()})
	ann, bob := s.painted(t, "Ann", 8), s.painted(t, "Bob", 8)
	if ann.colour() != 8 || bob.colour() == 8 {
		t.Fatalf("colours %d and %d", ann.colour(), bob.colour())
	}
	ann.send(&proto.Bye{})
	kept := bob.colour()
	for s.Number == 1 {
		if s.press(1, bob); s.Number == 1 && bob.colour() != kept {
			t.Fatalf("in the middle of the match it became %d", bob.colour())
		}
	}
	if s.press(2, bob); bob.colour() != 8 {
		t.Errorf("in the next match it is %d, expected 8", bob.colour())
	}
	if eye := s.flier(t, "Eye", "", proto.Token{}); eye.colour() != 0 {
		t.Errorf("one without a ship has colour %d", eye.colour())
	}
}

func TestColoursAreThoseOfTheCircle(t *testing.T) {
	for want := range uint8(proto.Colours + 1) {
		var seen [proto.Colours + 1]bool
		list := nearestColours(want, 13)
		for _, c := range list {
			seen[c] = true
		}
		for c := 1; c <= proto.Colours; c++ {
			if !seen[c] {
				t.Errorf("near %d there is no %d: %v", want, c, list)
			}
		}
		if want != 0 && list[0] != want {
			t.Errorf("the nearest to %d is %d", want, list[0])
		}
	}
}

func TestAPlayersClientAsksForAColourAndForAnother(t *testing.T) {
	inMatch(t, HostConfig{}, played{Bots: 5}, func(t *testing.T, m *testMatch) {
		rex := newPilot(ClientConfig{Dial: m.pipe, Name: "Rex", Colour: 7})
		ann := newPlayer("Ann", m.pipe, 1)
		colourOf := func(name string) uint8 {
			for _, p := range ann.view.Roster {
				if p.Name == name {
					return p.Colour
				}
			}
			return 0
		}
		m.fly(2*time.Second, rex, ann)
		if got := colourOf("Rex"); got != 7 {
			t.Errorf("Rex asked for 7 and has %d", got)
		}
		rex.Choose(1, 2, 0)
		rex.Recolour(2)
		m.fly(4*time.Second, rex, ann)
		if got := colourOf("Rex"); got != 2 {
			t.Errorf("Rex asked for 2 and has %d", got)
		}
		if me := rex.me(); me.NextClass != 1 || me.NextWeapon != 2 {
			t.Errorf("with the colour the ship became class %d with weapon %d", me.NextClass, me.NextWeapon)
		}
		ann.Recolour(2)
		m.fly(4*time.Second, rex, ann)
		if got := colourOf("Ann"); got == 2 || got == 0 || colourOf("Rex") != 2 {
			t.Errorf("Ann, who joined later, has %d, and Rex %d", got, colourOf("Rex"))
		}
	})
}

// guarded returns a gate that bans an address and one of two linked keys.
func guarded(t *testing.T) *gate {
	t.Helper()
	list := &admission.Bans{}
	for _, what := range []string{"192.0.2.1", vegaKey} {
		if err := list.Add(what, "", time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	return &gate{access: &Access{},
		bans: list, muted: mutes{map[string]bool{}, map[netip.Prefix]bool{}}, password: newPasswordCheck("", log, &Figures{}), log: log,
		linked: func(key string) []string {
			if key == "SHA256:other" {
				return []string{key, vegaKey}
			}
			return []string{key}
		},
	}
}

func TestBannedPlayersAreRefusedByAddressAndByAllTheirKeys(t *testing.T) {
	a := guarded(t)
	for _, c := range []struct {
		from, key string
		banned    bool
	}{
		{"192.0.2.1:7", "", true},
		{"192.0.2.2:7", "", false},
		{"192.0.2.2:7", vegaKey, true},
		{"192.0.2.2:7", "SHA256:other", true},
		{"192.0.2.2:7", "SHA256:third", false},
		{link.Here, vegaKey, false},
	} {
		near, far := link.PipeOf(c.from, c.key)
		reject := a.refusal(&peer{link: far}, a.linkedKeys(c.key))
		if refused := reject != nil && reject.Code == proto.RejectBanned; refused != c.banned {
			t.Errorf("from %s with key %q: refused with %+v", c.from, c.key, reject)
		}
		near.Close()
	}
}

func TestAnAddressIsCrowdedOnlyByItsPlayers(t *testing.T) {
	a := guarded(t)
	a.perAddress = 2
	var seats [game.MaxShips]*pilot
	for i, from := range []string{"192.0.2.7:1", "192.0.2.7:2", "192.0.2.8:1", "[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", "[2001:db8:0:3::1]:1", "[2001:db8:0:4::1]:1", ""} {
		seats[i] = &pilot{Seat: Seat{seatRecord: seatRecord{Address: from}}}
	}
	for from, crowded := range map[string]bool{
		"192.0.2.7:3": true, "192.0.2.8:3": false, "192.0.2.9:3": false, "127.0.0.1:3": false,
		"[2001:db8:0:1::2]:3": true, // of the /48, which may have twice as many ships
		"[2001:db8:1::1]:3":   false,
		link.Here:             false,
	} {
		if got := a.crowded(&pilot{Seat: Seat{seatRecord: seatRecord{Address: from}}}, &seats); got != crowded {
			t.Errorf("%s: crowded %v", from, got)
		}
	}
}

// few iterations cost no time. Tests of their number use the real one.
const few = 100

// final waits for the answer to a challenge.
func final(t testing.TB, p *passwordProof, challenge string) string {
	t.Helper()
	if err := p.Answer(challenge); err != nil {
		t.Fatal(err)
	}
	var text string
	testkit.Until(t, "the answer to a challenge is found", func() bool {
		found, ok, err := p.Final()
		if err != nil {
			t.Fatal(err)
		}
		text = found
		return ok
	})
	return text
}

// proves runs a proof over a channel with the names of both ends.
func proves(t testing.TB, v *passwordVerifier, p *passwordProver, near, far []byte) (proof *passwordProof, answer string, err error) {
	t.Helper()
	proof, exam := p.Begin(near), v.Examine(far)
	challenge, err := exam.Challenge(proof.First())
	if err != nil {
		return proof, "", err
	}
	answer, err = exam.Verdict(final(t, proof, challenge))
	return proof, answer, err
}

func TestTheRightPasswordIsProvenBothWaysWithoutBeingSent(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	for name, channel := range map[string][]byte{"bound": []byte("a channel"), "unbound": nil} {
		proof, answer, err := proves(t, v, newPasswordProver("open sesame", few), channel, channel)
		if err != nil || proof.Confirm(answer) != nil || !proof.Confirmed() {
			t.Errorf("%s: %v, confirmed %v", name, err, proof.Confirmed())
		}
	}
}

func TestAnotherPasswordIsNotProven(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	for _, text := range []string{"open sesam", "Open sesame", "", "open sesame "} {
		if _, _, err := proves(t, v, newPasswordProver(text, few), nil, nil); err != errWrongPassword {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := proves(t, v, unlikelyPassword(few), nil, nil); err != errWrongPassword {
		t.Errorf("noise: %v", err)
	}
}

func TestAProofIsBoundToItsChannel(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	p := newPasswordProver("open sesame", few)
	if _, _, err := proves(t, v, p, []byte("to the relay"), []byte("from the relay")); err != errRelayedPassword {
		t.Errorf("two channels: %v", err)
	}
	if _, _, err := proves(t, v, p, nil, []byte("a channel")); err == nil {
		t.Error("an unbound proof is accepted on a channel with a binding")
	}
	if _, _, err := proves(t, v, p, []byte("a channel"), nil); err == nil {
		t.Error("a bound proof is accepted on a channel without a binding")
	}
}

func TestAChangedBindingBreaksTheProof(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	proof, exam := newPasswordProver("open sesame", few).Begin([]byte("to the relay")), v.Examine([]byte("from the relay"))
	challenge, _ := exam.Challenge(proof.First())
	text := final(t, proof, challenge)
	_, rest, _ := strings.Cut(text, ",")
	forged := "c=" + "cD10bHMtZXhwb3J0ZXIsLGZyb20gdGhlIHJlbGF5" + "," + rest // "p=tls-exporter,,from the relay"
	if _, err := exam.Verdict(forged); err != errWrongPassword {
		t.Errorf("the verdict is %v", err)
	}
}

func TestAHostThatDoesNotKnowThePasswordConfirmsNothing(t *testing.T) {
	p := newPasswordProver("open sesame", few)
	proof := p.Begin(nil)
	challenge, _ := newPasswordVerifier("guess", few).Examine(nil).Challenge(proof.First())
	final(t, proof, challenge)
	for _, answer := range []string{"", "v=", "v=AAAA", "e=other-error", "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="} {
		if err := proof.Confirm(answer); err != errImpostorHost || proof.Confirmed() {
			t.Errorf("%q: %v", answer, err)
		}
	}
}

func TestPasswordsAreNormalized(t *testing.T) {
	v := newPasswordVerifier("Zoe\u0308 \U0001f680", few) // composed and decomposed
	if _, _, err := proves(t, v, newPasswordProver("Zo\u00eb \U0001f680", few), nil, nil); err != nil {
		t.Error(err)
	}
	if !v.Is("Zo\u00eb \U0001f680") || v.Is("Zoe \U0001f680") {
		t.Error("of typed ones it does")
	}
}

func TestInvalidChallengesAreNotAnswered(t *testing.T) {
	for _, challenge := range []string{
		"", "r=,s=,i=", "r=a,s=c2FsdA==,i=599999", "r=a,s=c2FsdA==,i=2400001", "r=a,s=c2FsdA==,i=-1",
		"r=a,s=c2FsdA==,i=600000,x=1", "m=a,s=c2FsdA==,i=600000", "r=a,s=c2FsdA==,i=99999999999999999999",
	} {
		p := newPasswordProver("open sesame", passwordIterations).Begin(nil)
		p.First()
		if err := p.Answer(challenge); !errors.Is(err, errImpostorHost) || p.Busy() {
			t.Errorf("%q: %v", challenge, err)
		}
	}
}

func TestMostWrongPasswordsAreUnlikely(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	likely := 0
	for i := range 1 << 12 {
		if v.Likely(strings.Repeat("x", 1+i%64) + string(rune('a'+i/64))) {
			likely++
		}
	}
	if !v.Likely("open sesame") || likely > 64 { // 16 of 4,096 on average
		t.Errorf("%d wrong ones of %d are likely, the right one %v", likely, 1<<12, v.Likely("open sesame"))
	}
}

func FuzzExam(f *testing.F) {
	f.Add("n,,n=,r=ab", "c=biws,r=ab,p=AAAA")
	f.Add("p=tls-exporter,,n=,r=ab", "")
	f.Add("y,a=x,n=y,r=z,m=1", "c=,r=,x=,p=")
	v := newPasswordVerifier("open sesame", few)
	f.Fuzz(func(t *testing.T, first, last string) {
		for _, channel := range [][]byte{nil, []byte("a channel")} {
			e := v.Examine(channel)
			if _, err := e.Challenge(first); err != nil {
				continue
			}
			if _, err := e.Verdict(last); err == nil {
				t.Errorf("%q and %q prove the password", first, last)
			}
		}
	})
}

func BenchmarkExam(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	b.ReportAllocs()
	for b.Loop() {
		e := v.Examine(nil)
		challenge, _ := e.Challenge("n,,n=,r=abcdefghijklmnopqrstuvwxyzabcdef")
		nonce, _, _ := strings.Cut(challenge, ",")
		e.Verdict("c=biws," + nonce + ",p=" + strings.Repeat("A", 43) + "=")
	}
}

func BenchmarkUnlikelyTyped(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for b.Loop() {
		v.Likely("guess")
	}
}

func BenchmarkProof(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for b.Loop() {
		proves(b, v, newPasswordProver("open sesame", passwordIterations), nil, nil)
	}
}

// TestTheAnswerIsFoundInTheBackground uses the real number of iterations, so that they are rarely done when Answer returns, and never each
// time.
func TestTheAnswerIsFoundInTheBackground(t *testing.T) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for try := 0; ; try++ {
		p, exam := newPasswordProver("open sesame", passwordIterations).Begin(nil), v.Examine(nil)
		challenge, _ := exam.Challenge(p.First())
		if err := p.Answer(challenge); err != nil {
			t.Fatal(err)
		}
		text, found, _ := p.Final()
		busy := p.Busy()
		testkit.Until(t, "the answer is found", func() bool {
			if p.Busy() {
				text, _, _ = p.Final()
			}
			return !p.Busy()
		})
		if answer, err := exam.Verdict(text); err != nil || p.Confirm(answer) != nil || !p.Confirmed() {
			t.Fatalf("%v, confirmed %v", err, p.Confirmed())
		}
		if !found && busy {
			return
		}
		if try == 20 {
			t.Fatal("Answer returns when the answer is found")
		}
	}
}

// knowing returns a player with a password.
func knowing(password string, dial func() link.Link) *player {
	return newPilot(ClientConfig{Dial: dial, Name: "Rex", Password: password})
}

// turnsAway expects that a player is asked for another password.
func (m *testMatch) turnsAway(p *player, reason string) {
	m.t.Helper()
	m.fly(time.Second, p)
	var password *PasswordError
	if p.view.Phase != Refused || !errors.As(p.view.Err, &password) || !strings.Contains(password.Reason, reason) {
		m.t.Errorf("phase %d, %v; expected %q", p.view.Phase, p.view.Err, reason)
	}
}

func TestOnlyThePasswordAdmits(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		m.turnsAway(knowing("", m.pipeAs("", home)), "asks for a password")
		m.turnsAway(knowing("open sesam", m.pipeAs("", home)), "not the password")
		m.turnsAway(knowing("Open sesame", m.pipeAs("", home)), "not the password")
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(proofWait, rex) // others have guessed there
		m.plays(rex)

		slot := rex.view.Me // and again after a lost link
		rex.Link().Close()
		m.fly(proofWait, rex)
		if m.plays(rex); rex.view.Me != slot {
			t.Errorf("he had slot %d and has %d", slot, rex.view.Me)
		}
	})
}

func TestAPasswordIsNotProvenUnasked(t *testing.T) {
	bubble(t, func(t *testing.T) {
		near, far := link.PipeOf(link.Here, "")
		p := knowing("open sesame", func() link.Link { return near })
		p.frame()
		packet, ok := far.Receive(nil)
		if m, err := proto.Parse(packet.Bytes); !ok || err != nil || m.Type() != proto.HelloType {
			t.Errorf("expected a hello first, got %v, %v", m, err)
		}
		if _, more := far.Receive(nil); more {
			t.Error("something follows the hello")
		}
		p.Leave()
	})
}

func TestRightPasswordsAreNotCounted(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame", PerAddress: 64}}, played{}, func(t *testing.T, m *testMatch) {
		var party []*player
		for range 15 {
			party = append(party, knowing("open sesame", m.pipeAs("", home)))
		}
		m.fly(time.Second, party...)
		for _, p := range party {
			m.plays(p)
		}
	})
}

// guesser returns a player that does not know the password, without the cost of a proof.
func guesser(m *testMatch, from string) *player {
	return newPilot(ClientConfig{
		Dial: m.pipeAs("", from), Name: "Guesser", Password: "wrong", Likely: func(string) bool { return false },
	})
}

// guess makes as many players guess the password at once, each from another network, until all are refused.
func (m *testMatch) guess(from func(i int) string, n int) {
	m.t.Helper()
	var all []*player
	for i := range n {
		all = append(all, guesser(m, from(i)))
	}
	m.flyUntil(func() bool {
		return !slices.ContainsFunc(all, func(p *player) bool { return p.view == nil || p.view.Phase != Refused })
	}, all...)
	for _, p := range all {
		if !strings.Contains(p.view.Err.Error(), wrongPasswordText) {
			m.t.Errorf("a guess is answered by %v", p.view.Err)
		}
	}
}

func TestWrongPasswordsOfAThousandNetworksLockNoOneOut(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		began, guesses := time.Now(), 512
		if *long {
			guesses *= 8
		}
		for batch := range guesses / maxNewcomers {
			m.guess(func(i int) string { return fmt.Sprintf("[2001:db8:%x:%x::1]:1", batch, i) }, maxNewcomers)
		}
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(time.Second, rex)
		m.plays(rex)
		t.Logf("%d guesses took %v of the host's time", guesses, time.Since(began))
	})
}

func TestWrongPasswordsFromAnAddressDelayItsOwnerByFiveSecondsAtMost(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		for range 12 {
			m.guess(func(int) string { return home }, 1)
		}
		began := time.Now()
		rex := knowing("open sesame", m.pipeAs("", home))
		m.flyUntil(func() bool { return rex.view != nil && rex.view.Phase == Playing || time.Since(began) > time.Minute }, rex)
		if took := time.Since(began); took > proofWait+time.Second || took < firstWait {
			t.Errorf("the right password took %v", took)
		}
	})
}

func TestAFloodOfGuessesDoesNotDelayTheAddressOwner(t *testing.T) {
	skipIfShort(t)
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		m.guess(func(int) string { return home }, 4)
		var flood []*player
		for range maxNewcomers - 1 {
			flood = append(flood, guesser(m, home))
		}
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(proofWait+time.Second, append(flood, rex)...)
		m.plays(rex)
	})
}

func TestGuessesDelayOnlyTheirNetwork(t *testing.T) {
	g := newGuesses()
	now := time.Unix(1<<30, 0)
	wait := func(from string) time.Duration { return g.wait(from, now, now) }
	for _, want := range []time.Duration{1, 2, 4, 5, 5} {
		g.note("192.0.2.1:1", now)
		if got := wait("192.0.2.1:99"); got != want*time.Second {
			t.Errorf("the next is handled after %v, expected %d s", got, want)
		}
	}
	if got := wait("192.0.2.2:1"); got != 0 {
		t.Errorf("a neighbour waits %v", got)
	}
	if got := g.wait("192.0.2.1:1", now.Add(-proofWait), now); got > 0 {
		t.Errorf("after a wait of five seconds it waits %v more", got)
	}
	for i := range wideTries + 1 { // all in one /48
		g.note(fmt.Sprintf("[2001:db8:0:%x::1]:1", i), now)
	}
	if near, far := wait("[2001:db8:0:ffff::1]:1"), wait("[2001:db8:1::1]:1"); near != firstWait || far != 0 {
		t.Errorf("in a network that guesses one waits %v, in another %v", near, far)
	}
	now = now.Add(wrongMemory)
	if g.note("192.0.2.1:1", now); wait("192.0.2.1:1") != firstWait {
		t.Errorf("ten minutes later one waits %v", wait("192.0.2.1:1"))
	}
}

func TestTheMemoryOfGuessesIsBounded(t *testing.T) {
	g := newGuesses()
	now := time.Unix(1<<30, 0)
	told := 0
	for i := range 4 * maxPlaces {
		if g.note(fmt.Sprintf("[2001:%x:%x:%x::1]:1", i>>8, i&0xff, i&3), now) {
			told++
		}
	}
	if len(g.at[0]) != maxPlaces || len(g.at[1]) != maxPlaces {
		t.Errorf("%d and %d places are remembered, expected %d", len(g.at[0]), len(g.at[1]), maxPlaces)
	}
	if wait := g.wait("192.0.2.1:1", now, now); wait != 0 {
		t.Errorf("someone else waits %v", wait)
	}
	for range 100 {
		if g.note("192.0.2.1:1", now) {
			told++
		}
	}
	if told != 4*maxPlaces+1 {
		t.Errorf("the log has %d lines, expected one for each place", told)
	}
}

func TestTypedGuessesWaitLikeProofs(t *testing.T) {
	inMatch(t, HostConfig{HostOptions: HostOptions{Password: "open sesame"}}, played{}, func(t *testing.T, m *testMatch) {
		types := func(from, text string) (time.Duration, error) {
			began := time.Now()
			err := m.host.Knows(t.Context(), from, text)
			return time.Since(began), err
		}
		for _, want := range []time.Duration{0, 1, 2, 4, 5} {
			if took, err := types(home, "wrong"); err == nil || took != want*time.Second {
				t.Errorf("a guess took %v, expected %d s: %v", took, want, err)
			}
		}
		if took, err := types(home, "open sesame"); err != nil || took != proofWait {
			t.Errorf("the right one took %v: %v", took, err)
		}
		if took, err := types(elsewhere, "open sesame"); err != nil || took != 0 {
			t.Errorf("from elsewhere it took %v: %v", took, err)
		}
		types(home, "wrong") // which delays proofs too
		rex := knowing("open sesame", m.pipeAs("", home))
		m.fly(time.Second, rex)
		if rex.view.Phase != Joining {
			t.Errorf("phase %d", rex.view.Phase)
		}
		m.fly(proofWait, rex)
		m.plays(rex)
	})
}
