package hub_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/hub"
)

// plays sends the result of a match with one flight, signed by the rig's host, and waits until it is kept.
func (r *rig) plays(t *testing.T, number uint16, f career.Flight) {
	t.Helper()
	id := outbox.ResultID{Match: 3, Number: number}
	m := recordsMatchOf(id)
	f.Name, f.Class, f.Weapon, f.Flown = "Ann", "fighter", "cannon", time.Minute
	m.Flights = []career.Flight{f}
	b, err := outbox.Append(nil, &outbox.Result{ID: id, Host: r.host.id, Match: m}, &r.host.signer)
	if err != nil {
		t.Fatal(err)
	}
	before := r.records.Figures().Kept
	r.send(t, "", b)
	eventually(t, "the result is stored", func() bool { return r.records.Figures().Kept == before+1 })
}

// copied returns a host's copy of the linked keys.
func (r *rig) copied(t *testing.T, folder string) *fleet.Copy {
	t.Helper()
	c := fleet.OpenCopy(folder, nil)
	for more := true; more; {
		var err error
		if more, err = c.AskLinks(t.Context(), r.bus); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func TestLinksThatAPlayerProvesReachAllHosts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		ann := newPlayer(t)
		r.plays(t, 1, career.Flight{Identity: ann.key(), Proof: ann.shows(t, ann.vouches(t, ann.key()))})
		r.plays(t, 2, career.Flight{Identity: ann.laptop()}) // at a host that knows nothing of it
		scores, err := r.store.Scores(100)
		if err != nil {
			t.Fatal(err)
		}
		if len(scores.Pilots) != 1 || scores.Pilots[0].Matches != 2 {
			t.Errorf("the two keys are not one player: %+v", scores.Pilots)
		}
		folder := t.TempDir()
		for _, host := range []*fleet.Copy{r.copied(t, folder), fleet.OpenCopy(folder, nil)} {
			if keys := host.KeysOf(ann.laptop()); !slices.Equal(keys, []string{ann.laptop(), ann.key()}) {
				t.Errorf("a host knows %v", keys)
			}
		}
	})
}

// TestAStolenHostKeyGrantsNoIdentityOfAPlayer: the thief signs results as a host does, with any content.
func TestAStolenHostKeyGrantsNoIdentityOfAPlayer(t *testing.T) {
	t.Parallel()
	r := newRig(t, filepath.Join(t.TempDir(), "records.db"))
	ann, thief := newPlayer(t), newPlayer(t)
	r.plays(t, 1, career.Flight{Identity: ann.key()})
	for i, f := range []career.Flight{
		{Linked: []string{thief.key(), thief.laptop()}},
		{Linked: []string{thief.key(), thief.laptop()}, Proof: ann.shows(t)},
		{Proof: ann.shows(t, thief.vouches(t, thief.key()))},
		{Proof: thief.shows(t, thief.vouches(t, ann.key()))},
		{Proof: thief.shows(t, ann.vouches(t, ann.key()))},
		{Proof: thief.vouches(t, ann.key())},
		{Proof: thief.shows(t, thief.vouches(t, thief.key()))}, // links only the thief's own keys
	} {
		f.Identity = ann.key()
		r.plays(t, uint16(2*i+2), f)
		f.Identity, f.Linked = thief.key(), []string{ann.key(), ann.laptop()}
		r.plays(t, uint16(2*i+3), f)
	}
	host := r.copied(t, t.TempDir())
	for _, key := range []string{ann.key(), ann.laptop()} {
		if keys := host.KeysOf(key); len(keys) != 1 {
			t.Errorf("the player with %s has %v", key, keys)
		}
	}
	if keys := host.KeysOf(thief.key()); !slices.Equal(keys, []string{thief.key(), thief.laptop()}) {
		t.Errorf("the thief has %v", keys)
	}
	scores, err := r.store.Scores(100)
	if err != nil || len(scores.Pilots) != 2 || scores.Pilots[0].Matches+scores.Pilots[1].Matches != 15 {
		t.Errorf("the pilots are %+v, %v", scores.Pilots, err)
	}
}

