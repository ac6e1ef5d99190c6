package play

import (
	"math"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// burst is a short-lived cloud of particles. Where its particles are follows
// from its age and seed.
type burst struct {
	kind    *burstKind
	at      game.Point
	start   time.Time
	seed    uint32
	colours hull // of the ship it comes from
}

// bursts are those in space, the newest in place of the oldest.
type bursts struct {
	ring [64]burst
	next int
	hit  [game.MaxShips]time.Time // when the ship was last hit
}

// add starts what an event looks like.
func (b *bursts) add(f *frame, ev *game.Event) {
	if ev.Slot >= game.MaxShips {
		return
	}
	if ev.Kind == game.EventHit {
		b.hit[ev.Slot] = f.now
	}
	kind := burstOf(ev.Kind)
	if kind == nil || f.options.FewerBytes && (kind == &scrape || kind == &rockSparks) { // which tell nothing
		return
	}
	b.ring[b.next] = burst{
		kind: kind, at: game.Point{X: ev.X, Y: ev.Y}, start: f.now,
		seed:    scatter(int(ev.X), int(ev.Y), uint32(b.next)),
		colours: f.hullOf(int(ev.Slot)),
	}
	b.next = (b.next + 1) % len(b.ring)
}

// draw draws the bursts that are not over.
func (b *bursts) draw(f *frame) {
	for i := range b.ring {
		burst := &b.ring[i]
		if burst.kind == nil {
			continue
		}
		passed := f.now.Sub(burst.start)
		if f.options.FewerBytes {
			passed = passed.Truncate(burstStep) + burstStep/2
		}
		age := float64(passed) / float64(burst.kind.life)
		if age < 0 || age >= 1 {
			burst.kind = nil
			continue
		}
		if px, py := f.locate(burst.at.X, burst.at.Y); f.near(px, py, 16) {
			burst.draw(f, px, py, age)
		}
	}
}

// draw draws a burst of an age from 0 to 1.
func (b *burst) draw(f *frame, px, py int, age float64) {
	b.drawRing(f, px, py, age)
	each := 1
	if f.options.FewerBytes {
		each = 2
	}
	for i := 0; i < b.kind.particles; i += each {
		b.drawParticle(f, px, py, i, age)
	}
	if b.kind.flash && age < 0.12 && !f.options.FewerFlashes {
		f.drawDisc(px, py, flashRadius*f.scale(), white)
	}
}

const flashRadius = 2.5 // pixels

func (f *frame) drawDisc(px, py int, radius float64, k canvas.Colour) {
	reach := int(radius)
	for y := -reach; y <= reach; y++ {
		for x := -reach; x <= reach; x++ {
			if float64(x*x+y*y) <= radius*radius {
				f.Dot(px+x, py+y, k)
			}
		}
	}
}

// scale is how many dots a pixel takes.
func (f *frame) scale() float64 { return math.Ldexp(1, pixelShift-int(f.shift)) }

// drawParticle draws particle i, which flies straight, slows down, cools and
// is gone some time before the burst is. Every third is a piece of the hull.
func (b *burst) drawParticle(f *frame, px, py, i int, age float64) {
	h := scatter(i, 0, b.seed)
	age /= 0.5 + float64(h>>8&255)/512
	if age >= 1 {
		return
	}
	way := f.scale() * b.kind.reach * (0.3 + 0.7*float64(h>>16&255)/256) * (1 - (1-age)*(1-age))
	ray := &rays[h%uint32(len(rays))]
	k := b.kind.colours[int(age*float64(len(b.kind.colours)))]
	if b.kind.debris && i%3 == 0 {
		k = b.colours.at(age)
	}
	f.Dot(px+int(math.Round(ray.x*way)), py+int(math.Round(ray.y*way)), k)
}

// drawRing draws the shock wave, which is through after the first half.
func (b *burst) drawRing(f *frame, px, py int, age float64) {
	k := b.kind
	if k.ringFrom == k.ringTo || age >= 0.5 || f.options.FewerBytes && k != &drumBlast { // whose ring tells how far it reaches
		return
	}
	radius := f.scale() * (k.ringFrom + (k.ringTo-k.ringFrom)*math.Sqrt(2*age))
	for i := range rays {
		f.Dot(px+int(math.Round(rays[i].x*radius)), py+int(math.Round(rays[i].y*radius)), k.ring)
	}
}

// at returns the colour of a piece of hull that cools from age 0 to 1.
func (h hull) at(age float64) canvas.Colour {
	switch {
	case age < 0.3:
		return h.bright
	case age < 0.7:
		return h.middle
	}
	return h.dark
}

// rays are directions all around, of length 1.
var rays = allAround()

func allAround() (rays [64]point) {
	for i := range rays {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(len(rays)))
		rays[i] = point{x, y}
	}
	return rays
}
