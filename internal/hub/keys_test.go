package hub_test

import (
	"bytes"
	"errors"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/hub"
)

const someKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"

func TestAFileOfKeysIsReadLineByLine(t *testing.T) {
	text := "# our hosts\n\n  " + someKey + "  host\tnorth-1  \n"
	keys, err := hub.ParseKeys([]byte(text))
	if err != nil || len(keys) != 1 || keys[0] != (hub.Key{Public: someKey, Role: hub.RoleHost, Name: "north-1"}) {
		t.Fatalf("got %v, %v", keys, err)
	}
	if again, err := hub.ParseKeys([]byte(keys[0].String())); err != nil || again[0] != keys[0] {
		t.Errorf("its own line: %v, %v", again, err)
	}
}

func TestALineThatIsWrongIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		"\n" + someKey:                              "line 2: must be a public key, a role and a name, got 1 words",
		someKey + " host a b":                       "line 1: must be",
		someKey + " king a":                         "line 1: the role must be host, door, operator or hub, got \"king\"",
		someKey + " host " + "a/b":                  "line 1: a name must have letters",
		someKey + " host " + nameOf(33):             "line 1: a name must have 1 to 32 letters, got 33",
		someKey[1:] + " host a":                     "is not a public user nkey",
		strings.ToLower(someKey) + " host a":        "is not a public user nkey",
		"SUAAAAAAAAAAAA host a":                     "looks like a secret seed",
		someKey + " host a\n" + someKey + " door b": "line 2: the same key as in line 1",
		strings.Repeat("#\n", 1<<19) + "# more":     "must be at most",
	} {
		if _, err := hub.ParseKeys([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: got %v, expected %q in it", text, err, want)
		}
	}
}

func nameOf(n int) string { return strings.Repeat("n", n) }

func TestASecretIsNotPrinted(t *testing.T) {
	const seed = "SUAGMJH5XLGZKQQWAWKRZJIGMOU4HPFUYLXJMXOO5NLFEO2OOQJ5LPRDPM"
	if _, err := hub.ParseKeys([]byte(seed + " host a")); err == nil || strings.Contains(err.Error(), seed) {
		t.Errorf("got %v", err)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add([]byte("# nobody\n" + someKey + " host a\n"))
	f.Add([]byte(someKey + " operator \xff"))
	f.Fuzz(func(t *testing.T, text []byte) {
		keys, err := hub.ParseKeys(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		var written bytes.Buffer
		for _, k := range keys {
			written.WriteString(k.String() + "\n")
		}
		again, err := hub.ParseKeys(written.Bytes())
		if err != nil || len(again) != len(keys) {
			t.Fatalf("%v became %v, %v", keys, again, err)
		}
	})
}

func TestASeedIsForItsOwnerAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.nkey")
	public, err := hub.MakePair(file)
	if err != nil || public[0] != 'U' {
		t.Fatalf("got %q, %v", public, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if _, err := hub.MakePair(file); err == nil {
		t.Error("a second pair took the place of the first")
	}
}

// TestIdleConnectionsBlockNoMember opens more connections than the hub accepts, from the address of the members.
func TestIdleConnectionsBlockNoMember(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file(), Connections: 64})
	awaitReady(t, h)
	inside := connect(t, overnats.Options{URL: h.URL(), Seed: k.seed("door")})
	await(t, "the door is up", inside.Up)
	var idle []net.Conn
	for range 3 {
		for range 100 {
			c, err := net.Dial("tcp", h.Addr())
			if err != nil {
				t.Fatal(err)
			}
			idle = append(idle, c)
		}
		nc, _, _ := k.dial(h, hub.RoleHost)
		nc.Close()
	}
	if n := h.Admitted(); n > 64 {
		t.Errorf("the hub has %d connections, expected 64 at most", n)
	}
	if !inside.Up() {
		t.Error("a member was cut off")
	}
	for _, c := range idle {
		c.Close()
	}
	await(t, "those that have ended are forgotten", func() bool { return h.Admitted() == 1 })
}

// TestConnectionsOfAKeyAreLimited: a stolen key must not use up the connections of all.
func TestConnectionsOfAKeyAreLimited(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	h := start(t, hub.Options{Keys: k.file(), Connections: 96})
	awaitReady(t, h)
	var open []*nats.Conn
	for range 64 {
		nc, _, _ := k.dial(h, hub.RoleHost)
		open = append(open, nc)
	}
	seed, _ := nats.NkeyOptionFromSeed(k.seed("host"))
	if nc, err := nats.Connect(h.URL(), seed); !errors.Is(err, nats.ErrAuthorization) {
		nc.Close()
		t.Errorf("one more: %v", err)
	}
	k.dial(h, hub.RoleDoor)
	open[0].Close()
	await(t, "one more is accepted when another has ended", func() bool {
		nc, err := nats.Connect(h.URL(), seed)
		if err == nil {
			nc.Close()
		}
		return err == nil
	})
}

// TestMembersAreKnownByTheirAddress: they reconnect to the hub before strangers, until their key is removed.
func TestMembersAreKnownByTheirAddress(t *testing.T) {
	t.Parallel()
	k := newKeyring(t)
	a := newAuthority(t)
	h := start(t, hub.Options{Keys: k.file(), TLS: a.files("hub")})
	if _, err := nats.Connect(h.URL(), nats.RootCAs(a.file("ca.pem"))); !errors.Is(err, nats.ErrAuthorization) || h.Knows(loopback) {
		t.Errorf("a stranger: %v, known: %v", err, h.Knows(loopback))
	}
	member := connect(t, overnats.Options{URL: "tls://" + h.Addr(), Seed: k.seed("host"), CA: a.file("ca.pem")})
	if await(t, "the member is up", member.Up); !h.Knows(loopback) {
		t.Error("a member is not known")
	}
	k.write("")
	if err := h.Reload(); err != nil || h.Knows(loopback) {
		t.Errorf("its key was removed: %v, known: %v", err, h.Knows(loopback))
	}
	await(t, "no connection is left", func() bool { return h.Admitted() == 0 })
}

var loopback = netip.MustParseAddr("127.0.0.1")