func TestLinksThatAHostSendsInADayAreLimited(t *testing.T) {
	t.Parallel()
	r := newRig(t, filepath.Join(t.TempDir(), "records.db"))
	_, err := r.store.Database().Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
		INSERT INTO links (one, other, proof, host, day) SELECT 'one' || i, 'other' || i, x'00', ?, ? FROM n`, r.host.signer.Key, time.Now().Unix()/86400)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 1} {
		p := newPlayer(t)
		r.plays(t, uint16(i+1), career.Flight{Identity: p.key(), Proof: p.shows(t, p.vouches(t, p.key()))})
		if keys := r.copied(t, t.TempDir()).KeysOf(p.key()); len(keys) != want {
			t.Errorf("player %d has %v", i+1, keys)
		}
	}
}

func TestKeysThatAnOperatorUnlinksStayApart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r := newRig(t, where)
		ann, bob := newPlayer(t), newPlayer(t)
		for i, p := range []*aPlayer{ann, bob} {
			r.plays(t, uint16(i+1), career.Flight{Identity: p.key(), Proof: p.shows(t, p.vouches(t, p.key()))})
		}
		folder := t.TempDir()
		r.copied(t, folder)
		pairs, err := hub.Unlink(where, ann.laptop()) // another process, while the hub runs
		if err != nil || !slices.Equal(pairs, [][2]string{{ann.key(), ann.laptop()}}) {
			t.Fatalf("unlinked %v, %v", pairs, err)
		}
		r.plays(t, 3, career.Flight{Identity: ann.key(), Proof: ann.shows(t, ann.vouches(t, ann.key()))}) // who may not know of it
		host := fleet.OpenCopy(folder, nil)
		var unlinked []string
		host.OnUnlinked(func(one, other string) { unlinked = append(unlinked, one, other) })
		for more := true; more; {
			if more, err = host.AskLinks(t.Context(), r.bus); err != nil {
				t.Fatal(err)
			}
		}
		if keys := host.KeysOf(ann.key()); len(keys) != 1 || !slices.Equal(unlinked, []string{ann.key(), ann.laptop()}) {
			t.Errorf("the player has %v, and the host got %v", keys, unlinked)
		}
		if keys := host.KeysOf(bob.laptop()); len(keys) != 2 {
			t.Errorf("another player has %v", keys)
		}
		r.plays(t, 4, career.Flight{Identity: ann.laptop()})
		scores, err := r.store.Scores(100)
		if err != nil || len(scores.Pilots) != 3 {
			t.Errorf("the pilots are %+v, %v", scores.Pilots, err)
		}
		if pairs, err := hub.Unlink(where, ann.laptop()); err != nil || pairs != nil {
			t.Errorf("unlinked again: %v, %v", pairs, err)
		}
	})
}

func TestLinksFromAStolenHostKeyAloneAreListedAndUndone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		r, honest, thief, second := newRig(t, where), newHost(t, 1), newHost(t, 2), newHost(t, 3)
		sends := func(number uint16, host *aHost, m *career.Match) {
			t.Helper()
			if _, err := r.store.AddOnce(outbox.ResultID{Match: 3, Number: number}.String(), host.signer.Key, m); err != nil {
				t.Fatal(err)
			}
		}
		sends(1, honest, recordsMatchOf(outbox.ResultID{Match: 3, Number: 1}))
		before, err := r.store.Scores(100)
		if err != nil {
			t.Fatal(err)
		}
		ann := newPlayer(t)
		r.plays(t, 2, career.Flight{Identity: ann.key(), Proof: ann.shows(t, ann.vouches(t, ann.key()))}) // by the rig's host
		for number := range uint16(3) {
			m := recordsMatchOf(outbox.ResultID{Match: 3, Number: 1})
			m.Started = m.Started.Add(time.Duration(number+1) * time.Hour)
			for i := range m.Flights {
				m.Flights[i].Score = -m.Flights[i].Score // reverses the rating changes
			}
			m.Flights = append(m.Flights, career.Flight{Identity: "SHA256:invented", Name: "Invented", Score: 99, Won: true, Flown: m.Lasted})
			sends(10+number, thief, m)
		}
		later := func(number uint16) {
			t.Helper()
			m := recordsMatchOf(outbox.ResultID{Match: 3, Number: 1})
			m.Started = m.Started.Add(time.Duration(number) * 24 * time.Hour)
			sends(number, second, m)
		}
		r.plays(t, 4, career.Flight{Identity: ann.key()})
		later(20)
		for _, unlinked := range []struct {
			by             *aHost
			matches, links int
		}{{thief, 3, 0}, {second, 2, 0}, {r.host, 2, 1}} {
			host := unlinked.by.signer.Key
			listed, err := hub.SentBy(where, host, false)
			if err != nil {
				t.Fatal(err)
			}
			undone, err := hub.SentBy(where, host, true)
			if err != nil || fmt.Sprint(undone) != fmt.Sprint(listed) {
				t.Errorf("%v is undone of %v: %v", undone, listed, err)
			}
			if len(listed.Matches) != unlinked.matches || len(listed.Links) != unlinked.links {
				t.Errorf("listed: %v", listed)
			}
			if unlinked.by == thief {
				later(21) // is rated by the remaining links
			}
		}
		after, err := r.store.Scores(100)
		if err != nil || len(after.Pilots) != len(before.Pilots) || len(after.Matches) != 1 {
			t.Fatalf("the scores were %+v, and are %+v: %v", before, after, err)
		}
		for i := range after.Pilots {
			was, is := before.Pilots[i], after.Pilots[i]
			if math.Abs(was.Rating-is.Rating) > 1e-6 || was.Kills != is.Kills || was.Matches != is.Matches || was.Wins != is.Wins || was.Shots != is.Shots || was.Identity != is.Identity {
				t.Errorf("a pilot was %+v, and is %+v", was, is)
			}
		}
	})
}

func TestLinksWithoutAProofAreDroppedWhenAHubIsUpdated(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, where string) {
		store := openStore(t, where)
		if err := hub.MigrateAsBeforeProofs(store); err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{`INSERT INTO links (one, other) VALUES ('SHA256:ann', 'SHA256:thief')`, `INSERT INTO database_ids VALUES (1, 'old')`} {
			if _, err := store.Database().Exec(statement); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := hub.NewRecords(hub.RecordsConfig{Store: store}); err != nil {
			t.Fatal(err)
		}
		var links int
		var id string
		if err := store.Database().QueryRow(`SELECT (SELECT count(*) FROM links), text FROM database_ids`).Scan(&links, &id); err != nil || links != 0 || id == "old" {
			t.Errorf("%d links remain in database %s: %v", links, id, err)
		}
	})
}

func TestARecordedNameThatMustNotBeShownBlocksNoOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t, filepath.Join(t.TempDir(), "records.db"))
	for i, name := range []string{"Ann", "\u3164", "\x1b[2J"} {
		m := recordsMatchOf(outbox.ResultID{Match: 3, Number: uint16(i)})
		m.Flights = []career.Flight{{Identity: fmt.Sprint("SHA256:", i), Name: name, Won: true, Flown: m.Lasted}}
		if _, err := r.store.AddOnce(fmt.Sprint(i), "host", m); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "the scores are computed again", func() bool {
		scores, err := fleet.AskScores(t.Context(), r.bus, 100)
		return err == nil && len(scores.Pilots) == 1 && len(scores.Matches) == 1 && scores.Pilots[0].Name == "Ann"
	})
}
