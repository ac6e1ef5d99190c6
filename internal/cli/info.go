package cli

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/server"
	"dogfight/net"
	"dogfight/net/link"
)

// infoTime is how long a host may take to answer.
const infoTime = 8 * time.Second

// newInfo returns the command that asks a host what is played there.
func newInfo(p *program) *cobra.Command {
	c := command.New("info ADDR", "Print the match at an address, as JSON", command.Words{Least: 1, Most: 1},
		func(c *cobra.Command, args []string) error { return p.info(c.Context(), args[0]) })
	c.Example = "  dogfight info example.org\n  dogfight info fleet://play.example.org"
	c.ValidArgsFunction = p.completeHosts
	return c
}

// info plays nothing itself, so that it takes any certificate, and remembers none.
func (p *program) info(ctx context.Context, address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	if door, ok := strings.CutPrefix(address, "fleet://"); ok {
		address, _, _ = strings.Cut(door, "/")
	}
	ctx, cancel := context.WithTimeout(ctx, infoTime)
	defer cancel()
	told, err := net.Ask(ctx, link.Dial(address, &link.Trust{}))
	if err != nil {
		return err
	}
	answer := server.InfoOf(told.Info, told.Progress)
	answer.Closing = told.Closing
	answer.Web = told.Web.URL(link.HostOf(address))
	return json.NewEncoder(p.stdout).Encode(answer)
}
