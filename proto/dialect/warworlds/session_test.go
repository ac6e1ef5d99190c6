package warworlds

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

// rig is a session in a match, and all that it has sent.
type rig struct {
	*testing.T
	*Session
	match   *dialects.Match
	sent    dialects.Recorder
	packets []Packet
}

func newRig(t *testing.T, m *dialects.Match) *rig {
	r := &rig{T: t, Session: NewSession(&Palette{}), match: m}
	m.Scene.Me = -1
	return r
}

// steers returns the command that holds an input.
func steers(in game.Input) *Command { return commands(PlayerCommand{Input, 0, in}) }

// asks returns the command that requests States.
func asks() *Command { return commands(PlayerCommand{AskState, 0, 0}) }

func commands(c ...PlayerCommand) *Command { return &Command{Commands: c} }

func (r *rig) sends(p Packet) {
	r.Helper()
	if err := r.Receive(dialect.Main, p.Append(nil), r.sent.Send); err != nil {
		r.Fatal(err)
	}
}

// ticks runs some ticks, in which the player gets the wanted ship.
func (r *rig) ticks(n int) {
	r.Helper()
	for range n {
		if r.Intent().Presence == dialect.Flying {
			r.match.Scene.Me = 0
			r.match.Inputs[0] = r.Intent().Input
		}
		if err := r.Tick(r.match.Step(), r.sent.Send); err != nil {
			r.Fatal(err)
		}
		r.match.Scene.Chat = nil
	}
	for _, b := range r.sent.Take(dialect.Main) {
		p, err := Parse(b)
		if err != nil {
			r.Fatalf("%x: %v", b, err)
		}
		r.packets = append(r.packets, p)
	}
}

// received returns the packets of a type so far.
func received[P Packet](r *rig) (found []P) {
	for _, p := range r.packets {
		if p, ok := p.(P); ok {
			found = append(found, p)
		}
	}
	return found
}

func TestAJoinRequestGetsAShip(t *testing.T) {
	r := newRig(t, dialects.NewMatch(3))
	r.ticks(60)
	if len(r.packets) > 0 {
		t.Fatalf("before a join_request: got %T", r.packets[0])
	}
	r.sends(&JoinRequest{77, 0x336699ff})
	r.sends(asks())
	r.ticks(60)
	response := received[*JoinResponse](r)
	if len(response) != 1 || response[0].YourColour != 0x336699ff || len(response[0].Users) != 2 || response[0].Map != "test" {
		t.Fatalf("responses: %+v", response)
	}
	if n := len(received[*StartGame](r)); n != 1 {
		t.Errorf("start_game was sent %d times", n)
	}
	if n := len(received[*State](r)); n != 10 {
		t.Errorf("%d states in a second, expected 10", n)
	}
	if n := len(received[*Command](r)); n != 5 {
		t.Errorf("%d turns in a second, expected 5", n)
	}
	r.sends(&JoinRequest{77, 0})
	r.ticks(1)
	if n := len(received[*JoinResponse](r)); n != 2 {
		t.Errorf("%d responses to two requests", n)
	}
}

func TestAPlayerFindsHisShipByItsColourSteersItAndHits(t *testing.T) {
	m := dialects.NewMatch(2)
	r := newRig(t, m)
	r.sends(&JoinRequest{1, 0x112233ff})
	r.sends(asks())
	r.ticks(10)
	mine := func() (mine, other Entity) {
		states := received[*State](r)
		for _, e := range states[len(states)-1].Entities {
			switch {
			case e.Kind == 1 && e.Colour == 0x112233ff:
				mine = e
			case e.Kind == 1:
				other = e
			}
		}
		return mine, other
	}
	before, _ := mine()
	r.sends(steers(game.Steer(game.Right)))
	r.ticks(30)
	if after, _ := mine(); after.X <= before.X || after.Y != before.Y || after.ID != before.ID {
		t.Fatalf("steered to the right from %+v to %+v", before, after)
	}
	m.World.Ships[1].X, m.World.Ships[1].Y = m.World.Ships[0].X+80*game.One, m.World.Ships[0].Y
	m.World.Ships[1].Protect = 0
	r.sends(steers(game.Steer(game.Idle) | game.Fire))
	r.ticks(300)
	if kills := m.World.Ships[0].Kills; kills == 0 {
		t.Error("five seconds of fire at a target have killed no pilot")
	}
	turns := received[*Command](r)
	if last := turns[len(turns)-1]; last.Commands[0] != (PlayerCommand{Input, 1, game.Steer(game.Idle) | game.Fire}) {
		t.Errorf("the turn has %+v of player 1", last.Commands[0])
	}
}

