package overnats

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

// Options configure the connection to the bus.
type Options struct {
	URL  string // nats:// or tls://; several of a cluster with commas between them
	Seed string // the file of an nkey's seed; "": no key
	CA   string // a file of CA certificates; "": those of the system
	Name string // for the logs of the bus
	Role string // that the key must have, for the log; "" for any
	Log  *slog.Logger
}

const (
	// firstTime is the limit for Connect. A bus that is away is found later.
	firstTime = time.Second
	dialTime  = 2 * time.Second

	// After three seconds of silence the connection moves to another server of the cluster.
	pingInterval, pingsOut = time.Second, 2

	reconnectWait, reconnectJitter = 100 * time.Millisecond, 200 * time.Millisecond

	maxSeed = 1024 // bytes of a seed's file
)

// Conn is a fleet.Fleet over NATS.
type Conn struct {
	// Static after Connect.
	nc     *nats.Conn
	js     jetstream.JetStream
	log    *slog.Logger
	ours   bool // close the connection
	ctx    context.Context
	stop   context.CancelFunc
	public string // own key, or ""
	desk   string // prefix of requests to the hub's desk

	asking        asking
	running       sync.WaitGroup // watches
	dropped       atomic.Uint64
	awayLogged    atomic.Bool
	role          string
	refusalLogged atomic.Bool
	roleLogged    atomic.Bool
	refused       atomic.Bool           // by the bus, at the latest try
	tried         atomic.Pointer[error] // its result
}

// Connect returns a connection that reconnects for ever. An unreachable bus is no error; invalid options are.
func Connect(o Options) (*Conn, error) {
	settings := []nats.Option{
		nats.Name(o.Name), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectJitter, reconnectJitter),
		nats.ReconnectBufSize(-1), // unsent messages are useless later
		nats.PingInterval(pingInterval), nats.MaxPingsOutstanding(pingsOut), nats.IgnoreAuthErrorAbort(),
		nats.Timeout(dialTime), nats.SetCustomDialer(&dialer{first: time.Now().Add(firstTime)}),
	}
	if err := CheckURL(o.URL); err != nil {
		return nil, err
	}
	if o.CA != "" {
		if _, err := sys.ReadFile(o.CA, sys.MaxText); err != nil {
			return nil, fmt.Errorf("--fleet-ca: %w", err)
		}
		settings = append(settings, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS13}), nats.RootCAs(o.CA))
	}
	var public string
	if o.Seed != "" {
		key, of, err := readSeed(o.Seed)
		if err != nil {
			return nil, err
		}
		public = of
		settings = append(settings, nats.Nkey(public, key.Sign), nats.CustomInboxPrefix(Inbox(public)))
	}
	c := &Conn{log: o.Log, role: cmp.Or(o.Role, "another"), ours: true}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	nc, err := nats.Connect(o.URL, append(settings, c.handlers()...)...)
	if err != nil {
		return nil, fmt.Errorf("--fleet: %s: %w", o.URL, err)
	}
	if _, err := c.over(nc, public); err != nil {
		return nil, err
	}
	c.running.Go(func() { c.logIfMissing(o.URL) })
	return c, nil
}

// missingAfter is the time without a bus until it is logged.
const missingAfter = 2 * time.Second

// logIfMissing logs after missingAfter if the bus is not there.
func (c *Conn) logIfMissing(url string) {
	select {
	case <-time.After(missingAfter):
		c.logMissing(url)
	case <-c.ctx.Done():
	}
}

// logMissing logs an unreachable bus.
func (c *Conn) logMissing(url string) {
	switch {
	case c.Refused():
		c.noteRefusal(nats.ErrAuthorization)
	case !c.Up() && !c.awayLogged.Load():
		c.log.Warn("the fleet's bus is not there yet", "url", url, "err", c.Problem())
	}
}

// Over returns a fleet over an existing connection, which the caller closes.
func Over(nc *nats.Conn) (*Conn, error) {
	return (&Conn{log: slog.New(slog.DiscardHandler)}).over(nc, "")
}

func (c *Conn) over(nc *nats.Conn, public string) (_ *Conn, err error) {
	c.nc, c.public, c.desk = nc, public, Desk(public)
	if c.js, err = jetstream.NewWithAPIPrefix(nc, c.desk+"."+DeskAPI); err != nil {
		return nil, err
	}
	if err = c.asking.listen(nc, public); err != nil {
		return nil, err
	}
	c.ctx, c.stop = context.WithCancel(context.Background())
	return c, nil
}

