package outbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dogfight/sys"
)

// Bounds of a Box by default: what a host keeps that finds no hub for days.
const (
	defaultFiles = 20_000
	defaultBytes = 512 << 20
)

// Options say how much a Box holds.
type Options struct {
	Files int   // at most; 0 for DefaultFiles
	Bytes int64 // of all, at most; 0 for DefaultBytes
	Log   *slog.Logger
}

// Box holds results in a folder until they are sent. Its methods may be called from any goroutine.
type Box struct {
	folder  string
	options Options
	log     *slog.Logger
	added   chan struct{} // has something if Put was called since Run has looked
	posted  chan post

	lost atomic.Int64 // safe from any goroutine: Post must not wait for who writes

	mu      sync.Mutex
	waiting []file // the oldest first
	bytes   int64  // of all that wait
	last    int64  // the number of the newest
}

// file is a result that waits.
type file struct {
	name string // NUMBER-ID.json; numbers rise
	size int64
	text []byte // nil: it is on the disk
}

const (
	suffix = ".json"
	// draft is how old what atomicfile leaves behind when it is killed must be, before it is removed: another process may have the folder too.
	draft = time.Hour
)

// Open returns the Box in a folder, which appears if it is not there, with all that waits in it. An error says that this could not be;
// what is posted to the Box is sent all the same.
func Open(folder string, o Options) (*Box, error) {
	if o.Files <= 0 {
		o.Files = defaultFiles
	}
	if o.Bytes <= 0 {
		o.Bytes = defaultBytes
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b := &Box{folder: folder, options: o, log: o.Log, added: make(chan struct{}, 1), posted: make(chan post, mostPosted)}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return b, fmt.Errorf("outbox: %w", err)
	}
	entries, err := os.ReadDir(folder) // in the order of their names
	if err != nil {
		return b, fmt.Errorf("outbox: %w", err)
	}
	for _, e := range entries {
		b.find(e)
	}
	b.makeRoom(0)
	return b, nil
}

// find takes note of what lies in the folder.
func (b *Box) find(e fs.DirEntry) {
	info, err := e.Info()
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	number, _, _ := strings.Cut(e.Name(), "-")
	var n int64
	if _, err := fmt.Sscanf(number, "%020d", &n); err == nil && len(number) == 20 && strings.HasSuffix(e.Name(), suffix) {
		b.waiting = append(b.waiting, file{name: e.Name(), size: info.Size()})
		b.bytes += info.Size()
		b.last = max(b.last, n)
		return
	}
	if strings.HasPrefix(e.Name(), ".") && time.Since(info.ModTime()) > draft {
		os.Remove(filepath.Join(b.folder, e.Name()))
	}
}

