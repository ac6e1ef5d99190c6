package net

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// flier is a player who presses a key now and then on a host that is run by hand.
type flier struct {
	link.Link
	stage   *stage
	welcome *proto.Welcome
}

// flier lets a player in by a token or a key, if these are not zero, who asks for a ship
// unless there is one already.
func (s *stage) flier(t *testing.T, name, key string, token proto.Token) *flier {
	t.Helper()
	near, far := link.PipeOf(name, key)
	f := &flier{Link: near, stage: s}
	s.admit(far)
	f.say(again(name, token))
	s.pass(1)
	for packet, ok := f.Receive(nil); ok; packet, ok = f.Receive(nil) {
		if m, _ := proto.Parse(packet.Bytes); packet.Channel == link.Control {
			if welcome, ok := m.(*proto.Welcome); ok {
				f.welcome = welcome
			}
		}
	}
	if f.welcome == nil {
		t.Fatalf("%s was not let in", name)
	}
	if f.welcome.Slot == proto.NoSlot {
		f.say(&proto.Spawn{Name: name, Class: 1})
	}
	return f
}

func (f *flier) say(m proto.Message) { f.Send(link.Control, m.Append(nil)) }

// press sends what the player holds in three ticks from now.
func (f *flier) press() {
	tick := f.stage.World.Tick
	in := game.Steer(game.Course(1+tick/20%8)) | game.Fire
	f.Send(link.Data, (&proto.Inputs{Ack: tick, Newest: tick + 3, List: []game.Input{in}}).Append(nil))
	for _, ok := f.Receive(nil); ok; _, ok = f.Receive(nil) { // what the host says does not matter
	}
}

// resumed returns a host that goes on with a match.
func resumed(m Match) *stage {
	h := NewHost(HostConfig{BotNames: []string{"Bot"}}, m)
	s := &stage{h, &h.match, time.Now()}
	s.clock.begin(s.liveMatch.World.Tick, s.now)
	return s
}

// goOn lets both hosts do so many ticks, in which these players fly, and expects the same
// World of both after each.
func goOn(t *testing.T, a, b *stage, ticks int, fliers ...*flier) {
	t.Helper()
	for range ticks {
		for _, f := range fliers {
			f.press()
		}
		a.pass(1)
		b.pass(1)
		if a.World != b.World {
			t.Fatalf("tick %d: the Worlds differ, hashes %x and %x", a.World.Tick, a.World.Hash(), b.World.Hash())
		}
		if a.Tally != b.Tally || a.Number != b.Number || a.Round != b.Round {
			t.Fatalf("tick %d: other tallies, or matches %d and %d, rounds %d and %d", a.World.Tick, a.Number, b.Number, a.Round, b.Round)
		}
	}
}

func TestAMatchGoesOnTheSameOnAnotherHost(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	for _, at := range []int{3, 100, 10 * game.TickRate, 17 * game.TickRate} {
		t.Run(fmt.Sprint("from tick ", at), func(t *testing.T) {
			setup := testSetup(t)
			setup.Mode, setup.TimeLimit = game.Teams, 15*game.TickRate
			a := newStage(HostConfig{}, played{Setup: setup, Bots: 3, Fill: 7, Seed: 7})
			rex, ann := a.flier(t, "Rex", "", proto.Token{}), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
			for range at {
				rex.press()
				ann.press()
				a.pass(1)
			}
			for class := range uint8(3) { // more than is ordered at once
				rex.say(&proto.Spawn{Name: "Rex", Class: class, Team: 1})
				a.pass(1)
			}
			a.orderIn(game.InProgress, game.OrderClose, nil)
			m := a.value()
			b := resumed(m)
			a.peers.all = nil // as if all links were dead at once
			goOn(t, a, b, 2*game.TickRate)

			// Both players come back, one by token and one by key.
			rexToo, annToo := b.flier(t, "Rex", "", rex.welcome.Token), b.flier(t, "Ann", "SHA256:ann", proto.Token{})
			if rexToo.welcome.Pilot != rex.welcome.Pilot || annToo.welcome.Pilot != ann.welcome.Pilot {
				t.Fatalf("pilots %d and %d are %d and %d now", rex.welcome.Pilot, ann.welcome.Pilot, rexToo.welcome.Pilot, annToo.welcome.Pilot)
			}
			rex, ann = a.flier(t, "Rex", "", rex.welcome.Token), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
			goOn(t, a, b, 26*game.TickRate, rex, ann, rexToo, annToo)
			if a.Number < 2 || b.World.Ships[rexToo.welcome.Slot].State == game.Empty {
				t.Errorf("match %d, Rex's ship %d: this test proves little", a.Number, b.World.Ships[rexToo.welcome.Slot].State)
			}
		})
	}
}

