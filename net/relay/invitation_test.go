package relay

import (
	"strings"
	"testing"
)

func TestAnInvitationIsReadAsPeopleWriteIt(t *testing.T) {
	want := Invitation{"relay.example.org:4248", testCode}
	for _, text := range []string{
		"relay.example.org/amber-fox-7k3q-92hd-m4xt",
		"dogfight join relay.example.org/amber-fox-7k3q-92hd-m4xt",
		" relay.example.org/amber-fox-7k3q-92hd-m4xt/\n",
		"dogfight://relay.example.org/amber-fox-7k3q-92hd-m4xt",
		"https://Relay.Example.org/AMBER-FOX-7K3Q-92HD-M4XT",
		"https://relay.example.org:8443/amber-fox-7k3q-92hd-m4xt",
		"relay.example.org:4248/amber fox 7k3q92hdm4xt",
		"relay.example.org/amber_fox.7k3q–92hd‑m4xt",
	} {
		if got, err := ParseInvitation(text); err != nil || got != want || !IsInvitation(text) {
			t.Errorf("%q: got %v, %v, %v", text, got, err, IsInvitation(text))
		}
	}
	if got, err := ParseCode("amber-fox-oil0-1111-ool0"); err != nil || got != "amber-fox-0110-1111-0010" {
		t.Errorf("got %s, %v", got, err)
	}
	if got := (Invitation{"relay.example.org:4249", testCode}).String(); got != "relay.example.org:4249/amber-fox-7k3q-92hd-m4xt" {
		t.Errorf("got %s", got)
	}
	if got := want.String(); got != "relay.example.org/amber-fox-7k3q-92hd-m4xt" {
		t.Errorf("got %s", got)
	}
}

func TestOtherAddressesAreNoInvitations(t *testing.T) {
	for _, text := range []string{"", "example.org", "example.org:4242", "dogfight://example.org", "dogfight://example.org:5000/", "fleet://door/0123456789abcdef", "ssh://example.org"} {
		if IsInvitation(text) {
			t.Errorf("%q is taken for an invitation", text)
		}
	}
}

func TestAMistakeInAnInvitationIsExplained(t *testing.T) {
	for text, want := range map[string]string{
		"relay/amber-fox-7k3q":                    "must end with 12 characters, as 7k3q-92hd-m4xt, got 4",
		"relay/7k3q-92hd-m4xt":                    "must begin with two words",
		"relay/amber-fox":                         "must be two words and 12 characters",
		"relay/amber-fox-7k3q-92hd-m4xü":          "got 13",
		"relay/amber-fox-7k3q-92hd-m4x!":          `no code has the character "!"`,
		"/amber-fox-7k3q-92hd-m4xt":               "an invitation must be as relay.example.org/",
		"re lay/amber-fox-7k3q-92hd-m4xt":         "a relay must be HOST or HOST:PORT",
		"relay:x/amber-fox-7k3q-92hd-m4xt":        "a relay must be HOST or HOST:PORT",
		"relay/" + strings.Repeat("amber-", 1000): "at most 128 characters",
	} {
		if got, err := ParseInvitation(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: got %v, %v, expected %q", text, got, err, want)
		}
	}
}

// TestACodeIsThatOfItsHostAlone has a code that other programs compute too.
func TestACodeIsThatOfItsHostAlone(t *testing.T) {
	cert := []byte("a certificate")
	const code = Code("amber-fox-hx1c-4t1v-j4ba")
	if !code.Proves(testNonce, cert) {
		t.Errorf("the code is %s", joinCode("amber-fox", proofOf("amber-fox", testNonce, cert)))
	}
	if code.Proves(testNonce, []byte("another")) || code.Proves(Nonce{}, cert) {
		t.Error("another certificate, or another nonce, has the same code")
	}
	made, _ := NewCode(cert)
	if parsed, err := ParseCode(string(made)); err != nil || parsed != made {
		t.Errorf("%s is parsed as %s, %v", made, parsed, err)
	}
}

func TestWordsOfCodesAreShortAndDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, word := range append(append([]string{}, colours...), animals...) {
		if seen[word] || len(word) > maxWord || len(word) < 3 {
			t.Errorf("%q", word)
		}
		seen[word] = true
	}
}

func FuzzInvitation(f *testing.F) {
	f.Add("relay.example.org/amber-fox-7k3q-92hd-m4xt")
	f.Add("https://[::1]:1/Amber fox 7k3q92hdm4xt")
	f.Fuzz(func(t *testing.T, text string) {
		i, err := ParseInvitation(text)
		if err != nil {
			return
		}
		if again, err := ParseInvitation(i.String()); err != nil || again != i {
			t.Errorf("%q is %v, and that %v, %v", text, i, again, err)
		}
	})
}
