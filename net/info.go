package net

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

const (
	askEvery   = 5 * time.Millisecond // between looks for an answer
	maxReplies = 16                   // messages of an answer; a host of our version sends four at most
)

// HostInfo is a host's description of its match to strangers.
type HostInfo struct {
	Info     *proto.Info
	Progress *proto.Progress // nil from older hosts
	Closing  bool            // the host takes no more players
	Web      proto.Web       // without a port from older hosts
}

// Ask asks a host about its match, and closes the link.
func Ask(ctx context.Context, l link.Link) (told HostInfo, err error) {
	replies := 0
	err = query(ctx, l, &proto.InfoQuery{}, func(packet []byte) (last bool, err error) {
		replies++
		last, err = told.handle(packet)
		return last || replies == maxReplies, err
	})
	if told.Info != nil {
		err = nil // older hosts send less
	}
	return told, err
}

// handle handles a packet, the first of which must be an Info, and reports whether it is the last. Unknown messages after the Info are
// ignored.
func (t *HostInfo) handle(p []byte) (last bool, err error) {
	m, err := proto.Parse(p)
	if t.Info == nil {
		return false, t.handleInfo(m, err)
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

func (t *HostInfo) handleInfo(m proto.Message, err error) error {
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

var errNoDoor = errors.New("this is not the door of a fleet: join it by its address alone, without fleet://")

// AskFleet asks the door of a fleet for its list of matches, and closes the link.
func AskFleet(ctx context.Context, l link.Link) (list *proto.FleetList, err error) {
	err = query(ctx, l, &proto.ListFleet{}, func(packet []byte) (bool, error) {
		m, err := proto.Parse(packet)
		if err != nil {
			return true, hostError(err)
		}
		var ok bool
		if list, ok = m.(*proto.FleetList); !ok {
			return true, errNoDoor
		}
		return true, nil
	})
	return list, err
}

// query sends a message over a link and passes the answers to handle until that reports the last or an error, the link is down, or ctx is
// done. It closes the link.
func query(ctx context.Context, l link.Link, m proto.Message, handle func(packet []byte) (last bool, err error)) error {
	defer l.Close()
	l.Send(link.Control, m.Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for {
		down := l.Err() // checked first: its last packets are still to be read
		if packet, ok := l.Receive(nil); ok {
			if last, err := handle(packet.Bytes); last || err != nil {
				return err
			}
			continue
		}
		if down != nil {
			return down
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", l.Remote(), errNoAnswer)
		case <-look.C:
		}
	}
}

// infoCache is a recent description of the match, so that strangers are answered without Run. Safe for concurrent use.
type infoCache struct {
	id      uint64 // of the match
	current atomic.Pointer[publicInfo]
	door    atomic.Pointer[proto.Web] // nil: browsers cannot play
}

type publicInfo struct {
	info     proto.Info
	progress proto.Progress
}

// infoEvery is how often the description is updated.
const infoEvery = game.TickRate / 4

// Answer appends the answer to a proto.Query to buf, if it is one. A draining host gives none. Safe for concurrent use.
func (h *Host) Answer(query, buf []byte) []byte {
	q, err := proto.ParseQuery(query)
	if err != nil || h.Draining() {
		return buf
	}
	answer := proto.Answer{Nonce: q.Nonce, ID: h.id, Info: h.current.Load().info}
	return answer.Append(buf)
}

// PublicInfo returns the description of the match. Safe for concurrent use.
func (c *infoCache) PublicInfo() (proto.Info, proto.Progress) {
	t := c.current.Load()
	return t.info, t.progress
}

// publish updates the description. Run calls it.
func (c *infoCache) publish(info proto.Info, progress proto.Progress) {
	now := publicInfo{info, progress}
	if old := c.current.Load(); old == nil || *old != now {
		changed := now
		c.current.Store(&changed)
	}
}

// SetWeb sets the port where browsers may play. Safe for concurrent use.
func (c *infoCache) SetWeb(port uint16, secure bool) {
	c.door.Store(&proto.Web{Port: port, Secure: secure})
}
