package server

import (
	"context"
	"io"

	"golang.org/x/crypto/ssh"

	"dogfight/net/link"
	"dogfight/net/sshd"
)

// sshServer is the door for players who only have ssh.
type sshServer struct {
	*sshd.Server
	server    *Server
	visitors  *visitors
	keysOf    func(identity string) []string // of the player who has one
	attending answerCache                    // the answer to "who"
	scores    answerCache
}

// spectator is the user name of those who want no ship.
const spectator = "watch"

// openSSH opens the door, to all or to those whose keys are in a file.
func (s *Server) openSSH(o *Options) (*sshServer, error) {
	key, err := sshd.HostKey(s.dirs.SSHHostKey())
	if err := s.useUnkept("key for SSH", err); err != nil {
		return nil, err
	}
	return openSSH(s, o, key)
}

func openSSH(s *Server, o *Options, key ssh.Signer) (*sshServer, error) {
	allowed, err := sshKeys(o)
	if err != nil {
		return nil, err
	}
	d := &sshServer{server: s, visitors: newVisitors(s), keysOf: s.keysOf}
	d.attending.find = s.who
	d.scores.find = s.scoresText
	conf := sshd.Config{
		Key: key, Allowed: allowed, Limits: sshLimitsOf(o), Meter: s.monitor.Meter("ssh"), Windows: s.windows, Log: s.log,
		Play: d.play, Commands: d.commands(), Tunnel: d.tunnel,
		WithWords: map[string]func(context.Context, io.Writer, sshd.Visitor, string) error{"admin": sshAdmin{s, o.SSHAdmins}.run},
	}
	if s.front != nil {
		d.scores.find = s.front.Scores
		conf.Commands, conf.WithWords, conf.Tunnel = d.frontCommands(), nil, nil
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
	s.monitor.Refused("ssh", d.Refused)
	return d, nil
}

// Name is a Door's.
func (*sshServer) Name() string { return "ssh" }

// Addrs is a Door's.
func (d *sshServer) Addrs() []string { return []string{d.Addr().String()} }

// Close sends all visitors away.
func (d *sshServer) Close() {
	d.Server.Close()
	d.visitors.forget()
}

// commands are what can be asked for by "ssh HOST NAME". They may be called from several goroutines at
// once.
func (d *sshServer) commands() map[string]func(context.Context, io.Writer, sshd.Visitor) error {
	return map[string]func(context.Context, io.Writer, sshd.Visitor) error{
		"who":    d.behindPassword(d.attending.write),
		"scores": d.behindPassword(d.scores.write),
		"career": d.career,
	}
}

// frontCommands are those of a fleet, which keeps what players have done elsewhere.
func (d *sshServer) frontCommands() map[string]func(context.Context, io.Writer, sshd.Visitor) error {
	all := map[string]func(context.Context, io.Writer, sshd.Visitor) error{"who": d.behindPassword(d.attending.write)}
	if d.scores.find != nil {
		all["scores"] = d.behindPassword(d.scores.write)
	}
	return all
}

// play has a visitor play on their terminal.
func (d *sshServer) play(ctx context.Context, t *sshd.Terminal) error {
	err := d.visitors.play(ctx, &visitor{
		Device: t, getenv: t.Getenv, user: t.User, watches: t.User == spectator, remote: t.Remote, identity: t.Identity,
		cutOff: func() bool { return cutOff(ctx, sshd.ErrLost) },
	})
	if context.Cause(ctx) == sshd.ErrLost { // nobody is there to read another error
		return sshd.ErrLost
	}
	return err
}

// tunnel has a program at the other end play, which draws for itself.
func (d *sshServer) tunnel(ctx context.Context, v sshd.Visitor, rw io.ReadWriteCloser) {
	l := link.Over(rw, v.Remote, v.Identity, link.Limits{})
	defer context.AfterFunc(ctx, l.Close)()
	d.server.add(l)
	<-l.Done()
}
