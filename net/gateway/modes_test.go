package gateway

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/carnage"
	dogfightwire "dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/rtype"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// viewer is a strict client of a dialect: it decodes the session's packets with the dialect's decoder, and compares
// them with the World.
type viewer interface {
	// receives checks a packet, and fails the test if it is malformed or false.
	receives(v *view, ch dialect.Channel, p []byte)
	// acts sends the player's packets of a tick.
	acts(v *view)
	// counts returns the number of important packets by kind.
	counts() map[string]int
}

// view is the state of a viewer.
type view struct {
	testing.TB
	talker
	viewer
	scene *dialect.Scene
}

// modeSeconds is how long each mode is watched, the last of them after its end.
const modeSeconds, modeEnds = 24, 20

// TestEveryDialectShowsEveryMode lets a client of each dialect watch bots in all modes, one after the other, each from another slot.
func TestEveryDialectShowsEveryMode(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes of play in every mode; runs without -short")
	}
	t.Parallel()
	var all []*view
	for i, player := range talkers() {
		v := &view{TB: t, talker: player, viewer: newViewers()[i]}
		all = append(all, v)
	}
	for round, mode := range append(game.Modes(), game.Deathmatch) {
		m := modeMatch(t, mode, round)
		for tick := range modeSeconds * game.TickRate {
			scene := m.Step()
			for _, v := range all {
				v.scene = scene
				if round == 0 && tick == 0 {
					v.joins()
				}
				v.acts(v)
				if err := v.session.Tick(scene, v.sent); err != nil {
					t.Fatalf("%s, %s: %v", v.name, mode.Name(), err)
				}
			}
			if t.Failed() {
				t.Fatalf("in %s, tick %d", mode.Name(), tick)
			}
		}
	}
	for _, v := range all {
		t.Log(v.name, v.counts())
		for what, n := range v.counts() {
			if n == 0 {
				t.Errorf("%s never saw %s: this test proves nothing about it", v.name, what)
			}
		}
	}
}

// modeMatch returns a match of a mode, with its maximum of ships, up to nine.
func modeMatch(t testing.TB, mode game.Mode, round int) *dialects.Match {
	o := dogfight.MatchOptions{Mode: mode, Time: dogfight.UsualTime}
	s, err := o.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	s.TimeLimit = modeEnds * game.TickRate
	ships := min(mode.Pilots(), 9)
	return dialects.Of(s, ships, (3*round+5)%ships)
}

func (v *view) joins() {
	for _, p := range v.greets {
		v.sends(dialect.Main, p)
		v.session.Tick(v.scene, v.sent)
	}
}

func (v *view) sends(ch dialect.Channel, p []byte) {
	v.Helper()
	if err := v.session.Receive(ch, p, v.sent); err != nil {
		v.Fatalf("%s: %v", v.name, err)
	}
}

// sent is a dialect.Send.
func (v *view) sent(ch dialect.Channel, p []byte) { v.receives(v, ch, p) }

// wrong fails the test.
func (v *view) wrong(format string, args ...any) {
	v.Helper()
	v.Errorf(v.name+": "+format, args...)
}

// shown returns the number of ships that the player can see.
func (v *view) shown() (n int) {
	for i := range v.scene.World.Ships {
		if v.scene.Shows(i) {
			n++
		}
	}
	return n
}

// drones returns the number of drones among them.
func (v *view) drones() (n int) {
	for i := range v.scene.World.Ships {
		if v.scene.Shows(i) && v.scene.Drone(i) != nil {
			n++
		}
	}
	return n
}

// near reports whether a place on the wire is that of a thing in a World.
func near(x, y float32, p game.Point) bool {
	dx, dy := x-dialect.Unit(p.X), y-dialect.Unit(p.Y)
	return dx*dx+dy*dy <= 2
}

// ownShip returns the place of the own ship, and whether it flies.
func (v *view) ownShip() (at game.Point, flies bool) {
	ship := v.scene.Ship()
	return game.Point{X: ship.X, Y: ship.Y}, ship.State == game.Flying
}

// orb returns where the orb of the mode is, if there is one.
func (v *view) orb() (at game.Point, is bool) {
	o := &v.scene.World.Orb
	return game.Point{X: o.X, Y: o.Y}, v.scene.Setup.Mode.State() == game.OrbState
}

