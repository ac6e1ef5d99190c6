package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// keyring is a folder of seeds, with the file of their public halves.
type keyring struct {
	t      testing.TB
	folder string
}

func (k keyring) file() string            { return filepath.Join(k.folder, "keys") }
func (k keyring) seed(name string) string { return filepath.Join(k.folder, name+".nkey") }

// add makes a key and lists it.
func (k keyring) add(name string, role hub.Role) {
	k.t.Helper()
	public, err := hub.MakePair(k.seed(name))
	if err != nil {
		k.t.Fatal(err)
	}
	text, _ := os.ReadFile(k.file())
	k.write(string(text) + hub.Key{Public: public, Role: role, Name: name}.String() + "\n")
}

func (k keyring) write(text string) {
	k.t.Helper()
	if err := os.WriteFile(k.file(), []byte(text), 0o600); err != nil {
		k.t.Fatal(err)
	}
}

func newKeyring(t testing.TB) keyring {
	k := keyring{t, t.TempDir()}
	for _, role := range hub.Roles {
		k.add(string(role), role)
	}
	return k
}

func connect(t testing.TB, o overnats.Options) *overnats.Conn {
	t.Helper()
	c, err := overnats.Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	testkit.Until(t, what, holds)
}

// TestARoleMayWriteOnlyItsEntries tries each kind of entry with each role. A bus does not answer a forbidden request.
func TestARoleMayWriteOnlyItsEntries(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	kinds := []fleet.Kind{fleet.Hosts, fleet.Matches, fleet.Seats, fleet.Doors, fleet.Bans}
	for role, writes := range map[hub.Role]string{
		hub.RoleHost: "hosts matches seats", hub.RoleDoor: "doors seats", hub.RoleOperator: "", hub.RoleHub: "hosts matches seats doors bans",
	} {
		c := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed(string(role))})
		await(t, "the bus is up for a "+string(role), c.Up)
		for _, kind := range kinds {
			may := strings.Contains(writes, string(kind))
			patience := 50 * time.Millisecond
			if may {
				patience = testkit.Limit
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			if _, err := c.Put(ctx, kind, string(role), []byte("x")); (err == nil) != may {
				t.Errorf("a %s writes %s: %v, expected it to work: %v", role, kind, err, may)
			}
			cancel()
			told := make(chan fleet.Change, 100)
			stop, _ := c.Watch(kind, func(c fleet.Change) { told <- c })
			if may {
				if e, err := c.Get(t.Context(), kind, string(role)); err != nil || string(e.Value) != "x" {
					t.Errorf("a %s reads %s: %+v, %v", role, kind, e, err)
				}
				<-told
			} else if _, err := c.Get(t.Context(), kind, string(role)); !errors.Is(err, fleet.ErrNone) {
				t.Errorf("a %s wrote %s after all, or may not read it: %v", role, kind, err)
			}
			stop()
		}
	}
}

// TestNoKeyReceivesTheAnswersOfOthers makes a host subscribe to all inboxes, and to its neighbour's.
func TestNoKeyReceivesTheAnswersOfOthers(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	k.add("thief", hub.RoleHost)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	door := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("door")})
	host := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("host")})
	await(t, "both are up", func() bool { return door.Up() && host.Up() })

	thief, err := nats.NkeyOptionFromSeed(k.seed("thief"))
	if err != nil {
		t.Fatal(err)
	}
	refused := make(chan error, 16)
	nc, err := nats.Connect(h.URL(), thief, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, subject := range []string{">", "_INBOX.>", "$KV.>", "$JS.API.>", "dogfight.hub.*", "dogfight.result.*"} {
		if _, err := nc.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		if err := <-refused; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%s: %v", subject, err)
		}
	}
	if _, err := host.Serve(fleet.AskSubject+"h", func([]byte) []byte { return []byte("the secret") }); err != nil {
		t.Fatal(err)
	}
	host.NATS().Flush()
	if answer, err := door.Ask(t.Context(), fleet.AskSubject+"h", nil); err != nil || string(answer) != "the secret" {
		t.Errorf("the client that asked: got %q, %v", answer, err)
	}
}

// dial connects with a role, as a program other than ours. refused gets the violations.
func (k keyring) dial(h *hub.Hub, role hub.Role) (nc *nats.Conn, public string, refused chan error) {
	k.t.Helper()
	refused = make(chan error, 256)
	seed, err := nats.NkeyOptionFromSeed(k.seed(string(role)))
	if err == nil {
		nc, err = nats.Connect(h.URL(), seed, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))
	}
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(nc.Close)
	return nc, nc.Opts.Nkey, refused
}

