package replays

import (
	"context"
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/game/career"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/replay"
)

// hosted is a match with bots on a host of its own.
type hosted struct {
	t      *testing.T
	host   *net.Host
	cancel context.CancelFunc
	ended  chan struct{}

	late time.Duration // the greatest delay of a tick
}

// host hosts and records matches until end.
func host(t *testing.T, recording net.Recording, o net.MatchOptions) *hosted {
	t.Helper()
	o.Arena, o.Skill = "open", 3
	match, err := net.NewMatch(o, 7)
	if err != nil {
		t.Fatal(err)
	}
	h := &hosted{t: t, ended: make(chan struct{})}
	h.host = net.NewHost(net.HostConfig{
		HostOptions: net.HostOptions{Title: "Friday night"}, ID: 77, BotNames: assets.PilotNames(), Recording: recording,
		Measure: func(m net.Measured) { h.late = max(h.late, m.Late) },
	}, match)
	ctx, cancel := context.WithCancel(context.Background())
	h.cancel = cancel
	go func() {
		h.host.Run(ctx)
		close(h.ended)
	}()
	return h
}

func (h *hosted) end() {
	h.cancel()
	<-h.ended
}

// player joins the match with a bot.
type player struct {
	*net.Client
	bot bot.Bot
}

func (h *hosted) join(name string, recording net.Recording) *player {
	dial := func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		h.host.Add(far)
		return near
	}
	return &player{net.NewClient(net.ClientConfig{Dial: dial, Name: name, Recording: recording}), bot.New(4, 1)}
}

// fly lets time pass, with all players at 60 frames a second.
func fly(d time.Duration, players ...*player) {
	for until := time.Now().Add(d); time.Now().Before(until); time.Sleep(time.Second / game.TickRate) {
		for _, p := range players {
			v := p.Frame(time.Now(), 0)
			if v.Phase == net.Playing && v.Me >= 0 {
				p.Frame(time.Now(), p.bot.Fly(v.World, v.Setup, v.Me))
			}
		}
	}
}

// bubble runs a test in virtual time, until the recorder has written all.
func bubble(t *testing.T, test func(t *testing.T, r *Archive)) {
	t.Helper()
	r := &Archive{Folder: newFolder(t), Program: "test"}
	synctest.Test(t, func(t *testing.T) {
		test(t, r)
		r.Close()
	})
}

// complaints stores warnings.
type complaints struct {
	mu   sync.Mutex
	list []string
}

func (c *complaints) add(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, err.Error())
}

// only returns the only warning.
func (c *complaints) only(t *testing.T) string {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.list) != 1 {
		t.Fatalf("expected one warning, there are %q", c.list)
	}
	return c.list[0]
}

func (f Folder) the(t *testing.T) career.Replay {
	t.Helper()
	list, err := f.List()
	if err != nil || len(list) != 1 {
		t.Fatalf("expected one replay, %v, %+v", err, list)
	}
	return list[0]
}

