package gateway

import (
	"bufio"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/lightracer"
	"dogfight/testkit"
	"dogfight/testkit/dialects"
)

// racing is a client of the Light Racer.
type racing struct {
	t       testing.TB
	control net.Conn
	lines   *bufio.Scanner
	welcome lightracer.Welcome
	data    net.Conn
	updates lightracer.Reader
	buf     []byte
	left    []byte
	held    game.Input
	score   atomic.Int32
}

func (r *rig) race(g *Gateway, name string) *racing {
	r.Helper()
	c := &racing{t: r.TB, control: r.connect("tcp", g.Addrs()[0]), buf: make([]byte, 64<<10)}
	c.lines = bufio.NewScanner(c.control)
	c.sends(&lightracer.Join{Name: name})
	racerReceives(c, &c.welcome)
	return c
}

// lifetime is how long a connection of a test may be in use, through several waits.
const lifetime = 5 * testkit.Limit

func (r *rig) connect(network, addr string) net.Conn {
	r.Helper()
	conn, err := net.Dial(network, addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(lifetime))
	if r.drips {
		return drip{conn}
	}
	return conn
}

func (c *racing) sends(m lightracer.Request) { c.control.Write(m.Append(nil)) }

// changes requests a setting, and reports whether it is allowed.
func (c *racing) changes(key, value string) bool {
	c.t.Helper()
	c.sends(&lightracer.Set{Key: key, Value: value})
	c.control.Write([]byte("?\n")) // is answered after it
	for may := true; c.lines.Scan(); {
		switch line := c.lines.Text(); {
		case strings.HasPrefix(line, "ERROR SET is for the first"):
			may = false
		case strings.HasPrefix(line, "ERROR request must be JOIN"):
			return may
		case strings.HasPrefix(line, "ERROR"):
			c.t.Fatal(line)
		}
	}
	c.t.Fatal(c.lines.Err())
	return false
}

// racerReceives waits for a line of a type.
func racerReceives[M any, P interface {
	*M
	lightracer.Reply
}](c *racing, m P) {
	c.t.Helper()
	for c.lines.Scan() {
		reply, err := dialects.ParseReply(c.lines.Text())
		if err != nil {
			c.t.Fatal(err)
		}
		if it, ok := reply.(P); ok {
			*m = *it
			return
		}
	}
	c.t.Fatalf("no %T: %v", m, c.lines.Err())
}

// opens opens the data connection.
func (c *racing) opens(network string) {
	c.t.Helper()
	host, _, _ := net.SplitHostPort(c.control.RemoteAddr().String())
	conn, err := net.Dial(network, net.JoinHostPort(host, fmt.Sprint(c.welcome.DataPort)))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(lifetime))
	c.data = conn
	if _, drips := c.control.(drip); drips {
		c.data = drip{conn}
	}
	c.data.Write(dialects.AppendToken(nil, c.welcome.Token))
}

// sees returns the own player in the next update with it, or an error at the end of the data.
func (c *racing) sees() (*lightracer.Player, error) {
	for {
		if len(c.left) == 0 {
			n, err := c.data.Read(c.buf)
			if err != nil {
				return nil, err
			}
			c.left = c.buf[:n]
		}
		rest, whole, err := c.updates.Read(c.left)
		if err != nil {
			return nil, err
		}
		c.left = rest
		if !whole {
			continue
		}
		if you := c.updates.Update.World.You; you != 0 {
			c.welcome.ID = you // like another WELCOME before
		}
		for i := range c.updates.Update.Players {
			if p := &c.updates.Update.Players[i]; p.ID == c.welcome.ID {
				return p, nil
			}
		}
	}
}

