package server

import (
	"context"
	"time"

	"dogfight/internal/fleet"
	"dogfight/net"
)

// seatAgain is after how long a seat is written again whose player stays.
const seatAgain = 20 * time.Minute

// tendSeats has the directory know whose seats are here, and returns how many people there are.
func (r *room) tendSeats(ctx context.Context, pilots []net.Present) (people int) {
	now := map[string]bool{}
	for _, p := range pilots {
		if p.Bot {
			continue
		}
		people++
		if !p.Spectates {
			now[fleet.SeatKey(p.Identity, p.Proof[:])] = true
		}
	}
	ctx, cancel := context.WithTimeout(ctx, usualLook)
	defer cancel()
	d := r.member.fleet
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.gone {
		return people
	}
	if n := r.owner.Remade(); n != r.remade { // the directory has forgotten them
		r.remade = n
		for key := range r.seats {
			r.seats[key] = time.Time{}
		}
	}
	for key := range now {
		if time.Since(r.seats[key]) > seatAgain {
			if _, err := d.Put(ctx, fleet.Seats, key, fleet.Append(nil, &fleet.Seat{Match: r.id, Host: r.member.self.ID})); err == nil {
				r.seats[key] = time.Now()
			}
		}
	}
	for key := range r.seats {
		if !now[key] {
			r.leaveSeat(ctx, key)
			delete(r.seats, key)
		}
	}
	return people
}

// leaveSeat takes a seat out of the directory, unless it is elsewhere by now.
func (r *room) leaveSeat(ctx context.Context, key string) {
	d := r.member.fleet
	e, err := d.Get(ctx, fleet.Seats, key)
	if err != nil {
		return
	}
	if s, err := fleet.Parse[fleet.Seat](e.Value); err == nil && s.Match == r.id && s.Host == r.member.self.ID {
		d.Remove(ctx, fleet.Seats, key, e.Revision)
	}
}
