package ui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/gdamore/tcell/v3/vt"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

var writeLooks = flag.String("looks", "", "a folder to write pictures of matches to, as terminals are sent them")

// posed is a ship in a picture, its place in dots.
type posed struct {
	name   string
	x, y   int32
	class  uint8
	facing game.Course
	hp     int16
	score  int32
	team   uint8
	shots  int32 // shots in flight, so many dots apart
}

// pose is an instant of a match.
type pose struct {
	name          string
	width, height int
	traits        term.Traits
	mode          canvas.Mode
	theme         string
	far           bool
	gameMode      game.Mode
	own           int // the ship
	ships         []posed
	items         []game.Item
	barrels       [][2]int32
	events        []game.Event
	before        time.Duration // how long ago they happened
	kills         [][2]uint8
}

func dots(x, y int32) game.Point { return game.Point{X: 2 * x * game.One, Y: 2 * y * game.One} }

func item(kind game.ItemKind, x, y int32) game.Item {
	at := dots(x, y)
	return game.Item{Kind: kind, X: at.X, Y: at.Y, Timer: 3000}
}

func boom(kind game.EventKind, slot uint8, x, y int32) game.Event {
	at := dots(x, y)
	return game.Event{Kind: kind, Slot: slot, By: slot, X: at.X, Y: at.Y}
}

const (
	fighter = 0
	scout   = 1
	bomber  = 2
)

func amidst() []posed {
	return []posed{
		{name: "Custard", x: 206, y: 168, class: fighter, facing: game.UpRight, hp: 4, score: 12, shots: 13},
		{name: "Osprey", x: 148, y: 124, class: scout, facing: game.DownRight, hp: 3, score: 11, shots: 12},
		{name: "Ion-Maiden", x: 254, y: 140, class: bomber, facing: game.Left, hp: 3, score: 9, shots: 20},
		{name: "Meteor", x: 250, y: 214, class: fighter, facing: game.Up, hp: 5, score: 7, shots: 16},
		{name: "Crosswind", x: 150, y: 206, class: fighter, facing: game.Right, hp: 2, score: 9},
		{name: "Callisto", x: 236, y: 110, class: scout, facing: game.DownLeft, hp: 3, score: 6},
		{name: "Static", x: 60, y: 60, class: bomber, facing: game.Right, hp: 8, score: 14},
		{name: "Dustbin", x: 352, y: 180, class: fighter, facing: game.Right, hp: 5, score: 4},
		{name: "Larkspur", x: 300, y: 290, class: fighter, facing: game.Right, hp: 5, score: 2},
		{name: "Quasar", x: 40, y: 250, class: fighter, facing: game.Right, hp: 5, score: 1},
	}
}

func hurt() []posed {
	return []posed{
		{name: "Custard", x: 88, y: 116, class: fighter, facing: game.UpLeft, hp: 1, score: 6, shots: 13},
		{name: "Static", x: 136, y: 132, class: bomber, facing: game.Left, hp: 5, score: 14, shots: 14},
		{name: "Osprey", x: 130, y: 76, class: scout, facing: game.Left, hp: 3, score: 5, shots: 13},
		{name: "Dustbin", x: 260, y: 180, class: fighter, facing: game.Left, hp: 5, score: 4},
		{name: "Larkspur", x: 300, y: 240, class: fighter, facing: game.Left, hp: 5, score: 2},
	}
}

var (
	trueColour = term.Traits{Name: "xterm-256color", TrueColor: true}
	numbered   = term.Traits{Name: "xterm-256color"}
	remote     = term.Traits{Name: "xterm-256color", Remote: true}
)

func inMatch(p pose) pose {
	p.ships = amidst()
	p.items = []game.Item{item(game.HPPlusOne, 282, 190), item(game.AmmoPlusOne, 180, 222), item(game.OrbItem, 285, 122)}
	p.barrels = [][2]int32{{158, 146}}
	p.events = []game.Event{boom(game.EventKill, 9, 193, 196)}
	p.kills = [][2]uint8{{6, 9}, {1, 7}, {0, 8}}
	p.before = 250 * time.Millisecond
	return p
}

