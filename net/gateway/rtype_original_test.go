package gateway

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/admission"
	"dogfight/net/link"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// originalClient imitates the client of the R-Type program at its commit b2b34d3d, on a socket. It sends CONNECT once, never PING, and
// INPUT only when a key is pressed. It only knows the packets of that commit, and treats things in a SNAPSHOT as enemies unless an
// ENTITY_CREATE announced them.
type originalClient struct {
	*net.UDPConn
	t testing.TB

	running sync.WaitGroup

	mu        sync.Mutex
	accepts   int
	snapshots int
	lastAt    time.Time     // of a SNAPSHOT
	longest   time.Duration // between two
	players   []uint64
	enemies   int // in the last SNAPSHOT
	over      bool
	unknown   []byte // an unknown packet
}

// original opens a socket for a client, and reads from it.
func (r *rig) original(to netip.AddrPort) *originalClient {
	r.Helper()
	conn, err := net.DialUDP("udp", nil, net.UDPAddrFromAddrPort(to))
	if err != nil {
		r.Fatal(err)
	}
	c := &originalClient{UDPConn: conn, t: r.TB}
	c.running.Go(c.read)
	r.Cleanup(c.quit)
	return c
}

// quit closes its socket without a message.
func (c *originalClient) quit() {
	c.Close()
	c.running.Wait()
}

func (c *originalClient) connects() { c.Write([]byte{0x01, 1, 0, 4}) }

// presses presses a key: the packet has all pressed keys.
func (c *originalClient) presses(keys byte) { c.Write([]byte{0x03, 1, 0, 5, keys}) }

func (c *originalClient) read() {
	for b := make([]byte, 2048); ; {
		n, err := c.Read(b)
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err == nil && n >= 4 && b[1] == 1 && int(binary.BigEndian.Uint16(b[2:])) == n:
			c.handle(b[:n])
		}
	}
}

func (c *originalClient) handle(p []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case p[0] == 0x10 && len(p) == 4:
		c.accepts++
	case p[0] == 0x12 && len(p) >= 6 && len(p) == 6+17*int(binary.BigEndian.Uint16(p[4:])):
		c.see(p[6:])
	case p[0] == 0x13 && len(p) == 22:
		c.players = append(c.players, binary.BigEndian.Uint64(p[4:]))
	case p[0] == 0x14 && len(p) == 12:
		id := binary.BigEndian.Uint64(p[4:])
		c.players = slices.DeleteFunc(c.players, func(p uint64) bool { return p == id })
	case p[0] == 0x17 && len(p) == 4:
		c.over = true
	case p[0] == 0x11 && len(p) == 4 && c.over: // REJECT: a key came after the end, and the original ignores unknown packets
	default:
		c.unknown = slices.Clone(p)
	}
}

// see reads the entities of a SNAPSHOT.
func (c *originalClient) see(entities []byte) {
	now := time.Now()
	if c.snapshots++; c.snapshots > 1 {
		c.longest = max(c.longest, now.Sub(c.lastAt))
	}
	c.lastAt, c.enemies = now, 0
	for ; len(entities) > 0; entities = entities[17:] {
		if !slices.Contains(c.players, binary.BigEndian.Uint64(entities)) {
			c.enemies++
		}
	}
}

// waits waits for a condition of its state.
func (c *originalClient) waits(what string, is func() bool) {
	c.t.Helper()
	for end := time.Now().Add(testkit.Limit); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		c.mu.Lock()
		ok := is()
		c.mu.Unlock()
		if ok {
			return
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t.Fatalf("the original has not seen: %s (%d ACCEPTs, %d SNAPSHOTs)", what, c.accepts, c.snapshots)
}

// seesMore waits for so many SNAPSHOTs more.
func (c *originalClient) seesMore(n int) {
	c.t.Helper()
	c.mu.Lock()
	before := c.snapshots
	c.mu.Unlock()
	c.waits("more of the match", func() bool { return c.snapshots >= before+n })
}

// knewAll fails the test after an unknown packet.
func (c *originalClient) knewAll() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.unknown != nil {
		c.t.Errorf("the original does not know %x", c.unknown)
	}
}

// addrOf returns the address of a gateway.
func addrOf(g *Gateway) netip.AddrPort { return netip.MustParseAddrPort(g.Addrs()[0]) }

