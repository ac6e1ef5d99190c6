package net

import (
	"fmt"
	"slices"
	"testing"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"

	"pgregory.net/rapid"
)

func TestHoweverPilotsComeAndGoTheSeatsAreRight(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	setup := oddSetup(t)
	rapid.Check(t, func(t *rapid.T) {
		setup := *setup
		setup.Mode = rapid.SampledFrom(playable(&setup)).Draw(t, "mode")
		p := &passage{stage: newStage(HostConfig{}, played{Setup: &setup, Bots: rapid.IntRange(0, 2).Draw(t, "bots"), Fill: rapid.IntRange(0, 5).Draw(t, "fill")})}
		for range rapid.IntRange(8, 16).Draw(t, "steps") {
			p.step(t)
			p.pass(rapid.SampledFrom([]int{1, 2, 30, lively, linkKept, seatKept, seatHeld / 4}).Draw(t, "ticks"))
			p.check(t)
			p.checkRosters(t)
		}
		p.pass(rosterPause + 1)
		p.checkRosters(t)
		for tries := 0; p.stale && tries < 3; tries++ { // somebody's patience has ended since
			p.pass(rosterPause + 1)
		}
		if p.stale {
			t.Errorf("at the end somebody has still to be told of something")
		}
	})
}

// playable returns the modes that can be played in the arena.
func playable(s *game.Setup) (modes []game.Mode) {
	for _, mode := range game.Modes() {
		if mode.Plays(s.Arena, 0) == nil {
			modes = append(modes, mode)
		}
	}
	return modes
}

// passage is a stage that visitors pass through.
type passage struct {
	*stage
	visitors []*visitor
}

// visitor is a pilot or spectator at the end of a link.
type visitor struct {
	link.Link
	name     string
	identity string
	token    proto.Token
	dead     bool // his machine sends nothing any more
	pilot    uint16
	roster   []proto.Pilot // as he was told
}

// step lets something happen.
func (p *passage) step(t *rapid.T) {
	if len(p.visitors) == 0 {
		p.come(t, &visitor{name: "V0", identity: p.identity(t)}, true)
		return
	}
	v := rapid.SampledFrom(p.visitors).Draw(t, "who")
	switch rapid.SampledFrom([]string{"comes", "watches", "vanishes", "breaks", "returns", "begins anew", "leaves", "turns", "renames", "is ready"}).Draw(t, "what") {
	case "comes":
		p.come(t, &visitor{name: fmt.Sprint("V", len(p.visitors)), identity: p.identity(t)}, true)
	case "watches":
		p.come(t, &visitor{name: fmt.Sprint("V", len(p.visitors)), identity: p.identity(t)}, false)
	case "vanishes":
		v.dead = true
	case "breaks":
		v.dead = true
		v.Close()
	case "returns":
		p.come(t, &visitor{name: v.name, identity: v.identity, token: v.token}, true)
	case "begins anew":
		p.come(t, &visitor{name: v.name, identity: v.identity}, true)
	case "leaves":
		v.say(&proto.Bye{})
	case "renames":
		v.say(&proto.Spawn{Name: rapid.SampledFrom([]string{"V0", "v1", "Rex", "Bot"}).Draw(t, "name")})
	case "is ready":
		v.say(&proto.SetReady{On: rapid.Bool().Draw(t, "on")})
	case "turns":
		p.startRound(p.Setup)
	}
}

// identity is whoever a newcomer is.
func (p *passage) identity(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "", "SHA256:a", "SHA256:b"}).Draw(t, "identity")
}

func (v *visitor) say(m proto.Message) { v.Send(link.Control, m.Append(nil)) }

// come lets a visitor in. Who has no ship then asks for one, if he is to fly.
func (p *passage) come(t *rapid.T, v *visitor, flies bool) {
	near, far := link.PipeOf(v.name, v.identity)
	p.admit(far)
	v.Link = near
	p.visitors = append(p.visitors, v)
	v.say(again(v.name, v.token))
	p.pass(1)
	welcome := p.welcome(t, v)
	v.pilot = welcome.Pilot
	if v.token = welcome.Token; flies && welcome.Slot == proto.NoSlot {
		v.say(&proto.Spawn{Name: v.name})
	}
}