func inHit(p pose) pose {
	p.ships = hurt()
	p.items = []game.Item{item(game.HPPlusThree, 72, 92)}
	p.barrels = [][2]int32{{142, 98}}
	at, from := dots(92, 118), dots(136, 132)
	p.events = []game.Event{boom(game.EventBlast, 1, 92, 76), {Kind: game.EventHit, Slot: 0, By: 1, X: at.X, Y: at.Y, FromX: from.X, FromY: from.Y}}
	p.kills = [][2]uint8{{2, 3}}
	p.before = 120 * time.Millisecond
	return p
}

func inTeams(p pose) pose {
	p.gameMode = game.Teams
	p.ships = []posed{
		{name: "Custard", x: 120, y: 236, class: scout, facing: game.DownLeft, hp: 3, score: 2, team: 1},
		{name: "Osprey", x: 84, y: 262, class: fighter, facing: game.UpRight, hp: 5, score: 1, team: 1, shots: 13},
		{name: "Larkspur", x: 62, y: 202, class: bomber, facing: game.UpRight, hp: 6, team: 1},
		{name: "Meteor", x: 160, y: 214, class: fighter, facing: game.DownLeft, hp: 4, score: 1, team: 2, shots: 13},
		{name: "Static", x: 176, y: 236, class: scout, facing: game.Left, hp: 2, score: 1, team: 2, shots: 13},
		{name: "Quasar", x: 320, y: 200, class: bomber, facing: game.Right, hp: 8, team: 2},
		{name: "Dustbin", x: 300, y: 120, class: fighter, facing: game.Right, hp: 5, team: 2},
	}
	p.items = []game.Item{item(game.ShieldItem, 140, 196), item(game.OrbItem, 129, 228)}
	p.barrels = [][2]int32{{98, 214}}
	p.events = []game.Event{boom(game.EventKill, 5, 150, 272)}
	p.kills = [][2]uint8{{4, 2}}
	p.before = 500 * time.Millisecond
	return p
}

var poses = []pose{
	inMatch(pose{name: "1-match-rich-120x40", width: 120, height: 40, traits: trueColour, mode: canvas.Octants}),
	inHit(pose{name: "2-hit-rich-80x24", width: 80, height: 24, traits: trueColour}),
	inTeams(pose{name: "3-teams-rich-120x40", width: 120, height: 40, traits: trueColour}),
	inHit(pose{name: "5-light-standard-80x24", width: 80, height: 24, traits: trueColour, theme: "daylight"}),
	inMatch(pose{name: "6-thrift-120x40", width: 120, height: 40, traits: remote, far: true}),
	inHit(pose{name: "7-standard-256-80x24", width: 80, height: 24, traits: numbered}),
	inMatch(pose{name: "8-match-rich-blocks-120x40", width: 120, height: 40, traits: trueColour}),
}

// view returns the View.
func (p *pose) view(t testing.TB) *net.View {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	setup := &game.Setup{Arena: a, Mode: p.gameMode, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 6 * 60 * game.TickRate}
	world := game.NewWorld(setup, 1)
	world.Status, world.Tick = game.InProgress, 4000
	world.Barrels = [len(world.Barrels)]game.Barrel{}
	for i := range world.Items {
		world.Items[i].Kind = game.NoItem
	}
	for i, it := range p.items {
		world.Items[len(world.Items)-1-i] = it
	}
	for i, b := range p.barrels {
		at := dots(b[0], b[1])
		world.Barrels[i] = game.Barrel{X: at.X, Y: at.Y, HP: 3}
	}
	v := &net.View{Phase: net.Playing, Setup: setup, World: &world, Me: p.own, Lag: net.Lag{Transport: "udp", RTT: 18 * time.Millisecond}}
	for i := range p.ships {
		p.ships[i].enter(v, uint8(i))
	}
	world.Ships[2].Hits, world.Ships[2].Shield = 3, 6*game.TickRate
	return v
}

// enter puts a ship and its shots into the match.
func (s *posed) enter(v *net.View, slot uint8) {
	v.Roster = append(v.Roster, proto.Pilot{ID: uint16(slot), Slot: slot, Name: s.name})
	ship, at := &v.World.Ships[slot], dots(s.x, s.y)
	ship.State, ship.Class, ship.Facing, ship.HP, ship.Score, ship.Team = game.Flying, s.class, s.facing, uint8(s.hp), s.score, s.team
	ship.X, ship.Y, ship.Input = at.X, at.Y, game.Steer(s.facing)
	if s.shots == 0 {
		return
	}
	dx, dy := s.facing.Vector()
	for i := range int32(3) {
		way := s.shots * (i + 1) * 2
		shot := &v.World.Shots[slot][i]
		shot.X, shot.Y = at.X+way*dx, at.Y+way*dy
		shot.VX, shot.VY, shot.Left = dx*6, dy*6, 20
		ship.Live |= 1 << i
	}
}