// handlers log connections and disconnections.
func (c *Conn) handlers() []nats.Option {
	return []nats.Option{
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if !nc.IsClosed() { // not after Close
				c.awayLogged.Store(true)
				c.log.Warn("the fleet's bus is away", "err", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			c.noteRefusal(err)
			c.tried.Store(&err)
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			c.noteRefusal(nil)
			c.roleLogged.Store(false)
			c.log.Info("the fleet's bus is back", "at", nc.ConnectedAddr())
		}),
		nats.ConnectHandler(func(nc *nats.Conn) { c.log.Info("the fleet's bus is here", "at", nc.ConnectedAddr()) }),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			if err == nats.ErrSlowConsumer && s != nil {
				c.dropped.Add(1)
				return
			}
			if errors.Is(err, nats.ErrPermissionViolation) {
				c.noteWrongRole()
			} else if !c.noteRefusal(err) {
				c.log.Warn("the fleet's bus", "err", err)
			}
		}),
	}
}

// noteRefusal notes the error of a try to connect, or nil, and reports whether the bus refused this client. It logs a refusal once until the
// bus lets the client in: several tries a second follow, and some of them fail in other ways.
func (c *Conn) noteRefusal(err error) (refused bool) {
	refused = errors.Is(err, nats.ErrAuthorization)
	c.refused.Store(refused)
	if err == nil {
		c.refusalLogged.Store(false)
	} else if refused && !c.refusalLogged.Swap(true) {
		c.log.Warn("the fleet's bus does not let us in: --fleet-key must be one that the hub's file of keys has")
	}
	return refused
}

// noteWrongRole logs once a connection that the bus knows the key in another role: each message would be refused.
func (c *Conn) noteWrongRole() {
	if !c.roleLogged.Swap(true) {
		c.log.Error("--fleet-key has the wrong role: the hub's file of keys must list it as " + c.role)
	}
}

// Up implements fleet.Fleet.
func (c *Conn) Up() bool { return c.nc.IsConnected() }

// Problem returns the error of the latest connection attempt, or nil.
func (c *Conn) Problem() error {
	if err := c.nc.LastError(); err != nil {
		return err
	}
	if err := c.tried.Load(); err != nil {
		return *err
	}
	return nil
}

// Refused implements fleet.Fleet.
func (c *Conn) Refused() bool {
	return !c.Up() && (c.refused.Load() || errors.Is(c.Problem(), nats.ErrAuthorization))
}

// Dropped returns the number of dropped messages: unsent, too fast, or out of bounds.
func (c *Conn) Dropped() uint64 { return c.dropped.Load() }

// NATS returns the underlying connection.
func (c *Conn) NATS() *nats.Conn { return c.nc }

// Close implements fleet.Fleet.
func (c *Conn) Close() {
	c.stop()
	if c.asking.subscription.Unsubscribe(); c.ours {
		c.nc.Close()
	}
	c.running.Wait()
}

// CheckURL checks the address of a bus.
func CheckURL(text string) error {
	for url := range strings.SplitSeq(text, ",") {
		scheme, rest, ok := strings.Cut(strings.TrimSpace(url), "://")
		if !ok || rest == "" || (scheme != "nats" && scheme != "tls") {
			return fmt.Errorf("--fleet: must be a URL such as nats://10.0.0.1:4222, got %q", url)
		}
	}
	return nil
}

// readSeed reads the seed of an nkey.
func readSeed(file string) (key nkeys.KeyPair, public string, err error) {
	text, err := sys.ReadFile(file, maxSeed)
	if err != nil {
		return nil, "", fmt.Errorf("--fleet-key: %w", err)
	}
	if key, err = nkeys.ParseDecoratedUserNKey(text); err != nil {
		return nil, "", fmt.Errorf("--fleet-key: %s must have a user's seed, which begins with SU: %w", file, err)
	}
	public, err = key.PublicKey()
	return key, public, err
}

// ReadKey reads the signing key from the file of an nkey's seed.
func ReadKey(file string) (ed25519.PrivateKey, error) {
	pair, _, err := readSeed(file)
	if err != nil {
		return nil, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return nil, fmt.Errorf("--fleet-key: %w", err)
	}
	_, raw, err := nkeys.DecodeSeed(seed)
	if err != nil {
		return nil, fmt.Errorf("--fleet-key: %w", err)
	}
	return ed25519.NewKeyFromSeed(raw), nil
}

