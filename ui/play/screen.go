// Package play is the match screen: it draws a net.View and turns key presses
// into what the pilot wants.
//
// A Screen composes the parts, each in a package of its own: model (what is known), scene
// (what is in space), hud (what lies over it), pages (what covers it), chat and netstats.
// Each learns from a View when it is seen, and draws from what it learnt.
//
// While a pilot waits after a death, the last seconds before it are shown from the killer's place: the kill-cam. It tells no more
// than the pilot could see then. Ships that a nebula or a cloak hid from the pilot stay hidden; where there are teams, whose
// pilots could be told of it, that holds for the killer too, and there is no kill-cam but of the time from which on the
// killer was to be seen. Without teams the killer shows, for it is known anyway. There is none in a race, where nobody is
// destroyed, in trails, of which the next round shows it all, on the range, in lessons, and for players who want less motion.
//
// What moves by itself (twinkling, flames, bursts) follows from the time that
// is passed in, so that the same View at the same time is the same picture.
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

// Options are what a player may set about the screen.
type Options struct {
	Mode         canvas.Mode    // what to draw with
	Palette      canvas.Palette // nil: the standard one
	FewerFlashes bool           // no sudden bright areas; what blinks or flickers holds still

	// ReducedMotion is for players whom a moving ground makes sick: there is no dust, all stars go along with the arena, and
	// the camera neither looks ahead nor glides.
	ReducedMotion bool

	// FewerBytes is for a terminal that is far away, with little bandwidth: what tells nothing
	// is left out, and what moves takes few bytes.
	//
	//   - The camera goes by whole cells, which a terminal can move by itself, and the
	//     stars stand still in the arena, so that they go along.
	//   - A ship and its shots have one tone, for each change of the pen takes eleven bytes.
	//   - A ship's damage is a figure behind its name. Only the nearest have names.
	//   - Ships and shots far from the own ship move in every second or third picture.
	//   - Bursts, halos and the radar change a few times a second; flames do not flicker.
	//   - A bar at the edge tells where a hit came from. What it took is written where it happened, and stays there.
	FewerBytes bool

	NoDamageNumbers bool // how much hits take is not written where they happen

	Keys  input.Bindings // what the keys do; the zero value has the standard ones
	Mouse bool           // steers the ship

	Range bool // there is a practice range to go to while a match waits

	Guest bool // the host draws for the player, who came by SSH

	Unattended bool // nobody is there to press keys, so none are told, and a recorded match has no time line
	NoKillCam  bool // how a death came about is not shown
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
	own       hud.OwnResult
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
	words     hud.TagWords
	told      hud.Hints
	lines     hud.Lines
	picture   hud.Frame // that is drawn: what a mode draws by a table would have it made anew each time

	reel    Reel // what was filmed of the match; nil for nothing
	killCam killCam
	best    matchPlay
	fired   time.Time // when a key last fired

	// Of a screen that draws the past.
	on       *canvas.Canvas // what is painted on; nil: the screen's own
	unveiled int            // as in a Match

	outlook         // of the picture before the one that is drawn
	next    outlook // of the one that is drawn
	step    int     // down from all that is drawn
	drawn   bool    // it was, and next says how
}

// overlay is what lies over the match because the player asked for it.
type overlay uint8

const (
	noOverlay     overlay = 0
	scoreOverlay  overlay = 1
	helpOverlay   overlay = 2
	talkOverlay   overlay = 3
	pilotsOverlay overlay = 4
)

// takesKeys reports whether the keys are for what is open, and steer no ship.
func (o overlay) takesKeys() bool { return o == talkOverlay || o == pilotsOverlay }

// New returns a match screen.
func New(o Options) *Screen {
	s := &Screen{
		view:    &net.View{Me: -1},
		outlook: outlook{camera: scene.Camera{Wanted: -1, Followed: -1}},
		killer:  model.Killer{By: -1},
		phrases: hud.NewPhrases(assets.Phrases()),
	}
	s.Set(o)
	return s
}

// Set takes other Options over. What was said and what happened stays.
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

// Tally returns what was counted in the match so far.
func (s *Screen) Tally() *game.Tally { return &s.tally.Tally }

// Spare has less drawn, by so many steps of draw.DetailSteps.
func (s *Screen) Spare(step int) { s.step = step }

// detail returns how much is drawn.
func (s *Screen) detail() canvas.Detail { return canvas.DetailOf(s.options.FewerBytes, s.step) }

// Place returns where in the arena the player looks.
func (s *Screen) Place() game.Point {
	return game.Point{X: int32(s.camera.At.X), Y: int32(s.camera.At.Y)}
}

// Input returns what the pilot holds down: nothing while the player types or reads a
// page that takes the keys.
func (s *Screen) Input(now time.Time) game.Input {
	if s.Typing() {
		return game.Steer(game.Idle)
	}
	return s.controls.Input(now, s.ship.seen())
}

// Releases says whether the terminal reports releases from now on.
func (s *Screen) Releases(reported bool) { s.controls.Releases(reported) }

// OfPad says whether the screen is to speak of a pad, which the player holds, or of a keyboard.
func (s *Screen) OfPad(on bool) { s.controls.SpeakOfPad(on) }

// TerminalLag says how long the way to the terminal and back takes; 0 for not known.
func (s *Screen) TerminalLag(d time.Duration) { s.figures.Terminal = d }

// Blur says that the keys go elsewhere, so that their releases will not be seen.
func (s *Screen) Blur() { s.controls.Blur() }

// Typing reports whether the keys are text, or for a page, and steer no ship.
func (s *Screen) Typing() bool { return s.chat.Typing || s.overlay.takesKeys() }

