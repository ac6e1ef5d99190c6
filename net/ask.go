package net

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

const (
	// askEvery is how often Ask looks for an answer.
	askEvery = 5 * time.Millisecond
	// maxTold is how many messages of an answer are heard. A host of our version says four at most.
	maxTold = 16
)

// Told is what a host tells those who ask.
type Told struct {
	Info     *proto.Info
	Progress *proto.Progress // nil from a host of before there was one
	Closing  bool            // it takes no more players
	Web      proto.Web       // without a port from a host of before there was one
}

// Ask asks the host at the other end of a link about its match, and closes the link.
func Ask(ctx context.Context, l link.Link) (told Told, err error) {
	defer l.Close()
	l.Send(link.Control, (&proto.InfoQuery{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for heard := 0; ; {
		down := l.Err() // before what it sent last is heard
		packet, ok := l.Receive(nil)
		switch {
		case ok:
			heard++
			if last, err := told.hear(packet.Bytes); last || err != nil || heard == maxTold {
				return told, err
			}
			continue
		case down != nil && told.Info != nil:
			return told, nil
		case down != nil:
			return told, down
		}
		select {
		case <-ctx.Done():
			if told.Info != nil {
				return told, nil
			}
			return told, fmt.Errorf("%s: %w", l.Remote(), errNoAnswer)
		case <-look.C:
		}
	}
}

// hear takes a packet, of which an Info is to be the first, and reports whether no more will come. What is unknown after the
// Info is of a later host.
func (t *Told) hear(p []byte) (last bool, err error) {
	m, err := proto.Parse(p)
	if t.Info == nil {
		return false, t.hearInfo(m, err)
	}
	switch m := m.(type) {
	case *proto.Progress:
		t.Progress = m
	case *proto.Reject:
		t.Closing = t.Closing || m.Code == proto.RejectClosing
	case *proto.Web:
		t.Web = *m
		return true, nil
	}
	return false, nil
}

func (t *Told) hearInfo(m proto.Message, err error) error {
	if err != nil {
		return hostError(err)
	}
	info, ok := m.(*proto.Info)
	if !ok {
		return errors.New("unexpected message from the host")
	}
	t.Info = info
	return nil
}
