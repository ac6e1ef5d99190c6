package ui

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
)

// maxAddress is room for any host name, which DNS limits to 253, and a port.
const maxAddress = 260

// newSoloForm sets up a match against bots.
func newSoloForm(a *app) *form {
	f := newForm(a, "Play against bots", "plays")
	ship := f.ship(a, a.conf.Pilot)
	match := f.match(a, a.conf.Solo, true)
	lobby := choose(f, "Lobby", noYes(), a.conf.Solo.Lobby)
	f.keep = func() {
		ship(&a.conf.Pilot)
		match(&a.conf.Solo)
		a.conf.Solo.Lobby = lobby()
	}
	f.submit = func() error {
		f.keep()
		return a.launched(a.conf.Launcher.Solo(SoloOptions{Pilot: a.conf.Pilot, Match: a.conf.Solo}))
	}
	return f.ready()
}

// newHostForm sets up a match that others can join.
func newHostForm(a *app) *form {
	f := newForm(a, "Host a match", "hosts")
	o := &a.conf.Host
	title := f.text("Title", o.Title, proto.MaxName)
	listen := f.text("Listen on", o.Listen, maxAddress)
	fill := choose(f, "Fill with bots up to", countOptions(0, maxBots()), o.Match.Fill)
	match := f.match(a, o.Match, false)
	lobby := choose(f, "Lobby", noYes(), o.Match.Lobby)
	password := f.text("Password", o.Password, proto.MaxPassword)
	hidden := choose(f, "Show on LAN", []option[bool]{{false, "yes"}, {true, "no"}}, o.Hidden)
	web := choose(f, "In a browser too", webOptions(o.Web), o.Web)
	f.keep = func() {
		match(&o.Match)
		o.Hidden, o.Web = hidden(), web()
		o.Title, o.Listen, o.Password = title(), listen(), password()
		o.Match.Fill, o.Match.Lobby = fill(), lobby()
	}
	f.submit = func() error {
		f.keep()
		if o.Title == "" {
			return errors.New("title: must not be empty")
		}
		if err := address("listen on", o.Listen); err != nil {
			return err
		}
		if o.Password != "" {
			if err := proto.ValidPassword(o.Password); err != nil {
				return err
			}
		}
		o.Pilot = a.conf.Pilot
		return a.launched(a.conf.Launcher.Host(*o))
	}
	return f.ready()
}

// newJoinForm asks for a match's address, and the player's name and ship.
func newJoinForm(a *app) *form {
	f := newForm(a, "Join a match", "joins")
	where := f.text("Address", a.conf.Address, maxAddress)
	name := f.text("Your name", a.conf.Pilot.Name, proto.MaxName)
	ship := f.ship(a, a.conf.Pilot)
	f.keep = func() {
		ship(&a.conf.Pilot)
		a.conf.Address = where()
		if clean, err := proto.CleanName(name()); err == nil {
			a.conf.Pilot.Name = clean
		}
	}
	f.submit = func() error {
		f.keep()
		if err := address("address", a.conf.Address); err != nil {
			return err
		}
		if _, err := proto.CleanName(name()); err != nil {
			return err
		}
		if a.conf.Fleet != nil {
			if finder := a.conf.Fleet(a.conf.Address); finder != nil {
				a.push(newJoinFrom(a, finder, a.conf.Address))
				return nil
			}
		}
		return a.launched(a.conf.Launcher.Join(JoinOptions{Pilot: a.conf.Pilot, Address: a.conf.Address}))
	}
	return f.ready()
}

// ship adds the fields of the own ship, and returns what reads them. A key leads
// from them to the page on which ships are compared.
func (f *form) ship(a *app, p Pilot) (read func(*Pilot)) {
	classes, weapons := classOptions(), weaponOptions()
	class, weapon := addChoice(f, "Ship", classes, p.Class), addChoice(f, "Weapon", weapons, p.Weapon)
	compare := func() {
		begin := game.Ship{NextClass: uint8(class.current), NextWeapon: uint8(weapon.current)}
		keep := func(c, w, _ uint8) { class.current, weapon.current = int(c), int(w) }
		a.push(newHangar(a, "Your ship and weapon", usualSetup(), begin, keep, a.pop))
	}
	class.compare, weapon.compare = compare, compare
	return func(p *Pilot) { p.Class, p.Weapon = classes[class.current].value, weapons[weapon.current].value }
}

// address rejects what is obviously no address. The rest shows when it is used.
func address(what, text string) error {
	if text == "" || strings.ContainsAny(text, " \t") {
		return fmt.Errorf("%s: must be HOST or HOST:PORT, got %q", what, text)
	}
	return nil
}

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

// asksPassword asks for the password of a match that wants one, or another, and
// reports whether that is so.
func (a *app) asksPassword(s *Session, err error) bool {
	var wants *net.PasswordError
	if s.WithPassword == nil || !errors.As(err, &wants) {
		return false
	}
	a.closeSession()
	a.pages = nil
	a.push(newPasswordForm(a, s, wants))
	return true
}

// newPasswordForm asks for a password. Nothing lies below it.
func newPasswordForm(a *app, s *Session, wants *net.PasswordError) *form {
	f := newForm(a, "Password needed", "joins")
	password := f.text("Password", "", proto.MaxPassword)
	f.hide()
	f.say(badColor, wants.Reason)
	f.back = func() {
		if a.conf.Session != nil { // there is no title to go back to
			a.quit(wants)
			return
		}
		a.land("", nil)
	}
	f.submit = func() error {
		if err := proto.ValidPassword(password()); err != nil {
			return err
		}
		again, err := s.WithPassword(password())
		if err == nil {
			a.pages = nil
			a.fly(again)
		}
		return err
	}
	return f.ready()
}