// Reading reports whether a page is open that is there to be read, not to fly by.
func (s *Screen) Reading() bool {
	return s.overlay == helpOverlay || s.overlay.takesKeys() && !s.peeking
}

// OpenTalk shows all that was said.
func (s *Screen) OpenTalk() { s.open(talkOverlay) }

// OpenPilots lists all in the match, to mute them.
func (s *Screen) OpenPilots() { s.open(pilotsOverlay) }

// Refuse gives a line back that Say was asked for and that could not be sent.
func (s *Screen) Refuse(line string, why error) {
	s.chat.Typing = true
	s.chat.Entry.Set(line)
	s.chat.Entry.Reason = canvas.Clean(why.Error())
}

// Teach shows a lesson until the next is given; nil shows none.
func (s *Screen) Teach(l *hud.Lesson) { s.lesson = l }

// Drill shows how the player does on the practice range until it is told again, and has digits choose ships and guns that
// are there at once; nil is for any other match.
func (s *Screen) Drill(d *hud.Drill) { s.drill = d }

// See takes in what a View tells: all that is told but once stays known, whether or
// not it is ever drawn. It is called once for each View that Frame returned, which
// Draw draws as long as there is no newer one.
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
	s.chat.Log.Hear(&s.match, now)
	s.phrases.Hear(&s.match, now)
	s.figures.Note(v, now)
	if v.World != nil && v.Setup != nil {
		s.follow(&s.match, now)
		s.noteResults(v, now)
		s.killCam.follow(s, &s.match, now)
		s.best.follow(s, &s.match, now)
	}
}

// forget forgets what led to the picture before: the next is of another time of the match.
func (s *Screen) forget() {
	s.bursts, s.hurt, s.callouts, s.headline = scene.Bursts{}, scene.Hurt{}, scene.Callouts{}, hud.Headline{}
	s.laps, s.vitals, s.feed, s.tally = model.Laps{}, model.Vitals{}, hud.Feed{}, model.Tally{}
	s.chat.Log.Forget()
	s.killer = model.Killer{By: -1}
}

// Follow has a spectator's camera look at the ship in a slot.
func (s *Screen) Follow(slot int) { s.camera.Choose(slot) }

// noteResults takes note of since when results stand.
func (s *Screen) noteResults(v *net.View, now time.Time) {
	switch {
	case v.World.Status != game.Closed:
		s.closedAt = time.Time{}
	case s.closedAt.IsZero():
		s.closedAt = now
	}
}

// frame returns what all that is drawn of the View shares.
func (s *Screen) frame() hud.Frame {
	s.match = model.Match{View: s.view, Pilots: &s.pilots, Mutes: &s.mutes, Unveiled: s.unveiled}
	s.sheet = canvas.Sheet{
		Canvas: s.surface(), Now: s.now,
		FewerFlashes: s.options.FewerFlashes, ReducedMotion: s.options.ReducedMotion, LowBandwidth: s.options.FewerBytes, Detail: s.detail(),
		Pad: s.controls.Bindings().OfPad(),
	}
	return hud.Frame{
		Frame: scene.Frame{Lens: scene.Lens{Sheet: &s.sheet}, Match: &s.match, Positions: &s.positions, Land: &s.land, Beside: &s.beside.is},
		Keys:  s.controls.Bindings(), Scheme: s.controls.Scheme(), Terminal: s.figures.Terminal, Words: &s.words, Told: &s.told, Lines: &s.lines,
	}
}

// follow takes note of what happened and turns the camera to it.
func (s *Screen) follow(m *model.Match, now time.Time) {
	low := s.options.FewerBytes
	s.killer.Forget(m)
	for i := range m.Events {
		s.learn(m, now, &m.Events[i])
	}
	s.laps.Look(m)
	s.feed.Praise(m, now, &s.tally)
	s.choice.Settle(m, now)
	if s.replay != nil {
		s.replay.See(m, now, &s.camera)
	}
	s.camera.Still = s.options.ReducedMotion
	s.camera.Turn(m, now, &s.killer)
	s.vitals.Look(m, s.subject(m), now)
	if s.vitals.Emptied && m.Me >= 0 {
		s.callouts.Say(m, now, m.Me, "last ammo")
	}
	s.positions.Look(m, now, s.detail().Pace, game.Point{X: int32(s.camera.At.X), Y: int32(s.camera.At.Y)})
	s.blips.Take(m, now, low)
}

// learn takes note of an event.
func (s *Screen) learn(m *model.Match, now time.Time, ev *game.Event) {
	s.bursts.Add(now, s.options.FewerBytes, ev)
	s.feed.Add(m, now, ev)
	s.killer.Note(m, now, ev)
	s.hurt.Note(m, now, ev)
	s.callouts.Note(m, now, s.subject(m), !s.options.NoDamageNumbers, ev)
	s.headline.Note(m, now, ev)
	if split := s.laps.Note(m, ev); split != "" {
		s.callouts.Say(m, now, m.Me, split)
	}
}

// subject returns the slot of the ship that the screen tells of: the own one or, for a spectator, the one looked at; or -1.
func (s *Screen) subject(m *model.Match) int {
	if m.Me < 0 {
		return s.camera.Followed
	}
	return m.Me
}

// Own says what the records tell of the player in the match whose results stand.
func (s *Screen) Own(r hud.OwnResult) { s.own = r }

// Host says that the player hosts the match, and may change it, and how it
// is set; nil says that another player does.
func (s *Screen) Host(h *hud.HostInfo) { s.hosting = h }
