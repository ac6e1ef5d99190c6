package ui

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

// matches is a Launcher of real matches in memory, in each of which a stranger
// flies who talks.
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

func (l *matches) Solo(o SoloOptions) (*Session, error) { return l.begin(o.Match, o.Pilot), nil }

func (l *matches) Tutorial(p Pilot) (*Session, error) {
	s := l.begin(net.MatchOptions{Bots: 1, Skill: 1}, p)
	s.Lessons = NewTutorial(l.current.host.SetBots)
	return s, nil
}

func (l *matches) Daily(_ bool, p Pilot) (*Session, error) {
	return l.begin(net.MatchOptions{Bots: 2, Skill: 1}, p), nil
}

func (l *matches) Practice(p Pilot) (*Session, error) {
	s := l.begin(net.MatchOptions{Bots: 2, Skill: 1}, p)
	s.Range = &PracticeRange{}
	return s, nil
}

func (l *matches) Host(o HostOptions) (*Session, error) {
	s := l.begin(o.Match, o.Pilot)
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
	s := l.begin(net.MatchOptions{Bots: 2, Skill: 2}, o.Pilot)
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

func (l *matches) begin(o net.MatchOptions, p Pilot) *Session {
	l.begun++
	m := &fair{ended: make(chan struct{})}
	setup := setupOf(o)
	o.Bots, o.Fill, o.Skill = min(o.Bots, 5), 0, max(o.Skill, 1)
	m.host = net.NewHost(net.HostConfig{
		Title:    "日本 \U0001F1E9\U0001F1EA match",
		BotNames: []string{"Bot", "漢字", "e\u0301\u0301\u0301"},
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

// dial links to the host, and tells how to cut that.
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
