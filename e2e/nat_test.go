//go:build linux

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// strays are the ways in which a router handles what it did not ask for, as rules of nftables. A router that accepts it takes it for a
// connection of its own, and then gives one from inside another port.
var strays = []struct{ name, rule string }{
	{"drop", "iifname wan ct state new drop"},
	{"reject", "iifname wan ct state new reject"},
	{"accept", "accept"},
}

// TestPlayersMeetBehindRouters runs a relay, a host and a player in network namespaces, each of the last two behind a router. At last the relay
// is killed.
func TestPlayersMeetBehindRouters(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("network namespaces need root")
	}
	for _, program := range []string{"ip", "nft", "sysctl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	t.Parallel()
	for i, host := range strays {
		for j, client := range strays {
			t.Run(host.name+" x "+client.name, func(t *testing.T) {
				n := newNamespaces(t, fmt.Sprintf("df%d%d%d", os.Getpid()%1000, i, j), host.rule, client.rule)
				relay := startListening(t, n.in("relay", newCommand(t, "relay", "--listen", "198.51.100.2:4343")), "relay")
				h := startHeadlessOf(t, n.in("host", newCommand(t, "host", "--headless", "--listen", ":4242", "--invite", "--relay", relay.listens["relay"])))
				p := startTerminalOf(t, n.in("client", newCommand(t, "join", h.invitation, "--name", "Ann")))
				p.sees("boost")
				p.press("\x1bOR") // F3
				direct := func(text string) bool { return strings.Contains(text, "UDP") && !strings.Contains(text, "by relay") }
				p.await("a direct link", direct)
				relay.cmd.Process.Kill()
				p.press("\r")
				p.press("still here\r")
				p.await("the line of chat that the host sends back", func(text string) bool { return strings.Contains(text, "Ann: still here") })
				p.await("a direct link", direct)
			})
		}
	}
}

// namespaces are a small Internet: a router in the middle, the relay, and a host and a client behind a router each.
type namespaces struct {
	t      *testing.T
	prefix string
}

func newNamespaces(t *testing.T, prefix, hostRule, clientRule string) *namespaces {
	t.Helper()
	n := &namespaces{t, prefix}
	for _, name := range []string{"core", "relay", "rh", "rc", "host", "client"} {
		n.run("ip", "netns", "add", n.name(name))
		t.Cleanup(func() { exec.Command("ip", "netns", "del", n.name(name)).Run() })
		n.run("ip", "-n", n.name(name), "link", "set", "lo", "up")
	}
	n.join("core", "relay", "to-relay", "eth", "198.51.100.1/24", "198.51.100.2/24")
	n.join("core", "rh", "to-rh", "wan", "203.0.113.1/30", "203.0.113.2/30")
	n.join("core", "rc", "to-rc", "wan", "203.0.113.5/30", "203.0.113.6/30")
	n.join("rh", "host", "lan", "eth", "192.168.1.1/24", "192.168.1.2/24")
	n.join("rc", "client", "lan", "eth", "192.168.2.1/24", "192.168.2.2/24")
	for of, rule := range map[string]string{"rh": hostRule, "rc": clientRule} {
		rules := exec.Command("ip", "netns", "exec", n.name(of), "nft", "-f", "-")
		rules.Stdin = strings.NewReader(`table ip nat {
	chain out { type nat hook postrouting priority 100; oifname wan masquerade; }
	chain strays { type filter hook input priority 0; ` + rule + `; }
	chain through { type filter hook forward priority 0; iifname wan ct state new drop; }
}`)
		if out, err := rules.CombinedOutput(); err != nil {
			t.Skipf("no nftables: %v, %s", err, out)
		}
	}
	return n
}

func (n *namespaces) name(of string) string { return n.prefix + of }

// join connects two namespaces. The second one's default route leads to the first.
func (n *namespaces) join(a, b, atA, atB, addrA, addrB string) {
	n.t.Helper()
	n.run("ip", "-n", n.name(a), "link", "add", atA, "type", "veth", "peer", "name", atB, "netns", n.name(b))
	for _, end := range [][3]string{{a, atA, addrA}, {b, atB, addrB}} {
		n.run("ip", "-n", n.name(end[0]), "addr", "add", end[2], "dev", end[1])
		n.run("ip", "-n", n.name(end[0]), "link", "set", end[1], "up")
	}
	via, _, _ := strings.Cut(addrA, "/")
	n.run("ip", "-n", n.name(b), "route", "add", "default", "via", via)
	n.run("ip", "netns", "exec", n.name(a), "sysctl", "-qw", "net.ipv4.ip_forward=1")
}

func (n *namespaces) run(name string, args ...string) {
	n.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		n.t.Skipf("no network namespaces: %s %v: %v, %s", name, args, err, out)
	}
}

// in makes a command run in a namespace.
func (n *namespaces) in(name string, cmd *exec.Cmd) *exec.Cmd {
	inside := exec.Command("ip", append([]string{"netns", "exec", n.name(name)}, cmd.Args...)...)
	inside.Env, inside.Dir = cmd.Env, cmd.Dir
	return inside
}
