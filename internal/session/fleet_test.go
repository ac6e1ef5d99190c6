package session

import (
	"crypto/tls"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"dogfight/game"
	"dogfight/internal/door"
	"dogfight/internal/fleet"
	"dogfight/internal/fleet/fleettest"
	"dogfight/internal/home"
	"dogfight/net/link"
	"dogfight/net/link/trust"
	"dogfight/proto"
)

// ownFolders has the user's files in folders of the test.
func ownFolders(t *testing.T) {
	t.Helper()
	at := t.TempDir()
	t.Cleanup(xdg.Reload) // after the environment is what it was
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(at, "config"))
	t.Setenv("XDG_DATA_HOME", filepath.Join(at, "data"))
	t.Setenv("HOME", at)
	xdg.Reload()
}

// listening opens a link.Listener that answers queries as a host does.
func listening(t *testing.T) (*link.Listener, tls.Certificate) {
	t.Helper()
	text, err := trust.NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	cert, err := tls.X509KeyPair(text, text)
	if err != nil {
		t.Fatal(err)
	}
	l, err := link.Listen("127.0.0.1:0", cert, link.Limits{})
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
		ID: 5, Address: at.Addr().String(), Fingerprint: trust.Fingerprint(cert.Certificate[0]), Region: "eu",
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
	for len(d.List().Matches) == 0 {
		time.Sleep(time.Millisecond)
	}
	return d, m
}

func TestAddressesOfFleetsAreCheckedBeforeAnythingIsDialled(t *testing.T) {
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
	ownFolders(t)
	d, m := aFleet(t)
	at := d.Addr().String()
	finder := FleetFinder("fleet://" + at).(*Fleets)
	defer finder.Close()
	for end := time.Now().Add(10 * time.Second); len(finder.Matches(time.Now())) == 0 && time.Now().Before(end); {
		time.Sleep(5 * time.Millisecond)
	}
	list := finder.Matches(time.Now())
	if len(list) != 2 {
		t.Fatalf("got %+v", list)
	}
	if any := list[0]; any.Address != "fleet://"+at || any.Players != 3 || any.Mode != proto.AnyMode || any.Arena != "1 match" {
		t.Errorf("the fleet: %+v", any)
	}
	one := list[1]
	if one.Address != "fleet://"+at+"/0000000000000007" || one.Title != m.Title || one.Mode != game.Teams || one.Players != 3 || !one.Ours() {
		t.Errorf("the match: %+v", one)
	}
	if one.Ping <= 0 || one.Ping > time.Second {
		t.Errorf("its round trip: %v", one.Ping)
	}
	if w := measured.wish(fleetAddress{at, 7}); w.Match != 7 || len(w.RTTs) != 1 || w.RTTs[0].Host != 5 {
		t.Errorf("what is said to the door: %+v", w)
	}
}

func TestWhoJoinsAFleetIsSentToAHostAndFindsItAgain(t *testing.T) {
	ownFolders(t)
	d, m := aFleet(t)
	address := "fleet://" + d.Addr().String()
	dial, err := Dial(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	l := dial()
	defer l.Close()
	l.Send(link.Control, (&proto.Hello{
		Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Pace: 2, Name: "Ann",
	}).Append(nil))
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		p, ok := l.Receive(nil)
		if !ok {
			continue
		}
		said, err := proto.Parse(p.Bytes)
		if sent, ok := said.(*proto.Redirect); err != nil || !ok || sent.Address != m.Address {
			t.Errorf("got %+v, %v", said, err)
		}
		if known := knownFleets(); !slices.Equal(known, []string{d.Addr().String()}) {
			t.Errorf("remembered: %v", known)
		}
		return
	}
	t.Error("the door says nothing")
}

func TestWhatIsNoDoorIsSaidSo(t *testing.T) {
	ownFolders(t)
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
	if _, err := Dial(t.Context(), "fleet://"+host.Addr().String()); err == nil || !strings.Contains(err.Error(), "no door of a fleet") {
		t.Errorf("got %v", err)
	}
	if knownFleets() != nil {
		t.Error("it is remembered")
	}
}

func TestFleetsThatWereJoinedAreBoundedAndNonsenseIsPassedOver(t *testing.T) {
	ownFolders(t)
	for i := range 2 * maxFleets {
		rememberFleet("a" + strings.Repeat("b", i))
	}
	if known := knownFleets(); len(known) != maxFleets || known[0] != "a"+strings.Repeat("b", 2*maxFleets-1) {
		t.Errorf("got %v", known)
	}
	if err := os.WriteFile(home.Fleets(), []byte("good.example\n\x1b[2J\na b\n\nother:1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if known := knownFleets(); !slices.Equal(known, []string{"good.example", "other:1"}) {
		t.Errorf("got %q", known)
	}
}
