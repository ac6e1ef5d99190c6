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
	// askEvery is how often Ask looks for an answer.
	askEvery = 5 * time.Millisecond
	// maxTold is how many messages of an answer are heard. A host of our version says four at most.
	maxReplies = 16
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

// hear takes a packet, of which an Info is to be the first, and reports whether no more will come. What is unknown after the
// Info is of a later host.
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

// infoCache is what a host tells strangers, as it was a moment ago, so that they are
// answered without the goroutine that owns the match. Any goroutine may read it.
type infoCache struct {
	id      uint64 // of the match
	current atomic.Pointer[publicInfo]
	door    atomic.Pointer[proto.Web] // nil: browsers may not play
}

// public is what strangers are told.
type publicInfo struct {
	info     proto.Info
	progress proto.Progress
}

// infoEvery is how often it is brought up to date.
const infoEvery = game.TickRate / 4

// Answer appends the answer to a proto.Query to buf, if it is one. A host that takes no more players gives none. Safe from any
// goroutine.
func (h *Host) Answer(query, buf []byte) []byte {
	q, err := proto.ParseQuery(query)
	if err != nil || h.Draining() {
		return buf
	}
	answer := proto.Answer{Nonce: q.Nonce, ID: h.id, Info: h.current.Load().info}
	return answer.Append(buf)
}

// Told returns what strangers are told, and how far the match is. Safe from any goroutine.
func (c *infoCache) Told() (proto.Info, proto.Progress) {
	t := c.current.Load()
	return t.info, t.progress
}

// publish brings it up to date. It is called by Run.
func (c *infoCache) publish(info proto.Info, progress proto.Progress) {
	now := publicInfo{info, progress}
	if old := c.current.Load(); old == nil || *old != now {
		changed := now
		c.current.Store(&changed)
	}
}

// SetWeb says where browsers may play: what those are told who ask over a connection. Safe from any goroutine.
func (c *infoCache) SetWeb(port uint16, secure bool) {
	c.door.Store(&proto.Web{Port: port, Secure: secure})
}

// web returns where browsers may play.
func (c *infoCache) web() *proto.Web {
	if door := c.door.Load(); door != nil {
		return door
	}
	return &proto.Web{}
}
