package rivals_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestOursIsSmallestByFar(t *testing.T) {
	const far = 4 // times
	ours, best := measured()["ours"], figures{}
	var table strings.Builder
	fmt.Fprintf(&table, "%d packets\n%-16s%10s%8s%11s%9s%8s\n", ours.packets, "", "B/packet", "B-max", "bits/ship", "kbit/s", "ours x")
	for _, r := range rivals {
		f := measured()[r.name]
		fmt.Fprintf(&table, "%-16s%10.1f%8d%11.2f%9.1f%8.1f\n",
			r.name, f.mean(), f.most, f.bitsPerShip(), f.kbits(), f.mean()/ours.mean())
		if r.name != "ours" && (best.bytes == 0 || f.bytes < best.bytes) {
			best = f
		}
	}
	t.Log(table.String())
	if best.bytes < far*ours.bytes {
		t.Errorf("ours takes %d bytes, expected at most %d, a quarter of the best rival's", ours.bytes, best.bytes/far)
	}
}

func TestEveryCodecLeadsToWhatWasSent(t *testing.T) {
	m := theMatch()
	for _, r := range rivals {
		t.Run(r.name, func(t *testing.T) {
			c := r.make()
			var b []byte
			for _, p := range sample() {
				base, now := &m.frames[p.base], &m.frames[p.now]
				b = c.encode(b[:0], base, now)
				if err := c.decode(b, base); err != nil {
					t.Fatalf("frame %d: %v", p.now, err)
				}
				if !c.arrived(now) {
					t.Fatalf("frame %d came back different", p.now)
				}
				if c.arrived(base) {
					t.Fatalf("frame %d cannot be told from frame %d", p.now, p.base)
				}
			}
		})
	}
}

func TestMatchIsAFight(t *testing.T) {
	m := theMatch()
	first, last := &m.frames[0].world, &m.frames[len(m.frames)-1].world
	deaths, shots, orders := 0, 0, 0
	for i := range last.Ships {
		deaths += int(last.Ships[i].Deaths - first.Ships[i].Deaths)
	}
	for i := range m.frames {
		shots += len(m.frames[i].snapshot.of(shotKind))
	}
	for _, o := range m.orders {
		orders += len(o)
	}
	perShip := float64(orders) / ships / float64(len(m.orders)) * 60
	t.Logf("%d deaths, %d shots in flight, %.1f changes of input a second and ship", deaths, shots/len(m.frames), perShip)
	if got := len(m.frames[0].snapshot.of(pilotKind)); got != ships {
		t.Errorf("expected %d ships, found %d", ships, got)
	}
	if deaths < ships/2 || shots < 10*len(m.frames) || perShip < 1 {
		t.Error("expected a match in which ships steer, shoot and die")
	}
}

func BenchmarkRivals(b *testing.B) {
	for _, r := range rivals {
		b.Run(r.name+"/encode", func(b *testing.B) { benchmarkEncode(b, r.make(), measured()[r.name]) })
		b.Run(r.name+"/decode", func(b *testing.B) { benchmarkDecode(b, r.make()) })
	}
}

func benchmarkEncode(b *testing.B, c codec, f figures) {
	m, packets := theMatch(), sample()
	var buf []byte
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := packets[i%len(packets)]
		buf = c.encode(buf[:0], &m.frames[p.base], &m.frames[p.now])
	}
	b.ReportMetric(f.mean(), "B/packet")
	b.ReportMetric(float64(f.most), "B-max")
	b.ReportMetric(f.bitsPerShip(), "bits/ship")
}

func benchmarkDecode(b *testing.B, c codec) {
	m, packets := theMatch(), sample()
	var encoded [][]byte
	for _, p := range packets {
		encoded = append(encoded, c.encode(nil, &m.frames[p.base], &m.frames[p.now]))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(packets)
		if err := c.decode(encoded[k], &m.frames[packets[k].base]); err != nil {
			b.Fatal(err)
		}
	}
}