// newViewers returns one for each of the talkers.
func newViewers() []viewer {
	return []viewer{
		&dogfightViewer{}, &dogfightViewer{classic: true}, &carnageViewer{decoder: carnage.NewDecoder(carnage.LongestResponse)}, &warWorldsViewer{},
		&racerViewer{lines: lightracer.Lines{Max: lightracer.MaxReply}}, &racerViewer{lines: lightracer.Lines{Max: lightracer.MaxReply}, datagrams: true},
		&rtypeViewer{}, &rtypeViewer{wire: rtype.Wire{Code: true}},
	}
}

// tally counts by name.
type tally map[string]int

func (c *tally) add(what string, n int) {
	if *c == nil {
		*c = tally{}
	}
	(*c)[what] += n
}

func (c *tally) counts() map[string]int { return *c }

// dogfightViewer compares each state with the World.
type dogfightViewer struct {
	tally
	classic bool
	reader  dogfightwire.Reader
	state   dogfightwire.State
}

func (d *dogfightViewer) acts(*view) {}

func (d *dogfightViewer) receives(v *view, _ dialect.Channel, p []byte) {
	if len(p) == len(d.reader.ID) {
		d.reader.Take(p)
		return
	}
	if d.classic {
		if err := d.state.ParseClassic(p); err != nil || len(p) != 1024 {
			v.wrong("%d bytes, %v", len(p), err)
		}
		d.checks(v, &d.state, min(v.shown(), 10))
		return
	}
	s, rest, err := d.reader.Take(p)
	if err != nil || s == nil || len(rest) > 0 {
		v.wrong("%v, %d bytes left", err, len(rest))
		return
	}
	if s.Status != dogfightwire.Status(v.scene.World.Status) {
		v.wrong("status %d", s.Status)
	}
	d.checks(v, s, v.shown())
}

func (d *dogfightViewer) checks(v *view, s *dogfightwire.State, want int) {
	seen, alive := map[dogfightwire.ID]bool{}, 0
	for i := range s.Ships {
		ship := &s.Ships[i]
		if seen[ship.PlayerID] {
			v.wrong("two ships have the id %v", ship.PlayerID)
		}
		seen[ship.PlayerID] = true
		if ship.Alive {
			alive++
		}
		if at, flies := v.ownShip(); ship.PlayerID == d.reader.ID && (ship.Alive != flies || !near(float32(ship.X), float32(ship.Y), at)) {
			v.wrong("own ship %+v, expected %v at %v", ship, flies, at)
		}
	}
	if !seen[d.reader.ID] || !d.classic && alive != want || alive > want {
		v.wrong("own ship there: %v, %d alive, expected %d", seen[d.reader.ID], alive, want)
	}
	drones := 0
	for i := range v.scene.World.Ships {
		if v.scene.Drone(i) != nil && v.scene.Shows(i) {
			drones++
		}
	}
	d.add("states", 1)
	d.add("drones", drones)
	if at, is := v.orb(); is {
		_, held := v.scene.World.Orb.Held()
		there := false
		for _, p := range s.PowerUps {
			there = there || p.Kind == dogfightwire.None && near(float32(p.X), float32(p.Y), at)
		}
		if held && len(s.PowerUps) > 64 || !held && !there && !d.classic {
			v.wrong("the orb is there: %v, held: %v", there, held)
		}
		if there && !held {
			d.add("orb", 1)
		}
	}
}

// carnageViewer tracks entities, and asks for a ship whenever it has lost its own.
type carnageViewer struct {
	tally
	decoder carnage.Decoder
	known   map[uint32]carnage.Entity
	weapons []struct{ Drone bool }
	classes []struct{ Drone bool }
	asked   bool
	granted bool
	me      uint32
}

func (c *carnageViewer) acts(v *view) {
	if !c.asked {
		v.sends(dialect.Main, carnage.Wire{}.Append(nil, &carnage.SpawnRequest{Name: "Ann"}))
		c.asked = true
	}
	if c.granted && v.scene.World.Tick%30 == 0 {
		v.sends(dialect.Main, v.alive)
	}
}

