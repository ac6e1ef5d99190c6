package game

// Winner is who has won a match. The zero Winner is a draw.
type Winner struct {
	Decided bool
	Team    uint8 // that has won; 0 where there are no teams
	Slot    uint8 // likewise, of the ship
}

// Includes reports whether a pilot who flies in the slot, for the team, has won.
func (v Winner) Includes(slot, team uint8) bool {
	if v.Team != 0 {
		return v.Decided && v.Team == team
	}
	return v.Decided && v.Slot == slot
}

// leader finds the highest of some ranks.
type leader struct {
	at     int // whose it is
	rank   int64
	any    bool
	shared bool
}

func (l *leader) add(at int, rank int64) {
	switch {
	case !l.any || rank > l.rank:
		*l = leader{at: at, rank: rank, any: true}
	case rank == l.rank:
		l.shared = true
	}
}

func (l *leader) decided() bool { return l.any && !l.shared }

// bestTeam returns the team from 1 to last with the highest score, unless it
// shares it.
func (w *World) bestTeam(last uint8) Winner {
	var l leader
	for team := 1; team <= int(last); team++ {
		l.add(team, int64(w.TeamScores[team]))
	}
	return l.team()
}

// bestShip returns the slot of the ship with the highest score, unless it shares
// it.
func (w *World) bestShip() Winner {
	var l leader
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			l.add(i, int64(ship.Score))
		}
	}
	return l.ship()
}

// bestTeamByKills is bestTeam where of those that share the score the one wins whose
// ships have destroyed the most.
func (w *World) bestTeamByKills(last uint8) Winner {
	var kills [MaxTeams + 1]int64
	for i := range w.Ships {
		kills[w.Ships[i].Team] += int64(w.Ships[i].Kills)
	}
	var l leader
	for team := 1; team <= int(last); team++ {
		l.add(team, int64(w.TeamScores[team])<<32+kills[team])
	}
	return l.team()
}

// bestShipByKills is bestShip likewise.
func (w *World) bestShipByKills() Winner {
	var l leader
	for i := range w.Ships {
		if ship := &w.Ships[i]; ship.State != Empty {
			l.add(i, int64(ship.Score)<<32+int64(ship.Kills))
		}
	}
	return l.ship()
}

func (l *leader) team() Winner {
	if !l.decided() {
		return Winner{}
	}
	return Winner{Decided: true, Team: uint8(l.at)}
}

func (l *leader) ship() Winner {
	if !l.decided() {
		return Winner{}
	}
	return Winner{Decided: true, Slot: uint8(l.at)}
}
