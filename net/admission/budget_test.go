package admission

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

func TestNeverMoreThanThreeTimesWhatCame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SampledFrom([]uint8{0, 1, 2, 3}).Draw(t, "times")
		b := ReplyBudget{Times: times}
		came, went := 0, 0
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			n := rapid.IntRange(0, 1500).Draw(t, "bytes")
			if rapid.Bool().Draw(t, "comes") {
				b.Received(n)
				came += n
			} else if left := b.Left(); b.Allow(n) != (n <= left) {
				t.Fatalf("of %d left, %d: expected what Left says", left, n)
			} else if n <= left {
				went += n
			}
			bound := 3 * came
			if times != 0 {
				bound = int(times) * came
			}
			if went > bound || b.Left() != bound-went {
				t.Fatalf("%d bytes came, %d went, %d are left", came, went, b.Left())
			}
		}
	})
}

func TestAProvenAddressHasNoBound(t *testing.T) {
	var b ReplyBudget
	if b.Allow(1) || b.Proven() {
		t.Error("something may go to where nothing came from")
	}
	b.Validate()
	if !b.Allow(math.MaxInt) || !b.Allow(1) || !b.Proven() {
		t.Error("a proven address is bounded")
	}
}

func TestABudgetDoesNotOverflow(t *testing.T) {
	var b ReplyBudget
	for range 10000 {
		b.Received(1 << 20)
	}
	if b.Left() != most {
		t.Errorf("%d bytes are left", b.Left())
	}
}
