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

// Default bounds of a Box, for days without a hub.
const (
	defaultFiles = 20_000
	defaultBytes = 512 << 20
)

// Options limit a Box.
type Options struct {
	Files int   // at most; 0 for DefaultFiles
	Bytes int64 // of all, at most; 0 for DefaultBytes
	Log   *slog.Logger
}

// Box holds results in a folder until they are sent. Methods are safe for concurrent use.
type Box struct {
	folder  string
	options Options
	log     *slog.Logger
	added   chan struct{} // signals a Put to Run
	posted  chan post

	lost atomic.Int64 // Post must not wait for the writer

	mu      sync.Mutex
	waiting []file // oldest first
	bytes   int64  // of all
	last    int64  // number of the newest
}

// file is a waiting result.
type file struct {
	name string // NUMBER-ID.json; numbers rise
	size int64
	text []byte // nil: on the disk
}

const (
	suffix = ".json"
	// draft is the age at which leftovers of interrupted writes are removed, as another process may use the folder.
	draft = time.Hour
)

// Open returns the Box in a folder with its waiting results, and creates the folder if needed. After an error the Box works in memory.
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
	b := &Box{folder: folder, options: o, log: o.Log, added: make(chan struct{}, 1), posted: make(chan post, maxPosted)}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return b, fmt.Errorf("outbox: %w", err)
	}
	entries, err := os.ReadDir(folder) // ordered by name
	if err != nil {
		return b, fmt.Errorf("outbox: %w", err)
	}
	for _, e := range entries {
		b.find(e)
	}
	b.makeRoom(0)
	return b, nil
}

// find adds a file of the folder.
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

// Put saves a result from Append on the disk and queues it. If the box is full, the oldest result is dropped.
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

// next makes room and returns the file for another result. The caller holds the lock.
func (b *Box) next(id ResultID, size int) file {
	b.makeRoom(int64(size))
	b.last = max(b.last+1, time.Now().UnixNano()) // rises, usually also across restarts
	return file{name: fmt.Sprintf("%020d-%s%s", b.last, id, suffix), size: int64(size)}
}

// store writes a result to the disk.
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

// add queues a result. The caller holds the lock.
func (b *Box) add(f file) {
	b.waiting = append(b.waiting, f)
	b.bytes += f.size
	select {
	case b.added <- struct{}{}:
	default:
	}
}

// makeRoom drops the oldest results until there is room for size bytes.
func (b *Box) makeRoom(size int64) {
	for len(b.waiting) > 0 && (len(b.waiting) >= b.options.Files || b.bytes+size > b.options.Bytes) {
		b.lose("too many results wait", b.waiting[0].name, nil)
		b.remove(b.waiting[0])
	}
}

// lose counts and logs a lost result.
func (b *Box) lose(why string, result any, err error) {
	b.log.Error("a result is lost: "+why, "result", result, "lost", b.lost.Add(1), "err", err)
}

// remove removes a result. The caller holds the lock.
func (b *Box) remove(f file) {
	b.forget(f)
	if err := os.Remove(filepath.Join(b.folder, f.name)); err != nil && f.text == nil && !errors.Is(err, fs.ErrNotExist) {
		b.log.Error("a result that was sent stays on the disk, and is sent again", "err", err)
	}
}

// forget removes a result from the queue, not from the disk. Usually it is the oldest; Put may have dropped it.
func (b *Box) forget(f file) {
	if len(b.waiting) > 0 && b.waiting[0].name == f.name {
		b.waiting[0] = file{} // with its text
		b.waiting = b.waiting[1:]
		b.bytes -= f.size
	}
}

// Figures describe a Box.
type Figures struct {
	Waiting int
	Bytes   int64
	Held    int // waiting in memory only
	Dropped int // lost since Open
}

// Figures returns the current figures.
func (b *Box) Figures() Figures {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Figures{len(b.waiting), b.bytes, b.inMemory(), int(b.lost.Load())}
}

// Keeper is the part of fleet.Bus that a Box needs.
type Keeper interface {
	Store(ctx context.Context, subject, id string, b []byte) error
}