// dialer limits the first dial, so a silent bus does not delay the start of a program.
type dialer struct{ first time.Time }

// Dial implements nats.CustomDialer.
func (d *dialer) Dial(network, address string) (net.Conn, error) {
	left := dialTime
	if early := time.Until(d.first); early > 0 {
		left = early
	}
	return net.DialTimeout(network, address, left)
}

const (
	// Queue of a subscription.
	waitingMessages, waitingBytes = 4096, 32 << 20

	// answeringAtOnce is the maximum of concurrent answers of a subject.
	answeringAtOnce = 64
)

// Publish implements fleet.Bus. Chunks of logs go through the desk, which knows the key of the sender.
func (c *Conn) Publish(subject string, b []byte) {
	if strings.HasPrefix(subject, fleet.LogSubject) {
		subject = c.put(subject)
	}
	if !c.nc.IsConnected() || c.nc.Publish(subject, b) != nil {
		c.dropped.Add(1)
	}
}

// Subscribe implements fleet.Bus.
func (c *Conn) Subscribe(subject string, do func([]byte)) (func(), error) {
	return c.subscribe(subject, func(m *nats.Msg) { do(m.Data) })
}

func (c *Conn) subscribe(subject string, do func(*nats.Msg)) (func(), error) {
	s, err := c.nc.Subscribe(subject, func(m *nats.Msg) {
		defer sys.Restore()
		do(m)
	})
	if err != nil {
		return nil, fmt.Errorf("fleet: could not listen to %s: %w", subject, err)
	}
	s.SetPendingLimits(waitingMessages, waitingBytes)
	return func() { s.Unsubscribe() }, nil
}

// Serve implements fleet.Bus.
func (c *Conn) Serve(subject string, answer func([]byte) []byte) (func(), error) {
	slots := make(chan struct{}, answeringAtOnce)
	return c.subscribe(subject, func(m *nats.Msg) {
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
				m.RespondMsg(&nats.Msg{Header: nats.Header{headerStatus: {statusNobody}}}) // as without a receiver
			}
		}()
	})
}

// Store implements fleet.Bus.
func (c *Conn) Store(ctx context.Context, subject, id string, b []byte) error {
	if !strings.HasPrefix(subject, fleet.ResultSubject) { // other streams do not acknowledge
		return fmt.Errorf("fleet: %.80q is not kept", subject)
	}
	var how []jetstream.PublishOpt
	if id != "" {
		how = append(how, jetstream.WithMsgID(id))
	}
	_, _, err := c.publish(ctx, &nats.Msg{Subject: c.put(subject), Data: b}, how...)
	return err
}

// streamOf returns the name of the stream of a subject.
func streamOf(subject string) (string, error) {
	switch {
	case strings.HasPrefix(subject, fleet.LogSubject):
		return Logs, nil
	case strings.HasPrefix(subject, fleet.ResultSubject):
		return Results, nil
	}
	return "", fmt.Errorf("fleet: no stream keeps %.80q", subject)
}

// errGap reports an announced message that did not arrive.
var errGap = errors.New("fleet: what is kept came in pieces, and not all of them")

// asking holds the open questions of a connection. Their reply subjects cannot be guessed, so the receiver of a question can answer only that one.
type asking struct {
	prefix       string // of reply subjects, with a dot
	subscription *nats.Subscription

	mu      sync.Mutex
	waiting map[string]chan *nats.Msg // by the last word of the reply subject
}

// listen subscribes to the answers for a key.
func (a *asking) listen(nc *nats.Conn, public string) (err error) {
	a.prefix, a.waiting = Answers(public)+"."+rand.Text()+".", map[string]chan *nats.Msg{}
	a.subscription, err = nc.Subscribe(a.prefix+"*", a.deliver)
	return err
}

// deliver passes an answer to its question. A second answer is dropped.
func (a *asking) deliver(m *nats.Msg) {
	word := strings.TrimPrefix(m.Subject, a.prefix)
	a.mu.Lock()
	defer a.mu.Unlock()
	if waits := a.waiting[word]; waits != nil {
		delete(a.waiting, word)
		waits <- m
	}
}

// begin returns the reply subject of a question, the channel of its answer, and a function that ends it.
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

// Ask implements fleet.Bus.
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

