package lightracer

import (
	"math/bits"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// worldOf returns the World as a player sees it whose ship has the id.
func worldOf(scene *dialect.Scene, me int32) World {
	w, setup := scene.World, scene.Setup
	width, height := setup.Arena.Size()
	return World{
		Tick: int32(w.Tick), Status: int32(w.Status),
		Width: dialect.Whole(width), Height: dialect.Whole(height),
		TimeLeft: int32(w.TimeLeft(setup)), ScoreLimit: setup.ScoreLimit,
		You: me,
	}
}

// playerOf returns the ship in a slot, which has one.
func playerOf(w *game.World, slot int) Player {
	ship := &w.Ships[slot]
	return Player{
		ID: int32(slot + 1),
		X:  dialect.Whole(ship.X), Y: dialect.Whole(ship.Y),
		HP: ship.HP, Alive: ship.State == game.Flying,
		Course: uint8(ship.Facing), Team: ship.Team,
		Score: ship.Score, Shots: int32(bits.OnesCount8(ship.Live)),
	}
}

// addThing adds a thing of the tracker.
func (u *Update) addThing(w *game.World, thing *dialect.Thing) {
	id, x, y := int32(thing.ID), dialect.Whole(thing.X), dialect.Whole(thing.Y)
	switch thing.Kind {
	case dialect.Ship:
		u.Players = append(u.Players, playerOf(w, int(thing.Slot)))
	case dialect.Shot:
		u.TrailSegments = append(u.TrailSegments, TrailSegment{ID: id, X: x, Y: y, Owner: int32(thing.Slot) + 1})
	case dialect.Barrel:
		u.Coordinates = append(u.Coordinates, Coordinate{id, x, y, Barrel})
	default:
		u.Coordinates = append(u.Coordinates, Coordinate{id, x, y, kindOf(thing.Item)})
	}
}

// addWall adds a wall of the tracker.
func (u *Update) addWall(w *dialect.Wall) {
	u.TrailSegments = append(u.TrailSegments, TrailSegment{
		ID: int32(w.ID), X: dialect.Whole(w.From.X), Y: dialect.Whole(w.From.Y), Owner: int32(w.Slot) + 1,
		Wall: true, ToX: dialect.Whole(w.To.X), ToY: dialect.Whole(w.To.Y),
	})
}
