package hub_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/testkit"
)

// quotaRig is a hub with a thief that has a host's key, another host and a door.
type quotaRig struct {
	t            *testing.T
	thief        *nats.Conn
	public, desk string // the thief's
	hubs         *nats.Conn
	js           jetstream.JetStream
	host, door   *overnats.Conn
}

func newQuotaRig(t *testing.T) *quotaRig {
	t.Parallel()
	k := newKeyring(t)
	k.add("honest", hub.RoleHost)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	r := &quotaRig{t: t}
	r.thief, r.public, _ = k.dial(h, hub.RoleHost)
	r.desk = overnats.Desk(r.public)
	r.hubs, _, _ = k.dial(h, hub.RoleHub)
	r.js, _ = jetstream.New(r.hubs)
	r.host = connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("honest")})
	r.door = connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("door")})
	await(t, "both are up", func() bool { return r.host.Up() && r.door.Up() })
	return r
}

func (r *quotaRig) stream(name string) *jetstream.StreamInfo {
	r.t.Helper()
	s, err := r.js.Stream(r.t.Context(), name)
	if err != nil {
		r.t.Fatal(err)
	}
	return s.CachedInfo()
}

// watch asks for a consumer with the thief's key.
func (r *quotaRig) watch(name string, more map[string]any) {
	config := map[string]any{"name": name, "ack_policy": "none", "mem_storage": true, "num_replicas": 1, "inactive_threshold": 45 * time.Second,
		"filter_subject": "$KV.dogfight_hosts.>"}
	maps.Copy(config, more)
	ask, _ := json.Marshal(map[string]any{"stream_name": "KV_dogfight_hosts", "config": config})
	r.thief.PublishRequest(r.desk+".api.CONSUMER.CREATE.KV_dogfight_hosts."+name+".$KV.dogfight_hosts.>", overnats.Inbox(r.public)+"."+name, ask)
}

// TestAStolenKeyCannotUseUpTheConsumers: a stream has a limit of consumers, and a door without one knows no host.
func TestAStolenKeyCannotUseUpTheConsumers(t *testing.T) {
	r := newQuotaRig(t)
	changes := make(chan fleet.Change, 16)
	r.door.Watch(fleet.Hosts, func(c fleet.Change) { changes <- c })
	await(t, "the door watches", func() bool { return r.stream("KV_dogfight_hosts").State.Consumers > 0 })
	last := make(chan *nats.Msg, 1)
	r.thief.ChanSubscribe(overnats.Inbox(r.public)+".last", last)
	for range 400 {
		r.watch(nats.NewInbox()[len("_INBOX."):], nil)
	}
	for name, more := range map[string]map[string]any{
		"durable": {"durable_name": "durable"}, "everlasting": {"inactive_threshold": 0}, "old": {"inactive_threshold": time.Hour},
		"ondisk": {"mem_storage": false}, "patient": {"max_waiting": 1 << 20},
	} {
		r.watch(name, more)
	}
	r.watch("last", nil)
	testkit.Receive(t, "an answer to the last", last)
	s, err := r.js.Stream(t.Context(), "KV_dogfight_hosts")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"durable", "everlasting", "old", "ondisk", "patient"} {
		if _, err := s.Consumer(t.Context(), name); !errors.Is(err, jetstream.ErrConsumerNotFound) {
			t.Errorf("a consumer that is %s: %v", name, err)
		}
	}
	await(t, "the thief has 256 consumers", func() bool { return r.stream("KV_dogfight_hosts").State.Consumers <= 256+4 }) // some of the door
	if _, err := r.host.Put(t.Context(), fleet.Hosts, "h", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if c := testkit.Receive(t, "the door, which watched first, gets the entry", changes); string(c.Value) != "x" {
		t.Errorf("the door got %+v", c)
	}
}

// TestAStolenKeyCannotPushOutTheLogsOfOthers floods the stream of logs, in both ways that a host could ever write to it.
func TestAStolenKeyCannotPushOutTheLogsOfOthers(t *testing.T) {
	r := newQuotaRig(t)
	for range 10 {
		r.host.Publish(fleet.LogSubject+"honest", []byte("a piece"))
	}
	piece := make([]byte, fleet.MaxChunk)
	for n := range 120 {
		r.thief.Publish(fmt.Sprintf("%sinvented%d", fleet.LogSubject, n), piece)
		r.thief.Publish(fmt.Sprintf("%s.put.%sinvented%d", r.desk, fleet.LogSubject, n), piece)
	}
	r.thief.Flush()
	if _, err := r.host.Put(t.Context(), fleet.Matches, "m", nil); err != nil { // the desk has handled all by then
		t.Fatal(err)
	}
	r.host.Publish(fleet.LogSubject+"honest", []byte("the last"))
	var stored []string
	await(t, "the log of the other host is stored", func() bool {
		stored = nil
		err := r.door.Stored(t.Context(), fleet.LogSubject+"honest", func(b []byte) { stored = append(stored, string(b)) })
		return err == nil && len(stored) == 11
	})
	if most := uint64(50 << 20); r.stream(overnats.Logs).State.Bytes > most {
		t.Errorf("the stream has %d bytes, expected %d at most", r.stream(overnats.Logs).State.Bytes, most)
	}
}