func TestATurnHasTheInputOfEveryFlyingPilot(t *testing.T) {
	m := dialects.NewMatch(4)
	r := newRig(t, m)
	r.sends(&JoinRequest{})
	r.sends(asks())
	m.Inputs[1], m.Inputs[3] = game.Steer(game.UpLeft), game.Steer(game.Down)|game.Special
	m.World.Ships[2].State, m.World.Ships[2].Respawn = game.Dead, 250
	r.ticks(2 * turn)
	turns := received[*Command](r)
	want := []PlayerCommand{{Input, 1, 0}, {Input, 2, game.Steer(game.UpLeft)}, {Input, 4, game.Steer(game.Down) | game.Special}}
	if last := turns[len(turns)-1]; !slices.Equal(last.Commands, want) {
		t.Errorf("expected %+v, got %+v", want, last.Commands)
	}
}

func TestEachMatchIsStartedOnce(t *testing.T) {
	r := newRig(t, dialects.NewMatch(3))
	r.sends(&JoinRequest{})
	r.ticks(30)
	r.match.World.Status = game.Closed
	r.ticks(30)
	if n := len(received[*StartGame](r)); n != 1 {
		t.Errorf("start_game was sent %d times in one match", n)
	}
	r.match = dialects.NewMatch(3)
	r.ticks(30)
	r.match = dialects.NewMatch(3) // its end was not seen
	r.ticks(30)
	if n := len(received[*StartGame](r)); n != 3 {
		t.Errorf("start_game was sent %d times in three matches", n)
	}
	if n := len(received[*JoinResponse](r)); n != 1 {
		t.Errorf("%d responses to one request", n)
	}
}

func TestAnotherSeatHasTheSameColourAndAResponse(t *testing.T) {
	m := dialects.NewMatch(3)
	r := newRig(t, m)
	r.sends(&JoinRequest{1, 0x112233ff})
	r.sends(asks())
	r.ticks(10)
	m.Scene.Roster[0].Slot, m.Scene.Roster[2].Slot = 2, 0
	m.Scene.Me = 2
	for range 10 {
		if err := r.Tick(m.Step(), r.sent.Send); err != nil {
			t.Fatal(err)
		}
	}
	r.packets = nil
	for _, b := range r.sent.Take(dialect.Main) {
		p, err := Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		r.packets = append(r.packets, p)
	}
	response, states := received[*JoinResponse](r), received[*State](r)
	if len(response) != 1 || response[0].YourColour != 0x112233ff {
		t.Fatalf("responses: %+v", response)
	}
	for _, e := range states[len(states)-1].Entities {
		if own := e.Kind == 1 && e.Colour == 0x112233ff; own != (e.ID == 3) {
			t.Errorf("entity %+v; the own ship is 3", e)
		}
	}
}

func TestNoTwoShipsHaveOneColour(t *testing.T) {
	var p Palette
	seen := map[Colour]int{HostColour: -1}
	for slot := range game.MaxShips {
		wanted := Colour(0x336699ff)
		if slot%3 == 1 {
			wanted = ownColour(slot + 1)
		}
		if slot%2 == 0 {
			p.Grant(slot, uint16(slot), wanted)
		}
		c := p.Of(slot, uint16(slot))
		if other, taken := seen[c]; taken {
			t.Errorf("slots %d and %d both have %#x", other, slot, c)
		}
		seen[c] = slot
	}
	if p.Of(0, 99) != ownColour(0) {
		t.Error("the next pilot inherits the colour")
	}
}

