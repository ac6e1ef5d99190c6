package game

// hurt hits the victim, which loses HP and may be destroyed, unless something
// blocks the hit. by is the slot that did it, weapon its weapon or BlastWeapon,
// from the origin of the hit.
func (w *World) hurt(s *Setup, victim, by int, weapon, damage uint8, from Point, events *Events) {
	ship := &w.Ships[victim]
	ev := Event{Kind: EventHit, Slot: uint8(victim), By: uint8(by), What: weapon,
		HP: min(damage, ship.HP), X: ship.X, Y: ship.Y, FromX: from.X, FromY: from.Y}
	if armour := s.Mode.rules().armour; armour != nil && armour(w, s, victim) || ship.blocks() {
		ev.Kind, ev.HP = EventBlock, 0
		events.add(ev)
		return
	}
	if hit := s.Mode.rules().hit; hit != nil {
		ev.HP = 0
		events.add(ev)
		hit(w, victim, damage)
		return
	}
	w.wound(s, ev, damage, events)
}

// wound takes the HP of an EventHit that was not blocked.
func (w *World) wound(s *Setup, ev Event, damage uint8, events *Events) {
	victim, by := int(ev.Slot), int(ev.By)
	ship := &w.Ships[victim]
	if by != victim {
		ship.remember(uint8(by))
	}
	events.add(ev)
	if damage < ship.HP {
		ship.HP -= damage
		return
	}
	ev.Kind, ev.HP = EventKill, w.Ships[by].HP
	events.add(ev)
	r := s.Mode.rules()
	book := r.book
	if book == nil {
		book = (*World).book
	}
	book(w, s, victim, by)
	ship.explode()
	if r.kill != nil {
		r.kill(w, s, victim, by, events)
	}
}

// blocks reports whether the ship blocks a hit. It wears the shield.
func (ship *Ship) blocks() bool {
	if ship.Protect > 0 {
		return true
	}
	if ship.Hits == 0 {
		return false
	}
	if ship.Hits--; ship.Hits == 0 {
		ship.Shield = 0
	}
	return true
}

// remember stores an attacker for the assist, in place of the one that expires
// first.
func (ship *Ship) remember(by uint8) {
	oldest := &ship.Attackers[0]
	for i := range ship.Attackers {
		a := &ship.Attackers[i]
		if a.Left > 0 && a.Slot == by {
			oldest = a
			break
		}
		if a.Left < oldest.Left {
			oldest = a
		}
	}
	*oldest = Attacker{Slot: by, Left: assistWindow}
}

// book counts the death of the victim: a kill for a foe, an own goal for the victim
// or a team-mate, assists for the other attackers.
func (w *World) book(s *Setup, victim, by int) {
	ship, killer := &w.Ships[victim], &w.Ships[by]
	ship.Deaths++
	if by == victim || !s.Foes(killer, ship) {
		w.award(s, by, ownGoalScore)
	} else {
		killer.Kills++
		w.award(s, by, killScore)
	}
	for _, a := range ship.Attackers {
		helper := &w.Ships[a.Slot]
		if a.Left == 0 || int(a.Slot) == by || helper.State == Empty || !s.Foes(helper, ship) {
			continue
		}
		helper.Assists++
		w.award(s, int(a.Slot), assistScore)
	}
}

// award gives points to a ship and to its team, unless the mode scores these by
// itself.
func (w *World) award(s *Setup, slot int, points int32) {
	if s.Mode.rules().unscored {
		return
	}
	ship := &w.Ships[slot]
	ship.Score += points
	if ship.Team > 0 && !s.Mode.rules().personal {
		w.TeamScores[ship.Team] += points
	}
}

// explode takes the ship out of space. Its choices, scores and place stay.
func (ship *Ship) explode() {
	*ship = Ship{
		State: Dead, Team: ship.Team, X: ship.X, Y: ship.Y,
		Input: ship.Input, Facing: ship.Facing,
		Class: ship.Class, Weapon: ship.Weapon,
		NextClass: ship.NextClass, NextWeapon: ship.NextWeapon,
		Respawn: respawnTime, Live: ship.Live,
		Lives: ship.Lives, Wins: ship.Wins,
		Score: ship.Score, Kills: ship.Kills, Deaths: ship.Deaths, Assists: ship.Assists,
	}
}