const inboxes, answers = "_INBOX.", "_ANSWER."

// Inbox returns the prefix of the subjects on which the bus answers a key. Other clients can neither read nor write them.
func Inbox(public string) string { return inboxes + public }

// Answers returns the prefix of the subjects on which members answer a key. Hosts may write to all of them; only the key reads them.
func Answers(public string) string { return answers + cmp.Or(public, Nobody) }

// AllAnswers matches all subjects of answers.
const AllAnswers = answers + ">"

// Answerable reports whether a reply subject is one of Answers. Deliveries of JetStream, and askers that want a member to write elsewhere, name other
// subjects.
func Answerable(reply string) bool { return strings.HasPrefix(reply, answers) }

const (
	// tryTime is the limit of a try: a dead leader does not answer.
	tryTime = 1500 * time.Millisecond
	// tryPause is the pause before the next try.
	tryPause = 100 * time.Millisecond
)

// publish stores a message in a stream. It retries until the message is there or refused, or ctx is done. It returns the sequence, and whether an earlier
// try may have stored it without an acknowledgement.
func (c *Conn) publish(ctx context.Context, m *nats.Msg, how ...jetstream.PublishOpt) (sequence uint64, unsure bool, err error) {
	for {
		sequence, err = c.tryPublish(ctx, m, how)
		if err == nil || permanent(err) {
			return sequence, unsure, err
		}
		unsure = unsure || !unsent(err)
		if pause(ctx) != nil {
			return 0, unsure, fmt.Errorf("fleet: %s: %w: %w", m.Subject, ctx.Err(), err)
		}
	}
}

func (c *Conn) tryPublish(ctx context.Context, m *nats.Msg, how []jetstream.PublishOpt) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	one := *m
	if m.Header != nil {
		one.Header = nats.Header{}
		for k, v := range m.Header {
			one.Header[k] = v
		}
	}
	ack, err := c.js.PublishMsg(ctx, &one, append(how, jetstream.WithRetryAttempts(0))...)
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// permanent reports whether a retry is useless.
func permanent(err error) bool {
	var said *jetstream.APIError
	if errors.As(err, &said) {
		return said.Code != 503 // between leaders
	}
	return errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, nats.ErrMaxPayload) || errors.Is(err, nats.ErrBadSubject) ||
		errors.Is(err, nats.ErrSubscriptionClosed) || errors.Is(err, errGap)
}

// unsent reports whether a message certainly was not stored.
func unsent(err error) bool {
	return errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, nats.ErrReconnectBufExceeded)
}

// stale reports whether a write was refused because of an earlier one.
func stale(err error) bool {
	var said *jetstream.APIError
	return errors.As(err, &said) &&
		(said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || said.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// pause waits tryPause.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(tryPause):
		return nil
	}
}

// A bus replies to any subject with its own permissions, not the asker's: JetStream would delete a stream for an asker that names that request as the
// reply subject. So only the hub uses JetStream, and members send requests to its desk:
//
//	dogfight.js.KEY.api.REST     becomes $JS.API.REST
//	dogfight.js.KEY.put.SUBJECT  is stored in the stream of the subject, without other headers than PutHeaders; a chunk of a log is
//	                             published there and has no answer
//
// KEY is the sender's public key, or "any" if the bus requires none. Answers go to the inbox of that key.
const (
	DeskSubject = "dogfight.js."
	DeskAPI     = "api"
	DeskPut     = "put"

	Nobody = "any" // the KEY without a key
)

// Desk returns the prefix of a key's requests to the desk, without a dot.
func Desk(public string) string { return DeskSubject + cmp.Or(public, Nobody) }

// DeskInbox returns the required prefix of reply subjects in requests of a key.
func DeskInbox(key string) string {
	if key == Nobody {
		return inboxes
	}
	return Inbox(key) + "."
}

// PutHeaders are the headers that the desk stores. Others would clear a stream (Nats-Rollup) or belong to the bus.
var PutHeaders = []string{"Nats-Msg-Id", "Nats-Expected-Last-Subject-Sequence", headerOperation, headerLife}

// headerLife is the time to live of an entry that differs from its kind; NeverEnds is forbidden there.
const headerLife, NeverEnds = "Nats-TTL", "never"

// put returns the desk's subject for storing under a subject.
func (c *Conn) put(subject string) string {
	return strings.Join([]string{c.desk, DeskPut, subject}, ".")
}
