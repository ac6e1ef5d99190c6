package ui

import (
	"errors"
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/play"
)

// stage returns a match in which there is something of everything around the own
// ship, all of it within the smallest window. Nothing moves.
func stage() *net.View {
	v := &net.View{
		Phase: net.Playing, Title: "Friday's match", Setup: stageSetup(), Roster: stagePilots(), Pilot: 0,
		World: &game.World{Status: game.InProgress, Tick: 100_000, Started: 100_000 - 88*game.TickRate},
		Lag:   net.Lag{Transport: "udp", RTT: 38 * time.Millisecond},
	}
	stageShips(v.World)
	stageShots(v)
	stageItems(v.World)
	return v
}

// at turns units into a position.
func at(x, y int32) (int32, int32) { return x * game.One, y * game.One }

func stageSetup() *game.Setup {
	a := &game.Arena{Name: "stage", Width: 200, Height: 100, Tiles: make([]game.Tile, 200*100)}
	for i := range a.Tiles {
		a.Tiles[i] = game.Space
	}
	for _, rock := range [][4]int{{17, 12, 21, 15}, {18, 15, 20, 17}, {4, 26, 30, 33}, {60, 5, 70, 25}, {110, 60, 150, 75}} {
		for y := rock[1]; y < rock[3]; y++ {
			for x := rock[0]; x < rock[2]; x++ {
				a.Tiles[y*a.Width+x] = game.Rock
			}
		}
	}
	for i := range int32(6) {
		x, y := at(14+40*i, 18)
		a.Pads = append(a.Pads, game.Point{X: x, Y: y})
	}
	return &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}
}

// stagePilots have names of all widths. One of them watches.
func stagePilots() []proto.Pilot {
	return []proto.Pilot{
		{ID: 0, Slot: 0, Name: "Nova", Ping: 38},
		{ID: 1, Slot: 1, Name: "北極星", Ping: 121, Flags: proto.Ready},
		{ID: 2, Slot: 2, Name: "🚀 Rex 🔥", Ping: 9, Flags: proto.Ready},
		{ID: 3, Slot: 3, Name: "Wolfgang von Kempelen II", Ping: 240},
		{ID: 4, Slot: 4, Name: "👍 Zoë", Flags: proto.Away},
		{ID: 5, Slot: 5, Name: "한국어 이름은 이렇게 길게", Ping: 55},
		{ID: 6, Slot: 6, Name: "Kestrel", Flags: proto.BotPilot},
		{ID: 7, Slot: 7, Name: "Vireo", Flags: proto.BotPilot},
		{ID: 8, Slot: proto.NoSlot, Name: "観客 Mio", Ping: 70},
	}
}

func stageShips(w *game.World) {
	for slot, place := range [8][2]int32{{112, 80}, {40, 48}, {196, 52}, {204, 112}, {52, 116}, {420, 300}, {300, 300}, {1000, 600}} {
		ship := &w.Ships[slot]
		*ship = game.Ship{
			State: game.Flying, HP: 5, Facing: game.Courses - 1 - game.Course(slot), Class: uint8(slot % 3), Weapon: uint8(slot % 4),
			Score: int32(70 - 13*slot), Kills: uint16(7 - slot), Deaths: uint16(slot), Assists: uint16(slot % 3),
		}
		ship.NextClass, ship.NextWeapon = ship.Class, ship.Weapon
		ship.X, ship.Y = at(place[0], place[1])
	}
	own := &w.Ships[0]
	own.Facing, own.Input, own.Boost, own.HP = game.Right, game.Steer(game.Right), 200, 3
	own.Shield, own.Hits, own.Overdrive, own.Extra = 7*game.TickRate, 2, 5*game.TickRate, 1
	w.Ships[1].HP, w.Ships[1].Shield, w.Ships[1].Hits = 3, 300, 3
	w.Ships[2].HP = 2
	w.Ships[3].Protect = 60
	w.Ships[4].HP, w.Ships[4].Input = 1, game.Steer(game.Up)
	w.Ships[6].State, w.Ships[6].Respawn = game.Dead, 90
}