func TestAResumedMatchKeepsSeatsAsALostLinkWould(t *testing.T) {
	a := newStage(HostConfig{}, played{Setup: testSetup(t), Fill: 2})
	rex, ann := a.flier(t, "Rex", "", proto.Token{}), a.flier(t, "Ann", "SHA256:ann", proto.Token{})
	a.pass(30)
	eye := a.flier(t, "Eye", "", proto.Token{}) // never gets to ask for a ship
	b := resumed(a.value())
	if names := pilotNames(b); names != "[Rex Ann]" {
		t.Fatalf("expected Rex and Ann to be waited for, got %s", names)
	}
	if f := b.flier(t, "Eye", "", eye.welcome.Token); f.welcome.Slot != proto.NoSlot {
		t.Errorf("a spectator has slot %d", f.welcome.Slot)
	}
	if f := b.flier(t, "Ann", "SHA256:eve", proto.Token{}); f.welcome.Pilot == ann.welcome.Pilot {
		t.Error("another player has Ann's seat")
	}
	b.peers.all = nil
	b.pass(seatKept + 1)
	if p := b.byToken(rex.welcome.Token); p != nil {
		t.Error("Rex is still waited for, without a key")
	}
	if p := b.byToken(ann.welcome.Token); p == nil || !p.standIn() || !p.Kept {
		t.Error("no bot stands in for Ann")
	}
}

func pilotNames(s *stage) string {
	var names []string
	for _, p := range s.pilots {
		names = append(names, p.Name)
	}
	return fmt.Sprint(names)
}

func TestAMatchThatWasTakenDoesNotChange(t *testing.T) {
	s := newStage(HostConfig{}, played{Setup: testSetup(t), Bots: 5})
	s.flier(t, "Rex", "", proto.Token{})
	s.pass(60)
	s.change(MatchOptions{Bots: 2})
	was, is := s.value(), s.value()
	other := resumed(is)
	s.change(MatchOptions{Bots: 9})
	s.pass(20 * game.TickRate)
	other.pass(20 * game.TickRate)
	if !reflect.DeepEqual(was, is) {
		t.Error("it changed while its host went on")
	}
}

func TestAMatchIsPlainData(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var look func(where string, of reflect.Type)
	look = func(where string, of reflect.Type) {
		if seen[of] {
			return
		}
		seen[of] = true
		switch of.Kind() {
		case reflect.Func, reflect.Chan, reflect.Interface, reflect.Map, reflect.UnsafePointer:
			t.Errorf("%s is a %s", where, of)
		case reflect.Pointer, reflect.Slice, reflect.Array:
			look(where, of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				look(where+"."+of.Field(i).Name, of.Field(i).Type)
			}
		}
	}
	look("Match", reflect.TypeFor[Match]())
}

func TestAClientGoesOnAtTheHostThatTookTheMatch(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 3})
		host := m.host
		p := newPlayer("Rex", func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			host.Add(far)
			return near
		}, 1)
		m.fly(20*time.Second, p)
		slot, pilot := p.view.Me, p.view.Pilot
		taken, err := m.host.Match()
		if err != nil {
			t.Fatal(err)
		}
		host = NewHost(HostConfig{BotNames: []string{"Bot"}}, taken)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); host.Run(ctx) }()
		p.Link().Close()
		for until := time.Now().Add(10 * time.Second); time.Now().Before(until); time.Sleep(tickTime(1)) {
			p.frame()
		}
		v := p.view
		if v.Phase != Playing || v.Me != slot || v.Pilot != pilot || v.Lag.Desyncs != 0 || v.Lag.Age > time.Second/4 {
			t.Errorf("phase %d, slot %d, pilot %d, %d desyncs, news %v old", v.Phase, v.Me, v.Pilot, v.Lag.Desyncs, v.Lag.Age)
		}
		if v.World.Tick < taken.World.Tick+9*game.TickRate {
			t.Errorf("the match went on from tick %d to %d alone", taken.World.Tick, v.World.Tick)
		}
		stop()
		<-ended
		m.end()
		if _, err := m.host.Match(); err != errClosed {
			t.Errorf("expected %v, got %v", errClosed, err)
		}
	})
}

func TestAnArenaThatIsGoneLeavesTheLastOneToBePlayed(t *testing.T) {
	skipIfShort(t)
	file := filepath.Join(t.TempDir(), "mine.txt")
	arena, err := assets.Arena("duel")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(arena.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	options := MatchOptions{Arena: file, Time: time.Second, Bots: 2}
	m, err := NewMatch(options, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := resumed(m)
	s.pass(12 * game.TickRate)
	if s.Number != 2 || s.Setup == m.Setup {
		t.Fatalf("match %d: expected the second, of which the arena was read anew", s.Number)
	}
	os.Remove(file)
	second := s.Setup
	s.pass(12 * game.TickRate)
	if s.Number != 3 || s.Setup != second {
		t.Errorf("match %d is in %s, expected the third in the arena of the second", s.Number, s.Setup.Arena.Name)
	}
	if _, err := s.Change(options); err == nil {
		t.Error("the options were taken, though nothing can be played by them")
	}
	if _, err := NewMatch(options, 1); err == nil {
		t.Error("a match begins in an arena that is not there")
	}
}
