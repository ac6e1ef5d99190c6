package overnats_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/testkit"
)

func TestPublishedMessagesArriveInOrder(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		received := make(chan string, 256)
		stop, err := f.Subscribe(fleet.LogSubject+"m", func(b []byte) { received <- string(b) })
		if err != nil {
			t.Fatal(err)
		}
		f.Publish(fleet.LogSubject+"other", []byte("not for us"))
		for i := range 200 {
			f.Publish(fleet.LogSubject+"m", fmt.Append(nil, i))
		}
		for i := range 200 {
			if got := next(t, received); got != fmt.Sprint(i) {
				t.Fatalf("expected %d, got %s", i, got)
			}
		}
		stop()
		f.Publish(fleet.LogSubject+"m", nil)
	})
}

func TestRequestsReachTheService(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		if _, err := f.Ask(ctx, fleet.AskSubject+"h", nil); !errors.Is(err, fleet.ErrNobody) {
			t.Errorf("no service yet: %v", err)
		}
		stop, err := f.Serve(fleet.AskSubject+"h", func(b []byte) []byte {
			if string(b) == "nothing" {
				return nil
			}
			return append([]byte("you said "), b...)
		})
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := f.Ask(ctx, fleet.AskSubject+"h", []byte("hi")); err != nil || string(answer) != "you said hi" {
			t.Errorf("got %q, %v", answer, err)
		}
		if _, err := f.Ask(ctx, fleet.AskSubject+"h", []byte("nothing")); !errors.Is(err, fleet.ErrNobody) {
			t.Errorf("no answer: %v", err)
		}
		stop()
		if _, err := f.Ask(ctx, fleet.AskSubject+"h", []byte("hi")); !errors.Is(err, fleet.ErrNobody) {
			t.Errorf("no service any more: %v", err)
		}
	})
}

func TestAnEmptyAnswerIsOne(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		f.Serve(fleet.AskSubject+"h", func([]byte) []byte { return []byte{} })
		if answer, err := f.Ask(testkit.Context(t), fleet.AskSubject+"h", nil); err != nil || len(answer) != 0 {
			t.Errorf("got %q, %v", answer, err)
		}
	})
}

func TestASlowServiceDelaysNoOther(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		slow := make(chan struct{})
		defer close(slow)
		f.Serve(fleet.AskSubject+"h", func(b []byte) []byte {
			if string(b) == "slow" {
				<-slow
			}
			return []byte("done")
		})
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := f.Ask(ctx, fleet.AskSubject+"h", []byte("slow")); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("waited for longer than asked for: %v", err)
		}
		if _, err := f.Ask(testkit.Context(t), fleet.AskSubject+"h", []byte("quick")); err != nil {
			t.Error(err)
		}
	})
}

func TestAStreamHasEachMessageOnceAndInOrder(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		ctx := testkit.Context(t)
		subject := fleet.ResultSubject + "h"
		for _, id := range []string{"1", "2", "1", "3", "3"} {
			if err := f.Store(ctx, subject, id, []byte("result "+id)); err != nil {
				t.Fatal(err)
			}
		}
		f.Store(ctx, fleet.ResultSubject+"other", "4", []byte("of another"))
		expectStored(t, f, subject, "result 1", "result 2", "result 3")
		expectStored(t, f, fleet.ResultSubject+"nobody")
	})
}

func TestAPublishedLogIsStored(t *testing.T) {
	t.Parallel()
	eachFleet(t, func(t *testing.T, f fleet.Fleet) {
		subject := fleet.LogSubject + fleet.NewID().String()
		piece := bytes.Repeat([]byte("orders"), 10_000)
		var want []string
		for i := range 700 { // more than fit into one batch, in messages and bytes
			want = append(want, string(fmt.Appendf(nil, "%d %s", i, piece[:i*64])))
			f.Publish(subject, []byte(want[i]))
		}
		testkit.Until(t, "the bus has stored all messages", func() bool { return len(storedOn(t, f, subject)) >= len(want) })
		expectStored(t, f, subject, want...)
	})
}

func storedOn(t *testing.T, f fleet.Fleet, subject string) (all []string) {
	t.Helper()
	if err := f.Stored(testkit.Context(t), subject, func(b []byte) { all = append(all, string(b)) }); err != nil {
		t.Fatal(err)
	}
	return all
}

func expectStored(t *testing.T, f fleet.Fleet, subject string, want ...string) {
	t.Helper()
	got := storedOn(t, f, subject)
	if len(got) != len(want) {
		t.Fatalf("%d are stored, expected %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("nr. %d is %.40q, expected %.40q", i, got[i], want[i])
		}
	}
}
