package rtype

import (
	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// maxHints bounds the hints of a kind with a SNAPSHOT: nothing depends on them. The original program draws ships by them, so in
// the code there is no bound.
const maxHints = 16

func (s *Session) maxHints() int { return s.wire.either(maxHints, MaxEntities) }

// show sends the state of the match, or its end.
func (s *Session) show(scene *dialect.Scene, send dialect.Send) {
	closed := scene.World.Status == game.Closed
	if s.playing && (closed || scene.Setup != s.setup) {
		s.forget()
		s.signal(GameOverType, send)
	}
	if closed {
		return
	}
	if s.playing && s.stage == proven && !s.wire.Code { // the code's client does not know DAMAGE_EVENT
		s.sendDamage(scene, send)
	}
	if s.waits > 0 {
		s.waits--
		return
	}
	s.waits = snapshotEvery - 1
	s.see(scene)
	if !s.thin() {
		return
	}
	s.playing, s.setup, s.damages = true, scene.Setup, 0
	if s.stage == proven {
		s.sendGone(send)
		s.sendNew(scene, send)
	}
	s.send(s.now.Append(s.buf[:0], s.wire), send)
	for i := range s.now.Entities {
		if t := &s.tracker.Things[i]; t.Kind == dialect.Ship {
			s.shown[t.Slot] = shownTime
		}
	}
	s.sent, s.now = s.now, s.sent
}

// leastThinned is the least number of entities in a SNAPSHOT, if there are as many.
const leastThinned = 8

// thin shortens now to the Room of an address that is not proven, less a GAMEOVER. It reports whether to send that now, or to
// wait for more room.
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

// forget forgets the entities that the client knows: its match is over.
func (s *Session) forget() {
	s.playing, s.waits = false, 0
	s.sent.Entities = s.sent.Entities[:0]
	clear(s.shown[:])
}

// see puts the visible entities into now.
func (s *Session) see(scene *dialect.Scene) {
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

// The sprites of ships without pilots, beyond the kinds of dialect.
const (
	droneSprite = 6
	bossSprite  = 7 // also of its parts
)

// sprite returns the sprite of a thing, without its team.
func sprite(scene *dialect.Scene, t *dialect.Thing) uint32 {
	if t.Kind != dialect.Ship || scene.Drone(int(t.Slot)) == nil {
		return uint32(t.Kind)
	}
	if kind := scene.Setup.Kind(scene.World.Ships[t.Slot].Class); kind != nil && kind.Role != game.Plain {
		return bossSprite
	}
	return droneSprite
}

// idOf returns the id on the wire for the number of a Tracker.
func (s *Session) idOf(scene *dialect.Scene, number uint32) uint32 {
	if number == shipNumber(scene.Me) {
		return s.id
	}
	return number % MinID
}

// shipNumber returns the Tracker's number of a slot's ship, or 0.
func shipNumber(slot int) uint32 { return uint32(slot + 1) }

// sendGone announces the entities of the last SNAPSHOT that are not in the next.
func (s *Session) sendGone(send dialect.Send) {
	left := s.maxHints()
	for i := range s.sent.Entities {
		id := s.sent.Entities[i].ID
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

// sendNew announces the entities of the next SNAPSHOT that were not in the last.
func (s *Session) sendNew(scene *dialect.Scene, send dialect.Send) {
	left := s.maxHints()
	for i := range s.now.Entities {
		e := &s.now.Entities[i]
		if left == 0 {
			return
		}
		if !s.sent.has(e.ID) && s.creates(scene, &s.tracker.Things[i]) {
			m := EntityCreate{ID: e.ID, X: e.X, Y: e.Y, Sprite: uint16(e.Sprite)}
			s.send(m.Append(s.buf[:0], s.wire), send)
			left--
		}
	}
}

// creates reports whether a thing gets an ENTITY_CREATE. The original program draws a player for each, and an enemy for any other
// entity: a thing that is no ship, a drone, or a bot of the other team.
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

// sendDamage reports the damage of ships that the client knows.
func (s *Session) sendDamage(scene *dialect.Scene, send dialect.Send) {
	for slot := range s.shown {
		s.shown[slot] = max(s.shown[slot]-1, 0)
	}
	for i := range scene.Events {
		ev := &scene.Events[i]
		if ev.Kind != game.EventHit || ev.HP == 0 { // a hit in a race
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
	return uint16(ev.HP) // not by a weapon: by a zone, a wall, a drone that was rammed
}

func (m *Snapshot) has(id uint64) bool {
	for i := range m.Entities {
		if m.Entities[i].ID == id {
			return true
		}
	}
	return false
}
