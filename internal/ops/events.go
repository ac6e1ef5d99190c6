package ops

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/net"
)

// Events passes the events of a process on to those that follow them. The zero value is ready. Its methods are safe for concurrent use.
type Events struct {
	dropped atomic.Uint64

	mu     sync.Mutex
	latest uint64                 // number
	queues map[chan numbered]bool // of those that follow
}

// numbered is an event as it is sent: a line of JSON.
type numbered struct {
	Seq  uint64    `json:"seq"` // a missing number is an event that was dropped
	Time time.Time `json:"time"`
	net.Event
}

// maxQueue is the number of events that may wait for a slow follower. Further ones are dropped.
const maxQueue = 1024

// Add passes an event on. It does not block.
func (e *Events) Add(event net.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.latest++
	next := numbered{e.latest, time.Now().UTC().Truncate(time.Millisecond), event}
	for queue := range e.queues {
		select {
		case queue <- next:
		default:
			e.dropped.Add(1)
		}
	}
}

// AddAct passes on a command of an operator or a moderator, and its error, if it failed.
func (e *Events) AddAct(by, command string, err error) {
	act := net.Event{Kind: "act", By: by, Text: command}
	if err != nil {
		act.Error = err.Error()
	}
	e.Add(act)
}

// follow returns a queue of all events until unfollow is called.
func (e *Events) follow() (queue chan numbered, unfollow func()) {
	queue = make(chan numbered, maxQueue)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.queues == nil {
		e.queues = map[chan numbered]bool{}
	}
	e.queues[queue] = true
	return queue, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		delete(e.queues, queue)
	}
}

// Follow sends each event as a line of JSON until ctx is done or send fails.
func (e *Events) Follow(ctx context.Context, send func(line string) error) error {
	queue, unfollow := e.follow()
	defer unfollow()
	for {
		select {
		case <-ctx.Done():
			return nil
		case event := <-queue:
			line, _ := json.Marshal(event) // of strings and numbers
			if err := send(string(line)); err != nil {
				return err
			}
		}
	}
}

const (
	maxBatch = 100
	// A batch is posted batchTime after its first event, and again after twice as long each time that it was not taken.
	batchTime, maxBatchTime = time.Second, time.Minute
	// postTime is the time for an answer, and lastTime for that to the last batch of a host that ends.
	postTime, lastTime = 10 * time.Second, time.Second
)

// Webhook returns a function that posts all events from now on to a URL, in batches with a line of JSON for each, until ctx is done.
func (e *Events) Webhook(to string, log *slog.Logger) func(ctx context.Context) {
	queue, unfollow := e.follow()
	return func(ctx context.Context) {
		defer unfollow()
		var batch []numbered
		for wait, last := batchTime, false; !last; {
			if len(batch) == 0 {
				select {
				case event := <-queue:
					batch = append(batch, event)
				case <-ctx.Done():
				}
			}
			posting, limit := ctx, postTime
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				last, posting, limit = true, context.WithoutCancel(ctx), lastTime
			}
			for len(queue) > 0 && (last || len(batch) < maxBatch) {
				batch = append(batch, <-queue)
			}
			again, err := post(posting, to, batch, limit)
			switch {
			case err == nil:
				batch, wait = nil, batchTime
			case again && !last:
				wait = min(2*wait, maxBatchTime)
				log.Warn("the webhook does not take events, which wait", "for", wait, "why", err)
			default:
				log.Warn("the webhook refused events, which are dropped", "events", len(batch), "why", err)
				e.dropped.Add(uint64(len(batch)))
				batch, wait = nil, batchTime
			}
		}
	}
}

// webhookClient follows no redirects: they would turn a POST into a GET.
var webhookClient = http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// post posts a batch. After an error, again reports whether the same request may succeed later. The error does not have the URL, which may
// be a secret.
func post(ctx context.Context, to string, batch []numbered, limit time.Duration) (again bool, err error) {
	if len(batch) == 0 {
		return false, nil
	}
	var body bytes.Buffer
	lines := json.NewEncoder(&body)
	for _, event := range batch {
		lines.Encode(event) // a buffer takes all
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to, &body)
	if err != nil {
		return false, err
	}
	request.Header.Set("Content-Type", "application/x-ndjson")
	answer, err := webhookClient.Do(request)
	if err != nil {
		return true, errors.Unwrap(err)
	}
	answer.Body.Close()
	if answer.StatusCode >= 300 {
		err = fmt.Errorf("the answer is %s", answer.Status)
	}
	return answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests, err
}

// CheckWebhook checks the URL of a webhook; "" is none.
func CheckWebhook(text string) error {
	u, err := url.Parse(text)
	if text != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("must be a URL such as https://example.org/hook, got %q", text)
	}
	return nil
}
