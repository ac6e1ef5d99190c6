package net

import (
	"log/slog"
	"testing"

	"dogfight/game"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto"
)

// guarded returns an admission that bans an address and one of two linked keys.
func guarded(t *testing.T) *gate {
	t.Helper()
	list := &admission.Bans{}
	for _, what := range []string{"192.0.2.1", vegaKey} {
		if err := list.Add(what, ""); err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	return &gate{
		bans: list, muted: newMutes(), password: newPasswordCheck("", log, &hostCounts{}), log: log,
		linked: func(key string) []string {
			if key == "SHA256:other" {
				return []string{key, vegaKey}
			}
			return []string{key}
		},
	}
}

func TestBannedPlayersAreRefusedByAddressAndByAllTheirKeys(t *testing.T) {
	a := guarded(t)
	for _, c := range []struct {
		from, key string
		banned    bool
	}{
		{"192.0.2.1:7", "", true},
		{"192.0.2.2:7", "", false},
		{"192.0.2.2:7", vegaKey, true},
		{"192.0.2.2:7", "SHA256:other", true},
		{"192.0.2.2:7", "SHA256:third", false},
		{link.Here, vegaKey, false},
	} {
		near, far := link.PipeOf(c.from, c.key)
		reject := a.refusal(&peer{link: far}, a.linkedKeys(c.key))
		if refused := reject != nil && reject.Code == proto.RejectBanned; refused != c.banned {
			t.Errorf("from %s with key %q: refused with %+v", c.from, c.key, reject)
		}
		near.Close()
	}
}

func TestAnAddressIsCrowdedByItsOwnPlayersOnly(t *testing.T) {
	a := guarded(t)
	a.perAddress = 2
	var seats [game.MaxShips]*pilot
	for i, from := range []string{"192.0.2.7:1", "192.0.2.7:2", "192.0.2.8:1", "[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", "[2001:db8:0:3::1]:1", "[2001:db8:0:4::1]:1", ""} {
		seats[i] = &pilot{Seat: Seat{Address: from}}
	}
	for from, crowded := range map[string]bool{
		"192.0.2.7:3": true, "192.0.2.8:3": false, "192.0.2.9:3": false, "127.0.0.1:3": false,
		"[2001:db8:0:1::2]:3": true, // of the /48, which may have twice as many
		"[2001:db8:1::1]:3":   false,
		link.Here:             false,
	} {
		if got := a.crowded(&pilot{Seat: Seat{Address: from}}, &seats); got != crowded {
			t.Errorf("%s: crowded %v", from, got)
		}
	}
}
