// Package play is the match screen: it draws a net.View and turns input into orders of the pilot.
//
// A Screen has three parts: model (its knowledge of the match), scene (space) and hud (everything over it). Each reads
// every View once and draws from its own state.
//
// While a pilot waits after a death, the kill-cam shows the last seconds from the killer's place. It must not reveal
// more than the pilot could see at that time. Ships that a nebula or a cloak hid stay hidden. In teams, whose pilots
// could pass it on, this includes the killer: the clip begins when the killer was visible. Without teams the killer
// shows. There is no kill-cam in races (no one is destroyed), in trails (the next round shows everything), on the
// range, in lessons, and with reduced motion.
//
// Animations (twinkling, flames, bursts) depend only on the given time: one View at one time is one picture.
package play

import (
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Options are the player's settings of the screen.
type Options struct {
	Mode         canvas.Mode    // what to draw with
	Palette      canvas.Palette // nil: the standard one
	FewerFlashes bool           // no sudden bright areas, no blinking

	// ReducedMotion is for players whom motion makes sick: there is no dust, all stars move with the arena, and the
	// camera neither looks ahead nor glides.
	ReducedMotion bool

	// FewerBytes is for a distant terminal with little bandwidth: details without information are left out, and motion
	// takes few bytes.
	//
	//   - The camera moves by whole cells, which a terminal can scroll, and stars are fixed in the arena to scroll
	// along.
	//   - A ship and its shots have one tone, as each change of colour takes eleven bytes.
	//   - Damage is a figure behind a ship's name. Only the nearest ships have names.
	//   - Ships and shots far from the own ship move in every second or third picture.
	//   - Bursts, halos and the radar change a few times a second; flames do not flicker.
	//   - A bar at the edge shows the direction of a hit. Its damage is written in place.
	FewerBytes bool

	NoDamageNumbers bool // damage is not written where it happens

	Keys  input.Bindings // the zero value has the standard ones
	Mouse bool           // steers the ship

	Range bool // a practice range is open while a match waits

	Guest bool // the host draws for the player, who came by SSH

	Unattended bool // no one presses keys: there are no key hints, and no time line
	NoKillCam  bool // no kill-cam
}

// Screen is the match screen. It belongs to one goroutine.
type Screen struct {
	options   Options
	canvas    canvas.Canvas
	sheet     canvas.Sheet // as last drawn on
	match     model.Match  // of the view
	view      *net.View    // that was seen last
	now       time.Time    // when that was
	pilots    model.Pilots
	bursts    scene.Bursts
	hurt      scene.Hurt
	callouts  scene.Callouts
	headline  hud.Headline
	laps      model.Laps
	vitals    model.Vitals
	land      scene.Land
	feed      hud.Feed
	chat      hud.ChatBox
	talk      hud.ChatLogPage
	list      hud.PilotsPage
	mutes     model.Mutes
	tally     model.Tally
	board     hud.Scroll
	choice    model.Choice
	hosting   *hud.HostInfo // nil: another player hosts
	own       hud.PlayerResult
	phrases   hud.Phrases
	closedAt  time.Time // when the results were first seen that stand; zero if none do
	controls  input.Controls
	killer    model.Killer
	overlay   overlay
	scores    scoresKey
	figures   hud.NetFigures
	blips     scene.Blips
	positions scene.Positions
	lesson    *hud.Lesson // nil for a match in which nothing is taught
	drill     *hud.Drill  // nil anywhere but on the practice range
	replay    *hud.Watch  // nil for a match that is played now
	pasting   bool
	peeking   bool  // the chat log is open only while the player types
	flown     bool  // the player has found the keys
	ship      spot  // of the own one
	ranks     []int // reused for the score tables
	front     canvas.Front
	surround  surround
	above     canvas.Inset // the time line of a replay
	beside    beside
	ships     []canvas.Area // reused
	words     hud.TagCache
	told      hud.HintCache
	lines     hud.JoinCache
	picture   hud.Frame // that is drawn: what a mode draws by a table would have it made anew each time

	reel    Reel // what was filmed of the match; nil for nothing
	killCam killCam
	best    matchPlay
	fired   time.Time // when a key last fired

	// Of a screen that draws the past.
	on       *canvas.Canvas // what is painted on; nil: the screen's own
	unveiled int            // as in a Match

	last  outlook // of the picture before the one that is drawn
	next  outlook // of the one that is drawn
	step  int     // down from all that is drawn
	drawn bool    // it was, and next says how
}

// overlay is the page or board that the player has opened.
type overlay uint8

const (
	noOverlay     overlay = 0
	scoreOverlay  overlay = 1
	helpOverlay   overlay = 2
	talkOverlay   overlay = 3
	pilotsOverlay overlay = 4
)

// usesKeys reports whether the overlay takes the keys.
func (o overlay) usesKeys() bool { return o == talkOverlay || o == pilotsOverlay }

// New returns a match screen.
func New(o Options) *Screen {
	s := &Screen{
		view:    &net.View{Me: -1},
		last:    outlook{camera: scene.Camera{Wanted: -1, Followed: -1}},
		killer:  model.Killer{By: -1},
		phrases: hud.NewPhrases(assets.Phrases()),
	}
	s.Set(o)
	return s
}

// Set changes the Options and keeps the state of the match.
func (s *Screen) Set(o Options) {
	if o.Palette == nil {
		o.Palette = canvas.PaletteOf(false)
	}
	s.options = o
	s.figures.Guest = o.Guest
	s.canvas.Mode, s.canvas.Palette, s.canvas.Sky, s.canvas.Scenery = o.Mode, o.Palette, canvas.Sky, canvas.Border
	if o.FewerBytes {
		s.canvas.Palette = canvas.FewTones(o.Palette)
	}
	s.canvas.Forget()
	s.controls.Bind(o.Keys, o.Mouse)
}

// Tally returns the counts of the match so far.
func (s *Screen) Tally() *game.Tally { return &s.tally.Tally }

// Spare reduces the detail by so many of canvas.DetailSteps.
func (s *Screen) Spare(step int) { s.step = step }

func (s *Screen) detail() canvas.Detail { return canvas.DetailOf(s.options.FewerBytes, s.step) }

// Place returns the point of the arena that the camera looks at.
func (s *Screen) Place() game.Point {
	return game.Point{X: int32(s.last.camera.At.X), Y: int32(s.last.camera.At.Y)}
}

// Input returns the pilot's input: idle while the player types or reads a page that takes the keys.
func (s *Screen) Input(now time.Time) game.Input {
	if s.Typing() {
		return game.Steer(game.Idle)
	}
	return s.controls.Input(now, s.ship.seen())
}

// Releases sets whether the terminal reports releases.
func (s *Screen) Releases(reported bool) { s.controls.Releases(reported) }

// OfPad sets whether texts name the keys of a pad or of a keyboard.
func (s *Screen) OfPad(on bool) { s.controls.SpeakOfPad(on) }

// TerminalLag sets the round trip to the terminal; 0: unknown.
func (s *Screen) TerminalLag(d time.Duration) { s.figures.Terminal = d }

// Blur releases all keys, as the terminal has lost the focus.
func (s *Screen) Blur() { s.controls.Blur() }

// Typing reports whether the keys are for text or a page.
func (s *Screen) Typing() bool { return s.chat.Typing || s.overlay.usesKeys() }

// Reading reports whether a page is open that one reads instead of flying.
func (s *Screen) Reading() bool {
	return s.overlay == helpOverlay || s.overlay.usesKeys() && !s.peeking
}

// OpenTalk opens the chat log.
func (s *Screen) OpenTalk() { s.open(talkOverlay) }

// OpenPilots opens the list of pilots, to mute them.
func (s *Screen) OpenPilots() { s.open(pilotsOverlay) }

// Refuse returns a line to the entry that could not be sent.
func (s *Screen) Refuse(line string, why error) {
	s.chat.Typing = true
	s.chat.Entry.Set(line)
	s.chat.Entry.Reason = canvas.Clean(why.Error())
}

// Teach sets the current lesson; nil for none.
func (s *Screen) Teach(l *hud.Lesson) { s.lesson = l }

// Drill sets the text on the practice range, where digits choose ships at once; nil elsewhere.
func (s *Screen) Drill(d *hud.Drill) { s.drill = d }

// See reads a View. It must be called once for each View from Frame, drawn or not.
func (s *Screen) See(v *net.View, now time.Time) {
	s.settle()
	s.view, s.now = v, now
	if v.Jumped {
		s.forget()
	}
	s.passScores(now)
	s.pilots.Read(v)
	s.mutes.Follow(v.Roster)
	s.tally.Note(v)
	s.match = model.Match{View: v, Pilots: &s.pilots, Mutes: &s.mutes}
	s.chat.Log.Read(&s.match, now)
	s.phrases.Note(&s.match, now)
	s.figures.Note(v, now)
	if v.World != nil && v.Setup != nil {
		s.follow(&s.match, now)
		s.noteResults(v, now)
		s.killCam.follow(s, &s.match, now)
		s.best.follow(s, &s.match, now)
	}
}

// forget drops the recent past after a jump in time.
func (s *Screen) forget() {
	s.bursts, s.hurt, s.callouts, s.headline = scene.Bursts{}, scene.Hurt{}, scene.Callouts{}, hud.Headline{}
	s.laps, s.vitals, s.feed, s.tally = model.Laps{}, model.Vitals{}, hud.Feed{}, model.Tally{}
	s.chat.Log.Forget()
	s.killer = model.Killer{By: -1}
}

// Follow makes a spectator's camera follow the ship in a slot.
func (s *Screen) Follow(slot int) { s.last.camera.Choose(slot) }

// noteResults notes when results appeared.
func (s *Screen) noteResults(v *net.View, now time.Time) {
	switch {
	case v.World.Status != game.Closed:
		s.closedAt = time.Time{}
	case s.closedAt.IsZero():
		s.closedAt = now
	}
}

// frame returns the frame of a picture of the View.
func (s *Screen) frame() hud.Frame {
	s.match = model.Match{View: s.view, Pilots: &s.pilots, Mutes: &s.mutes, Unveiled: s.unveiled}
	s.sheet = canvas.Sheet{
		Canvas: s.surface(), Now: s.now,
		FewerFlashes: s.options.FewerFlashes, ReducedMotion: s.options.ReducedMotion, LowBandwidth: s.options.FewerBytes, Detail: s.detail(),
		Pad: s.controls.Bindings().OfPad(),
	}
	return hud.Frame{
		Sheet: &s.sheet, Match: &s.match,
		Space: scene.Frame{Sheet: &s.sheet, Match: &s.match, Positions: &s.positions, Land: &s.land, Beside: &s.beside.is},
		Keys:  s.controls.Bindings(), Scheme: s.controls.Scheme(), Terminal: s.figures.Terminal, TagCache: &s.words, HintCache: &s.told, Joined: &s.lines,
	}
}

// follow reads the events and turns the camera.
func (s *Screen) follow(m *model.Match, now time.Time) {
	low := s.options.FewerBytes
	s.killer.Forget(m)
	for i := range m.Events {
		s.learn(m, now, &m.Events[i])
	}
	s.laps.Record(m)
	s.feed.Praise(m, now, &s.tally)
	s.choice.Settle(m, now)
	if s.replay != nil {
		s.replay.See(m, now, &s.last.camera)
	}
	s.last.camera.Still = s.options.ReducedMotion
	s.last.camera.Turn(m, now, &s.killer)
	s.vitals.Read(m, s.subject(m), now)
	if s.vitals.Emptied && m.Me >= 0 {
		s.callouts.AddWord(m, now, m.Me, "last ammo")
	}
	s.positions.Update(m, now, s.detail().Pace, game.Point{X: int32(s.last.camera.At.X), Y: int32(s.last.camera.At.Y)})
	s.blips.Update(m, now, low)
}

// learn reads an event.
func (s *Screen) learn(m *model.Match, now time.Time, ev *game.Event) {
	s.bursts.Add(now, s.options.FewerBytes, ev)
	s.feed.Add(m, now, ev)
	s.killer.Note(m, now, ev)
	s.hurt.Note(m, now, ev)
	s.callouts.Note(m, now, s.subject(m), !s.options.NoDamageNumbers, ev)
	s.headline.Note(m, now, ev)
	if split := s.laps.Note(m, ev); split != "" {
		s.callouts.AddWord(m, now, m.Me, split)
	}
}

// subject returns the slot of the own ship or, for a spectator, the followed one; or -1.
func (s *Screen) subject(m *model.Match) int {
	if m.Me < 0 {
		return s.last.camera.Followed
	}
	return m.Me
}

// Own sets the player's records for the results.
func (s *Screen) Own(r hud.PlayerResult) { s.own = r }

// Host sets the host's knowledge of the match; nil if another player hosts.
func (s *Screen) Host(h *hud.HostInfo) { s.hosting = h }

// The parts that callers of a Screen use.
type (
	Hangar    = hud.Hangar
	HostInfo  = hud.HostInfo
	Lesson    = hud.Lesson
	Drill     = hud.Drill
	OwnResult = hud.PlayerResult
)

// GoalRadius is the radius of a lesson's goal, in 1/256 unit.
const GoalRadius = scene.GoalRadius

// NewHangar returns a page to compare ships and weapons, with a heading and a first choice. team is 0 without teams.
func NewHangar(o Options, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return hud.NewHangar(New(o).canvas, o.FewerFlashes || o.ReducedMotion, heading, s, class, weapon, team)
}

// Canvas returns the last picture, dot by dot. It is valid until the next Draw.
func (s *Screen) Canvas() *canvas.Canvas { return &s.canvas }
