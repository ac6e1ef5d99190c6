package fleet_test

import (
	"context"
	"crypto/ed25519"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
)

// counted counts the calls of a directory, which may be away.
type counted struct {
	fleet.Directory
	gets, lists atomic.Int64
	away        atomic.Bool
	many        []fleet.Entry // the entries of its lists, if not nil
}

func (c *counted) Get(ctx context.Context, kind fleet.Kind, key string) (fleet.Entry, error) {
	c.gets.Add(1)
	if c.away.Load() {
		<-ctx.Done()
		return fleet.Entry{}, ctx.Err()
	}
	return c.Directory.Get(ctx, kind, key)
}

func (c *counted) List(ctx context.Context, kind fleet.Kind) ([]fleet.Entry, error) {
	c.lists.Add(1)
	if c.many != nil {
		return c.many, nil
	}
	if c.away.Load() {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return c.Directory.List(ctx, kind)
}

// follow reads a roll whenever that is due, for a duration.
func follow(t *testing.T, r *fleet.Roll, d time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	for r.Wait(ctx) {
		once, done := context.WithTimeout(ctx, time.Second)
		r.Read(once, 0)
		done()
	}
}

func TestARollIsReadSeldomAndSoonWhenItIsWanted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		c := &counted{Directory: f}
		r := fleet.NewRoll(c)
		r.Read(t.Context(), 0)
		follow(t, r, 10*time.Minute)
		if n := c.lists.Swap(0); n < 20 || n > 30 {
			t.Errorf("read %d times in ten minutes", n)
		}
		go func() {
			for range 600 {
				r.Want()
				time.Sleep(100 * time.Millisecond)
			}
		}()
		follow(t, r, time.Minute)
		if n := c.lists.Swap(0); n < 20 || n > 31 {
			t.Errorf("read %d times in a minute in which it was wanted", n)
		}
		time.Sleep(time.Minute)
		for i := range fleet.ID(1000) {
			h := fleet.Host{ID: i + 1, Address: "a:1", Fingerprint: "SHA256:x"}
			c.many = append(c.many, fleet.Entry{Key: h.ID.String(), Value: fleet.Append(nil, &h), Revision: 1})
		}
		r.Read(t.Context(), 0)
		c.lists.Store(0)
		follow(t, r, 30*time.Minute)
		if n := c.lists.Load(); n > 8 {
			t.Errorf("a roll of a thousand is read %d times in half an hour", n)
		}
		if r.Read(t.Context(), time.Hour); c.lists.Load() > 8 {
			t.Error("a fresh roll is read again")
		}
	})
}

func TestARollHasTheEntriesFromBeforeTheBusWentAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		c := &counted{Directory: f}
		r := fleet.NewRoll(c)
		put(t, f, fleet.Hosts, 2, &fleet.Host{ID: 2, Address: "b:1", Fingerprint: "SHA256:x"})
		put(t, f, fleet.Hosts, 1, &fleet.Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:x"})
		put(t, f, fleet.Hosts, 3, &fleet.Host{ID: 4, Address: "a:1", Fingerprint: "SHA256:x"}) // in another's name
		r.Read(t.Context(), 0)
		if hosts := r.Hosts(); len(hosts) != 2 || hosts[0].ID != 1 || hosts[1].ID != 2 {
			t.Errorf("hosts: %+v", hosts)
		}
		c.away.Store(true)
		follow(t, r, time.Minute)
		if _, ok := r.Host(2); !ok {
			t.Error("a host is forgotten because the bus is away")
		}
		time.AfterFunc(time.Minute, func() { c.away.Store(false) }) // no host is left by then
		follow(t, r, time.Minute+50*time.Second)                    // the interval of reads grows
		if _, ok := r.Host(2); ok {
			t.Error("fifty seconds after the bus is back the roll is still the old one")
		}
	})
}

func TestAHostCountsAsAliveOnlyIfItSurelyWroteSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		r := fleet.NewRoll(f)
		speak := func() {
			put(t, f, fleet.Hosts, 1, &fleet.Host{ID: 1, Address: "a:1", Fingerprint: "SHA256:x"})
			time.Sleep(time.Second)
		}
		speak()
		r.Read(t.Context(), 0)
		time.Sleep(time.Second)
		speak() // its last entry
		at := time.Now()
		time.Sleep(time.Second)
		r.Read(t.Context(), 0)
		r.Read(t.Context(), 0)
		if r.SpokeSince(1, at) {
			t.Error("an earlier entry counts, since it was read later")
		}
		speak()
		r.Read(t.Context(), 0)
		if !r.SpokeSince(1, at) || r.SpokeSince(2, at) {
			t.Error("an entry of the host does not count, or silence does")
		}
	})
}