// TestARoleCannotChangeOrReadTheStreams: a compromised host must not delete, purge or read the streams of the hub.
func TestARoleCannotChangeOrReadTheStreams(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	for _, role := range []hub.Role{hub.RoleHost, hub.RoleDoor, hub.RoleOperator} {
		nc, public, refused := k.dial(h, role)
		desk := overnats.Desk(public)
		for _, subject := range []string{
			"$JS.API.STREAM.DELETE.KV_dogfight_hosts", "$JS.API.STREAM.PURGE.KV_dogfight_matches", "$JS.API.STREAM.PURGE.DOGFIGHT_REPLAYS",
			"$JS.API.STREAM.CREATE.mine", "$JS.API.STREAM.UPDATE.DOGFIGHT_LOGS", "$JS.API.STREAM.MSG.DELETE.DOGFIGHT_RESULTS",
			"$JS.API.CONSUMER.CREATE.DOGFIGHT_RESULTS.mine", "$JS.API.CONSUMER.DELETE.DOGFIGHT_RESULTS.records", "$JS.API.DIRECT.GET.DOGFIGHT_RESULTS",
			"$JS.API.STREAM.LIST", "$JS.ACK.DOGFIGHT_RESULTS.records.1.1.1.1.1", "$KV.dogfight_bans.list", "$SYS.REQ.SERVER.PING",
			"$JS.API.DIRECT.GET.KV_dogfight_seats", "$KV.dogfight_seats.x", "dogfight.result.x", "dogfight.log.x", // written only by the desk
			desk + ".api.STREAM.DELETE.KV_dogfight_hosts", desk + ".api.STREAM.PURGE.DOGFIGHT_REPLAYS", desk + ".api.CONSUMER.CREATE.DOGFIGHT_RESULTS.mine",
			desk + ".put.$KV.dogfight_bans.list", desk + ".put.$JS.API.STREAM.LIST", desk + ".put.dogfight.hub.bans",
			desk + ".put." + overnats.ReplaySubject("0", "another", "1"), overnats.Desk("") + ".put.$KV.dogfight_seats.x", overnats.Inbox(public) + ".x",
		} {
			nc.Publish(subject, []byte("{}"))
			if err := testkit.Receive(t, fmt.Sprintf("a %s may not publish %s", role, subject), refused); !strings.Contains(err.Error(), "Publish to \""+subject) {
				t.Errorf("%s publishes %s: %v", role, subject, err)
			}
		}
	}
}

// TestNoKeyMakesTheBusPublishForIt: a client that names the reply subject must not make anyone publish there. The NATS server replies with
// its own rights, and would let a service reply at any subject.
func TestNoKeyMakesTheBusPublishForIt(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	all, _, _ := k.dial(h, hub.RoleHub)
	js, err := jetstream.New(all)
	if err != nil {
		t.Fatal(err)
	}
	targets := []string{"dogfight.hub.bans", "dogfight.lease.h", "$KV.dogfight_bans.list", "$JS.API.STREAM.PURGE.KV_dogfight_matches", "$JS.API.STREAM.DELETE.DOGFIGHT_RESULTS"}
	received := make(chan *nats.Msg, 256)
	for _, target := range targets {
		if _, err := all.ChanQueueSubscribe(target, "records", received); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, role := range []hub.Role{hub.RoleHost, hub.RoleDoor} {
		nc, public, _ := k.dial(h, role)
		desk := overnats.Desk(public)
		put := func(subject, reply string, header nats.Header) {
			nc.PublishMsg(&nats.Msg{Subject: desk + ".put." + subject, Reply: reply, Header: header, Data: []byte(`{"ban":"203.0.113.0/24"}`)})
		}
		put("$KV.dogfight_seats.evil", overnats.Inbox(public)+".1", nil)
		nc.Subscribe("dogfight.ask."+string(role), func(m *nats.Msg) { nc.PublishRequest(m.Reply, overnats.Answers(public)+".1", []byte(`{"ban":"x"}`)) })
		await(t, "the entry is there", func() bool {
			s, err := js.Stream(t.Context(), "KV_dogfight_seats")
			if err != nil {
				return false
			}
			_, err = s.GetLastMsgForSubject(t.Context(), "$KV.dogfight_seats.evil")
			return err == nil
		})
		for _, target := range targets {
			if role == hub.RoleHost && strings.HasPrefix(target, fleet.LeaseSubject) {
				continue // a host may write this
			}
			nc.PublishRequest(desk+".api.DIRECT.GET.KV_dogfight_seats.$KV.dogfight_seats.evil", target, nil)
			nc.PublishRequest(desk+".api.DIRECT.GET.KV_dogfight_seats.$KV.dogfight_seats.nothing", target, nil)
			put("$KV.dogfight_seats.more", target, nil)
			nc.PublishRequest("dogfight.ask."+string(role), target, []byte("{}"))
			nc.PublishRequest("dogfight.log.x", target, []byte("{}"))
			name := "push" + target[len(target)-4:]
			config, _ := json.Marshal(map[string]any{"stream_name": "KV_dogfight_seats", "config": map[string]any{
				"name": name, "deliver_subject": target, "deliver_group": "records", "ack_policy": "none", "filter_subject": "$KV.dogfight_seats.evil"}})
			nc.PublishRequest(desk+".api.CONSUMER.CREATE.KV_dogfight_seats."+name+".$KV.dogfight_seats.evil", overnats.Inbox(public)+".2", config)
		}
		nc.Flush()
	}
	select {
	case m := <-received:
		t.Errorf("%s got %q, with the reply subject %s", m.Subject, m.Data, m.Reply)
	case <-time.After(100 * time.Millisecond):
	}
	if _, err := js.Stream(t.Context(), overnats.Results); err != nil {
		t.Errorf("the results: %v", err)
	}
}

func TestAHostStoresResultsAndAllReadLogs(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	host := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("host")})
	door := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("door")})
	await(t, "both are up", func() bool { return host.Up() && door.Up() })
	if err := host.Store(t.Context(), fleet.ResultSubject+"h", "1", []byte("a result")); err != nil {
		t.Error(err)
	}
	host.Publish(fleet.LogSubject+"m", []byte("a piece"))
	await(t, "a door reads the log", func() (read bool) {
		if err := door.Stored(t.Context(), fleet.LogSubject+"m", func([]byte) { read = true }); err != nil {
			t.Fatal(err)
		}
		return read
	})
}

