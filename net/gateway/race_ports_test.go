package gateway

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"

	dogfight "dogfight/net"
	"dogfight/net/link"
)

func TestTheDataPortIsTheOneAfterTheControlPortUnlessThatIsTaken(t *testing.T) {
	take := map[string]func(*testing.T, string) func(){"TCP": takeTCP, "UDP": takeUDP}
	for _, taken := range []string{"", "TCP", "UDP"} {
		port := freePorts(t, 2)
		if taken != "" {
			take[taken](t, fmt.Sprintf("127.0.0.1:%d", port+1))
		}
		r := newRig(t, dogfight.HostConfig{})
		g := r.open(fmt.Sprintf("lightracer=:%d", port))
		if isNext := portsOf(g)[1] == port+1; isNext != (taken == "") {
			t.Errorf("%q taken: it listens at %q", taken, g.Addrs())
		}
		for _, network := range []string{"tcp", "udp"} {
			c := r.race(g, "Ann")
			if int(c.welcome.DataPort) != portsOf(g)[1] {
				t.Errorf("%q taken: the racer is told %d, and it listens at %q", taken, c.welcome.DataPort, g.Addrs())
			}
			c.opens(network)
			if _, err := c.sees(); err != nil {
				t.Errorf("%q taken, %s: %v", taken, network, err)
			}
			c.leave()
		}
	}
}

func TestADataPortThatIsAnyIsFoundAfterTheHighestPort(t *testing.T) {
	if !allFree(65535, 1) {
		t.Skip("port 65535 is taken")
	}
	g, err := open(Spec{Dialect: "lightracer", Addr: "127.0.0.1:65535"}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	g.Close()
}

// In each order of the flags, and with each dialect on the port after Light Racer's.
func TestAllDialectsOpenOnNeighbouringPortsInAnyOrder(t *testing.T) {
	names := Names()
	first := freePorts(t, len(names)+1)
	for shift := range names {
		specs := make([]Spec, len(names))
		for i, name := range names {
			specs[i] = Spec{Dialect: name, Addr: fmt.Sprintf("127.0.0.1:%d", first+(i+shift)%len(names))}
		}
		for turn := range 2 * len(names) {
			opensAll(t, specs)
			if specs = append(specs[1:], specs[0]); turn == len(names) {
				slices.Reverse(specs)
			}
		}
	}
	opensAll(t, []Spec{ // whose data ports would be each other's
		{Dialect: "lightracer", Addr: fmt.Sprintf("127.0.0.1:%d", first)},
		{Dialect: "lightracer", Addr: fmt.Sprintf("127.0.0.1:%d", first+1)},
	})
}

func TestAllDialectsOpenOnTheirDefaultPorts(t *testing.T) {
	var specs []Spec
	for _, name := range Names() {
		s, err := ParseSpec(name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, s)
	}
	free := func() bool { // for another program of this machine may be there
		return !slices.ContainsFunc(specs, func(s Spec) bool { return !allFree(int(portOf(s.Addr)), 1) })
	}
	for range specs {
		specs = append(specs[1:], specs[0])
		if !free() {
			t.Skip("a default port is taken")
		}
		all, err := OpenAll(specs, Config{})
		for _, g := range all {
			g.Close()
		}
		if err != nil && free() {
			t.Errorf("%+v: %v", specs, err)
		}
	}
}

// opensAll opens dialects together, and looks whether each has the port that it was given, and no
// other's.
func opensAll(t *testing.T, specs []Spec) {
	t.Helper()
	all, err := OpenAll(specs, Config{})
	if err != nil {
		t.Fatalf("%+v: %v", specs, err)
	}
	given := map[int]bool{}
	for _, s := range specs {
		given[int(portOf(s.Addr))] = true
	}
	for i, g := range all {
		ports := portsOf(g)
		if ports[0] != int(portOf(specs[i].Addr)) {
			t.Errorf("%+v: %s listens at %q", specs, g.Name(), g.Addrs())
		}
		for _, data := range ports[1:] {
			if given[data] || data != ports[0]+1 && !given[ports[0]+1] {
				t.Errorf("%+v: %s has its data at %d", specs, g.Name(), data)
			}
		}
		g.Close()
	}
}

func TestWhereOneDialectCannotOpenNoneDoes(t *testing.T) {
	first := freePorts(t, 3)
	at := func(i int) string { return fmt.Sprintf("127.0.0.1:%d", first+i) }
	free := takeTCP(t, at(2))
	all, err := OpenAll([]Spec{{Dialect: "rtype", Addr: at(0)}, {Dialect: "dogfight", Addr: at(1)}, {Dialect: "carnage", Addr: at(2)}}, Config{})
	if err == nil || !strings.Contains(err.Error(), "carnage") || all != nil {
		t.Errorf("%v open, %v", all, err)
	}
	if free(); !allFree(first, 3) {
		t.Error("something is left open")
	}
}

func TestNoTwoDefaultPortsAreTheSame(t *testing.T) {
	taken := map[int]string{link.DefaultPort: "our own protocol"}
	take := func(port int, name string) {
		if other := taken[port]; other != "" {
			t.Errorf("port %d is of %s and of %s", port, other, name)
		}
		taken[port] = name
	}
	for _, k := range kinds {
		take(k.port, k.name)
	}
	take(find("lightracer").port+1, "the data of lightracer")
}

func portsOf(g *Gateway) (ports []int) {
	for _, addr := range g.Addrs() {
		ports = append(ports, int(netip.MustParseAddrPort(addr).Port()))
	}
	return ports
}
