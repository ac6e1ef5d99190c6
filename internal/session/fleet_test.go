package session

import (
	"crypto/tls"
	"errors"
	"net"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/internal/config"
	"dogfight/internal/door"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	netcode "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/lan"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/testkit"
	"dogfight/ui"
)

func tempDirs(t *testing.T) config.Dirs { return config.Dirs{Config: t.TempDir(), Data: t.TempDir()} }

// listening opens a link.Listener that answers queries as a host does.
func listening(t *testing.T) (*link.Listener, tls.Certificate) {
	t.Helper()
	text, err := link.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := tls.X509KeyPair(text, text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, admission.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.Close)
	l.Answer(func(b, buf []byte) []byte {
		q, err := proto.ParseQuery(b)
		if err != nil {
			return buf
		}
		return (&proto.Answer{Nonce: q.Nonce, ID: 1, Info: proto.Info{Version: proto.Version}}).Append(buf)
	})
	return l, cert
}

// aFleet returns a door of a fleet with a host, and a match at it.
func aFleet(t *testing.T) (*door.Door, fleet.Match) {
	t.Helper()
	f := fleettest.NewLocal()
	t.Cleanup(f.Close)
	at, cert := listening(t)
	h := fleet.Host{
		ID: 5, Address: at.Addr().String(), Fingerprint: link.Fingerprint(cert.Certificate[0]), Region: "eu",
		Protocol: proto.Version, Rules: game.RulesFingerprint, Room: 9,
	}
	m := fleet.Match{
		ID: 7, Host: 5, Epoch: 1, Address: h.Address, Fingerprint: h.Fingerprint, Title: "Evening", Mode: "teams", Arena: "belt", Players: 3, Bots: 5, Slots: 64,
	}
	f.Put(t.Context(), fleet.Hosts, h.ID.String(), fleet.Append(nil, &h))
	f.Put(t.Context(), fleet.Matches, m.ID.String(), fleet.Append(nil, &m))
	_, cert = listening(t)
	d, err := door.Open(door.Options{Fleet: f, Certificate: cert, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	testkit.Until(t, "the door knows the match", func() bool { return len(d.List().Matches) > 0 })
	return d, m
}

func TestFleetAddresses(t *testing.T) {
	for address, fine := range map[string]bool{
		"fleet://play.example.org": true, "fleet://192.0.2.1:4242": true, "fleet://[2001:db8::1]:4242/00000000000000ff": true, "fleet://a/": true,
		"fleet://": false, "fleet:///00000000000000ff": false, "fleet://a/12": false, "fleet://a/00000000000000FF": false, "fleet://a b": false, "fleet://a:99999": false,
	} {
		if err := CheckAddress(address); (err == nil) != fine {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAFleetIsListedWithItsMatchesAndTheirPings(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	d, m := aFleet(t)
	at := d.Addr().String()
	finder := FleetFinder(dirs, "fleet://"+at).(*Fleets)
	defer finder.Close()
	var list []lan.Match
	testkit.Until(t, "the fleet is listed with its match and its round trip", func() bool {
		list = finder.Matches(time.Now())
		return len(list) == 2 && list[1].Ping > 0
	})
	if any := list[0]; any.Address != "fleet://"+at || any.Players != 3 || any.Mode != proto.AnyMode || any.Arena != "1 match" {
		t.Errorf("the fleet: %+v", any)
	}
	one := list[1]
	if one.Address != "fleet://"+at+"/0000000000000007" || one.Title != m.Title || one.Mode != game.Teams || one.Players != 3 || !one.Ours() {
		t.Errorf("the match: %+v", one)
	}
	if w := measured.wish(fleetAddress{at, 7}); w.Match != 7 || len(w.RTTs) != 1 || w.RTTs[0].Host != 5 {
		t.Errorf("the message to the door: %+v", w)
	}
}

func TestADoorSendsAPlayerToAHost(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	d, m := aFleet(t)
	address := "fleet://" + d.Addr().String()
	dial, err := Dial(testkit.Context(t), dirs, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := dial()
	defer l.Close()
	l.Send(link.Control, (&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Ann",
	}).Append(nil))
	var p link.Packet
	testkit.Until(t, "the door sends a message", func() (message bool) {
		p, message = l.Receive(nil)
		return message
	})
	message, err := proto.Parse(p.Bytes)
	if sent, ok := message.(*proto.Redirect); err != nil || !ok || sent.Address != m.Address {
		t.Errorf("got %+v, %v", message, err)
	}
	if known := KnownFleets(dirs); !slices.Equal(known, []string{d.Addr().String()}) {
		t.Errorf("remembered: %v", known)
	}
}

func TestAHostThatIsNoDoorIsReported(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	host, _ := listening(t)
	go func() {
		for {
			l, err := host.Accept()
			if errors.Is(err, link.ErrClosed) {
				return
			}
			l.Send(link.Control, (&proto.Kick{Reason: "hello must come first"}).Append(nil))
			l.Close()
		}
	}()
	if _, err := Dial(testkit.Context(t), dirs, "fleet://"+host.Addr().String(), nil); err == nil || !strings.Contains(err.Error(), "not the door of a fleet") {
		t.Errorf("got %v", err)
	}
	if KnownFleets(dirs) != nil {
		t.Error("it is remembered")
	}
}

func TestKnownFleetsAreBounded(t *testing.T) {
	t.Parallel()
	dirs := tempDirs(t)
	for i := range 2 * maxFleets {
		rememberFleet(dirs, "a"+strings.Repeat("b", i))
	}
	if known := KnownFleets(dirs); len(known) != maxFleets || known[0] != "a"+strings.Repeat("b", 2*maxFleets-1) {
		t.Errorf("got %v", known)
	}
	if err := os.WriteFile(dirs.Fleets(), []byte("good.example\n\x1b[2J\na b\n\nother:1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if known := KnownFleets(dirs); !slices.Equal(known, []string{"good.example", "other:1"}) {
		t.Errorf("got %q", known)
	}
}

// victim is a port that hangs up, as the target of a redirect. It counts connections.
func victim(t *testing.T) (address string, came func() int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var n atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1)
			c.Close()
		}
	}()
	return l.Addr().String(), func() int { return int(n.Load()) }
}

func TestOnlyADoorSendsPlayersToOtherHosts(t *testing.T) {
	t.Parallel()
	for scheme, most := range map[string]int{"": 0, fleetScheme: 2} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			evil, cert := listening(t)
			to, came := victim(t)
			go func() {
				for {
					l, err := evil.Accept()
					if errors.Is(err, link.ErrClosed) {
						return
					}
					if err == nil {
						l.Send(link.Control, (&proto.Redirect{Place: proto.Place{Address: to, Fingerprint: link.Fingerprint(cert.Certificate[0]), Ticket: []byte("in")}}).Append(nil))
						l.Close()
					}
				}
			}()
			s, err := Join(tempDirs(t), ui.JoinOptions{Address: scheme + evil.Addr().String(), Player: ui.Player{Name: "Ann"}}, false, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var v *netcode.View
			testkit.Until(t, "the client gives up", func() bool {
				v = s.Match.Frame(time.Now(), 0)
				return v.Phase == netcode.Refused
			})
			if n := came(); n > most {
				t.Errorf("%d connections to the victim, want %d at most; %v", n, most, v.Err)
			}
			if most == 0 && !strings.Contains(v.Err.Error(), "only the door of a fleet may") {
				t.Errorf("the player reads %q", v.Err)
			}
		})
	}
}
