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

// infoResult is what any host tells of its match.
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

// infoAnswer is the line that info prints of a host that tells how far the match is.
type infoAnswer struct {
	infoResult
	TimeLeft *int `json:"time_left_s"` // null without a limit of time, and from hosts that do not tell
	Round    int  `json:"round"`       // counted from 1; 0 from hosts that do not tell
	Resumed  bool `json:"resumed"`     // its host was killed in this match

	Web string `json:"web,omitempty"` // where browsers may play
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
	told, err := net.Ask(ctx, link.Dial(address, &link.Trust{}))
	if err != nil {
		return err
	}
	answer := answerOf(told.Info, told.Progress)
	answer.Web = told.Web.URL(link.HostOf(address))
	return json.NewEncoder(p.stdout).Encode(answer)
}

func resultOf(info *proto.Info) infoResult {
	return infoResult{
		Title: info.Title, Arena: info.Arena, Mode: info.Mode.Name(),
		Players: int(info.Players), Bots: int(info.Bots), Slots: int(info.Slots),
		TickRate: int(info.TickRate), Version: int(info.Version),
	}
}

// answerOf returns what a host has told. Progress is nil if it has told none.
func answerOf(info *proto.Info, progress *proto.Progress) infoAnswer {
	a := infoAnswer{infoResult: resultOf(info)}
	if progress == nil {
		return a
	}
	a.Round, a.Resumed = int(progress.Number), progress.Resumed
	if progress.Left != proto.NoLimit {
		left := int(progress.Left)
		a.TimeLeft = &left
	}
	return a
}
