// Package model is the match screen's knowledge of a match: the latest net.View, names, mutes, ranks, and state that a
// View sends only once. It draws nothing.
package model

import (
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
	if m.Setup != nil && m.Setup.Mode == game.Waves {
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
	if m.Setup != nil && m.Setup.Mode == game.Trails {
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
