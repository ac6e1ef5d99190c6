package game

// last gives each ship three lives a round, in a zone that shrinks.
var last = withRounds(rules{
	name:     "last",
	summary:  "three lives, in a zone that closes",
	most:     MaxTeams,
	score:    3,
	personal: true,
	state:    ZoneState,
	lives:    3,
	tick:     tickRounds,
	entry:    enterZone,
	kill:     takeLife,
	begin:    openZone,
	play:     tendZone,
	end:      closeZone,
})

// Rounds is the state of the rounds. A round is in play while Began is set. Otherwise
// the next one begins after Pause or, if that is 0 too, waits for a second side. In a round of
// trails Pause is the time that the round has skipped.
type Rounds struct {
	Number uint8  // of the last round that began, from 1
	Began  Tick   // of the round in play
	Pause  uint16 // ticks until the next one begins
}

func (r *Rounds) hash(h *hash) {
	h.add(uint64(r.Began)<<32 | uint64(r.Number)<<16 | uint64(r.Pause))
}

// withRounds adds rounds to a mode. A ship has Lives for a round. One without is out until
// the next. The last side that is in wins the round, which gives one point to each of its
// ships and to the team. Kills, barrels and orbs give none. The mode's tick and kill are, or
// call, tickRounds and takeLife.
func withRounds(mode rules) rules {
	mode.unscored = true
	mode.time = 10 * 60 * TickRate // for pilots waiting for others: the rounds end sooner
	mode.enters, mode.over, mode.winner = hasLife, roundsOver, mostRounds
	if mode.start == nil {
		mode.start = startRounds
	}
	return mode
}

// startRounds begins the first round after a delay, in which others can join.
func startRounds(w *World, s *Setup) { w.Rounds.Pause = roundCall }

// tickRounds runs the rounds for a tick.
func tickRounds(w *World, s *Setup, events *Events) {
	switch at := &w.Rounds; {
	case at.Began != 0:
		if play := s.Mode.rules().play; play != nil {
			play(w, s, events)
		}
		if w.sides(s, 1) < 2 {
			w.endRound(s, events)
		}
	case at.Pause > 1:
		at.Pause--
	case at.Pause == 1 && w.sides(s, 0) > 1:
		w.beginRound(s, events)
	case at.Pause == 1:
		at.Pause = 0
	case w.sides(s, 0) > 1:
		at.Pause = roundCall
	}
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Dead && !hasLife(w, s, i) {
			ship.Respawn = max(ship.Respawn, 2) // its pilot's input does not matter: see AcceptsInput
		}
	}
}

// hasLife reports whether the ship has a life for this round, or waits alone for others.
func hasLife(w *World, s *Setup, slot int) bool {
	at := &w.Rounds
	return w.Ships[slot].Lives > 0 || at.Began == 0 && at.Pause == 0 && w.sides(s, 0) < 2
}

// takeLife takes a life of the victim.
func takeLife(w *World, s *Setup, victim, by int, events *Events) {
	ship := &w.Ships[victim]
	if w.Rounds.Began == 0 || ship.Lives == 0 {
		return
	}
	if ship.Lives--; ship.Lives == 0 {
		events.add(Event{Kind: EventOut, Slot: uint8(victim), By: uint8(by), X: ship.X, Y: ship.Y})
	}
}

// roundsOver reports whether all rounds have been played.
func roundsOver(w *World, s *Setup) bool {
	return w.Rounds.Began == 0 && int(w.Rounds.Number) >= s.MostRounds()
}

// mostRounds returns the side that won the most rounds; kills break ties.
func mostRounds(w *World, s *Setup) Winner {
	if teams := uint8(s.Teams()); teams > 0 {
		return w.bestTeam(teams, true)
	}
	return w.bestShip(true)
}

// MostRounds returns the most rounds of a match: enough for one side to reach the score
// limit if no round is drawn.
func (s *Setup) MostRounds() int {
	if s.ScoreLimit <= 0 {
		return usualRounds
	}
	return int(2*min(s.ScoreLimit, (maxRounds+1)/2) - 1)
}

// beginRound resets the arena and enters all ships.
func (w *World) beginRound(s *Setup, events *Events) {
	at, mode := &w.Rounds, s.Mode.rules()
	at.Number, at.Began, at.Pause = at.Number+1, w.Tick, 0
	w.Shots = [MaxShips][MaxShots]Shot{}
	w.Barrels, w.Items = [MaxBarrels]Barrel{}, [MaxItems]Item{}
	w.placeBarrels(s)
	w.stockPads(s)
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			ship.explode()
			ship.Respawn, ship.Live, ship.Lives = 0, 0, mode.lives
		}
	}
	if mode.begin != nil {
		mode.begin(w, s)
	}
	events.add(Event{Kind: EventRound, What: at.Number})
	w.muster(s, events)
}

// muster enters all ships in random order: each takes a spawn far from the others, so a
// fixed order would favour slots.
func (w *World) muster(s *Setup, events *Events) {
	var order [MaxShips]uint8
	for i := range order {
		k := int(w.Rand.Below(uint32(i + 1)))
		order[i] = order[k]
		order[k] = uint8(i)
	}
	for _, i := range order {
		if w.Ships[i].State != Empty {
			w.enter(s, int(i), events)
		}
	}
}

// endRound gives the point of the round to the last side that is in, if any.
func (w *World) endRound(s *Setup, events *Events) {
	won := Event{Kind: EventRoundWon, What: NoTeam}
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.Lives > 0 {
			won.Slot, won.By, won.What = uint8(i), uint8(i), ship.Team
			won.X, won.Y = ship.X, ship.Y
			break
		}
	}
	if won.What != NoTeam {
		w.creditRound(won.Slot, won.What)
	}
	w.Rounds.Began, w.Rounds.Pause = 0, roundPause
	if end := s.Mode.rules().end; end != nil {
		end(w, s)
	}
	events.add(won)
}

// creditRound gives a point to a ship or, with teams, to a team and its ships.
func (w *World) creditRound(slot, team uint8) {
	if team == 0 {
		w.Ships[slot].Score++
		return
	}
	w.TeamScores[team]++
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty && ship.Team == team {
			ship.Score++
		}
	}
}

// sides counts the sides, teams or else ships, that have a ship with so many lives.
func (w *World) sides(s *Setup, lives uint8) (n int) {
	teams, seen := s.Teams() > 0, [MaxTeams + 1]bool{}
	for i := range w.Ships {
		ship := &w.Ships[i]
		if ship.State == Empty || ship.Lives < lives || teams && seen[ship.Team] {
			continue
		}
		seen[ship.Team] = true
		n++
	}
	return n
}
