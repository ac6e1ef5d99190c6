package hub

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/time/rate"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/sys"
)

// jetStreamDesk passes requests of members of the fleet to JetStream: see overnats.Desk. One of the hubs handles each message, preferably the hub of
// the client.
type jetStreamDesk struct {
	nc      *nats.Conn
	ctx     context.Context
	slots   chan struct{}
	running sync.WaitGroup
	guard   *guard // nil without keys: no quotas
	log     *limitedLog

	accounts map[string]*account // by key; only handle uses it
}

const (
	deskPuts     = 4096 // concurrent
	deskPutTime  = 2 * time.Second
	deskMessages = 1 << 16 // in the queue
	deskBytes    = 64 << 20
)

// openDesk opens the desk until stop is called.
func openDesk(ctx context.Context, nc *nats.Conn, g *guard, log *slog.Logger) (stop func(), err error) {
	d := &jetStreamDesk{
		nc: nc, ctx: ctx, slots: make(chan struct{}, deskPuts), guard: g, log: newLimitedLog(log, 20, 0.1), accounts: map[string]*account{},
	}
	asked, err := nc.QueueSubscribe(overnats.DeskSubject+">", "desk", d.handle)
	if err != nil {
		return nil, err
	}
	asked.SetPendingLimits(deskMessages, deskBytes)
	return func() {
		asked.Unsubscribe()
		d.running.Wait()
	}, nil
}

// handle executes a request if its reply goes to the sender and its key is within its quota. A chunk of a log has no reply: standbys and the stream
// receive it.
func (d *jetStreamDesk) handle(m *nats.Msg) {
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
		d.guard.overQuota.Add(1)
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

// account returns the account of a key, nil without quotas. It is not ok if the key is no longer in the file.
func (d *jetStreamDesk) account(key string) (a *account, ok bool) {
	if d.guard == nil || key == overnats.Nobody { // with keys, only hubs may use it
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

// ask passes a request to JetStream. A consumer beyond the limit of its key replaces the key's oldest one.
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
		data = nil // it could request the subjects of all entries
	}
	d.nc.PublishMsg(&nats.Msg{Subject: "$JS.API." + api, Reply: m.Reply, Data: data})
}

// unavailable is the reply after which members of a fleet retry: no hub has the stream now, or the key must wait.
func unavailable() *nats.Msg { return &nats.Msg{Header: nats.Header{"Status": {"503"}}} }

// put publishes a message to the stream of a subject and returns the stream's reply, if any.
func (d *jetStreamDesk) put(m *nats.Msg, subject string) {
	key, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, overnats.DeskSubject), ".")
	one := &nats.Msg{Subject: subject, Data: m.Data, Header: nats.Header{}}
	for _, name := range overnats.PutHeaders {
		if value := m.Header.Get(name); value != "" && !strings.EqualFold(value, overnats.NeverEnds) {
			one.Header.Set(name, value)
		}
	}
	if id := one.Header.Get(nats.MsgIdHdr); id != "" {
		one.Header.Set(nats.MsgIdHdr, key+" "+id) // the stream drops repeated ids: a key cannot use up those of others
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

// quota limits the requests of one key: burst bytes at once, then rate bytes a second, with cost bytes more for each request. A stolen key must leave
// room in every stream and bucket, so burst and rate follow from the size of the stream and the life of its entries. They are a multiple of the use
// of a host with 16 matches of 64 players.
type quota struct {
	ask               string // prefix of the requests
	burst, rate, cost int
}

var quotas = [...]quota{ // the first match counts
	{overnats.DeskPut + "." + fleet.LogSubject, 48 << 20, 32 << 10, 64},
	{overnats.DeskPut + "." + fleet.ResultSubject, 64 << 20, 64 << 10, 512}, // of 1 GB
	{overnats.DeskPut + ".dogfight.replay.", 256 << 20, 16 << 10, 512},      // of 4 GB
	{overnats.DeskPut + ".$KV.dogfight_seats.", 8 << 20, 12 << 10, 128},     // of 64 MB, for an hour
	{"", 4 << 20, 256 << 10, 512},                                           // of 16 MB and more, for 30 s; and of JetStream's queue of 10,000 requests
}

// account is a key's use of the hub.
type account struct {
	limits  [len(quotas)]*rate.Limiter
	watches []string // consumers as STREAM.NAME, oldest first
}

// maxWatches is the maximum of consumers of a key. A host needs two or three, and as many again after each lost connection. A stream has
// maxConsumers, more than one key can use up.
const maxWatches, maxConsumers = 256, 16384

func newAccount() *account {
	a := &account{}
	for i, q := range quotas {
		a.limits[i] = rate.NewLimiter(rate.Limit(q.rate), q.burst)
	}
	return a
}

// allows counts a request and reports whether it is within its quota.
func (a *account) allows(ask string, bytes int) bool {
	for i, q := range quotas {
		if strings.HasPrefix(ask, q.ask) {
			return a.limits[i].AllowN(time.Now(), bytes+q.cost)
		}
	}
	return false
}

// watch adds a consumer and returns the one to delete for it, or "".
func (a *account) watch(consumer string) (oldest string) {
	a.watches = append(a.watches, consumer)
	if len(a.watches) > maxWatches {
		oldest, a.watches = a.watches[0], a.watches[1:]
	}
	return oldest
}

// watchOf returns the consumer that a request to JetStream creates, or "". The request is refused unless the consumer is a watch as members of a fleet
// use it: a push consumer would deliver anywhere, and a durable one outlives the key.
func watchOf(api string, ask []byte) (consumer string, ok bool) {
	rest, creates := strings.CutPrefix(api, "CONSUMER.CREATE.")
	if !creates {
		return "", !strings.HasPrefix(api, "CONSUMER.DURABLE.")
	}
	var asked struct {
		Config struct {
			Push      string        `json:"deliver_subject"`
			Durable   string        `json:"durable_name"`
			Forgotten time.Duration `json:"inactive_threshold"`
			InMemory  bool          `json:"mem_storage"`
			Waiting   int           `json:"max_waiting"`
		} `json:"config"`
	}
	err := json.Unmarshal(ask, &asked)
	words := append(strings.SplitN(rest, ".", 3), "")
	c := &asked.Config
	return words[0] + "." + words[1], err == nil && c.Push == "" && c.Durable == "" && c.InMemory && c.Waiting == 0 &&
		c.Forgotten > 0 && c.Forgotten <= overnats.WatchForgotten
}
