package hub_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nkeys"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/internal/hub/cli"
	"dogfight/sys"
	"dogfight/testkit"
)

var long = flag.Bool("long", false, "let a thousand matches be played while hubs and hosts are killed, not forty, and five hundred hosts play for half a minute, not thirty for a second")

// asHub and asHost are the environment variables that make the test's program a hub or a host.
const asHub, asHost = "DOGFIGHT_TEST_HUB", "DOGFIGHT_TEST_HOST"

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(asHub) != "":
		hub.SetAckTime(500 * time.Millisecond)
		cli.Main()
	case os.Getenv(asHost) != "":
		playAndSend(os.Args[1:])
	}
	testkit.ObeySignals()
	testkit.Parallel(8)
	os.Exit(testkit.PostgresMain(m))
}

// playAndSend is a host that plays matches without delay. It puts one result after the other, resumes after the last one put if it was
// killed, and ends when the bus has all. Arguments: URL, seed file, folder, number of the host, number of matches.
func playAndSend(args []string) {
	number, _ := strconv.Atoi(args[3])
	many, _ := strconv.Atoi(args[4])
	if err := playMatches(args[0], args[1], args[2], number, many); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func playMatches(url, seed, folder string, number, many int) error {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	bus, err := overnats.Connect(overnats.Options{URL: url, Seed: seed, Log: log})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(seed)
	if err != nil {
		return err
	}
	pair, err := nkeys.FromSeed(text)
	if err != nil {
		return err
	}
	public, err := pair.PublicKey()
	if err != nil {
		return err
	}
	life := fleet.NewID()
	box, err := outbox.Open(filepath.Join(folder, "outbox"), outbox.Options{Log: log})
	if err != nil {
		return err
	}
	go func() {
		defer sys.Restore()
		box.Run(context.Background(), bus, fleet.ResultSubject+life.String())
	}()
	noted := filepath.Join(folder, "played")
	done, _ := os.ReadFile(noted)
	begin, _ := strconv.Atoi(string(done))
	for n := begin; n < many; n++ {
		id := outbox.ResultID{Match: fleet.ID(number), Number: uint16(n)}
		result, err := outbox.Append(nil, &outbox.Result{ID: id, Host: life, Epoch: 1, Match: recordsMatchOf(id)}, &outbox.Signer{Key: public, Sign: pair.Sign})
		if err != nil {
			return err
		}
		if err := box.Put(id, result); err != nil {
			return err
		}
		if err := sys.ReplaceFile(noted, []byte(strconv.Itoa(n+1))); err != nil {
			return err
		}
		time.Sleep(rand.N(80 * time.Millisecond))
	}
	for box.Figures().Waiting > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// TestResultsCountExactlyOnceDespiteKills sends a hub the results of hosts. Hub and hosts are processes that are killed at random times.
// The records must equal those of an undisturbed hub.
func TestResultsCountExactlyOnceDespiteKills(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		const hosts = 4
		each, mostKills := 10, int32(1)
		if *long {
			each, mostKills = 250, math.MaxInt32
		}
		f := newKilledFleet(t, where, hosts)
		f.mostKills = mostKills
		var playing sync.WaitGroup
		for i := range hosts {
			playing.Go(func() { f.runHostUntilDone(t, i, each) })
		}
		stop := make(chan struct{})
		var running sync.WaitGroup
		running.Go(func() { f.runHub(t, stop) })
		end := sync.OnceFunc(func() { close(stop); running.Wait() })
		defer end()
		playing.Wait()
		store := openStore(t, where)
		for stored := 0; stored < hosts*each; {
			eventually(t, fmt.Sprintf("more than %d of %d are stored", stored, hosts*each), func() bool {
				ids, _, err := store.Results("", 0, hosts*each+1)
				more := err == nil && len(ids) > stored
				stored = max(stored, len(ids))
				return more
			})
		}
		eventually(t, "the hub was killed", func() bool { return f.hubKills.Load() > 0 })
		end()
		expectEachOnce(t, store, hosts*each)
		t.Logf("%d matches; the hub was killed %d times, hosts %d times", hosts*each, f.hubKills.Load(), f.hostKills.Load())
	})
}

// killedFleet is a hub and hosts, as processes.
type killedFleet struct {
	url, address, where string
	data, keys          string
	seeds, folders      []string

	hubKills, hostKills atomic.Int32
	mostKills           int32 // of the hub
}

func newKilledFleet(t *testing.T, where string, hosts int) *killedFleet {
	t.Helper()
	f := &killedFleet{address: fleettest.FreeAddress(t), where: where, data: t.TempDir()}
	f.url, f.keys = "nats://"+f.address, filepath.Join(f.data, "keys")
	lines := ""
	for i := range hosts {
		folder := t.TempDir()
		seed := filepath.Join(folder, "seed")
		lines += seedFile(t, seed, "host", fmt.Sprint("host", i))
		f.folders, f.seeds = append(f.folders, folder), append(f.seeds, seed)
	}
	if err := os.WriteFile(f.keys, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return f
}

// runHub runs a hub, kills it some time after it was ready, and restarts it, until stop is closed. Then it interrupts the last one.
func (f *killedFleet) runHub(t *testing.T, stop chan struct{}) {
	for {
		c := exec.Command(os.Args[0], "--listen", f.address, "--data", filepath.Join(f.data, "hub"), "--keys", f.keys, "--records", f.where)
		c.Env = append(os.Environ(), asHub+"=1")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Error(err)
			return
		}
		log, err := os.OpenFile(filepath.Join(f.data, "hub.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			t.Error(err)
			return
		}
		c.Stderr = log
		if err := c.Start(); err != nil {
			t.Error(err)
			return
		}
		ready := false
		for lines := bufio.NewScanner(out); !ready && lines.Scan(); {
			ready = lines.Text() == "ready"
		}
		if !ready {
			c.Wait()
			text, _ := os.ReadFile(log.Name())
			t.Errorf("the hub does not start: %.2000s", text[max(0, len(text)-2000):])
			return
		}
		last := false
		var kill <-chan time.Time
		if f.hubKills.Load() < f.mostKills {
			kill = time.After(lifeOf(f.hubKills.Load()))
		}
		select {
		case <-stop:
			last = true
			c.Process.Signal(os.Interrupt)
		case <-kill:
			f.hubKills.Add(1)
			c.Process.Kill()
		}
		c.Wait()
		log.Close()
		if last {
			return
		}
	}
}

// runHostUntilDone runs a host, kills it after a while, and restarts it, until it has ended by itself.
func (f *killedFleet) runHostUntilDone(t *testing.T, i, many int) {
	for kills := int32(0); ; {
		c := exec.Command(os.Args[0], f.url, f.seeds[i], f.folders[i], strconv.Itoa(i+1), strconv.Itoa(many))
		c.Env = append(os.Environ(), asHost+"=1")
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Error(err)
			return
		}
		kill := time.AfterFunc(lifeOf(kills), func() {
			f.hostKills.Add(1)
			c.Process.Kill()
		})
		err := c.Wait()
		switch {
		case err == nil:
			return
		case kill.Stop():
			t.Errorf("the host ended: %v", err)
			return
		}
		kills++
	}
}

// lifeOf returns how long the next process lives: longer after each kill, so that the slowest machine makes progress.
func lifeOf(kills int32) time.Duration {
	return 50*time.Millisecond + rand.N(600*time.Millisecond+time.Duration(kills)*20*time.Millisecond)
}
