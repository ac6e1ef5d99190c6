// Package model is the match screen's knowledge of a match: the latest net.View, names, mutes, ranks, and state that a
// View sends only once. It draws nothing.
package model

import (
	"strconv"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
)

// Match is the View, with the names and mutes of its pilots.
type Match struct {
	*net.View
	Pilots *Pilots
	Mutes  *Mutes

	Unveiled int // slot+1 of a ship that shows although it hides; 0 for none
}

// Flying returns the ship in a slot if it is in space and visible to the player, otherwise nil.
func (m *Match) Flying(slot int) *game.Ship {
	if slot < 0 || m.World.Ships[slot].State != game.Flying || m.Me >= 0 && m.Setup != nil && slot+1 != m.Unveiled && m.World.Hidden(m.Setup, slot, m.Me) {
		return nil
	}
	return &m.World.Ships[slot]
}

func (m *Match) InLobby() bool { return m.World != nil && m.World.Status == game.Waiting }

// Dead reports whether the own ship waits for its respawn.
func (m *Match) Dead() bool { return m.Me >= 0 && m.World.Ships[m.Me].State == game.Dead }

// Out reports whether the own ship is out of the current round.
func (m *Match) Out() bool { return m.Dead() && m.OutOfRound(m.Me) }

// Watches reports whether the player watches: as a spectator, or out of the round.
func (m *Match) Watches() bool { return m.Me < 0 || m.Out() }

// OutOfRound reports whether the ship in a slot is out of the current round.
func (m *Match) OutOfRound(slot int) bool {
	ship := &m.World.Ships[slot]
	if m.Setup != nil && m.Setup.Mode.State() == game.AssaultState {
		return m.World.Status == game.InProgress && ship.State == game.Dead && m.World.Assault.Wave > 0 && m.World.Assault.Lives == 0
	}
	return m.Setup != nil && m.Setup.Mode.Rounds() && m.World.Status == game.InProgress && ship.State == game.Dead && ship.Lives == 0
}

// Fights reports whether the own ship is in space, in a running match.
func (m *Match) Fights() bool {
	return m.World.Status == game.InProgress && m.Flying(m.Me) != nil
}

func (m *Match) muted(slot int) bool {
	pilot := &m.Pilots[slot]
	return pilot.Name != "" && m.Mutes.Has(pilot.ID)
}

// Foes reports whether the ships in two slots are enemies.
func (m *Match) Foes(a, b int) bool {
	return a != b && m.Setup.Foes(&m.World.Ships[a], &m.World.Ships[b])
}

func (m *Match) Class(ship *game.Ship) *game.Class {
	return &m.Setup.Classes[int(ship.Class)%len(m.Setup.Classes)]
}

// Kit returns the class and weapon of a ship or, while it waits, of the next one.
func (m *Match) Kit(ship *game.Ship) (*game.Class, *game.Weapon) {
	if ship.State == game.Flying {
		return m.Class(ship), m.Weapon(ship.Weapon)
	}
	next := game.Ship{Class: ship.NextClass}
	return m.Class(&next), m.Weapon(ship.NextWeapon)
}

// Weapon returns the weapon with an index.
func (m *Match) Weapon(index uint8) *game.Weapon {
	return &m.Setup.Weapons[int(index)%len(m.Setup.Weapons)]
}

// Position returns the place of a ship, with its fading prediction error. Trails shows the exact place: a ship must
// not glide beside its wall.
func (m *Match) Position(slot int) game.Point {
	ship, offset := &m.World.Ships[slot], &m.Offsets[slot]
	if m.Setup != nil && m.Setup.Mode.State() == game.TrailState {
		return game.Point{X: ship.X, Y: ship.Y}
	}
	return game.Point{X: ship.X + offset.X, Y: ship.Y + offset.Y}
}

// HullOf returns the colours of the ship in a slot. The own ship is white and cyan, as no other is; its engines show
// the team.
func (m *Match) HullOf(slot int) canvas.Ramp {
	if m.OfDrones(slot) {
		return m.droneHull(slot)
	}
	team := canvas.RampFrom(canvas.OwnBright)
	if number := m.World.Ships[slot].Team; number > 0 {
		team = canvas.TeamRamp(number)
	}
	switch {
	case slot == m.Me:
		return canvas.Ramp{Bright: canvas.OwnBright, Middle: canvas.OwnMiddle, Dark: team.Dark}
	case m.Setup.Teams() > 0:
		return team
	}
	return canvas.ShipRamp(m.Pilots.Colour(slot))
}

// Ghost reports whether the place of the ship in a slot is a guess. The own ship's never is.
func (m *Match) Ghost(slot int) bool { return m.Stale && slot != m.Me }

// MatchTitle returns the title of the match, or its mode.
func (m *Match) MatchTitle() string {
	if title := canvas.Clean(m.Title); title != "" {
		return title
	}
	return m.Setup.Mode.Name()
}

