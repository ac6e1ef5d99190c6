package admission

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func noneLocal(netip.Addr) bool { return false }

// unlucky returns a Control that drops every connection that it may drop.
func unlucky(l Limits) *Control {
	if l.Local == nil {
		l.Local = noneLocal
	}
	c := New(l)
	c.chance = func() float64 { return 0 }
	return c
}

// lucky returns a Control that drops as few connections as possible.
func lucky(l Limits) *Control {
	c := unlucky(l)
	c.chance = func() float64 { return 1 }
	return c
}

// connect connects a visitor; its name is put into cuts when it is cut off.
func connect(c *Control, from string, cuts *[]string) (*Visit, error) {
	return c.Enter(netip.MustParseAddr(from), func() {
		if cuts != nil {
			*cuts = append(*cuts, from)
		}
	})
}

func mustConnect(t *testing.T, c *Control, from string) *Visit {
	t.Helper()
	v, err := connect(c, from, nil)
	if err != nil {
		t.Fatalf("%s: %v", from, err)
	}
	return v
}

func TestASubscriberIsAnIPv4AddressOrAnIPv6Network(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"10.0.0.1", "10.0.0.1", true},
		{"10.0.0.1", "::ffff:10.0.0.1", true},
		{"10.0.0.1", "10.0.0.2", false},
		{"2001:db8::1", "2001:db8::ffff:1", true},
		{"2001:db8:0:1::1", "2001:db8:0:2::1", false},
		{"fe80::1%eth0", "fe80::2%eth1", true},
	} {
		if same := Site(netip.MustParseAddr(c.a)) == Site(netip.MustParseAddr(c.b)); same != c.same {
			t.Errorf("%s and %s are the same subscriber: %v, want %v", c.a, c.b, same, c.same)
		}
	}
	if Site(netip.Addr{}) != (netip.Prefix{}) {
		t.Error("no address has a site")
	}
}

func TestTheOldestOfTheHeaviestPrefixIsReplaced(t *testing.T) {
	for _, c := range []struct {
		name string
		came []string
		want string // which is cut off for one more
	}{
		{"all alike", []string{"1.0.0.1", "2.0.0.1", "3.0.0.1", "4.0.0.1"}, "1.0.0.1"},
		{"one address has two", []string{"1.0.0.1", "2.0.0.1", "3.0.0.1", "2.0.0.1"}, "2.0.0.1"},
		{"a /24 has two", []string{"1.0.0.1", "2.0.0.1", "2.0.0.2", "4.0.0.1"}, "2.0.0.1"},
		{"within the /24, an address has two", []string{"1.0.0.1", "2.0.0.1", "2.0.0.2", "2.0.0.2"}, "2.0.0.2"},
		{"a /48 has two", []string{"2001:db8:1:1::1", "2001:db9:2:1::1", "2001:db9:2:2::1", "2002::1"}, "2001:db9:2:1::1"},
		{"within the /32, a /48 has two", []string{"2001:db8:1::1", "2001:db8:2::1", "2001:db8:2:1::1", "1.0.0.1"}, "2001:db8:2::1"},
	} {
		var cuts []string
		control := lucky(Limits{HalfOpen: 4})
		for _, from := range c.came {
			if _, err := connect(control, from, &cuts); err != nil {
				t.Fatal(c.name, err)
			}
		}
		if _, err := connect(control, "9.9.9.9", &cuts); err != nil || fmt.Sprint(cuts) != "["+c.want+"]" {
			t.Errorf("%s: %v, %v were cut off, want %s", c.name, err, cuts, c.want)
		}
		if total, half := control.Count(); total != 4 || half != 4 {
			t.Errorf("%s: %d connections, %d half-open", c.name, total, half)
		}
	}
}

func TestASettledVisitIsNotCutOff(t *testing.T) {
	var cuts []string
	c := lucky(Limits{HalfOpen: 1})
	first, _ := connect(c, "1.0.0.1", &cuts)
	first.Settle()
	connect(c, "2.0.0.1", &cuts)
	connect(c, "3.0.0.1", &cuts)
	if fmt.Sprint(cuts) != "[2.0.0.1]" {
		t.Errorf("%v were cut off", cuts)
	}
	first.Leave()
	first.Leave()
	if total, half := c.Count(); total != 1 || half != 1 {
		t.Errorf("%d connections, %d half-open, want 1, 1", total, half)
	}
}

