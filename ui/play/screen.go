// Package play is the match screen: it draws a net.View and turns input into orders of the pilot.
//
// A Screen has three parts: model (its knowledge of the match), scene (space) and hud (everything over it). Each reads
// every View once and draws from its own state.
//
// While a pilot waits after a death, the kill-cam shows the last seconds from the killer's place. It must not reveal
// more than the pilot could see at that time. Ships that a nebula or a cloak hid stay hidden. In teams, where
// pilots could pass it on, this includes the killer: the clip begins when the killer was visible. Without teams the killer
// shows. There is no kill-cam in races (no one is destroyed), in trails (the next round shows everything), on the
// range, in lessons, and with reduced motion.
//
// Animations (twinkling, flames, bursts) depend only on the given time: one View at one time is one picture.
package play

import (
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/model"
	"dogfight/ui/play/scene"
)

// Options are the settings of the screen.
type Options struct {
	Settings input.Settings
	Mode     canvas.Mode    // the characters to draw with
	Palette  canvas.Palette // nil: the standard one

	// LowBandwidth is for a distant terminal: details without information are left out, and motion takes few bytes.
	//
	//   - The camera moves by whole cells, which a terminal can scroll, and stars are fixed in the arena to scroll
	// along.
	//   - A ship and its shots have one tone, as each change of colour takes eleven bytes.
	//   - Damage is a figure behind a ship's name. Only the nearest ships have names.
	//   - Ships and shots far from the own ship move in every second or third picture.
	//   - Bursts, halos and the radar change a few times a second; flames do not flicker.
	//   - A bar at the edge shows the direction of a hit. Its damage is written in place.
	LowBandwidth bool

	Range      bool // a practice range is open while a match waits
	Guest      bool // the host draws for the player, by SSH
	Unattended bool // no one presses keys: there are no key hints, and no time line
}

// Screen is the match screen. It belongs to one goroutine.
type Screen struct {
	options  Options
	view     *net.View   // the latest
	now      time.Time   // its time
	status   game.Status // of the match
	statusAt time.Time   // when that began; zero for a match that was joined
	assigned assigned
	known    known
	space    space
	news     news
	pages    pages
	keys     keys
	killCam  killCam
	play     matchPlay
	drawing  drawing
}

// assigned is set by the owner of the screen.
type assigned struct {
	hosting   *hud.HostInfo // nil: another player hosts
	news      *career.News  // of the player in the finished match; nil: unknown
	recorded  string        // where its replay is; "": unknown
	lesson    *hud.Lesson   // nil outside of lessons
	drill     *hud.Drill    // nil outside of the practice range
	replay    *hud.Watch    // nil for a live match
	recording Recording     // of the match; nil for none
	spared    int           // steps of reduced detail
}

// known is the knowledge of the match.
type known struct {
	match    model.Match // of the latest View
	pilots   model.Pilots
	mutes    model.Mutes
	tally    model.Tally
	killer   model.Killer
	vitals   model.Vitals
	laps     model.Laps
	choice   model.Choice
	unveiled int // as in a Match
}

// space is the state of things in space.
type space struct {
	bursts    scene.Bursts
	hurt      scene.Hurt
	callouts  scene.Callouts
	positions scene.Positions
	blips     scene.Blips
	land      scene.Land
}

// news is the state of texts over space.
type news struct {
	feed     hud.Feed
	headline hud.Headline
	phrases  hud.Phrases
	figures  hud.NetFigures
}

// pages is the state of the pages and of the chat.
type pages struct {
	overlay overlay
	scores  scoresKey
	scroll  hud.Scroll // of the score table
	pilots  hud.PilotsPage
	chat    hud.ChatBox
	log     hud.ChatLogPage
	peeking bool // the chat log closes when the player stops typing
}

// keys is the state of the keys.
type keys struct {
	controls input.Controls
	pasting  bool
	used     hud.Used
	fired    time.Time // the last press of a fire key
}

// drawing is the state of the picture, and memory that pictures reuse.
type drawing struct {
	canvas     canvas.Canvas
	target     *canvas.Canvas // the canvas of a clip's screen; nil: canvas
	sheet      canvas.Sheet
	picture    hud.Frame // a field, as a mode's hooks would make a local one escape
	surround   surround
	above      canvas.Inset // the terminal without the time line of a replay
	beside     beside
	ship       spot // of the own ship
	ships      []canvas.Area
	ranks      []int
	front      canvas.Front // all ships
	own        canvas.Front // the own ship, for the scores
	tags       hud.TagCache
	hints      hud.HintCache
	joined     hud.JoinCache
	last, next outlook // of the picture before, and of the drawn one
	drawn      bool    // next is valid
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
		status:  unknownStatus,
		known:   known{killer: model.Killer{By: -1}},
		news:    news{phrases: hud.NewPhrases(assets.Phrases())},
		drawing: drawing{last: outlook{camera: scene.Camera{Wanted: -1, Followed: -1}}},
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
	s.news.figures.Guest = o.Guest
	c := &s.drawing.canvas
	c.Mode, c.Palette, c.Sky, c.Scenery = o.Mode, o.Palette, canvas.Sky, canvas.Border
	if o.LowBandwidth {
		c.Palette = canvas.FewTones(o.Palette)
	}
	c.Forget()
	s.keys.controls.Bind(o.Settings.Keys, o.Settings.Mouse)
}

