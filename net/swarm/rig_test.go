package swarm

import (
	"context"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
)

// rig is a match in a synctest bubble that pilots can dial.
type rig struct {
	testing.TB
	conf Config
	host *net.Host
	stop context.CancelFunc
	done chan struct{}

	mu      sync.Mutex
	dialled int
	world   game.World
	changes [game.MaxShips]int // of a ship's input
	counted net.Measured
}

func newRig(t testing.TB, conf Config) *rig {
	setup, err := arena()
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{TB: t, conf: conf, done: make(chan struct{})}
	r.conf.Dial = r.dial
	r.host = net.NewHost(net.HostConfig{Observe: r.observe, Measure: r.measure}, net.FixedMatch(setup, net.MatchOptions{}, 1))
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() {
		defer close(r.done)
		r.host.Run(ctx)
	}()
	return r
}

func (r *rig) dial(string) link.Link {
	near, far := link.PipeOf(link.Here, "")
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dialled++
	r.host.Add(worsen(far, r.conf.conditions(), r.dialled))
	return near
}

func (r *rig) observe(w *game.World) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range w.Ships {
		if w.Ships[i].Input != r.world.Ships[i].Input {
			r.changes[i]++
		}
	}
	r.world = *w
}

func (r *rig) measure(m net.Measured) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counted = m
}

// starved returns the share of pilots' ticks with a wrong input.
func (r *rig) starved() float64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return float64(r.counted.Missed) / float64(r.counted.Flown)
}

// seen returns the host's newest World, and the changes of each ship's input.
func (r *rig) seen() (game.World, [game.MaxShips]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.world, r.changes
}

// fly runs the pilots' frames for a time.
func (r *rig) fly(d time.Duration, pilots ...pilot) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(framePeriod) {
		for _, p := range pilots {
			p.frame(time.Now())
		}
	}
}

// end removes the pilots and closes the match.
func (r *rig) end(pilots ...pilot) {
	for _, p := range pilots {
		p.leave()
	}
	r.stop()
	<-r.done
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
