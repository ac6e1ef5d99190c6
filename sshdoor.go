package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/game"
	"dogfight/guard"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/sshd"
	"dogfight/proto"
	"dogfight/ui"
	"dogfight/ui/term"
)

// door lets people into a match who have nothing but ssh. The host draws for each
// of them, who is a client like everybody.
type door struct {
	*sshd.Server
	host   *net.Host
	log    *slog.Logger
	forget func() // takes the door out of guard

	present, scores cachedAnswer // to "who" and "scores"

	mu        sync.Mutex
	terminals map[*term.Terminal]bool // that are played on
}

// How long somebody may leave his keyboard. Who looks on presses few keys.
const (
	awayTime      = 5 * time.Minute
	awayTimeWatch = time.Hour
)

func sshKey() (ssh.Signer, error) { return sshd.HostKey(filepath.Join(configFolder(), "ssh_host_key")) }

// openDoor opens a door as the options of a host say, to all or to those whose keys are in a file.
func openDoor(host *net.Host, key ssh.Signer, o *ui.HostOptions, log *slog.Logger) (*door, error) {
	var allowed *sshd.Allowed
	var err error
	if o.SSHAllow != "" {
		if allowed, err = sshd.ReadAllowed(o.SSHAllow); err != nil {
			return nil, err
		}
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	d := &door{host: host, log: log, terminals: map[*term.Terminal]bool{}}
	d.present.find = func() (string, error) {
		a, err := host.Who()
		return attendance(a), err
	}
	d.scores.find = func() (string, error) { return scoresText(usualScores) }
	d.forget = guard.OnPanic(d.restore)
	d.Server, err = sshd.Listen(o.SSH, sshd.Config{
		Key: key, Allowed: allowed, Limits: sshLimitsOf(o), Log: log,
		Play: d.play, Commands: d.commands(), Tunnel: d.tunnel,
	})
	if err != nil {
		d.forget()
		return nil, err
	}
	return d, nil
}

// close sends everybody away.
func (d *door) close() {
	d.Server.Close()
	d.forget()
}

// commands are what can be asked for by "ssh host NAME". They may be called from
// several goroutines at once.
func (d *door) commands() map[string]func(context.Context, io.Writer, sshd.Visitor) error {
	return map[string]func(context.Context, io.Writer, sshd.Visitor) error{
		"who": d.behindPassword(d.who),
		"scores": d.behindPassword(func(_ context.Context, w io.Writer, _ sshd.Visitor) error {
			return d.scores.write(w)
		}),
	}
}

// watcher is the user name of those who want no ship.
const watcher = "watch"

var errHostClosed = errors.New("the host closed the match")

// play has a visitor play, or look on, until he leaves.
func (d *door) play(ctx context.Context, t *sshd.Terminal) error {
	traits := term.TraitsOf(t.Getenv)
	traits.Remote = true
	terminal, err := term.OpenSession(t, traits, func(value any, stack []byte) {
		d.log.Error("the terminal of an SSH session broke", "from", t.Remote, "panic", value, "stack", string(stack))
	})
	if err != nil {
		return err
	}
	d.note(terminal, true)
	defer d.note(terminal, false)
	defer terminal.Close()
	conf := ui.Config{Terminal: terminal, Pilot: ui.Pilot{Name: visitorName(t.User)}, Away: awayTime, Guest: true}
	spectate := t.User == watcher
	if spectate {
		conf.Away = awayTimeWatch
	}
	conf.Session = d.join(ctx, t.Visitor, conf.Pilot, spectate)
	err = ui.Run(ctx, conf)
	switch {
	case context.Cause(ctx) == sshd.ErrLost:
		return sshd.ErrLost
	case err == nil && ctx.Err() != nil:
		return errHostClosed // or nobody is there to read it
	}
	return err
}

// join joins the match for a visitor. When his connection breaks, so does his
// client's link: the host keeps his seat if it knows him by his key.
func (d *door) join(ctx context.Context, v sshd.Visitor, p ui.Pilot, spectate bool) *ui.Session {
	var last link.Link
	dial := func() link.Link {
		last = d.dial(v)
		return last
	}
	return droppable(joinWhere(dial, ui.JoinOptions{Pilot: p}, spectate, d.host.Likely), func() (dropped bool) {
		if dropped = cutOff(ctx); dropped && last != nil {
			last.Close()
		}
		return dropped
	})
}

// droppable has a session, and those that follow it, end in drop, unless that says
// that the player has left like others.
func droppable(s *ui.Session, drop func() (dropped bool)) *ui.Session {
	s.Drop = func() {
		if !drop() {
			s.Close()
		}
	}
	again := s.WithPassword
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			next = droppable(next, drop)
		}
		return next, err
	}
	return s
}

// cutOff reports whether the connection of a visitor broke whose terminal is gone.
// What he types ends a moment before the context does.
func cutOff(ctx context.Context) bool {
	select {
	case <-ctx.Done():
	case <-time.After(2 * sshd.FateTime):
	}
	return context.Cause(ctx) == sshd.ErrLost
}

// dial connects a visitor to the host from inside the process.
func (d *door) dial(v sshd.Visitor) link.Link {
	near, far := link.PipeOf(v.Remote, v.Identity)
	d.host.Add(far)
	return near
}

// note keeps whose terminals are to be restored.
func (d *door) note(t *term.Terminal, playing bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if playing {
		d.terminals[t] = true
	} else {
		delete(d.terminals, t)
	}
}

// restore gives all terminals back at once, for the process ends.
func (d *door) restore() {
	d.mu.Lock()
	defer d.mu.Unlock()
	var closing sync.WaitGroup
	for t := range d.terminals {
		closing.Go(t.Close)
	}
	closing.Wait()
}

// tunnel has a program at the other end play, which draws for itself.
func (d *door) tunnel(ctx context.Context, v sshd.Visitor, rw io.ReadWriteCloser) {
	l := link.Over(rw, v.Remote, v.Identity, link.Limits{})
	defer context.AfterFunc(ctx, l.Close)()
	d.host.Add(l)
	<-l.Done()
}

// who prints who is there.
func (d *door) who(_ context.Context, w io.Writer, _ sshd.Visitor) error { return d.present.write(w) }

// attendance tells in text who is in a match.
func attendance(a net.Attendance) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s in %s, %s\n", a.Title, a.Mode.Name(), a.Arena, statusNames[a.Status])
	fmt.Fprintf(&b, "%d of %d ships are people's, %d are bots'\n", a.Players, a.Slots, a.Bots)
	for i, p := range a.Pilots {
		fmt.Fprintf(&b, "%-24s %-9s %5d\n", p.Name, roleOf(&p), a.Scores[i])
	}
	return b.String()
}

var statusNames = map[game.Status]string{game.Waiting: "waiting", game.InProgress: "under way", game.Closed: "finished"}

func roleOf(p *proto.Pilot) string {
	switch {
	case p.Flags&proto.Away != 0:
		return "away"
	case p.Flags&proto.BotPilot != 0:
		return "bot"
	case p.Slot == proto.NoSlot:
		return "looks on"
	}
	return "pilot"
}

// visitorName returns what a visitor is called, who may call himself anything.
func visitorName(user string) string {
	if user == watcher {
		return "Watcher"
	}
	if name, err := proto.CleanName(user); err == nil {
		return name
	}
	return "Pilot"
}
