package gateway

import (
	"sync"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// crowd has so many clients of our own join, which hold a seat each, and look at nothing.
// It returns what has them leave.
func (r *rig) crowd(n int) (leave func()) {
	links := make([]link.Link, n)
	for i := range links {
		links[i] = r.dial(link.Here)
		hello := proto.Hello{Version: proto.Version, Tables: proto.TableVersion, RulesVersion: game.RulesVersion, Rules: game.RulesFingerprint, Purpose: proto.Play, Pace: 2, Name: "One of many"}
		links[i].Send(link.Control, hello.Append(nil))
		links[i].Send(link.Control, (&proto.Spawn{Name: hello.Name}).Append(nil))
	}
	gone := make(chan struct{})
	var sitting sync.WaitGroup
	sitting.Go(func() {
		second := time.NewTicker(time.Second)
		defer second.Stop()
		for {
			select {
			case <-gone:
				return
			case <-second.C:
				r.breathe(links)
			}
		}
	})
	leave = sync.OnceFunc(func() {
		close(gone)
		sitting.Wait()
		for _, l := range links {
			l.Send(link.Control, (&proto.Bye{}).Append(nil))
		}
	})
	r.Cleanup(leave)
	return leave
}

// breathe keeps each link alive.
func (r *rig) breathe(links []link.Link) {
	r.mu.Lock()
	now := r.world.Tick
	r.mu.Unlock()
	idle := proto.Inputs{Ack: now, Newest: now + 1, List: []game.Input{0}}
	var buf []byte
	for _, l := range links {
		for ok := true; ok; {
			var p link.Packet
			p, ok = l.Receive(buf)
			buf = p.Bytes
		}
		l.Send(link.Data, idle.Append(nil))
	}
}