func TestEveryPacketBeforeAndAfterAJoinRequest(t *testing.T) {
	for _, c := range []struct {
		p             Packet
		before, after bool // it makes sense
	}{
		{&JoinRequest{77, 0x336699ff}, true, true},
		{&JoinResponse{Map: "test"}, false, false},
		{&Chat{"hi all"}, false, true},
		{&StartGame{}, false, true},
		{&Command{}, false, true},
		{asks(), false, true},
		{steers(game.Fire), false, true},
		{commands(PlayerCommand{Input, 1, game.Fire}), false, false},
		{commands(PlayerCommand{FormerInput, 0, game.Fire}), false, true},
		{commands(PlayerCommand{FormerInput, 1, game.Fire}), false, true}, // an original's
		{&Command{Foreign: []byte{1, 5, 1, 7, 7}}, false, true},           // likewise
		{&State{}, false, false},
	} {
		for joined, sensible := range map[bool]bool{false: c.before, true: c.after} {
			r := newRig(t, dialects.NewMatch(2))
			if joined {
				r.sends(&JoinRequest{})
				r.ticks(1)
			}
			if r.sends(c.p); (r.Dropped == 0) != sensible {
				t.Errorf("%+v, joined %v: %d dropped", c.p, joined, r.Dropped)
			}
			if len(r.sent.Packets) > 0 {
				t.Errorf("%+v, joined %v: answered before the tick", c.p, joined)
			}
		}
	}
}

func TestInvalidPacketsAreDroppedAndCounted(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2))
	for _, p := range []Packet{&Chat{"early"}, &StartGame{}, &Command{}, &State{}, &JoinResponse{}} {
		r.sends(p)
	}
	if r.Dropped != 5 || r.Intent().Presence != dialect.Absent || len(r.Intent().Say) > 0 {
		t.Errorf("before a join_request: %d dropped, intent %+v", r.Dropped, r.Intent())
	}
	r.sends(&JoinRequest{})
	r.sends(&JoinResponse{})
	r.sends(&State{})
	r.sends(commands(PlayerCommand{Input, 0, game.Fire}, PlayerCommand{Input, 2, game.Fire}))
	r.Receive(dialect.Main, []byte{9}, r.sent.Send)
	if r.Dropped != 9 || r.Intent().Input != 0 {
		t.Errorf("%d dropped, input %v: inputs of others must be dropped", r.Dropped, r.Intent().Input)
	}
}

func TestChatInBothDirections(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2))
	r.sends(&JoinRequest{})
	r.sends(&Chat{"hi all"})
	r.sends(&Chat{"\x1b[31m"})
	if say := r.Intent().Say; len(say) != 1 || say[0] != "hi all" {
		t.Errorf("got %q", say)
	}
	r.ticks(2)
	r.match.Scene.Chat = []dialect.Line{{Pilot: 2, Name: "Ann", Text: "hello"}, {Pilot: 1, Name: "me", Text: "hi all"}, {Pilot: proto.Notice, Text: "Bob left"}}
	r.ticks(1)
	var lines []string
	for _, c := range received[*Chat](r) {
		lines = append(lines, c.Text)
	}
	if got := strings.Join(lines, "|"); got != "Ann: hello|Bob left" {
		t.Errorf("received %q", got)
	}
}

