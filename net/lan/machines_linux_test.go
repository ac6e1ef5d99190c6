package lan

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"
)

// machine is a network namespace: to sockets opened there, it is a separate machine.
type machine string

// pairs counts the machines of all tests, for different names.
var pairs atomic.Int32

// twoMachines returns two machines with a cable between them, and no other network. The first is on 192.0.2.0/24 and 2001:db8::/64, and
// routes all else over the cable too; the second is there as well, and has addresses outside of those networks.
func twoMachines(t *testing.T) (here, there machine) {
	t.Helper()
	if _, err := exec.LookPath("ip"); err != nil || os.Getuid() != 0 {
		t.Skip("network namespaces need root and the program ip (iproute2)")
	}
	n := pairs.Add(1)
	here, there = machine(fmt.Sprintf("lan-%d-a%d", os.Getpid(), n)), machine(fmt.Sprintf("lan-%d-b%d", os.Getpid(), n))
	for _, m := range []machine{here, there} {
		if out, err := exec.Command("ip", "netns", "add", string(m)).CombinedOutput(); err != nil {
			t.Skipf("no network namespace to be had: %s", out)
		}
		t.Cleanup(func() { exec.Command("ip", "netns", "del", string(m)).Run() })
	}
	sh(t, fmt.Sprintf("ip link add cable netns %s type veth peer name cable netns %s", here, there))
	for i, m := range []machine{here, there} {
		sh(t, fmt.Sprintf("ip -n %[1]s link set lo up && ip -n %[1]s link set cable up && "+
			"ip -n %[1]s addr add 192.0.2.%[2]d/24 dev cable && ip -n %[1]s addr add 2001:db8::%[2]d/64 dev cable nodad", m, i+1))
	}
	sh(t, fmt.Sprintf("ip -n %[1]s route add default dev cable && ip -n %[1]s -6 route add default dev cable", here))
	sh(t, fmt.Sprintf("ip -n %[1]s addr add 203.0.113.9/24 dev cable && ip -n %[1]s addr add 2001:db8:9::9/64 dev cable nodad", there))
	return here, there
}

// joinsAnother puts the machine on 198.51.100.0/24 as well, by another interface.
func (m machine) joinsAnother(t *testing.T) {
	t.Helper()
	sh(t, fmt.Sprintf("ip -n %[1]s link add other type veth peer name others && ip -n %[1]s link set other up && ip -n %[1]s link set others up && "+
		"ip -n %[1]s addr add 198.51.100.1/24 dev other", m))
}

func sh(t *testing.T, script string) {
	t.Helper()
	if out, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		t.Skipf("%s: %v: %s", script, err, out)
	}
}

// on runs do on the machine: sockets that do opens are there.
func (m machine) on(t *testing.T, do func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // without unlocking it: the thread is of no use to others
		ns, err := os.Open("/run/netns/" + string(m))
		if err == nil {
			defer ns.Close()
			err = unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET)
		}
		if err == nil {
			do()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Skip(err)
	}
}
