package net

import "dogfight/game"

// Event is an occurrence in a match, for its operator. docs/host.md describes the kinds and their fields.
type Event struct {
	Kind  string `json:"event"`
	Match uint64 `json:"match,omitempty,string"` // HostConfig.ID
	Round uint16 `json:"round,omitempty"`

	// The pilot that it is about, if any. A bot has neither Key nor Address.
	Player  string `json:"player,omitempty"`
	ID      uint16 `json:"id,omitempty"`
	Key     string `json:"key,omitempty"`
	Address string `json:"address,omitempty"`

	By     string `json:"by,omitempty"` // of a kill: the other pilot; of an act: its actor
	Weapon string `json:"weapon,omitempty"`
	Mode   string `json:"mode,omitempty"`
	Arena  string `json:"arena,omitempty"`
	Text   string `json:"text,omitempty"`
	Error  string `json:"error,omitempty"` // of an act that failed

	Scores map[string]int32 `json:"scores,omitempty"` // at the end of a match, by name
}

// report reports an event. The pilot may be nil.
func (m *liveMatch) report(kind string, p *pilot, e Event) {
	if m.onEvent == nil {
		return
	}
	e.Kind, e.Round = kind, m.Number
	if p != nil {
		e.Player, e.ID, e.Key, e.Address = p.Name, p.ID, p.Identity, p.Address
	}
	m.onEvent(e)
}

// reportMatch reports the start or the end of a match.
func (m *liveMatch) reportMatch(kind string) {
	e := Event{Mode: m.Setup.Mode.Name(), Arena: m.Setup.Arena.Name, Scores: map[string]int32{}}
	for slot, p := range m.seats {
		if p != nil && kind == "end" {
			e.Scores[p.Name] = m.World.Ships[slot].Score
		}
	}
	m.report(kind, nil, e)
}

// reportKills reports the pilots that were destroyed in the last tick.
func (m *liveMatch) reportKills() {
	for _, ev := range m.events.List {
		if ev.Kind != game.EventKill || m.onEvent == nil || m.seats[ev.Slot] == nil {
			continue
		}
		e := Event{}
		if int(ev.What) < len(m.Setup.Weapons) {
			e.Weapon = m.Setup.Weapons[ev.What].Name
		}
		if by := m.seats[ev.By]; ev.By != ev.Slot && by != nil {
			e.By = by.Name
		}
		m.report("kill", m.seats[ev.Slot], e)
	}
}