// TestAKeyLeavesRoomForOthersInEveryStream compares the quotas with the limits of the streams.
func TestAKeyLeavesRoomForOthersInEveryStream(t *testing.T) {
	r := newQuotaRig(t)
	for subject, stream := range map[string]string{
		"$KV.dogfight_hosts.x": "KV_dogfight_hosts", "$KV.dogfight_matches.x": "KV_dogfight_matches", "$KV.dogfight_seats.x": "KV_dogfight_seats",
		"$KV.dogfight_doors.x": "KV_dogfight_doors", fleet.LogSubject + "x": overnats.Logs, fleet.ResultSubject + "x": overnats.Results,
		overnats.ReplaySubject("x", "x", "x"): overnats.Replays,
	} {
		c := r.stream(stream).Config
		life := min(c.MaxAge, time.Hour)
		if life == 0 {
			life = time.Hour
		}
		if most := hub.MostWithin("put."+subject, life); most > c.MaxBytes*9/10 {
			t.Errorf("a key can put %d bytes into %s within %v, which has room for %d", most, stream, life, c.MaxBytes)
		}
	}
}

// TestAKeyThatAsksTooOftenDelaysOnlyItself floods the directory.
func TestAKeyThatAsksTooOftenDelaysOnlyItself(t *testing.T) {
	r := newQuotaRig(t)
	const asks = 2_500
	answers := make(chan *nats.Msg, asks)
	r.thief.ChanSubscribe(overnats.Inbox(r.public)+".1", answers)
	value := make([]byte, 4<<10)
	for n := range asks {
		r.thief.PublishRequest(fmt.Sprintf("%s.put.$KV.dogfight_seats.s%d", r.desk, n), overnats.Inbox(r.public)+".1", value)
	}
	r.thief.Flush()
	for testkit.Receive(t, "the thief has to wait", answers).Header.Get("Status") != "503" {
	}
	if _, err := r.host.Put(t.Context(), fleet.Seats, "honest", []byte("x")); err != nil {
		t.Error(err)
	}
	if _, err := r.host.Put(t.Context(), fleet.Hosts, "h", []byte("x")); err != nil {
		t.Error(err)
	}
}

// TestAKeyCannotListTheSubjectsOfAStream: the answer to a short request would have many megabytes.
func TestAKeyCannotListTheSubjectsOfAStream(t *testing.T) {
	r := newQuotaRig(t)
	if _, err := r.host.Put(t.Context(), fleet.Seats, "secret", []byte("x")); err != nil {
		t.Fatal(err)
	}
	answer := make(chan *nats.Msg, 1)
	r.thief.ChanSubscribe(overnats.Inbox(r.public)+".1", answer)
	r.thief.PublishRequest(r.desk+".api.STREAM.INFO.KV_dogfight_seats", overnats.Inbox(r.public)+".1", []byte(`{"subjects_filter":">"}`))
	if m := testkit.Receive(t, "an answer", answer); strings.Contains(string(m.Data), "secret") || !strings.Contains(string(m.Data), `"messages":1`) {
		t.Errorf("answered %s", m.Data)
	}
}

// TestARemovedKeyIsNotServed: messages sent before the disconnect reach the desk after it. A hub's key sends them here.
func TestARemovedKeyIsNotServed(t *testing.T) {
	r := newQuotaRig(t)
	for _, subject := range []string{".put.$KV.dogfight_seats.evil", ".put." + fleet.LogSubject + "evil"} {
		r.hubs.PublishRequest(overnats.Desk(someKey)+subject, overnats.Inbox(someKey)+".1", []byte("x"))
	}
	r.hubs.Flush()
	if _, err := r.host.Put(t.Context(), fleet.Seats, "good", []byte("x")); err != nil { // the desk has handled all by then
		t.Fatal(err)
	}
	if all, err := r.host.List(t.Context(), fleet.Seats); len(all) != 1 || r.stream(overnats.Logs).State.Msgs != 0 {
		t.Errorf("seats: %+v, %v; a log: %+v", all, err, r.stream(overnats.Logs).State)
	}
}
