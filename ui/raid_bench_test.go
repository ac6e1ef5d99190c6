package ui

import (
	"testing"
	"time"

	"dogfight/ui/canvas"
)

// BenchmarkPicturesOfARaid is what it takes to draw what each of its 32 people sees, and
// to say what changed: all that drawing for a remote player costs but SSH and the
// client. No two of them find what they need in the processor's cache.
func BenchmarkPicturesOfARaid(b *testing.B) {
	r := startRaid(b)
	var all []*far
	for range r.people {
		all = append(all, newFar(b, canvas.Blocks))
	}
	var pictures, bytes int
	var took time.Duration
	for b.Loop() {
		r.frame()
		began := time.Now()
		for i, f := range all {
			bytes += len(f.picture(r, i))
		}
		took += time.Since(began)
		pictures += len(all)
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(pictures), "ns/picture")
	b.ReportMetric(float64(bytes)/float64(pictures), "B/picture")
}
