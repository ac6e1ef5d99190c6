package hub_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
	"dogfight/internal/records"
	"dogfight/net/admission"
	"dogfight/testkit"
)

// rig is a hub with records, and a connection to it.
type rig struct {
	records *hub.Records
	store   *records.Store
	bus     *overnats.Conn
	host    *aHost
	unread  atomic.Bool // the key of the host is not yet listed
	logged  lines
}

// newRig returns the hub of a fleet with one host.
func newRig(t *testing.T, where string, before ...func(*rig)) *rig {
	t.Helper()
	r := &rig{store: openStore(t, where), host: newHost(t, 0xabc)}
	var err error
	trusted := func(key string) bool { return key == r.host.signer.Key && !r.unread.Load() }
	if r.records, err = hub.NewRecords(hub.RecordsConfig{Store: r.store, Trusted: trusted, Log: slog.New(slog.NewTextHandler(&r.logged, nil))}); err != nil {
		t.Fatal(err)
	}
	for _, how := range before {
		how(r)
	}
	h, err := hub.Start(hub.Options{Listen: "127.0.0.1:0", Data: t.TempDir(), Services: []hub.Service{{Name: "records", Run: r.records.Run}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	if r.bus, err = overnats.Connect(overnats.Options{URL: "nats://" + h.Addr()}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.bus.Close)
	testkit.Receive(t, "the hub is ready", h.Ready())
	eventually(t, "the records answer", func() bool {
		_, err := fleet.AskScores(t.Context(), r.bus, 1)
		return err == nil
	})
	return r
}

// lines returns the lines of a log.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) count(of string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), of)
}

func (r *rig) send(t *testing.T, id string, result []byte) {
	t.Helper()
	if err := r.bus.Store(testkit.Context(t), fleet.ResultSubject+r.host.id.String(), id, result); err != nil {
		t.Fatal(err)
	}
}

func TestAResultIsRatedOnceHoweverOftenItIsSent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		id := outbox.ResultID{Match: 7, Number: 1}
		other := *r.host
		other.id = 0xdef
		r.send(t, "", r.host.result(t, id))
		r.send(t, "", r.host.result(t, id))
		r.send(t, "", other.result(t, id)) // which has taken over the match
		eventually(t, "all have arrived", func() bool { return r.records.Figures().Again == 2 })
		if f := r.records.Figures(); f.Kept != 1 || f.Refused != 0 || f.Waited != 0 {
			t.Errorf("found %+v", f)
		}
		expectEachOnce(t, r.store, 1)
	})
}

func TestInvalidAndUnsignedResultsAreRefusedAndBlockNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db")
	good := string(r.host.result(t, outbox.ResultID{Match: 7, Number: 1}))
	unsigned, err := outbox.Append(nil, &outbox.Result{ID: outbox.ResultID{Match: 7}, Host: 1, Match: recordsMatchOf(outbox.ResultID{Match: 7})}, nil)
	if err != nil {
		t.Fatal(err)
	}
	borrowed := newHost(t, 0xabc)
	borrowed.signer.Key = r.host.signer.Key // but not the private half
	refused := []string{
		"", "{", `{"version":1}`, strings.Repeat("[", 100_000), good[:len(good)/2],
		strings.Replace(good, `"score":`, `"score":1`, 1),
		string(borrowed.result(t, outbox.ResultID{Match: 7, Number: 2})),
		string(unsigned),
	}
	for _, text := range refused {
		r.send(t, "", []byte(text))
	}
	r.send(t, "", []byte(good))
	eventually(t, "the good one is stored", func() bool { return r.records.Figures().Kept == 1 })
	if f := r.records.Figures(); f.Refused != int64(len(refused)) || f.Waited != 0 {
		t.Errorf("found %+v, expected %d refused", f, len(refused))
	}
	expectEachOnce(t, r.store, 1)
}

func TestAResultWaitsForADatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db", hurried)
	if _, err := r.store.Database().Exec(`ALTER TABLE results RENAME TO away`); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		id := outbox.ResultID{Match: 7, Number: uint16(n)}
		r.send(t, id.String(), r.host.result(t, id))
	}
	eventually(t, "one has waited twice", func() bool { return r.records.Figures().Waited >= 2 })
	if _, err := r.store.Database().Exec(`ALTER TABLE away RENAME TO results`); err != nil {
		t.Fatal(err)
	}
	eventually(t, "all are stored", func() bool { return r.records.Figures().Kept == 5 })
	expectEachOnce(t, r.store, 5)
}

// hurried shortens the delay of redelivered results, so that a test sees dozens of deliveries.
func hurried(r *rig) { r.records.Hurry(time.Millisecond, time.Hour) }

