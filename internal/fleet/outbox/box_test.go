package outbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game/career"
	"dogfight/internal/fleet"
)

// aBus accepts all messages, unless it is down.
type aBus struct {
	mu   sync.Mutex
	down bool
	got  []string
	asks int
	took func(id string) // called after a message was accepted, before the box gets the answer
}

func (b *aBus) Store(_ context.Context, subject, id string, _ []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asks++
	if b.down || subject != "results" {
		return errors.New("the bus is down")
	}
	b.got = append(b.got, id)
	if b.took != nil {
		b.took(id)
	}
	return nil
}

func openBox(t *testing.T, folder string, o Options) *Box {
	t.Helper()
	b, err := Open(folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func put(t *testing.T, b *Box, numbers ...int) {
	t.Helper()
	for _, n := range numbers {
		if err := b.Put(ResultID{1, uint16(n)}, fmt.Appendf(nil, "result %d", n)); err != nil {
			t.Fatal(err)
		}
	}
}

func ids(numbers ...int) (list []string) {
	for _, n := range numbers {
		list = append(list, ResultID{1, uint16(n)}.String())
	}
	return list
}

func TestResultsAreSentOnceAndInOrder(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{}
		put(t, b, 3, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go b.Run(ctx, bus, "results")
		synctest.Wait()
		put(t, b, 2)
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !slices.Equal(bus.got, ids(3, 1, 2)) {
			t.Errorf("sent %v", bus.got)
		}
		if left, _ := os.ReadDir(folder); len(left) != 0 || b.Figures() != (Figures{}) {
			t.Errorf("there are still %v, %+v", left, b.Figures())
		}
	})
}

func TestRetriesBackOffWhileTheBusIsDownAndDeliverAll(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{down: true}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go b.Run(ctx, bus, "results")
		put(t, b, 1, 2, 3)
		time.Sleep(time.Hour)
		synctest.Wait()
		if bus.asks < 100 || bus.asks > 300 {
			t.Errorf("it was asked %d times in an hour", bus.asks)
		}
		if b.Figures().Waiting != 3 {
			t.Errorf("%+v", b.Figures())
		}
		bus.mu.Lock()
		bus.down = false
		bus.mu.Unlock()
		time.Sleep(mostPause)
		synctest.Wait()
		if !slices.Equal(bus.got, ids(1, 2, 3)) {
			t.Errorf("sent %v", bus.got)
		}
	})
}

func TestTheNextProcessSendsTheWaitingResults(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outbox")
	put(t, openBox(t, folder, Options{}), 5, 4)
	os.WriteFile(filepath.Join(folder, "readme.txt"), []byte("not ours"), 0o600)
	stale, fresh := filepath.Join(folder, ".0-1.json-12"), filepath.Join(folder, ".0-1.json-13")
	for _, draft := range []string{stale, fresh} {
		os.WriteFile(draft, []byte("half a res"), 0o600)
	}
	os.Chtimes(stale, began.AddDate(-1, 0, 0), began.AddDate(-1, 0, 0))
	b := openBox(t, folder, Options{})
	put(t, b, 6)
	bus := &aBus{}
	ctx, cancel := context.WithCancel(t.Context())
	bus.took = func(id string) {
		if id == ids(6)[0] {
			cancel()
		}
	}
	b.Run(ctx, bus, "results")
	if !slices.Equal(bus.got, ids(5, 4, 6)) {
		t.Errorf("sent %v", bus.got)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Errorf("the files of a killed process remain: %v", err)
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Errorf("the file of a running process was removed: %v", err)
	}
}

func TestAFullBoxDropsAndCountsTheOldest(t *testing.T) {
	for what, o := range map[string]Options{"files": {Files: 3}, "bytes": {Bytes: 3 * int64(len("result 1"))}} {
		b := openBox(t, t.TempDir(), o)
		put(t, b, 1, 2, 3, 4, 5)
		if f := b.Figures(); f.Waiting != 3 || f.Dropped != 2 || f.Bytes != 24 {
			t.Errorf("%s: %+v", what, f)
		}
		again := openBox(t, b.folder, Options{Files: 2})
		bus := &aBus{}
		ctx, cancel := context.WithCancel(t.Context())
		bus.took = func(id string) {
			if id == ids(5)[0] {
				cancel()
			}
		}
		again.Run(ctx, bus, "results")
		if !slices.Equal(bus.got, ids(5)) && !slices.Equal(bus.got, ids(4, 5)) {
			t.Errorf("%s: sent %v", what, bus.got)
		}
	}
}

func TestAResultWithoutBoundsIsNotPut(t *testing.T) {
	b := openBox(t, t.TempDir(), Options{})
	for _, n := range []int{0, maxResult + 1} {
		if err := b.Put(ResultID{1, 1}, make([]byte, n)); err == nil || !strings.HasPrefix(err.Error(), "outbox: a result must have") {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestAnIDOfAResultIsWrittenInOneWay(t *testing.T) {
	id := ResultID{fleet.ID(0xabc), 65535}
	if back, err := ParseResultID(id.String()); back != id || err != nil {
		t.Errorf("%s became %v, %v", id, back, err)
	}
	for _, s := range []string{"", "-", "0000000000000abc", "0000000000000abc-", "0000000000000abc-+1", "0000000000000ABC-1", "abc-1", "0000000000000abc-1-1", "0000000000000000-1"} {
		if id, err := ParseResultID(s); err == nil {
			t.Errorf("%q is read as %v", s, id)
		}
	}
}

func TestPostedResultsAreSignedAndSentAndOnTheDiskWhenTheHostEnds(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		r := aResult()
		laps := r.Match.Laps
		r.Match.Laps = career.Laps{}
		r.Match.Prove = func(m *career.Match) { m.Laps = laps }
		post := func(number uint16) {
			t.Helper()
			one := *r
			one.ID = ResultID{1, number}
			if err := b.Post(&one, nil); err != nil {
				t.Error(err)
			}
		}
		for n := range maxPosted {
			post(uint16(n))
		}
		if err := b.Post(r, nil); err != errBusy {
			t.Errorf("found %v", err)
		}
		go func() {
			defer close(ended)
			b.Run(ctx, bus, "results")
		}()
		synctest.Wait()
		if len(bus.got) != maxPosted || bus.got[0] != ids(0)[0] {
			t.Errorf("sent %v", bus.got)
		}
		bus.down = true
		post(100)
		cancel()
		<-ended
		post(101)
		b.Flush()
		if waiting := b.Figures().Waiting; waiting != 2 {
			t.Errorf("%d wait on the disk", waiting)
		}
		f, text, _ := openBox(t, folder, Options{}).oldest()
		got, err := Parse(text)
		if err != nil || got.ID != (ResultID{1, 100}) || len(got.Match.Laps.Best) != 1 {
			t.Errorf("%v has %+v, %v", f, got, err)
		}
	})
}

func TestTheLastPostedResultIsSentBeforeTheHostEnds(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for n := range 3 {
			postIt(t, b, uint16(n))
		}
		b.Run(ctx, bus, "results")
		if !slices.Equal(bus.got, ids(0, 1, 2)) || b.Figures() != (Figures{}) {
			t.Errorf("sent %v, and there are %+v", bus.got, b.Figures())
		}
		bus.down = true
		postIt(t, b, 3)
		b.Run(ctx, bus, "results")
		if b.Figures() != (Figures{Waiting: 1, Bytes: b.Figures().Bytes}) || bus.asks != 4 {
			t.Errorf("a bus that is down was asked %d times, and there are %+v", bus.asks, b.Figures())
		}
	})
}