// Put has a result sent, as Append has made it, whatever happens to this process from now on. It waits for the disk, and for
// nothing else. If there is no more room, the oldest is dropped.
func (b *Box) Put(id ResultID, result []byte) error {
	if len(result) == 0 || len(result) > maxResult {
		return fmt.Errorf("outbox: a result must have 1 to %d bytes, got %d", maxResult, len(result))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	f := b.next(id, len(result))
	if err := b.store(f, result); err != nil {
		return err
	}
	b.add(f)
	return nil
}

// next returns the file for another result, for which it makes room. The caller has the lock.
func (b *Box) next(id ResultID, size int) file {
	b.makeRoom(int64(size))
	b.last = max(b.last+1, time.Now().UnixNano()) // rises in this life and, as a rule, over all
	return file{name: fmt.Sprintf("%020d-%s%s", b.last, id, suffix), size: int64(size)}
}

// store writes a result to the disk; again, if it did not before.
func (b *Box) store(f file, result []byte) error {
	err := sys.CreateFile(filepath.Join(b.folder, f.name), result)
	if err == nil {
		err = syncFolder(b.folder)
	}
	if err != nil {
		return fmt.Errorf("outbox: %w", err)
	}
	return nil
}

// add has Run send a result. The caller has the lock.
func (b *Box) add(f file) {
	b.waiting = append(b.waiting, f)
	b.bytes += f.size
	select {
	case b.added <- struct{}{}:
	default:
	}
}

// makeRoom drops the oldest until there is room for another with so many bytes.
func (b *Box) makeRoom(size int64) {
	for len(b.waiting) > 0 && (len(b.waiting) >= b.options.Files || b.bytes+size > b.options.Bytes) {
		b.lose("too many results wait", b.waiting[0].name, nil)
		b.remove(b.waiting[0])
	}
}

// lose counts a result that the hub will not hear of, and says why.
func (b *Box) lose(why string, result any, err error) {
	b.log.Error("a result is lost: "+why, "result", result, "lost", b.lost.Add(1), "err", err)
}

// remove takes a result away, for it is sent, or lost. The caller has the lock.
func (b *Box) remove(f file) {
	b.forget(f)
	if err := os.Remove(filepath.Join(b.folder, f.name)); err != nil && f.text == nil && !errors.Is(err, fs.ErrNotExist) {
		b.log.Error("a result that was sent stays on the disk, and is sent again", "err", err)
	}
}

// forget leaves a result on the disk. Nearly always it is the oldest; Put may have dropped it meanwhile.
func (b *Box) forget(f file) {
	if len(b.waiting) > 0 && b.waiting[0].name == f.name {
		b.waiting[0] = file{} // with its text
		b.waiting = b.waiting[1:]
		b.bytes -= f.size
	}
}

// Figures are those of a Box.
type Figures struct {
	Waiting int
	Bytes   int64
	Held    int // of those that wait, in memory alone
	Dropped int // that the hub will not hear of, since Open
}

// Figures returns how much waits.
func (b *Box) Figures() Figures {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Figures{len(b.waiting), b.bytes, b.held(), int(b.lost.Load())}
}

// Keeper is what a Box needs of a bus: see fleet.Bus.
type Keeper interface {
	Keep(ctx context.Context, subject, id string, b []byte) error
}

// How long a Box waits for the bus, at the end of Run, and between two tries.
const (
	keepTime   = 10 * time.Second
	lastTime   = time.Second
	leastPause = 250 * time.Millisecond
	mostPause  = 30 * time.Second
)

// Run sends what waits on a subject, and what comes, the oldest first, until ctx is done. What the bus does not take is
// tried again for ever, more and more seldom. What was posted by then is on the disk when Run returns, or sent: a match that the host
// ends is posted last, and this host may be started no more.
func (b *Box) Run(ctx context.Context, bus Keeper, subject string) {
	var writing sync.WaitGroup
	writing.Go(func() {
		defer sys.Restore()
		b.write(ctx)
	})
	defer b.sendLast(bus, subject)
	defer writing.Wait()
	pause := leastPause
	for ctx.Err() == nil {
		f, text, ok := b.oldest()
		if !ok {
			select {
			case <-ctx.Done():
			case <-b.added:
			}
			continue
		}
		trying, cancel := context.WithTimeout(ctx, keepTime)
		err := b.send(trying, bus, subject, f, text)
		cancel()
		if err == nil {
			pause = leastPause
			continue
		}
		if pause == leastPause && ctx.Err() == nil {
			b.log.Warn("results wait", "waiting", b.Figures().Waiting, "err", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause/2 + rand.N(pause/2)): // so that not all hosts come back at once
		}
		pause = min(2*pause, mostPause)
	}
}

// send sends a result, and takes it away if the bus has it.
func (b *Box) send(ctx context.Context, bus Keeper, subject string, f file, text []byte) error {
	_, id, _ := strings.Cut(strings.TrimSuffix(f.name, suffix), "-")
	if err := bus.Keep(ctx, subject, id, text); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(f)
	return nil
}

// sendLast sends what still waits, until the bus does not take something or time is up.
func (b *Box) sendLast(bus Keeper, subject string) {
	ctx, cancel := context.WithTimeout(context.Background(), lastTime)
	defer cancel()
	for ctx.Err() == nil {
		f, text, ok := b.oldest()
		if !ok || b.send(ctx, bus, subject, f, text) != nil {
			return
		}
	}
}

// oldest returns the result that is to be sent next. One that cannot be read any more is dropped.
func (b *Box) oldest() (f file, text []byte, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) > 0 {
		if f = b.waiting[0]; f.text != nil {
			return f, f.text, true
		}
		text, err := sys.ReadFile(filepath.Join(b.folder, f.name), f.size)
		switch {
		case err == nil && int64(len(text)) == f.size:
			return f, text, true
		case errors.Is(err, fs.ErrNotExist): // another process with this folder has sent it
		default:
			b.log.Error("a result cannot be read; it stays for the next start", "result", f.name, "err", err)
		}
		b.forget(f)
	}
	return file{}, nil, false
}