// TestAResultOutlivesADatabaseThatCanOnlyBeRead: its host has already dropped it.
func TestAResultOutlivesADatabaseThatCanOnlyBeRead(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing under the race detector; runs without -short")
	}
	t.Parallel()
	for name, c := range map[string]struct{ breaks, mends string }{
		"full disk": {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 1000000`},
		"read-only": {`PRAGMA query_only = 1`, `PRAGMA query_only = 0`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, t.TempDir()+"/records.db", hurried)
			exec := func(what string) {
				if _, err := r.store.Database().Exec(what); err != nil {
					t.Fatal(err)
				}
			}
			exec(c.breaks)
			id := outbox.ResultID{Match: 7, Number: 1}
			r.send(t, id.String(), r.host.result(t, id))
			deliveries := int64(40)
			if name == "full disk" { // which is full once the free pages are used up
				for n := range 40 {
					id := outbox.ResultID{Match: 8, Number: uint16(n)}
					r.send(t, id.String(), r.host.result(t, id))
				}
			}
			eventually(t, "results were put off many times", func() bool { return r.records.Figures().Waited >= deliveries })
			exec(c.mends)
			want := int64(1)
			if name == "full disk" {
				want = 41
			}
			eventually(t, "all are stored", func() bool { return r.records.Figures().Kept == want })
			if f := r.records.Figures(); f.Refused != 0 {
				t.Errorf("found %+v", f)
			}
			expectEachOnce(t, r.store, int(want))
		})
	}
}

func TestAResultThatTheTablesCannotStoreIsRefusedAndBlocksNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		if _, err := r.store.Database().Exec(`ALTER TABLE matches ADD COLUMN odd INTEGER CHECK (arena <> 'nowhere')`); err != nil {
			t.Fatal(err)
		}
		m := recordsMatchOf(outbox.ResultID{Match: 3})
		m.Arena = "nowhere"
		b, err := outbox.Append(nil, &outbox.Result{ID: outbox.ResultID{Match: 3}, Host: r.host.id, Match: m}, &r.host.signer)
		if err != nil {
			t.Fatal(err)
		}
		r.send(t, "", b)
		r.send(t, "", r.host.result(t, outbox.ResultID{Match: 7, Number: 1}))
		eventually(t, "the other is stored", func() bool { return r.records.Figures().Kept == 1 })
		if f := r.records.Figures(); f.Refused != 1 || f.Waited != 0 {
			t.Errorf("found %+v", f)
		}
	})
}

func TestAResultByAKeyThatIsNotListedYetWaitsForIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db", hurried)
	r.unread.Store(true)
	r.send(t, "", r.host.result(t, outbox.ResultID{Match: 7, Number: 1}))
	eventually(t, "it was put off many times", func() bool { return r.records.Figures().Waited >= 12 })
	r.unread.Store(false)
	eventually(t, "it is stored", func() bool { return r.records.Figures().Kept == 1 })
	if f := r.records.Figures(); f.Refused != 0 {
		t.Errorf("found %+v", f)
	}
}

func TestAResultByAnUnlistedKeyIsFinallyRefused(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db", func(r *rig) { r.records.Hurry(10*time.Millisecond, 300*time.Millisecond) })
	r.send(t, "", newHost(t, 0xabc).result(t, outbox.ResultID{Match: 7, Number: 2}))
	r.send(t, "", r.host.result(t, outbox.ResultID{Match: 7, Number: 1}))
	eventually(t, "the other is stored meanwhile", func() bool { return r.records.Figures().Kept == 1 })
	eventually(t, "it is refused", func() bool { return r.records.Figures().Refused == 1 })
	if f := r.records.Figures(); f.Waited < 1 {
		t.Errorf("found %+v", f)
	}
}

// TestResultsByUnknownKeysHaveASmallShare: anyone can make keys and, with a host's key, put results signed by them into the stream.
func TestResultsByUnknownKeysHaveASmallShare(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db")
	unknown := newHost(t, 0xabc)
	const many = 140
	for n := range uint16(many) {
		r.bus.NATS().Publish(fleet.ResultSubject+"h", unknown.result(t, outbox.ResultID{Match: 7, Number: n}))
	}
	r.send(t, "", r.host.result(t, outbox.ResultID{Match: 8}))
	eventually(t, "that of a host is stored", func() bool { return r.records.Figures().Kept == 1 })
	eventually(t, "those that are too many are refused", func() bool { return r.records.Figures().Refused == many-128 })
	if f := r.records.Figures(); f.Waited < 128 {
		t.Errorf("found %+v", f)
	}
}

func TestTheLogCannotBeFilledFromOutside(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db")
	const many = 1000
	for range many {
		r.bus.NATS().Publish(fleet.ResultSubject+"h", []byte("{"))
		r.bus.NATS().PublishRequest(fleet.ScoresSubject, overnats.Answers("")+".x", []byte("{"))
	}
	eventually(t, "all results were refused", func() bool { return r.records.Figures().Refused >= many })
	eventually(t, "the last is answered", func() bool {
		_, err := fleet.AskScores(t.Context(), r.bus, 1)
		return err == nil
	})
	if n := r.logged.count("is refused") + r.logged.count("not answered"); n < 10 || n > many/2 {
		t.Errorf("%d lines of %d", n, 2*many)
	}
}

func TestRatingsAndScoresAreAsked(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where, hurried)
		for n := range 6 {
			id := outbox.ResultID{Match: 9, Number: uint16(n)}
			r.send(t, id.String(), r.host.result(t, id))
		}
		eventually(t, "all are stored", func() bool { return r.records.Figures().Kept == 6 })
		var scores *fleet.Scores
		var err error
		eventually(t, "scores are read again", func() bool {
			scores, err = fleet.AskScores(t.Context(), r.bus, 3)
			return err == nil && len(scores.Matches) == 3
		})
		if err != nil || len(scores.Pilots) != 3 || len(scores.Matches) != 3 {
			t.Fatalf("found %+v, %v", scores, err)
		}
		best := scores.Pilots[0]
		ratings, err := fleet.NewRatingCache(r.bus).Of(t.Context(), []string{"SHA256:nobody", best.Identity, ""})
		if err != nil || len(ratings) != 3 || ratings[0].Value != 0 || ratings[1].Value != best.Rating || ratings[1].Deviation != best.Deviation {
			t.Errorf("found %+v, %v", ratings, err)
		}
		for _, wrong := range []string{``, `{"limit":1000}`, `[]`} {
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			if b, err := r.bus.Ask(ctx, fleet.ScoresSubject, []byte(wrong)); err == nil {
				t.Errorf("%q is answered: %s", wrong, b)
			}
			cancel()
		}
	})
}

func TestABanOfTheFleetReachesHostsAndAppliesWithoutAHub(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		folder := t.TempDir()
		host, list := fleet.OpenCopy(folder, nil), &admission.Bans{}
		host.OnBans(list.SetShared)
		ctx, cancel := context.WithCancel(t.Context())
		followed := make(chan error)
		go func() { followed <- host.Follow(ctx, r.bus) }()
		change := func(ask fleet.BanAsk) fleet.BanAnswer {
			t.Helper()
			answer, err := fleet.ChangeBans(t.Context(), r.bus, ask)
			if err != nil {
				t.Fatal(err)
			}
			return answer
		}
		change(fleet.BanAsk{Ban: "192.0.2.0/24", Comment: "Rex"})
		answer := change(fleet.BanAsk{Ban: "198.51.100.7"})
		eventually(t, "the host applies both", func() bool { return list.Bars("198.51.100.7:1") })
		if !list.Bars("192.0.2.7:1") || list.Bars("198.51.100.8:1") {
			t.Error("the host does not go by them")
		}
		answer = change(fleet.BanAsk{Unban: "198.51.100.7"})
		eventually(t, "the host knows that one was lifted", func() bool { return !list.Bars("198.51.100.7:1") })
		if _, err := fleet.ChangeBans(t.Context(), r.bus, fleet.BanAsk{Unban: "198.51.100.7"}); err == nil || !strings.Contains(err.Error(), "is not banned") {
			t.Errorf("lifting it again: %v", err)
		}
		if _, err := fleet.ChangeBans(t.Context(), r.bus, fleet.BanAsk{Ban: "Rex"}); err == nil {
			t.Error("a name was banned")
		}
		cancel()
		<-followed
		alone, list := fleet.OpenCopy(folder, nil), &admission.Bans{} // the host restarts, without a hub
		alone.OnBans(list.SetShared)
		if version, _ := alone.Version(); version != answer.Version || !list.Bars("192.0.2.7:1") || list.Bars("198.51.100.7:1") {
			t.Errorf("version %d of %d applies after a restart", version, answer.Version)
		}
	})
}

// TestBansReachHostsAfterADatabaseWasRestored: its versions restart at older numbers, and hosts have seen higher ones.
func TestBansReachHostsAfterADatabaseWasRestored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		host, list := fleet.OpenCopy(t.TempDir(), nil), &admission.Bans{}
		host.OnBans(list.SetShared)
		ctx, cancel := context.WithCancel(t.Context())
		followed := make(chan error)
		go func() { followed <- host.Follow(ctx, r.bus) }()
		defer func() { cancel(); <-followed }()
		ban := func(what string) {
			t.Helper()
			if _, err := fleet.ChangeBans(t.Context(), r.bus, fleet.BanAsk{Ban: what}); err != nil {
				t.Fatal(err)
			}
			eventually(t, "the host applies it", func() bool { return list.Bars(what + ":1") })
		}
		ban("192.0.2.1")
		ban("192.0.2.2")
		ban("192.0.2.3")
		for _, change := range []string{`DELETE FROM bans`, `UPDATE ban_versions SET version = 1`} { // the first version
			if _, err := r.store.Database().Exec(change); err != nil {
				t.Fatal(err)
			}
		}
		ban("192.0.2.4")
		if list.Bars("192.0.2.1:1") {
			t.Error("a lifted ban still applies")
		}
	})
}

func TestARepeatedBanIsPublishedAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db")
	if err := r.bus.Remove(t.Context(), fleet.Bans, fleet.BansKey, 0); err != nil { // as if the list had not reached the directory
		t.Fatal(err)
	}
	if _, err := fleet.ChangeBans(t.Context(), r.bus, fleet.BanAsk{Unban: "192.0.2.1"}); err == nil || !strings.Contains(err.Error(), "is not banned") {
		t.Errorf("lifted again: %v", err)
	}
	if list, err := fleet.ReadBans(t.Context(), r.bus); err != nil || list.Version == 0 {
		t.Errorf("the directory has %+v, %v", list, err)
	}
}

// TestABanFromAStreamIsIgnored: the server delivers to any subject that the creator of a consumer names, even one they must not write to.
func TestABanFromAStreamIsIgnored(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir()+"/records.db")
	nc := r.bus.NATS()
	published, err := nc.SubscribeSync(fleet.BansSubject)
	if err != nil {
		t.Fatal(err)
	}
	const entry = "$KV.dogfight_seats.evil"
	for subject, b := range map[string]string{
		entry: `{"ban":"203.0.113.0/24"}`,
		"$JS.API.CONSUMER.CREATE.KV_dogfight_seats.evil." + entry: `{"stream_name":"KV_dogfight_seats","config":{"name":"evil","deliver_subject":"` +
			fleet.BansSubject + `","deliver_group":"records","ack_policy":"none","filter_subject":"` + entry + `"}}`,
	} {
		if _, err := nc.Request(subject, []byte(b), testkit.Limit); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := published.NextMsg(testkit.Limit); err != nil || !strings.HasPrefix(m.Reply, "$JS.ACK.") {
		t.Fatalf("nothing was delivered: %+v, %v", m, err)
	}
	nc.Publish(fleet.BansSubject, []byte(`{"ban":"203.0.113.0/24"}`)) // as a stream answers a request for an entry
	if _, err := fleet.ChangeBans(t.Context(), r.bus, fleet.BanAsk{Ban: "192.0.2.1"}); err != nil {
		t.Fatal(err)
	}
	if list, err := fleet.ReadBans(t.Context(), r.bus); err != nil || len(list.Bans) != 1 || list.Bans[0].Target != "192.0.2.1" {
		t.Errorf("found %+v, %v", list, err)
	}
}

func TestOnlyOperatorsChangeBans(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	lines, seeds := "", map[string]string{}
	for _, role := range []string{"host", "door", "operator"} {
		seeds[role] = filepath.Join(folder, role)
		lines += seedFile(t, seeds[role], role, role)
	}
	keys := filepath.Join(folder, "keys")
	if err := os.WriteFile(keys, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	recorder, err := hub.NewRecords(hub.RecordsConfig{Store: openStore(t, filepath.Join(folder, "records.db"))})
	if err != nil {
		t.Fatal(err)
	}
	h, err := hub.Start(hub.Options{Listen: "127.0.0.1:0", Data: filepath.Join(folder, "hub"), Keys: keys, Services: []hub.Service{{Name: "records", Run: recorder.Run}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	<-h.Ready()
	for _, role := range []string{"operator", "host", "door"} { // the operator is first: then the records answer
		bus, err := overnats.Connect(overnats.Options{URL: "nats://" + h.Addr(), Seed: seeds[role]})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(bus.Close)
		eventually(t, role+" is answered", func() bool {
			_, err := fleet.AskScores(t.Context(), bus, 1)
			return err == nil
		})
		patience := testkit.Limit
		if role != "operator" {
			patience = 50 * time.Millisecond // no service answers
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		_, err = fleet.ChangeBans(ctx, bus, fleet.BanAsk{Ban: "192.0.2.1", Comment: role})
		cancel()
		if (err == nil) != (role == "operator") {
			t.Errorf("%s: %v", role, err)
		}
		if list, err := fleet.ReadBans(t.Context(), bus); err != nil || len(list.Bans) != 1 || list.Bans[0].Comment != "operator" {
			t.Errorf("after %s: %+v, %v", role, list, err)
		}
	}
}
