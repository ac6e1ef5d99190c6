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
// link. A host from before there was a Progress tells none: it is nil.
func Ask(ctx context.Context, l link.Link) (info *proto.Info, progress *proto.Progress, err error) {
	defer l.Close()
	l.Send(link.Control, (&proto.InfoQuery{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for {
		down := l.Err() // before what it sent last is heard
		packet, ok := l.Receive(nil)
		switch {
		case ok && info == nil:
			if info, err = readInfo(packet.Bytes); err != nil {
				return nil, nil, err
			}
			continue
		case ok:
			if m, err := proto.Parse(packet.Bytes); err == nil {
				progress, _ = m.(*proto.Progress)
			}
			return info, progress, nil
		case down != nil && info != nil:
			return info, nil, nil
		case down != nil:
			return nil, nil, down
		}
		select {
		case <-ctx.Done():
			if info != nil {
				return info, nil, nil
			}
			return nil, nil, fmt.Errorf("%s: %w", l.Remote(), errNoAnswer)
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