func TestARacerJoinsSteersAndLeaves(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"tcp", "udp"} {
		r := newRig(t, dogfight.HostConfig{})
		c := r.race(r.open("lightracer=:0"), "Ann")
		c.opens(network)
		for alive := false; !alive; {
			own, err := c.sees()
			if err != nil {
				t.Fatal(network, err)
			}
			alive = own.Alive
		}
		in := lightracer.Input{Player: c.welcome.ID, Held: game.Steer(game.Up)}
		b := in.AppendUpdate(nil)
		if network == "udp" {
			b = append(dialects.AppendToken(nil, c.welcome.Token), b...)
		}
		flew := r.ever(func(w *game.World) bool { return w.Ships[c.welcome.ID-1].VY < 0 })
		r.waits("that she steers up", func(w *game.World) bool {
			c.data.Write(b)
			return flew(w)
		})
		c.sends(&lightracer.Leave{})
		r.waits("that she left", func(w *game.World) bool { return ships(w) == 0 })
	}
}

func TestARacerMayOpenAnotherDataConnection(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
	c := r.race(r.open("lightracer=:0"), "Ann")
	for range 5 {
		c.opens("tcp")
		c.left, c.updates = nil, lightracer.Reader{}
		if _, err := c.sees(); err != nil {
			t.Fatal(err)
		}
		c.data.(*net.TCPConn).SetLinger(0) // it breaks off while updates are on their way
		c.data.Close()
	}
	c.control.Write([]byte("?\n"))
	var answer lightracer.Error
	racerReceives(c, &answer)
}

func TestABrokenDataConnectionDoesNotEndTheRacer(t *testing.T) {
	near, far := net.Pipe()
	far.Close()
	r := &racer{data: near}
	if _, err := r.send(dialect.Data, []byte("update")); err != nil {
		t.Errorf("before another one could be opened: %v", err)
	}
}

func TestToSendAnUpdateAllocatesNothing(t *testing.T) {
	r := newRig(t, dogfight.HostConfig{})
	server := raceServer{Gateway: r.open("lightracer=:0")}
	here, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	server.socket = link.NewUDPConn(here)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	stream := r.connect("tcp", listener.Addr().String())
	update := make([]byte, 500)
	for name, sender := range map[string]*racer{
		"tcp": {raceServer: &server, data: stream},
		"udp": {raceServer: &server, address: link.UDPAddr{AddrPort: here.LocalAddr().(*net.UDPAddr).AddrPort()}, wanted: time.Now().Add(time.Hour)},
	} {
		send := func() {
			if _, err := sender.send(dialect.Data, update); err != nil {
				t.Error(name, err)
			}
		}
		if n := testing.AllocsPerRun(20, send); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestADataConnectionEndsWithItsRacer(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("lightracer=:0")
	for range 10 {
		c := r.race(g, "Ann")
		c.sends(&lightracer.Leave{}) // before the token is read, or behind it
		c.opens("tcp")
		for err := error(nil); err == nil; {
			_, err = c.data.Read(c.buf)
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Fatal("it is still open")
			}
		}
	}
	r.waits("an empty match", func(w *game.World) bool { return ships(w) == 0 })
}

// An eavesdropper on a token must not send thirty updates a second to another address.
func TestDatagramsAreSentOnlyToTheAddressOfTheControlConnection(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	c := r.race(r.open("lightracer=:0"), "Ann")
	other, err := net.DialUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)}, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: int(c.welcome.DataPort)})
	if err != nil {
		t.Skip("the loopback has one address here: ", err)
	}
	defer other.Close()
	c.opens("udp")
	sees := func() {
		t.Helper()
		if _, err := c.sees(); err != nil {
			t.Fatal(err)
		}
	}
	sees()
	other.Write(dialects.AppendToken(nil, c.welcome.Token))
	for range 10 {
		sees()
	}
	other.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if n, err := other.Read(make([]byte, 2048)); err == nil {
		t.Errorf("%d bytes went to another address", n)
	}
}