// bytes returns the output.
func (p *pose) bytes(t testing.TB) string {
	tty := testkit.NewTty(p.width, p.height)
	terminal := openTty(t, tty, p.traits)
	tty.Take()
	colours := canvas.PaletteOf(false)
	if p.theme != "" {
		var err error
		if colours, err = paletteOf("", p.theme, false); err != nil {
			t.Fatal(err)
		}
	}
	terminal.Recolour(painter(colours, terminal.Screen().Colors(), !p.far))
	s, now, view := play.New(play.Options{Mode: p.mode, Palette: colours, LowBandwidth: p.far}), time.Unix(1000, 0), p.view(t)
	for _, kill := range p.kills {
		view.Events = append(view.Events, game.Event{Kind: game.EventKill, Slot: kill[1], By: kill[0], X: -1 << 20, Y: -1 << 20})
	}
	view.Events = append(view.Events, p.events...)
	s.See(view, now)
	view.Events = nil
	s.See(view, now.Add(p.before))
	s.Draw(terminal.Grid())
	terminal.Screen().Show()
	out, _ := tty.Take()
	return out
}

// TestPosesAreWritten writes the pictures that docs has, as terminals are sent them.
func TestPosesAreWritten(t *testing.T) {
	if *writeLooks == "" {
		t.Skip("-looks FOLDER writes them")
	}
	for i := range poses {
		if err := os.WriteFile(filepath.Join(*writeLooks, poses[i].name+".ans"), []byte(poses[i].bytes(t)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

var writeRecording = flag.String("recording", "", "a folder to write a fight of bots to, picture by picture, as a terminal is sent it")

// recorded is a fight of ten bots, with one as the player.
type recorded struct {
	setup  *game.Setup
	world  game.World
	bots   [10]bot.Bot
	roster []proto.Pilot
	orders []game.Order
}

func record(t testing.TB, seed uint64) *recorded {
	a, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	r := &recorded{setup: &game.Setup{Arena: a, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: 5 * 60 * game.TickRate}}
	r.world = game.NewWorld(r.setup, seed)
	for i, name := range []string{"Custard", "Static", "Osprey", "Ion-Maiden", "Meteor", "Crosswind", "Callisto", "Dustbin", "Larkspur", "Quasar"} {
		r.bots[i] = bot.New(4, seed+uint64(i))
		r.orders = append(r.orders, game.Order{Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % 3), Weapon: uint8(i % 3)})
		r.roster = append(r.roster, proto.Pilot{ID: uint16(i), Slot: uint8(i), Name: name})
	}
	return r
}

// pass runs ticks and returns the View.
func (r *recorded) pass(ticks int) *net.View {
	var events game.Events
	for range ticks {
		r.world.Step(r.setup, r.orders, &events)
		r.orders = r.orders[:0]
		for slot := range r.bots {
			if in := r.bots[slot].Fly(&r.world, r.setup, slot); in != r.world.Ships[slot].Input {
				r.orders = append(r.orders, game.Order{Kind: game.OrderInput, Slot: uint8(slot), Input: in})
			}
		}
	}
	return &net.View{
		Phase: net.Playing, Setup: r.setup, World: &r.world, Roster: r.roster, Events: events.List, Me: 0,
		Lag: net.Lag{Transport: "udp", RTT: 18 * time.Millisecond},
	}
}

// TestARecordingIsWritten writes the source of docs/fight.gif.
func TestARecordingIsWritten(t *testing.T) {
	if *writeRecording == "" {
		t.Skip("-recording FOLDER writes it")
	}
	const from, pictures, ticks = 22 * game.TickRate, 80, 6 // ten pictures a second
	tty := testkit.NewTty(100, 30)
	terminal := openTty(t, tty, term.Traits{Name: "xterm-256color", TrueColor: true})
	r, s, now := record(t, 5), play.New(play.Options{}), time.Unix(1000, 0)
	for range from / 2 {
		now = now.Add(2 * time.Second / game.TickRate)
		s.See(r.pass(2), now)
	}
	tty.Take()
	for i := range pictures {
		for range ticks / 2 {
			now = now.Add(2 * time.Second / game.TickRate)
			s.See(r.pass(2), now)
		}
		s.Draw(terminal.Grid())
		terminal.Screen().Show()
		out, _ := tty.Take()
		if err := os.WriteFile(filepath.Join(*writeRecording, fmt.Sprintf("%03d.ans", i)), []byte(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// hostile would harm a terminal that got it unescaped.
const hostile = "\x1b[2J\x1b]0;pwned\x07\x1bc\u009b31m\u202eevil\u200b\r\n\t日本👨\u200d👩" + "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301"

// besieged is a match in which another player has a hostile name and talks.
func besieged() *flown {
	m := newFlown()
	m.view.Title = hostile
	m.view.World.Ships[1] = game.Ship{State: game.Flying, HP: 5, X: m.view.World.Ships[0].X + 40*game.One, Y: m.view.World.Ships[0].Y}
	m.view.Roster = []proto.Pilot{{ID: 1, Slot: 0, Name: "Ann"}, {ID: 2, Slot: 1, Name: hostile}, {ID: 3, Slot: proto.NoSlot, Name: hostile}}
	m.view.Chat = []net.ChatLine{{From: hostile, Pilot: 2, Slot: 1, Text: hostile}, {Pilot: proto.Notice, Slot: proto.NoSlot, Text: hostile}}
	m.view.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 1}}
	m.view.Decided = m.view.Events
	return m
}

func TestNothingHostileReachesTheTerminal(t *testing.T) {
	for name, keys := range map[string][]string{
		"match": {"x"}, "scores": {"\t"}, "talk": {esc, "t"}, "pilots": {esc, "p"}, "entry": {enter, pasted(hostile)},
	} {
		for _, status := range []game.Status{game.Waiting, game.InProgress, game.Closed} {
			match := besieged()
			match.view.World.Status = status
			onRig(t, Config{Session: match.session("")}, func(r *rig) {
				r.press(keys...)
				r.refresh()
				r.resize(81, 25) // which draws all of it again
				out := r.refresh()
				if !strings.Contains(out, "pwne") {
					t.Errorf("%s: this test proves nothing", name)
				}
				for _, harm := range []string{"\x1b[2J\x1b]0", "pwned\x07", "\x1bc", "\u009b", "\u202e", "\u200b", "\u200d", strings.Repeat("\u0301", 4)} {
					if strings.Contains(out, harm) {
						t.Errorf("%s: %q was written", name, harm)
					}
				}
				if i := strings.IndexFunc(r.text(), func(c rune) bool { return c != '\n' && !unicode.IsPrint(c) && !unicode.Is(unicode.M, c) }); i >= 0 {
					t.Errorf("%s: the terminal shows %q", name, r.text()[i:i+3])
				}
			})
		}
	}
}

// edges returns in which columns the lines that show a word have an edge.
func (r *rig) edges(word string) (columns []int) {
	size, _ := r.eyes.WindowSize()
	rows := strings.Split(r.text(), "\n")
	for y := range int(size.Height) {
		if !strings.Contains(rows[y], word) {
			continue
		}
		for x := range int(size.Width) {
			if r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)}).C == "│" {
				columns = append(columns, x)
			}
		}
	}
	return columns
}

func TestHostileNamesLeaveTheEdgesWhereTheyAre(t *testing.T) {
	for name, test := range map[string]struct {
		keys  []string
		word  string
		edges []int
	}{
		"scores": {[]string{"\t"}, "pwned", []int{8, 71}},
		"talk":   {[]string{esc, "t"}, "pwned", []int{1, 78}},
		"pilots": {[]string{esc, "p"}, "pwned", []int{11, 68}},
	} {
		onRig(t, Config{Session: besieged().session(""), Settings: input.Settings{Glyphs: input.BlockGlyphs}}, func(r *rig) {
			r.press(test.keys...)
			got := r.edges(test.word)
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, test.edges) {
				t.Errorf("%s: edges in the columns %v, want %v:\n%s", name, got, test.edges, r.text())
			}
		})
	}
}