func TestAnAddressHasALimitAndItsOldestHalfOpenConnectionIsReplaced(t *testing.T) {
	var cuts []string
	c := lucky(Limits{PerAddress: 2})
	first, _ := connect(c, "1.0.0.1", &cuts)
	connect(c, "1.0.0.1", &cuts)
	third, err := connect(c, "1.0.0.1", &cuts)
	if err != nil || len(cuts) != 1 {
		t.Errorf("a third: %v, %v were cut off", err, cuts)
	}
	first.Settle() // too late
	for range 2 {
		next, err := connect(c, "1.0.0.1", &cuts)
		if err != nil {
			t.Error(err)
		}
		next.Settle()
		third = next
	}
	if _, err = connect(c, "1.0.0.1", &cuts); !errors.Is(err, errAddressFull) {
		t.Errorf("beyond two settled visits: %v", err)
	}
	mustConnect(t, c, "1.0.0.2")
	third.Leave()
	mustConnect(t, c, "1.0.0.1")
}

func TestTheFullerTheHostTheLowerTheLimitOfAnAddress(t *testing.T) {
	const total = 64
	c := lucky(Limits{Total: total, PerAddress: 8})
	sites := 0
	for ; ; sites++ { // strangers that use all they can get, and settle
		got := 0
		for {
			v, err := connect(c, fmt.Sprintf("10.%d.0.1", sites), nil)
			if err != nil {
				break
			}
			v.Settle()
			got++
		}
		if sites == 0 && got != 8 {
			t.Errorf("the first has %d, want 8", got)
		}
		if got == 0 {
			break
		}
	}
	if n, _ := c.Count(); n != total || sites < total/2 {
		t.Errorf("%d addresses have %d of %d connections; want half of them to be for addresses with one", sites, n, total)
	}
}

func TestALocalAddressAtItsMaximumIsTheHeaviest(t *testing.T) {
	local := netip.MustParsePrefix("192.168.1.0/24")
	c := unlucky(Limits{HalfOpen: 34, Local: local.Contains})
	var cuts []string
	connect(c, "1.0.0.1", &cuts)
	for range 33 {
		connect(c, "192.168.1.7", &cuts)
	}
	connect(c, "2.0.0.1", &cuts)
	if fmt.Sprint(cuts) != "[192.168.1.7]" {
		t.Errorf("%v were cut off, want one of the 33 that are local", cuts)
	}
}

func TestLocalAddressesHaveMoreAndAreCutOffLast(t *testing.T) {
	local := netip.MustParsePrefix("192.168.1.0/24")
	c := unlucky(Limits{HalfOpen: 4, PerAddress: 1, PerLocal: 3, Local: local.Contains})
	var cuts []string
	for range 3 {
		if _, err := connect(c, "192.168.1.7", &cuts); err != nil {
			t.Fatal(err)
		}
	}
	connect(c, "1.0.0.1", &cuts)
	connect(c, "2.0.0.1", &cuts)
	if fmt.Sprint(cuts) != "[1.0.0.1]" {
		t.Errorf("%v were cut off, want the one that is not local", cuts)
	}
}

func TestAnAddressWithoutHalfOpenConnectionsIsNeverDropped(t *testing.T) {
	c := unlucky(Limits{HalfOpen: 4})
	for i := range 20 {
		mustConnect(t, c, fmt.Sprintf("10.%d.0.1", i))
	}
	if _, err := connect(c, "10.19.0.1", nil); !errors.Is(err, errBusy) {
		t.Errorf("one more of the last: %v, want it dropped", err)
	}
}

func TestTheFullerTheMoreAreDropped(t *testing.T) {
	c := lucky(Limits{HalfOpen: 100, PerAddress: 200})
	dropped := func() bool {
		v, err := connect(c, "1.0.0.1", nil)
		v.Leave()
		return err != nil
	}
	c.limits.Forged = true // no bad reputation here
	mustConnect(t, c, "1.0.0.1")
	for _, s := range []struct {
		halfOpen int
		chance   float64
		drops    bool
	}{{49, 0, false}, {50, 0.29, true}, {50, 0.31, false}, {75, 0.5, true}, {75, 0.6, false}, {100, 0.87, true}, {100, 0.88, false}} {
		for _, n := c.Count(); n < s.halfOpen; n++ {
			mustConnect(t, c, fmt.Sprintf("2.%d.0.1", n))
		}
		c.chance = func() float64 { return s.chance }
		if got := dropped(); got != s.drops {
			t.Errorf("%d half-open, chance %v: dropped %v", s.halfOpen, s.chance, got)
		}
		c.chance = func() float64 { return 1 }
	}
}

// fails connects and disconnects a visitor several times.
func fails(t *testing.T, c *Control, from string, times int) {
	for range times {
		if v, err := connect(c, from, nil); err == nil {
			v.Leave()
		}
	}
}

