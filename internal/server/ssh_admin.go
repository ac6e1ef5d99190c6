package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"dogfight/net/sshd"
)

// sshAdmin manages a host for those whose keys are in a file, by "ssh HOST admin ...". Neither a user name nor the match's password makes anybody an
// operator, nor does the lack of one.
type sshAdmin struct {
	server *Server
	file   string // of their keys; "" for nobody's
}

// maxAdminRequest is how long a command is at most, as at the operator's socket.
const maxAdminRequest = 1024

var (
	errNoSSHAdmin  = errors.New("this host is not managed by SSH: its operator has named no keys with --ssh-admins")
	errNotAdmin    = errors.New("your key is not among those that may manage this host")
	errLongRequest = fmt.Errorf("a command must have at most %d bytes", maxAdminRequest)
)

// sshKeys returns the keys that are let in at all, nil for any. Who manages the host is.
func sshKeys(o *Options) (allowed *sshd.Allowed, err error) {
	var admins *sshd.Allowed
	if o.SSHAdmins != "" {
		if admins, err = sshd.ReadStrict(o.SSHAdmins); err != nil {
			return nil, err
		}
	}
	if o.SSHAllow == "" {
		return nil, nil
	}
	if allowed, err = sshd.ReadAllowed(o.SSHAllow); err == nil && admins != nil {
		allowed = allowed.With(admins)
	}
	return allowed, err
}

// run answers a command as the operator's socket does.
func (a sshAdmin) run(_ context.Context, w io.Writer, v sshd.Visitor, request string) error {
	log := a.server.log.With("key", cmp.Or(v.Identity, "none"), "from", v.Remote, "command", request[:min(len(request), maxAdminRequest)])
	if err := a.admits(v.Identity); err != nil {
		log.Warn("admin by SSH refused", "why", err)
		return err
	}
	if len(request) > maxAdminRequest {
		return errLongRequest
	}
	log.Info("admin by SSH") // before it is done, for it may end the host
	lines, err := a.server.console().Answer(cmp.Or(request, "help"))
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

// admits returns why who has proven a key may not manage the host. The file is read again each time, so that a key which is taken out of
// it is out at once.
func (a sshAdmin) admits(identity string) error {
	if a.file == "" {
		return errNoSSHAdmin
	}
	keys, err := sshd.ReadStrict(a.file)
	switch {
	case err != nil:
		a.server.log.Error("nobody can manage the host by SSH", "err", err)
		return errNotAdmin
	case identity == "" || !keys.Identifies(identity):
		return errNotAdmin
	}
	return nil
}
