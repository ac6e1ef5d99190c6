package gateway

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dogfight/game"
	dogfightnet "dogfight/net"
)

// TestTheOriginalClientSurvivesOnRealSockets lasts a minute with -long. Only Linux reports the room of a connection.
func TestTheOriginalClientSurvivesOnRealSockets(t *testing.T) {
	p := newClassicClients(t)
	p.play("with the usual buffer", p.connect("tcp", p.addr))
	for _, size := range []int{1, 1500, 2000, 3000, 3500, 5000, 8000, 20000} {
		p.play(fmt.Sprintf("with a buffer of %d bytes", size), p.connectWith(p.addr, size))
	}
	p.playing.Wait()
}

// TestTheOriginalClientSurvivesBehindARelay lasts a minute with -long.
func TestTheOriginalClientSurvivesBehindARelay(t *testing.T) {
	p := newClassicClients(t)
	relay := p.relay(p.addr)
	for i := range 4 {
		p.play(fmt.Sprintf("client %d", i), p.connect("tcp", relay))
	}
	p.playing.Wait()
}

// classicClients imitate the original client on real sockets.
type classicClients struct {
	*rig
	addr    string
	lasts   time.Duration
	playing sync.WaitGroup
	clients int
}

func newClassicClients(t *testing.T) *classicClients {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfightnet.HostConfig{HostOptions: dogfightnet.HostOptions{PerAddress: game.MaxShips}}, dogfightnet.FixedMatch(duelSetup(t), dogfightnet.MatchOptions{Bots: 8, Skill: 4}, 0))
	g := r.openWith("dogfight=:0", Config{Dial: r.dial, Classic: true})
	p := &classicClients{rig: r, addr: g.Addrs()[0], lasts: 1500 * time.Millisecond}
	if *long {
		p.lasts = time.Minute
	}
	return p
}

// play makes another client play over a connection.
func (p *classicClients) play(name string, conn net.Conn) {
	conn.SetDeadline(time.Now().Add(p.lasts + 20*time.Second))
	p.clients++
	chance := rand.New(rand.NewPCG(uint64(p.clients), 0))
	c := &classicClient{Conn: conn, chance: chance, late: moods(chance), greedy: p.clients%2 == 0}
	p.playing.Go(func() {
		if err := c.play(p.lasts); err != nil {
			p.Errorf("%s: died %v", name, err)
		}
		p.Logf("%s: %v", name, c.seen)
	})
}

// connectWith connects with a receive buffer of that size, or the minimum of the system.
func (r *rig) connectWith(addr string, buffer int) net.Conn {
	d := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(fd uintptr) { syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, buffer) })
	}}
	conn, err := d.Dial("tcp", addr)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { conn.Close() })
	return conn
}

// lossy runs a command in its own network namespace with segments as long as the Internet's. Its queue is short, so it drops packets beyond
// its rate.
const lossy = `ip link set lo up mtu 1500 && tc qdisc add dev lo root handle 1: htb default 1 &&
tc class add dev lo parent 1: classid 1:1 htb rate 1mbit && tc qdisc add dev lo parent 1:1 pfifo limit 8 || exit 1
"$@"; status=$?
tc -s qdisc show dev lo
exit $status`

// The clients of TestTheOriginalClientSurvivesOnRealSockets, where packets are lost.
func TestTheOriginalClientSurvivesPacketLoss(t *testing.T) {
	if !*long {
		t.Skip("a minute of real time; runs with -long")
	}
	t.Parallel()
	cmd := exec.Command("unshare", "-n", "sh", "-c", lossy, "sh", os.Args[0], "-test.run", "^TestTheOriginalClientSurvivesOnRealSockets$", "-test.v", "-long")
	out, err := cmd.CombinedOutput()
	text := string(out)
	lost := regexp.MustCompile(`dropped [1-9]`).MatchString(text)
	switch {
	case !strings.Contains(text, "=== RUN"):
		t.Skipf("no network that loses packets: %v: %s", err, text)
	case err != nil:
		t.Error(err)
	case !lost:
		t.Error("nothing was lost")
	}
	t.Logf("%s", text)
}
