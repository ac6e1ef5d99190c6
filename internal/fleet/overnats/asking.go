package overnats

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet"
)

// asking is what a connection has asked and waits for. Its subjects cannot be guessed: who hears one ask can answer that one alone.
type asking struct {
	prefix string // of the subjects of answers, with a dot
	heard  *nats.Subscription

	mu      sync.Mutex
	waiting map[string]chan *nats.Msg // by the last word of the subject
}

// listen has answers to the holder of a key heard.
func (a *asking) listen(nc *nats.Conn, public string) (err error) {
	a.prefix, a.waiting = Answers(public)+"."+rand.Text()+".", map[string]chan *nats.Msg{}
	a.heard, err = nc.Subscribe(a.prefix+"*", a.take)
	return err
}

// take gives an answer to who waits for it. A second one is dropped.
func (a *asking) take(m *nats.Msg) {
	word := strings.TrimPrefix(m.Subject, a.prefix)
	a.mu.Lock()
	defer a.mu.Unlock()
	if waits := a.waiting[word]; waits != nil {
		delete(a.waiting, word)
		waits <- m
	}
}

// begin returns the subject of an answer, where it comes to, and what ends the waiting.
func (a *asking) begin() (reply string, answered chan *nats.Msg, end func()) {
	word := rand.Text()
	answered = make(chan *nats.Msg, 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting[word] = answered
	return a.prefix + word, answered, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.waiting, word)
	}
}

var errNoAnswer = errors.New("nobody answers")

// Ask is Bus's.
func (c *Conn) Ask(ctx context.Context, subject string, b []byte) ([]byte, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, tryTime)
		defer cancel()
	}
	reply, answered, end := c.asking.begin()
	defer end()
	if err := c.nc.PublishRequest(subject, reply, b); err != nil {
		return nil, fmt.Errorf("%w: %w", fleet.ErrNobody, err)
	}
	select {
	case m := <-answered:
		if len(m.Data) == 0 && m.Header.Get(headerStatus) == statusNobody {
			return nil, fmt.Errorf("%w: %w", fleet.ErrNobody, errNoAnswer)
		}
		return m.Data, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
