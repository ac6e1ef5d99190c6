package net

import (
	"slices"

	"dogfight/game"
	"dogfight/proto"
)

// roster is who is in the match as all clients were told, and what is sent to bring them up to date: only what has
// changed. A newcomer gets what all were told, and so whatever comes after it leads them to where it leads all.
type roster struct {
	pilots  []proto.Pilot // by rising ids
	at      game.Tick     // when changes were last sent
	pingsAt game.Tick     // when RTTs were

	now      []proto.Pilot      // reused
	changes  proto.RosterChange // reused
	rtts     proto.RTTs         // reused
	newcomer proto.Roster       // reused
}

const (
	// rosterPause is the least between two that are sent, whatever a pilot does to
	// be listed anew.
	rosterPause = game.TickRate / 4
	// rttsEvery is how often the round trips in the rosters are brought up to date.
	rttsEvery = 5 * game.TickRate
)

// update takes who is there now, and returns what has changed. That is good until the next call.
func (r *roster) update(now []proto.Pilot) *proto.RosterChange {
	r.changes.List = proto.ChangesOf(r.changes.List[:0], r.pilots, now)
	r.pilots = append(r.pilots[:0], now...)
	return &r.changes
}

// listRTTs returns the round trips of the pilots. It is good until the next call.
func (r *roster) listRTTs() *proto.RTTs {
	r.rtts.List = r.rtts.List[:0]
	for i := range r.pilots {
		r.rtts.List = append(r.rtts.List, uint8(min(r.pilots[i].Ping/proto.RTTUnit, 0xff)))
	}
	return &r.rtts
}

// forNewcomer returns what all were told, and the newcomer's own entry. It is good until the next call.
func (r *roster) forNewcomer(own *proto.Pilot) *proto.Roster {
	all := append(r.newcomer.Pilots[:0], r.pilots...)
	if at, there := slices.BinarySearchFunc(all, *own, byID); !there {
		all = slices.Insert(all, at, *own) // which others are told of soon, and the newcomer as well
	}
	r.newcomer.Pilots = all
	return &r.newcomer
}

func byID(a, b proto.Pilot) int { return int(a.ID) - int(b.ID) }

// list returns everybody by rising ids. It is good until the next call.
func (r *roster) list(pilots []*pilot) []proto.Pilot {
	r.now = r.now[:0]
	for _, p := range pilots {
		r.now = append(r.now, p.Pilot)
	}
	slices.SortFunc(r.now, byID) // ids begin anew after 65,535
	return r.now
}