func TestVisitorsThatNeverSettleGetABadReputationFor20Seconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := unlucky(Limits{})
		fails(t, c, "1.0.0.1", 6)
		let := 0
		for range 100 { // ten seconds
			if v, err := connect(c, "1.0.0.1", nil); err == nil {
				let++
				v.Settle() // an honest visitor that shares the address
				v.Leave()
			}
			time.Sleep(time.Second / 10)
		}
		if let < 2 || let > 90 {
			t.Errorf("of 100 within ten seconds %d were let in", let)
		}
		fails(t, c, "1.0.0.1", 1000)
		for range 60 { // one a second is accepted, and fails
			fails(t, c, "1.0.0.1", 1)
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Second)
		for range 5 {
			mustConnect(t, c, "1.0.0.1")
		}
	})
}

func TestABadReputationAllowsOneConnectionASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := lucky(Limits{})
		fails(t, c, "1.0.0.1", 10)
		time.Sleep(time.Second)
		v := mustConnect(t, c, "1.0.0.1")
		if _, err := connect(c, "1.0.0.1", nil); !errors.Is(err, errBusy) {
			t.Errorf("the next at once: %v", err)
		}
		v.Settle()
		v.Leave()
		fails(t, c, "1.0.0.1", 10)
		time.Sleep(time.Second)
		mustConnect(t, c, "1.0.0.1")
	})
}

func TestFourVisitsASecondAreNoBadReputationFortyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for rate, want := range map[int]int{4: 240, 40: 280} { // connections in a minute
			c, let := unlucky(Limits{}), 0
			for range 60 * rate {
				if v, err := connect(c, "1.0.0.1", nil); err == nil {
					let++
					v.Settle()
					v.Leave()
				}
				time.Sleep(time.Second / time.Duration(rate))
			}
			if let > want || let < min(want, 60*rate)-40 {
				t.Errorf("of %d connections in a minute %d were let in, want about %d", 60*rate, let, want)
			}
		}
	})
}

func TestABadReputationAffectsOneAddress(t *testing.T) {
	c := unlucky(Limits{HalfOpen: 4})
	fails(t, c, "1.0.0.1", 6)
	for range 4 {
		connect(c, "1.0.0.1", nil)
	}
	mustConnect(t, c, "1.0.0.2")
	mustConnect(t, c, "2.0.0.2")
}

func TestANetworkWithManyAddressesGetsABadReputationToo(t *testing.T) {
	c := unlucky(Limits{HalfOpen: 2})
	for i := range 200 {
		fails(t, c, fmt.Sprintf("2001:db8:1:%x::1", i), 1)
	}
	let := 0
	for i := range 100 {
		if _, err := connect(c, fmt.Sprintf("2001:db8:1:%x::1", 1000+i), nil); err == nil {
			let++
		}
	}
	if let > 1 {
		t.Errorf("a /48 of which 200 addresses failed: %d of 100 more were let in at once", let)
	}
	mustConnect(t, c, "2001:db9::1")
}

func TestFillingTheTableOfReputationsLocksNoAddressOut(t *testing.T) {
	c := lucky(Limits{})
	for i := range 20 * penaltySets * penaltyWays {
		from := netip.AddrFrom4([4]byte{byte(i >> 16), byte(i >> 8), byte(i), 1})
		if v, err := c.Enter(from, func() {}); err == nil {
			v.Leave()
		}
	}
	if len(c.groups) != 0 {
		t.Errorf("%d prefixes without a connection are remembered", len(c.groups))
	}
	for i := range 1000 {
		mustConnect(t, c, fmt.Sprintf("200.%d.%d.1", i/250, i%250)).Settle()
	}
}

func TestForgedAddressesGetNoBadReputation(t *testing.T) {
	c := lucky(Limits{Forged: true, HalfOpen: 16})
	fails(t, c, "1.0.0.1", 1000)
	for range 8 {
		mustConnect(t, c, "1.0.0.1")
	}
}

func TestLocalAddressesGetNoBadReputation(t *testing.T) {
	c := unlucky(Limits{Local: netip.Addr.IsLoopback})
	fails(t, c, "127.0.0.1", 1000)
	for range 60 {
		mustConnect(t, c, "127.0.0.1")
	}
}

func TestLoopbackIsLocalAndTheRestOfTheWorldIsNot(t *testing.T) {
	for from, want := range map[string]bool{"127.0.0.1": true, "::1": true, "::ffff:127.1.2.3": true, "8.8.8.8": false, "2001:db8::1": false} {
		if got := IsLocal(netip.MustParseAddr(from)); got != want {
			t.Errorf("%s: %v, want %v", from, got, want)
		}
	}
	if IsLocal(netip.Addr{}) {
		t.Error("no address is local")
	}
	for _, p := range prefixesOnLink() {
		if a := p.Addr(); a.IsPrivate() && !IsLocal(a) {
			t.Errorf("%s is on an interface", p)
		}
	}
}