func TestNoiseDoesNothing(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2))
	r.sends(&JoinRequest{})
	r.sends(asks())
	chance := rand.New(rand.NewPCG(1, 2))
	for range 1 << 14 {
		b := make([]byte, chance.IntN(128))
		for i := range b {
			b[i] = byte(chance.Uint32())
		}
		if len(b) > 1 {
			b[0], b[1] = byte(chance.IntN(7)), 0
		}
		r.Receive(dialect.Main, b, r.sent.Send)
		r.Intent().Say = r.Intent().Say[:0]
	}
	r.ticks(60)
	if n := len(received[*State](r)); n != 10 {
		t.Errorf("after a megabyte of noise: %d states in a second", n)
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	m := dialects.Melee(64, 600)
	s := NewSession(&Palette{})
	s.Receive(dialect.Main, (&JoinRequest{}).Append(nil), nil)
	s.Receive(dialect.Main, asks().Append(nil), nil)
	var sent int
	send := func(_ dialect.Channel, p []byte) { sent += len(p) }
	for range 60 {
		s.Tick(&m.Scene, send)
	}
	if n := testing.AllocsPerRun(60, func() { s.Tick(&m.Scene, send) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzSession(f *testing.F) {
	for _, c := range packets {
		f.Add(c.p.Append(nil))
	}
	f.Add(append(append(commands(PlayerCommand{FormerInput, 0, game.Fire}).Append(nil), '|'), 5, 0, 1, 2, 3, 4))
	f.Add(append(append(asks().Append(nil), '|'), steers(game.Fire).Append(nil)...))
	m := dialects.NewMatch(4)
	f.Fuzz(func(t *testing.T, b []byte) {
		s := NewSession(&Palette{})
		var sent dialects.Recorder
		s.Receive(dialect.Main, (&JoinRequest{}).Append(nil), sent.Send)
		asked := false
		for piece := range bytes.SplitSeq(b, []byte("|")) {
			asked = asked || asksFor(piece)
			s.Receive(dialect.Main, piece, sent.Send)
			if err := s.Tick(&m.Scene, sent.Send); err != nil {
				t.Fatal(err)
			}
		}
		if in := s.Intent().Input; !in.Valid() {
			t.Fatalf("input %v", in)
		}
		for _, p := range sent.Take(dialect.Main) {
			if !asked && (p[0] > commandID || p[0] == commandID && p[2] > 0) {
				t.Fatalf("a player that has not asked got %x", p)
			}
		}
	})
}

// asksFor reports whether a packet asks for State.
func asksFor(b []byte) bool {
	p, _ := Parse(b)
	c, ok := p.(*Command)
	return ok && slices.ContainsFunc(c.Commands, func(c PlayerCommand) bool { return c.Number == AskState })
}

// joined returns a session that has sent a join_request and those commands, after a second.
func joined(t *testing.T, said ...*Command) *rig {
	r := newRig(t, dialects.NewMatch(4))
	r.sends(&JoinRequest{})
	for _, c := range said {
		r.sends(c)
	}
	r.ticks(game.TickRate)
	return r
}

func TestAPeerThatNeverAsksForStateIsSentNone(t *testing.T) {
	for name, said := range map[string][]*Command{
		"says nothing": nil, "steers": {steers(game.Fire)}, "steers as before": {commands(PlayerCommand{FormerInput, 0, 0})},
		"is an original": {{Foreign: []byte{1, 5, 1, 7, 7}}},
	} {
		r := joined(t, said...)
		if n := len(received[*State](r)); n != 0 {
			t.Errorf("a peer that %s got %d states", name, n)
		}
		turns := received[*Command](r)
		if len(turns) != 5 {
			t.Errorf("a peer that %s got %d turns in a second, expected 5", name, len(turns))
		}
		for _, turn := range turns {
			if len(turn.Commands) > 0 {
				t.Errorf("a peer that %s got a turn with %+v", name, turn.Commands)
			}
		}
	}
}

func TestAskingAThousandTimesIsAskingOnce(t *testing.T) {
	var thousand []*Command
	for range 1000 {
		thousand = append(thousand, asks())
	}
	r, once := joined(t, thousand...), joined(t, asks())
	if n, want := len(r.packets), len(once.packets); n != want || len(received[*State](r)) != 10 || r.Dropped != 0 {
		t.Errorf("%d packets, %d states, %d dropped; to one that asked once, %d packets", n, len(received[*State](r)), r.Dropped, want)
	}
}

func TestAPeerMayAskLater(t *testing.T) {
	r := joined(t)
	r.sends(asks())
	r.ticks(game.TickRate)
	if n := len(received[*State](r)); n != 10 {
		t.Errorf("%d states in the second after asking, expected 10", n)
	}
	if turns := received[*Command](r); len(turns[len(turns)-1].Commands) != 4 {
		t.Errorf("the turn has %+v", turns[len(turns)-1])
	}
}

func TestAPeerThatAsksForStateGetsAResponseForAnotherSeat(t *testing.T) {
	r := joined(t)
	r.match.Scene.Roster[0].Slot, r.match.Scene.Roster[2].Slot = 2, 0
	r.match.Scene.Me = 2
	seated := func(n int) {
		t.Helper()
		for range 10 {
			r.Tick(r.match.Step(), r.sent.Send)
		}
		for _, b := range r.sent.Take(dialect.Main) {
			r.packets = append(r.packets, mustParse(t, b))
		}
		if got := len(received[*JoinResponse](r)); got != n {
			t.Errorf("%d responses, expected %d", got, n)
		}
	}
	seated(1) // to an original, a second one would be another game
	r.sends(asks())
	seated(2)
}

func TestFormerInputSteers(t *testing.T) {
	fire := commands(PlayerCommand{FormerInput, 0, game.Fire})
	for name, before := range map[string][]*Command{
		"nothing": nil, "the question": {asks()}, "input": {steers(0)}, "an empty turn": {commands()},
		"an original's command, and the question": {{Foreign: []byte{1, 2, 0}}, asks()},
	} {
		if r := joined(t, append(before, fire)...); r.Intent().Input != game.Fire || r.Dropped != 0 {
			t.Errorf("after %s: input %v, %d dropped", name, r.Intent().Input, r.Dropped)
		}
	}
}

func TestNoCommandOfAnOriginalSteersOrCounts(t *testing.T) {
	fire := commands(PlayerCommand{FormerInput, 0, game.Fire})
	for name, said := range map[string][]*Command{
		"of another player":   {commands(PlayerCommand{FormerInput, 3, game.Fire})},
		"of two players":      {commands(PlayerCommand{FormerInput, 0, game.Fire}, PlayerCommand{FormerInput, 3, game.Fire})},
		"after an order":      {{Foreign: []byte{1, 5, 1, 7, 7}}, fire},
		"after an empty turn": {commands(), {Foreign: []byte{1, 5, 1, 7, 7}}, fire},
		"after another's one": {commands(PlayerCommand{FormerInput, 3, game.Fire}), fire},
	} {
		if r := joined(t, said...); r.Intent().Input != 0 || r.Dropped != 0 {
			t.Errorf("%s: input %v, %d dropped", name, r.Intent().Input, r.Dropped)
		}
	}
}

func TestAPeerOfOursIsLimitedToOurCommands(t *testing.T) {
	for _, said := range []*Command{
		{Foreign: []byte{1, 5, 1, 7, 7}}, {Foreign: []byte{1, 1, 0, 0x40}}, commands(PlayerCommand{FormerInput, 3, game.Fire}),
	} {
		if r := joined(t, asks(), said); r.Intent().Input != 0 || r.Dropped != 1 {
			t.Errorf("%+v: input %v, %d dropped", said, r.Intent().Input, r.Dropped)
		}
	}
}

func TestTurnsBeginWithTheMatchAndGoOn(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2))
	r.match.World.Status = game.Waiting
	r.match.Setup.Lobby = true
	r.sends(&JoinRequest{})
	r.ticks(30)
	if len(received[*JoinResponse](r)) != 1 || len(r.packets) != 1 {
		t.Fatalf("in the lobby: got %d packets, expected the response", len(r.packets))
	}
	r.match.World.Status = game.InProgress
	r.ticks(1)
	if len(r.packets) < 2 || r.packets[1].Identifier() != startGameID {
		t.Fatal("the start was not sent at once")
	}
	r.ticks(2*turn - 1)
	r.match.World.Status = game.Closed
	before := len(received[*Command](r))
	r.ticks(2 * turn)
	if after := len(received[*Command](r)); before != 2 || after != 4 {
		t.Errorf("%d turns in the match, %d to half a second after it; expected 2 and 4", before, after)
	}
}

func TestASilentPeerStays(t *testing.T) {
	r := joined(t)
	for range 3600 * game.TickRate {
		if err := r.Tick(&r.match.Scene, func(dialect.Channel, []byte) {}); err != nil {
			t.Fatal("after an hour it should be there still:", err)
		}
	}
}

func TestAColourIsFreeOnceItsPlayerHasLeft(t *testing.T) {
	r := newRig(t, dialects.NewMatch(2))
	for pilot := range uint16(3) {
		s := NewSession(r.palette)
		s.Receive(dialect.Main, (&JoinRequest{1, 0x112233ff}).Append(nil), nil)
		r.match.Scene.Me, r.match.Scene.Pilot = 0, 7+pilot
		if s.Tick(&r.match.Scene, r.sent.Send); s.colour != 0x112233ff {
			t.Errorf("visit %d: %#x was granted", pilot, s.colour)
		}
		s.Leave()
	}
}
