package net

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"

	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/proto"
)

// check says what is wrong with a match that was saved. What is no danger to a host is not looked at: a log is its own, or that of
// another host of its fleet.
func (s *savedMatch) check(setup *game.Setup) error {
	for _, o := range []*MatchOptions{&s.Asked, &s.Options, s.Next} {
		if o != nil && !o.plausible() {
			return errors.New("options")
		}
	}
	switch {
	case s.Round < -1 || s.Round > math.MaxInt32 || s.Picked.Round < 0 || s.Picked.Round > math.MaxInt32:
		return errors.New("round")
	case !s.Picked.Mode.Valid():
		return errors.New("mode of what was picked")
	}
	for _, p := range s.Past {
		if p.Rank < 1 || p.Ships < p.Rank || p.Ships > game.MaxShips+1 || p.Level < 0 || p.Level > bot.MaxSkill*bot.Tenths {
			return errors.New("past matches")
		}
	}
	return s.checkSeats(setup)
}

// plausible reports whether the options are some that can be asked for. Whether they can be played is found out when they are.
func (o *MatchOptions) plausible() bool {
	within := func(n, least, most int) bool { return n >= least && n <= most }
	return o.Mode.Valid() && within(o.Teams, 0, game.MaxTeams) && o.Time >= UsualTime && o.Score >= 0 &&
		within(o.Bots, 0, game.MaxShips) && within(o.Fill, 0, game.MaxShips) && within(o.Skill, AutoSkill, bot.MaxSkill)
}

func (s *savedMatch) checkSeats(setup *game.Setup) error {
	slots, ids := map[uint8]bool{}, map[uint16]bool{}
	for i := range s.Seats {
		seat := &s.Seats[i]
		if slots[seat.Pilot.Slot] || ids[seat.Pilot.ID] || int(seat.Pilot.Slot) >= setup.Mode.Pilots() {
			return fmt.Errorf("seat %d: its slot or number", i)
		}
		slots[seat.Pilot.Slot], ids[seat.Pilot.ID] = true, true
		if err := seat.check(setup); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	return nil
}

// longestOrigin is more bytes than a fingerprint or an address has.
const longestOrigin = 100

func (s *savedSeat) check(setup *game.Setup) error {
	player := len(s.Proof) > 0
	switch p := &s.Pilot; {
	case p.ID == 0 || p.ID == proto.Notice || p.Flags > proto.BotPilot|proto.Ready|proto.Away || p.Colour > proto.Colours || p.Ping != 0:
		return errors.New("pilot")
	case !player && !(p.Flags&proto.BotPilot != 0 && p.Flags&proto.Away == 0 && !s.Kept):
		return errors.New("it is nobody's")
	case player && len(s.Proof) != len(TokenProof{}):
		return errors.New("proof of the token")
	case p.Name == "" || utf8.RuneCountInString(p.Name) > proto.MaxName || !proto.Legible(p.Name, 4*proto.MaxName):
		return errors.New("name")
	case !proto.Legible(s.Identity, longestOrigin) || !proto.Legible(s.Address, longestOrigin):
		return errors.New("key or address")
	case !setup.PilotClass(s.Class) || !setup.PilotWeapon(s.Weapon) || !setup.HasTeam(s.Team) || s.Wanted > proto.Colours:
		return errors.New("what is flown")
	case s.Skill < 0 || s.Skill > bot.MaxSkill || s.Duty > bot.Drone || int(s.Likes) >= bot.Personalities:
		return errors.New("bot")
	}
	return nil
}

// packed returns the numbers of a tally, or of what is in one.
func packed(tally any) []byte {
	b, err := binary.Append(nil, binary.BigEndian, tally)
	if err != nil {
		panic(err) // it has numbers of fixed size alone
	}
	return appendZeroRuns(nil, b)
}

// unpacked reads what packed returned, and reports whether it could.
func unpacked(b []byte, tally any) bool {
	plain, ok := readZeroRuns(b, binary.Size(tally))
	if !ok {
		return false
	}
	_, err := binary.Decode(plain, binary.BigEndian, tally)
	return err == nil
}
