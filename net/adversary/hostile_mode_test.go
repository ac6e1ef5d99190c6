package adversary_test

import (
	"math/rand/v2"
	"reflect"
	"slices"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/proto"
)

// playable returns a Setup that a client takes. In modes that need more of an arena than chance
// gives them, it is one of ours.
func (h *anyHost) playable() *game.Setup {
	s := h.newSetup()
	if s.Mode.Plays(s.Arena, int(s.Sides)) == nil {
		return s
	}
	for _, i := range h.chance.Perm(len(assets.Arenas())) {
		if a := assets.Arenas()[i]; s.Mode.Plays(a, int(s.Sides)) == nil {
			s.Arena = a
			return s
		}
	}
	s.Mode, s.Sides, s.Campaign = game.Deathmatch, 0, nil
	return s
}

// addCampaign puts one of our campaigns into a Setup, if that may be sent then.
func (h *anyHost) addCampaign(s *game.Setup) {
	names := assets.CampaignNames()
	with := *s
	with.Classes, with.Weapons = slices.Clone(s.Classes), slices.Clone(s.Weapons)
	if err := assets.AddCampaign(&with, names[h.chance.IntN(len(names))]); err != nil {
		h.t.Fatal(err)
	}
	if _, err := proto.Parse((&proto.MatchStart{Setup: &with}).Append(nil)); err == nil {
		*s = with
	}
}

// bends is how many numbers of what a mode keeps are made something else.
const bends = 40

// bendMode makes numbers of what the mode of the match keeps anything that a client takes.
func (h *anyHost) bendMode(w *game.World) {
	if _, err := proto.ParseWorld(h.setup, proto.AppendWorld(nil, h.setup, w)); err != nil {
		h.t.Fatalf("this World proves nothing: %v", err)
	}
	for range bends {
		before := *w
		parts := [...]any{&w.Rounds, &w.Zone, &w.Orb, &w.Racers, &w.Trails, &w.Assault, &w.Drones}
		bend(h.chance, reflect.ValueOf(parts[h.chance.IntN(len(parts))]).Elem())
		got, err := proto.ParseWorld(h.setup, proto.AppendWorld(nil, h.setup, w))
		if err != nil {
			got = before
		}
		*w = got // without what is not sent in the mode
	}
}

// bend makes one number within v anything.
func bend(chance *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		bend(chance, v.Field(chance.IntN(v.NumField())))
	case reflect.Array:
		bend(chance, v.Index(chance.IntN(v.Len())))
	case reflect.Int8, reflect.Int16, reflect.Int32:
		v.SetInt(int64(int32(chance.Uint32())>>chance.IntN(32)) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	default:
		v.SetUint(uint64(chance.Uint32()>>chance.IntN(32)) << (64 - v.Type().Bits()) >> (64 - v.Type().Bits()))
	}
}
