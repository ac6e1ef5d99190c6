package ui

import (
	"errors"
	"fmt"
	"strings"

	"dogfight/game"
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
