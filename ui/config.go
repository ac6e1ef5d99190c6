package ui

import (
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/input"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// Config is what an App starts with. The menus propose what it holds and change
// their own copy.
type Config struct {
	Terminal *term.Terminal // nil: the process's own, closed in the end
	Colours  term.Colours   // of the process's own terminal
	Launcher Launcher
	Session  *Session // a match to show instead of the title screen, and nothing after it

	Finder Finder // finds matches to join; nil leaves it to the player to type addresses
	// Fleet returns a Finder of what the fleet at an address plays, or nil if that is another kind of address. It may be nil itself.
	Fleet   func(address string) Finder
	Joining bool // begin with those, over the title

	Daily      func() (Daily, error) // reads the challenge of today, without delay; nil if there is none
	Challenged bool                  // begin with that, over the title

	Newcomer bool // nothing was saved yet: the title offers the lessons until the first match

	Guest bool // came by SSH: the Session's host draws for this player

	Touch bool            // the player has no keyboard, but a pad on a screen that is touched
	Input func(Input)     // is told what the keys are for, when that changes. It must not wait. nil: nobody wants to know
	Feel  func(what Felt) // is told what those who hold a pad are to feel. It must not wait. nil: nothing is felt

	Away time.Duration // without a key, after which the player has to leave; 0 for never

	Problem error // to show first, such as an unreadable file; may be nil

	// Save saves what the player has changed under Settings: only what differs between
	// was and is. Its error is shown. nil saves nothing.
	Save func(was, is Preferences) error

	// Speaker opens the loudspeakers, at a volume of 0 to 100. nil: there are none.
	Speaker func(volume int) Speaker

	Records func() (Records, error)        // reads the records, without delay; nil if there are none
	Career  func() (*career.Career, error) // likewise, the player's own part of them

	Replays Replays // nil: there are none

	Settings Settings
	Pilot    Pilot
	Solo     net.MatchOptions
	Host     HostOptions
	Address  string   // of the match to join
	Arenas   []string // to choose from; nil: those built in
	Themes   string   // folder of the user's own; "" for none
}

// Settings are what a player may set about the screen.
type Settings struct {
	Glyphs        Glyphs
	FewerFlashes  bool
	ReducedMotion bool

	NoDamageNumbers bool // how much hits take is not written where they happen
	NoKillCam       bool // how a death came about is not shown while the player waits

	FrameRate   int    // frames per second, 30 or 60; 0 for auto
	Theme       string // by name; "" is assets.AutoTheme
	ColourBlind bool   // colours that the colour-blind can tell apart
	Keys        input.Bindings
	Mouse       bool // steers the ship
	Sound       Sound
	Volume      int // of loudspeakers, 0 to 100
}

// Preferences are what the Settings form sets.
type Preferences struct {
	Name       string // the pilot's
	ShipColour uint8  // likewise
	Colours    term.Colours
	Settings
}

// Pilot is the player.
type Pilot struct {
	Name          string
	Class, Weapon string // by name; "" takes the default
	Colour        uint8  // of the ship, up to proto.Colours; 0 for any
}

// Launcher starts matches for the menus. Its methods return at once: whatever
// takes time, such as connecting, is the Match's, which is net.Joining until then.
// An error is shown in one line below what the player typed.
type Launcher interface {
	Solo(SoloOptions) (*Session, error)
	Tutorial(Pilot) (*Session, error)
	// Daily starts the challenge of today: as the try that counts, which is used up by that, or for practice.
	Daily(rated bool, p Pilot) (*Session, error)
	Practice(Pilot) (*Session, error)
	Host(HostOptions) (*Session, error)
	Join(JoinOptions) (*Session, error)
}

// SoloOptions is a match against bots.
type SoloOptions struct {
	Pilot Pilot
	Match net.MatchOptions
}

// HostOptions is a match for others to join.
type HostOptions struct {
	Pilot    Pilot
	Match    net.MatchOptions
	Title    string
	Listen   string // address to listen on; "" for none
	Hidden   bool   // not announced on the network: joining takes the address
	Password string // needed to join; "" for none
	Web      string // address to listen on for players who only have a browser; "" for none
}

// JoinOptions is a match hosted elsewhere.
type JoinOptions struct {
	Pilot    Pilot
	Address  string
	Password string // of the match, if it asks for one
}

// Session is a match under way, and how to end the player's part in it.
type Session struct {
	Match Match
	Where string // what is being joined, to be shown until that is done; may be ""
	Close func() // called once, when the App has done with it
	// Drop, if not nil, is called instead of Close when the player did not leave, but
	// the terminal is gone or the context is done.
	Drop func()

	// WithPassword joins the match again, which has asked for a password or found one
	// wrong. nil if no player can be asked.
	WithPassword func(password string) (*Session, error)

	Warning    error          // of something else that the player is to know at once; nil for nothing
	Unrecorded error          // why the match will not be in the records, to be shown once; nil if it will, or if that is expected
	Host       *HostControls  // nil unless the player hosts the match
	Lessons    *Tutorial      // that the match is there for; nil for any other
	Range      *PracticeRange // nil anywhere but on the practice range
	Replay     *Replay        // nil for a match that is played now

	// Own returns what the records say of the player in the match that ended last, and false until they do. It never
	// waits: it is called with each frame while results stand. nil if there are no records.
	Own func() (play.OwnResult, bool)
	// Recorded says in a few words what became of the replay of the match that ended last; "" if nothing has yet. Like Own, it
	// never waits. nil if there are none.
	Recorded func() string
	// Ended is told once of each match that has come to its end, and of what was counted of it. It must not wait. nil where
	// nobody wants to know.
	Ended func(v *net.View, t *game.Tally)
	// Invites returns where browsers may play and what others type to join, as HostControls have it for who hosts. nil where
	// neither is known.
	Invites func() (web string, ways []string)
	// Reel has what is filmed of the match, to be shown again at once; nil for nothing.
	Reel play.Reel
}

// Match is one player's end of a match. *net.Client is one.
type Match interface {
	Frame(now time.Time, in game.Input) *net.View
	Say(text string) error
	Choose(class, weapon, team uint8)
	Ready(on bool)
	// Recolour asks for another colour of the ship, up to proto.Colours; 0 for any.
	Recolour(colour uint8)
	// Vote says which choice of the View's Ballot is wanted, from 1.
	Vote(choice uint8)
	// Pause says whether the player cannot play now. The match pauses meanwhile if no
	// other player is in it, which the View says. It may be called with each Frame.
	Pause(on bool)
}

// Voter is a Match in which players may call votes: one at a host of ours.
type voter interface {
	// CallVote asks for a vote: on kicking a pilot, on what is played next or, of "", on going on, or on another motion.
	CallVote(motion proto.Motion, pilot uint16, what string)
	// CastVote says whether the player is for what the View's Vote is about.
	CastVote(yes bool)
}

// fillIn replaces what was left out by what most players want.
func (c *Config) fillIn() {
	if c.Pilot.Name == "" {
		c.Pilot.Name = "Pilot"
	}
	if c.Settings.Theme == "" {
		c.Settings.Theme = assets.AutoTheme
	}
	if c.Arenas == nil {
		c.Arenas = assets.ArenaNames()
	}
	standard := net.MatchOptions{Bots: 7, Skill: net.AutoSkill, Time: net.UsualTime}
	if c.Solo == (net.MatchOptions{}) {
		c.Solo = standard
	}
	if c.Host.Match == (net.MatchOptions{}) {
		c.Host.Match = standard
		c.Host.Match.Bots, c.Host.Match.Fill, c.Host.Match.Skill = 0, 8, 2
	}
	if c.Host.Title == "" {
		c.Host.Title = c.Pilot.Name + "'s match"
	}
}
