package net

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

var errNoDoor = errors.New("what listens there is no door of a fleet: join it by its address alone, without fleet://")

// AskFleet asks the door at the other end of a link what its fleet plays, and closes the link.
func AskFleet(ctx context.Context, l link.Link) (*proto.FleetList, error) {
	defer l.Close()
	l.Send(link.Control, (&proto.ListFleet{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for {
		down := l.Err() // before what it sent last is heard
		packet, ok := l.Receive(nil)
		switch {
		case ok:
			m, err := proto.Parse(packet.Bytes)
			if err != nil {
				return nil, hostError(err)
			}
			if list, ok := m.(*proto.FleetList); ok {
				return list, nil
			}
			return nil, errNoDoor
		case down != nil:
			return nil, down
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w", l.Remote(), errNoAnswer)
		case <-look.C:
		}
	}
}