// verified reads a replay, which must be whole and valid.
func verified(t *testing.T, path string) *replay.File {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := replay.Parse(b)
	if err == nil {
		err = f.Torn
	}
	if err == nil {
		err = f.Verify(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// running returns the names in the folder of logs.
func running(t *testing.T, f Folder) (names []string) {
	t.Helper()
	files, err := os.ReadDir(filepath.Join(f.Path, runningFolder))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	for _, file := range files {
		names = append(names, file.Name())
	}
	return names
}

func aKey() (tls.Certificate, error) {
	b, err := link.NewCertificate()
	if err != nil {
		return tls.Certificate{}, err
	}
	return tls.X509KeyPair(b, b)
}

func TestMatchesOfAHostAndOfAPlayerAreRecorded(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, r *Archive) {
		r.Key = aKey
		seen := &Archive{Folder: newFolder(t), Key: aKey}
		rec, own := r.Recorder("", nil, nil, nil), seen.Recorder("", nil, nil, nil)
		h := host(t, rec.Recording(), net.MatchOptions{Bots: 3, Time: 20 * time.Second})
		rex := h.join("Rex", own.Recording())
		fly(21*time.Second, rex)
		synctest.Wait()
		if got := rec.last.Load(); got == nil || got.err != nil || got.name == "" {
			t.Errorf("the replay of a finished match has %+v", got)
		}
		fly(52*time.Second, rex)
		h.end()
		rec.Close()
		own.Close()
		r.Close()
		seen.Close()

		list, err := r.Folder.List()
		if err != nil || len(list) != 3 {
			t.Fatalf("expected three matches, %v, there are %+v", err, list)
		}
		first := list[2]
		f := verified(t, first.Path)
		if first.Name != first.Started.Format("2006-01-02-1504")+"-open-deathmatch" || first.Started.UnixMilli() != f.Head.Started {
			t.Errorf("the first is called %s", first.Name)
		}
		if own := first.LocalFlight("Rex"); !first.Finished || own == nil || own.Place == 0 || len(first.Players) != 1 || first.Bots != 3 || first.Lasted != 20*time.Second {
			t.Errorf("it is told %+v", first)
		}
		if f.Keyframes != 3 || f.Seal == nil || f.Seal.Check() != nil || f.Head.Program != "test" || f.State != nil {
			t.Errorf("%d keyframes, sealed %v, by %s", f.Keyframes, f.Seal, f.Head.Program)
		}
		if torn := list[0]; !torn.Ended || torn.Finished {
			t.Errorf("the one that the host closed in is told %+v", torn)
		}
		list, err = seen.Folder.List()
		if err != nil || len(list) != 3 {
			t.Fatalf("Rex saw three matches, %v, there are %+v", err, list)
		}
		if f := verified(t, list[1].Path); !f.Head.Watched || f.Seal != nil || list[1].LocalFlight("") == nil {
			t.Errorf("the replay of Rex has %+v, sealed %v", f.Head, f.Seal)
		}
		if left := append(running(t, r.Folder), running(t, seen.Folder)...); len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	})
}

func TestShortMatchesAndThoseOfBotsAreNotSaved(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	for name, play := range map[string]func(t *testing.T, r *Archive, rec *Recorder){
		"of bots alone": func(t *testing.T, r *Archive, rec *Recorder) {
			h := host(t, rec.Recording(), net.MatchOptions{Bots: 4, Time: 20 * time.Second})
			fly(50 * time.Second)
			h.end()
		},
		"brief ones": func(t *testing.T, r *Archive, rec *Recorder) {
			h := host(t, rec.Recording(), net.MatchOptions{Bots: 4})
			fly(9*time.Second, h.join("Rex", net.Recording{}))
			h.end()
		},
		"that never begin": func(t *testing.T, r *Archive, rec *Recorder) {
			h := host(t, rec.Recording(), net.MatchOptions{Bots: 4, Lobby: true})
			fly(11*time.Minute, h.join("Rex", net.Recording{}))
			h.end()
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, r *Archive) {
				rec := r.Recorder("", nil, func(err error) { t.Error(err) }, nil)
				play(t, r, rec)
				rec.Close()
				r.Close()
				if got := listed(t, r.Folder); got != "" || len(running(t, r.Folder)) > 0 {
					t.Errorf("there is %q, and still %v", got, running(t, r.Folder))
				}
			})
		})
	}
}

func TestALimitOfZeroRecordsNothing(t *testing.T) {
	var none *Archive
	for _, r := range []*Archive{none, {}, {Folder: Folder{Path: "/nowhere"}}} {
		rec := r.Recorder("", nil, nil, nil)
		if len(rec.Recording().To) > 0 {
			t.Error("it is recorded")
		}
		rec.Close()
	}
}

// limitedDisk is full after some bytes.
type limitedDisk struct {
	disk
	room int
}

func (d *limitedDisk) Write(b []byte) (int, error) {
	if d.room -= len(b); d.room < 0 {
		return 0, errors.New("no space left on device")
	}
	return d.disk.Write(b)
}

func TestAFullDiskIsReportedOnceAndTheMatchContinues(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, r *Archive) {
		r.wrap = func(d disk) disk { return &limitedDisk{d, 8000} }
		var warned complaints
		rec := r.Recorder("", nil, warned.add, nil)
		h := host(t, rec.Recording(), net.MatchOptions{Bots: 3, Time: time.Minute})
		rex := h.join("Rex", net.Recording{})
		fly(3*time.Minute, rex)
		h.end()
		rec.Close()
		r.Close()
		if got := warned.only(t); got != "this match has no replay: no space left on device" {
			t.Errorf("it warns of %q", got)
		}
		list, _ := r.Folder.List()
		if len(list) != 3 || list[2].Ended || list[2].Lasted < 10*time.Second || verified(t, list[2].Path) == nil {
			t.Errorf("of what there was room for, there is %+v", list)
		}
		if rec.last.Load() == nil || h.late > time.Millisecond {
			t.Errorf("ticks began %v late", h.late)
		}
	})
}

