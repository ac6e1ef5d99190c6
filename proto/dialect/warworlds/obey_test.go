package warworlds

import (
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
)

// joined returns a session that has sent a join_request and those commands, after a second.
func joined(t *testing.T, said ...*Command) *rig {
	r := newRig(t, dialecttest.NewMatch(4))
	r.says(&JoinRequest{})
	for _, c := range said {
		r.says(c)
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
		if n := len(heard[*State](r)); n != 0 {
			t.Errorf("a peer that %s got %d states", name, n)
		}
		turns := heard[*Command](r)
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
	if n, want := len(r.packets), len(once.packets); n != want || len(heard[*State](r)) != 10 || r.Dropped != 0 {
		t.Errorf("%d packets, %d states, %d dropped; to one that asked once, %d packets", n, len(heard[*State](r)), r.Dropped, want)
	}
}

func TestAPeerMayAskLater(t *testing.T) {
	r := joined(t)
	r.says(asks())
	r.ticks(game.TickRate)
	if n := len(heard[*State](r)); n != 10 {
		t.Errorf("%d states in the second after asking, expected 10", n)
	}
	if turns := heard[*Command](r); len(turns[len(turns)-1].Commands) != 4 {
		t.Errorf("the turn says %+v", turns[len(turns)-1])
	}
}

func TestAPeerThatAsksInAnotherSeatIsToldOfIt(t *testing.T) {
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
		if got := len(heard[*JoinResponse](r)); got != n {
			t.Errorf("%d responses, expected %d", got, n)
		}
	}
	seated(1) // to an original, a second one would be another game
	r.says(asks())
	seated(2)
}

func TestWhatInputWasBeforeSteers(t *testing.T) {
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

func TestAPeerOfOursIsHeldToOurCommands(t *testing.T) {
	for _, said := range []*Command{
		{Foreign: []byte{1, 5, 1, 7, 7}}, {Foreign: []byte{1, 1, 0, 0x40}}, commands(PlayerCommand{FormerInput, 3, game.Fire}),
	} {
		if r := joined(t, asks(), said); r.Intent().Input != 0 || r.Dropped != 1 {
			t.Errorf("%+v: input %v, %d dropped", said, r.Intent().Input, r.Dropped)
		}
	}
}

func TestTurnsBeginWithTheMatchAndGoOn(t *testing.T) {
	r := newRig(t, dialecttest.NewMatch(2))
	r.match.World.Status = game.Waiting
	r.match.Setup.Lobby = true
	r.says(&JoinRequest{})
	r.ticks(30)
	if len(heard[*JoinResponse](r)) != 1 || len(r.packets) != 1 {
		t.Fatalf("in the lobby came %d packets, expected the response", len(r.packets))
	}
	r.match.World.Status = game.InProgress
	r.ticks(1)
	if len(r.packets) < 2 || r.packets[1].Identifier() != startGameID {
		t.Fatal("the start was not told at once")
	}
	r.ticks(2*turn - 1)
	r.match.World.Status = game.Closed
	before := len(heard[*Command](r))
	r.ticks(2 * turn)
	if after := len(heard[*Command](r)); before != 2 || after != 4 {
		t.Errorf("%d turns in the match, %d to half a second after it; expected 2 and 4", before, after)
	}
}

func TestAPeerThatSaysNothingStays(t *testing.T) {
	r := joined(t)
	for range 3600 * game.TickRate {
		if err := r.Tick(&r.match.Scene, func(dialect.Channel, []byte) {}); err != nil {
			t.Fatal("after an hour it should be there still:", err)
		}
	}
}

func TestAColourIsFreeOnceItsPlayerHasLeft(t *testing.T) {
	r := newRig(t, dialecttest.NewMatch(2))
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
