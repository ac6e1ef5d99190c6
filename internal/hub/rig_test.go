package hub_test

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nkeys"
	"golang.org/x/crypto/ssh"

	"dogfight/game/career"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/hub"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/testkit"
)

var began = time.Date(2026, 11, 23, 20, 0, 0, 0, time.UTC)

// onBoth runs a test with records in a file, and in PostgreSQL.
func onBoth(t *testing.T, test func(t *testing.T, where string)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, filepath.Join(t.TempDir(), "records.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, testkit.PostgresURL(t))
	})
}

func openStore(t testing.TB, where string) *records.Store {
	t.Helper()
	s, err := hub.OpenRecords(where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// players is the number of players from which the players of matches are drawn.
const players = 40

// recordsMatchOf returns a match that follows from the id of its result alone.
func recordsMatchOf(id outbox.ResultID) *career.Match {
	n := uint64(id.Match)*1009 + uint64(id.Number)*31
	m := &career.Match{
		Started: began.Add(time.Duration(n) * time.Second), Lasted: 5 * time.Minute, Arena: "open", Mode: "deathmatch",
		TimeLimit: 5 * time.Minute, Finished: true,
	}
	for i := range 4 + n%3 {
		player := (n + i*7) % players
		m.Flights = append(m.Flights, career.Flight{
			Identity: fmt.Sprintf("SHA256:player%02d", player), Name: fmt.Sprintf("Player %d", player), Class: "fighter", Weapon: "cannon",
			Score: int32((n*i + player*13) % 60), Kills: int(i), Deaths: 1, Shots: 40, Hits: 10, Won: i == 0, Place: int(i) + 1, Flown: 5 * time.Minute,
		})
	}
	m.Flights = append(m.Flights, career.Flight{Name: "Vega", Skill: 3, Class: "fighter", Weapon: "cannon", Score: 20, Flown: 5 * time.Minute})
	return m
}

// aHost is a host with a listed key.
type aHost struct {
	id     fleet.ID
	signer outbox.Signer
}

func newHost(t testing.TB, id fleet.ID) *aHost {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := pair.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	return &aHost{id, outbox.Signer{Key: public, Sign: pair.Sign}}
}

func (h *aHost) result(t testing.TB, id outbox.ResultID) []byte {
	t.Helper()
	b, err := outbox.Append(nil, &outbox.Result{ID: id, Host: h.id, Epoch: 1, Match: recordsMatchOf(id)}, &h.signer)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// aPlayer has their own key, and may have an SSH key that vouches for it.
type aPlayer struct {
	gameKey identity.Key
	ssh     ssh.Signer
}

func newPlayer(t testing.TB) *aPlayer {
	t.Helper()
	gameKey, err := identity.Load(filepath.Join(t.TempDir(), "key"))
	if err != nil {
		t.Fatal(err)
	}
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return &aPlayer{gameKey, signer}
}

// key returns the fingerprint of the player's own key, laptop that of the SSH key.
func (p *aPlayer) key() string    { return p.gameKey.Fingerprint() }
func (p *aPlayer) laptop() string { return ssh.FingerprintSHA256(p.ssh.PublicKey()) }

// vouches returns a proof by the player's SSH key for another key.
func (p *aPlayer) vouches(t testing.TB, key string) identity.Proof {
	t.Helper()
	proof, err := identity.Sign(p.ssh, identity.Statement(key))
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// shows returns the certificate that a player presents to hosts.
func (p *aPlayer) shows(t testing.TB, proofs ...identity.Proof) []byte {
	t.Helper()
	cert, err := p.gameKey.Certificate(proofs)
	if err != nil {
		t.Fatal(err)
	}
	return cert.Certificate[0]
}

// eventually waits for a condition.
func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	testkit.Until(t, what, is)
}

// expectEachOnce compares records with those of an undisturbed hub that gets the same matches in the same order.
func expectEachOnce(t *testing.T, s *records.Store, want int) {
	t.Helper()
	ids, _, err := s.Results("", 0, 2*want+10)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := s.Scores(records.MostListed)
	if err != nil {
		t.Fatal(err)
	}
	if len(ids) != want || len(scores.Matches) != min(want, records.MostListed) {
		t.Errorf("%d results and %d matches are stored, expected %d", len(ids), len(scores.Matches), want)
	}
	alone := openStore(t, filepath.Join(t.TempDir(), "alone.db"))
	seen := map[string]bool{}
	for _, text := range ids {
		id, err := outbox.ParseResultID(text)
		if err != nil || seen[text] {
			t.Fatalf("%s is there twice, or %v", text, err)
		}
		seen[text] = true
		if _, err := alone.Add(recordsMatchOf(id)); err != nil {
			t.Fatal(err)
		}
	}
	undisturbed, err := alone.Scores(records.MostListed)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprintf("%+v", scores.Pilots), fmt.Sprintf("%+v", undisturbed.Pilots); got != want {
		t.Errorf("ratings or sums are not those of an undisturbed hub:\n%s\n%s", got, want)
	}
	for i := range scores.Matches {
		if got, want := fmt.Sprintf("%+v", scores.Matches[i]), fmt.Sprintf("%+v", undisturbed.Matches[i]); got != want {
			t.Fatalf("match %d is %s, expected %s", i, got, want)
		}
	}
}

// seedFile writes the secret half of a key, and returns the line of its public half.
func seedFile(t *testing.T, file, role, name string) (line string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	seed, _ := pair.Seed()
	public, _ := pair.PublicKey()
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	return strings.Join([]string{public, role, name}, " ") + "\n"
}

// BenchmarkResult stores results as a hub does: the throughput of one hub.
func BenchmarkResult(b *testing.B) {
	for name, where := range map[string]func() string{
		"SQLite":     func() string { return filepath.Join(b.TempDir(), "records.db") },
		"PostgreSQL": func() string { return testkit.PostgresURL(b) },
	} {
		b.Run(name, func(b *testing.B) {
			s := openStore(b, where())
			n := 0
			for b.Loop() {
				id := outbox.ResultID{Match: 1, Number: uint16(n)}
				if _, err := s.AddOnce(fmt.Sprint(n), "host", recordsMatchOf(id)); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "results/s")
		})
	}
}
