package overnats

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

const (
	// What waits for a listener at most.
	waitingMessages, waitingBytes = 4096, 32 << 20

	// answeringAtOnce is how many questions of a subject are answered at a time; others wait.
	answeringAtOnce = 64
)

// Publish is Bus's. Pieces of logs go by way of the desk, which knows by whose key they come.
func (c *Conn) Publish(subject string, b []byte) {
	if strings.HasPrefix(subject, fleet.LogSubject) {
		subject = c.put(subject)
	}
	if !c.nc.IsConnected() || c.nc.Publish(subject, b) != nil {
		c.dropped.Add(1)
	}
}

// Subscribe is Bus's.
func (c *Conn) Subscribe(subject string, told func([]byte)) (func(), error) {
	return c.hear(subject, func(m *nats.Msg) { told(m.Data) })
}

func (c *Conn) hear(subject string, told func(*nats.Msg)) (func(), error) {
	s, err := c.nc.Subscribe(subject, func(m *nats.Msg) {
		defer sys.Restore()
		told(m)
	})
	if err != nil {
		return nil, fmt.Errorf("fleet: could not listen to %s: %w", subject, err)
	}
	s.SetPendingLimits(waitingMessages, waitingBytes)
	return func() { s.Unsubscribe() }, nil
}

// Serve is Bus's.
func (c *Conn) Serve(subject string, answer func([]byte) []byte) (func(), error) {
	slots := make(chan struct{}, answeringAtOnce)
	return c.hear(subject, func(m *nats.Msg) {
		slots <- struct{}{}
		go func() {
			defer sys.Restore()
			defer func() { <-slots }()
			if !Answerable(m.Reply) {
				return
			}
			if b := answer(m.Data); b != nil {
				m.Respond(b)
			} else {
				m.RespondMsg(&nats.Msg{Header: nats.Header{headerStatus: {statusNobody}}}) // as a bus says that nobody is there
			}
		}()
	})
}

// Keep is Bus's.
func (c *Conn) Keep(ctx context.Context, subject, id string, b []byte) error {
	if !strings.HasPrefix(subject, fleet.ResultSubject) { // what is published is kept as well, but nobody says so
		return fmt.Errorf("fleet: %.80q is not kept", subject)
	}
	var how []jetstream.PublishOpt
	if id != "" {
		how = append(how, jetstream.WithMsgID(id))
	}
	_, _, err := c.publish(ctx, &nats.Msg{Subject: c.put(subject), Data: b}, how...)
	return err
}

// streamOf returns the name of the stream that a subject is in.
func streamOf(subject string) (string, error) {
	switch {
	case strings.HasPrefix(subject, fleet.LogSubject):
		return Logs, nil
	case strings.HasPrefix(subject, fleet.ResultSubject):
		return Results, nil
	}
	return "", fmt.Errorf("fleet: no stream keeps %.80q", subject)
}

// errGap is when a bus has said that more follows, and nothing did.
var errGap = errors.New("fleet: what is kept came in pieces, and not all of them")
