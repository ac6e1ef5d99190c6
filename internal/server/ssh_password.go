package server

import (
	"context"
	"fmt"
	"io"

	"dogfight/net/sshd"
	"dogfight/proto"
)

// behindPassword is a command that answers only those who know the match's password.
func (d *sshServer) behindPassword(write func(io.Writer) error) func(context.Context, io.Writer, sshd.Visitor) error {
	return func(ctx context.Context, w io.Writer, v sshd.Visitor) error {
		if !d.server.closed() {
			return write(w)
		}
		typed, err := sshd.Ask(w, "password of the match: ", proto.MaxPassword)
		if err != nil {
			return fmt.Errorf("this match asks for a password, and %w: type it, or send it with < FILE", err)
		}
		if err := d.server.host.Knows(ctx, v.Remote, typed); err != nil {
			return err
		}
		return write(w)
	}
}
