package server

import (
	"crypto/ed25519"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/fleet/outbox"
	"dogfight/internal/identity"
	"dogfight/internal/records"
	"dogfight/net"
)

// toldBy returns the results of which a host has told the hub by now.
func toldBy(t *testing.T, f fleet.Fleet, host fleet.ID) (told []*outbox.Result) {
	t.Helper()
	f.Kept(t.Context(), fleet.ResultSubject+host.String(), func(b []byte) {
		r, err := outbox.Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, r)
	})
	return told
}

func TestAHostWithoutRecordsOfItsOwnTellsTheHubOfItsMatches(t *testing.T) {
	t.Parallel()
	for what, offRecord := range map[string]bool{"damaged": false, "off": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			f := fleettest.NewLocal()
			defer f.Close()
			door := newIssuer(t, f)
			dirs := ownDirs(t)
			if err := os.WriteFile(dirs.Records(), []byte("no database at all, whatever its name says"), 0o600); err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			waits := outbox.ResultID{Match: fleet.NewID(), Number: 3}
			box, err := outbox.Open(folder, outbox.Options{})
			if err == nil {
				err = box.Put(waits, resultOf(t, waits))
			}
			if err != nil {
				t.Fatal(err)
			}
			s, err := Start(Options{
				Dirs: dirs, Match: net.MatchOptions{Mode: game.Deathmatch, Bots: 2, Skill: 2, Time: 2 * time.Second, OffRecord: offRecord}, Title: "fleet", Listen: "127.0.0.1:0", Hidden: true,
				Admin: t.TempDir() + "/admin", Fleet: FleetOptions{look: soon, Fleet: f, Matches: 2, Outbox: folder, Players: t.TempDir()},
			}, slog.New(slog.NewTextHandler(t.Output(), nil)))
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			until(t, func() bool { return s.member.keys.Door(door.id) != nil })
			entry := s.member.home.owner.Entry()
			p := newFleetPlayer(t, door, &entry, "Ann")
			defer p.Leave()
			var told []*outbox.Result
			until(t, func() bool {
				told = toldBy(t, f, s.member.self.ID)
				return len(told) >= 2
			}, p)
			if told[0].ID != waits || told[1].ID.Match != entry.ID || s.recorder != nil {
				t.Errorf("told of %v and %v; a recorder: %v", told[0].ID, told[1].ID, s.recorder)
			}
		})
	}
}

func TestAHostSendsTheHubProofOfLinkedKeysThatTheFleetDoesNotKnow(t *testing.T) {
	t.Parallel()
	f := fleettest.NewLocal()
	defer f.Close()
	door := newIssuer(t, f)
	s := fleetHost(t, f, 2, func(o *Options) {
		o.Match = net.MatchOptions{Mode: game.Deathmatch, Bots: 2, Skill: 2, Time: time.Second, OffRecord: true}
		o.Fleet.Outbox = t.TempDir()
	})
	until(t, func() bool { return s.member.keys.Door(door.id) != nil })
	entry := s.member.home.owner.Entry()
	key, err := identity.Load(t.TempDir() + "/key")
	if err != nil {
		t.Fatal(err)
	}
	_, private, _ := ed25519.GenerateKey(nil)
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := identity.Sign(signer, identity.Statement(key.Fingerprint()))
	if err != nil {
		t.Fatal(err)
	}
	p := door.sends(t, &entry, "Ann", key, identity.Proofs{proof})
	defer p.Leave()
	laptop := ssh.FingerprintSHA256(signer.PublicKey())
	var flight records.Flight
	until(t, func() bool {
		for _, r := range toldBy(t, f, s.member.self.ID) {
			for _, one := range r.Match.Flights {
				if one.Identity == key.Fingerprint() {
					flight = one
				}
			}
		}
		return flight.Identity != ""
	}, p)
	if own, linked, err := identity.Proven(flight.Proof); err != nil || own != key.Fingerprint() || !slices.Equal(linked, []string{laptop}) {
		t.Errorf("it proves that %s is one with %v: %v", own, linked, err)
	}
	if again := s.keys.proofOf(key.Fingerprint(), []string{key.Fingerprint(), laptop}); again != nil {
		t.Error("a link that the fleet knows is proven again")
	}
}

// resultOf returns the bytes of a result of nobody.
func resultOf(t *testing.T, id outbox.ResultID) []byte {
	t.Helper()
	b, err := outbox.Append(nil, &outbox.Result{ID: id, Host: 1, Match: &records.Match{Started: time.Now()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
