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
type Told struct {
	Info     *proto.Info
	Progress *proto.Progress // nil from older hosts
	Closing  bool            // the host takes no more players
	Web      proto.Web       // without a port from older hosts
}

// Ask asks a host about its match, and closes the link.
func Ask(ctx context.Context, l link.Link) (told Told, err error) {
	defer l.Close()
	l.Send(link.Control, (&proto.InfoQuery{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for heard := 0; ; {
		down := l.Err() // checked first: its last packets are still to be read
		packet, ok := l.Receive(nil)
		switch {
		case ok:
			heard++
			if last, err := told.handle(packet.Bytes); last || err != nil || heard == maxReplies {
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

// handle handles a packet, the first of which must be an Info, and reports whether it is the last. Unknown messages after the Info are
// ignored.
func (t *Told) handle(p []byte) (last bool, err error) {
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

func (t *Told) handleInfo(m proto.Message, err error) error {
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
func AskFleet(ctx context.Context, l link.Link) (*proto.FleetList, error) {
	defer l.Close()
	l.Send(link.Control, (&proto.ListFleet{}).Append(nil))
	look := time.NewTicker(askEvery)
	defer look.Stop()
	for {
		down := l.Err() // checked first: its last packets are still to be read
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
func (c *infoCache) Told() (proto.Info, proto.Progress) {
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

func (c *infoCache) web() *proto.Web {
	if door := c.door.Load(); door != nil {
		return door
	}
	return &proto.Web{}
}