func TestAFolderThatCannotBeWrittenIsReportedOnce(t *testing.T) {
	bubble(t, func(t *testing.T, r *Archive) {
		if err := os.WriteFile(filepath.Dir(r.Folder.Path), nil, 0o600); err != nil { // a file instead of a folder
			t.Fatal(err)
		}
		var warned complaints
		rec := r.Recorder("", nil, warned.add, nil)
		h := host(t, rec.Recording(), net.MatchOptions{Bots: 3, Time: 20 * time.Second})
		fly(50*time.Second, h.join("Rex", net.Recording{}))
		h.end()
		rec.Close()
		r.Close()
		if got := warned.only(t); !strings.Contains(got, "not a directory") {
			t.Errorf("it warns of %q", got)
		}
		if got := rec.last.Load(); got == nil || got.err == nil {
			t.Errorf("the replay has %+v", got)
		}
	})
}

// fillingDisk is full while full is set.
type fillingDisk struct {
	disk
	full *atomic.Bool
}

func (d fillingDisk) Write(b []byte) (int, error) {
	if d.full.Load() {
		n, _ := d.disk.Write(b[:len(b)/2])
		return n, errors.New("no space left on device")
	}
	return d.disk.Write(b)
}

func TestAMatchIsRecordedAgainOnceTheDiskHasRoom(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, r *Archive) {
		var full atomic.Bool
		r.wrap = func(d disk) disk { return fillingDisk{d, &full} }
		var h *hosted
		restarts := 0
		rec := r.Recorder(":7777", nil, nil, func() {
			restarts++
			if err := h.host.RestartRecording(); err != nil {
				t.Error(err)
			}
		})
		h = host(t, rec.Recording(), net.MatchOptions{Bots: 3, Time: 3 * time.Minute})
		rex := h.join("Rex", net.Recording{})
		for _, c := range []struct {
			full     bool
			lasts    time.Duration
			restarts int
		}{{false, 20 * time.Second, 0}, {true, 45 * time.Second, 0}, {false, 40 * time.Second, 1}} {
			full.Store(c.full)
			fly(c.lasts, rex)
			if _, _, stopped := rec.Waiting(); stopped != c.full || restarts != c.restarts {
				t.Errorf("full %v: stopped %v, restarted %d times", c.full, stopped, restarts)
			}
		}
		synctest.Wait()
		left := running(t, r.Folder)
		if len(left) != 1 || !strings.HasSuffix(left[0], logEnding) {
			t.Fatalf("there is %v", left)
		}
		b, _ := os.ReadFile(filepath.Join(r.Folder.Path, runningFolder, left[0]))
		if now, err := net.Resume(b); err != nil || now.Match.World.Tick < 100*game.TickRate {
			t.Errorf("a host that is killed now cannot resume: %v", err)
		}
		h.end()
		rec.Close()
	})
}

func TestAPlayersRecordingContinuesOnceTheDiskHasRoom(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, r *Archive) {
		var full atomic.Bool
		r.wrap = func(d disk) disk { return fillingDisk{d, &full} }
		h := host(t, net.Recording{}, net.MatchOptions{Bots: 3, Time: 3 * time.Minute})
		var rex *player
		rec := r.Recorder("", nil, nil, func() { rex.RestartRecording() })
		rex = h.join("Rex", rec.Recording())
		for _, isFull := range []bool{false, true, false} {
			full.Store(isFull)
			fly(40*time.Second, rex)
			if _, _, stopped := rec.Waiting(); stopped != isFull {
				t.Errorf("full %v: stopped %v", isFull, stopped)
			}
		}
		h.end()
		rec.Close()
		r.Close()
		entries, err := r.Folder.List()
		if err != nil || len(entries) != 2 {
			t.Fatalf("%d replays, %v; want the parts before and after", len(entries), err)
		}
	})
}

func TestNoFileRemainsWithoutLocks(t *testing.T) {
	f := newFolder(t)
	for _, c := range []struct {
		refusal error
		left    int
	}{{syscall.ENOLCK, 0}, {errTaken, 10}} { // the files of others stay
		resumeTries := 0
		refused := func(*os.File) error { resumeTries++; return c.refusal }
		_, err := f.newLog("", refused)
		_, again := f.newLog("", refused)
		if !errors.Is(err, c.refusal) || again.Error() != err.Error() { // otherwise each match has a warning of its own
			t.Errorf("errors %v and %v", err, again)
		}
		if got := len(running(t, f)); got != 2*c.left || resumeTries > 20 {
			t.Errorf("%v: %d files are left after %d resumeTries", c.refusal, got, resumeTries)
		}
	}
}

