package cli

import (
	"context"
	"encoding/json"
	"time"

	"github.com/spf13/cobra"

	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
)

// infoTime is how long a host may take to answer.
const infoTime = 8 * time.Second

// infoResult is the line that info prints.
type infoResult struct {
	Title    string `json:"title"`
	Arena    string `json:"arena"`
	Mode     string `json:"mode"`
	Players  int    `json:"players"` // with a ship
	Bots     int    `json:"bots"`
	Slots    int    `json:"slots"`
	TickRate int    `json:"tick_rate"`
	Version  int    `json:"version"` // of the protocol
}

// newInfo returns the command that asks a host what is played there.
func newInfo(p *program) *cobra.Command {
	c := p.command("info ADDR", "Print what is played at an address, as JSON", words{1, 1},
		func(c *cobra.Command, args []string) error { return p.info(c.Context(), args[0]) })
	c.Example = "  dogfight info example.org"
	return c
}

// info plays nothing itself, so that it takes any certificate, and remembers none.
func (p *program) info(ctx context.Context, address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, infoTime)
	defer cancel()
	info, err := net.Ask(ctx, link.Dial(address, &link.Trust{}))
	if err != nil {
		return err
	}
	return json.NewEncoder(p.stdout).Encode(resultOf(info))
}

func resultOf(info *proto.Info) infoResult {
	return infoResult{
		Title: info.Title, Arena: info.Arena, Mode: info.Mode.Name(),
		Players: int(info.Players), Bots: int(info.Bots), Slots: int(info.Slots),
		TickRate: int(info.TickRate), Version: int(info.Version),
	}
}
