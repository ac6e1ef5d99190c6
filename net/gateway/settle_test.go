package gateway

import (
	"io"
	stdnet "net"
	"net/netip"
	"testing"

	"dogfight/net"
	"dogfight/net/admission"
	"dogfight/proto/dialect/dogfight"
)

// seated returns a player who has joined and said nothing, and whether they are half-open.
func seated(t *testing.T) (p streamPlayer, halfOpen func() bool) {
	control := admission.New(admission.Limits{})
	visit, err := control.Enter(netip.MustParseAddr("127.0.0.1"), func() {})
	if err != nil {
		t.Fatal(err)
	}
	p = newStreamPlayer(t.Context())
	p.visit, p.player = visit, &player{client: net.NewClient(net.ClientConfig{}), session: dogfight.NewSession(false)}
	return p, func() bool {
		_, n := control.Count()
		return n > 0
	}
}

// The original dogfight client sends nothing until a key is pressed.
func TestASilentPlayerIsInWhoHasReadMoreThanSystemsKeep(t *testing.T) {
	t.Parallel()
	p, halfOpen := seated(t)
	near, far := stdnet.Pipe()
	defer near.Close()
	go io.Copy(io.Discard, far)
	state := make([]byte, 1000)
	for sent := 0; ; sent += len(state) {
		if err := p.settle(); err != nil {
			t.Fatal(err)
		}
		if !halfOpen() {
			if sent <= mostUnread || sent > mostUnread+len(state) {
				t.Errorf("in after %d bytes, of which the systems may keep %d", sent, mostUnread)
			}
			return
		}
		if sent > 2*mostUnread {
			t.Fatal("never in")
		}
		p.write(near, state)
	}
}

func TestAPlayerWhoNeitherSpeaksNorReadsForAMinuteLeaves(t *testing.T) {
	t.Parallel()
	near, far := stdnet.Pipe()
	defer near.Close()
	go io.Copy(io.Discard, far)
	for what, does := range map[string]func(p *streamPlayer){
		"nothing": func(*streamPlayer) {},
		"reads":   func(p *streamPlayer) { p.write(near, []byte{0}) },
		"speaks":  func(p *streamPlayer) { p.take(event{bytes: []byte{3}}) }, // half an event is a sign of life too
	} {
		p, _ := seated(t)
		ticks := 0
		for ; ticks < 10*mostQuiet && p.settle() == nil; ticks++ {
			if ticks%mostQuiet == mostQuiet-1 && ticks < 5*mostQuiet {
				does(&p)
			}
		}
		want := mostQuiet
		if what != "nothing" {
			want += 5 * mostQuiet
		}
		if ticks != want {
			t.Errorf("%s: left after %d ticks, expected %d", what, ticks, want)
		}
	}
}