// Limits for the bus, for the end of Run, and between two tries.
const (
	keepTime   = 10 * time.Second
	lastTime   = time.Second
	leastPause = 250 * time.Millisecond
	mostPause  = 30 * time.Second
)

// Run sends results on a subject, oldest first, until ctx is done. It retries failures for ever, with growing pauses. When Run returns, all posted results
// are sent or on the disk, including the match that ended with the host.
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
		case <-time.After(pause/2 + rand.N(pause/2)): // so hosts do not return at once
		}
		pause = min(2*pause, mostPause)
	}
}

// send sends a result and removes it when the bus has it.
func (b *Box) send(ctx context.Context, bus Keeper, subject string, f file, text []byte) error {
	_, id, _ := strings.Cut(strings.TrimSuffix(f.name, suffix), "-")
	if err := bus.Store(ctx, subject, id, text); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(f)
	return nil
}

// sendLast sends waiting results until a failure or the time limit.
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

// oldest returns the next result to send. It drops unreadable ones.
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
		case errors.Is(err, fs.ErrNotExist): // another process has sent it
		default:
			b.log.Error("a result cannot be read; it stays for the next start", "result", f.name, "err", err)
		}
		b.forget(f)
	}
	return file{}, nil, false
}

// diskPause is the pause before a retry after a failure of the disk.
const diskPause = 10 * time.Second

// hold is Put for a disk that may fail or be full: then the result waits in memory. Beyond maxPosted, the newest result is lost.
func (b *Box) hold(id ResultID, text []byte) {
	err := b.Put(id, text)
	if err == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.inMemory() >= maxPosted {
		b.lose("the disk does not take it, and too many are in memory", id, err)
		return
	}
	b.log.Error("a result is in memory alone: the disk does not take it", "result", id, "err", err)
	f := b.next(id, len(text))
	f.text = text
	b.add(f)
}

// inMemory returns the number of results in memory only. The caller holds the lock.
func (b *Box) inMemory() (n int) {
	for i := range b.waiting {
		if b.waiting[i].text != nil {
			n++
		}
	}
	return n
}

// settle tries to write results in memory to the disk.
func (b *Box) settle() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.waiting {
		f := &b.waiting[i]
		if f.text == nil {
			continue
		}
		if err := b.store(*f, f.text); err != nil {
			b.log.Warn("the disk does not take results", "in memory", b.inMemory(), "err", err)
			return
		}
		f.text = nil
	}
}

// post is a result on its way to the disk.
type post struct {
	result *Result
	signer *Signer
}

// maxPosted is the maximum of results on their way to the disk.
const maxPosted = 64

var errBusy = errors.New("outbox: too many results wait for the disk")

// Post passes a result to Run, which proves, signs and saves it. It never blocks, so a match may call it. The match must not change afterwards.
func (b *Box) Post(r *Result, signer *Signer) error {
	one, match := *r, *r.Match // the host's records add proofs to their own copy
	one.Match = &match
	select {
	case b.posted <- post{&one, signer}:
		return nil
	default:
		b.lost.Add(1)
		return errBusy
	}
}

// write saves posted results until ctx is done, and then the rest.
func (b *Box) write(ctx context.Context) {
	again := time.NewTicker(diskPause)
	defer again.Stop()
	for {
		select {
		case p := <-b.posted:
			b.putPosted(p)
		case <-again.C:
			b.settle()
		case <-ctx.Done():
			b.Flush()
			return
		}
	}
}

// Flush saves results that were posted but not saved before the end of Run.
func (b *Box) Flush() {
	for {
		select {
		case p := <-b.posted:
			b.putPosted(p)
		default:
			b.settle()
			return
		}
	}
}

func (b *Box) putPosted(p post) {
	r := p.result
	if r.Match.Prove != nil {
		r.Match.Prove(r.Match)
	}
	text, err := Append(nil, r, p.signer)
	if err != nil {
		b.lose("it is out of bounds", r.ID, err)
		return
	}
	b.hold(r.ID, text)
}
