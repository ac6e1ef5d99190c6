package proto

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"dogfight/assets"
)

func TestNameThatReadsAsSomethingElseIsRefused(t *testing.T) {
	for as, names := range map[string][]string{
		"a number or an address": {
			"34", "#34", "# 34", "#34 Rex", "-1", "3.14", "007", "1,000", "0x22", "0.0.0.0/0", "10.0.0.1", "10.0.0.1:7777", "192.168.*", "1.2.3",
			"\uff13\uff14", "\u0663\u0664", "\U0001d7d1", "\u2460", "\u00b2", "1\u20243", "24/7", "0",
		},
		"an address": {
			"::", "::1", "fe80::1", "fe80::1%eth0", "[::1]:7777", "2001:db8::/32", "beef::/16", "::ffff:10.0.0.1", "DEAD:BEEF:1", "dogfight://x",
			"\uff1a\uff1a\uff11",
		},
		"a key": {"SHA256:47DEQpj8HBSa", "sha256:x", "\u0455ha256:x", "SHA256", "MD5:00:11", "ssh-ed25519 AAAA", "ssh-rsa AAAA"},
		"a notice of the game": {
			"the host", "The Host", "HOST", "host:", "[host]", "[ host ]", "<the host>", "t\u04bb\u0435 host", "The host says", "*** Rex", "** Rex", "* Rex",
			"\u2217\u2217\u2217 Rex", "--- Rex", "Rex has left", "Rex has joined", "R has lost the link", "R is flown by a bot", "server", "the game", "Admin", "0perator",
		},
		"mere punctuation": {"#", ":)", "^_^", "..."},
		"a line of chat":   {"Rex: hello", "Rex:", "Rex\uff1a"},
	} {
		for _, name := range names {
			_, err := CleanName(name)
			var reserved *ReservedError
			if !errors.As(err, &reserved) || reserved.As != as {
				t.Errorf("%+q: expected that it reads as %s, got %v", name, as, err)
			}
		}
	}
	want := `name: must not read as a number or an address, got "0.0.0.0/0"`
	if _, err := CleanName("0.0.0.0/0"); err == nil || err.Error() != want {
		t.Errorf("expected %s, got %v", want, err)
	}
}

func TestNamesOfPeopleAreValid(t *testing.T) {
	names := append(assets.PilotNames(), "Rex", "Rex 2", "4ever", "C-3PO", "R2D2", "x", "Bot 7", "-=Rex=-", "Host of Denmark", "Hostess", "Nan", "Ed", "Ada", "Abe:D",
		"Beef", "Admiral", "The Hostile", "\u2603", "\U0001f680 1", "Mr. 5", "Systema", "Pilot", "Watcher", "Shaun", "Theo", "dogfight-1", "Rex!", "O'Neill")
	for n := range 300 {
		names = append(names, fmt.Sprint("Rex ", n))
	}
	for _, name := range names {
		if _, err := CleanName(name); err != nil {
			t.Error(err)
		}
	}
}

// FuzzReservedName: no valid name can be mistaken for a number, an address or a network, in any form of digits.
func FuzzReservedName(f *testing.F) {
	for _, name := range []string{"34", "0.0.0.0/0", "::1", "fe80::1%a", "SHA256:x", "the host", "1.2.3.4:5", "a::b", "::ffff:1.2.3.4/96", "\u0663"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := CleanName(text)
		if err != nil {
			return
		}
		var n int
		if _, err := fmt.Sscanf(strings.TrimPrefix(name, "#")+"\n", "%d\n", &n); err == nil {
			t.Errorf("%q is the number %d", name, n)
		}
		if _, err := netip.ParseAddr(name); err == nil {
			t.Errorf("%q is an address", name)
		}
		if _, err := netip.ParseAddrPort(name); err == nil {
			t.Errorf("%q is an address and a port", name)
		}
		if _, err := netip.ParsePrefix(name); err == nil {
			t.Errorf("%q is a network", name)
		}
	})
}

func BenchmarkCleanName(b *testing.B) {
	for b.Loop() {
		if _, err := CleanName("Red Baron of the North 2"); err != nil {
			b.Fatal(err)
		}
	}
}