// Tally returns the counts of the match so far.
func (s *Screen) Tally() *game.Tally { return &s.known.tally.Tally }

// Spare reduces the detail by so many of canvas.DetailSteps.
func (s *Screen) Spare(step int) { s.assigned.spared = step }

func (s *Screen) detail() canvas.Detail {
	return canvas.DetailOf(s.options.LowBandwidth, s.assigned.spared)
}

// Place returns the point of the arena that the camera looks at.
func (s *Screen) Place() game.Point {
	return game.Point{X: int32(s.camera().At.X), Y: int32(s.camera().At.Y)}
}

// Input returns the pilot's input: idle while the player types or reads a page that takes the keys.
func (s *Screen) Input(now time.Time) game.Input {
	if s.Typing() {
		return game.Steer(game.Idle)
	}
	var ship *input.Spot
	if s.drawing.ship.drawn {
		ship = &s.drawing.ship.Spot
	}
	in := s.keys.controls.Input(now, ship)
	used := &s.keys.used
	used.Steering = used.Steering || in.Course() != game.Idle
	used.Fire, used.Boost = used.Fire || in.Holds(game.Fire), used.Boost || in.Holds(game.Special)
	return in
}

// Releases sets whether the terminal reports releases.
func (s *Screen) Releases(reported bool) { s.keys.controls.Releases(reported) }

// OfPad sets whether texts name the keys of a pad or of a keyboard.
func (s *Screen) OfPad(on bool) { s.keys.controls.SpeakOfPad(on) }

// TerminalLag sets the round trip to the terminal; 0: unknown.
func (s *Screen) TerminalLag(d time.Duration) { s.news.figures.Terminal = d }

// Blur releases all keys, as the terminal has lost the focus.
func (s *Screen) Blur() { s.keys.controls.Blur() }

// Typing reports whether the keys are for text or a page.
func (s *Screen) Typing() bool { return s.pages.chat.Typing || s.pages.overlay.usesKeys() }

// Reading reports whether a page is open that one reads instead of flying.
func (s *Screen) Reading() bool {
	return s.pages.overlay == helpOverlay || s.pages.overlay.usesKeys() && !s.pages.peeking
}

// OpenTalk opens the chat log.
func (s *Screen) OpenTalk() { s.open(talkOverlay) }

// OpenPilots opens the list of pilots, to mute them.
func (s *Screen) OpenPilots() { s.open(pilotsOverlay) }

// Refuse returns a line to the entry that could not be sent.
func (s *Screen) Refuse(line string, why error) {
	s.pages.chat.Typing = true
	s.pages.chat.Entry.Set(line)
	s.pages.chat.Entry.Reason = canvas.Clean(why.Error())
}

// Teach sets the current lesson; nil for none.
func (s *Screen) Teach(l *hud.Lesson) { s.assigned.lesson = l }

// Drill sets the text on the practice range, where digits choose ships at once; nil elsewhere.
func (s *Screen) Drill(d *hud.Drill) { s.assigned.drill = d }

// See reads a View. It must be called once for each View from Frame, drawn or not.
func (s *Screen) See(v *net.View, now time.Time) {
	m := s.read(v, now)
	if v.Jumped {
		s.forget()
	}
	s.passScores(now)
	s.known.mutes.Follow(v.Roster)
	s.known.tally.Note(v)
	s.pages.chat.Log.Read(m, now)
	s.news.phrases.Note(m, now)
	s.news.figures.Note(v, now)
	if v.World != nil && v.Setup != nil {
		s.follow(m, now)
		s.noteStatus(v, now)
		s.killCam.follow(s, m, now)
		s.play.follow(s, m, now)
	}
}

// read makes v the latest View.
func (s *Screen) read(v *net.View, now time.Time) *model.Match {
	s.drawing.settle()
	s.view, s.now = v, now
	s.known.pilots.Read(v)
	return s.known.read(v)
}

func (k *known) read(v *net.View) *model.Match {
	k.match = model.Match{View: v, Pilots: &k.pilots, Mutes: &k.mutes, Unveiled: k.unveiled}
	return &k.match
}

// camera returns the camera of the last picture.
func (s *Screen) camera() *scene.Camera { return &s.drawing.last.camera }

// forget drops the recent past after a jump in time.
func (s *Screen) forget() {
	s.space.bursts, s.space.hurt, s.space.callouts, s.news.headline = scene.Bursts{}, scene.Hurt{}, scene.Callouts{}, hud.Headline{}
	s.known.laps, s.known.vitals, s.known.tally = model.Laps{}, model.Vitals{}, model.Tally{}
	s.pages.chat.Log.Forget()
	s.news.feed.Forget()
	s.known.killer = model.Killer{By: -1}
}

