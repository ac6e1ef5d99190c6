//go:build unix

package hub_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/testkit"
)

// host does the work of a host until ctx ends, with a random start.
func (c *crowd) host(ctx context.Context, f *overnats.Conn, number int) {
	id := fleet.ID(number + 1)
	var running sync.WaitGroup
	running.Go(func() { c.stream(ctx, f, id) })
	running.Go(func() { c.enroll(ctx, f) })
	defer running.Wait()
	next := time.NewTimer(rand.N(c.announce))
	defer next.Stop()
	revisions := map[fleet.ID]uint64{}
	for times := 1; ; times++ {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			next.Reset(c.announce)
			c.announceAll(f, id, times, revisions)
		}
	}
}

// join makes a host subscribe to all it needs: doors and bans, requests to it as a standby, and the logs of those matches.
func (c *crowd) join(f *overnats.Conn, number int) (err error) {
	for _, kind := range []fleet.Kind{fleet.Doors, fleet.Bans} {
		if _, err := f.Watch(kind, func(fleet.Change) { c.changes.Add(1) }); err != nil {
			return err
		}
	}
	id := fleet.ID(number + 1)
	_, err = f.Serve(fleet.LeaseSubject+id.String(), func(b []byte) []byte {
		ask, err := fleet.Parse[fleet.LeaseAsk](b)
		if err != nil {
			return nil
		}
		return fleet.Append(nil, &fleet.LeaseGrant{Number: ask.Number, Epoch: ask.Epoch, Whole: true})
	})
	for host := range fleet.ID(c.hosts) {
		for m := range c.matches {
			if err == nil && c.standbyOf(host+1) == id {
				_, err = f.Subscribe(fleet.LogSubject+matchOf(host+1, m).String(), func([]byte) { c.pieces.Add(1) })
			}
		}
	}
	return err
}

// begin is the time in which all hosts start and read each other's list.
func (c *crowd) begin() time.Duration { return 4 * c.announce }

// enroll reads the list of hosts as a host does.
func (c *crowd) enroll(ctx context.Context, f *overnats.Conn) {
	if c.sleep(ctx, rand.N(c.begin())); ctx.Err() != nil {
		return
	}
	roll := fleet.NewRoll(f)
	for {
		began := time.Now()
		within, cancel := context.WithTimeout(ctx, 3*time.Second)
		err := roll.Read(within, 0)
		if cancel(); err == nil {
			c.mu.Lock()
			c.rolls = append(c.rolls, time.Since(began))
			c.mu.Unlock()
		}
		if !roll.Wait(ctx) {
			return
		}
	}
}

func (c *crowd) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// stream publishes the logs of a host's matches, and asks for leases of them.
func (c *crowd) stream(ctx context.Context, f *overnats.Conn, id fleet.ID) {
	var asking sync.WaitGroup
	defer asking.Wait()
	c.sleep(ctx, rand.N(beat))
	pieces := time.NewTicker(beat)
	defer pieces.Stop()
	for n := uint32(0); ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-pieces.C:
			for m := range c.matches {
				match := matchOf(id, m)
				chunk := fleet.Chunk{Match: match, Epoch: 1, Number: n, First: n == 0, Bytes: make([]byte, c.piece)}
				f.Publish(fleet.LogSubject+match.String(), chunk.Append(nil))
				asking.Go(func() { c.askLease(f, &fleet.LeaseAsk{Match: match, Host: id, Epoch: 1, Number: uint64(n) + 1}) })
			}
		}
	}
}

// beat is the interval of a host's log chunks and lease requests.
const beat = 250 * time.Millisecond

// askLease asks for a lease, and waits for it even if ctx of the match has ended.
func (c *crowd) askLease(f *overnats.Conn, ask *fleet.LeaseAsk) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), c.patience)
	defer cancel()
	_, err := f.Ask(ctx, fleet.LeaseSubject+c.standbyOf(ask.Host).String(), fleet.Append(nil, ask))
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.leases = append(c.leases, time.Since(began))
	} else {
		c.refused++
	}
}

func (c *crowd) standbyOf(host fleet.ID) fleet.ID { return host%fleet.ID(c.hosts) + 1 }

