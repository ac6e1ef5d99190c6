//go:build linux

package e2e

import (
	"maps"
	"sync"
	"testing"
)

// The machine is its own, so that all ports are free. The examples are told no address: they know
// where their dialect is spoken.
func TestTheExamplesPlayOnTheDefaultPortsOfAllDialects(t *testing.T) {
	t.Parallel()
	needPython(t)
	m := newMachine(t, "ports")
	want := map[string]string{
		"native": "127.0.0.1:4242", "dogfight": "127.0.0.1:6699", "carnage": "127.0.0.1:4245", "warworlds": "127.0.0.1:4246",
		"lightracer": "127.0.0.1:4247 127.0.0.1:4248", "rtype": "127.0.0.1:4243", "rtype-code": "127.0.0.1:4244",
	}
	names := []string{"dogfight", "carnage", "warworlds", "lightracer", "rtype", "rtype-code"}
	args := []string{"--lan=false", "--arena", "duel"}
	for _, name := range names {
		args = append(args, "--dialect", name)
	}
	h := startHeadlessOn(t, m, "127.0.0.1:4242", args...)
	if !maps.Equal(h.listens, want) {
		t.Errorf("the host listens at %q, expected %q", h.listens, want)
	}
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			runExample(m.on(t, exampleCommand(t, name, "--seconds", "2", "--name", "Ann"))).check(t, name)
		})
	}
	all.Wait()
}
