package ui

import (
	"context"
	"errors"
	"flag"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/gdamore/tcell/v3/vt"
	"go.uber.org/goleak"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
	"dogfight/ui/term"
)

var long = flag.Bool("long", false, "look at every page on every terminal in every theme, not at some of each, let ten monkeys play, not two, and fights last longer")

func TestMain(m *testing.M) {
	time.Local = time.UTC // for the times on the screens
	goleak.VerifyTestMain(m)
}

// rig is an App on a terminal in memory, with a player at the keyboard. It
// lives in a synctest bubble, so its time passes only while all wait.
type rig struct {
	*testing.T
	tty      *testkit.Tty
	eyes     vt.MockTerm // parses the output of tty
	launcher *launches
	hangUp   context.CancelFunc // ends the App's context
	ended    chan error
	returned error
	left     bool
	pause    time.Duration // after a key
}

// rigRate is how many pictures a second a rig draws where a test does not set it: one at least in keyPause.
const rigRate = 15

// keyPause is how long tests wait after a key, and scenes scenePause: their files show the motion at that time.
const (
	keyPause   = 90 * time.Millisecond
	scenePause = 150 * time.Millisecond
)

// onRig runs a test on an App at 80x24.
func onRig(t *testing.T, conf Config, test func(r *rig)) {
	onRigLike(t, term.Traits{Name: "xterm-256color"}, conf, test)
}

// onRigLike runs a test on an App at 80x24 of that kind.
func onRigLike(t *testing.T, traits term.Traits, conf Config, test func(r *rig)) {
	onRigOf(t, 80, 24, traits, conf, test)
}

// onRigOf runs a test on an App in a window of that size, on a terminal of that kind, which reports a dark background.
func onRigOf(t *testing.T, width, height int, traits term.Traits, conf Config, test func(r *rig)) {
	onRigWithBackground(t, darkGround, width, height, traits, conf, test)
}

// The answers of a terminal to the question for its background.
const (
	darkGround  = "\x1b]11;rgb:0000/0000/0000\x1b\\"
	lightGround = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
)

// onRigWithBackground is onRigOf with another answer about the background, or "" for none.
func onRigWithBackground(t *testing.T, ground string, width, height int, traits term.Traits, conf Config, test func(r *rig)) {
	synctest.Test(t, func(t *testing.T) {
		tty := testkit.NewTty(width, height)
		terminal, err := term.OpenTty(tty, traits)
		if err != nil {
			t.Fatal(err)
		}
		tty.Type(ground)
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		r := &rig{T: t, tty: tty, hangUp: cancel, ended: make(chan error, 1), pause: keyPause}
		if r.launcher, _ = conf.Launcher.(*launches); r.launcher == nil {
			r.launcher = &launches{}
		}
		r.eyes = vt.NewMockTerm(vt.MockOptSize{X: vt.Col(width), Y: vt.Row(height)})
		r.eyes.Start()
		defer r.eyes.Stop()
		conf.Terminal, conf.Launcher = terminal, r.launcher
		if conf.Settings.FrameRate == 0 && conf.Save == nil && !traits.Remote { // the rate is not under test
			conf.Settings.FrameRate = rigRate
		}
		go func() { r.ended <- Run(ctx, conf) }()
		r.wait()
		test(r)
		cancel()
		terminal.Close()
		synctest.Wait()
	})
}

// wait runs a few frames, which also ends a lone Esc.
func (r *rig) wait() {
	time.Sleep(r.pause)
	synctest.Wait()
}

func (r *rig) press(keys ...string) {
	for _, key := range keys {
		r.tty.Type(key)
		r.wait()
	}
}

// Keys as a terminal sends them.
const (
	enter = "\r"
	esc   = "\x1b"
	ctrlC = "\x03"
	down  = "\x1b[B"
	up    = "\x1b[A"
	right = "\x1b[C"
	left  = "\x1b[D"
)

func pasted(text string) string { return "\x1b[200~" + text + "\x1b[201~" }

func (r *rig) resize(width, height int) {
	r.refresh()
	r.eyes.SetSize(vt.Coord{X: vt.Col(width), Y: vt.Row(height)})
	r.tty.Resize(width, height)
	r.wait()
}

// refresh parses the new output and returns it.
func (r *rig) refresh() string {
	out, _ := r.tty.Take()
	r.eyes.Write([]byte(out))
	return out
}

