package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"
	"time"

	"dogfight/internal/ops"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/net/sshd"
	"dogfight/proto"
	"dogfight/ui"
	"dogfight/ui/sound"
	"dogfight/ui/sound/player"
)

// sshServer is the door for players with ssh alone.
type sshServer struct {
	*sshd.Server
	entrance *Entrance
	visitors *visitors
	roster   admission.Answer[string] // to "who"
	scores   admission.Answer[string] // to "scores"
}

// spectator is the user name of spectators.
const spectator = "watch"

type (
	sshCommand     = func(context.Context, io.Writer, sshd.Visitor) error
	sshWordCommand = func(context.Context, io.Writer, sshd.Visitor, string) error
)

// maxAnswerAge is the age of answers to questions of strangers.
const maxAnswerAge = time.Second

// openSSH opens the door, to everyone or to the keys in a file.
func (e *Entrance) openSSH(o *Options) (*sshServer, error) {
	key, err := sshd.HostKey(e.dirs.SSHHostKey())
	if err := e.warnNotSaved("key for SSH", err); err != nil {
		return nil, err
	}
	allowed, err := sshKeys(o)
	if err != nil {
		return nil, err
	}
	d := &sshServer{entrance: e, visitors: newVisitors(e)}
	d.roster.Life, d.roster.Find = maxAnswerAge, e.lobby.roster
	d.scores.Life, d.scores.Find = maxAnswerAge, e.lobby.scores
	conf := sshd.Config{
		Key: key, Allowed: allowed, Limits: o.limits(),
		Meter: e.monitor.Meter("ssh"), Windows: e.windows, Log: e.log, Play: d.play, Commands: d.commands(),
	}
	if e.lobby.console != nil {
		conf.Tunnel = d.tunnel
		conf.WithWords = map[string]sshWordCommand{"admin": sshAdmin{e, o.SSHAdmins, o.SSHModerators}.run}
	}
	if tcp := o.Sockets.SSH; tcp != nil {
		d.Server = sshd.Serve(tcp, conf)
	} else {
		d.Server, err = sshd.Listen(o.SSH, conf)
	}
	if err != nil {
		d.visitors.forget()
		return nil, err
	}
	e.monitor.Refused("ssh", d.Refused)
	return d, nil
}

// sshKeys returns the keys that may join, those of operators and moderators included; nil for any.
func sshKeys(o *Options) (allowed sshd.Allowed, err error) {
	if o.SSHAllow != "" {
		if allowed, err = sshd.ReadAllowed(o.SSHAllow); err != nil {
			return nil, err
		}
	}
	for _, file := range []string{o.SSHAdmins, o.SSHModerators} {
		if file == "" {
			continue
		}
		keys, err := sshd.ReadStrict(file)
		if err != nil {
			return nil, err
		}
		if allowed != nil {
			maps.Copy(allowed, keys)
		}
	}
	return allowed, nil
}

// Name returns "ssh".
func (*sshServer) Name() string { return "ssh" }

// Close disconnects all visitors.
func (d *sshServer) Close() {
	d.Server.Close()
	d.visitors.forget()
}

// commands returns the commands of "ssh HOST NAME". They are safe for concurrent use.
func (d *sshServer) commands() map[string]sshCommand {
	all := map[string]sshCommand{"who": d.behindPassword(d.roster.Get)}
	if d.entrance.lobby.scores != nil {
		all["scores"] = d.behindPassword(d.scores.Get)
	}
	if d.entrance.lobby.career != nil {
		all["career"] = d.career
	}
	return all
}

// behindPassword returns a command that prints a text. It asks for the match's password first, if there is one.
func (d *sshServer) behindPassword(text func() (string, error)) sshCommand {
	return func(ctx context.Context, w io.Writer, v sshd.Visitor) error {
		if d.entrance.lobby.closed() {
			typed, err := sshd.Ask(w, "password of the match: ", proto.MaxPassword)
			if err != nil {
				return fmt.Errorf("this match asks for a password, and %w: type it, or send it with < FILE", err)
			}
			if err := d.entrance.lobby.knows(ctx, v.Remote, typed); err != nil {
				return err
			}
		}
		found, err := text()
		if err == nil {
			_, err = io.WriteString(w, found)
		}
		return err
	}
}

// keyless is the career of visitors without a key.
const keyless = "You came without a key, and players are told apart by their keys. Make one with ssh-keygen.\n"

// career prints the visitor's own career.
func (d *sshServer) career(ctx context.Context, w io.Writer, v sshd.Visitor) error {
	return d.behindPassword(func() (string, error) {
		if v.Identity == "" {
			return keyless, nil
		}
		return d.entrance.lobby.career(v.Identity)
	})(ctx, w, v)
}