// TestARoleCannotEmptyAStream rolls up the messages of all.
func TestARoleCannotEmptyAStream(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	awaitReady(t, h)
	c := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("host")})
	await(t, "the bus is up", c.Up)
	hash, err := c.PutReplay(t.Context(), []byte("a replay"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Put(t.Context(), fleet.Seats, "theirs", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for _, role := range []hub.Role{hub.RoleHost, hub.RoleDoor, hub.RoleOperator} {
		nc, public, _ := k.dial(h, role)
		for _, subject := range []string{
			"$KV.dogfight_seats.evil", overnats.ReplaySubject(hash, public, "1"), "$O.dogfight_replays.M.x", "dogfight.log.x",
		} {
			m := &nats.Msg{Subject: subject, Header: nats.Header{"Nats-Rollup": {"all"}}}
			nc.PublishMsg(m)
			m.Subject = overnats.Desk(public) + ".put." + subject
			m.Reply = overnats.Inbox(public) + ".1"
			nc.PublishMsg(m)
		}
		nc.Flush()
	}
	time.Sleep(100 * time.Millisecond)
	if _, err := c.Get(t.Context(), fleet.Seats, "theirs"); err != nil {
		t.Errorf("the entry of another: %v", err)
	}
	if b, err := c.Replay(t.Context(), hash); string(b) != "a replay" {
		t.Errorf("a replay: %q, %v", b, err)
	}
}

func TestAnUnlistedKeyIsRefused(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file()})
	if _, err := nats.Connect(h.URL()); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("without a key: %v", err)
	}
	listed, _ := os.ReadFile(k.file())
	k.add("late", hub.RoleHost)
	late := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("late")})
	if late.Up() {
		t.Fatal("a key that the hub has not read yet")
	}
	if err := h.Reload(); err != nil {
		t.Fatal(err)
	}
	await(t, "the new key is accepted", late.Up)

	k.write("nonsense\n")
	if err := h.Reload(); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a wrong file: %v", err)
	}
	if !late.Up() {
		t.Error("an invalid file disconnected a client")
	}
	k.write(string(listed))
	if err := h.Reload(); err != nil {
		t.Fatal(err)
	}
	await(t, "the removed key is disconnected", func() bool { return !late.Up() })
}

func TestServicesGetTheKeysEachTimeTheyAreRead(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	var told [][]hub.Key
	h := start(t, hub.Options{Keys: k.file(), OnKeys: func(keys []hub.Key) { told = append(told, keys) }})
	k.add("late", hub.RoleHost)
	if len(told) != 1 || len(told[0]) != len(hub.Roles) {
		t.Fatalf("before the file was read again: %v", told)
	}
	if err := h.Reload(); err != nil || len(told) != 2 || len(told[1]) != len(hub.Roles)+1 {
		t.Errorf("after it: %v, %v", told, err)
	}
	k.write("nonsense\n")
	if err := h.Reload(); err == nil || len(told) != 2 {
		t.Errorf("an invalid file is reported: %v", told)
	}
}

func TestAHubWithoutKeysAcceptsClientsWithAKey(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{})
	c := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("host")})
	await(t, "the bus is up", c.Up)
}
