package hub

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/internal/crash"
	"dogfight/internal/fleet/overnats"
)

// jetStreamDesk speaks to JetStream for those of the fleet: see overnats.Desk. One of the hubs takes each message, its own client's rather
// than another's.
type jetStreamDesk struct {
	nc      *nats.Conn
	ctx     context.Context
	slots   chan struct{}
	running sync.WaitGroup
}

const (
	deskPuts     = 4096 // at once
	deskPutTime  = 2 * time.Second
	deskMessages = 1 << 16 // that wait
	deskBytes    = 64 << 20
)

// openDesk opens the desk, until what it returns is called.
func openDesk(ctx context.Context, nc *nats.Conn) (stop func(), err error) {
	d := &jetStreamDesk{nc: nc, ctx: ctx, slots: make(chan struct{}, deskPuts)}
	asked, err := nc.QueueSubscribe(overnats.DeskSubject+">", "desk", d.take)
	if err != nil {
		return nil, err
	}
	asked.SetPendingLimits(deskMessages, deskBytes)
	return func() {
		asked.Unsubscribe()
		d.running.Wait()
	}, nil
}

// take does what a message asks for, if its answer goes to who has asked.
func (d *jetStreamDesk) take(m *nats.Msg) {
	defer crash.Restore()
	key, ask, _ := strings.Cut(strings.TrimPrefix(m.Subject, overnats.DeskSubject), ".")
	what, rest, _ := strings.Cut(ask, ".")
	if rest == "" || !strings.HasPrefix(m.Reply, overnats.DeskInbox(key)) {
		return
	}
	switch what {
	case overnats.DeskAPI:
		if !pushes(rest, m.Data) {
			d.nc.PublishMsg(&nats.Msg{Subject: "$JS.API." + rest, Reply: m.Reply, Data: m.Data})
		}
	case overnats.DeskPut:
		d.put(m, rest)
	}
}

// pushes reports whether a consumer is asked for to whose messages nobody says the place each time: it would deliver anywhere.
func pushes(api string, ask []byte) bool {
	if !strings.HasPrefix(api, "CONSUMER.CREATE.") && !strings.HasPrefix(api, "CONSUMER.DURABLE.CREATE.") {
		return false
	}
	var consumer struct {
		Config struct {
			To string `json:"deliver_subject"`
		} `json:"config"`
	}
	return json.Unmarshal(ask, &consumer) != nil || consumer.Config.To != ""
}

// put puts what a message has into the stream of a subject, and says what became of that, if anything did.
func (d *jetStreamDesk) put(m *nats.Msg, subject string) {
	one := &nats.Msg{Subject: subject, Data: m.Data, Header: nats.Header{}}
	for _, name := range overnats.PutHeaders {
		if value := m.Header.Get(name); value != "" && !strings.EqualFold(value, overnats.NeverEnds) {
			one.Header.Set(name, value)
		}
	}
	d.slots <- struct{}{}
	d.running.Go(func() {
		defer crash.Restore()
		defer func() { <-d.slots }()
		ctx, cancel := context.WithTimeout(d.ctx, deskPutTime)
		defer cancel()
		answer, err := d.nc.RequestMsgWithContext(ctx, one)
		if errors.Is(err, nats.ErrNoResponders) { // no hub has the stream now
			answer, err = &nats.Msg{Header: nats.Header{"Status": {"503"}}}, nil
		}
		if err == nil {
			m.RespondMsg(&nats.Msg{Data: answer.Data, Header: answer.Header})
		}
	})
}
