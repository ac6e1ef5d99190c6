package game

// hurt takes damage from the victim, unless something keeps it off, and
// destroys a ship that has no HP left. By is the slot that did it, what the
// weapon or BlastWeapon, and from where it came.
func (w *World) hurt(s *Setup, victim, by int, what, damage uint8, from Point, events *Events) {
	ship := &w.Ships[victim]
	ev := Event{Kind: EventHit, Slot: uint8(victim), By: uint8(by), What: what,
		HP: min(damage, ship.HP), X: ship.X, Y: ship.Y, FromX: from.X, FromY: from.Y}
	if ship.blocks() {
		ev.Kind, ev.HP = EventBlock, 0
		events.add(ev)
		return
	}
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
	w.score(s, victim, by)
	ship.explode()
	if kill := s.Mode.rules().kill; kill != nil {
		kill(w, s, victim, by)
	}
}

// blocks reports whether a hit does nothing, and wears the shield.
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

// remember notes an attacker for the assist, in place of the one that would
// be forgotten first.
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

// score books the death of the victim: a kill for an enemy, an own goal for
// the victim or a team-mate, assists for the other attackers.
func (w *World) score(s *Setup, victim, by int) {
	ship, killer := &w.Ships[victim], &w.Ships[by]
	ship.Deaths++
	if by == victim || !s.Mode.Foes(killer, ship) {
		w.award(by, ownGoalScore)
	} else {
		killer.Kills++
		w.award(by, killScore)
	}
	for _, a := range ship.Attackers {
		helper := &w.Ships[a.Slot]
		if a.Left == 0 || int(a.Slot) == by || helper.State == Empty || !s.Mode.Foes(helper, ship) {
			continue
		}
		helper.Assists++
		w.award(int(a.Slot), assistScore)
	}
}

// award adds points to a ship and its team.
func (w *World) award(slot int, points int32) {
	ship := &w.Ships[slot]
	ship.Score += points
	if ship.Team > 0 {
		w.TeamScores[ship.Team] += points
	}
}

// explode takes the ship out of space. What it was and scored stays, and so
// does its place, for those who watch.
func (ship *Ship) explode() {
	*ship = Ship{
		State: Dead, Team: ship.Team, X: ship.X, Y: ship.Y,
		Input: ship.Input, Facing: ship.Facing,
		Class: ship.Class, Weapon: ship.Weapon,
		NextClass: ship.NextClass, NextWeapon: ship.NextWeapon,
		Respawn: respawnTime, Live: ship.Live,
		Score: ship.Score, Kills: ship.Kills, Deaths: ship.Deaths, Assists: ship.Assists,
	}
}