func TestTheOriginalRTypeClientSeesTheMatchFromItsConnectOn(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.original(addrOf(r.open("rtype-code=:0")))
	c.connects()
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	c.seesMore(3)
	c.waits("its own ship as a player", func() bool { return len(c.players) == 1 && c.players[0] >= rtype.MinID })
	c.presses(8)
	r.waits("a ship that flies to the right", func(w *game.World) bool { return w.Ships[0].Input.Course() == game.Right })
	c.presses(0)
	r.waits("a ship that is let go", func(w *game.World) bool { return w.Ships[0].Input == 0 })
	r.close()
	c.waits("that it is over", func() bool { return c.over })
	c.knewAll()
}

func TestTheOriginalRTypeClientPlaysThoughItsConnectIsLost(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	relay := testkit.NewRelay(t, addrOf(r.open("rtype-code=:0")), testkit.Network{})
	relay.DropFirst(1)
	c := r.original(relay.Addr())
	c.connects()
	for lost, _ := relay.Counts(); lost == 0; lost, _ = relay.Counts() {
		time.Sleep(time.Millisecond)
	}
	c.presses(8)
	c.seesMore(3)
	r.waits("a ship that flies to the right", func(w *game.World) bool { return w.Ships[0].Input.Course() == game.Right })
}

func TestTheOriginalRTypeClientPlaysOverALossyNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	lasts := time.Second
	if *long {
		lasts = time.Minute
	}
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 6}, 0))
	relay := testkit.NewRelay(t, addrOf(r.open("rtype-code=:0")), testkit.Network{Loss: 0.1, Delay: 20 * time.Millisecond, Jitter: 40 * time.Millisecond, Seed: 5})
	relay.DropFirst(1)
	c := r.original(relay.Addr())
	chance := rand.New(rand.NewPCG(1, 1))
	c.connects()
	c.presses(0)
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		c.presses(byte(chance.IntN(32)))
		c.seesMore(20 + chance.IntN(100))
	}
	lost, passed := relay.Counts()
	c.mu.Lock()
	t.Logf("%d SNAPSHOTs, at most %v apart; %d datagrams were lost, %d passed", c.snapshots, c.longest.Round(time.Millisecond), lost, passed)
	c.mu.Unlock()
	c.knewAll()
	all, err := r.host.Pilots()
	players := slices.DeleteFunc(all, func(p dogfight.PilotInfo) bool { return p.Bot })
	if err != nil || len(players) != 1 || players[0].Name != "rtype-code-1" || players[0].Spectates {
		t.Errorf("the players are %+v, %v", players, err)
	}
}

