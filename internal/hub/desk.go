package hub

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/sys"
)

// jetStreamDesk speaks to JetStream for those of the fleet: see overnats.Desk. One of the hubs takes each message, its own client's rather
// than another's.
type jetStreamDesk struct {
	nc      *nats.Conn
	ctx     context.Context
	slots   chan struct{}
	running sync.WaitGroup
	guard   *guard // nil without keys: then nothing is counted
	log     *limitedLog

	accounts map[string]*account // by key; only take uses it
}

const (
	deskPuts     = 4096 // at once
	deskPutTime  = 2 * time.Second
	deskMessages = 1 << 16 // that wait
	deskBytes    = 64 << 20
)

// openDesk opens the desk, until what it returns is called.
func openDesk(ctx context.Context, nc *nats.Conn, g *guard, log *slog.Logger) (stop func(), err error) {
	d := &jetStreamDesk{
		nc: nc, ctx: ctx, slots: make(chan struct{}, deskPuts), guard: g, log: newLimitedLog(log, 20, 0.1), accounts: map[string]*account{},
	}
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

// take does what a message asks for, if its answer goes to who has asked and its key has not asked for too much. A piece of a log has no
// answer: standbys hear it, and the stream keeps it.
func (d *jetStreamDesk) take(m *nats.Msg) {
	defer sys.Restore()
	key, ask, _ := strings.Cut(strings.TrimPrefix(m.Subject, overnats.DeskSubject), ".")
	what, rest, _ := strings.Cut(ask, ".")
	log := what == overnats.DeskPut && strings.HasPrefix(rest, fleet.LogSubject)
	if rest == "" || !log && !strings.HasPrefix(m.Reply, overnats.DeskInbox(key)) {
		return
	}
	a, ok := d.account(key)
	if !ok {
		return
	}
	if a != nil && !a.allows(ask, len(m.Data)) {
		d.log.Log(slog.LevelWarn, "a key asks for too much", "key", key, "subject", rest)
		if !log {
			m.RespondMsg(unavailable())
		}
		return
	}
	switch {
	case log:
		d.nc.Publish(rest, m.Data)
	case what == overnats.DeskAPI:
		d.ask(m, a, rest)
	case what == overnats.DeskPut:
		d.put(m, rest)
	}
}

// account returns the account of a key, nil for one without bounds. It is not ok if the key was taken out of the file.
func (d *jetStreamDesk) account(key string) (a *account, ok bool) {
	if d.guard == nil || key == overnats.Nobody { // which only a hub may use where there are keys
		return nil, true
	}
	switch (*d.guard.roles.Load())[key] {
	case "":
		delete(d.accounts, key)
		return nil, false
	case RoleHub:
		return nil, true
	}
	if d.accounts[key] == nil {
		d.accounts[key] = newAccount()
	}
	return d.accounts[key], true
}

// ask asks JetStream. A consumer that is one too many for its key replaces the oldest of that.
func (d *jetStreamDesk) ask(m *nats.Msg, a *account, api string) {
	consumer, ok := watchOf(api, m.Data)
	if !ok {
		return
	}
	if a != nil && consumer != "" {
		if oldest := a.watch(consumer); oldest != "" {
			d.nc.Publish("$JS.API.CONSUMER.DELETE."+oldest, nil)
		}
	}
	data := m.Data
	if strings.HasPrefix(api, "STREAM.INFO.") {
		data = nil // it could ask for the subjects of all entries, which are many
	}
	d.nc.PublishMsg(&nats.Msg{Subject: "$JS.API." + api, Reply: m.Reply, Data: data})
}

// unavailable is the answer after which members of a fleet ask again: no hub has the stream now, or its key must wait.
func unavailable() *nats.Msg { return &nats.Msg{Header: nats.Header{"Status": {"503"}}} }

// put puts what a message has into the stream of a subject, and says what became of that, if anything did.
func (d *jetStreamDesk) put(m *nats.Msg, subject string) {
	key, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, overnats.DeskSubject), ".")
	one := &nats.Msg{Subject: subject, Data: m.Data, Header: nats.Header{}}
	for _, name := range overnats.PutHeaders {
		if value := m.Header.Get(name); value != "" && !strings.EqualFold(value, overnats.NeverEnds) {
			one.Header.Set(name, value)
		}
	}
	if id := one.Header.Get(nats.MsgIdHdr); id != "" {
		one.Header.Set(nats.MsgIdHdr, key+" "+id) // the stream drops a repeated id: nobody uses up those of others
	}
	d.slots <- struct{}{}
	d.running.Go(func() {
		defer sys.Restore()
		defer func() { <-d.slots }()
		ctx, cancel := context.WithTimeout(d.ctx, deskPutTime)
		defer cancel()
		answer, err := d.nc.RequestMsgWithContext(ctx, one)
		if errors.Is(err, nats.ErrNoResponders) {
			answer, err = unavailable(), nil
		}
		if err == nil {
			m.RespondMsg(&nats.Msg{Data: answer.Data, Header: answer.Header})
		}
	})
}
