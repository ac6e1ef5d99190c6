package proto

import "fmt"

// registry finds a kind of message by its number.
type registry [256]kind

// kind is one entry of the registry.
type kind struct {
	name string
	make func() Message
}

// messages is all that can be said. It is never written to.
var messages = mustRegister(
	kind{"hello", func() Message { return &Hello{} }},
	kind{"spawn", func() Message { return &Spawn{} }},
	kind{"set-ready", func() Message { return &SetReady{} }},
	kind{"need-keyframe", func() Message { return &NeedKeyframe{} }},
	kind{"info-query", func() Message { return &InfoQuery{} }},
	kind{"client-first", func() Message { return &ClientFirst{} }},
	kind{"client-final", func() Message { return &ClientFinal{} }},
	kind{"vote", func() Message { return &Vote{} }},
	kind{"call-vote", func() Message { return &CallVote{} }},
	kind{"cast-vote", func() Message { return &CastVote{} }},
	kind{"ticket", func() Message { return &Ticket{} }},
	kind{"list-fleet", func() Message { return &ListFleet{} }},
	kind{"wish", func() Message { return &Wish{} }},

	kind{"welcome", func() Message { return &Welcome{} }},
	kind{"reject", func() Message { return &Reject{} }},
	kind{"spawn-result", func() Message { return &SpawnResult{} }},
	kind{"roster", func() Message { return &Roster{} }},
	kind{"keyframe", func() Message { return &Keyframe{} }},
	kind{"match-start", func() Message { return &MatchStart{} }},
	kind{"match-over", func() Message { return &MatchOver{} }},
	kind{"kick", func() Message { return &Kick{} }},
	kind{"info", func() Message { return &Info{} }},
	kind{"rtts", func() Message { return &RTTs{} }},
	kind{"roster-change", func() Message { return &RosterChange{} }},
	kind{"ballot", func() Message { return &Ballot{} }},
	kind{"progress", func() Message { return &Progress{} }},
	kind{"server-first", func() Message { return &ServerFirst{} }},
	kind{"server-final", func() Message { return &ServerFinal{} }},
	kind{"web", func() Message { return &Web{} }},
	kind{"vote-state", func() Message { return &VoteState{} }},
	kind{"redirect", func() Message { return &Redirect{} }},
	kind{"handover", func() Message { return &Handover{} }},
	kind{"fleet-list", func() Message { return &FleetList{} }},

	kind{"chat", func() Message { return &Chat{} }},
	kind{"bye", func() Message { return &Bye{} }},
	kind{"pause", func() Message { return &Pause{} }},
)

// register builds a registry, and refuses a number that is taken.
func register(kinds ...kind) (*registry, error) {
	var r registry
	for _, k := range kinds {
		t := k.make().Type()
		if r[t].make != nil {
			return nil, fmt.Errorf("message 0x%02x: must be a number of its own for %s, but %s has it", uint8(t), k.name, r[t].name)
		}
		r[t] = k
	}
	return &r, nil
}

func mustRegister(kinds ...kind) *registry {
	r, err := register(kinds...)
	if err != nil {
		panic(err)
	}
	return r
}

// make returns a new message of type t, or nil if there is no such type.
func (r *registry) make(t Type) Message {
	if r[t].make == nil {
		return nil
	}
	return r[t].make()
}
