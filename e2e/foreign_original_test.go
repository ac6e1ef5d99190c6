//go:build unix

package e2e

import (
	"net"
	"strings"
	"sync"
	"testing"

	"dogfight/testkit"
)

// original runs a server that behaves as the original Dogfight server does.
func original(t *testing.T) (o *testkit.Original, addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o = testkit.NewOriginal()
	o.Walled = true
	var running sync.WaitGroup
	running.Go(func() { o.Accept(l) })
	t.Cleanup(func() {
		l.Close()
		running.Wait()
	})
	return o, l.Addr().String()
}

func TestTheOriginalDogfightServerIsPlayedOn(t *testing.T) {
	t.Parallel()
	o, addr := original(t)
	term := startTerminal(t, "join", "dogfight://"+addr, "--name", "Nova")
	term.sees("3f2a1b2c")
	term.press(" ")
	term.sees("Steer first")
	if events := o.Events(); len(events) > 0 {
		t.Errorf("it was sent %q before the ship moved", events[0].Bytes)
	}
	flies := func(what string, keys string, until func(own testkit.OriginalShip) bool) {
		t.Helper()
		term.await(what, func(string) bool { return until(o.Own()) }, func() { term.press(keys) })
	}
	flies("the ship to the right", "d", func(own testkit.OriginalShip) bool { return own.X > 300 })
	flies("a bullet that flies", " ", func(own testkit.OriginalShip) bool { return len(own.Bullets) > 0 && own.Bullets[0].Direction == 4 })
	for _, keys := range []string{"a ", "w ", "s ", "d "} { // as fast as the program reads them
		term.press(strings.Repeat(keys, 40))
	}
	flies("the ship upwards", "w", func(own testkit.OriginalShip) bool { return own.Y < 200 })
	if own := o.Own(); own.Mines() > 0 {
		t.Errorf("%d mines are left", own.Mines())
	}
	term.press("\x03")
	if code := term.leaves(); code != exitOK || o.Died() != nil {
		t.Errorf("exit code %d; the server: %v", code, o.Died())
	}
}