func TestAClosedSocketOfTheOriginalGetsNothingMoreAndLosesItsShip(t *testing.T) {
	if !*long {
		t.Skip("seconds of real time; runs with -long")
	}
	if _, err := os.Stat("/proc/net/udp"); err != nil {
		t.Skip("only Linux reports refused datagrams")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype-code=:0")
	stays, leaves := r.original(addrOf(g)), r.original(addrOf(g))
	stays.connects()
	leaves.connects()
	r.waits("two ships", func(w *game.World) bool { return ships(w) == 2 })
	leaves.quit()
	r.waits("that one has left", func(w *game.World) bool { return ships(w) == 1 })
	stays.seesMore(20)
}

func TestAnIdleOriginalDoesNotLoseItsShip(t *testing.T) {
	if !*long {
		t.Skip("seconds of real time; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype-code=:0")
	c := r.original(addrOf(g))
	c.connects()
	var id uint64
	c.waits("its own ship", func() bool {
		if len(c.players) == 1 {
			id = c.players[0]
		}
		return id != 0
	})
	c.seesMore(60) // three seconds of silence, after which the document's clients may move
	thief := r.client(g)
	thief.wire.Code = false
	thief.sends(&rtype.Connect{ClientID: uint32(id)})
	c.seesMore(20)
}

func TestANeighboursAddressHasTheUsualLimit(t *testing.T) {
	spec := Spec{Dialect: "rtype-code"}
	if local := admissionOf(spec, admission.Limits{}).Local; local == nil || local(netip.MustParseAddr("192.168.1.7")) {
		t.Error("a neighbour may have as many players as loopback")
	}
	for _, c := range []struct {
		spec  Spec
		at    string
		wants int
	}{
		{spec, "192.168.1.7", 8}, {spec, "203.0.113.7", 8}, {spec, "127.0.0.1", 64}, {Spec{Dialect: "rtype"}, "127.0.0.1", 64},
	} {
		control := admission.New(admissionOf(c.spec, admission.Limits{}))
		n := 0
		for ; n < 100; n++ {
			visit, err := control.Enter(netip.MustParseAddr(c.at), func() {})
			if err != nil {
				break
			}
			visit.Settle()
		}
		if n != c.wants {
			t.Errorf("%s of %s: %d players, expected %d", c.at, c.spec.Dialect, n, c.wants)
		}
	}
}

func TestAKeyAfterTheDisconnectDoesNotJoin(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("rtype-code=:0")
	c := r.rtype(g, 0)
	r.waits("a ship", func(w *game.World) bool { return ships(w) == 1 })
	c.signals(rtype.DisconnectType)
	c.receivesSignal(rtype.GameOverType)
	c.sends(&rtype.InputFlags{Flags: rtype.Up})
	other := r.rtype(g, 0) // behind it, so it is in space no sooner
	for s := (rtype.Snapshot{}); len(s.Entities) == 0 || s.Entities[0].ID < rtype.MinID; {
		other.receives(&s)
	}
	if all, err := r.host.Pilots(); err != nil || len(all) != 1 {
		t.Errorf("pilots %+v, %v, want one", all, err)
	}
	c.connects(0) // which is not late
	r.waits("both", func(w *game.World) bool { return ships(w) == 2 })
}

// virtualNet carries datagrams between sockets in memory, for tests in virtual time. It loses some, and delays all.
type virtualNet struct {
	loss          float64 // 0 to 1
	delay, jitter time.Duration

	mu      sync.Mutex
	random  *rand.Rand
	sockets map[netip.AddrPort]*virtualSocket
}

func newVirtualNet(loss float64, delay, jitter time.Duration) *virtualNet {
	return &virtualNet{
		loss: loss, delay: delay, jitter: jitter,
		random: rand.New(rand.NewPCG(1, 2)), sockets: map[netip.AddrPort]*virtualSocket{},
	}
}

// virtualSocket is an enet.PacketConn.
type virtualSocket struct {
	net      *virtualNet
	addr     netip.AddrPort
	in       chan virtualDatagram
	closed   chan struct{}
	close    func()
	deaf     atomic.Bool  // it loses all datagrams to it
	received atomic.Int64 // bytes, lost or not
}

type virtualDatagram struct {
	from  netip.AddrPort
	bytes []byte
}

// virtualQueue is the length of a socket's queue; more datagrams are lost.
const virtualQueue = 256

// socket opens a socket at the next free address.
func (n *virtualNet) socket() *virtualSocket {
	n.mu.Lock()
	defer n.mu.Unlock()
	number := len(n.sockets)
	s := &virtualSocket{
		net: n, addr: netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, byte(number >> 8), byte(number)}), 4246),
		in: make(chan virtualDatagram, virtualQueue), closed: make(chan struct{}),
	}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	n.sockets[s.addr] = s
	return s
}

func (s *virtualSocket) LocalAddr() net.Addr { return net.UDPAddrFromAddrPort(s.addr) }

func (s *virtualSocket) Close() error {
	s.close()
	return nil
}

func (s *virtualSocket) Receive(b []byte) (int, link.UDPAddr, error) {
	select {
	case d := <-s.in:
		return copy(b, d.bytes), link.UDPAddr{AddrPort: d.from}, nil
	case <-s.closed:
		return 0, link.UDPAddr{}, net.ErrClosed
	}
}

func (s *virtualSocket) Send(b []byte, to link.UDPAddr) error {
	if late, lost := s.net.fate(); !lost {
		d := virtualDatagram{s.addr, bytes.Clone(b)}
		time.AfterFunc(late, func() { s.net.deliver(d, to.AddrPort) })
	}
	return nil
}

// fate decides the fate of a datagram.
func (n *virtualNet) fate() (late time.Duration, lost bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if late = n.delay; n.jitter > 0 {
		late += time.Duration(n.random.Int64N(int64(n.jitter)))
	}
	return late, n.random.Float64() < n.loss
}

func (n *virtualNet) deliver(d virtualDatagram, to netip.AddrPort) {
	n.mu.Lock()
	s := n.sockets[to]
	n.mu.Unlock()
	if s == nil {
		return
	}
	if s.received.Add(int64(len(d.bytes))); s.deaf.Load() {
		return
	}
	select {
	case s.in <- d:
	default:
	}
}
