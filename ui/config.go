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

// Config is the start of an App. The menus change their own copy of it.
type Config struct {
	Terminal *term.Terminal // nil: the process's own, which Run closes
	Launcher Launcher
	Session  *Session // a match to show instead of the title screen; its end ends Run

	Finder Finder // finds matches to join; nil: the player types addresses
	// Fleet returns a Finder of the matches of the fleet at an address, or nil for another kind of address. It may be nil.
	Fleet func(address string) Finder
	// List returns a Finder of the matches of the public list at a URL. nil: there are no lists.
	List     func(url string) Finder
	Joining  bool // show the page for joining first, over the title
	FromList bool // that page begins with the public list

	Daily      func() (Daily, error) // reads today's challenge without delay; nil: there is none
	Challenged bool                  // show its page first, over the title

	Newcomer bool // no settings were saved yet: the title offers the lessons until the first match

	Guest bool // a player by SSH: the host draws for them

	Touch bool            // the player has a pad on a touch screen instead of a keyboard
	Input func(Input)     // receives the use of the keys when it changes; must not block; may be nil
	Feel  func(what Felt) // receives events that a pad makes felt; must not block; may be nil

	Away time.Duration // without a key, after which the player is removed; 0 for never

	Problem error // to show first, such as an unreadable file; may be nil

	// Save saves the differences between was and is. Its error is shown. nil saves nothing.
	Save func(was, is input.Settings) error

	// Speaker opens the loudspeakers at a volume of 0 to 100. nil: there are none.
	Speaker func(volume int) Speaker

	Records func() (Records, error)        // reads the records without delay; nil: there are none
	Career  func() (*career.Career, error) // likewise, of the player

	Replays Replays // nil: there are none

	Settings      input.Settings // Colours are those of the process's own terminal
	Class, Weapon string         // of the player's ship, by name; "" is the default
	Solo          net.MatchOptions
	Host          Hosting
	Address       string   // of the match to join
	Arenas        []string // to choose from; nil: the built-in ones
	Themes        string   // folder of the user's own; or ""
}

// Player returns the player for the Launcher.
func (c *Config) Player() Player {
	return Player{Name: c.Settings.Name, Class: c.Class, Weapon: c.Weapon, Colour: c.Settings.ShipColour}
}

// Player is the player in a match.
type Player struct {
	Name          string
	Class, Weapon string // by name; "" is the default
	Colour        uint8  // of the ship, up to proto.Colours; 0 for any
	Two           bool   // a second pilot shares the keyboard; against bots only
}

// Launcher starts matches for the menus. Its methods return at once; the Match is net.Joining as long as it connects.
// The page shows an error in one line.
type Launcher interface {
	Solo(net.MatchOptions, Player) (*Session, error) // against bots
	Tutorial(Player) (*Session, error)
	// Daily starts today's challenge: the try that counts, which it uses up, or practice.
	Daily(rated bool, p Player) (*Session, error)
	Practice(Player) (*Session, error)
	Host(Hosting, Player) (*Session, error)
	Join(JoinOptions) (*Session, error)
}

// Hosting is a match for others to join, and where they join it.
type Hosting struct {
	Match net.MatchOptions
	net.HostOptions
	Listen string // address for clients; "" for none
	Hidden bool   // not announced on the network: joining takes the address
	Web    string // address for players with only a browser; "" for none

	Announce string // URL of a public list that shows the match; "" for none

	Relay      string // address of a relay, by an invitation at which others join from anywhere; "" for none
	InviteOnce bool   // the invitation is for one guest

	InviteNoWeb bool // no browser plays by the invitation
}

// UsualMatch is the match that Enter on the title starts.
var UsualMatch = net.MatchOptions{Bots: 7, Skill: net.AutoSkill, Time: net.UsualTime}

// UsualHosting is the match that the form offers at first. It has no address yet.
var UsualHosting = Hosting{
	Match:       net.MatchOptions{Fill: 8, Skill: 2, Time: net.UsualTime},
	HostOptions: net.HostOptions{Motions: net.AllMotions},
}

// JoinOptions is a match on another host.
type JoinOptions struct {
	Player   Player
	Address  string
	Password string // or ""
}

// Session is the player's part in a match.
type Session struct {
	Match  Match
	Second Match  // of a second pilot at the same keyboard; or nil
	Where  string // shown while the match is being joined; may be ""
	Close  func() // called once, when the App is done with it
	// Drop, if not nil, is called instead of Close when the player did not leave, but the terminal is gone or the context
	// is done.
	Drop func()

	// WithPassword joins again a match that has refused the password. nil: no player can be asked.
	WithPassword func(password string) (*Session, error)

	Warning    error          // to show at once; or nil
	Unrecorded error          // why the match will not be in the records, to show once; nil if it will, or if the player expects that
	Host       *HostControls  // nil unless the player hosts the match
	Lessons    *Tutorial      // nil for any other match
	Range      *PracticeRange // nil for any other match
	Replay     *Replay        // nil for a live match

	// News returns the player's records of the last match, nil until they are known. It is called with each frame of the results and must not
	// block. May be nil.
	News func() *career.News
	// Recorded returns the state of the last match's replay in a few words, "" for none. Like News.
	Recorded func() string
	// Ended is called once at the end of each match, with the counts of it. It must not block. May be nil.
	Ended func(v *net.View, t *game.Tally)
	// Invites returns the address for browsers and the commands that join, for a player without HostControls. May be nil.
	Invites func() (web string, ways []string)
	// Recent has the replay of the match for the kill-cam; or nil.
	Recent play.Recording
}

// Match is one player's end of a match. *net.Client is one.
type Match interface {
	Frame(now time.Time, in game.Input) *net.View
	Say(text string) error
	Choose(class, weapon, team uint8)
	Ready(on bool)
	// Recolour requests another colour of the ship, up to proto.Colours; 0 for any.
	Recolour(colour uint8)
	// Vote votes for a choice of the View's Ballot, from 1.
	Vote(choice uint8)
	// Pause reports whether the player cannot play now. If no other player is in the match it pauses, as the View then
	// shows. It may be called with each Frame.
	Pause(on bool)
}

// voter is a Match in which players may call votes: one on a host of ours.
type voter interface {
	// CallVote calls a vote: to kick a pilot, on the next match or, with "", to end this one, or on another motion.
	CallVote(motion proto.Motion, pilot uint16, what string)
	// CastVote votes on the View's Vote.
	CastVote(yes bool)
}

// renamer is a Match in which the player may take another name.
type renamer interface{ ChangeName(name string) }

// setDefaults sets the options that are zero.
func (c *Config) setDefaults() {
	if c.Settings.Name == "" {
		c.Settings.Name = "Pilot"
	}
	if c.Settings.Theme == "" {
		c.Settings.Theme = assets.AutoTheme
	}
	if c.Arenas == nil {
		c.Arenas = assets.ArenaNames()
	}
	if c.Solo == (net.MatchOptions{}) {
		c.Solo = UsualMatch
	}
	if c.Host.Match == (net.MatchOptions{}) {
		c.Host.Match = UsualHosting.Match
	}
	if c.Host.Title == "" {
		c.Host.Title = c.Settings.Name + "'s match"
	}
}