func (c *carnageViewer) receives(v *view, _ dialect.Channel, p []byte) {
	if left := c.decoder.Feed(p); len(left) > 0 {
		v.wrong("%d bytes are too many", len(p))
	}
	for {
		message, ok, err := c.decoder.Next()
		if err != nil {
			v.wrong("%v", err)
		}
		if !ok {
			return
		}
		m, err := carnage.Wire{}.Parse(message)
		if err != nil {
			v.wrong("%v", err)
			return
		}
		switch m := m.(type) {
		case *carnage.HelloResponse:
			c.reads(v, m)
		case *carnage.SpawnResponse:
			if c.asked, c.granted, c.me = true, m.Status == carnage.Spawned, 0; !c.granted {
				v.wrong("status %d", m.Status)
			}
		case *carnage.Record:
			c.sees(v, m)
		}
	}
}

// reads applies the tables.
func (c *carnageViewer) reads(v *view, m *carnage.HelloResponse) {
	c.asked = true // together with the hello
	for text, table := range map[string]any{m.Weapons: &c.weapons, m.Classes: &c.classes} {
		if err := json.Unmarshal([]byte(text), table); err != nil {
			v.wrong("%v", err)
		}
	}
	rows := strings.Split(strings.TrimSuffix(m.LevelData, "\n"), "\n")
	for _, row := range rows {
		if len(rows) != v.scene.Setup.Arena.Height || len(row) != v.scene.Setup.Arena.Width {
			v.wrong("levelData has %d rows, and %q", len(rows), row)
		}
	}
}

func (c *carnageViewer) sees(v *view, m *carnage.Record) {
	if c.known == nil {
		c.known = map[uint32]carnage.Entity{}
	}
	before := c.me
	for _, e := range m.Entities {
		was, known := c.known[e.ID]
		if known && was.Type != e.Type || !known && !(e.Static && e.Dynamic) {
			v.wrong("%+v was %+v: %v", e, was, known)
		}
		if !e.Static && !e.Dynamic {
			delete(c.known, e.ID)
			if e.ID == c.me {
				c.me, c.asked, c.granted = 0, false, false
			}
			continue
		}
		if e.Type == carnage.PlayerEntity && e.Static && c.granted && c.me == 0 {
			c.me = e.ID
		}
		if !e.Static {
			e.Player.PlayerStatic, e.Orb.Color, e.Bullet.WeaponIndex = was.Player.PlayerStatic, was.Orb.Color, was.Bullet.WeaponIndex
		}
		c.known[e.ID] = e
	}
	c.checks(v, before != 0 && before == c.me)
}

// checks compares the tracked entities with the World: all of them if our ship existed before.
func (c *carnageViewer) checks(v *view, all bool) {
	players, orbs := 0, 0
	for id, e := range c.known {
		switch e.Type {
		case carnage.PlayerEntity:
			players++
			c.checksPlayer(v, int(id-1), &e.Player)
		case carnage.BulletEntity:
			if int(e.Bullet.WeaponIndex) >= len(c.weapons) {
				v.wrong("weapon %d", e.Bullet.WeaponIndex)
			}
		case carnage.OrbEntity:
			at, is := v.orb()
			if is && e.Orb.Color == float32(game.OrbItem) && near(e.Orb.Position.X, e.Orb.Position.Y, at) {
				orbs++
			}
		}
	}
	at, flies := v.ownShip()
	if c.me != 0 && (!flies || !near(c.known[c.me].Player.Position.X, c.known[c.me].Player.Position.Y, at)) {
		v.wrong("entity %d is mine: %+v, expected %v at %v", c.me, c.known[c.me].Player, flies, at)
	}
	_, is := v.orb()
	if is != (orbs == 1) {
		v.wrong("%d orbs", orbs)
	}
	if players > v.shown() || all && players != v.shown() {
		v.wrong("%d players, expected %d", players, v.shown())
	}
	c.add("own ship", min(int(c.me), 1))
	c.add("orbs", orbs)
	if c.me == 0 && v.scene.Out() {
		if players != v.shown() {
			v.wrong("%d players while out, expected %d", players, v.shown())
		}
		c.add("others while out", players)
	}
}

func (c *carnageViewer) checksPlayer(v *view, slot int, p *carnage.Player) {
	if int(p.ClassIndex) >= len(c.classes) || int(p.WeaponIndex) >= len(c.weapons) {
		v.wrong("class %d, weapon %d", p.ClassIndex, p.WeaponIndex)
	}
	if p.HealthPercentage < 0 || p.HealthPercentage > 100 || p.Name == "" || int(p.Type) > v.scene.Setup.Teams() {
		v.wrong("%+v", p)
	}
	if drone := v.scene.Drone(slot); drone != nil {
		if strings.HasPrefix(p.Name, "Pilot") || p.Type != 2 {
			v.wrong("a drone: %+v", p)
		}
		c.add("drones", 1)
	}
}

