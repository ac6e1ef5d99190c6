package main

import (
	"context"
	"encoding/json"
	"time"

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
	Players  int    `json:"players"` // people with a ship
	Bots     int    `json:"bots"`
	Slots    int    `json:"slots"`
	TickRate int    `json:"tick_rate"`
	Version  int    `json:"version"` // of the protocol
}

// runInfo asks a host what is played there. It plays nothing itself, so that it
// takes any certificate, and remembers none.
func runInfo(ctx context.Context, p *program, args []string) error {
	fs := newFlags("info")
	if err := p.parse(fs, args, 1); err != nil {
		return err
	}
	if err := checkAddress(fs.Arg(0)); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, infoTime)
	defer cancel()
	info, err := net.Ask(ctx, link.Dial(fs.Arg(0), &link.Trust{}))
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
