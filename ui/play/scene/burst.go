package scene

import (
	"math"
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
	kind := burstOf[ev.Kind]
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

// burstOf is the bursts of events.
var burstOf = map[game.EventKind]burstKind{
	game.EventSpark: rockSparks, game.EventHit: hitSparks, game.EventBlock: shieldRipple, game.EventKill: wreck,
	game.EventBlast: blast, game.EventPickup: glitter, game.EventSpawn: arrival, game.EventBump: scrape,
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
func (k burstKind) fires() (size fireSize, fire bool) {
	switch k {
	case wreck:
		return wreckFire, true
	case blast:
		return blastFire, true
	case hitSparks:
		return hitFire, true
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
		f.drawFire(px, py, firePicture(size, int(b.seed>>8&0xff), step))
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

// The reach of fire's light, in dots.
const (
	rockLight = 30
	dustLight = 24.0
)

// DrawLight lights dust and rock around fires.
func (b *Bursts) DrawLight(f *Frame) {
	if f.Sheet.FewerFlashes || f.Sheet.LowBandwidth || f.Sheet.Mode == canvas.ASCII || f.far() {
		return
	}
	for i := range b.ring {
		if glow := b.ring[i].glow(f); glow > 0 {
			px, py := f.Locate(b.ring[i].at.X, b.ring[i].at.Y)
			f.shine(px, py, glow)
		}
	}
}

// glow returns the light of a burst, from 0 to 1, in steps: a change in each picture would take as many bytes as
// everything else.
func (b *burst) glow(f *Frame) float64 {
	size, fire := b.kind.fires()
	age := f.Sheet.Now.Sub(b.start)
	if !fire || size == 0 || age < 0 || age >= b.kind.life() {
		return 0
	}
	step := int(5 * age / b.kind.life())
	return [...]float64{1, 0.85, 0.6, 0.35, 0.15}[step]
}

func (f *Frame) shine(px, py int, glow float64) {
	left, top := f.Sheet.Cell(px-rockLight, py-rockLight)
	right, bottom := f.Sheet.Cell(px+rockLight, py+rockLight)
	for y := max(top, 1); y <= min(bottom, f.Sheet.Height()-2); y++ {
		for x := max(left, 0); x <= min(right, f.Sheet.Width()-1); x++ {
			dx, dy := canvas.Across*x+1-px, canvas.Down*y+2-py
			squared := dx*dx + dy*dy
			switch {
			case squared > rockLight*rockLight:
			case f.Sheet.Blank(x, y):
				f.shineOnDust(x, y, glow*(1-math.Sqrt(float64(squared))/dustLight))
			case glow*(1-(math.Sqrt(float64(squared))-cellReach)/rockLight) > warmLight[0]:
				f.shineOnRock(x, y, px, py, glow)
			}
		}
	}
}

// cellReach is the greatest distance of a cell's dots from its middle, and a little more.
const cellReach = 3

// shineOnDust tints a cell of space, in dithered steps.
func (f *Frame) shineOnDust(x, y int, light float64) {
	order := float64(dither(x+f.Left/canvas.Across, y+f.Top/canvas.Down)) / 16
	if tone := int(light*canvas.GlowTones + order); light > 0 && tone > 0 {
		f.Sheet.Tint(x, y, canvas.Glow+canvas.Colour(min(tone, canvas.GlowTones)-1))
	}
}

// warmLight is the light needed for each step of warmth.
var warmLight = [canvas.Warmth]float64{0.14, 0.24, 0.36, 0.5, 0.68}

// shineOnRock warms the rock dots of a cell, most those that face the light.
func (f *Frame) shineOnRock(x, y, px, py int, glow float64) {
	for i := range canvas.Across * canvas.Down {
		dx, dy := canvas.Across*x+i%canvas.Across, canvas.Down*y+i/canvas.Across
		k := f.Sheet.At(dx, dy)
		if !canvas.IsRock(k) {
			continue
		}
		wayX, wayY := px-dx, py-dy
		away := math.Sqrt(float64(wayX*wayX+wayY*wayY)) + 1
		bright := glow * (1 - away/rockLight)
		if bright <= warmLight[0] {
			continue
		}
		nx, ny := f.Land.Normal(f.Left+dx, f.Top+dy)
		faces := float64(nx*wayX+ny*wayY) / 100 / away
		if steps := warmth(bright * (0.45 + 0.55*max(faces, 0))); steps > 0 {
			f.Sheet.Dot(dx, dy, canvas.Warm(k, steps))
		}
	}
}

// warmth returns the steps of warmth for a light.
func warmth(light float64) (steps int) {
	for steps < len(warmLight) && light > warmLight[steps] {
		steps++
	}
	return steps
}