// warWorldsViewer compares each state with the World.
type warWorldsViewer struct {
	tally
	colour warworlds.Colour
}

func (w *warWorldsViewer) acts(*view) {}

func (w *warWorldsViewer) receives(v *view, _ dialect.Channel, p []byte) {
	packet, err := warworlds.Parse(p)
	if err != nil {
		v.wrong("%v", err)
		return
	}
	switch m := packet.(type) {
	case *warworlds.JoinResponse:
		if w.colour = m.YourColour; len(m.Users) != len(v.scene.Roster)-1 {
			v.wrong("users %v", m.Users)
		}
	case *warworlds.StartGame:
		w.add("starts", 1)
	case *warworlds.Command:
		for _, command := range m.Commands {
			if v.scene.PilotAt(int(command.Player-1)) == nil {
				v.wrong("%+v is no pilot's", command)
			}
		}
	case *warworlds.State:
		w.checks(v, m)
	}
}

func (w *warWorldsViewer) checks(v *view, m *warworlds.State) {
	colours, ids, orbs := map[warworlds.Colour]bool{}, map[uint32]bool{}, 0
	for _, e := range m.Entities {
		if ids[e.ID] || e.Kind < 1 || e.Kind > 5 {
			v.wrong("%+v", e)
		}
		ids[e.ID] = true
		if e.Kind == 1 && (colours[e.Colour] || e.Colour == 0) {
			v.wrong("two ships have the colour %x", e.Colour)
		}
		if e.Kind == 1 {
			colours[e.Colour] = true
		}
		if at, flies := v.ownShip(); e.Kind == 1 && e.Colour == w.colour && (!flies || !near(e.X, e.Y, at)) {
			v.wrong("own ship %+v, expected %v at %v", e, flies, at)
		}
		if at, is := v.orb(); is && e.Kind == 5 && near(e.X, e.Y, at) {
			orbs++
		}
	}
	if _, flies := v.ownShip(); len(colours) != v.shown() || colours[w.colour] != flies {
		v.wrong("%d ships, the own one there: %v; expected %d, %v", len(colours), colours[w.colour], v.shown(), flies)
	}
	if _, is := v.orb(); is != (orbs == 1) {
		v.wrong("%d orbs", orbs)
	}
	w.add("orbs", orbs)
	w.add("drones", v.drones())
}

// racerViewer compares lines and updates with the World.
type racerViewer struct {
	tally
	datagrams bool
	lines     lightracer.Lines
	welcome   lightracer.Welcome
	updates   lightracer.Reader
}

func (r *racerViewer) acts(v *view) {
	if v.scene.World.Tick%600 == 0 {
		v.sends(dialect.Main, v.alive)
	}
}

func (r *racerViewer) receives(v *view, ch dialect.Channel, p []byte) {
	if ch == dialect.Data {
		rest, whole, err := r.updates.Read(p)
		if err != nil || !whole || len(rest) > 0 || r.datagrams && len(p) > 1400 {
			v.wrong("%d bytes: %v", len(p), err)
			return
		}
		r.checks(v, &r.updates.Update)
		return
	}
	for len(p) > 0 {
		line, rest, found, err := r.lines.Next(p)
		if err != nil || !found {
			v.wrong("%q: %v", p, err)
			return
		}
		p = rest
		reply, err := dialects.ParseReply(string(line))
		if err != nil {
			v.wrong("%v", err)
			return
		}
		r.reads(v, reply)
	}
}

func (r *racerViewer) reads(v *view, reply lightracer.Reply) {
	switch m := reply.(type) {
	case *lightracer.Welcome:
		r.welcome = *m
		r.add("welcomes", 1)
	case *lightracer.Players:
		if len(m.List) != len(v.scene.Roster) {
			v.wrong("players %+v", m.List)
		}
		for _, p := range m.List {
			if pilot := v.scene.PilotAt(int(p.ID - 1)); pilot == nil || pilot.Name != p.Name {
				v.wrong("%+v is none", p)
			}
		}
	case *lightracer.Start:
		r.add("starts", 1)
	case *lightracer.Over:
		r.add("ends", 1)
		if len(m.Scores) != len(v.scene.Roster) {
			v.wrong("scores %+v", m.Scores)
		}
	case *lightracer.Error:
		v.wrong("%s", m.Reason)
	}
}