// announceAll writes the entries of a host and of its matches. The Load of the host is the number of the write.
func (c *crowd) announceAll(f *overnats.Conn, id fleet.ID, times int, revisions map[fleet.ID]uint64) {
	host := fleet.Host{
		ID: id, Name: fmt.Sprintf("host-%d.example.org", id), Address: fmt.Sprintf("10.0.%d.%d:4242", id>>8, id&0xff),
		Fingerprint: "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU", Region: "eu-central", Version: "0.1.0", Protocol: 9, Rules: 1 << 30,
		Load: times, TickP99: 900, Matches: c.matches, Players: 64 * c.matches, Room: 6,
	}
	c.mu.Lock()
	c.last[id.String()] = lastWrite{times, time.Now()}
	c.mu.Unlock()
	c.write(func(ctx context.Context) error {
		_, err := f.Put(ctx, fleet.Hosts, id.String(), fleet.Append(nil, &host))
		return err
	})
	for m := range c.matches {
		match := fleet.Match{
			ID: matchOf(id, m), Host: id, Epoch: 1, Standby: c.standbyOf(id), Address: host.Address, Fingerprint: host.Fingerprint,
			Title: "A match for everybody", Mode: "deathmatch", Arena: "open", Players: 60, Slots: 64, Rating: 1500,
		}
		c.write(func(ctx context.Context) error {
			revision, err := f.Swap(ctx, fleet.Matches, match.ID.String(), fleet.Append(nil, &match), revisions[match.ID])
			if err == nil {
				revisions[match.ID] = revision
			}
			return err
		})
	}
}

func matchOf(host fleet.ID, number int) fleet.ID { return host<<8 | fleet.ID(number+1) }

// write measures the time to write an entry.
func (c *crowd) write(do func(context.Context) error) {
	ctx, cancel := context.WithTimeout(context.Background(), testkit.Limit)
	defer cancel()
	began := time.Now()
	err := do(ctx)
	wait := time.Since(began)
	if err != nil {
		c.failed.Add(1)
		return
	}
	c.written.Add(1)
	c.mu.Lock()
	c.waits = append(c.waits, wait)
	c.mu.Unlock()
}

// announceDoor writes the entry of a door repeatedly.
func (c *crowd) announceDoor(ctx context.Context, f *overnats.Conn, number int) {
	door := fleet.Door{ID: fleet.ID(1<<40) + fleet.ID(number), Address: "door.example.org:4242", Region: "eu-central"}
	for ctx.Err() == nil {
		c.write(func(ctx context.Context) error {
			_, err := f.Put(ctx, fleet.Doors, door.ID.String(), fleet.Append(nil, &door))
			return err
		})
		c.sleep(ctx, c.announce)
	}
}

// door follows the entries of hosts and measures their delay.
func (c *crowd) door(t *testing.T, f *overnats.Conn) {
	known := map[string]fleet.Host{}
	c.known = append(c.known, known)
	_, err := f.Watch(fleet.Hosts, func(e fleet.Change) {
		now := time.Now()
		c.changes.Add(1)
		host, err := fleet.Parse[fleet.Host](e.Value)
		if err != nil {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		known[e.Key] = host
		if last := c.last[e.Key]; last.times == host.Load {
			c.lags = append(c.lags, now.Sub(last.at))
		}
	})
	if err == nil {
		_, err = f.Watch(fleet.Matches, func(fleet.Change) { c.changes.Add(1) })
	}
	if err != nil {
		t.Fatal(err)
	}
}

// awaitDoors returns when each door has the last entry of each host, or an error after testkit.Limit.
func (c *crowd) awaitDoors() error {
	for late := time.Now().Add(testkit.Limit); ; time.Sleep(10 * time.Millisecond) {
		behind := c.behind()
		if len(behind) == 0 {
			return nil
		}
		if time.Now().After(late) {
			return fmt.Errorf("doors lack the last entries: %v", behind[:min(3, len(behind))])
		}
	}
}

func (c *crowd) behind() (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for door, known := range c.known {
		for key, last := range c.last {
			if known[key].Load != last.times {
				all = append(all, fmt.Sprintf("door %d of %s: %d, not %d", door, key, known[key].Load, last.times))
			}
		}
	}
	return all
}
