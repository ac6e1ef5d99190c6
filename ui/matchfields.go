package ui

import (
	"strconv"
	"strings"

	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
)

// match adds the fields that matches of all kinds have, and returns what reads
// them. The number of bots is asked for only where bots make the match.
func (f *form) match(a *app, o net.MatchOptions, withBots bool) (read func(*net.MatchOptions)) {
	bots := func() int { return o.Bots }
	if withBots {
		bots = choose(f, "Bots", countOptions(0, maxBots()), o.Bots)
	}
	skill := choose(f, "Bot skill", skillOptions(), o.Skill)
	played := f.played(a, o)
	limit := choose(f, "Time limit", timeOptions(o.Time), o.Time)
	score := choose(f, "Score limit", scoreOptions(o.Score), o.Score)
	return func(o *net.MatchOptions) {
		o.Bots, o.Skill = bots(), skill()
		o.Time, o.Score = limit(), score()
		played(o)
	}
}

const (
	maxRotation  = 1000 // characters that are typed
	rotationNote = "MODE:ARENA, MODE or :ARENA, with commas between them: played one after the other, over and over."
)

// playedFields are the fields of what is played: a mode and what there is to choose of it, or a rotation.
type playedFields struct {
	*form
	modes             []game.Mode // the choice after them is the rotation
	mode, teams, fire *choice
	arena             *choice
	rotation          *textField

	sides  []int                  // the choices of teams; 0 for as many as are usual
	places []string               // the choices of the arena; "" for all in turn
	all    []option[string]       // arenas
	folder string                 // of the user's own
	arenas map[string]*game.Arena // those that were read; nil for one that cannot be
}

// played adds the fields of what is played, and returns what reads them.
func (f *form) played(a *app, o net.MatchOptions) (read func(*net.MatchOptions)) {
	p := &playedFields{form: f, modes: game.Modes(), all: arenaOptions(a.conf.Arenas, o.Arena), folder: o.ArenaFolder, arenas: map[string]*game.Arena{}}
	p.mode = addChoice(f, "Mode", append(modeOptions(), option[game.Mode]{game.Mode(len(p.modes)), "rotation"}), o.Mode)
	rotation := string(o.Rotation)
	if rotation == "" {
		rotation = strings.ReplaceAll(net.ModeNames(), " ", "")
	} else {
		p.mode.current = len(p.modes)
	}
	p.rotation = newTextField("Rotation", rotation, maxRotation)
	p.rotation.note = rotationNote
	p.teams = newChoice("Teams", []option[int]{{}}, 0)
	p.fire = newChoice("Friendly fire", noYes(), o.FriendlyFire)
	p.arena = newChoice("Arena", arenaOptions(nil, ""), "")
	p.mode.note, p.mode.changed, p.teams.changed = p.summary, p.offer, p.offer
	p.offerTeams(o.Teams)
	p.offerArenas(o.Arena)
	p.show()
	return p.read
}

// byRotation reports whether there is a rotation instead of a mode.
func (p *playedFields) byRotation() bool { return p.mode.current == len(p.modes) }

// chosen returns the mode, which is the usual one if there is a rotation.
func (p *playedFields) chosen() game.Mode { return p.modes[p.mode.current%len(p.modes)] }

// summary says what the mode is about.
func (p *playedFields) summary() string {
	if p.byRotation() {
		return rotationNote
	}
	return p.chosen().Summary()
}

// offer offers what goes with the mode, and keeps what was chosen as far as it does.
func (p *playedFields) offer() {
	p.offerTeams(p.sides[p.teams.current])
	p.offerArenas(p.places[p.arena.current])
	p.show()
}

// offerTeams offers the numbers of teams that the mode can have.
func (p *playedFields) offerTeams(chosen int) {
	fewest, most := p.chosen().Sides()
	p.sides, p.teams.options, p.teams.current = []int{0}, []string{strconv.Itoa(fewest)}, 0
	if fewest == 0 {
		p.teams.options[0] = "none"
	}
	for n := max(fewest+1, 2); n <= most; n++ {
		if n == chosen {
			p.teams.current = len(p.sides)
		}
		p.sides, p.teams.options = append(p.sides, n), append(p.teams.options, strconv.Itoa(n))
	}
}

// offerArenas offers the arenas that the mode can be played in.
func (p *playedFields) offerArenas(chosen string) {
	p.places, p.arena.options, p.arena.current = nil, nil, 0
	for _, o := range p.all {
		if !p.playable(o.value) {
			continue
		}
		if o.value == chosen {
			p.arena.current = len(p.places)
		}
		p.places, p.arena.options = append(p.places, o.value), append(p.arena.options, o.name)
	}
}

// playable reports whether the mode can be played in an arena. One that cannot be read is offered all the same: to choose it tells why.
func (p *playedFields) playable(name string) bool {
	if name == "" {
		return true
	}
	arena, known := p.arenas[name]
	if !known {
		arena, _ = assets.ArenaIn(p.folder, name)
		p.arenas[name] = arena
	}
	return arena == nil || p.chosen().Plays(arena, p.sides[p.teams.current]) == nil
}

// show shows the fields that go with the mode, below it.
func (p *playedFields) show() {
	some, shown := []tview.FormItem{p.rotation, p.teams, p.fire, p.arena}, []tview.FormItem{}
	switch fewest, _ := p.chosen().Sides(); {
	case p.byRotation():
		shown = append(shown, p.rotation, p.fire)
	case len(p.sides) > 1 && max(fewest, p.sides[p.teams.current]) > 0:
		shown = append(shown, p.teams, p.fire, p.arena)
	case len(p.sides) > 1:
		shown = append(shown, p.teams, p.arena)
	case fewest > 0:
		shown = append(shown, p.fire, p.arena)
	default:
		shown = append(shown, p.arena)
	}
	p.showBelow(p.mode, some, shown)
}

// read takes over what the fields say. What is not shown stays as it was, but for friendly fire.
func (p *playedFields) read(o *net.MatchOptions) {
	fewest, _ := p.chosen().Sides()
	sides := p.sides[p.teams.current]
	o.FriendlyFire = (p.byRotation() || max(fewest, sides) > 0) && noYes()[p.fire.current].value
	if o.Rotation = ""; p.byRotation() {
		o.Rotation = net.Rotation(p.rotation.text())
		return
	}
	o.Mode, o.Arena = p.chosen(), p.places[p.arena.current]
	if len(p.sides) > 1 && (sides > 0 || o.Teams > fewest) {
		o.Teams = sides
	}
}