// OfDrones reports whether a slot is for drones.
func (m *Match) OfDrones(slot int) bool { return !m.Foreign && slot >= m.Setup.Mode.Pilots() }

// Kind returns the kind of the drone in a slot, or nil if there is none.
func (m *Match) Kind(slot int) *game.Kind {
	if m.Setup.Campaign == nil || m.World.Drone(slot) == nil {
		return nil
	}
	return m.Setup.Kind(m.World.Ships[slot].Class)
}

// Name returns the name of a pilot or the kind of a drone; the boss's for its parts.
func (m *Match) Name(slot int) string {
	if !m.OfDrones(slot) {
		return m.Pilots.Name(slot)
	}
	if d := m.World.Drone(slot); d != nil && d.Link > 0 {
		slot = int(d.Link) - 1
	}
	class := m.Class(&m.World.Ships[slot])
	if !class.Drone {
		return "a drone" // already gone
	}
	return class.Title
}

// droneHull returns the colours of a drone: armed ones and bosses have others than rammers.
func (m *Match) droneHull(slot int) canvas.Ramp {
	if kind := m.Setup.Kind(m.World.Ships[slot].Class); kind != nil && !kind.Armed && kind.Role == game.Plain {
		return canvas.ShipRamp(rammers)
	}
	return canvas.ShipRamp(gunners)
}

// The colour numbers of drones.
const (
	gunners = 1 // red
	rammers = 7 // rose
)

// Boss is the state of a boss.
type Boss struct {
	Slot        int // of its core
	Class       *game.Class
	HP, Full    int // of its weak spots and its core
	Spots, Left int // weak spots at first, and now
}

// Boss returns the first boss in space, if any.
func (m *Match) Boss() (b Boss, there bool) {
	for slot := game.MaxShips - 1; slot >= m.Setup.Mode.Pilots() && slot >= game.MaxShips-game.MaxDrones; slot-- {
		kind := m.Kind(slot)
		if kind == nil || kind.Role != game.Core || m.World.Ships[slot].State != game.Flying {
			continue
		}
		core := &m.World.Ships[slot]
		b = Boss{Slot: slot, Class: m.Class(core), HP: int(core.HP), Full: int(m.World.DroneHP(m.Setup, core.Class))}
		for _, p := range kind.Parts {
			if k := m.Setup.Kind(p.Class); k != nil && k.Role == game.Weak {
				b.Spots++
				b.Full += int(m.World.DroneHP(m.Setup, p.Class))
			}
		}
		m.eachSpot(slot, func(spot int) {
			b.Left++
			b.HP += int(m.World.Ships[spot].HP)
		})
		return b, true
	}
	return b, false
}

// eachSpot calls do with the slot of each weak spot left on a core.
func (m *Match) eachSpot(core int, do func(slot int)) {
	for i := range m.World.Drones {
		slot := game.MaxShips - 1 - i
		if d := m.World.Drone(slot); d == nil || int(d.Link) != core+1 {
			continue
		}
		if k := m.Kind(slot); k != nil && k.Role == game.Weak {
			do(slot)
		}
	}
}

// PartLeft reports whether a part of a core is left.
func (m *Match) PartLeft(core int, p game.Part) bool {
	for i := range m.World.Drones {
		if d := &m.World.Drones[i]; d.Wave != 0 && int(d.Link) == core+1 && d.X == p.X && d.Y == p.Y {
			return true
		}
	}
	return false
}

// Lead returns the points by which the player or their team leads the best other, less than 0 behind it; false where points do not decide.
func (m *Match) Lead() (points int, ok bool) {
	if state := m.Setup.Mode.State(); m.Me < 0 || m.Foreign || state != 0 && state != game.OrbState {
		return 0, false
	}
	w, own := m.World, &m.World.Ships[m.Me]
	is := own.Score
	if m.Setup.Teams() > 0 {
		is = w.TeamScores[own.Team]
		for team := uint8(1); int(team) <= m.Setup.Teams(); team++ {
			if team != own.Team && (!ok || int(is-w.TeamScores[team]) < points) {
				points, ok = int(is-w.TeamScores[team]), true
			}
		}
		return points, ok
	}
	for i := range w.Ships {
		if s := &w.Ships[i]; i != m.Me && s.State != game.Empty && (!ok || int(is-s.Score) < points) {
			points, ok = int(is-s.Score), true
		}
	}
	return points, ok
}

// Scored returns a score in the unit of the mode: "1 point", "2 rounds".
func (m *Match) Scored(score int) string {
	one, many := "point", "points"
	if m.Setup.Mode.Rounds() {
		one, many = "round", "rounds"
	}
	if score == 1 {
		many = one
	}
	return strconv.Itoa(score) + " " + many
}

// ScoreTitle is the heading of a score column, in at most five columns.
func (m *Match) ScoreTitle() string {
	if m.Setup.Mode.Rounds() {
		return "won"
	}
	return "score"
}
