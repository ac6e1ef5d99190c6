package admission

import (
	"flag"
	"math"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

var epoch = time.Unix(1e9, 0)

var long = flag.Bool("long", false, "run TestWithForgedAddressesTheChanceIsTheRate with a flood of 20,000 a second, not 8,000")

func siteOf(n int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}), 32)
}

// flood is a number of sites with a rate of requests, in all.
type flood struct {
	sites int
	each  float64
	late  func(n int) int // the site of the nth request; nil: in turn
}

// honest returns the share of accepted requests of sites that ask once a second, 40 of them for 15 seconds, beside a flood that began two
// seconds before, and the accepted requests a second of the flood.
func (fl flood) honest(f *FairShare) (share, ofFlood float64) {
	const askers, seconds = 40, 15
	let, asked, taken := 0, 0, 0
	step := time.Duration(float64(time.Second) / (float64(fl.sites) * fl.each))
	next := make([]time.Time, askers)
	for i := range next {
		next[i] = epoch.Add(time.Duration(rand.IntN(1000)) * time.Millisecond)
	}
	begin, n := epoch.Add(2*time.Second), 0
	for now := epoch; now.Before(epoch.Add(seconds * time.Second)); now = now.Add(time.Duration(rand.ExpFloat64() * float64(step))) {
		site := n
		if n++; fl.late != nil {
			site = fl.late(n)
		}
		for i := range next {
			if now.Before(next[i]) {
				continue
			}
			through := f.Allow(siteOf(i), next[i])
			next[i] = next[i].Add(time.Second)
			if now.After(begin) {
				asked++
				if through {
					let++
				}
			}
		}
		if f.Allow(siteOf(1000+site%fl.sites), now) && now.After(begin) {
			taken++
		}
	}
	return float64(let) / float64(asked), float64(taken) / (seconds - 2)
}

func TestSeldomRequestsPassDuringAFlood(t *testing.T) {
	for name, c := range map[string]struct {
		flood
		least float64
	}{
		"200 sites, 16 a second each":   {flood{sites: 200, each: 16}, 0.98},
		"2,000 sites, 16 a second each": {flood{sites: 2000, each: 16}, 0.92},
		"2,000 sites, 4 a second each":  {flood{sites: 2000, each: 4}, 0.92},
		"200 sites as seldom as they":   {flood{sites: 200, each: 1}, 0.98},
		"2,000 sites as seldom as they": {flood{sites: 2000, each: 1}, 0.25}, // indistinguishable
		"one site, 50,000 a second":     {flood{sites: 1, each: 50000}, 0.98},
	} {
		share, flooders := c.honest(NewFairShare(1024, 16))
		for n := 1.0; n < 6 && share < c.least; n++ { // sites that share their counters with others by chance may have asked often
			again, _ := c.honest(NewFairShare(1024, 16))
			share = (share*n + again) / (n + 1)
		}
		t.Logf("%s: %.1f %% of honest requests pass, and %.0f a second of the flood", name, 100*share, flooders)
		if share < c.least {
			t.Errorf("%s: want at least %.0f %%", name, 100*c.least)
		}
	}
}

// TestWithForgedAddressesTheChanceIsTheRate shows a limit: an honest site has asked before, while each forged one is new, so it may count
// among those that ask more often. Half of the chance is the minimum.
func TestWithForgedAddressesTheChanceIsTheRate(t *testing.T) {
	runs, most := 3, 8000 // an honest site gets a few dozen answers at most, so chance is large
	if *long {
		runs, most = 8, 20000
	}
	for _, rate := range []int{500, 2000, most} {
		fl := flood{sites: 1 << 23, each: float64(rate) / (1 << 23), late: func(int) int { return rand.IntN(1 << 23) }}
		var share float64
		for range runs {
			one, _ := fl.honest(NewFairShare(1024, 16))
			share += one / float64(runs)
		}
		want := min(1, 1024/float64(rate+40))
		t.Logf("%d a second, each from another site: %.1f %% of honest requests pass, expected %.1f %%", rate, 100*share, 100*want)
		if share < want/3 {
			t.Errorf("%d a second: %.1f %% of honest requests pass", rate, 100*share)
		}
	}
}

