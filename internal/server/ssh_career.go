package server

import (
	"context"
	"io"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/net/sshd"
)

// keyless is told to those who ask for their career without a key.
const keyless = "You came without a key, and players are told apart by their keys. Make one with ssh-keygen.\n"

// career tells visitors what the records of this host know of them.
func (d *sshServer) career(ctx context.Context, w io.Writer, v sshd.Visitor) error {
	return d.behindPassword(func(w io.Writer) error {
		text := keyless
		if v.Identity != "" {
			c, err := records.ReadCareer(d.server.dirs.Records(), d.keysOf(v.Identity))
			if err != nil {
				return err
			}
			text = records.CareerText(c, config.ScoresListed, config.ScoresWidth, time.Local)
		}
		_, err := io.WriteString(w, text)
		return err
	})(ctx, w, v)
}
