//go:build unix

package link

import (
	"strconv"
	"syscall"
	"testing"
	"time"
)

// BenchmarkPlayers carries 30 packets a second each way over links in real time, and prints the cost of both ends. The time of an operation
// is that of a tick, and has no meaning.
func BenchmarkPlayers(b *testing.B) {
	for _, players := range []int{64, 512} {
		b.Run(strconv.Itoa(players), func(b *testing.B) { benchPlayers(b, players) })
	}
}

func benchPlayers(b *testing.B, players int) {
	hosts, ends := benchMatch(b, players)
	all := append(hosts, ends...)
	p, buf := make([]byte, benchPacket), make([]byte, MaxData)
	b.ReportAllocs()
	b.ResetTimer()
	before, next := busy(), time.Now()
	for range b.N {
		for _, end := range all {
			end.Send(Data, p)
		}
		for _, end := range all {
			for ok := true; ok; {
				var m Packet
				if m, ok = end.Receive(buf); ok {
					buf = m.Bytes
				}
			}
		}
		next = next.Add(time.Second / 30)
		time.Sleep(time.Until(next))
	}
	spent := busy() - before
	b.ReportMetric(float64(spent.Microseconds())/float64(b.N*len(all)), "us-CPU/packet")
	b.ReportMetric(100*spent.Seconds()/b.Elapsed().Seconds(), "%core")
}

// busy returns the CPU time of the process so far.
func busy() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
