package net

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

// askEvery is how often Ask looks for an answer.
const askEvery = 5 * time.Millisecond

// Ask asks the host at the other end of a link about its match, and closes the
// link.
func Ask(ctx context.Context, l link.Link) (*proto.Info, error) {
	defer l.Close()
	l.Send(link.Control, (&proto.InfoQuery{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for {
		if packet, ok := l.Receive(nil); ok {
			return readInfo(packet.Bytes)
		}
		if err := l.Err(); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%s: %w", l.Remote(), errNoAnswer)
		case <-look.C:
		}
	}
}

func readInfo(p []byte) (*proto.Info, error) {
	m, err := proto.Parse(p)
	if err != nil {
		return nil, hostError(err)
	}
	if info, ok := m.(*proto.Info); ok {
		return info, nil
	}
	return nil, errors.New("unexpected message from the host")
}