func (r *racerViewer) checks(v *view, u *lightracer.Update) {
	if int(u.World.You) != v.scene.Me+1 || r.welcome.ID != u.World.You || u.World.Status != int32(v.scene.World.Status) {
		v.wrong("%+v after %+v", u.World, r.welcome)
	}
	ids, alive, mine := map[int32]bool{}, 0, false
	for i := range u.Players {
		p := &u.Players[i]
		ids[p.ID] = true
		if p.Alive {
			alive++
		}
		if at, flies := v.ownShip(); p.ID == u.World.You {
			mine = p.Alive == flies && near(float32(p.X), float32(p.Y), at)
		}
	}
	if !mine || len(ids) != len(u.Players) || alive > v.shown() || !r.datagrams && alive != v.shown() {
		v.wrong("the own one is there: %v, %d alive, expected %d", mine, alive, v.shown())
	}
	orbs := 0
	for _, c := range u.Coordinates {
		if at, is := v.orb(); is && c.Kind == lightracer.Orb && near(float32(c.X), float32(c.Y), at) {
			orbs++
		}
		if c.Kind < lightracer.HPPlusOne || c.Kind > lightracer.Shockwave || ids[c.ID] {
			v.wrong("%+v", c)
		}
		ids[c.ID] = true
	}
	if _, is := v.orb(); is != (orbs == 1) && !r.datagrams {
		v.wrong("%d orbs", orbs)
	}
	for _, s := range u.TrailSegments {
		if ids[s.ID] || s.Wall != (v.scene.Setup.Mode.State() == game.TrailState) {
			v.wrong("%+v", s)
		}
		ids[s.ID] = true
		if s.Wall {
			r.add("walls", 1)
		}
	}
	r.add("orbs", orbs)
	r.add("drones", v.drones())
}

// rtypeViewer compares snapshots with the World.
type rtypeViewer struct {
	tally
	wire     rtype.Wire
	snapshot rtype.Snapshot
}

func (r *rtypeViewer) acts(v *view) {
	if v.scene.World.Tick%6 == 0 {
		v.sends(dialect.Main, v.talker.alive)
	}
}

func (r *rtypeViewer) receives(v *view, _ dialect.Channel, p []byte) {
	kind, err := r.wire.TypeOf(p)
	if err != nil {
		v.wrong("%v", err)
		return
	}
	switch kind {
	case rtype.AcceptType:
		err = new(rtype.Accept).Parse(p, r.wire)
	case rtype.SnapshotType:
		if err = r.snapshot.Parse(p, r.wire); err == nil {
			r.checks(v)
		}
	case rtype.EntityCreateType:
		err = new(rtype.EntityCreate).Parse(p, r.wire)
		r.add("created", 1)
	case rtype.EntityDestroyType:
		err = new(rtype.EntityDestroy).Parse(p, r.wire)
		r.add("destroyed", 1)
	case rtype.DamageEventType:
		err = new(rtype.DamageEvent).Parse(p, r.wire)
	case rtype.GameOverType:
		r.add("ends", 1)
		if !bytes.Equal(p[1:], []byte{rtype.Version, 0, 4}) {
			v.wrong("GAMEOVER %x", p)
		}
	default:
		v.wrong("%v", kind)
	}
	if err != nil {
		v.wrong("%v", err)
	}
}

func (r *rtypeViewer) checks(v *view) {
	ids, ships, orbs := map[uint64]bool{}, 0, 0
	at, flies := v.ownShip()
	for i, e := range r.snapshot.Entities {
		if kind := e.Sprite % 16; ids[e.ID] || kind < 1 || kind > 7 || e.Sprite/16 > game.MaxTeams {
			v.wrong("%+v", e)
		} else if kind == 1 || kind > 5 {
			ships++
		}
		ids[e.ID] = true
		if mine := e.ID >= rtype.MinID; mine != (i == 0 && flies) || mine && !near(e.X, e.Y, at) {
			v.wrong("entity %d is %+v, the own ship %v at %v", i, e, flies, at)
		}
		if at, is := v.orb(); is && e.Sprite%16 == 5 && near(e.X, e.Y, at) {
			orbs++
		}
	}
	if most := v.shown(); len(ids) > rtype.MaxEntities || ships > most || len(ids) < rtype.MaxEntities && ships != most {
		v.wrong("%d entities, %d ships, expected %d", len(ids), ships, most)
	}
	r.add("orbs", orbs)
	r.add("drones", v.drones())
}