// BenchmarkEnter measures an attack on a full host: the cost of one connection before the handshake.
func BenchmarkEnter(b *testing.B) {
	c := New(Limits{HalfOpen: 256, Local: noneLocal})
	b.ReportAllocs()
	for i := range b.N {
		c.Enter(netip.AddrFrom4([4]byte{byte(i), byte(i >> 8), byte(i >> 16), byte(i >> 24)}), func() {})
	}
}

func TestARestingVisitIsReplaced(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits Limits
		third  string
		from   string // the next
		want   []string
	}{
		{"there is room", Limits{Total: 100, PerAddress: 4}, "2.0.0.1", "9.0.0.1", nil},
		{"the address is full", Limits{Total: 100, PerAddress: 2}, "2.0.0.1", "2.0.0.1", []string{"2.0.0.1"}},
		{"the host is full", Limits{Total: 4, PerAddress: 4}, "5.0.0.1", "9.0.0.1", []string{"3.0.0.1"}},
	} {
		control := lucky(c.limits)
		var cuts []string
		var all []*Visit
		for _, from := range []string{"1.0.0.1", "2.0.0.1", c.third, "3.0.0.1"} {
			v, err := connect(control, from, &cuts)
			if err != nil {
				t.Fatalf("%s: %s: %v", c.name, from, err)
			}
			v.Settle()
			all = append(all, v)
		}
		for _, i := range []int{0, 3, 2, 0} { // 3.0.0.1 for the longest, since 1.0.0.1 asks again
			all[i].Settle()
			all[i].Rest()
		}
		if _, err := connect(control, c.from, &cuts); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if !slices.Equal(cuts, c.want) {
			t.Errorf("%s: %v are cut off, want %v", c.name, cuts, c.want)
		}
		for _, v := range all {
			v.Leave()
		}
		if n, half := control.Count(); n != 1 || half != 1 || len(control.resting) != 0 {
			t.Errorf("%s: %d are left, %d half-open, %d resting", c.name, n, half, len(control.resting))
		}
	}
}

func TestARestingVisitIsNotHalfOpen(t *testing.T) {
	c := unlucky(Limits{HalfOpen: 8, PerAddress: 100})
	for range 50 {
		mustConnect(t, c, "1.0.0.1").Rest()
	}
	if _, half := c.Count(); half != 0 {
		t.Errorf("%d are half-open", half)
	}
}

func TestLoadingAPageIsNoFailure(t *testing.T) {
	c := unlucky(Limits{PerAddress: 48, AtOnce: 6})
	for range 12 { // players behind one address, all at once
		connections := []*Visit{mustConnect(t, c, "1.0.0.1")} // a browser may open one in advance that it does not use
		for range 5 {
			v := mustConnect(t, c, "1.0.0.1")
			v.Settle()
			v.Rest()
			connections = append(connections, v)
		}
		for _, v := range connections {
			v.Leave()
		}
	}
	mustConnect(t, c, "1.0.0.1")
}

// exhausted is a listener of a system that has no file descriptor left for the first tries.
type exhausted struct {
	net.Listener
	tries, failures int
}

func (e *exhausted) Accept() (net.Conn, error) {
	if e.tries++; e.tries > e.failures {
		return nil, net.ErrClosed
	}
	return nil, &net.OpError{Op: "accept", Net: "tcp", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
}

func (*exhausted) Addr() net.Addr { return &net.TCPAddr{Port: 4242} }

func TestAPatientListenerLogsOneLineAMinuteAndCountsEachFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		e, c := &exhausted{failures: 1201}, New(Limits{}) // of two minutes, at ten tries a second
		begin := time.Now()
		_, err := c.Patient(e, slog.New(slog.NewTextHandler(&log, nil))).Accept()
		if err != net.ErrClosed || e.tries != 1202 {
			t.Errorf("after %d tries: %v, want net.ErrClosed after 1202", e.tries, err)
		}
		if took := time.Since(begin); took != 1201*retry {
			t.Errorf("%d tries took %v, want %v", e.tries, took, 1201*retry)
		}
		if n := c.Refused().Failed; n != 1201 {
			t.Errorf("%d failures are counted, want 1201", n)
		}
		if lines := strings.Count(log.String(), "too many open files"); lines != 3 {
			t.Errorf("%d lines, want 3, one a minute:\n%s", lines, log.String())
		}
	})
}
