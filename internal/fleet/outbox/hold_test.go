package outbox

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// breakDisk makes writes to a folder fail until it is repaired.
func breakDisk(t *testing.T, folder string) (mend func()) {
	t.Helper()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return func() { os.Remove(folder) }
}

// postIt posts a result with a number.
func postIt(t *testing.T, b *Box, number uint16) {
	t.Helper()
	r := aResult()
	r.ID = ResultID{1, number}
	if err := b.Post(r, nil); err != nil {
		t.Error(err)
	}
}

func TestAResultThatCannotBeWrittenIsSentFromMemory(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outbox")
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{}
		breakDisk(t, folder)
		ctx, cancel := context.WithCancel(t.Context())
		go b.Run(ctx, bus, "results")
		postIt(t, b, 1)
		postIt(t, b, 2)
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !slices.Equal(bus.got, ids(1, 2)) || b.Figures() != (Figures{}) {
			t.Errorf("sent %v; %+v", bus.got, b.Figures())
		}
	})
}

func TestABoxWithoutAFolderSendsPostedResults(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outbox")
	breakDisk(t, folder)
	b, err := Open(folder, Options{})
	if err == nil {
		t.Fatal("it is opened")
	}
	synctest.Test(t, func(t *testing.T) {
		b.added, b.posted = make(chan struct{}, 1), make(chan post, maxPosted) // of the bubble
		bus := &aBus{}
		ctx, cancel := context.WithCancel(t.Context())
		go b.Run(ctx, bus, "results")
		postIt(t, b, 1)
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !slices.Equal(bus.got, ids(1)) {
			t.Errorf("sent %v", bus.got)
		}
	})
}

func TestResultsInMemoryAreWrittenOnceTheDiskWorks(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outbox")
	synctest.Test(t, func(t *testing.T) {
		b, bus := openBox(t, folder, Options{}), &aBus{down: true}
		mend := breakDisk(t, folder)
		ctx, cancel := context.WithCancel(t.Context())
		go b.Run(ctx, bus, "results")
		postIt(t, b, 1)
		postIt(t, b, 2)
		time.Sleep(2 * diskPause)
		if f := b.Figures(); f.Held != 2 || f.Waiting != 2 || f.Dropped != 0 {
			t.Errorf("%+v", f)
		}
		mend()
		time.Sleep(2 * diskPause)
		if f := b.Figures(); f.Held != 0 || f.Waiting != 2 {
			t.Errorf("with a disk: %+v", f)
		}
		if again := openBox(t, folder, Options{}).Figures(); again.Waiting != 2 {
			t.Errorf("the next process finds %+v", again)
		}
		bus.mu.Lock()
		bus.down = false
		bus.mu.Unlock()
		time.Sleep(mostPause)
		cancel()
		synctest.Wait()
		if left, _ := os.ReadDir(folder); !slices.Equal(bus.got, ids(1, 2)) || len(left) != 0 {
			t.Errorf("sent %v, %v stay", bus.got, left)
		}
	})
}

func TestLostResultsAreCountedAndLogged(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "outbox")
	var log bytes.Buffer
	b := openBox(t, folder, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	r := aResult()
	r.Match.Waves.Wave = -1
	b.Post(r, nil)
	b.Flush()
	if said := log.String(); !strings.Contains(said, "a result is lost: it is out of bounds") || strings.Contains(said, "disk") || b.Figures().Dropped != 1 {
		t.Errorf("%+v, and the log has %s", b.Figures(), said)
	}
	breakDisk(t, folder)
	for i := range uint16(maxPosted) {
		postIt(t, b, i)
	}
	if err := b.Post(aResult(), nil); err != errBusy || b.Figures().Dropped != 2 {
		t.Errorf("%v, %+v", err, b.Figures())
	}
	b.Flush()
	postIt(t, b, 100)
	b.Flush()
	if f := b.Figures(); f.Held != maxPosted || f.Dropped != 3 || !strings.Contains(log.String(), "too many are in memory") {
		t.Errorf("%+v", f)
	}
}
