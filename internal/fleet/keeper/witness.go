package keeper

import (
	"maps"
	"slices"
	"time"

	"dogfight/internal/fleet"
)

// A match has up to fleet.MaxWitnesses witnesses besides its standby. They may claim it when host and standby are both dead. As with the standby, the host
// holds a lease of each, and a witness claims the match only after it granted a lease of the epoch in the entry. Leases of witnesses are long, so a
// witness claims late, and a dead one is replaced before its lease ends. Without a directory, a host plays as long as standby and witnesses answer.

// witnesses is the witnesses of an owner's epoch.
type witnesses struct {
	epoch uint32
	all   map[fleet.ID]*witness
	past  map[fleet.ID]bool // named in this epoch: one that is named again may have granted a lease, and claim the match before the owner knows
}

// witness is the state of the leases of a witness.
type witness struct {
	granted  time.Time // when the latest granted lease was requested; at first, when it was named: it cannot claim before its first grant
	asked    time.Time
	silent   int // requests since the last answer
	draining bool
}

const (
	// witnessBeat is the interval of requests to a witness that answers; others are asked each beat.
	witnessBeat = 2 * time.Second
	// witnessPatience is the number of requests without an answer after which another witness is named. The rest of its lease is enough for a directory
	// that elects a leader.
	witnessPatience = int(2 * time.Second / beat)
)

// missing reports whether the owner should name another witness.
func (w *witness) missing() bool { return w.silent > witnessPatience }

// name adopts the witnesses of an entry, which was written not before at.
func (s *witnesses) name(m *fleet.Match, at time.Time) {
	if m.Epoch != s.epoch {
		*s = witnesses{epoch: m.Epoch, past: map[fleet.ID]bool{}}
	}
	before := s.all
	s.all = map[fleet.ID]*witness{}
	for _, id := range m.Witnesses {
		if id == 0 {
			continue
		}
		if s.all[id] = before[id]; before[id] == nil {
			s.all[id] = &witness{granted: at}
		}
		s.past[id] = true
	}
}

// until returns the end of the first lease to end.
func (s *witnesses) until() time.Time {
	until := time.Now().Add(never)
	for _, w := range s.all {
		if end := w.granted.Add(fleet.WitnessTime); end.Before(until) {
			until = end
		}
	}
	return until
}

// restart starts the patience with all witnesses again, with time to reconnect.
func (s *witnesses) restart() {
	for _, w := range s.all {
		w.silent = -int(returnTime / beat)
	}
}

// askWitnesses requests the leases that are due.
func (o *Owner) askWitnesses(now time.Time) {
	for id, w := range o.witnesses.all {
		if w.silent == 0 && now.Sub(w.asked) < witnessBeat {
			continue
		}
		w.asked = now
		if w.silent++; w.silent == 0 {
			w.silent = 1
		}
		o.askWitness(id, w, now)
	}
}

func (o *Owner) askWitness(id fleet.ID, w *witness, now time.Time) {
	ask := fleet.LeaseAsk{Match: o.id, Host: o.keeper.self(), Epoch: o.witnesses.epoch, Number: 1, Witness: true}
	o.async(func() func() {
		g, err := o.keeper.ask(id, &ask, fleet.LeaseTime)
		return func() {
			switch {
			case o.lost || err != nil || o.witnesses.all[id] != w: // it is no witness of this epoch any more
			case g.Epoch > ask.Epoch:
				o.lease.higher = max(o.lease.higher, g.Epoch)
				o.entry.due = true // writing it finds the owner
			case g.Epoch == ask.Epoch:
				w.silent, w.draining = 0, g.Draining
				if now.After(w.granted) {
					w.granted = now
					o.gate.witness.set(o.witnesses.until())
				}
			}
		}
	})
}

// wantedWitnesses returns the witnesses to name in an entry: the current ones as long as they answer and stay.
func (o *Owner) wantedWitnesses(m *fleet.Match, self *fleet.Host, now time.Time) (named [fleet.MaxWitnesses]fleet.ID) {
	current := m.Epoch == o.witnesses.epoch
	unfit := func(id fleet.ID) bool { return !o.entry.unfit[id].IsZero() || current && o.witnesses.past[id] }
	next := *m
	next.Witnesses = named
	n := 0
	for _, id := range slices.Sorted(maps.Keys(o.witnesses.all)) {
		switch w := o.witnesses.all[id]; {
		case w.missing() || w.draining:
			o.markUnfit(id, now)
			o.keeper.conf.Hosts.Want() // the roll may be old
		case id != m.Standby:
			next.Witnesses[n] = id
			n++
		}
	}
	return chooseWitnesses(&next, self, o.keeper.conf.Hosts.Hosts(), unfit)
}

// silentWitness returns a witness that next names anew and that does not answer, or 0. The roll lists a dead host for a while. If it were named and the
// bus died too, the match would wait for it.
func (o *Owner) silentWitness(next, was *fleet.Match) fleet.ID {
	for _, id := range next.Witnesses {
		if id != 0 && !slices.Contains(was.Witnesses[:], id) && !o.keeper.answers(id, answerTime) {
			return id
		}
	}
	return 0
}

// chooseWitnesses fills up the witnesses of an entry.
func chooseWitnesses(m *fleet.Match, self *fleet.Host, hosts []fleet.Host, except func(fleet.ID) bool) [fleet.MaxWitnesses]fleet.ID {
	all := m.Witnesses
	for i := range all {
		if all[i] == 0 {
			all[i] = chooseStandby(m.ID, self, hosts, func(id fleet.ID) bool {
				return id == m.Standby || slices.Contains(all[:], id) || except(id)
			})
		}
	}
	return all
}
