package rtype

import (
	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// maxHints is how many of a kind go out at most with a SNAPSHOT. Nothing depends on
// them, so a crowd need not be told one by one. But the original program draws ships by
// them, so in the code there is no bound.
const maxHints = 16

func (s *Session) maxHints() int { return s.wire.either(maxHints, MaxEntities) }

// show tells of the match, or that it is over.
func (s *Session) show(scene *dialect.Scene, send dialect.Send) {
	closed := scene.World.Status == game.Closed
	if s.playing && (closed || scene.Setup != s.setup) {
		s.forget()
		s.say(GameOverType, send)
	}
	if closed {
		return
	}
	if s.playing && s.stage == proven && !s.wire.Code { // whose client does not know it
		s.tellDamage(scene, send)
	}
	if s.waits > 0 {
		s.waits--
		return
	}
	s.waits = snapshotEvery - 1
	s.look(scene)
	if !s.thin() {
		return
	}
	s.playing, s.setup, s.damages = true, scene.Setup, 0
	if s.stage == proven {
		s.tellGone(send)
		s.tellNew(scene, send)
	}
	s.send(s.now.Append(s.buf[:0], s.wire), send)
	for i := range s.now.Entities {
		if t := &s.tracker.Things[i]; t.Kind == dialect.Ship {
			s.shown[t.Slot] = shownLasts
		}
	}
	s.told, s.now = s.now, s.told
}

// leastThinned is how many entities are worth a SNAPSHOT, where there are more.
const leastThinned = 8

// thin leaves in now what there is room for at an address that is not proven, and as
// much as a GAMEOVER besides. It reports whether to tell that now, or when there is more.
func (s *Session) thin() bool {
	if s.stage == proven {
		return true
	}
	room, all := s.Room-headerSize, len(s.now.Entities)
	if room < s.wire.snapshotSize(min(all, leastThinned)) {
		return false
	}
	fit := (room - s.wire.snapshotSize(0)) / s.wire.entitySize()
	s.now.Entities = s.now.Entities[:min(all, fit)]
	return true
}

// forget makes the client know of nothing: its match is over.
func (s *Session) forget() {
	s.playing, s.waits = false, 0
	s.told.Entities = s.told.Entities[:0]
	clear(s.shown[:])
}

// look puts into now what there is to see.
func (s *Session) look(scene *dialect.Scene) {
	s.tracker.Update(scene)
	s.tracker.Sort(scene)
	s.now.Tick = uint32(scene.World.Tick)
	s.now.Entities = s.now.Entities[:0]
	for i := range s.tracker.Things[:min(len(s.tracker.Things), MaxEntities)] {
		s.now.Entities = append(s.now.Entities, s.entity(scene, &s.tracker.Things[i]))
	}
}

func (s *Session) entity(scene *dialect.Scene, t *dialect.Thing) SnapshotEntity {
	return SnapshotEntity{
		ID: uint64(s.idOf(scene, t.ID)),
		X:  dialect.Unit(t.X), Y: dialect.Unit(t.Y),
		VX: dialect.Unit(t.VX) * game.TickRate, VY: dialect.Unit(t.VY) * game.TickRate,
		Sprite: sprite(scene, t) + 16*uint32(t.Team),
	}
}

// The sprites of what the rules fly, beyond the kinds of dialect.
const (
	droneSprite = 6
	bossSprite  = 7 // and what it is made of
)

// sprite returns what a thing looks like, without its team.
func sprite(scene *dialect.Scene, t *dialect.Thing) uint32 {
	if t.Kind != dialect.Ship || scene.Drone(int(t.Slot)) == nil {
		return uint32(t.Kind)
	}
	if kind := scene.Setup.Kind(scene.World.Ships[t.Slot].Class); kind != nil && kind.Role != game.Plain {
		return bossSprite
	}
	return droneSprite
}

// idOf returns the id on the wire of a thing with the number of a Tracker.
func (s *Session) idOf(scene *dialect.Scene, number uint32) uint32 {
	if number == shipNumber(scene.Me) {
		return s.id
	}
	return number % MinID
}

// shipNumber returns the number that a Tracker has for a slot's ship, or 0.
func shipNumber(slot int) uint32 { return uint32(slot + 1) }

// tellGone tells of what was in the last SNAPSHOT, and is not in the next.
func (s *Session) tellGone(send dialect.Send) {
	left := s.maxHints()
	for i := range s.told.Entities {
		id := s.told.Entities[i].ID
		if left == 0 {
			return
		}
		if !s.now.has(id) {
			m := EntityDestroy{ID: id}
			s.send(m.Append(s.buf[:0], s.wire), send)
			left--
		}
	}
}

// tellNew tells of what is in the next SNAPSHOT, and was not in the last.
func (s *Session) tellNew(scene *dialect.Scene, send dialect.Send) {
	left := s.maxHints()
	for i := range s.now.Entities {
		e := &s.now.Entities[i]
		if left == 0 {
			return
		}
		if !s.told.has(e.ID) && s.creates(scene, &s.tracker.Things[i]) {
			m := EntityCreate{ID: e.ID, X: e.X, Y: e.Y, Sprite: uint16(e.Sprite)}
			s.send(m.Append(s.buf[:0], s.wire), send)
			left--
		}
	}
}

// creates reports whether an ENTITY_CREATE tells of a thing. The original program draws
// a player for each, and an enemy for all else: what is no ship is one, a drone, and a bot
// of the other team.
func (s *Session) creates(scene *dialect.Scene, t *dialect.Thing) bool {
	if !s.wire.Code {
		return true
	}
	if t.Kind != dialect.Ship || scene.Drone(int(t.Slot)) != nil {
		return false
	}
	own, pilot := scene.Ship(), scene.PilotAt(int(t.Slot))
	return own == nil || own.Team == t.Team || pilot == nil || pilot.Flags&proto.BotPilot == 0
}

// tellDamage tells what ships lost that the client knows.
func (s *Session) tellDamage(scene *dialect.Scene, send dialect.Send) {
	for slot := range s.shown {
		s.shown[slot] = max(s.shown[slot]-1, 0)
	}
	for i := range scene.Events {
		ev := &scene.Events[i]
		if ev.Kind != game.EventHit || ev.HP == 0 { // in a race it takes none
			continue
		}
		id := s.idOf(scene, shipNumber(int(ev.Slot)))
		if id != s.id {
			if s.shown[ev.Slot] == 0 || s.damages == maxHints {
				continue
			}
			s.damages++
		}
		m := DamageEvent{ID: id, Amount: damageOf(scene.Setup, ev)}
		s.send(m.Append(s.buf[:0], s.wire), send)
	}
}

func damageOf(setup *game.Setup, ev *game.Event) uint16 {
	switch {
	case ev.What == game.BlastWeapon:
		return game.BlastDamage
	case int(ev.What) < len(setup.Weapons):
		return uint16(setup.Weapons[ev.What].Damage)
	}
	return uint16(ev.HP) // by what is no weapon: a zone, a wall, a drone that was rammed
}

func (m *Snapshot) has(id uint64) bool {
	for i := range m.Entities {
		if m.Entities[i].ID == id {
			return true
		}
	}
	return false
}
