package cli

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/internal/replays"
	"dogfight/internal/server"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/ui"
)

// launcher is the ui's Launcher. Every session is a client with a link to a host, which may be in this process.
type launcher struct {
	dirs     config.Dirs
	password string // for matches that are joined, unless the player types another
	spectate bool   // join without a ship
	archive  *replays.Archive
}

// Solo hosts a match that only this process can join, and joins it.
func (l launcher) Solo(o net.MatchOptions, p ui.Player) (*ui.Session, error) {
	host := ui.Hosting{Match: o, HostOptions: net.HostOptions{Title: "Against bots"}}
	return hostAndJoin(server.Options{Dirs: l.dirs, Hosting: host, RecentMatches: recentMatches(l.dirs), Archive: l.archive}, p)
}

// recentMatches returns the player's latest matches against bots, or nil if the records cannot be read, which is reported when the match
// begins.
func recentMatches(dirs config.Dirs) (past []bot.PastMatch) {
	matches, _ := records.ReadLastSolo(dirs.Records(), dirs.Identities(), bot.Considered)
	for _, m := range slices.Backward(matches) {
		past = append(past, bot.PastMatch{Rank: m.Place, Ships: m.Ships, Level: bot.Level(math.Round(m.Skill * bot.Tenths))})
	}
	return past
}

// Host hosts a match and joins it. Others can join if it has an address.
func (l launcher) Host(o ui.Hosting, p ui.Player) (*ui.Session, error) {
	return hostAndJoin(server.Options{Dirs: l.dirs, Hosting: o, Archive: l.archive}, p)
}

// hostAndJoin hosts a match and joins it, with the host's controls.
func hostAndJoin(o server.Options, p ui.Player) (*ui.Session, error) {
	s, err := server.Start(o, nil)
	if err != nil {
		return nil, err
	}
	session := s.Join(p)
	session.Host = s.Controls()
	if p.Two {
		session.Second = s.JoinBeside(p)
	}
	return session, nil
}

// Tutorial hosts a match without an end, with the bots of the lessons, and joins it. It has one ship and one gun, as the lessons say.
func (l launcher) Tutorial(p ui.Player) (*ui.Session, error) {
	setup := &game.Setup{Arena: assets.TutorialArena(), Classes: assets.Classes()[:1], Weapons: assets.Weapons()[:1]}
	match := net.FixedMatch(setup, net.MatchOptions{Skill: 1}, rand.Uint64())
	match.Peaceful = true
	s := server.StartFor(l.dirs, net.HostConfig{HostOptions: net.HostOptions{Title: "Learning to fly"}, BotNames: []string{"Target"}}, match, nil)
	session := s.Join(ui.Player{Name: p.Name})
	session.Lessons = ui.NewTutorial(s.SetBots)
	return session, nil
}

// Practice hosts the practice range, which has no end and targets that do not fire, and joins it.
func (l launcher) Practice(p ui.Player) (*ui.Session, error) {
	setup := &game.Setup{Arena: assets.RangeArena(), Classes: assets.Classes(), Weapons: assets.Weapons()}
	targets := rangeBots(setup)
	match := net.FixedMatch(setup, net.MatchOptions{Bots: len(targets), Skill: droneSkill}, rand.Uint64())
	match.Scenario = &net.Scenario{Seed: rand.Uint64(), Bots: targets, Instant: true}
	session := server.StartFor(l.dirs, net.HostConfig{HostOptions: net.HostOptions{Title: "Practice range"}, BotNames: assets.PilotNames()}, match, nil).Join(p)
	session.Range = &ui.PracticeRange{}
	return session, nil
}

const (
	drones     = 3 // on the range
	droneSkill = 2
)

// rangeBots returns the bots of the practice range: a target and a circler for each place, and drones.
func rangeBots(s *game.Setup) (bots []net.BotSpec) {
	add := func(name string, duty bot.Duty, n int) {
		for i := range n {
			bots = append(bots, net.BotSpec{
				Name: fmt.Sprintf("%s %d", name, i+1), Duty: duty, Skill: droneSkill, Seed: rand.Uint64(),
				Class: uint8(i % len(s.PilotClasses())), Weapon: uint8(i % len(s.PilotWeapons())),
			})
		}
	}
	add("Target", bot.Target, len(s.Arena.TeamSpawns[1]))
	add("Circler", bot.Circler, len(s.Arena.TeamSpawns[2]))
	add("Drone", bot.Drone, drones)
	return bots
}

// Join joins a match that others host.
func (l launcher) Join(o ui.JoinOptions) (*ui.Session, error) {
	o.Password = cmp.Or(o.Password, l.password)
	return session.Join(l.dirs, o, l.spectate, l.archive)
}
