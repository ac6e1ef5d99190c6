package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
)

// scene is something that a player can see, and how to get there.
type namedScene struct {
	name    string
	conf    func(*Config)          // what is not as usual; nil for nothing
	match   func() *net.View       // that is under way; nil begins with the title
	hosted  bool                   // it is the player's own
	keys    []string               // to press
	then    func(*net.View)        // what happens in the match after that; nil for nothing
	later   time.Duration          // after all that
	window  window                 // instead of all others
	also    []view                 // that it has files of, besides the usual one
	page    bool                   // lies over a match
	shrinks bool                   // in the smallest window it says less
	lacks   []string               // what it does not say in every view
	moves   func(cells int) motion // nil: nothing does
	cursor  bool                   // shows, since text is edited
}

// Keys as a terminal sends them.
const (
	f2  = "\x1bOQ"
	f3  = "\x1bOR"
	tab = "\t"
)

// motion is how many bytes something that moves may take.
type motion struct{ second, frame int }

// What moves, in a window of so many cells. Measured, and a quarter more.
func sky(cells int) motion      { return motion{12_000 + 5*cells, 3000 + cells/2} }
func twinkles(cells int) motion { return motion{7000 + cells/2, 1200} }
func fight(cells int) motion    { return motion{14_000 + 3*cells/2, 1900 + cells/6} }

