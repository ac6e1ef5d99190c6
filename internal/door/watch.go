package door

import (
	"errors"
	"fmt"
	"time"

	"dogfight/internal/ops"
)

// Watch adds the figures of the door to a monitor.
func (d *Door) Watch(m *ops.Monitor) {
	d.traffic.Store(m.Native())
	m.Refused("native", d.listener.Refused)
	m.Source("dogfight_placing_waiting", func() float64 { return float64(len(d.Guests())) })
	m.Source("dogfight_placing_oldest_seconds", func() float64 {
		oldest := 0.0
		for _, g := range d.Guests() {
			oldest = max(oldest, g.(waitingGuest).Seconds)
		}
		return oldest
	})
	m.Counter("dogfight_placed_total", d.reception.placed.Load)
	m.Counter("dogfight_placing_refused_total", d.reception.refused.Load)
	for name, of := range map[string]func(totals) int{
		"hosts": func(t totals) int { return t.hosts }, "matches": func(t totals) int { return t.matches }, "players": func(t totals) int { return t.players },
	} {
		m.Source("dogfight_fleet_"+name, func() float64 {
			t, _ := d.totals.Get()
			return float64(of(t))
		})
	}
	m.Source("dogfight_fleet_connected", func() float64 {
		if d.fleet.Up() {
			return 1
		}
		return 0
	})
}

// waitingGuest is a player that is not sent on yet, in JSON.
type waitingGuest struct {
	Address string  `json:"address"`
	Key     string  `json:"key"` // "" for none
	Seconds float64 `json:"seconds"`
}

// Guests returns the players that wait for a place, for operators.
func (d *Door) Guests() (all []any) {
	d.reception.mu.Lock()
	defer d.reception.mu.Unlock()
	for g := range d.reception.settling {
		all = append(all, waitingGuest{g.link.Remote(), g.link.Identity(), time.Since(g.joinedAt).Seconds()})
	}
	return all
}

// Refuse turns the refusal of new native players on or off.
func (d *Door) Refuse(on bool) { d.reception.draining.Store(on) }

// maxBeatGap is the longest time between two rounds of a loop of a door that works: rounds are milliseconds apart.
const maxBeatGap = 2 * time.Second

// Healthy returns nil while players are received and placed, or else the reason.
func (d *Door) Healthy() error {
	received, placed := time.Unix(0, d.reception.beat.Load()), time.Unix(0, d.placer.beat.Load())
	if time.Since(received) > maxBeatGap || time.Since(placed) > maxBeatGap {
		return fmt.Errorf("no player can be received since %v, or placed since %v", received.Format(time.TimeOnly), placed.Format(time.TimeOnly))
	}
	return nil
}

// Ready returns nil while the door can send players to hosts, or else the reason.
func (d *Door) Ready() error {
	switch {
	case !d.fleet.Up():
		return errors.New("the fleet's hub does not answer")
	case !d.known.Load():
		return errors.New("the fleet's directory does not have this door yet")
	case len(d.view.Hosts()) == 0:
		return errors.New("the fleet has no hosts now")
	}
	return nil
}
