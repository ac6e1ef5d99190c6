package ui

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rivo/tview"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/relay"
	"dogfight/proto"
)

// maxAddress has room for a host name, which DNS limits to 253 characters, and a port.
const maxAddress = 260

// newSoloForm sets up a match against bots.
func newSoloForm(a *app) *form {
	f := newForm(a, "Play against bots", "plays")
	f.ship(&a.conf)
	choose(f, "Bots", botCounts(), &a.conf.Solo.Bots)
	f.match(&a.conf.Solo)
	choose(f, "Lobby", noYes, &a.conf.Solo.Lobby)
	f.submit = a.playBots
	return f.ready()
}

// newHostForm sets up a match that others can join.
func newHostForm(a *app) *form {
	f := newForm(a, "Host a match", "hosts")
	o := &a.conf.Host
	f.text("Title", &o.Title, proto.MaxName)
	f.text("Listen on", &o.Listen, maxAddress)
	f.fill(&o.Match)
	f.match(&o.Match)
	choose(f, "Lobby", noYes, &o.Match.Lobby)
	f.text("Password", &o.Password, proto.MaxPassword)
	if url := a.conf.Settings.List; url != "" || o.Announce != "" {
		shown := cmp.Or(o.Announce, url)
		f.note(choose(f, "Show on Internet", []option[string]{{"", "no"}, {shown, "yes, at " + shown}}, &o.Announce), announceNote)
	}
	if at := cmp.Or(o.Relay, a.conf.Settings.Relay); at != "" {
		f.note(choose(f, "Invite from anywhere", []option[string]{{"", "no"}, {at, "yes, by " + at}}, &o.Relay), inviteNote)
	}
	choose(f, "Show on LAN", yesNo, &o.Hidden)
	choose(f, "In a browser too", webOptions(o.Web), &o.Web)
	f.submit = func() error {
		if o.Title == "" {
			return errors.New("title: must not be empty")
		}
		if err := checkAddress("listen on", o.Listen); err != nil {
			return err
		}
		if o.Password != "" {
			if err := proto.ValidPassword(o.Password); err != nil {
				return err
			}
		}
		return a.launched(a.conf.Launcher.Host(*o, a.conf.Player()))
	}
	return f.ready()
}

// newJoinForm asks for the address of a match, and the player's name and ship.
func newJoinForm(a *app) *form {
	f := newForm(a, "Join a match", "joins")
	name := a.conf.Settings.Name
	f.text("Address", &a.conf.Address, maxAddress)
	f.text("Your name", &name, proto.MaxName)
	f.ship(&a.conf)
	f.apply = func() {
		if clean, err := proto.CleanName(name); err == nil {
			a.conf.Settings.Name = clean
		}
	}
	f.submit = func() error {
		f.apply()
		if err := checkAddress("address", a.conf.Address); err != nil {
			return err
		}
		if _, err := proto.CleanName(name); err != nil {
			return err
		}
		if a.conf.Fleet != nil {
			if finder := a.conf.Fleet(a.conf.Address); finder != nil {
				a.push(newJoinFrom(a, finder, a.conf.Address))
				return nil
			}
		}
		return a.launched(a.conf.Launcher.Join(JoinOptions{Player: a.conf.Player(), Address: a.conf.Address}))
	}
	return f.ready()
}

// checkAddress rejects a text that cannot be an address. Other faults show when it is used.
func checkAddress(field, text string) error {
	if relay.IsInvitation(text) {
		_, err := relay.ParseInvitation(text)
		return err
	}
	if text == "" || strings.ContainsAny(text, " \t") {
		return fmt.Errorf("%s: must be HOST or HOST:PORT, got %q", field, text)
	}
	return nil
}

// asksPassword asks for a password if the match refused the player for want of one, and reports whether it did.
func (a *app) asksPassword(s *Session, err error) bool {
	var refused *net.PasswordError
	if s.WithPassword == nil || !errors.As(err, &refused) {
		return false
	}
	a.closeSession()
	a.pages = nil
	a.push(newPasswordForm(a, s, refused))
	return true
}

// newPasswordForm asks for a password. No page is below it.
func newPasswordForm(a *app, s *Session, refused *net.PasswordError) *form {
	f := newForm(a, "Password needed", "joins")
	password := ""
	f.text("Password", &password, proto.MaxPassword).hide()
	f.show(badColor, refused.Reason)
	f.back = func() {
		if a.conf.Session != nil { // there is no title to return to
			a.quit(refused)
			return
		}
		a.land("", nil)
	}
	f.submit = func() error {
		if err := proto.ValidPassword(password); err != nil {
			return err
		}
		joined, err := s.WithPassword(password)
		if err == nil {
			a.pages = nil
			a.fly(joined)
		}
		return err
	}
	return f.ready()
}

// ship adds the fields of the player's ship. The key c opens the page that compares ships.
func (f *form) ship(c *Config) {
	class := choose(f, "Ship", classOptions(), &c.Class)
	weapon := choose(f, "Weapon", weaponOptions(), &c.Weapon)
	class.compare = func() {
		begin := game.Ship{NextClass: uint8(class.current), NextWeapon: uint8(weapon.current)}
		choose := func(c, w, _ uint8) { class.current, weapon.current = int(c), int(w) }
		f.app.push(newHangar(f.app, "Your ship and weapon", usualSetup(), begin, choose, f.app.pop))
	}
	weapon.compare = class.compare
}

const (
	announceNote = "Everybody sees the match and your address there."
	inviteNote   = "Esc, How others join, has the invitation. The relay cannot read what you play."

	botsNote = "These bots stay, however many players join."
	fillNote = "Bots fill the match up to this many ships, and leave again as players join."
)