// stageShots adds shots of each weapon in flight, and two mines.
func stageShots(v *net.View) {
	for _, shot := range []struct {
		slot, fan int
		x, y      int32
	}{
		{0, 0, 136, 80}, {0, 0, 160, 80}, {1, 0, 60, 68}, {1, 1, 68, 64}, {1, 2, 58, 76},
		{2, 0, 176, 72}, {3, 0, 180, 124}, {7, 0, 84, 124},
	} {
		ship := &v.World.Ships[shot.slot]
		weapon := &v.Setup.Weapons[ship.Weapon]
		k := 0
		for ship.Live&(1<<k) != 0 {
			k++
		}
		ship.Live |= 1 << k
		flown := &v.World.Shots[shot.slot][k]
		flown.X, flown.Y = at(shot.x, shot.y)
		flown.VX, flown.VY = game.ShotVelocity(weapon, ship.Facing, shot.fan)
		flown.Weapon, flown.Left = ship.Weapon, 20
	}
}

// stageItems has each kind of item, two barrels and an empty pad.
func stageItems(w *game.World) {
	for i := range int32(6) {
		w.Items[i].Kind = game.ItemKind(i + 1)
		w.Items[i].X, w.Items[i].Y = at(14+40*i, 18)
	}
	w.Items[5].Kind, w.Items[5].Timer = game.NoItem, 300
	w.Items[6] = game.Item{Kind: game.OrbItem, Timer: 1000}
	w.Items[6].X, w.Items[6].Y = at(88, 48)
	w.Barrels[0], w.Barrels[1] = game.Barrel{HP: 3}, game.Barrel{HP: 1}
	w.Barrels[0].X, w.Barrels[0].Y = at(20, 88)
	w.Barrels[1].X, w.Barrels[1].Y = at(120, 44)
}

// stageTeams is stage with two teams.
func stageTeams() *net.View {
	v := stage()
	v.Setup.Mode, v.Setup.ScoreLimit = game.Teams, 150
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 130, 98}
	for slot := range 8 {
		v.World.Ships[slot].Team = uint8(1 + slot%2)
	}
	return v
}

// stageQuiet is a match of the own ship and another's, in which nothing blinks.
func stageQuiet() *net.View {
	v := stage()
	clear(v.World.Ships[2:])
	v.Roster = v.Roster[:2]
	v.World.Barrels, v.World.Items = [game.MaxBarrels]game.Barrel{}, [game.MaxItems]game.Item{}
	own, other := &v.World.Ships[0], &v.World.Ships[1]
	own.Input, own.Boost, own.Shield, own.Hits = game.Steer(game.Idle), 0, 0, 0
	own.Live, other.Live, other.Shield, other.Hits = 0, 0, 0, 0
	v.Setup.Arena.Width, v.Setup.Arena.Height = 50, 25 // without a radar, in which one's own dot blinks
	v.Setup.Arena.Tiles = v.Setup.Arena.Tiles[:50*25]
	return v
}

// crowd is a match of as many as there can be.
func crowd() *net.View {
	v := stage()
	for slot := 8; slot < game.MaxShips; slot++ {
		ship := &v.World.Ships[slot]
		*ship = v.World.Ships[7]
		ship.Live, ship.Score = 0, int32(64-slot)
		ship.X, ship.Y = at(int32(60+23*slot), int32(220+(slot*97)%400))
		v.Roster = append(v.Roster, proto.Pilot{ID: uint16(slot + 1), Slot: uint8(slot), Name: fmt.Sprint("Vireo ", slot), Flags: proto.BotPilot})
	}
	v.World.Ships[0].Score = 20
	return v
}

// lobby makes a match one that waits.
func lobby(v *net.View) *net.View {
	v.World.Status, v.Setup.Lobby, v.World.Started, v.World.TeamScores = game.Waiting, true, 0, [game.MaxTeams + 1]int32{}
	for slot := range v.World.Ships {
		if ship := &v.World.Ships[slot]; ship.State != game.Empty {
			ship.State, ship.Live, ship.Score, ship.Kills, ship.Deaths, ship.Assists = game.Dead, 0, 0, 0, 0, 0
		}
	}
	return v
}

// watched makes a match one that the player watches.
func watched(v *net.View) *net.View {
	v.Me, v.Pilot = -1, 8
	return v
}

// fresh makes a match one that has just begun.
func fresh(v *net.View) *net.View {
	v.World.Started = v.World.Tick - 30
	return v
}

