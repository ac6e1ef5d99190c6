package foreign

import (
	"context"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfightnet "dogfight/net"
	"dogfight/testkit"
)

// rig is a Match in virtual time, and the other end of its line.
type rig struct {
	*testing.T
	*Match
	conn   io.ReadWriteCloser
	view   *dogfightnet.View
	events []game.Event // since the start
	chat   []string
}

const frameTime = time.Second / 60

// play runs f with a Match that joins the server at an address.
func play(t *testing.T, address string, f func(r *rig)) {
	t.Helper()
	server, err := Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		dial, conn := pipe()
		r := &rig{T: t, Match: join(server, "Nova", dial), conn: conn}
		defer r.Close()
		defer conn.Close()
		f(r)
	})
}

// frames runs so many sixtieths of a second with an input.
func (r *rig) frames(n int, in game.Input) {
	for range n {
		time.Sleep(frameTime)
		synctest.Wait()
		r.view = r.Frame(time.Now(), in)
		r.events = append(r.events, r.view.Events...)
		for _, line := range r.view.Chat {
			r.chat = append(r.chat, line.Text)
		}
	}
}

// saw reports whether there was an event of a slot.
func (r *rig) saw(kind game.EventKind, slot uint8) bool {
	return slices.ContainsFunc(r.events, func(ev game.Event) bool { return ev.Kind == kind && ev.Slot == slot })
}

// phase fails the test unless the match has a phase, for a reason with those words.
func (r *rig) phase(want dogfightnet.Phase, why string) {
	r.Helper()
	reason := ""
	if r.view.Err != nil {
		reason = r.view.Err.Error()
	}
	if r.view.Phase != want || !strings.Contains(reason, why) || why == "" && reason != "" {
		r.Fatalf("phase %d because of %q, expected %d because of %q", r.view.Phase, reason, want, why)
	}
}

// ship returns the ship of a pilot of the roster.
func (r *rig) ship(name string) *game.Ship {
	r.Helper()
	for _, p := range r.view.Roster {
		if p.Name == name {
			return &r.view.World.Ships[p.Slot]
		}
	}
	r.Fatalf("no pilot is called %q in %v", name, r.view.Roster)
	return nil
}

// apart returns how far a ship is from another, in units.
func apart(a, b *game.Ship) (x, y int32) { return (a.X - b.X) / game.One, (a.Y - b.Y) / game.One }

func TestMain(m *testing.M) {
	testkit.Parallel(8)
	os.Exit(m.Run())
}

// pipe returns a dial to an end that it also returns. Each write is read at once and whole, as with datagrams.
func pipe() (dial, io.ReadWriteCloser) {
	near, far := net.Pipe()
	return func(context.Context, string, string) (net.Conn, error) { return near, nil }, far
}

// refusing refuses to dial.
func refusing(err error) dial {
	return func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
	}
}