func TestTheLeaderIsTheFirstToHaveJoinedOfThosePresent(t *testing.T) {
	t.Parallel()
	for range 3 { // which racer ticks first must not matter
		r := newRig(t, dogfight.HostConfig{})
		var set []string
		g := r.openWith("lightracer=:0", Config{Dial: r.dial, Set: func(key, value string) error {
			set = append(set, key+"="+value) // by the leader: one at a time
			return nil
		}})
		var racers []*racing
		for _, name := range []string{"Ann", "Bob", "Cid", "Dan"} {
			racers = append(racers, r.race(g, name))
		}
		for i, leader := range racers {
			for _, other := range racers[i+1:] {
				if other.changes("bots", "1") {
					t.Error("a racer other than the leader has changed a setting")
				}
			}
			r.waits("another leader", func(*game.World) bool { return leader.changes("bots", fmt.Sprint(i)) })
			leader.leave()
		}
		if want := []string{"bots=0", "bots=1", "bots=2", "bots=3"}; !slices.Equal(set, want) {
			t.Errorf("the setting is %q", set)
		}
	}
}

func TestTheDataPortIsTheOneAfterTheControlPortIfThatIsFree(t *testing.T) {
	take := map[string]func(*testing.T, string) func(){"TCP": occupyTCP, "UDP": occupyUDP}
	for _, taken := range []string{"", "TCP", "UDP"} {
		port := freePorts(t, 2)
		if taken != "" {
			take[taken](t, fmt.Sprintf("127.0.0.1:%d", port+1))
		}
		r := newRig(t, dogfight.HostConfig{})
		g := r.open(fmt.Sprintf("lightracer=:%d", port))
		if isNext := portsOf(g)[1] == port+1; isNext != (taken == "") {
			t.Errorf("%q in use: it listens at %q", taken, g.Addrs())
		}
		for _, network := range []string{"tcp", "udp"} {
			c := r.race(g, "Ann")
			if int(c.welcome.DataPort) != portsOf(g)[1] {
				t.Errorf("%q in use: the racer gets %d, and it listens at %q", taken, c.welcome.DataPort, g.Addrs())
			}
			c.opens(network)
			if _, err := c.sees(); err != nil {
				t.Errorf("%q in use, %s: %v", taken, network, err)
			}
			c.leave()
		}
	}
}

