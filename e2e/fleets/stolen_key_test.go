//go:build unix

package fleets

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/records"
	"dogfight/proto"
	"dogfight/testkit"
)

// keyedFleet is a fleet whose hub lets in listed keys alone.
type keyedFleet struct {
	*fleetOf
	folder string            // of the keys
	listed map[string]string // lines of the hub's file, by the name of the key
}

// startKeyedHub starts a hub with a file of keys: of two hosts, a door and the test's own.
func startKeyedHub(t *testing.T) *keyedFleet {
	t.Helper()
	if testing.Short() {
		t.Skip("whole fleets; runs without -short")
	}
	f := &keyedFleet{&fleetOf{T: t}, t.TempDir(), map[string]string{}}
	hub := newProcess(t, "the hub", "hub", "--listen", freeAddress(t), "--keys", filepath.Join(f.folder, "keys"))
	f.hubs = []*process{hub}
	for name, role := range map[string]string{"robbed": "host", "honest": "host", "door": "door", "test": "operator"} {
		f.listed[name] = hub.run("key", name, "--role", role, "--dir", f.folder)
	}
	f.write()
	f.startAll(hub)
	f.conn = f.connect("test")
	return f
}

// seed is the file of the secret half of a key.
func (f *keyedFleet) seed(name string) string { return filepath.Join(f.folder, name+".nkey") }

// public returns the public half of a key.
func (f *keyedFleet) public(name string) string {
	public, _, _ := strings.Cut(f.listed[name], " ")
	return public
}

// write writes the hub's file of keys.
func (f *keyedFleet) write() {
	f.Helper()
	lines := strings.Join(slices.Collect(maps.Values(f.listed)), "")
	if err := os.WriteFile(filepath.Join(f.folder, "keys"), []byte(lines), 0o600); err != nil {
		f.Fatal(err)
	}
}

func (f *keyedFleet) connect(name string) *overnats.Conn {
	f.Helper()
	conn, err := overnats.Connect(overnats.Options{URL: f.url(), Seed: f.seed(name), Name: name})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(conn.Close)
	f.await(name+" is connected", conn.Up)
	return conn
}

// peak returns the most memory that a process has had, in bytes; 0 on systems that do not say it in /proc.
func (p *process) peak() int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kB, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, _ := strconv.Atoi(kB)
	return n << 10
}

// keyThief has the seed of a host's key, and speaks to the hub as that host does.
type keyThief struct {
	*keyedFleet
	*overnats.Conn
	public string
	id     fleet.ID // of the host that it invents
	match  fleet.ID // of the match there
}

// steals returns the thief of a key.
func (f *keyedFleet) steals(name string) *keyThief {
	f.Helper()
	return &keyThief{f, f.connect(name), f.public(name), fleet.NewID(), fleet.NewID()}
}

// results sends results of a match that is under way, which say of two players' keys that they are one player's.
func (k *keyThief) results(match fleet.ID, one, other string) {
	k.Helper()
	private, err := overnats.ReadKey(k.seed("robbed"))
	if err != nil {
		k.Fatal(err)
	}
	signer := &outbox.Signer{Key: k.public, Sign: func(b []byte) ([]byte, error) { return ed25519.Sign(private, b), nil }}
	flight := records.Flight{Name: "Thief", Class: "fighter", Weapon: "cannon", Won: true, Score: 1000, Flown: time.Minute}
	for number := range falseResults {
		m := &records.Match{Started: time.Now(), Lasted: time.Minute, Arena: "open", Mode: "deathmatch", Finished: true, Flights: []records.Flight{flight, flight}}
		m.Flights[0].Identity, m.Flights[0].Linked = one, []string{other}
		m.Flights[1].Identity, m.Flights[1].Linked = other, []string{one}
		id := outbox.ResultID{Match: match, Number: uint16(number + 1)}
		b, err := outbox.Append(nil, &outbox.Result{ID: id, Host: k.id, Epoch: 1, Match: m}, signer)
		if err == nil {
			err = k.Keep(testkit.Context(k), fleet.ResultSubject+k.id.String(), id.String(), b)
		}
		if err != nil {
			k.Fatal(err)
		}
	}
}

// announces announces the invented host, which has more room than all others, and its match.
func (k *keyThief) announces() {
	k.Helper()
	const nowhere, fingerprint = "127.0.0.1:9", "SHA256:of the thief"
	h := &fleet.Host{
		ID: k.id, Key: k.public, Address: nowhere, Fingerprint: fingerprint, Protocol: proto.Version, Rules: game.RulesFingerprint, Room: 1000,
	}
	m := &fleet.Match{ID: k.match, Host: k.id, Epoch: 1, Address: nowhere, Fingerprint: fingerprint, Players: 3, Slots: 16}
	ctx := testkit.Context(k)
	_, err := k.Swap(ctx, fleet.Hosts, k.id.String(), fleet.Append(nil, h), 0)
	if err == nil {
		_, err = k.Swap(ctx, fleet.Matches, k.match.String(), fleet.Append(nil, m), 0)
	}
	if err != nil {
		k.Fatal(err)
	}
}