// play lets a visitor play on their terminal.
func (d *sshServer) play(ctx context.Context, t *sshd.Terminal) error {
	v := &visitor{
		Device: t, getenv: t.Getenv, user: t.User, watches: t.User == spectator, remote: t.Remote, identity: t.Identity,
		cutOff: func() bool { return cutOff(ctx, sshd.ErrLost) },
	}
	if t.Sound() != nil {
		t.Sound().Write(sound.LineHeader(sshd.SoundMark))
		v.speaker = d.speaker(t)
	}
	err := d.visitors.play(ctx, v)
	if context.Cause(ctx) == sshd.ErrLost { // no other error can be read
		return sshd.ErrLost
	}
	return err
}

// rest keeps sound off a line that hardly bears the picture. Its zero value is ready.
type rest struct {
	lasts time.Duration
	until time.Time
}

// The first rest, and the longest: each lasts twice as long as the one before.
const leastRest, mostRest = 4 * time.Second, 5 * time.Minute

// over reports whether there may be sound.
func (r *rest) over(now time.Time, crowded func() bool) bool {
	switch {
	case now.Before(r.until):
		return false
	case crowded():
		r.lasts = min(max(2*r.lasts, leastRest), mostRest)
		r.until = now.Add(r.lasts)
		return false
	}
	return true
}

// speaker returns the visitor.speaker of a terminal with sound.
func (d *sshServer) speaker(t *sshd.Terminal) func(int, func() bool) ui.Speaker {
	var r rest
	return func(volume int, crowded func() bool) ui.Speaker {
		return player.NewLine(volume, func(b []byte) {
			if r.over(time.Now(), crowded) {
				t.Sound().Write(b)
			}
		}, func(value any, stack []byte) {
			d.entrance.log.Error("the sound of a visitor broke", "from", t.Remote, "panic", value, "stack", string(stack))
		})
	}
}

// tunnel serves a client at the other end, which draws for itself.
func (d *sshServer) tunnel(ctx context.Context, v sshd.Visitor, rw io.ReadWriteCloser) {
	l := link.Over(rw, v.Remote, v.Identity, admission.Limits{})
	defer context.AfterFunc(ctx, l.Close)()
	d.entrance.lobby.add(l)
	<-l.Done()
}

// sshAdmin is the console at "ssh HOST admin ...", for the keys in two files. Neither a user name nor the match's password makes an
// operator or a moderator.
type sshAdmin struct {
	entrance           *Entrance
	admins, moderators string // files of the keys; "" for none
}

// maxAdminRequest is the longest request, as at the operator's socket.
const maxAdminRequest = 1024

var (
	errNoSSHAdmin  = errors.New("this host is not managed by SSH: its operator has named no keys with --ssh-admins")
	errNotAdmin    = errors.New("your key is not among those that may manage this host")
	errLongRequest = fmt.Errorf("a command must have at most %d bytes", maxAdminRequest)
)

// run answers a request.
func (a sshAdmin) run(ctx context.Context, w io.Writer, v sshd.Visitor, request string) error {
	log := a.entrance.log.With("key", cmp.Or(v.Identity, "none"), "from", v.Remote, "command", request[:min(len(request), maxAdminRequest)])
	name, moderator, err := a.check(v.Identity)
	if err != nil {
		log.Warn("admin by SSH refused", "why", err)
		return err
	}
	console := a.entrance.lobby.console()
	console.By, console.Moderator = strings.TrimSpace(name+" "+v.Identity), moderator
	log = log.With("by", name, "moderator", moderator)
	if len(request) > maxAdminRequest {
		return errLongRequest
	}
	log.Info("admin by SSH") // first, as it may end the host
	if ops.IsStream(request) && !moderator {
		return console.Events.Follow(ctx, func(line string) error {
			_, err := io.WriteString(w, line+"\n")
			return err
		})
	}
	lines, err := console.Answer(cmp.Or(request, "help"))
	if len(lines) > 0 {
		if _, failed := io.WriteString(w, strings.Join(lines, "\n")+"\n"); failed != nil {
			return failed
		}
	}
	if err != nil {
		log.Info("admin by SSH failed", "why", err)
	}
	return err
}

// check returns the name beside a key, and whether it is a moderator's, or why it is nobody's. It reads the files each time, so that a
// removed key is out at once.
func (a sshAdmin) check(identity string) (name string, moderator bool, err error) {
	err = errNoSSHAdmin
	for _, file := range []string{a.admins, a.moderators} {
		if file == "" {
			continue
		}
		err = errNotAdmin
		keys, unread := sshd.ReadStrict(file)
		if unread != nil {
			a.entrance.log.Error("nobody can manage the host by SSH", "err", unread)
		}
		if name, listed := keys[identity]; listed {
			return name, file != a.admins, nil
		}
	}
	return "", false, err
}
