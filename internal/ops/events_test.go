package ops

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net"
	"dogfight/testkit"
)

// lines parses the lines of a stream or a batch.
func lines(t *testing.T, text string) (all []numbered) {
	t.Helper()
	for line := range strings.Lines(text) {
		var e numbered
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, e)
	}
	return all
}

func TestEventsAreStreamedAtTheSocketUntilEitherEndHangsUp(t *testing.T) {
	var events Events
	path := filepath.Join(shortFolder(t), "admin")
	s, err := ListenConsole(path, nil, &events, echo)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	followers := func(n int) {
		testkit.Until(t, fmt.Sprint(n, " follow the events"), func() bool {
			events.mu.Lock()
			defer events.mu.Unlock()
			return len(events.queues) == n
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	var got []string
	ended := make(chan error)
	for range 2 {
		go func() {
			err := FollowConsole(ctx, path, func(line string) {
				if got = append(got, line); len(got) == 2 {
					stop()
				}
			}, "events", "--json")
			ended <- err
		}()
		followers(1)
		events.Add(net.Event{Kind: "chat", Player: "Zoë", Text: "two\u2028lines <&>"})
		events.Add(net.Event{Kind: "kill", Player: "Zoë", By: "Rex", Weapon: "cannon"})
		if err := <-ended; err != nil {
			t.Error(err)
		}
		followers(0)
		all := lines(t, strings.Join(got, "\n"))
		if len(all) != 2 || all[0].Text != "two\u2028lines <&>" || all[1].By != "Rex" || all[1].Seq != all[0].Seq+1 || all[0].Time.IsZero() {
			t.Errorf("the lines are %q", got)
		}
		ctx, stop = context.WithCancel(t.Context())
		got = nil
	}
	go func() { ended <- FollowConsole(ctx, path, func(string) {}, "events", "--json") }()
	followers(1)
	s.Close()
	if err := <-ended; err != errHungUp {
		t.Errorf("the host has ended: %v", err)
	}
	stop()
}

func TestASlowFollowerLosesCountedEventsAndHoldsUpNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var events Events
		ctx, stop := context.WithCancel(t.Context())
		var got []numbered
		resume, ended := make(chan bool), make(chan error)
		go func() {
			ended <- events.Follow(ctx, func(line string) error {
				<-resume
				got = append(got, lines(t, line)...)
				return nil
			})
		}()
		synctest.Wait()
		for range 3 * maxQueue {
			events.Add(net.Event{Kind: "chat"})
			synctest.Wait()
		}
		if n := events.dropped.Load(); n != 2*maxQueue-1 {
			t.Errorf("%d events were dropped", n)
		}
		close(resume)
		synctest.Wait()
		events.Add(net.Event{Kind: "end"})
		synctest.Wait()
		stop()
		if err := <-ended; err != nil || len(got) != maxQueue+2 || got[maxQueue].Seq != maxQueue+1 || got[maxQueue+1].Seq != 3*maxQueue+1 {
			t.Errorf("%v, %d events", err, len(got))
		}
	})
}

// taker is the server of a webhook.
type taker struct {
	mu      sync.Mutex
	status  int // of answers
	asked   []time.Duration
	batches []string
	began   time.Time
}

func (w *taker) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	body, _ := io.ReadAll(r.Body)
	w.asked = append(w.asked, time.Since(w.began).Round(time.Second))
	if w.status == 0 {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	if w.status < 300 {
		w.batches = append(w.batches, string(body))
	}
	return &http.Response{StatusCode: w.status, Status: fmt.Sprint(w.status), Body: http.NoBody}, nil
}

func (w *taker) answers(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status = status
}

func TestAWebhookGetsBatchesAgainUntilItTakesThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		to := &taker{status: 200, began: time.Now()}
		webhookClient.Transport = to
		defer func() { webhookClient.Transport = nil }()
		var events Events
		var log bytes.Buffer
		run := events.Webhook("https://user:secret@example.org/hook", slog.New(slog.NewTextHandler(&log, nil)))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() { run(ctx); close(ended) }()
		add := func(n int) {
			for range n {
				events.Add(net.Event{Kind: "chat"})
			}
		}
		add(3)
		time.Sleep(2 * time.Second)
		to.answers(503)
		add(1)
		time.Sleep(2 * time.Minute)
		add(2 * maxQueue) // while it is away
		if lost := events.dropped.Load(); lost != maxQueue {
			t.Errorf("%d events were dropped", lost)
		}
		to.answers(200)
		time.Sleep(time.Minute)
		to.answers(400)
		add(1)
		time.Sleep(2 * time.Second)
		to.answers(200)
		add(1)
		stop() // at once
		<-ended

		var sizes []int
		var seqs []uint64
		for _, batch := range to.batches {
			all := lines(t, batch)
			sizes = append(sizes, len(all))
			for _, e := range all {
				seqs = append(seqs, e.Seq)
			}
		}
		first := fmt.Sprint(to.asked[:9]) // the first batch, then one at longer and longer intervals
		if first != "[1s 3s 5s 9s 17s 33s 1m5s 2m5s 2m6s]" {
			t.Errorf("asked at %s", first)
		}
		if sizes[0] != 3 || sizes[1] != maxBatch || sizes[len(sizes)-1] != 1 || len(seqs) != 3+1+maxQueue+1 || seqs[3] != 4 {
			t.Errorf("batches of %d, %d events", sizes, len(seqs))
		}
		if lost := events.dropped.Load(); lost != maxQueue+1 {
			t.Errorf("%d events were dropped", lost)
		}
		if text := log.String(); strings.Contains(text, "secret") || !strings.Contains(text, "the answer is 503") || !strings.Contains(text, "are dropped\" events=1 ") {
			t.Errorf("the log is\n%s", text)
		}
	})
}

func TestAWebhookThatDoesNotAnswerKeepsAHostForASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		webhookClient.Transport = &taker{began: time.Now()}
		defer func() { webhookClient.Transport = nil }()
		var events Events
		run := events.Webhook("https://example.org/hook", slog.New(slog.DiscardHandler))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan bool)
		go func() { run(ctx); close(ended) }()
		events.Add(net.Event{Kind: "start"})
		time.Sleep(5 * time.Second)
		events.Add(net.Event{Kind: "end"})
		began := time.Now()
		stop()
		<-ended
		if took, lost := time.Since(began), events.dropped.Load(); took > lastTime || lost != 2 {
			t.Errorf("it took %v, and %d events were dropped", took, lost)
		}
	})
}