// destroyed makes the own ship one that waits for its return.
func destroyed(v *net.View) *net.View {
	own := &v.World.Ships[0]
	own.State, own.Respawn, own.Live = game.Dead, 95, 0
	return v
}

// What happens in a match while one looks.

func someTalk(v *net.View) {
	v.Chat = []net.ChatLine{
		{Pilot: proto.Notice, Slot: proto.NoSlot, Text: "観客 Mio watches"},
		{From: "北極星", Pilot: 1, Slot: 1, Text: "よろしく！"},
		{From: "観客 Mio", Pilot: 8, Slot: proto.NoSlot, Text: "good luck 🍀 to all of you"},
		{From: "Nova", Pilot: 0, Slot: 0, Text: "a line that is so long that it takes more than one row of any chat, and has to be wrapped somewhere between its words"},
	}
}

func someKills(v *net.View) {
	burst := func(kind game.EventKind, slot, by, what uint8, x, y int32) {
		ev := game.Event{Kind: kind, Slot: slot, By: by, What: what}
		ev.X, ev.Y = at(x, y)
		v.Events = append(v.Events, ev)
	}
	burst(game.EventKill, 6, 2, 2, 144, 60)
	burst(game.EventKill, 7, 7, 3, 1000, 600)
	burst(game.EventKill, 5, 3, game.BlastWeapon, 420, 300)
	burst(game.EventBlast, 0, 0, game.BlastWeapon, 24, 120)
	burst(game.EventSpark, 0, 0, 0, 132, 100)
	burst(game.EventKill, 5, 0, 0, 420, 300)
}

func someTalkAndKills(v *net.View) {
	someTalk(v)
	someKills(v)
}

func shotDown(v *net.View) {
	someTalk(v)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 3, What: 2, HP: 5}}
	v.Events[0].X, v.Events[0].Y = at(112, 80)
	v.Events[0].FromX, v.Events[0].FromY = at(204, 112)
	destroyed(v)
}

// closing ends a match in which each award was earned.
func closing(v *net.View) {
	did := func(n int, kind game.EventKind, slot, by, what uint8) {
		for range n {
			v.Decided = append(v.Decided, game.Event{Kind: kind, Slot: slot, By: by, What: what, HP: 2})
		}
	}
	did(40, game.EventShot, 1, 1, 0)
	did(22, game.EventHit, 2, 1, 0)
	did(30, game.EventShot, 0, 0, 0)
	did(9, game.EventHit, 3, 0, 0)
	did(1, game.EventKill, 0, 3, 3)
	did(3, game.EventKill, 3, 0, 0)
	did(4, game.EventPickup, 2, 2, 1)
	did(2, game.EventBlast, 4, 4, game.BlastWeapon)
	did(1, game.EventKill, 5, 5, 3)
	v.World.Status, v.NextMatch = game.Closed, 8*time.Second
	v.Ballot = &proto.Ballot{Number: 1, Own: 2, Choices: []proto.Choice{{Arena: "open", Votes: 1}, {Arena: "duel", Votes: 2}, {Arena: "belt", Mode: game.Teams}}}
}

// ratedNow has records that tell of the player.
func ratedNow(c *Config) {
	c.Session.Own = func() (play.OwnResult, bool) {
		return play.OwnResult{Rated: true, Rating: 1523, RatingChange: 12, Better: []string{"accuracy 30%, 21% last time"}}, true
	}
}

func lostLink(v *net.View) {
	v.Phase, v.Err = net.Lost, errors.New("no word from the host for 5 s")
}

func silentHost(v *net.View) { v.Stale, v.Lag.Age = true, 1300*time.Millisecond }

func poorLink(v *net.View) {
	v.Lag = net.Lag{
		Transport: "udp", RTT: 164 * time.Millisecond, Jitter: 12 * time.Millisecond, LostDown: 0.052, LostUp: 0.004,
		Slack: -3 * time.Millisecond, Age: 103 * time.Millisecond, Down: 2410, Up: 1730, HostTick: 40 * time.Microsecond,
		HostLate: 11 * time.Millisecond, Ahead: 9, Error: 300, RollbackRate: 7.5, Rollbacks: 900, Keyframes: 2,
	}
}

func refused(v *net.View) {
	v.Phase, v.Err = net.Refused, errors.New("the match is full: 64 of 64 pilots")
}

func joining() *net.View { return &net.View{Phase: net.Joining, Me: -1} }