func (p *passage) welcome(t *rapid.T, v *visitor) *proto.Welcome {
	for {
		packet, ok := v.Receive(nil)
		if !ok {
			t.Fatal("expected a welcome")
		}
		if packet.Channel != link.Control {
			continue
		}
		if m, err := proto.Parse(packet.Bytes); err != nil {
			t.Fatal(err)
		} else if m, ok := m.(*proto.Welcome); ok {
			return m
		}
	}
}

// pass lets ticks pass in which all who are alive send an input.
func (p *passage) pass(ticks int) {
	for range ticks {
		for _, v := range p.visitors {
			if !v.dead {
				v.Send(link.Data, (&proto.Inputs{Ack: p.World.Tick, Newest: p.World.Tick + 1, List: []game.Input{0}}).Append(nil))
			}
			v.hear()
		}
		p.stage.pass(1)
	}
}

// hear takes what the host said.
func (v *visitor) hear() {
	for packet, ok := v.Receive(nil); ok; packet, ok = v.Receive(nil) {
		if packet.Channel != link.Control {
			continue
		}
		switch m, _ := proto.Parse(packet.Bytes); m := m.(type) {
		case *proto.Roster:
			v.roster = m.Pilots
		case *proto.RosterChange:
			v.roster = m.Apply(v.roster)
		}
	}
}

// checkRosters expects that whoever is there has been told what all were, and himself, and when nothing has changed
// since, what is.
func (p *passage) checkRosters(t *rapid.T) {
	for _, v := range p.visitors {
		if v.Err() != nil || p.peerNamed(v.pilot) == nil {
			continue // gone, or somebody else has his seat
		}
		v.hear()
		got, told := withoutPings(v.roster), withoutPings(p.told.pilots)
		if !slices.Equal(got, told) {
			own := slices.IndexFunc(got, func(pilot proto.Pilot) bool { return pilot.ID == v.pilot })
			if own < 0 || !slices.Equal(slices.Delete(slices.Clone(got), own, own+1), told) {
				t.Fatalf("%s was told of %v, all of %v", v.name, got, told)
			}
		}
		if is := withoutPings(p.listPilots()); !p.stale && !slices.Equal(got, is) {
			t.Fatalf("%s was told of %v, there are %v", v.name, got, is)
		}
	}
}

// peerNamed returns the client of the pilot with the id, or nil.
func (p *passage) peerNamed(id uint16) *peer {
	for _, peer := range p.peers.all {
		if peer.pilot != nil && peer.pilot.ID == id && !peer.leaving {
			return peer
		}
	}
	return nil
}

func withoutPings(all []proto.Pilot) []proto.Pilot {
	all = slices.Clone(all)
	for i := range all {
		all[i].Ping = 0
	}
	return all
}

// check expects everybody to be where he should.
func (p *passage) check(t *rapid.T) {
	names, there := map[string]bool{}, map[*pilot]bool{}
	for _, peer := range p.peers.all {
		there[peer.pilot] = true
	}
	for _, who := range p.pilots {
		if names[who.Name] {
			t.Errorf("two are called %s", who.Name)
		}
		names[who.Name] = true
		if who.seated() && p.seats[who.Slot] != who {
			t.Errorf("%s is not in his seat %d", who.Name, who.Slot)
		}
		if own := who.Token != (proto.Token{}); own == (who.is(proto.BotPilot) && !who.standIn()) {
			t.Errorf("%s has flags %d, and a token: %v", who.Name, who.Flags, own)
		}
		if who.Kept && (!who.standIn() || who.Identity == "" || p.World.Tick-who.Inputs.CameAt > seatHeld) {
			t.Errorf("at tick %d, the seat is kept of %+v", p.World.Tick, who.Pilot)
		}
		if own := who.Token != (proto.Token{}); own && who.is(proto.Away) == there[who] {
			t.Errorf("%s has flags %d, and a link: %v", who.Name, who.Flags, there[who])
		}
		if who.is(proto.Away) && !who.is(proto.BotPilot) && p.World.Tick-who.Inputs.CameAt > seatKept {
			t.Errorf("%s has been away since tick %d, at %d", who.Name, who.Inputs.CameAt, p.World.Tick)
		}
	}
	for slot, who := range p.seats {
		if (who == nil) != (p.World.Ships[slot].State == game.Empty) {
			t.Errorf("slot %d: pilot %v, ship %d", slot, who, p.World.Ships[slot].State)
		}
	}
	if humans, bots := p.count(); bots != p.botsWanted(humans) {
		t.Errorf("along with %d humans, expected %d bots, there are %d", humans, p.botsWanted(humans), bots)
	}
}
