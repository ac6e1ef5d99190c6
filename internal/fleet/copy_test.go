package fleet_test

import (
	"crypto/ed25519"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/identity"
)

// list returns the bytes of a list with one ban.
func list(t *testing.T, id string, version int64, what string) []byte {
	t.Helper()
	b, err := fleet.AppendRecord(nil, &fleet.BanList{ID: id, Version: version, Bans: []fleet.Ban{{Target: what}}})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAListOfAnotherDatabaseIsAcceptedWithAnyVersion(t *testing.T) {
	folder := t.TempDir()
	c := fleet.OpenCopy(folder, nil)
	for _, step := range []struct {
		id      string
		version int64
		want    string
	}{
		{"", 9, " 9 192.0.2.1"}, // from a hub that has no ids yet
		{"one", 5, "one 5 192.0.2.1"},
		{"one", 4, "one 5 192.0.2.1"},
		{"two", 2, "two 2 192.0.2.1"},
		{"two", 3, "two 3 192.0.2.1"},
	} {
		c.AcceptBans(list(t, step.id, step.version, "192.0.2.1"))
		if got := c.Banned(); got != step.want {
			t.Errorf("after %+v: %s", step, got)
		}
	}
	if got := fleet.OpenCopy(folder, nil).Banned(); got != "two 3 192.0.2.1" {
		t.Errorf("in the next life: %s", got)
	}
}

func TestAnOlderListIsAcceptedIfItStays(t *testing.T) {
	c := fleet.OpenCopy(t.TempDir(), nil)
	c.AcceptBans(list(t, "one", 5, "192.0.2.5"))
	c.AcceptBans(list(t, "one", 3, "192.0.2.3")) // from a server that is behind
	c.AcceptBans(list(t, "one", 5, "192.0.2.5"))
	c.AcceptOlder(time.Now().Add(time.Hour))
	if got := c.Banned(); got != "one 5 192.0.2.5" {
		t.Errorf("it did not stay: %s", got)
	}
	c.AcceptBans(list(t, "one", 3, "192.0.2.3"))
	c.AcceptOlder(time.Now())
	if got := c.Banned(); got != "one 5 192.0.2.5" {
		t.Errorf("at once: %s", got)
	}
	c.AcceptOlder(time.Now().Add(time.Hour))
	if got := c.Banned(); got != "one 3 192.0.2.3" {
		t.Errorf("after an hour: %s", got)
	}
}

// linker makes links of a player with named SSH keys.
type linker struct {
	key  identity.Key
	keys map[string]ssh.Signer
}

func newLinker(t *testing.T) *linker {
	t.Helper()
	key, err := identity.Load(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	return &linker{key, map[string]ssh.Signer{}}
}

// fingerprint returns the fingerprint of an SSH key.
func (l *linker) fingerprint(t *testing.T, name string) string {
	t.Helper()
	if l.keys[name] == nil {
		_, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		if l.keys[name], err = ssh.NewSignerFromKey(private); err != nil {
			t.Fatal(err)
		}
	}
	return ssh.FingerprintSHA256(l.keys[name].PublicKey())
}

// link returns the proven link of the player's own key with an SSH key.
func (l *linker) link(t *testing.T, version int64, name string) fleet.Link {
	t.Helper()
	other := l.fingerprint(t, name)
	proof, err := identity.Sign(l.keys[name], identity.Statement(l.key.Fingerprint()))
	if err != nil {
		t.Fatal(err)
	}
	cert, err := l.key.Certificate(identity.Proofs{proof})
	if err != nil {
		t.Fatal(err)
	}
	return fleet.Link{version, l.key.Fingerprint(), other, cert.Certificate[0]}
}

// hubWith returns a fleet with a hub that answers with these links.
func hubWith(t *testing.T, answer *fleet.Links) fleet.Fleet {
	t.Helper()
	f := fleettest.NewLocal()
	t.Cleanup(f.Close)
	f.Serve(fleet.KeysSubject, func(b []byte) []byte {
		ask, err := fleet.ParseRecord[fleet.LinksAsk](b)
		if err != nil {
			t.Error(err)
		}
		now := *answer
		now.Links = nil
		for _, l := range answer.Links {
			if l.Version > ask.After && len(now.Links) < 2 { // as many as fit
				now.Links = append(now.Links, l)
			}
		}
		text, _ := fleet.AppendRecord(nil, &now)
		return text
	})
	return f
}

// askLinks asks for all links.
func askLinks(t *testing.T, c *fleet.Copy, f fleet.Fleet) {
	t.Helper()
	for more := true; more; {
		var err error
		if more, err = c.AskLinks(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLinksOfAnotherDatabaseReplaceTheCopy(t *testing.T) {
	folder := t.TempDir()
	c := fleet.OpenCopy(folder, nil)
	p := newLinker(t)
	answer := &fleet.Links{}
	f := hubWith(t, answer)
	for _, step := range []struct {
		id   string
		last int64
		of   map[int64]string
		want []string // the other keys of the player
	}{
		{"one", 3, map[int64]string{3: "c"}, []string{"c"}},
		{"one", 9, map[int64]string{3: "c", 9: "d"}, []string{"c", "d"}},
		{"one", 4, map[int64]string{3: "c", 4: "e"}, []string{"c", "e"}}, // restored
		{"two", 9, map[int64]string{9: "f"}, []string{"f"}},
		{"two", 12, map[int64]string{9: "f", 10: "g", 11: "h", 12: "i"}, []string{"f", "g", "h", "i"}}, // more than fit into an answer
	} {
		*answer = fleet.Links{ID: step.id, Last: step.last}
		for _, version := range slices.Sorted(maps.Keys(step.of)) {
			answer.Links = append(answer.Links, p.link(t, version, step.of[version]))
		}
		askLinks(t, c, f)
		want := []string{p.key.Fingerprint()}
		for _, name := range step.want {
			want = append(want, p.fingerprint(t, name))
		}
		for _, of := range []*fleet.Copy{c, fleet.OpenCopy(folder, nil)} {
			if got := of.KeysOf(p.key.Fingerprint()); !slices.Equal(got, want) {
				t.Errorf("%+v: %s, expected %s", step, got, want)
			}
		}
	}
}

// TestAHostAcceptsNoLinkWithoutAProofFromItsHub: the hub may belong to another fleet, or have a version that trusts hosts.
func TestAHostAcceptsNoLinkWithoutAProofFromItsHub(t *testing.T) {
	ann, thief := newLinker(t), newLinker(t)
	good, key := ann.link(t, 1, "laptop"), thief.link(t, 1, "key")
	answer := &fleet.Links{ID: "one", Last: 6, Links: []fleet.Link{
		{1, good.One, key.One, nil},
		{2, good.One, key.One, good.Proof},
		{3, key.One, good.Other, good.Proof},
		{4, key.One, good.One, key.Proof},
		{5, good.Other, key.Other, []byte("no certificate")},
		{6, good.One, good.Other, good.Proof},
	}}
	c := fleet.OpenCopy(t.TempDir(), nil)
	askLinks(t, c, hubWith(t, answer))
	if keys := c.KeysOf(good.One); !slices.Equal(keys, []string{good.One, good.Other}) {
		t.Errorf("the player has %v", keys)
	}
	if keys := c.KeysOf(key.One); len(keys) != 1 {
		t.Errorf("the thief has %v", keys)
	}
	if _, last := c.Version(); last != 6 {
		t.Errorf("links up to version %d were read", last)
	}
}

func TestACopyWithoutProofsIsDropped(t *testing.T) {
	for _, text := range []string{`[{"version":7,"one":"a","other":"b"}]`, `{"id":"one","links":[{"version":7,"one":"a","other":"b"}]}`} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, fleet.LinksFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := fleet.OpenCopy(folder, nil)
		if _, last := c.Version(); len(c.KeysOf("a")) != 1 || last != 0 {
			t.Errorf("%s: got %v, and version %d", text, c.KeysOf("a"), last)
		}
	}
}
