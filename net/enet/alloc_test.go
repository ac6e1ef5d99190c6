package enet

import (
	"testing"
	"time"

	"dogfight/net/link"
)

func TestSteadyTrafficAllocatesNothing(t *testing.T) {
	var hosts [2]*Host
	var inbox [2][][]byte
	var peers [2]*Peer
	free := [][]byte{}
	for i := range hosts {
		hosts[i] = NewHost(Config{
			Limits: Limits{Peers: 1},
			Send: func(_ link.UDPAddr, b []byte) {
				var room []byte
				if n := len(free); n > 0 {
					room, free = free[n-1], free[:n-1]
				}
				inbox[1-i] = append(inbox[1-i], append(room[:0], b...))
			},
			Connected:    func(p *Peer, _ uint32) { peers[i] = p },
			Received:     func(*Peer, uint8, []byte, Delivery) {},
			Disconnected: func(_ *Peer, why Reason, _ uint32) { t.Errorf("disconnected: %v", why) },
		})
	}
	now := time.Unix(1e9, 0)
	exchange := func() {
		now = now.Add(10 * time.Millisecond)
		for i, h := range hosts {
			for _, b := range inbox[i] {
				h.Receive(now, address(2-i), b)
				free = append(free, b)
			}
			inbox[i] = inbox[i][:0]
			h.Tick(now)
		}
	}
	if _, err := hosts[1].Connect(address(1).AddrPort, 0); err != nil {
		t.Fatal(err)
	}
	short, long := make([]byte, 300), make([]byte, 3000)
	round := func() {
		for i, h := range hosts {
			if p := peers[i]; p != nil {
				h.Send(p, 0, short, Reliable)
				h.Send(p, 0, short, Unreliable)
				h.Send(p, 0, short, Unsequenced)
				h.Send(p, 1, long, Reliable)
				h.Send(p, 1, long, Unreliable)
			}
		}
		exchange()
	}
	for range 200 {
		round()
	}
	if allocations := testing.AllocsPerRun(500, round); allocations > 0 {
		t.Errorf("%.1f allocations for ten packets, want 0", allocations)
	}
}

func TestAnInboxAllocatesNothingForWhatIsTaken(t *testing.T) {
	var in inbox
	packet, buf := Packet{Bytes: make([]byte, 300)}, make([]byte, 300)
	for range 3 {
		in.put(packet)
	}
	round := func() {
		in.put(packet)
		in.take(buf)
	}
	round()
	if allocations := testing.AllocsPerRun(1000, round); allocations > 0 {
		t.Errorf("%.2f allocations a packet", allocations)
	}
	for range 3 {
		in.take(buf)
	}
	if _, ok := in.take(buf); ok || in.weight != 0 {
		t.Errorf("after all was taken there are %d bytes", in.weight)
	}
}

func BenchmarkReliable(b *testing.B) {
	var hosts [2]*Host
	var peers [2]*Peer
	now := time.Unix(1e9, 0)
	var pending [2][]byte
	for i := range hosts {
		hosts[i] = NewHost(Config{
			Limits:       Limits{Peers: 1},
			Send:         func(_ link.UDPAddr, d []byte) { pending[1-i] = append(pending[1-i][:0], d...) },
			Connected:    func(p *Peer, _ uint32) { peers[i] = p },
			Received:     func(*Peer, uint8, []byte, Delivery) {},
			Disconnected: func(*Peer, Reason, uint32) {},
		})
	}
	hosts[1].Connect(address(1).AddrPort, 0)
	exchange := func() {
		now = now.Add(time.Millisecond)
		for i, h := range hosts {
			if len(pending[i]) > 0 {
				h.Receive(now, address(2-i), pending[i])
				pending[i] = pending[i][:0]
			}
			h.Tick(now)
		}
	}
	for range 10 {
		exchange()
	}
	packet := make([]byte, 100)
	b.ReportAllocs()
	for b.Loop() {
		hosts[1].Send(peers[1], 0, packet, Reliable)
		exchange()
	}
	b.SetBytes(int64(len(packet)))
}