// floods puts pieces of logs into the stream, and asks the desk for watches of the directory that never end. The hub may refuse them.
func (k *keyThief) floods() {
	k.Helper()
	piece := make([]byte, fleet.MaxChunk/4)
	for range pieces {
		k.Publish(fleet.LogSubject+fleet.NewID().String(), piece)
	}
	for n := range watches {
		for _, kind := range []fleet.Kind{fleet.Hosts, fleet.Matches} {
			stream, name := "KV_dogfight_"+string(kind), fmt.Sprint("flood", n)
			k.NATS().PublishRequest(fmt.Sprintf("%s.%s.CONSUMER.CREATE.%s.%s", overnats.Desk(k.public), overnats.DeskAPI, stream, name),
				overnats.DeskInbox(k.public)+"flood", fmt.Appendf(nil, `{"stream_name": %q, "config": {"durable_name": %q, "name": %[2]q, "ack_policy": "none"}}`, stream, name))
		}
	}
	if err := k.NATS().FlushWithContext(testkit.Context(k)); err != nil {
		k.Fatal(err)
	}
}

const (
	mostOfAHub   = 512 << 20 // bytes
	pieces       = 400       // of logs
	watches      = 1100      // of hosts, and of matches
	falseResults = 3
)

// TestAStolenHostKeyCostsNobodyASeatOrIdentity plays the thief of a host's key until the key is revoked. The players are at that host.
func TestAStolenHostKeyCostsNobodyASeatOrIdentity(t *testing.T) {
	t.Parallel()
	f := startKeyedHub(t)
	robbed := f.host(0, f.url(), "--fleet-key", f.seed("robbed"))
	f.door = newProcess(t, "the door", "game", "door", "--listen", "127.0.0.1:0", "--per-address", "1000", "--fleet", f.url(), "--fleet-key", f.seed("door"))
	f.hosts = []*process{robbed}
	f.startAll(robbed, f.door)
	f.await("the host is known", func() bool { return len(f.list(fleet.Hosts)) == 1 })
	c := f.newCrowd(3)
	match, victim, robbedAt := c.players[0].match, c.players[0], robbed.listens["native"]
	hub := f.hubs[0]

	thief, asPlayer := f.steals("robbed"), c.key()
	thief.announces()
	thief.results(match, victim.identity, asPlayer.Fingerprint())
	c.until("the false results are recorded, of two players", func() bool {
		kept, _ := f.recorded()
		return kept[victim.identity] == falseResults && kept[asPlayer.Fingerprint()] == falseResults
	})
	thief.floods()
	honest := f.host(1, f.url(), "--fleet-key", f.seed("honest"))
	f.hosts = append(f.hosts, honest)
	ready, started := honest.start(), make(chan bool)
	go func() {
		ready()
		close(started)
	}()
	c.until("another host is in the fleet, which asks for all linked keys first, and stands by", func() bool {
		select {
		case <-started:
			m, ok := f.match(match)
			return ok && m.Standby != 0 && m.Standby != thief.id
		default:
			return false
		}
	})
	if !c.allFly() || victim.at != robbedAt {
		t.Fatalf("%s is at %q", victim.name, victim.at)
	}

	c.mark()
	delete(f.listed, "robbed")
	f.write()
	hub.signal(syscall.SIGHUP)
	c.until("the thief is cut off", thief.Refused)
	c.until("all are at the honest host", func() bool { return c.allElsewhere(robbedAt) })
	c.sitWhereTheySat()
	c.comeAs(asPlayer, match)
	c.until("the thief has a ship of their own", c.allFly)
	c.players[3].leave()
	c.players = c.players[:3]
	c.fly(time.Second)
	c.sitWhereTheySat()

	if undone := hub.run("records", "host", thief.public, "--undo"); strings.Count(undone, "match "+match.String()+"-") != falseResults || strings.Contains(undone, "link") {
		t.Errorf("undone is\n%s", undone)
	}
	c.until("they are in no score", func() bool {
		kept, ok := f.recorded()
		return ok && kept[victim.identity] == 0 && kept[asPlayer.Fingerprint()] == 0
	})
	honest.run("admin", "--socket", honest.socket, "drain", "1s")
	c.until("the hub has the match as its host tells it, and so has the host", func() bool {
		return f.matchesOf(c) == 1 && strings.Contains(honest.log(), "match recorded")
	})
	career := honest.run("scores", "--json")
	for _, p := range c.players {
		if !strings.Contains(career, p.identity) {
			t.Errorf("the host does not know %s, %s:\n%s", p.name, p.identity, career)
		}
	}
	if peak := hub.peak(); peak > mostOfAHub {
		t.Errorf("the hub has had %d MB of memory", peak>>20)
	} else {
		t.Logf("the hub has had at most %d MB of memory", peak>>20)
	}
	if *long {
		f.await("the invented host and match are gone", func() bool {
			_, host := f.conn.Get(t.Context(), fleet.Hosts, thief.id.String())
			_, match := f.conn.Get(t.Context(), fleet.Matches, thief.match.String())
			return errors.Is(host, fleet.ErrNone) && errors.Is(match, fleet.ErrNone)
		})
	}
}
