package game

// Rounds is where a match that is played in rounds stands. A round is in play while
// Began is set; otherwise the next one is about to begin while Pause is set, and waits
// for a second side to fight while it is not.
type Rounds struct {
	Number uint8  // of the last round that began, from 1
	Began  Tick   // when the round in play did
	Pause  uint16 // until the next one begins
}

func (r *Rounds) hash(h *hash) {
	h.add(uint64(r.Began)<<32 | uint64(r.Number)<<16 | uint64(r.Pause))
}

// A mode that is played in rounds sets these hooks to those of its roundRules: start,
// tick, enters, kill and over. A ship has Lives for a round; one without is out until the
// next. The last side with a ship that is in has won the round, which gives one point to
// each of its ships, and to the team. Kills, barrels and orbs give none (rules.unscored).
type roundRules struct {
	lives uint8                         // of each ship in a round
	begin func(w *World, s *Setup)      // has its say when a round begins, before ships enter; or nil
	play  func(*World, *Setup, *Events) // has its say in each tick of a round; or nil
	end   func(w *World, s *Setup)      // has its say when a round was won or drawn; or nil
}

// start has the first round begin soon, for those who join meanwhile.
func (r *roundRules) start(w *World, s *Setup) { w.Rounds.Pause = roundCall }

// tick moves the rounds on by a tick.
func (r *roundRules) tick(w *World, s *Setup, events *Events) {
	switch at := &w.Rounds; {
	case at.Began != 0:
		if r.play != nil {
			r.play(w, s, events)
		}
		if w.sidesIn(s) < 2 {
			w.endRound(s, r, events)
		}
	case at.Pause > 1:
		at.Pause--
	case at.Pause == 1 && w.sides(s) > 1:
		w.beginRound(s, r, events)
	case at.Pause == 1:
		at.Pause = 0
	case w.sides(s) > 1:
		at.Pause = roundCall
	}
	w.keepOut(s)
}

// enters reports whether the ship has a life for this round, or is there for nothing but
// to wait for others.
func (r *roundRules) enters(w *World, s *Setup, slot int) bool { return w.entersRound(s, slot) }

func (w *World) entersRound(s *Setup, slot int) bool {
	at := &w.Rounds
	return w.Ships[slot].Lives > 0 || at.Began == 0 && at.Pause == 0 && w.sides(s) < 2
}

// kill takes a life.
func (r *roundRules) kill(w *World, s *Setup, victim, by int, events *Events) {
	ship := &w.Ships[victim]
	if w.Rounds.Began == 0 || ship.Lives == 0 {
		return
	}
	if ship.Lives--; ship.Lives == 0 {
		events.add(Event{Kind: EventOut, Slot: uint8(victim), By: uint8(by), X: ship.X, Y: ship.Y})
	}
}

// over reports whether all rounds were played.
func (r *roundRules) over(w *World, s *Setup) bool {
	return w.Rounds.Began == 0 && int(w.Rounds.Number) >= s.MostRounds()
}

// winner is who has won the most rounds and, of those, destroyed the most.
func (r *roundRules) winner(w *World, s *Setup) Winner {
	if teams := uint8(s.Teams()); teams > 0 {
		return w.bestTeamByKills(teams)
	}
	return w.bestShipByKills()
}

// MostRounds returns how many rounds a match has at most: so many that one side must win
// as many as the score limit is, unless rounds are drawn.
func (s *Setup) MostRounds() int {
	if s.ScoreLimit <= 0 {
		return usualRounds
	}
	return int(2*min(s.ScoreLimit, (maxRounds+1)/2) - 1)
}

// beginRound sets everything anew, and has all ships enter.
func (w *World) beginRound(s *Setup, r *roundRules, events *Events) {
	at := &w.Rounds
	at.Number, at.Began, at.Pause = at.Number+1, w.Tick, 0
	w.Shots = [MaxShips][MaxShots]Shot{}
	w.Barrels, w.Items = [MaxBarrels]Barrel{}, [MaxItems]Item{}
	w.placeBarrels(s)
	w.stockPads(s)
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			ship.explode()
			ship.Respawn, ship.Live, ship.Lives = 0, 0, r.lives
		}
	}
	if r.begin != nil {
		r.begin(w, s)
	}
	events.add(Event{Kind: EventRound, What: at.Number})
	w.muster(s, events)
}

// muster has all ships enter space in an order of chance: each looks for a place far from
// those that are there, so that to be the first or the last is no gain of a slot's.
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

// endRound gives the point of the round to the last side that is in, if there is one.
func (w *World) endRound(s *Setup, r *roundRules, events *Events) {
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
	if r.end != nil {
		r.end(w, s)
	}
	w.Rounds.Began, w.Rounds.Pause = 0, roundPause
	events.add(won)
}

// creditRound gives a point to a ship or, where there are teams, to a team and its ships.
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

// keepOut has the ships wait that do not enter in this round: what their pilots hold does
// not matter.
func (w *World) keepOut(s *Setup) {
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State == Dead && !w.entersRound(s, i) {
			ship.Respawn = max(ship.Respawn, 2)
		}
	}
}

// sides returns how many sides have a ship in the match, and sidesIn how many have one
// that is in the round.
func (w *World) sides(s *Setup) int   { return w.countSides(s, 0) }
func (w *World) sidesIn(s *Setup) int { return w.countSides(s, 1) }

// countSides counts the sides, teams or else ships, that have a ship with so many lives.
func (w *World) countSides(s *Setup, lives uint8) (n int) {
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
