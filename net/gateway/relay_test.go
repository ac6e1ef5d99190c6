package gateway

import (
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// relay takes a client to a host late, and in segments of another length, as a bad line does: what arrives while it pauses goes
// on at once.
func (r *rig) relay(host string) (addr string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	var running sync.WaitGroup
	r.Cleanup(running.Wait)
	r.Cleanup(func() { l.Close() })
	running.Go(func() {
		for seed := uint64(0); ; seed++ {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", host)
			if err != nil {
				near.Close()
				continue
			}
			running.Go(func() { forward(near, far, rand.New(rand.NewPCG(seed, 1))) })
			running.Go(func() { forward(far, near, rand.New(rand.NewPCG(seed, 2))) })
		}
	})
	return l.Addr().String()
}

// forward passes on what one end says until either closes.
func forward(to, from net.Conn, chance *rand.Rand) {
	defer to.Close()
	defer from.Close()
	for buf := make([]byte, 256<<10); ; {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
		time.Sleep(time.Duration(chance.Int64N(int64(60 * time.Millisecond))))
		if chance.IntN(20) == 0 {
			time.Sleep(time.Duration(chance.Int64N(int64(400 * time.Millisecond))))
		}
	}
}