// One client of each dialect joins after many bots. The next match has room for fewer, so all get other slots.
func TestPlayersWithNewSlotsKnowTheirShips(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	const bots = 12
	match := dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Mode: game.Waves, Bots: bots, Time: dogfight.UsualTime}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	var players []*regular
	for _, name := range Names() {
		players = append(players, r.plays(r.open(name+"=:0")))
	}
	before := r.slots()
	for name, slot := range before {
		if slot < game.Waves.Pilots() {
			t.Fatalf("%s has slot %d", name, slot)
		}
	}
	for _, p := range players {
		p.begin()
		defer p.leave()
	}
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("waves", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == game.Waves.Pilots() })
	r.follows(players, "of the next match")
	after := r.slots()
	var looking sync.WaitGroup
	for i, p := range players {
		name := Names()[i] + "-1"
		if after[name] == before[name] || after[name] >= game.Waves.Pilots() {
			t.Errorf("%s: slot %d after %d", name, after[name], before[name])
		}
		looking.Go(func() {
			p.stop()
			if !r.finds(p, after[name]) {
				t.Errorf("%s: its ship was never %d times in a row where the host has it", name, inARow)
			}
		})
	}
	looking.Wait()
}

// slots returns the slots of the players that have a ship.
func (r *rig) slots() map[string]int {
	r.Helper()
	a, err := r.host.Attendance()
	if err != nil {
		r.Fatal(err)
	}
	slots := map[string]int{}
	for _, p := range a.Pilots {
		if p.Flags&proto.BotPilot == 0 && p.Slot != proto.NoSlot {
			slots[p.Name] = int(p.Slot)
		}
	}
	return slots
}

// inARow is how many times in a row a ship must be at the host's position.
const inARow = 9

// finds stops a player, and reports whether the ship that the player thinks is its own reaches the position of the ship in the slot.
func (r *rig) finds(p *regular, slot int) bool {
	r.Helper()
	there := 0
	for late := time.Now().Add(testkit.Limit); time.Now().Before(late); {
		spots, err := p.readShips()
		if err != nil {
			r.Error(err)
			return false
		}
		p.hold(game.Steer(game.Idle))
		r.mu.Lock()
		ship := r.world.Ships[slot]
		r.mu.Unlock()
		for _, s := range spots {
			if !s.mine {
				continue
			}
			if there++; math.Hypot(s.x-float64(ship.X)/game.One, s.y-float64(ship.Y)/game.One) >= 40 {
				there = 0 // it still moves
			}
			if there == inARow {
				return true
			}
		}
	}
	return false
}

// If a mode has too little room, a new player is refused, a player of the last match watches, and both get a ship when there is room.
func TestPlayersBeyondTheRoomOfAModeJoinLater(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	told := map[string]string{
		"dogfight": "closed", "carnage": "hung up", "warworlds": "disconnected",
		"lightracer": "ERROR the match is full: all ships for players are taken; you can still spectate",
		"rtype":      "REJECT", "rtype-code": "REJECT",
	}
	match := dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Mode: game.Waves, Time: dogfight.UsualTime}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	leave := r.crowd(game.Waves.Pilots())
	r.waits("the crowd", func(w *game.World) bool { return ships(w) == game.Waves.Pilots() })
	var gateways []*Gateway
	var players []*regular
	for _, name := range Names() {
		gateways = append(gateways, r.open(name+"=:0"))
		p := r.plays(gateways[len(gateways)-1])
		players = append(players, p)
		p.begin()
		defer p.leave()
		defer p.stop()
	}
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("waves", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == game.Waves.Pilots() })
	for _, g := range gateways {
		if came := r.connects(g).ends(); came != told[g.Name()] {
			t.Errorf("%s got %q", g.Name(), came)
		}
	}
	leave()
	r.waits("those who waited", func(w *game.World) bool { return len(r.slots()) == len(players) })
	r.follows(players, "of their ships")
}