// scenes is everything that there is to see.
var scenes = []namedScene{
	{name: "title", also: []view{{blocks, window{60, 20}}, {ascii, window{60, 20}}, {mono, window{80, 24}}}, moves: sky},
	{name: "title of a newcomer", conf: func(c *Config) { c.Newcomer = true }, moves: sky},
	{name: "title after a failure", keys: []string{enter}, conf: failing, moves: sky},
	{name: "a match against bots", keys: []string{"o"}, moves: sky},
	{name: "a match of teams against bots", keys: []string{"o", down, down, down, down, down, right}, moves: sky},
	{name: "ships compared before a match", also: []view{{blocks, window{120, 40}}}, keys: []string{"o", "c", right, down, right}, moves: sky},
	{name: "host a match", keys: []string{"h"}, cursor: true, moves: sky},
	{name: "host a match, failed", keys: []string{"h", enter}, conf: failing, cursor: true, moves: sky},
	{name: "join a match", also: []view{{blocks, window{60, 20}}}, shrinks: true, conf: besideMatches, keys: []string{"j", down}, moves: sky},
	{name: "join a match, none there", conf: func(c *Config) { c.Finder = &vicinity{} }, keys: []string{"j"}, moves: sky},
	{name: "join an address", keys: []string{"j", "fd00::1"}, cursor: true, moves: sky},
	{name: "settings", also: []view{{painted, window{80, 24}}}, lacks: []string{"fps"}, keys: []string{"s"}, cursor: true, moves: sky},
	{name: "settings, a choice", also: []view{{painted, window{80, 24}}}, lacks: []string{"fps", "braille dots"}, keys: []string{"s", down, right}, moves: sky},
	{name: "settings, the keys", lacks: []string{"fps"}, keys: []string{"s", up}, moves: sky},
	{name: "keys", shrinks: true, keys: []string{"s", up, enter}, moves: sky},
	{name: "keys, a set of one's own", shrinks: true, keys: []string{"s", up, enter, right, down, down, enter, "8"}, moves: sky},
	{name: "keys, a new key is waited for", shrinks: true, keys: []string{"s", up, enter, up, right, enter}, moves: sky},
	{name: "career", conf: withCareer, shrinks: true, also: []view{{blocks, window{60, 20}}, {ascii, window{80, 24}}}, keys: []string{"r"}, moves: sky},
	{name: "career of a newcomer", shrinks: true, keys: []string{"r"}, moves: sky},
	{name: "career, ships and guns", conf: withCareer, shrinks: true, keys: []string{"r", right}, moves: sky},
	{name: "career, rivals", conf: withCareer, shrinks: true, keys: []string{"r", right, right}, moves: sky},
	{name: "career, matches", conf: withCareer, shrinks: true, lacks: []string{"choose PgUp PgDn scroll Esc back"}, keys: []string{"r", left, left}, moves: sky},
	{name: "help", shrinks: true, keys: []string{"?"}, moves: sky},
	{name: "help, its end", shrinks: true, keys: []string{"?", "G"}, moves: sky},
	{name: "notice", conf: func(c *Config) {
		c.Problem = errors.New("settings: /home/nova/.config/dogfight/settings.toml, line 3: expected a number, found \"sixty\"; it goes on without them")
	}, moves: sky},
	{name: "connecting", conf: joiningSomewhere, moves: sky},
	{name: "a closed match", conf: closedToUs, keys: []string{"secret"}, cursor: true, moves: sky},
	{name: "refused", keys: []string{enter}, then: refused, moves: sky},
	{name: "too small", window: window{50, 12}},
	{name: "too small by far", window: window{12, 2}},

	{name: "lobby", match: func() *net.View { return lobby(stage()) }, then: someTalk, moves: twinkles},
	{name: "lobby of one's own", match: func() *net.View { return lobby(stage()) }, hosted: true, moves: twinkles},
	{name: "lobby of teams", also: []view{{blocks, window{60, 20}}}, match: func() *net.View { return lobby(stageTeams()) }, hosted: true, then: someTalk, moves: twinkles},
	{name: "lobby of a crowd", lacks: []string{"and more"}, match: func() *net.View { return lobby(crowd()) }, moves: twinkles},
	{name: "lobby, watched", match: func() *net.View { return watched(lobby(stage())) }},
	{name: "lobby, typing", match: func() *net.View { return lobby(stageTeams()) }, keys: []string{enter, "hello 北"}, then: someTalk, moves: twinkles},
	{name: "ships compared in a lobby", lacks: []string{"stage 0x0 teams to points"}, page: true, match: func() *net.View { return lobby(stageTeams()) }, keys: []string{"c", right}, moves: twinkles},
	{name: "match settings", shrinks: true, page: true, match: func() *net.View { return lobby(stage()) }, hosted: true, keys: []string{"m"}, moves: twinkles},

	{name: "start", also: []view{{ascii, window{80, 24}}}, match: func() *net.View { return fresh(stage()) }, moves: twinkles},
	{name: "match", also: []view{{blocks, window{60, 20}}, {painted, window{80, 24}}, {ascii, window{80, 24}}, {mono, window{80, 24}}, {blocks, window{120, 40}}}, match: stage, keys: []string{" "}, then: someTalkAndKills, moves: fight},
	{name: "match of teams", also: []view{{mono, window{80, 24}}}, match: stageTeams, keys: []string{" "}, then: someTalkAndKills, moves: fight},
	{name: "typing", match: stage, keys: []string{enter, "watch out, 北極星 🚀"}, then: someTalk, moves: twinkles},
	{name: "typing a long line", match: stage, keys: []string{enter, strings.Repeat("so much to say ", 15), left, left}, moves: twinkles},
	{name: "not sent", match: stage, conf: speechless, keys: []string{enter, "hello", enter}, moves: twinkles},
	{name: "closer", match: stage, keys: []string{"+"}, moves: twinkles},
	{name: "farther", match: stage, keys: []string{"-"}, moves: twinkles},
	{name: "the whole arena, watched", match: func() *net.View { return watched(stageTeams()) }, keys: []string{"v"}, moves: twinkles},
	{name: "watched", match: func() *net.View { return watched(stage()) }, moves: twinkles},
	{name: "free camera", match: func() *net.View { return watched(stage()) }, keys: []string{"c", right, down}, later: 2 * time.Second, moves: twinkles},
	{name: "dead", lacks: []string{"back in", "Rail gun distance of hp left"}, match: stage, then: shotDown, later: time.Second, moves: fight},
	{name: "dead, of a team", match: func() *net.View { return destroyed(stageTeams()) }, moves: twinkles},
	{name: "hit and hitting", lacks: []string{"kill", "hp"}, match: stage, then: wounded, moves: fight},
	{name: "back in space", match: func() *net.View { return destroyed(stage()) }, then: returned, later: time.Second / 2, moves: fight},
	{name: "the last seconds, and the last hp", match: func() *net.View { return nearlyOver(stage()) }, keys: []string{" "}, moves: fight},
	{name: "scores", also: []view{{mono, window{80, 24}}}, match: stage, keys: []string{tab}, moves: twinkles},
	{name: "scores of a crowd", match: crowd, keys: []string{tab}, moves: twinkles},
	{name: "scores of teams", match: stageTeams, keys: []string{tab}, moves: twinkles},
	{name: "net figures", also: []view{{blocks, window{120, 40}}}, match: stage, keys: []string{f3}, then: poorLink, later: time.Second / 2, moves: twinkles},
	{name: "talk", match: stage, then: someTalk, keys: []string{f2}, moves: twinkles},
	{name: "pilots", match: stage, keys: []string{esc, up, up, up, up, enter, down, down, enter}, moves: twinkles},
	{name: "keys in a match", match: stage, keys: []string{"?"}, moves: twinkles},
	{name: "lost", lacks: []string{"no word from the host"}, match: stage, then: lostLink, moves: twinkles},
	{name: "host silent", match: stage, then: silentHost, moves: twinkles},
	{name: "results", conf: ratedNow, also: []view{{ascii, window{120, 40}}}, lacks: []string{"VICTORY", "points", "Ace you kills"}, match: func() *net.View { return fresh(stage()) }, then: closing, moves: twinkles},
	{name: "results of teams", lacks: []string{"hunter", "VICTORY", "points", "Ace you kills", "open dm", "duel dm"}, also: []view{{ascii, window{60, 20}}, {blocks, window{60, 20}}}, match: func() *net.View { return fresh(stageTeams()) }, then: closing, moves: twinkles},
	{name: "results of a crowd, came late", also: []view{{ascii, window{120, 40}}}, match: crowd, then: closing, moves: twinkles},

	{name: "menu", match: stageQuiet, page: true, keys: []string{right, esc}},
	{name: "menu of the host", match: stageQuiet, page: true, hosted: true, keys: []string{right, esc, down, down}},
	{name: "kick, mute, ban", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k"}},
	{name: "kick, mute, ban: a pilot", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k", down, enter}},
	{name: "kick, mute, ban: the bans", match: stageQuiet, page: true, hosted: true, conf: visited, keys: []string{right, esc, "k", "b"}},
	{name: "settings in a match", lacks: []string{"fps"}, match: stageQuiet, page: true, keys: []string{right, esc, "s", down}},
	{name: "keys of the settings in a match", shrinks: true, match: stageQuiet, page: true, keys: []string{right, esc, "s", up, enter}},
	{name: "help in a match", shrinks: true, match: stageQuiet, page: true, keys: []string{right, esc, "?"}},
	{name: "next match", match: stageQuiet, page: true, hosted: true, keys: []string{right, esc, "m"}},
	{name: "another ship", match: stageQuiet, page: true, keys: []string{right, esc, "c", down, right, right, right}, moves: twinkles},
	{name: "daily challenge", also: []view{{blocks, window{60, 20}}}, shrinks: true, conf: challenged(false), keys: []string{"d"}, moves: sky},
	{name: "daily challenge, used up", conf: challenged(true), keys: []string{"d"}, moves: sky},
	{name: "the practice range", also: []view{{blocks, window{60, 20}}}, match: func() *net.View { return fresh(stage()) }, conf: practising, moves: fight},
	{name: "a lesson", match: yard, conf: learning, moves: fight},
	{name: "another lesson", match: yard, conf: learningSlowly, keys: []string{enter, enter, enter}, later: 9 * time.Second, moves: twinkles},
	{name: "after the lessons", match: yard, conf: learning, keys: []string{enter, enter, enter, enter, enter, enter, enter}, moves: twinkles},
}

// failing has no match start.
func failing(c *Config) {
	c.Launcher.(*launches).fails = errors.New("address :4242 is already in use: end the program that listens there, or choose another")
}

// speechless has nothing be said in the match.
func speechless(c *Config) { c.Session.Match.(*flown).mute = errors.New("you talk too much: wait 3 s") }

// besideMatches is a network with some matches on it.
func besideMatches(c *Config) {
	wide := aMatch(2, "王小明 🚀 Friday")
	wide.Info.Mode, wide.Ping = game.Teams, 31*time.Millisecond
	c.Finder = &vicinity{list: []lan.FoundMatch{aMatch(1, "One"), wide, aMatch(3, "a title as long as it may be, of sixty bytes and not one more")}}
}

// joiningSomewhere is a match that does not answer yet.
func joiningSomewhere(c *Config) {
	m := newFlown()
	m.view = *joining()
	c.Session = m.session("[2001:db8::1]:4242")
}

// closedToUs is a match that wants a password.
func closedToUs(c *Config) { c.Session = (&closedMatch{}).session("this match asks for a password") }

// visited is a match of the player's own that others have come to.
func visited(c *Config) {
	c.Session.Host.Moderation = &Moderation{
		Pilots: func() ([]net.Present, error) {
			return []net.Present{
				{ID: 77, Name: "Rex", Identity: "SHA256:rex", Address: "192.0.2.1:1000"},
				{ID: 78, Name: "宇宙 🚀", Identity: "SHA256:vega", Address: "[2001:db8::1]:1000", Away: true, Muted: true},
			}, nil
		},
		Bans: func() []admission.Ban {
			return []admission.Ban{{What: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Comment: "Rex"}, {What: "10.0.0.0/8"}}
		},
	}
}

// yard is where one learns to fly.
func yard() *net.View {
	v := newFlown().view
	v.Setup.Arena = assets.TutorialArena()
	world := game.NewWorld(v.Setup, 1)
	world.Step(v.Setup, []game.Order{{Kind: game.OrderJoin}}, nil)
	v.World = &world
	return &v
}

// learning has the lessons be given.
func learning(c *Config) { c.Session.Lessons = NewTutorial(func(int) {}) }

// challenged has a daily challenge, whose try that counts was made or not.
func challenged(used bool) func(*Config) {
	return func(c *Config) {
		c.Daily = func() (Daily, error) {
			return Daily{Used: used, Text: func(int) string { return "Monday, 23 November 2026 (UTC)\nopen, teams, 3 min\n\nStreak: 4 days\n" }}, nil
		}
	}
}

// practising has the shots be counted.
func practising(c *Config) { c.Session.Range = &PracticeRange{} }

// learningSlowly is the same with fewer pictures, for a scene that takes its time.
func learningSlowly(c *Config) {
	learning(c)
	c.Settings.FrameRate = 9 // no picture falls on the moment of a key
}

// config returns what the App of the scene starts with.
func (s *namedScene) config() Config {
	conf := Config{
		Pilot: Pilot{Name: "Nova 🚀"}, Launcher: &launches{}, Host: HostOptions{Listen: ":4242"},
		Arenas: []string{"belt", "duel", "open"},
	}
	if s.match != nil {
		m := newFlown()
		m.view = *s.match()
		conf.Session = m.session("")
		if s.hosted {
			conf.Session.Host = &HostControls{Match: net.MatchOptions{Bots: 2, Skill: 3, Fill: 8, Time: 5 * time.Minute, Lobby: true}}
		}
	}
	if s.conf != nil {
		s.conf(&conf)
	}
	return conf
}

// play goes to the scene.
func (s *namedScene) play(r *rig, conf *Config) {
	r.press(s.keys...)
	if s.then != nil {
		match := r.launcher.match
		if match == nil {
			match = conf.Session.Match.(*flown)
		}
		match.change(func(m *flownState) { s.then(&m.view) })
		r.wait()
	}
	time.Sleep(s.later)
}

func TestScenesHaveNamesOfTheirOwn(t *testing.T) {
	var names []string
	for _, s := range scenes {
		names = append(names, s.name)
	}
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != len(scenes) {
		t.Errorf("expected %d names, found %d", len(scenes), n)
	}
}
