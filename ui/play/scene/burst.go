package scene

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// burst is a short effect in space.
type burst struct {
	kind  burstKind
	at    game.Point
	start time.Time
	seed  uint32
}

// Bursts are the current effects; new ones replace the oldest.
type Bursts struct {
	ring [64]burst
	next int
	hit  [game.MaxShips]time.Time // when each ship last blinked
}

// Add starts the effect of an event.
func (b *Bursts) Add(now time.Time, lowBandwidth bool, ev *game.Event) {
	if ev.Slot >= game.MaxShips {
		return
	}
	if ev.Kind == game.EventHit && now.Sub(b.hit[ev.Slot]) >= blinkPause {
		b.hit[ev.Slot] = now
	}
	kind := burstOf(ev.Kind)
	if kind == noBurst || lowBandwidth && (kind == scrape || kind == rockSparks) { // they carry no information
		return
	}
	b.ring[b.next] = burst{
		kind: kind, at: game.Point{X: ev.X, Y: ev.Y}, start: now,
		seed: Scatter(int(ev.X), int(ev.Y), uint32(b.next)),
	}
	b.next = (b.next + 1) % len(b.ring)
}

func (b *Bursts) Draw(f *Frame) {
	for i := range b.ring {
		burst := &b.ring[i]
		age := f.Sheet.Now.Sub(burst.start)
		if burst.kind == noBurst || age < 0 || age >= burst.kind.life() {
			continue
		}
		if px, py := f.Locate(burst.at.X, burst.at.Y); f.Near(px, py, 18) {
			burst.draw(f, px, py, age)
		}
	}
}

// burstKind is the look of a burst.
type burstKind uint8

const (
	noBurst burstKind = iota
	wreck
	blast
	hitSparks
	rockSparks
	shieldRipple
	glitter // of a power-up that was taken
	arrival
	scrape
)

func burstOf(kind game.EventKind) burstKind {
	switch kind {
	case game.EventSpark:
		return rockSparks
	case game.EventHit:
		return hitSparks
	case game.EventBlock:
		return shieldRipple
	case game.EventKill:
		return wreck
	case game.EventBlast:
		return blast
	case game.EventPickup:
		return glitter
	case game.EventSpawn:
		return arrival
	case game.EventBump:
		return scrape
	}
	return noBurst
}

func (k burstKind) life() time.Duration {
	switch k {
	case wreck, blast:
		return burstTime
	case hitSparks:
		return burstTime / 3
	case scrape, rockSparks:
		return 200 * time.Millisecond
	}
	return 450 * time.Millisecond
}

// fires reports whether a burst is fire, which lights its surroundings, and its size.
func (k burstKind) fires() (size burstSize, fire bool) {
	switch k {
	case wreck:
		return wreckBurst, true
	case blast:
		return blastBurst, true
	case hitSparks:
		return hitBurst, true
	}
	return 0, false
}

func (b *burst) draw(f *Frame, px, py int, age time.Duration) {
	if f.Sheet.Mode == canvas.ASCII || f.far() {
		b.drawPlain(f, px, py, age)
		return
	}
	step := int(age * burstSteps / b.kind.life())
	if held := f.Sheet.Detail.Hold; held > 0 {
		step -= step % held
		age = b.kind.life() * time.Duration(step) / burstSteps
	}
	if size, fire := b.kind.fires(); fire {
		f.drawFire(px, py, Burst(size, int(b.seed>>8&0xff), step))
		return
	}
	switch b.kind {
	case rockSparks:
		b.fly(f, px, py, age, 4, 5, sparkColours[:])
	case scrape:
		b.fly(f, px, py, age, 3, 5, scrapeColours[:])
	case glitter:
		b.fly(f, px, py, age, 12, 12, glitterColours[:])
	case shieldRipple:
		b.fly(f, px, py, age, 6, 12, shieldColours[:])
	case arrival:
		f.dots(px, py, ring(fullRing-step*fullRing/burstSteps))
	}
}

// drawFire draws fire. With FewerFlashes it glows from the start instead of flashing.
func (f *Frame) drawFire(px, py int, dots []Dot) {
	for _, d := range dots {
		if f.Sheet.FewerFlashes && (d.Colour == canvas.Flash || d.Colour == canvas.FlameYellow) {
			d.Colour = canvas.FlameOrange
		}
		f.Sheet.Figure(px+int(d.X), py+int(d.Y), d.Colour)
	}
}

// The colours of sparks as they cool.
var (
	sparkColours   = [...]canvas.Colour{canvas.FlameYellow, canvas.FlameOrange, canvas.Ember}
	scrapeColours  = [...]canvas.Colour{canvas.Spark, canvas.StarNear, canvas.Smoke}
	glitterColours = [...]canvas.Colour{canvas.Spark, canvas.Good, canvas.Good, canvas.BoxHealth}
	shieldColours  = [...]canvas.Colour{canvas.Spark, canvas.ShieldGlow, canvas.ShieldWorn}
)

// fly draws sparks that fly straight, reach dots far, and slow down.
func (b *burst) fly(f *Frame, px, py int, age time.Duration, sparks, reach int, colours []canvas.Colour) {
	part := int(age * 16 / b.kind.life()) // of 16
	k := colours[part*len(colours)/16]
	for i := range sparks {
		h := Scatter(i, 0, b.seed)
		ray := &rays[h%uint32(len(rays))]
		way := float64(reach) * (0.3 + 0.7*float64(h>>16&255)/256) * float64(part*(32-part)) / 256
		f.Sheet.Figure(px+int(ray.X*way), py+int(ray.Y*way), k)
	}
}

func (b *burst) drawPlain(f *Frame, px, py int, age time.Duration) {
	column, row := f.Sheet.Cell(px, py)
	reach := 0
	if _, fire := b.kind.fires(); fire && b.kind != hitSparks && !f.far() {
		reach = 1 + int(age*3/b.kind.life())
	}
	for _, way := range [...][2]int{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {1, -1}, {-1, 1}} {
		if reach > 0 || way == [2]int{} {
			f.Sheet.Text(column+way[0]*reach, row+way[1]*reach/2, "*", canvas.FlameOrange)
		}
	}
}
