package reference

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dogfight/game"
	"dogfight/proto"
)

// randomMessages draw a message of the control channel each.
var randomMessages = []func(t *rapid.T) proto.Message{
	func(t *rapid.T) proto.Message {
		return &proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Token: anyToken(t),
			Purpose: number[proto.Purpose](t, 0, 1), Pace: number[uint8](t, 1, 2), Name: legible(t, 96)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Spawn{Class: u8(t), Weapon: u8(t), Team: number[uint8](t, 0, 4), Colour: number[uint8](t, 0, 8), Name: legible(t, 96)}
	},
	func(t *rapid.T) proto.Message { return &proto.SetReady{On: rapid.Bool().Draw(t, "on")} },
	func(t *rapid.T) proto.Message {
		return &proto.NeedKeyframe{Have: game.Tick(rapid.Uint32().Draw(t, "have"))}
	},
	func(*rapid.T) proto.Message { return &proto.InfoQuery{} },
	func(t *rapid.T) proto.Message { return &proto.ClientFirst{Text: legible(t, 255)} },
	func(t *rapid.T) proto.Message { return &proto.ClientFinal{Text: legible(t, 255)} },
	func(t *rapid.T) proto.Message { return &proto.ServerFirst{Text: legible(t, 255)} },
	func(t *rapid.T) proto.Message { return &proto.ServerFinal{Text: legible(t, 255)} },
	func(t *rapid.T) proto.Message {
		return &proto.Welcome{Version: proto.Version, Token: anyToken(t), Pilot: u16(t), Slot: anySlot(t),
			TickRate: number[uint8](t, 1, 255), Epoch: rapid.Uint32().Draw(t, "epoch"), Title: legible(t, proto.MaxTitle), Setup: randomSetup(t)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Reject{Code: proto.RejectCode(u8(t)), Reason: legible(t, proto.MaxReason)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.SpawnResult{Status: number[proto.SpawnStatus](t, 0, 6), Slot: anySlot(t)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Roster{Pilots: randomRoster(t)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Keyframe{World: rapid.SliceOfN(rapid.Byte(), 1, -1).Draw(t, "world")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.MatchStart{Number: u16(t), Slot: anySlot(t), Setup: randomSetup(t)}
	},
	func(t *rapid.T) proto.Message { return &proto.MatchOver{NextIn: u16(t)} },
	func(t *rapid.T) proto.Message { return &proto.Kick{Reason: legible(t, proto.MaxReason)} },
	func(t *rapid.T) proto.Message {
		return &proto.Info{Version: u16(t), Title: legible(t, proto.MaxTitle), Arena: legible(t, 32), Mode: game.Mode(u8(t)),
			Players: u16(t), Bots: u16(t), Slots: u16(t), TickRate: u8(t)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Progress{Number: u16(t), Left: rapid.Uint32().Draw(t, "left"), Resumed: rapid.Bool().Draw(t, "resumed")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Web{Port: u16(t), Secure: rapid.Bool().Draw(t, "secure")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.RTTs{List: rapid.SliceOfN(rapid.Uint8(), 0, proto.MaxPilots).Draw(t, "rtts")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.RosterChange{List: proto.ChangesOf(nil, randomRoster(t), randomRoster(t))}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Ticket{Bytes: rapid.SliceOfN(rapid.Byte(), 1, proto.MaxTicket).Draw(t, "ticket")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Redirect{Place: randomPlace(t), Reason: legible(t, proto.MaxReason)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.Handover{Place: randomPlace(t), Tick: game.Tick(rapid.Uint32().Draw(t, "tick")), Hash: rapid.Uint64().Draw(t, "hash")}
	},
	func(*rapid.T) proto.Message { return &proto.ListFleet{} },
	randomMatchWish,
	randomFleetList,
	func(t *rapid.T) proto.Message { return &proto.Vote{Ballot: u16(t), Choice: number[uint8](t, 1, 3)} },
	func(t *rapid.T) proto.Message {
		return &proto.CallVote{Motion: number[proto.Motion](t, 1, 4), Pilot: u16(t), Next: legible(t, 65)}
	},
	func(t *rapid.T) proto.Message {
		return &proto.CastVote{Number: u16(t), Yes: rapid.Bool().Draw(t, "yes")}
	},
	func(t *rapid.T) proto.Message {
		return &proto.VoteState{
			Number: u16(t), Motion: number[proto.Motion](t, 0, 4), Left: u8(t), Yes: u8(t), No: u8(t), Needed: u8(t),
			Own: number[proto.OwnVote](t, 0, 3), Text: legible(t, 160),
		}
	},
	func(t *rapid.T) proto.Message {
		m := &proto.Ballot{Number: u16(t), Choices: rapid.SliceOfN(rapid.Custom(randomChoice), 1, 3).Draw(t, "choices")}
		m.Own = number[uint8](t, 0, len(m.Choices))
		return m
	},
	func(t *rapid.T) proto.Message {
		return &proto.Chat{Pilot: u16(t), Text: "x" + legible(t, proto.MaxChat-1)}
	},
	func(t *rapid.T) proto.Message { return &proto.Bye{Reason: legible(t, proto.MaxReason)} },
	func(t *rapid.T) proto.Message { return &proto.Pause{On: rapid.Bool().Draw(t, "on")} },
}

func randomMatchWish(t *rapid.T) proto.Message {
	w := &proto.MatchWish{Match: anyID(t), Mode: number[game.Mode](t, 0, 6), Friends: []string{}}
	if rapid.Bool().Draw(t, "any mode") {
		w.Mode = proto.AnyMode
	}
	w.RTTs = rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) proto.HostRTT { return proto.HostRTT{Host: anyID(t), RTT: u16(t)} }),
		0, proto.MaxFleetHosts, func(h proto.HostRTT) uint64 { return h.Host }).Draw(t, "round trips")
	slices.SortFunc(w.RTTs, func(a, b proto.HostRTT) int { return cmp.Compare(a.Host, b.Host) })
	for range rapid.IntRange(0, proto.MaxFriends).Draw(t, "friends") {
		w.Friends = append(w.Friends, "x"+legible(t, 63))
	}
	return w
}

func randomFleetList(t *rapid.T) proto.Message {
	l := &proto.FleetList{Hosts: []proto.FleetHost{}, Matches: []proto.FleetMatch{}}
	for range rapid.IntRange(0, proto.MaxFleetHosts).Draw(t, "hosts") {
		l.Hosts = append(l.Hosts, proto.FleetHost{ID: anyID(t), Address: "x" + legible(t, 254), Region: legible(t, 32)})
	}
	if len(l.Hosts) == 0 {
		return l
	}
	for range rapid.IntRange(0, proto.MaxFleetMatches).Draw(t, "matches") {
		l.Matches = append(l.Matches, proto.FleetMatch{
			ID: anyID(t), Title: legible(t, proto.MaxTitle), Mode: game.Mode(u8(t)), Arena: legible(t, 32),
			Players: u16(t), Bots: u16(t), Slots: u16(t), Host: number[uint8](t, 0, len(l.Hosts)-1),
		})
	}
	return l
}

func anyID(t *rapid.T) uint64 { return uint64(rapid.Int64Min(0).Draw(t, "id")) }

func randomPlace(t *rapid.T) proto.Place {
	return proto.Place{Address: "x" + legible(t, 254), Fingerprint: legible(t, 64), Ticket: rapid.SliceOfN(rapid.Byte(), 0, proto.MaxTicket).Draw(t, "ticket")}
}

func randomPilot(t *rapid.T) proto.Pilot {
	name := rapid.StringOfN(rapid.RuneFrom([]rune("abc1é世🚀")), 1, proto.MaxName, 96)
	id := rapid.OneOf(rapid.Uint16(), rapid.Uint16Max(400)).Draw(t, "id")
	return proto.Pilot{ID: id, Slot: anySlot(t), Flags: number[proto.PilotFlags](t, 0, 7), Colour: number[uint8](t, 0, 8), Ping: u16(t), Name: name.Draw(t, "name")}
}

func randomChoice(t *rapid.T) proto.Choice {
	return proto.Choice{Arena: legible(t, 32), Mode: number[game.Mode](t, 0, 1), Votes: number[uint8](t, 0, game.MaxShips)}
}

// randomRoster is a roster by rising ids, some of which other rosters have too.
func randomRoster(t *rapid.T) []proto.Pilot {
	all := rapid.SliceOfNDistinct(rapid.Custom(randomPilot), 0, proto.MaxPilots, func(p proto.Pilot) uint16 { return p.ID }).Draw(t, "pilots")
	slices.SortFunc(all, func(a, b proto.Pilot) int { return int(a.ID) - int(b.ID) })
	return all
}

func u8(t *rapid.T) uint8   { return rapid.Uint8().Draw(t, "u8") }
func u16(t *rapid.T) uint16 { return rapid.Uint16().Draw(t, "u16") }

func anySlot(t *rapid.T) uint8 {
	return rapid.SampledFrom([]uint8{0, 1, 62, 63, proto.NoSlot}).Draw(t, "slot")
}

func anyToken(t *rapid.T) (token proto.Token) {
	copy(token[:], rapid.SliceOfN(rapid.Byte(), len(token), len(token)).Draw(t, "token"))
	return token
}

func TestTheReferenceReadsMessagesOfProto(t *testing.T) {
	for _, random := range randomMessages {
		rapid.Check(t, func(t *rapid.T) {
			m := random(t)
			b := m.Append(nil)
			got, err := verdict(func() any { return control(b) })
			same(t, b, m, nil, got, err)
		})
	}
}

func TestBentMessagesReadAlike(t *testing.T) {
	for _, random := range randomMessages {
		rapid.Check(t, func(t *rapid.T) { sameControl(t, bent(t, random(t).Append(nil))) })
	}
}

// TestTextReadsAlike also tries illegible text.
func TestTextReadsAlike(t *testing.T) {
	odd := rapid.OneOf(rapid.Rune(), rapid.SampledFrom([]rune("a \u0301\u20dd\u0903\u200b\u200e\u2028\u2800\u3164\ufe0f\ufffd\n\x00\x7f\u00a0")))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(odd, 0, 20, -1).Draw(t, "text")
		sameControl(t, append([]byte{0x24, byte(len(text))}, text...))
	})
}

func TestRandomInputsReadAlike(t *testing.T) {
	held := rapid.SampledFrom([]game.Input{0, 1, 1 | game.Fire, 8 | game.Fire | game.Special})
	rapid.Check(t, func(t *rapid.T) {
		m := proto.Inputs{Ack: game.Tick(rapid.Uint32().Draw(t, "ack")), List: rapid.SliceOfN(held, 1, proto.MaxInputs).Draw(t, "list")}
		m.Newest = m.Ack + number[game.Tick](t, 0, proto.MaxAhead)
		if rapid.Bool().Draw(t, "ping") {
			m.Ping = &proto.Ping{Nonce: u8(t), RTT: u16(t), Gap: u8(t)}
		}
		present := m.Ack + game.Tick(rapid.IntRange(-1<<15+1, 1<<15).Draw(t, "since")) // within 16 bits
		b := m.Append(nil)
		got, err := verdict(func() inputs { return fromClient(b, present) })
		same(t, b, m, nil, got, err)
		sameInputs(t, bent(t, b), present)
	})
}

// legible draws a text of at most most bytes that any message accepts.
func legible(t *rapid.T, most int) string {
	return rapid.StringOfN(rapid.RuneFrom([]rune("ab 12é世🚀")), 0, -1, most).Draw(t, "text")
}

// number draws one from least to most.
func number[T interface {
	~uint8 | ~uint16 | ~uint32 | ~int32
}](t *rapid.T, least, most int) T {
	return T(rapid.IntRange(least, most).Draw(t, "number"))
}

// randomSetup draws a Setup that package game can play.
func randomSetup(t *rapid.T) *game.Setup {
	s := &game.Setup{
		Arena:        randomArena(t),
		FriendlyFire: rapid.Bool().Draw(t, "friendly fire"),
		Lobby:        rapid.Bool().Draw(t, "lobby"),
		TimeLimit:    game.Tick(rapid.Uint32().Draw(t, "time limit")),
		ScoreLimit:   rapid.Int32Min(0).Draw(t, "score limit"),
	}
	var modes []game.Mode
	for _, mode := range game.Modes() {
		if _, most := mode.Sides(); mode.Plays(s.Arena, 0) == nil && (most < 2 || mode.Plays(s.Arena, most) == nil) {
			modes = append(modes, mode)
		}
	}
	s.Mode = rapid.SampledFrom(modes).Draw(t, "mode")
	for range rapid.IntRange(1, game.MaxPilotClasses).Draw(t, "classes") {
		s.Classes = append(s.Classes, game.Class{
			Name: legible(t, 32), Title: legible(t, 32),
			HP:       number[uint8](t, 1, game.MaxHP),
			TopSpeed: number[int32](t, 1, game.MaxTopSpeed),
			Thrust:   number[int32](t, 1, game.MaxSpeed),
			Brake:    number[int32](t, 0, game.MaxSpeed),
		})
	}
	for range rapid.IntRange(1, game.MaxPilotWeapons).Draw(t, "weapons") {
		s.Weapons = append(s.Weapons, game.Weapon{
			Name: legible(t, 32), Title: legible(t, 32),
			Shots:    number[uint8](t, 1, game.MaxShots),
			Fan:      rapid.SampledFrom([]uint8{1, 3}).Draw(t, "fan"),
			Damage:   number[uint8](t, 0, game.MaxDamage),
			Cooldown: number[uint8](t, 0, 255),
			Life:     number[uint16](t, 1, 1<<16-1),
			Speed:    number[int32](t, 0, game.MaxShotSpeed),
			Reach:    number[int32](t, 0, game.MaxReach),
		})
	}
	randomDrones(t, s)
	if fewest, most := s.Mode.Sides(); most > 1 && rapid.Bool().Draw(t, "other number of teams") {
		s.Sides = number[uint8](t, max(2, fewest), most)
	}
	if s.Mode.State() == game.AssaultState && s.Classes[len(s.Classes)-1].Drone {
		s.Campaign = randomCampaign(t, s)
	}
	return s
}

// randomDrones adds classes and weapons that are for drones.
func randomDrones(t *rapid.T, s *game.Setup) {
	for range rapid.IntRange(0, 3).Draw(t, "classes of drones") {
		class := s.Classes[0]
		class.Drone, class.HP = true, number[uint8](t, 1, game.MaxDroneHP)
		s.Classes = append(s.Classes, class)
	}
	for range rapid.IntRange(0, 3).Draw(t, "weapons of drones") {
		weapon := s.Weapons[0]
		weapon.Drone = true
		s.Weapons = append(s.Weapons, weapon)
	}
}

// randomArena draws an arena of patches with a tile each, far enough apart that
// there is room at every spawn.
func randomArena(t *rapid.T) *game.Arena {
	const patch = 4 // tiles a side; so that sizes may be powers of two, where bits end
	width := rapid.IntRange(1, 10).Draw(t, "patches a row")
	height := rapid.IntRange(1, game.MaxPads/width).Draw(t, "rows") // all might be pads
	wells := 0
	rows := ""
	for range height {
		middles := strings.Repeat(".", patch*width)
		for i := range width {
			tile := rapid.SampledFrom([]string{".", "#", "@", "1", "2", "3", "4", "o", "+", "~", "^", "v", "<", ">", "*", "A", "B", "C", "D", "a"}).Draw(t, "tile")
			if rows == "" && i == 0 {
				tile = "@" // one spawn there must be
			}
			if tile == "*" {
				if wells++; wells > game.MaxWells {
					tile = "."
				}
			}
			at := patch*i + patch/2
			middles = middles[:at] + tile + middles[at+1:]
		}
		empty := strings.Repeat(".", patch*width) + "\n"
		rows += strings.Repeat(empty, patch/2) + middles + "\n" + strings.Repeat(empty, patch/2-1)
	}
	arena, err := game.ParseArena(legible(t, 32), rows)
	if err != nil {
		t.Fatalf("expected an arena, got %v", err)
	}
	return arena
}