func TestAFloodGetsNoMoreThanTheRate(t *testing.T) {
	for _, fl := range []flood{{sites: 1, each: 10000}, {sites: 5000, each: 10}, {sites: 1 << 20, each: 0.05}} {
		f := NewFairShare(256, 16)
		passed := 0
		step := time.Duration(float64(time.Second) / (float64(fl.sites) * fl.each))
		n := 0
		for now := epoch; now.Before(epoch.Add(10 * time.Second)); now = now.Add(step) {
			if n++; f.Allow(siteOf(n%fl.sites), now) {
				passed++
			}
		}
		most := 11 * 256
		if fl.sites == 1 {
			most = 11 * 16
		}
		if passed > most || passed < most/2 {
			t.Errorf("%+v: %d passed in ten seconds, want some %d", fl, passed, most)
		}
	}
}

func TestAFloodIsForgottenAfterEightSeconds(t *testing.T) {
	f := NewFairShare(100, 16)
	for range 10000 {
		f.Allow(siteOf(1), epoch)
	}
	if f.Allow(siteOf(1), epoch) {
		t.Error("the flood continues")
	}
	if !f.Allow(siteOf(1), epoch.Add(time.Second)) {
		t.Error("a second later, when no other asks, the site is refused")
	}
	const others = 5 // the rest for them
	f.leave(epoch.Add(time.Second), others, others, others, 0)
	if f.Allow(siteOf(1), epoch.Add(time.Second)) {
		t.Error("it uses the share of others")
	}
	f.leave(epoch.Add(3*span), others, others, others, 0)
	if !f.Allow(siteOf(1), epoch.Add(3*span)) {
		t.Error("it is refused when its flood is over")
	}
}

// leave uses all but so much of the classes' shares.
func (f *FairShare) leave(now time.Time, left ...int) {
	for i, share := range f.shares {
		share.AllowN(now, int(share.TokensAt(now))-left[i])
	}
}

func TestFairAllocatesNothing(t *testing.T) {
	f, n := NewFairShare(100, 16), 0
	if a := testing.AllocsPerRun(5000, func() { f.Allow(siteOf(n), epoch.Add(time.Duration(n)*time.Millisecond)); n++ }); a > 0 {
		t.Errorf("%v allocations", a)
	}
}

func BenchmarkAllow(b *testing.B) {
	f, n, now := NewFairShare(1024, 16), 0, epoch
	b.ReportAllocs()
	for b.Loop() {
		now = now.Add(10 * time.Microsecond)
		f.Allow(siteOf(n), now)
		n++
	}
}

func TestAReplyBudgetIsThreeTimesTheReceivedBytes(t *testing.T) {
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
				t.Fatalf("of %d left, %d: expected the result of Left", left, n)
			} else if n <= left {
				went += n
			}
			bound := 3 * came
			if times != 0 {
				bound = int(times) * came
			}
			if went > bound || b.Left() != bound-went {
				t.Fatalf("received %d bytes, sent %d, %d are left", came, went, b.Left())
			}
		}
	})
}

func TestAProvenAddressHasNoBound(t *testing.T) {
	var b ReplyBudget
	if b.Allow(1) || b.Proven() {
		t.Error("data may be sent to an address that sent nothing")
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
	if b.Left() != maxBudget {
		t.Errorf("%d bytes are left", b.Left())
	}
}

func TestABrakeIsARateABurstAndADebt(t *testing.T) {
	b, begin := NewBrake(1000, 400), time.Unix(1e9, 0)
	for _, step := range []struct {
		at   time.Duration
		n    int
		wait time.Duration
	}{
		{0, 0, 0},
		{0, 400, 0},                      // a burst
		{0, 100, 100 * time.Millisecond}, // a tenth of a second's
		{50 * time.Millisecond, 1000, 1050 * time.Millisecond}, // more than a burst, and the debt
		{time.Minute, 400, 0},                                     // a pause saves no more than a burst
		{time.Minute + 100*time.Millisecond, 100, 0},              // 100 are new
		{time.Minute + 100*time.Millisecond, 1, time.Millisecond}, // and no more
	} {
		if wait := b.Took(step.n, begin.Add(step.at)); (wait - step.wait).Abs() > time.Microsecond {
			t.Errorf("after %v, %d bytes: wait for %v, want %v", step.at, step.n, wait, step.wait)
		}
	}
}