// rigKeys returns the keys of a counted directory with a door, 1, and a host in the roll, 2, which have the same keys.
func rigKeys(t *testing.T, f fleet.Fleet) (*fleet.Keys, *counted, ed25519.PublicKey) {
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := fleet.FormatKey(public)
	put(t, f, fleet.Doors, 1, &fleet.Door{ID: 1, Address: "a:1", Key: text})
	put(t, f, fleet.Hosts, 2, &fleet.Host{ID: 2, Address: "a:1", Fingerprint: "SHA256:x", Key: text})
	c := &counted{Directory: f}
	doors, err := fleet.WatchView(f, fleet.Doors)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(doors.Close)
	k := &fleet.Keys{Fleet: c, Doors: doors, Hosts: fleet.NewRoll(c)}
	k.Hosts.Read(t.Context(), 0)
	synctest.Wait()
	put(t, f, fleet.Hosts, 3, &fleet.Host{ID: 3, Address: "a:1", Fingerprint: "SHA256:x", Key: text})
	put(t, f, fleet.Hosts, 4, &fleet.Host{ID: 4, Address: "a:1", Fingerprint: "SHA256:x", Key: "nonsense"})
	put(t, f, fleet.Hosts, 5, &fleet.Host{ID: 3, Address: "a:1", Fingerprint: "SHA256:x", Key: text}) // in another's name
	put(t, f, fleet.Doors, 7, &fleet.Door{ID: 8, Address: "a:1", Key: text})
	return k, c, public
}

func TestKeysAreThoseInTheEntriesOfDoorsAndHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		k, c, public := rigKeys(t, f)
		for id, known := range map[fleet.ID]bool{1: false, 2: true, 3: true, 4: false, 5: false, 6: false} {
			if public.Equal(k.Host(id)) != known {
				t.Errorf("the key of host %d: %x", id, k.Host(id))
			}
		}
		for id, known := range map[fleet.ID]bool{1: true, 2: false, 7: false} {
			if public.Equal(k.Door(id)) != known {
				t.Errorf("the key of door %d: %x", id, k.Door(id))
			}
		}
		if n := c.gets.Load(); n != 5+2 {
			t.Errorf("the directory was asked %d times, of five hosts and two doors that are not known", n)
		}
	})
}

func TestStrangersCauseFewReadsOfTheDirectory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		k, c, public := rigKeys(t, f)
		for i := range fleet.ID(10000) { // in ten seconds
			if k.Door(1000+i) != nil {
				t.Fatal("a stranger has a key")
			}
			time.Sleep(time.Millisecond)
		}
		if n := c.gets.Load(); n > fleet.MaxStrange+int64(10*time.Second/fleet.StrangeEvery) {
			t.Errorf("strangers had the directory asked %d times", n)
		}
		if k.Asked() > 100 {
			t.Errorf("%d strangers are remembered", k.Asked())
		}
		if !public.Equal(k.Door(1)) || !public.Equal(k.Host(2)) {
			t.Error("because of strangers a door or a host on the roll is not known any more")
		}
		if !public.Equal(k.Host(3)) {
			t.Error("because of strangers a host is not known that is expected")
		}
	})
}

func TestOneQuestionIsEnoughForManyPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		k, c, public := rigKeys(t, f)
		c.away.Store(true)
		var none atomic.Int64
		for range 100 {
			go func() {
				if k.Host(3) == nil {
					none.Add(1)
				}
			}()
		}
		time.Sleep(fleet.HostKeyTime)
		synctest.Wait()
		if n := c.gets.Load(); n != 1 || none.Load() != 100 {
			t.Errorf("the directory was asked %d times, %d of 100 know that it does not answer", n, none.Load())
		}
		c.away.Store(false)
		if !public.Equal(k.Host(3)) {
			t.Error("the key is not known when the bus is back")
		}
	})
}

// TestARemovedDoorIsNotKnownForLong: a host has asked for the door's key before its view had the door.
func TestARemovedDoorIsNotKnownForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, empty := fleettest.NewLocal(), fleettest.NewLocal()
		defer f.Close()
		defer empty.Close()
		k, _, public := rigKeys(t, f)
		late, err := fleet.WatchView(empty, fleet.Doors)
		if err != nil {
			t.Fatal(err)
		}
		defer late.Close()
		k.Doors = late
		if !public.Equal(k.Door(1)) {
			t.Error("the directory is not asked for a door")
		}
		entry, err := f.Get(t.Context(), fleet.Doors, fleet.ID(1).String())
		if err == nil {
			err = f.Remove(t.Context(), fleet.Doors, fleet.ID(1).String(), entry.Revision)
		}
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(fleet.StrangeLife + time.Millisecond)
		if k.Door(1) != nil {
			t.Error("a removed door is known")
		}
	})
}

func TestAHostThatEndsIsKnownWhileItsPlayersArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := fleettest.NewLocal()
		defer f.Close()
		k, _, public := rigKeys(t, f)
		if !public.Equal(k.Host(2)) {
			t.Fatal("a host on the roll is not known")
		}
		entry, err := f.Get(t.Context(), fleet.Hosts, fleet.ID(2).String())
		if err == nil {
			err = f.Remove(t.Context(), fleet.Hosts, fleet.ID(2).String(), entry.Revision)
		}
		if err == nil {
			err = k.Hosts.Read(t.Context(), 0)
		}
		if _, listed := k.Hosts.Host(2); err != nil || listed {
			t.Fatalf("the host is on the roll (%v)", err)
		}
		time.Sleep(fleet.KeyLife)
		if !public.Equal(k.Host(2)) {
			t.Error("a host that has ended is not known to its players' next host")
		}
		time.Sleep(time.Millisecond)
		if k.Host(2) != nil {
			t.Error("a host that has ended is known for ever")
		}
	})
}