// slowDisk is slow.
type slowDisk struct {
	disk
	delay time.Duration
}

func (d slowDisk) Write(b []byte) (int, error) {
	time.Sleep(d.delay)
	return d.disk.Write(b)
}

func TestASlowDiskNeverDelaysATick(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		delay   time.Duration
		warning string
	}{{240 * time.Millisecond, ""}, {10 * time.Second, "this match has no replay: the disk is too slow"}} {
		bubble(t, func(t *testing.T, r *Archive) {
			r.wrap = func(d disk) disk { return slowDisk{d, c.delay} }
			var warned complaints
			rec := r.Recorder("", nil, warned.add, nil)
			h := host(t, rec.Recording(), net.MatchOptions{Bots: 3, Time: 3 * time.Minute})
			rex := h.join("Rex", net.Recording{})
			fly(190*time.Second, rex)
			h.end()
			if h.late > 0 {
				t.Errorf("ticks began up to %v late", h.late)
			}
			rec.Close()
			if c.warning == "" {
				rec.archive.running.Wait()
				if f := verified(t, r.Folder.the(t).Path); f.Result == nil {
					t.Error("the end is missing")
				}
				return
			}
			if got := warned.only(t); got != c.warning {
				t.Errorf("it warns of %q", got)
			}
			began := time.Now()
			r.Close()
			if took := time.Since(began); took > patience {
				t.Errorf("the process waits %v at its end", took)
			}
			rec.archive.running.Wait()
			if e := r.Folder.the(t); e.Ended || e.Lasted < 50*time.Second || verified(t, e.Path) == nil {
				t.Errorf("of the recording before, there is %+v", e)
			}
		})
	}
}

func TestTwoRecordersWorkTogether(t *testing.T) {
	bubble(t, func(t *testing.T, r *Archive) {
		other := &Archive{Folder: r.Folder}
		a, b := r.Recorder("", nil, nil, nil), other.Recorder("", nil, nil, nil)
		one := host(t, a.Recording(), net.MatchOptions{Bots: 3, Time: 15 * time.Second})
		two := host(t, b.Recording(), net.MatchOptions{Bots: 3, Time: 15 * time.Second})
		fly(8*time.Second, one.join("Rex", net.Recording{}), two.join("Ann", net.Recording{}))
		third := &Archive{Folder: r.Folder} // it finds the logs of both
		c := third.Recorder("", nil, nil, nil)
		c.Close()
		third.Close()
		if n := len(running(t, r.Folder)); n != 2 {
			t.Errorf("%d are running", n)
		}
		fly(8*time.Second, one.join("Rex", net.Recording{}), two.join("Ann", net.Recording{}))
		one.end()
		two.end()
		a.Close()
		b.Close()
		r.Close()
		other.Close()
		names := strings.Fields(listed(t, r.Folder))
		if len(names) != 2 || names[0] != names[1]+"-2" && names[1] != names[0]+"-2" {
			t.Errorf("there are %q", names)
		}
		for _, name := range names {
			path, err := r.Folder.Locate(name)
			if err != nil {
				t.Fatal(err)
			}
			if f := verified(t, path); f.Result == nil || len(f.Result.Flights) < 4 {
				t.Errorf("%s: %+v", name, f.Result)
			}
		}
	})
}

// aLog is the log of a match after some time.
func aLog(t *testing.T, length time.Duration) []byte {
	t.Helper()
	f, err := replay.Parse(aReplay(t, noon, length+time.Second))
	if err != nil {
		t.Fatal(err)
	}
	w, world, err := f.Cut(0, f.LastTick)
	if err != nil {
		t.Fatal(err)
	}
	w.Flush(world)
	return w.Take(nil)
}

// leave leaves a log as a killed process does.
func leave(t *testing.T, f Folder, label string, b []byte) string {
	t.Helper()
	l, err := f.newLog(label, lock)
	if err == nil {
		_, err = l.Write(b)
	}
	if err = errors.Join(err, l.Close()); err != nil {
		t.Fatal(err)
	}
	return l.Path
}