// text returns the text on the terminal.
func (r *rig) text() string {
	r.refresh()
	size, _ := r.eyes.WindowSize()
	var b strings.Builder
	for y := range size.Height {
		for x := 0; x < size.Width; {
			cell := r.eyes.GetCell(vt.Coord{X: vt.Col(x), Y: vt.Row(y)})
			if cell.W == 0 {
				cell.C, cell.W = " ", 1
			}
			b.WriteString(cell.C)
			x += cell.W
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// box returns the lines of the box on the screen.
func (r *rig) box() string {
	var lines []string
	for line := range strings.Lines(r.text()) {
		from, to := strings.Index(line, "│"), strings.LastIndex(line, "│")
		if from < to {
			lines = append(lines, strings.TrimSpace(line[from+len("│"):to]))
		}
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func (r *rig) shows(texts ...string) {
	r.Helper()
	for _, text := range texts {
		if !strings.Contains(r.text(), text) {
			r.Errorf("expected %q on the screen:\n%s", text, r.text())
		}
	}
}

func (r *rig) showsNot(text string) {
	r.Helper()
	if strings.Contains(r.text(), text) {
		r.Errorf("expected no %q on the screen:\n%s", text, r.text())
	}
}

// hasLeft reports whether the App has ended; its error is in r.returned.
func (r *rig) hasLeft() bool {
	select {
	case r.returned = <-r.ended:
		r.left = true
	default:
	}
	return r.left
}

// launches is a Launcher that records the calls.
type launches struct {
	solo  []net.MatchOptions
	host  []Hosting
	join  []JoinOptions
	flies Player // in the last of solo
	fails error
	match *flown

	unkept error // of every match

	learners []Player
	shooters []Player // on the practice range
	dailies  []bool   // tries at the daily challenge, whether they count
	bots     []int    // that lessons called
}

func (l *launches) Solo(o net.MatchOptions, p Player) (*Session, error) {
	l.solo, l.flies = append(l.solo, o), p
	return l.start("")
}

func (l *launches) Tutorial(p Player) (*Session, error) {
	l.learners = append(l.learners, p)
	s, err := l.start("")
	if err == nil {
		s.Lessons = NewTutorial(func(n int) { l.bots = append(l.bots, n) })
	}
	return s, err
}

func (l *launches) Daily(rated bool, p Player) (*Session, error) {
	l.dailies = append(l.dailies, rated)
	return l.start("")
}

func (l *launches) Practice(p Player) (*Session, error) {
	l.shooters = append(l.shooters, p)
	s, err := l.start("")
	if err == nil {
		s.Range = &PracticeRange{}
	}
	return s, err
}

func (l *launches) Host(o Hosting, _ Player) (*Session, error) {
	l.host = append(l.host, o)
	return l.start("")
}

func (l *launches) Join(o JoinOptions) (*Session, error) {
	l.join = append(l.join, o)
	return l.start(o.Address)
}

func (l *launches) start(where string) (*Session, error) {
	if l.fails != nil {
		return nil, l.fails
	}
	l.match = newFlown()
	s := l.match.session(where)
	s.Unrecorded = l.unkept
	return s, nil
}

// flown is a match without motion that records the calls. The App's goroutine and the test's share it.
type flown struct {
	mu sync.Mutex
	flownState
}

type flownState struct {
	view    net.View
	frames  int
	closed  int
	chat    []string
	chosen  [][3]uint8
	readied []bool
	votes   []uint8
	colours []uint8
	names   []string
	input   game.Input
	mute    error
	idle    bool // last Pause
}

// newFlown returns a match with one ship, which is the player's.
func newFlown() *flown {
	setup := setupIn("open")
	world := game.NewWorld(setup, 1)
	world.Step(setup, []game.Order{{Kind: game.OrderJoin}}, nil)
	m := &flown{}
	m.view = net.View{Phase: net.Playing, Setup: setup, World: &world}
	return m
}

// now returns the calls so far.
func (m *flown) now() flownState {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.flownState
}

func (m *flown) change(how func(*flownState)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	how(&m.flownState)
}

func (m *flown) session(where string) *Session {
	return &Session{Match: m, Where: where, Close: func() { m.change(func(m *flownState) { m.closed++ }) }}
}

func (m *flown) Frame(_ time.Time, in game.Input) *net.View {
	var view net.View
	m.change(func(m *flownState) {
		m.frames, m.input, view = m.frames+1, in, m.view
		m.view.Events, m.view.Decided, m.view.Chat = nil, nil, nil // sent once
	})
	return &view
}

func (m *flown) ChangeName(name string) {
	m.change(func(m *flownState) { m.names = append(m.names, name) })
}

func (m *flown) Say(text string) error {
	m.change(func(m *flownState) { m.chat = append(m.chat, text) })
	return m.now().mute
}

func (m *flown) Choose(class, weapon, team uint8) {
	m.change(func(m *flownState) { m.chosen = append(m.chosen, [3]uint8{class, weapon, team}) })
}

func (m *flown) Ready(on bool) {
	m.change(func(m *flownState) { m.readied = append(m.readied, on) })
}

func (m *flown) Recolour(colour uint8) {
	m.change(func(m *flownState) { m.colours = append(m.colours, colour) })
}

func (m *flown) Vote(choice uint8) {
	m.change(func(m *flownState) { m.votes = append(m.votes, choice) })
}

func (m *flown) Pause(on bool) { m.change(func(m *flownState) { m.idle = on }) }

var errTest = errors.New("the port is taken")

// matches is a Launcher of real matches in memory, in each of which a talking stranger flies.
type matches struct {
	current *fair
	begun   int
}

// fair is a real host with bots, the player's client and the stranger's.
type fair struct {
	*net.Client
	host     *net.Host
	stop     context.CancelFunc
	ended    chan struct{}
	stranger *net.Client
	cut      func()       // the player's link
	frames   atomic.Int64 // that the player's screen asked for
	closed   atomic.Bool
}

func (l *matches) Solo(o net.MatchOptions, p Player) (*Session, error) { return l.begin(o, p), nil }

func (l *matches) Tutorial(p Player) (*Session, error) {
	s := l.begin(net.MatchOptions{Bots: 1, Skill: 1}, p)
	s.Lessons = NewTutorial(l.current.host.SetBots)
	return s, nil
}

func (l *matches) Daily(_ bool, p Player) (*Session, error) {
	return l.begin(net.MatchOptions{Bots: 2, Skill: 1}, p), nil
}

func (l *matches) Practice(p Player) (*Session, error) {
	s := l.begin(net.MatchOptions{Bots: 2, Skill: 1}, p)
	s.Range = &PracticeRange{}
	return s, nil
}

func (l *matches) Host(o Hosting, p Player) (*Session, error) {
	s := l.begin(o.Match, p)
	host := l.current.host
	s.Host = &HostControls{Match: o.Match, Start: host.Start, End: host.Finish, Change: func(o net.MatchOptions) (bool, error) {
		o.Time /= 20 // as setupOf
		return host.Change(o)
	}}
	return s, nil
}

// Join joins a match hosted elsewhere, or, every other time, nothing that
// answers.
func (l *matches) Join(o JoinOptions) (*Session, error) {
	s := l.begin(net.MatchOptions{Bots: 2, Skill: 2}, o.Player)
	s.Where = o.Address
	if l.begun%2 == 0 {
		l.current.stop()
	}
	return s, nil
}

// setupOf returns a match that is soon over.
func setupOf(o net.MatchOptions) *game.Setup {
	name := o.Arena
	if name == "" {
		name = "open"
	}
	arena, err := assets.Arena(name)
	if err != nil {
		panic(err)
	}
	setup := &game.Setup{
		Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Lobby: o.Lobby,
		TimeLimit: game.Tick(o.Time*game.TickRate/time.Second) / 20, ScoreLimit: o.Score,
	}
	setup.Mode = o.Mode
	return setup
}

func (l *matches) begin(o net.MatchOptions, p Player) *Session {
	l.begun++
	m := &fair{ended: make(chan struct{})}
	setup := setupOf(o)
	o.Bots, o.Fill, o.Skill = min(o.Bots, 5), 0, max(o.Skill, 1)
	m.host = net.NewHost(net.HostConfig{
		HostOptions: net.HostOptions{Title: "日本 \U0001F1E9\U0001F1EA match"},
		BotNames:    []string{"Bot", "漢字", "e\u0301\u0301\u0301"},
	}, net.FixedMatch(setup, o, uint64(l.begun)))
	ctx, stop := context.WithCancel(context.Background())
	m.stop = stop
	go func() {
		defer close(m.ended)
		m.host.Run(ctx)
	}()
	m.Client = net.NewClient(net.ClientConfig{Dial: m.dial(&m.cut), Name: p.Name, Class: p.Class, Weapon: p.Weapon})
	m.stranger = net.NewClient(net.ClientConfig{Dial: m.dial(nil), Name: "👩🏽 ก็ עברית"})
	l.current = m
	return &Session{Match: m, Close: m.close}
}

// dial links to the host, and sets cut to a function that breaks the link.
func (m *fair) dial(cut *func()) func() link.Link {
	return func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		if cut != nil {
			*cut = far.Close
		}
		m.host.Add(far)
		return near
	}
}

// Frame counts, and gives the stranger a frame too.
func (m *fair) Frame(now time.Time, in game.Input) *net.View {
	if m.frames.Add(1)%100 == 0 {
		m.stranger.Say("\u0e01\u0e47 日本語 👍🏽 \U0001F1E9\U0001F1EA עברית e\u0301\u0301\u0301\u0301 \u202e\u2066" + strings.Repeat("x", int(m.frames.Load()%300)))
	}
	m.stranger.Frame(now, game.Steer(game.Right)|game.Fire)
	return m.Client.Frame(now, in)
}

func (m *fair) close() {
	m.closed.Store(true)
	m.Leave()
	m.stranger.Leave()
	m.stop()
	<-m.ended
}

// setupIn returns a match in an arena with the usual ships and weapons.
func setupIn(name string) *game.Setup {
	setup := usualSetup()
	var err error
	if setup.Arena, err = assets.Arena(name); err != nil {
		panic(err)
	}
	return setup
}

// openTty opens a terminal in memory until the end of the test.
func openTty(t testing.TB, tty tcell.Tty, traits term.Traits) *term.Terminal {
	t.Helper()
	terminal, err := term.OpenTty(tty, traits)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(terminal.Close)
	return terminal
}