// unknownStatus is the status before the first View of a World.
const unknownStatus = ^game.Status(0)

// noteStatus notes when results appear and a match starts. Results close the chat, which would take their keys; what was typed stays in it.
func (s *Screen) noteStatus(v *net.View, now time.Time) {
	was := s.status
	if s.status = v.World.Status; s.status == was || was == unknownStatus && s.status == game.InProgress {
		return
	}
	s.statusAt = now
	if was == game.Closed {
		s.news.feed.Forget()
	}
	if s.status == game.Closed && s.pages.chat.Typing {
		s.pages.chat.Typing = false
		s.open(noOverlay)
	}
}

// frame returns the frame of a new picture of the View.
func (s *Screen) frame() *hud.Frame {
	d, m := &s.drawing, s.known.read(s.view)
	keys := s.keys.controls.Bindings()
	d.sheet = canvas.Sheet{
		Canvas: s.surface(), Now: s.now,
		FewerFlashes: s.options.Settings.FewerFlashes, ReducedMotion: s.options.Settings.ReducedMotion, LowBandwidth: s.options.LowBandwidth,
		Detail: s.detail(), Pad: keys.OfPad(),
	}
	d.picture = hud.Frame{
		Sheet: &d.sheet, Match: m,
		Space: scene.Frame{Sheet: &d.sheet, Match: m, Positions: &s.space.positions, Land: &s.space.land, Beside: &d.beside.is, Grain: scene.Usual},
		Keys:  keys, Scheme: s.keys.controls.Scheme(), Terminal: s.news.figures.Terminal, Guest: s.options.Guest,
		StatesGoal: s.assigned.lesson == nil && s.assigned.drill == nil, // they state their own
		TagCache:   &d.tags, HintCache: &d.hints, Joined: &d.joined,
	}
	return &d.picture
}

// follow reads the events and turns the camera.
func (s *Screen) follow(m *model.Match, now time.Time) {
	s.known.killer.Forget(m)
	for i := range m.Events {
		s.learn(m, now, &m.Events[i])
	}
	s.known.laps.Record(m)
	s.news.feed.Praise(m, now, &s.known.tally)
	s.known.choice.Settle(m, now)
	if s.assigned.replay != nil {
		s.assigned.replay.See(m, now, s.camera())
	}
	s.camera().Still = s.options.Settings.ReducedMotion
	s.camera().Turn(m, now, &s.known.killer)
	s.known.vitals.Read(m, s.subject(m), now)
	if s.known.vitals.Emptied && m.Me >= 0 {
		s.space.callouts.AddWord(m, now, m.Me, "last ammo")
	}
	s.space.positions.Update(m, now, s.detail().Pace, s.Place())
	s.space.blips.Update(m, now, s.options.LowBandwidth)
}

// learn reads an event.
func (s *Screen) learn(m *model.Match, now time.Time, ev *game.Event) {
	s.space.bursts.Add(now, s.options.LowBandwidth, ev)
	s.news.feed.Add(m, now, ev)
	s.known.killer.Note(m, now, ev)
	s.space.hurt.Note(m, now, ev)
	s.space.callouts.Note(m, now, s.subject(m), !s.options.Settings.NoDamageNumbers, ev)
	s.news.headline.Note(m, now, ev)
	if split := s.known.laps.Note(m, ev); split != "" {
		s.space.callouts.AddWord(m, now, m.Me, split)
	}
}

// subject returns the slot of the own ship or, for a spectator, the followed one; or -1.
func (s *Screen) subject(m *model.Match) int {
	if m.Me < 0 {
		return s.camera().Followed
	}
	return m.Me
}

// SetResult sets the player's news for the results, nil if unknown, and where the replay is.
func (s *Screen) SetResult(news *career.News, recorded string) {
	s.assigned.news, s.assigned.recorded = news, recorded
}

// Host sets the host's knowledge of the match; nil if another player hosts.
func (s *Screen) Host(h *hud.HostInfo) { s.assigned.hosting = h }

// The parts that callers of a Screen use.
type (
	Hangar   = hud.Hangar
	HostInfo = hud.HostInfo
	Lesson   = hud.Lesson
	Drill    = hud.Drill
)

// GoalRadius is the radius of a lesson's goal, in 1/256 unit.
const GoalRadius = scene.GoalRadius

// NewHangar returns a page to compare ships and weapons, with a heading and a first choice. team is 0 without teams.
func NewHangar(o Options, heading string, s *game.Setup, class, weapon, team uint8) *Hangar {
	return hud.NewHangar(New(o).drawing.canvas, o.Settings.FewerFlashes || o.Settings.ReducedMotion, heading, s, class, weapon, team)
}

// Canvas returns the last picture, dot by dot. It is valid until the next Draw.
func (s *Screen) Canvas() *canvas.Canvas { return &s.drawing.canvas }