// note shows a note below the fields while a field is focused.
func (f *form) note(field tview.FormItem, text string) {
	f.notes[field] = func() string { return text }
}

// fill adds the field of the bots that leave for players.
func (f *form) fill(o *net.MatchOptions) {
	f.note(choose(f, "Ships at least", botCounts(), &o.Fill), fillNote)
}

// match adds the fields of every match but the number of bots.
func (f *form) match(o *net.MatchOptions) {
	choose(f, "Bot skill", skillOptions, &o.Skill)
	f.rules(o)
	choose(f, "Time limit", timeOptions(o.Time), &o.Time)
	choose(f, "Score limit", scoreOptions(o.Score), &o.Score)
}

const (
	maxRotation  = 1000 // characters
	rotationNote = "MODE:ARENA, MODE or :ARENA, with commas between them: played one after the other, over and over."
)

// ruleFields are the fields of a mode, with its teams and arena, or of a rotation.
type ruleFields struct {
	*form
	modes             []game.Mode // the option after them is the rotation
	mode, teams, fire *choice
	arena             *choice
	rotation          *textField

	sides    []int                  // the options of teams; 0 for the usual number
	places   []string               // the options of arena; "" for all in turn
	arenas   []option[string]       // all of them
	folder   string                 // of the user's own
	fromFile map[string]*game.Arena // read so far; nil for one that cannot be read
}

// rules adds the fields of the mode or rotation.
func (f *form) rules(o *net.MatchOptions) {
	p := &ruleFields{form: f, modes: game.Modes(), arenas: arenaOptions(f.app.conf.Arenas, o.Arena), folder: o.ArenaFolder, fromFile: map[string]*game.Arena{}}
	p.mode = newChoice("Mode", append(optionsOf(nil, game.Mode.Name, p.modes...), option[game.Mode]{game.Mode(len(p.modes)), "rotation"}), o.Mode)
	f.add(p.mode)
	rotation := string(o.Rotation)
	if rotation == "" {
		rotation = strings.ReplaceAll(net.ModeNames(), " ", "")
	} else {
		p.mode.current = len(p.modes)
	}
	p.rotation = newTextField("Rotation", rotation, maxRotation)
	p.teams = newChoice("Teams", []option[int]{{}}, 0)
	p.fire = newChoice("Friendly fire", noYes, o.FriendlyFire)
	p.arena = newChoice("Arena", arenaOptions(nil, ""), "")
	p.mode.changed, p.teams.changed = p.update, p.update
	f.notes[p.mode], f.notes[p.rotation] = p.summary, p.summary
	p.offerTeams(o.Teams)
	p.offerArenas(o.Arena)
	p.showFields()
	f.stores = append(f.stores, func() { p.store(o) })
}

// byRotation reports whether a rotation is chosen instead of a mode.
func (p *ruleFields) byRotation() bool { return p.mode.current == len(p.modes) }

// chosen returns the mode, or the default one for a rotation.
func (p *ruleFields) chosen() game.Mode { return p.modes[p.mode.current%len(p.modes)] }

func (p *ruleFields) summary() string {
	if p.byRotation() {
		return rotationNote
	}
	return p.chosen().Summary()
}

// update offers the teams and arenas of the mode. It keeps the chosen ones if the mode has them.
func (p *ruleFields) update() {
	p.offerTeams(p.sides[p.teams.current])
	p.offerArenas(p.places[p.arena.current])
	p.showFields()
}

// offerTeams offers the numbers of teams that the mode can have.
func (p *ruleFields) offerTeams(chosen int) {
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
func (p *ruleFields) offerArenas(chosen string) {
	p.places, p.arena.options, p.arena.current = nil, nil, 0
	for _, o := range p.arenas {
		if !p.playable(o.value) {
			continue
		}
		if o.value == chosen {
			p.arena.current = len(p.places)
		}
		p.places, p.arena.options = append(p.places, o.value), append(p.arena.options, o.name)
	}
}

// playable reports whether the mode can be played in an arena. An arena that cannot be read is offered too: the
// error shows once it is chosen.
func (p *ruleFields) playable(name string) bool {
	if name == "" {
		return true
	}
	arena, known := p.fromFile[name]
	if !known {
		arena, _ = assets.ArenaIn(p.folder, name)
		p.fromFile[name] = arena
	}
	return arena == nil || p.chosen().Plays(arena, p.sides[p.teams.current]) == nil
}

// teamPlay reports whether ships have teams.
func (p *ruleFields) teamPlay() bool {
	fewest, _ := p.chosen().Sides()
	return max(fewest, p.sides[p.teams.current]) > 0
}

// showFields shows the fields of the mode below it.
func (p *ruleFields) showFields() {
	var shown []tview.FormItem
	if p.byRotation() {
		shown = append(shown, p.rotation, p.fire)
	} else {
		if len(p.sides) > 1 {
			shown = append(shown, p.teams)
		}
		if p.teamPlay() {
			shown = append(shown, p.fire)
		}
		shown = append(shown, p.arena)
	}
	p.showBelow(p.mode, []tview.FormItem{p.rotation, p.teams, p.fire, p.arena}, shown)
}

// store sets the options of the shown fields, and friendly fire.
func (p *ruleFields) store(o *net.MatchOptions) {
	fewest, _ := p.chosen().Sides()
	sides := p.sides[p.teams.current]
	o.FriendlyFire = (p.byRotation() || p.teamPlay()) && noYes[p.fire.current].value
	if o.Rotation = ""; p.byRotation() {
		o.Rotation = net.Rotation(p.rotation.text())
		return
	}
	o.Mode, o.Arena = p.chosen(), p.places[p.arena.current]
	if len(p.sides) > 1 && (sides > 0 || o.Teams > fewest) {
		o.Teams = sides
	}
}
