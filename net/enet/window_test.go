package enet

import (
	"math/rand/v2"
	"testing"
)

func TestTheWindowTakesEachNumberOnce(t *testing.T) {
	var w window
	random := rand.New(rand.NewPCG(2, 2))
	seen := map[int]bool{}
	newest := 0
	for range 200_000 {
		n := max(0, newest+random.IntN(1400)-1200+random.IntN(8))
		if random.IntN(500) == 0 {
			n = newest + random.IntN(5000)
		}
		newest = max(newest, n)
		want := !seen[n] && newest-n < windowSize
		if got := w.take(uint16(n)); got != want {
			t.Fatalf("number %d, newest %d: taken %v, want %v", n, newest, got, want)
		}
		seen[n] = true
	}
}
