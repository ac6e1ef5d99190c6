package net

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// requestSpawn asks for a ship of the class, with the weapon, that the player wants.
func (c *Client) requestSpawn() {
	if c.effort.asked++; c.effort.asked > maxAsked {
		c.end(Refused, errShips)
		return
	}
	class, err := indexOf("class", c.conf.Class, c.coming.Classes, func(c game.Class) string { return c.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	weapon, err := indexOf("weapon", c.conf.Weapon, c.coming.Weapons, func(w game.Weapon) string { return w.Name })
	if err != nil {
		c.end(Refused, err)
		return
	}
	c.Choose(class, weapon, c.conf.Team)
}

// indexOf finds what is called name in a table; "" is the first.
func indexOf[T any](what, name string, table []T, nameOf func(T) string) (uint8, error) {
	var names []string
	for i, row := range table {
		if name == "" || nameOf(row) == name {
			return uint8(i), nil
		}
		names = append(names, nameOf(row))
	}
	return 0, fmt.Errorf("no %s called %q: must be one of %s", what, name, strings.Join(names, ", "))
}

// hearWelcome is let in, and asks for a ship.
func (c *Client) hearWelcome(m *proto.Welcome, at time.Time) {
	if c.token != m.Token || c.epoch != m.Epoch {
		c.clock = clock{} // another host has another time, and one that was killed an earlier one
		c.lost = c.epoch != m.Epoch
		c.token, c.epoch = m.Token, m.Epoch
	}
	c.follower.inside, c.follower.dials = c.follower.inside || c.follower.there, 0
	c.view.Title, c.view.Pilot = m.Title, m.Pilot
	c.view.Waiting, c.view.Ballot, c.view.Vote = false, nil, nil
	c.hearPause(false, at) // as a match begins for a client that is let in
	if c.idle {
		c.say(&proto.Pause{On: true})
	}
	c.coming, c.known = m.Setup, false
	c.effort.asked = 0
	c.setSlot(m.Slot)
	c.ping.RTT = max(at.Sub(c.linkedAt), 0) // a first guess, until a Pong comes
	if !c.conf.Spectate && m.Slot == proto.NoSlot {
		c.requestSpawn()
	}
}

// PasswordError is why a client is Refused that would be let in with a password, or
// with another.
type PasswordError struct{ Reason string }

func (e *PasswordError) Error() string { return e.Reason }

// hearReject is not let in, or not yet.
func (c *Client) hearReject(m *proto.Reject) {
	switch {
	case m.Code == proto.RejectPassword && c.conf.Password != "" && !c.entry.asked:
		c.entry.asked = true
		c.hangUp()
		c.link = nil // so that it is made again at once
	case m.Code == proto.RejectTicket && (c.view.World != nil || c.mayAskAgain()):
		c.follower.why = errors.New(reasonOf(m.Reason))
		c.hangUp() // where it is asked again, or a lost link is dialled anew
	case m.Code == proto.RejectPassword, m.Code == proto.RejectWrongPassword:
		c.end(Refused, &PasswordError{reasonOf(m.Reason)})
	default:
		c.end(Refused, errors.New(reasonOf(m.Reason)))
	}
}

func (c *Client) hearSpawnResult(m *proto.SpawnResult) {
	switch m.Status {
	case proto.SpawnOK:
		c.setSlot(m.Slot)
		c.view.Waiting = false
	case proto.SpawnFull, proto.SpawnCrowded, proto.SpawnIdle:
		c.hearNoSeat(m)
	case proto.SpawnBadName:
		_, err := proto.CleanName(c.conf.Name) // which may tell what the host minds
		c.end(Refused, cmp.Or(err, fmt.Errorf("the host refuses the name %q", c.conf.Name)))
	case proto.SpawnBadWeapon, proto.SpawnBadClass:
		// It was chosen from the tables of the match before. A player who flies already
		// goes on with the same ship.
		if c.slot < 0 && c.coming != nil {
			c.requestSpawn()
		}
	}
}

// hearNoSeat has no ship, or has it no more.
func (c *Client) hearNoSeat(m *proto.SpawnResult) {
	switch {
	case c.conf.Wait:
	case m.Status == proto.SpawnFull && c.coming != nil:
		c.end(Refused, fmt.Errorf("the match is full: all %d ships are taken; you can still spectate", c.coming.Mode.Pilots()))
		return
	default:
		c.end(Refused, noSeat[m.Status])
		return
	}
	c.setSlot(proto.NoSlot)
	c.view.Waiting = m.Status != proto.SpawnIdle
	c.untold = lookOn[m.Status]
}

// tellUntold puts what the player is to be told into the View, once there is a match to
// be seen.
func (c *Client) tellUntold() {
	if c.untold != "" && c.view.Phase == Playing {
		c.view.Chat = append(c.view.Chat, ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: c.untold})
		c.untold = ""
	}
}

// lookOn says why a client that waits has no ship.
var lookOn = map[proto.SpawnStatus]string{
	proto.SpawnFull:    "the match is full: you watch until a ship is free",
	proto.SpawnCrowded: "too many players from your address have ships: you watch until one is free",
	proto.SpawnIdle:    "you pressed no key for five minutes and another player waited: you are a spectator now",
}

// noSeat says why a client has no ship.
var noSeat = map[proto.SpawnStatus]error{
	proto.SpawnFull:    errors.New("the match is full: all ships are taken; you can still spectate"),
	proto.SpawnCrowded: errors.New("too many players are in this match from your address; you can still spectate"),
	proto.SpawnIdle:    errors.New("you pressed no key for five minutes, and another player waited for a ship"),
}

func (c *Client) setSlot(slot uint8) {
	c.slot = -1
	if slot != proto.NoSlot {
		c.slot = int(slot)
	}
}