func TestAnyDataPortIsUsedAfterTheHighestPort(t *testing.T) {
	if !allFree(65535, 1) {
		t.Skip("port 65535 is in use")
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
	opensAll(t, []Spec{ // each one's data port would be the other's
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
	free := func() bool { // as another program of this machine may use it
		return !slices.ContainsFunc(specs, func(s Spec) bool { return !allFree(int(portOf(s.Addr)), 1) })
	}
	for range specs {
		specs = append(specs[1:], specs[0])
		if !free() {
			t.Skip("a default port is in use")
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

// opensAll opens dialects together, and checks that each has its own port, and no other's.
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

func TestIfOneDialectCannotOpenNoneDoes(t *testing.T) {
	first := freePorts(t, 3)
	at := func(i int) string { return fmt.Sprintf("127.0.0.1:%d", first+i) }
	free := occupyTCP(t, at(2))
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

// TestUpdatesGoToTheTokensAddressForFiveSeconds: an eavesdropper on the token sends it with the address of another; and a racer asks once
// and no more.
func TestUpdatesGoToTheTokensAddressForFiveSeconds(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
	g := r.open("lightracer=:0")
	c := r.race(g, "Ann")
	to, _ := net.ResolveUDPAddr("udp", g.Addrs()[1])
	other, err := net.DialUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 2)}, to)
	if err != nil {
		t.Skip("this machine has one address of loopback alone")
	}
	defer other.Close()
	elsewhere := &stranger{Conn: other}
	for range 60 {
		elsewhere.sends(dialects.AppendToken(nil, c.welcome.Token))
	}
	elsewhere.listens(time.Now().Add(time.Second))
	if elsewhere.received > 0 {
		t.Errorf("%d bytes were sent to an address without a token", elsewhere.received)
	}
	here := &stranger{Conn: r.connect("udp", g.Addrs()[1])}
	here.sends(dialects.AppendToken(nil, c.welcome.Token))
	here.receivesMore(t)
	for before, end := 0, time.Now().Add(testkit.Limit); here.received > before; {
		if before = here.received; time.Now().After(end) {
			t.Fatalf("%d bytes were sent to a silent address, and they do not end", here.received)
		}
		here.listens(time.Now().Add(time.Second))
	}
	here.sends(dialects.AppendToken(nil, c.welcome.Token))
	here.receivesMore(t)
}

// Two racers fly a round of the original game. One flies straight, the other in narrower and narrower circles until it meets its own wall.
func TestARacerDiesInATrail(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	arena, err := assets.Arena("grid")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), Mode: game.Trails, ScoreLimit: 5}
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(s, dogfight.MatchOptions{Mode: game.Trails, Arena: "grid"}, 0))
	g := r.open("lightracer=:0")
	other := r.race(g, "Ann")
	other.opens("tcp")
	go func() { // packets for it are not read
		for _, err := other.sees(); err == nil; _, err = other.sees() {
		}
	}()
	c := r.race(g, "Bob")
	c.opens("tcp")
	r.waits("that ships fly", func(w *game.World) bool { return w.Rounds.Began != 0 && w.TrailReady() == 0 })

	courses := [...]game.Course{game.Up, game.Right, game.Down, game.Left}
	const most = 4 // rounds; the match has five
	began, walls, turns, ids := time.Now(), 0, 0, map[int32]bool{}
	flew, astray, late := false, 0, false
	for own, err := c.sees(); ; own, err = c.sees() {
		if err != nil {
			t.Fatal(err)
		}
		if flew && !own.Alive && walls > 0 {
			if c.isAtItsWall(own) {
				break
			}
			// On a busy machine it may turn too late, and meet something else. Then it tries again in the next round.
			if astray++; astray == most && late {
				t.Skip("this machine is too busy to steer by the clock")
			}
			if astray == most {
				t.Fatalf("in each of %d rounds it ended elsewhere than at a wall of its own, at last at %d, %d: %+v", most, own.X, own.Y, c.updates.Update.TrailSegments)
			}
		}
		had := walls
		flew, walls = own.Alive, 0
		for _, segment := range c.updates.Update.TrailSegments {
			if !segment.Wall || segment.ID <= game.MaxShips {
				t.Fatalf("%+v is no wall", segment)
			}
			if segment.Owner == own.ID {
				walls++
				ids[segment.ID] = true
			}
		}
		if walls < had {
			turns = 0 // a round has just begun
		}
		side := 260*time.Millisecond - time.Duration(turns)*15*time.Millisecond
		if passed := time.Since(began); passed > side {
			late = late || turns > 0 && passed > side+50*time.Millisecond
			began = time.Now()
			in := lightracer.Input{Player: c.welcome.ID, Held: game.Steer(courses[turns%4])}
			c.data.Write(in.AppendUpdate(nil))
			turns++
		}
	}
	if len(ids) < 4 {
		t.Errorf("it saw %d walls of its own after %d turns", len(ids), turns)
	}
	r.waits("that the other has won the round", func(w *game.World) bool {
		return w.Ships[other.welcome.ID-1].Score > 0 && w.Ships[c.welcome.ID-1].Deaths > 0
	})
}

// isAtItsWall reports whether the player is at a wall of its own, but not at its end.
func (c *racing) isAtItsWall(own *lightracer.Player) bool {
	at := 0
	for _, wall := range c.updates.Update.TrailSegments {
		if wall.Owner == own.ID && own.X >= min(wall.X, wall.ToX) && own.X <= max(wall.X, wall.ToX) &&
			own.Y >= min(wall.Y, wall.ToY) && own.Y <= max(wall.Y, wall.ToY) {
			at++
		}
	}
	return at >= 2 // the current one ends there
}
