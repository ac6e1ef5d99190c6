package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/ui/input"
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

// Events of a match during the scene.

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

// ratedNow has records of the player.
func ratedNow(c *Config) {
	c.Session.News = func() *career.News {
		return &career.News{
			Result: career.Result{Finished: true, Rating: 1523, Shots: 100, Hits: 30}, Before: 1511,
			Last: &career.Result{Finished: true, Shots: 100, Hits: 21},
		}
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

// Events of the own ship during the scene.

// wounded has the own ship be hit from the left, hit another, destroy a third and find something.
func wounded(v *net.View) {
	add := func(kind game.EventKind, slot, by, what, hp uint8, x, y, fromX, fromY int32) {
		ev := game.Event{Kind: kind, Slot: slot, By: by, What: what, HP: hp}
		ev.X, ev.Y = at(x, y)
		ev.FromX, ev.FromY = at(fromX, fromY)
		v.Events = append(v.Events, ev)
	}
	v.World.Ships[0].HP = 2
	add(game.EventHit, 0, 1, 1, 1, 112, 80, 20, 80)
	add(game.EventHit, 2, 0, 0, 1, 196, 52, 112, 80)
	add(game.EventKill, 5, 0, 0, 2, 180, 80, 112, 80)
	add(game.EventPickup, 0, 0, uint8(game.HPPlusThree), 3, 140, 100, 0, 0)
}

// returned respawns the local player's ship.
func returned(v *net.View) {
	own := &v.World.Ships[0]
	own.State, own.HP, own.Protect, own.Shield, own.Hits, own.Live = game.Flying, 5, 90, 0, 0, 0
}

// nearlyOver is a match in its last seconds, the own ship with its last HP.
func nearlyOver(v *net.View) *net.View {
	v.World.Started = v.World.Tick - v.Setup.TimeLimit + 430
	v.World.Ships[0].HP = 1
	return v
}

// scene is something that a player can see, and how to get there.
type namedScene struct {
	name    string
	conf    func(*Config)          // changes of the usual Config; or nil
	match   func() *net.View       // that is under way; nil begins with the title
	hosted  bool                   // it is the player's own
	keys    []string               // to press
	then    func(*net.View)        // events of the match after that; or nil
	later   time.Duration          // after all that
	window  window                 // instead of all others
	also    []view                 // that it has files of, besides the usual one
	page    bool                   // lies over a match
	shrinks bool                   // has less text in the smallest window
	lacks   []string               // texts that are not in every view
	moves   func(cells int) motion // nil: nothing does
	cursor  bool                   // shows, since text is edited
}

// Keys as a terminal sends them.
const (
	f2  = "\x1bOQ"
	f3  = "\x1bOR"
	tab = "\t"
)

// motion is the limit of bytes of a moving part.
type motion struct{ second, frame int }

// Motion in a window of so many cells: measured, plus a quarter.
func sky(cells int) motion      { return motion{12_000 + 5*cells, 3000 + cells/2} }
func twinkles(cells int) motion { return motion{7000 + cells/2, 1200} }
func fight(cells int) motion    { return motion{14_000 + 3*cells/2, 1900 + cells/6} }

// scenes is everything that there is to see.
var scenes = []namedScene{
	{name: "title", also: []view{{blocks, window{60, 20}}, {ascii, window{60, 20}}, {mono, window{80, 24}}}, moves: sky},
	{name: "title of a newcomer", conf: func(c *Config) { c.Newcomer = true }, moves: sky},
	{name: "title after a failure", keys: []string{enter}, conf: failing, moves: sky},
	{name: "a match against bots", keys: []string{"o"}, moves: sky},
	{name: "a match of teams against bots", keys: []string{"o", down, down, down, down, down, right}, moves: sky},
	{name: "ships compared before a match", also: []view{{blocks, window{120, 40}}}, keys: []string{"o", "c", right, down, right}, moves: sky},
	{name: "host a match", conf: besideList, keys: []string{"h"}, cursor: true, moves: sky},
	{name: "host a match, failed", keys: []string{"h", enter}, conf: failing, cursor: true, moves: sky},
	{name: "join a match", also: []view{{blocks, window{60, 20}}}, shrinks: true, conf: besideList, keys: []string{"j", right, down}, moves: sky},
	{name: "join a match, none there", conf: func(c *Config) { c.Finder = &vicinity{} }, keys: []string{"j"}, moves: sky},
	{name: "join an address", keys: []string{"j", "fd00::1"}, cursor: true, moves: sky},
	{name: "settings", also: []view{{painted, window{80, 24}}}, lacks: []string{"fps"}, keys: []string{"s"}, cursor: true, moves: sky},
	{name: "settings, a choice", also: []view{{painted, window{80, 24}}}, lacks: []string{"fps", "braille dots"}, keys: []string{"s", down, right}, moves: sky},
	{name: "settings, the keys", lacks: []string{"fps"}, keys: []string{"s", up}, moves: sky},
	{name: "settings, the themes", keys: []string{"s", down, down, down, down, down, enter, down, down}, moves: sky},
	{name: "keys", shrinks: true, keys: []string{"s", up, enter}, moves: sky},
	{name: "keys, a set of one's own", shrinks: true, keys: []string{"s", up, enter, right, down, down, enter, "8"}, moves: sky},
	{name: "keys, a new key is waited for", shrinks: true, keys: []string{"s", up, enter, up, right, enter}, moves: sky},
	{name: "career", conf: withCareer, shrinks: true, also: []view{{blocks, window{60, 20}}, {ascii, window{80, 24}}}, keys: []string{"r"}, moves: sky},
	{name: "career of a newcomer", shrinks: true, keys: []string{"r"}, moves: sky},
	{name: "career, ships and guns", conf: withCareer, shrinks: true, keys: []string{"r", right}, moves: sky},
	{name: "career, rivals", conf: withCareer, shrinks: true, keys: []string{"r", right, right}, moves: sky},
	{name: "career, matches", conf: withCareer, shrinks: true, lacks: []string{"choose PgUp PgDn scroll Esc back"}, keys: []string{"r", left, left}, moves: sky},
	{name: "help", shrinks: true, keys: []string{"?"}, moves: sky},
	{name: "help, its end", shrinks: true, keys: []string{"?", "G"}, moves: sky},
	{name: "notice", conf: func(c *Config) {
		c.Problem = errors.New("settings: /home/nova/.config/dogfight/settings.toml, line 3: expected a number, found \"sixty\"; it goes on without them")
	}, moves: sky},
	{name: "host with another certificate", conf: withAnotherCertificate, moves: sky},
	{name: "connecting", conf: joiningSomewhere, moves: sky},
	{name: "a closed match", conf: closedToUs, keys: []string{"secret"}, cursor: true, moves: sky},
	{name: "refused", keys: []string{enter}, then: refused, moves: sky},
	{name: "too small", window: window{50, 12}},
	{name: "too small by far", window: window{12, 2}},

	{name: "lobby", match: func() *net.View { return lobby(stage()) }, then: someTalk, moves: twinkles},
	{name: "lobby of one's own", match: func() *net.View { return lobby(stage()) }, hosted: true, moves: twinkles},
	{name: "lobby of teams", also: []view{{blocks, window{60, 20}}}, match: func() *net.View { return lobby(stageTeams()) }, hosted: true, then: someTalk, moves: twinkles},
	{name: "lobby of a crowd", lacks: []string{"and more"}, match: func() *net.View { return lobby(crowd()) }, moves: twinkles},
	{name: "lobby, watched", match: func() *net.View { return watched(lobby(stage())) }},
	{name: "lobby, typing", match: func() *net.View { return lobby(stageTeams()) }, keys: []string{enter, "hello 北"}, then: someTalk, moves: twinkles},
	{name: "ships compared in a lobby", lacks: []string{"stage 0x0 teams to points"}, page: true, match: func() *net.View { return lobby(stageTeams()) }, keys: []string{"c", right}, moves: twinkles},
	{name: "match settings", shrinks: true, page: true, match: func() *net.View { return lobby(stage()) }, hosted: true, keys: []string{"m"}, moves: twinkles},

	{name: "start", also: []view{{ascii, window{80, 24}}}, match: func() *net.View { return fresh(stage()) }, moves: twinkles},
	{name: "match", also: []view{{blocks, window{60, 20}}, {painted, window{80, 24}}, {ascii, window{80, 24}}, {mono, window{80, 24}}, {blocks, window{120, 40}}}, match: stage, keys: []string{" "}, then: someTalkAndKills, moves: fight},
	{name: "match of teams", also: []view{{mono, window{80, 24}}}, match: stageTeams, keys: []string{" "}, then: someTalkAndKills, moves: fight},
	{name: "typing", match: stage, keys: []string{enter, "watch out, 北極星 🚀"}, then: someTalk, moves: twinkles},
	{name: "typing a long line", match: stage, keys: []string{enter, strings.Repeat("so much to say ", 15), left, left}, moves: twinkles},
	{name: "not sent", match: stage, conf: speechless, keys: []string{enter, "hello", enter}, moves: twinkles},
	{name: "closer", match: stage, keys: []string{"+"}, moves: twinkles},
	{name: "farther", match: stage, keys: []string{"-"}, moves: twinkles},
	{name: "the whole arena, watched", match: func() *net.View { return watched(stageTeams()) }, keys: []string{"v"}, moves: twinkles},
	{name: "watched", match: func() *net.View { return watched(stage()) }, moves: twinkles},
	{name: "free camera", match: func() *net.View { return watched(stage()) }, keys: []string{"c", right, down}, later: 2 * time.Second, moves: twinkles},
	{name: "dead", lacks: []string{"back in", "Rail gun distance of hp left"}, match: stage, then: shotDown, later: time.Second, moves: fight},
	{name: "dead, of a team", match: func() *net.View { return destroyed(stageTeams()) }, moves: twinkles},
	{name: "hit and hitting", lacks: []string{"kill", "hp"}, match: stage, then: wounded, moves: fight},
	{name: "back in space", match: func() *net.View { return destroyed(stage()) }, then: returned, later: time.Second / 2, moves: fight},
	{name: "the last seconds, and the last hp", match: func() *net.View { return nearlyOver(stage()) }, keys: []string{" "}, moves: fight},
	{name: "scores", also: []view{{mono, window{80, 24}}}, match: stage, keys: []string{tab}, moves: twinkles},
	{name: "scores of a crowd", match: crowd, keys: []string{tab}, moves: twinkles},
	{name: "scores of teams", match: stageTeams, keys: []string{tab}, moves: twinkles},
	{name: "net figures", also: []view{{blocks, window{120, 40}}}, match: stage, keys: []string{f3}, then: poorLink, later: time.Second / 2, moves: twinkles},
	{name: "talk", match: stage, then: someTalk, keys: []string{f2}, moves: twinkles},
	{name: "pilots", match: stage, keys: []string{esc, up, up, up, up, enter, down, down, enter}, moves: twinkles},
	{name: "keys in a match", match: stage, keys: []string{"?"}, moves: twinkles},
	{name: "lost", lacks: []string{"no word from the host"}, match: stage, then: lostLink, moves: twinkles},
	{name: "host silent", match: stage, then: silentHost, moves: twinkles},
	{name: "results", conf: ratedNow, also: []view{{ascii, window{120, 40}}}, lacks: []string{"VICTORY", "points", "Ace you kills"}, match: func() *net.View { return fresh(stage()) }, then: closing, moves: twinkles},
	{name: "results of teams", lacks: []string{"hunter", "VICTORY", "points", "Ace you kills", "open dm", "duel dm"}, also: []view{{ascii, window{60, 20}}, {blocks, window{60, 20}}}, match: func() *net.View { return fresh(stageTeams()) }, then: closing, moves: twinkles},
	{name: "results of a crowd, came late", also: []view{{ascii, window{120, 40}}}, match: crowd, then: closing, moves: twinkles},

	{name: "menu", match: stageQuiet, page: true, keys: []string{right, esc}},
	{name: "menu of the host", match: stageQuiet, page: true, hosted: true, keys: []string{right, esc, down, down}},
	{name: "kick, mute, ban", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k"}},
	{name: "kick, mute, ban: a pilot", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k", down, enter}},
	{name: "kick, mute, ban: the bans", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k", "b"}},
	{name: "settings in a match", lacks: []string{"fps"}, match: stageQuiet, page: true, keys: []string{right, esc, "s", down}},
	{name: "keys of the settings in a match", shrinks: true, match: stageQuiet, page: true, keys: []string{right, esc, "s", up, enter}},
	{name: "help in a match", shrinks: true, match: stageQuiet, page: true, keys: []string{right, esc, "?"}},
	{name: "next match", match: stageQuiet, page: true, hosted: true, keys: []string{right, esc, "m"}},
	{name: "another ship", match: stageQuiet, page: true, keys: []string{right, esc, "c", down, right, right, right}, moves: twinkles},
	{name: "daily challenge", also: []view{{blocks, window{60, 20}}}, shrinks: true, conf: challenged(false), keys: []string{"d"}, moves: sky},
	{name: "daily challenge, used up", conf: challenged(true), keys: []string{"d"}, moves: sky},
	{name: "the practice range", also: []view{{blocks, window{60, 20}}}, match: func() *net.View { return fresh(stage()) }, conf: practising, moves: fight},
	{name: "a lesson", match: yard, conf: learning, moves: fight},
	{name: "another lesson", match: yard, conf: learningSlowly, keys: []string{enter, enter, enter}, later: 9 * time.Second, moves: twinkles},
	{name: "after the lessons", match: yard, conf: learning, keys: []string{enter, enter, enter, enter, enter, enter, enter}, moves: twinkles},
}

// failing has no match start.
func failing(c *Config) {
	c.Launcher.(*launches).fails = errors.New("address :4242 is already in use: end the program that listens there, or choose another")
}

// speechless rejects chat in the match.
func speechless(c *Config) { c.Session.Match.(*flown).mute = errors.New("you talk too much: wait 3 s") }

// besideList is a public list of some matches, of which one needs a password.
func besideList(c *Config) {
	wide, locked := aMatch(2, "王小明 🚀 Friday"), aMatch(4, "Only for friends of the house and their friends")
	wide.Info.Mode, wide.Ping, locked.Password, locked.Ping = game.Teams, 31*time.Millisecond, true, 0
	c.Finder, c.Settings.List = &vicinity{}, aList
	c.List = func(string) Finder {
		return &vicinity{list: []lan.Match{aMatch(1, "One"), wide, aMatch(3, "a title as long as it may be, of sixty bytes and not one more"), locked}}
	}
}

// joiningSomewhere is a match that does not answer yet.
func joiningSomewhere(c *Config) {
	m := newFlown()
	m.view = *joining()
	c.Session = m.session("[2001:db8::1]:4242")
}

// withAnotherCertificate is a match whose host is not the one known.
func withAnotherCertificate(c *Config) {
	m := newFlown()
	m.view = net.View{Phase: net.Refused, Me: -1, Err: &link.ChangedHostError{
		Addr: "192.0.2.7:4242", Known: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Presented: "SHA256:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg",
		Path: "/home/nova/.config/dogfight/known_hosts",
	}}
	c.Session = m.session("192.0.2.7:4242")
}

// closedToUs is a match that wants a password.
func closedToUs(c *Config) { c.Session = (&closedMatch{}).session("this match asks for a password") }

// visited is a match of the player that others have joined.
func visited(c *Config) {
	c.Session.Host.Moderation = &Moderation{
		Pilots: func() ([]net.PilotInfo, error) {
			return []net.PilotInfo{
				{ID: 77, Name: "Rex", Identity: "SHA256:rex", Address: "192.0.2.1:1000"},
				{ID: 78, Name: "宇宙 🚀", Identity: "SHA256:vega", Address: "[2001:db8::1]:1000", Away: true, Muted: true},
			}, nil
		},
		Bans: func() []admission.Ban {
			return []admission.Ban{{Subject: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Comment: "Rex"}, {Subject: "10.0.0.0/8"}}
		},
	}
}

// yard is where one learns to fly.
func yard() *net.View {
	v := newFlown().view
	v.Setup.Arena = assets.TutorialArena()
	world := game.NewWorld(v.Setup, 1)
	world.Step(v.Setup, []game.Order{{Kind: game.OrderJoin}}, nil)
	v.World = &world
	return &v
}

// learning starts the lessons.
func learning(c *Config) { c.Session.Lessons = NewTutorial(func(int) {}) }

// challenged has a daily challenge, with the try that counts used or not.
func challenged(used bool) func(*Config) {
	return func(c *Config) {
		c.Daily = func() (Daily, error) {
			return Daily{Used: used, Text: func(int) string { return "Monday, 23 November 2026 (UTC)\nopen, teams, 3 min\n\nStreak: 4 days\n" }}, nil
		}
	}
}

// practising has the shots be counted.
func practising(c *Config) { c.Session.Range = &PracticeRange{} }

// learningSlowly is learning with fewer frames, for a slow scene.
func learningSlowly(c *Config) {
	learning(c)
	c.Settings.FrameRate = 9 // no picture falls on the moment of a key
}

// config returns the Config of the scene.
func (s *namedScene) config() Config {
	conf := Config{
		Settings: input.Settings{Name: "Nova 🚀"}, Launcher: &launches{}, Host: Hosting{Listen: ":4242"},
		Arenas: []string{"belt", "duel", "open"},
	}
	if s.match != nil {
		m := newFlown()
		m.view = *s.match()
		conf.Session = m.session("")
		if s.hosted {
			conf.Session.Host = &HostControls{Match: net.MatchOptions{Bots: 2, Skill: 3, Fill: 8, Time: 5 * time.Minute, Lobby: true}}
		}
	}
	if s.conf != nil {
		s.conf(&conf)
	}
	return conf
}

// play runs the scene.
func (s *namedScene) play(r *rig, conf *Config) {
	r.press(s.keys...)
	if s.then != nil {
		match := r.launcher.match
		if match == nil {
			match = conf.Session.Match.(*flown)
		}
		match.change(func(m *flownState) { s.then(&m.view) })
		r.wait()
	}
	time.Sleep(s.later)
}

func TestScenesHaveUniqueNames(t *testing.T) {
	var names []string
	for _, s := range scenes {
		names = append(names, s.name)
	}
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != len(scenes) {
		t.Errorf("expected %d names, found %d", len(scenes), n)
	}
}
