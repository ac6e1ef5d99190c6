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

	"github.com/nats-io/nats.go"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/fleet/overnats"
	"dogfight/proto"
	"dogfight/testkit"
)

// keyedFleet is a fleet with a hub that only accepts listed keys.
type keyedFleet struct {
	*fleetOf
	folder string            // of the keys
	listed map[string]string // lines of the hub's file, by the name of the key
}

// startKeyedHub starts a hub with a file of keys: of two hosts, two doors, an operator, a service and the test.
func startKeyedHub(t *testing.T) *keyedFleet {
	t.Helper()
	if testing.Short() {
		t.Skip("whole fleets; runs without -short")
	}
	f := &keyedFleet{&fleetOf{T: t}, t.TempDir(), map[string]string{}}
	hub := newProcess(t, "the hub", "hub", "--listen", freeAddress(t), "--keys", filepath.Join(f.folder, "keys"))
	f.hubs = []*process{hub}
	for name, role := range map[string]string{
		"robbed": "host", "honest": "host", "door": "door", "new-door": "door", "operator": "operator", "test": "operator", "service": "hub",
	} {
		f.listed[name] = hub.run("key", name, "--role", role, "--dir", f.folder)
	}
	f.write()
	f.startAll(hub)
	f.conn = f.connect("test")
	return f
}

// seed returns the file with the private half of a key.
func (f *keyedFleet) seed(name string) string { return filepath.Join(f.folder, name+".nkey") }

// public returns the public half of a key.
func (f *keyedFleet) public(name string) string {
	public, _, _ := strings.Cut(f.listed[name], " ")
	return public
}

// newDoor describes a door of the fleet.
func (f *keyedFleet) newDoor(name string) *process {
	f.Helper()
	return newProcess(f.T, "the "+name, "game", "door", "--listen", "127.0.0.1:0", "--per-address", "1000", "--fleet", f.url(), "--fleet-key", f.seed(name))
}

// write writes the hub's file of keys.
func (f *keyedFleet) write() {
	f.Helper()
	lines := strings.Join(slices.Collect(maps.Values(f.listed)), "")
	if err := os.WriteFile(filepath.Join(f.folder, "keys"), []byte(lines), 0o600); err != nil {
		f.Fatal(err)
	}
}

// revoke removes a key from the hub's file, and makes the hub read the file again.
func (f *keyedFleet) revoke(name string) {
	f.Helper()
	delete(f.listed, name)
	f.write()
	f.hubs[0].signal(syscall.SIGHUP)
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

// peak returns a process's peak memory in bytes, or 0 on systems without /proc.
func (p *process) peak() int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	kB, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	n, _ := strconv.Atoi(kB)
	return n << 10
}

// keyThief has the seed of a key, and connects to the hub like its owner.
type keyThief struct {
	*keyedFleet
	*overnats.Conn
	public string
	key    ed25519.PrivateKey
	id     fleet.ID // of its invented host or door
	match  fleet.ID // of its invented match
}

// steals returns the thief of a key.
func (f *keyedFleet) steals(name string) *keyThief {
	f.Helper()
	key, err := overnats.ReadKey(f.seed(name))
	if err != nil {
		f.Fatal(err)
	}
	return &keyThief{f, f.connect(name), f.public(name), key, fleet.NewID(), fleet.NewID()}
}

// mayNot expects that the hub refuses messages of the thief on some subjects.
func (k *keyThief) mayNot(subjects ...string) {
	k.Helper()
	for _, subject := range subjects {
		k.NATS().Publish(subject, []byte("{}"))
		if err := k.NATS().FlushWithContext(testkit.Context(k)); err != nil {
			k.Fatal(err)
		}
		if err := k.NATS().LastError(); !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), subject) {
			k.Errorf("the thief publishes on %s: %v", subject, err)
		}
	}
}

// put returns the subject of the hub's desk that writes a message into the stream of another subject.
func (k *keyThief) put(subject string) string {
	return overnats.Desk(k.public) + "." + overnats.DeskPut + "." + subject
}

// writes returns the subject that writes an entry of the directory.
func (k *keyThief) writes(kind fleet.Kind, key string) string {
	return k.put("$KV.dogfight_" + string(kind) + "." + key)
}

// results sends results of a match in progress, which claim that two players' keys are one player's.
func (k *keyThief) results(match fleet.ID, one, other string) {
	k.Helper()
	for number := range uint16(falseResults) {
		k.result(match, number+1, career.Flight{Identity: one, Linked: []string{other}}, career.Flight{Identity: other, Linked: []string{one}})
	}
}

// result sends a result.
func (k *keyThief) result(match fleet.ID, number uint16, flights ...career.Flight) {
	k.Helper()
	for i := range flights {
		f := &flights[i]
		f.Name, f.Class, f.Weapon, f.Won, f.Score, f.Flown = "Thief", "fighter", "cannon", true, 1000, time.Minute
	}
	m := &career.Match{Started: time.Now(), Lasted: time.Minute, Arena: "open", Mode: "deathmatch", Finished: true, Flights: flights}
	signer := &outbox.Signer{Key: k.public, Sign: func(b []byte) ([]byte, error) { return ed25519.Sign(k.key, b), nil }}
	id := outbox.ResultID{Match: match, Number: number}
	b, err := outbox.Append(nil, &outbox.Result{ID: id, Host: k.id, Epoch: 1, Match: m}, signer)
	if err == nil {
		err = k.Store(testkit.Context(k), fleet.ResultSubject+k.id.String(), id.String(), b)
	}
	if err != nil {
		k.Fatal(err)
	}
}

// announces publishes the invented host, with more room than all others, and its match.
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

// floods writes pieces of logs into the stream, and requests endless watches of the directory from the desk. The hub may refuse them.
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