func TestTheLogOfAKilledProcessBecomesAReplay(t *testing.T) {
	f := newFolder(t)
	whole := aLog(t, 20*time.Second)
	leave(t, f, "", whole[:len(whole)-30])
	leave(t, f, "", aLog(t, 5*time.Second)) // too short
	leave(t, f, "", whole[:100])
	leave(t, f, "", nil)
	leave(t, f, ":7777", whole) // for a host to resume

	r := &Archive{Folder: f, Key: aKey}
	r.Recorder("", nil, nil, nil).Close()
	r.Close()
	e := f.the(t)
	if e.Torn != nil || e.Ended || e.Lasted < 10*time.Second || verified(t, e.Path).Seal.Check() != nil {
		t.Errorf("it became %+v", e)
	}
	if left := strings.Join(running(t, f), " "); strings.Count(left, "host-7777") != 1 || strings.Count(left, ".broken") != 1 || strings.Contains(left, "match.") && !strings.Contains(left, ".broken") {
		t.Errorf("left over: %s", left)
	}
	// Its host does not resume it, and there is a replay of that match already.
	again := &Archive{Folder: f}
	again.Recorder(":7777", nil, nil, nil).Close()
	again.Close()
	f.the(t)
	if left := running(t, f); len(left) != 1 {
		t.Errorf("left over: %v", left)
	}
}

func TestALogThatIsTooLongIsSetAside(t *testing.T) {
	f := newFolder(t)
	path := leave(t, f, "", aLog(t, 20*time.Second))
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Skip("this file system has no file of a terabyte:", err)
	}
	r := &Archive{Folder: f}
	r.Recorder("", nil, nil, nil).Close()
	r.Close()
	if left := running(t, f); len(left) != 1 || !strings.HasSuffix(left[0], ".broken") || listed(t, f) != "" {
		t.Errorf("left over: %v, and there is %q", left, listed(t, f))
	}
}

func TestALogBecomesAReplayAfterADay(t *testing.T) {
	f := newFolder(t)
	path := leave(t, f, ":7777", aLog(t, 20*time.Second))
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	r := &Archive{Folder: f}
	r.Recorder("", nil, nil, nil).Close()
	r.Close()
	f.the(t)
}

func TestALogIsContinuedByItsLabel(t *testing.T) {
	f := newFolder(t)
	whole := aLog(t, 20*time.Second)
	leave(t, f, ":7777", whole[:len(whole)-30])
	logs := f.Unfinished(":7777")
	if len(logs) != 1 || len(f.Unfinished(":7777")) != 0 || len(f.Unfinished(":777")) != 0 {
		t.Fatalf("%d logs, which another can have as well", len(logs))
	}
	b, err := logs[0].Bytes()
	if err != nil {
		t.Fatal(err)
	}
	file, err := replay.Parse(b)
	if err != nil || file.Torn == nil {
		t.Fatal(err, file.Torn)
	}
	if err := logs[0].Continue(file.Whole); err != nil {
		t.Fatal(err)
	}
	r := &Archive{Folder: f}
	rec := r.Recorder(":7777", logs[0], nil, nil)
	rec.record(replay.Piece{Bytes: whole[file.Whole:]})
	rec.Close()
	r.Close()
	if e := f.the(t); e.Lasted != 21*time.Second || e.Torn != nil {
		t.Errorf("it became %+v", e)
	}
	if left := running(t, f); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestRecordingStaysWithinTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	bubble(t, func(t *testing.T, r *Archive) {
		r.Folder.Limit = 9000
		rec := r.Recorder("", nil, nil, nil)
		h := host(t, rec.Recording(), net.MatchOptions{Bots: 2, Time: 12 * time.Second})
		fly(3*time.Minute, h.join("Rex", net.Recording{}))
		h.end()
		rec.Close()
		r.Close()
		list, err := r.Folder.List()
		var size Size
		for i := range list {
			size += Size(list[i].Size)
		}
		if err != nil || len(list) == 0 || size > 9000 {
			t.Errorf("%v: %d replays of %d bytes", err, len(list), size)
		}
	})
}

func TestAPlayerDoesNotRecordTheMatchOfAHostInTheSameFolder(t *testing.T) {
	bubble(t, func(t *testing.T, a *Archive) {
		other := &Archive{Folder: a.Folder} // in the process of a player
		hosts, theirs := a.Recorder("", nil, nil, nil), other.Recorder("", nil, nil, nil)
		h := host(t, hosts.Recording(), net.MatchOptions{Bots: 3, Time: 20 * time.Second})
		rex := h.join("Rex", theirs.Recording())
		fly(45*time.Second, rex)
		theirs.Close() // in the middle of the second, which continues
		other.Close()
		fly(10*time.Second, rex)
		h.end()
		hosts.Close()
		a.Close()
		list, err := a.Folder.List()
		if err != nil || len(list) != 2 || list[0].Watched || list[1].Watched {
			t.Errorf("%v: there are %+v", err, list)
		}
	})
}
