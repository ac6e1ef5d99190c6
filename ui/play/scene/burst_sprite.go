package scene

import (
	"math"
	"slices"
	"sync"
	"time"

	"dogfight/ui/canvas"
)

// fireSize is the kind of a fire.
type fireSize uint8

const (
	hitFire   fireSize = iota // a shot on a hull
	wreckFire                 // a ship
	blastFire                 // a barrel; shows its reach
	fireSizes = iota
)

const (
	// burstTime is the length of a burst, of burstSteps equal pictures.
	burstTime  = 900 * time.Millisecond
	burstSteps = 6
	// burstVariants is the number of bursts of a size.
	fireVariants = 4
)

// fireKind is the properties of a size, in sub-pixels.
type fireKind struct {
	radius float64
	sparks int
	wave   bool // shows how far it reaches
}

var fireKinds = [fireSizes]fireKind{
	hitFire:   {radius: 5, sparks: 9},
	wreckFire: {radius: 14, sparks: 26},
	blastFire: {radius: 20, sparks: 26, wave: true}, // the rules' 40 units
}

// fireSprite is the pictures of one burst, made on first use.
type fireSprite struct {
	once  sync.Once
	steps [burstSteps][]Dot
}

var fireSprites [fireSizes][fireVariants]fireSprite

// firePicture returns a picture of a burst: fire that grows, gets hollow from 35 % of burstTime and leaves smoke, with
// sparks. variant is taken modulo burstVariants; after the last step there is nothing.
func firePicture(size fireSize, variant, step int) []Dot {
	if size >= fireSizes || step < 0 || step >= burstSteps {
		return nil
	}
	i := uint(variant) % fireVariants
	b := &fireSprites[size][i]
	b.once.Do(func() { b.make(fireKinds[size], uint32(size)<<8|uint32(i)<<4) })
	return b.steps[step]
}

func (b *fireSprite) make(k fireKind, seed uint32) {
	for step := range b.steps {
		age := (float64(step) + 0.5) / burstSteps
		reach := int(1.7*k.radius) + 2
		p := &plate{reach, make([]canvas.Colour, (2*reach+1)*(2*reach+1))}
		if k.wave {
			p.wave(k.radius, age, seed)
		}
		p.fire(k.radius, age, seed)
		p.sparks(k, age, seed)
		b.steps[step] = p.dots()
	}
}

// plate is a square to draw on, with its middle at 0, 0.
type plate struct {
	reach   int
	colours []canvas.Colour // Space where empty
}

func (p *plate) set(x, y int, k canvas.Colour) {
	if max(x, -x, y, -y) <= p.reach {
		p.colours[(y+p.reach)*(2*p.reach+1)+x+p.reach] = k
	}
}

func (p *plate) dots() (list []Dot) {
	for i, k := range p.colours {
		if k != canvas.Space {
			list = append(list, Dot{int8(i%(2*p.reach+1) - p.reach), int8(i/(2*p.reach+1) - p.reach), k})
		}
	}
	return slices.Clone(list)
}

// grown returns the radius of a burst at an age from 0 to 1.
func grown(radius, age float64) float64 { return radius * (0.35 + float64(0.65*math.Sqrt(age))) }

// fire draws the fireball at an age from 0 to 1.
func (p *plate) fire(radius, age float64, seed uint32) {
	radius = grown(radius, age)
	for y := -p.reach; y <= p.reach; y++ {
		for x := -p.reach; x <= p.reach; x++ {
			if heat, burns := burning(float64(x), float64(y), radius, age, seed); burns {
				p.set(x, y, fireRamp[min(max(heat, 0), len(fireRamp)-1)])
			}
		}
	}
}

// fireRamp is the colours of cooling fire.
var fireRamp = [...]canvas.Colour{canvas.Flash, canvas.FlameYellow, canvas.FlameOrange, canvas.FlameRed, canvas.Ember, canvas.Smoke, canvas.Soot}

// hollowFrom is the age of the first hole.
const hollowFrom = 0.35

// burning returns the entry of burstRamp at a place.
func burning(x, y, radius, age float64, seed uint32) (heat int, burns bool) {
	away := math.Hypot(x, y)
	if away < 0.5 {
		away = 0.5
	}
	tongues := noise(9+2.4*x/away, 9+2.4*y/away, seed+1) - 0.5
	edge := radius * (0.86 + float64(0.5*tongues) + float64(0.22*(noise(x/2, y/2, seed+2)-0.5)))
	if away > edge {
		return 0, false
	}
	ripple := noise(x/2.2, y/2.2, seed+3) - 0.5
	heat = min(int(4.4*(away/edge+float64(0.75*age)-0.1+float64(0.5*ripple))), coldest(age))
	if age > hollowFrom && away < edge*1.1*(age-0.3) {
		if noise(x/2, y/2, seed+4) < 0.62 {
			return 5, noise(x/2, y/2, seed+5) < 0.3
		}
		heat += 2
	}
	return heat, true
}

// coldest returns the last entry of burstRamp at an age: smoke and soot come later.
func coldest(age float64) int {
	switch {
	case age < 0.3:
		return 4
	case age < 0.55:
		return 5
	}
	return 6
}

// wave draws the edge of a blast, which reaches its radius after two thirds.
func (p *plate) wave(radius, age float64, seed uint32) {
	if age > 0.7 {
		return
	}
	radius *= min(math.Sqrt(age/0.58), 1)
	around := int(8 * radius)
	for i := range around {
		if sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(around)); chance(i/4, 6, seed) > 0.4*age {
			p.set(int(math.Round(cos*radius)), int(math.Round(sin*radius)), fireRamp[2+int(3*age)])
		}
	}
}

// sparks draws flying sparks with short tails.
func (p *plate) sparks(k fireKind, age float64, seed uint32) {
	radius := grown(k.radius, age)
	for i := range k.sparks {
		if age > 0.55+0.5*chance(i, 5, seed) {
			continue // burnt out
		}
		sin, cos := math.Sincos(2 * math.Pi * chance(i, 1, seed))
		away := radius * (0.7 + 0.9*chance(i, 2, seed))
		heat := 1 + int(3*chance(i, 3, seed)*(0.5+age))
		if chance(i, 4, seed) < 0.5 {
			p.set(int(math.Round(cos*(away-1))), int(math.Round(sin*(away-1))), canvas.FlameRed)
		}
		p.set(int(math.Round(cos*away)), int(math.Round(sin*away)), fireRamp[heat])
	}
}

// noise returns a value from 0 to 1 that varies smoothly with the place. Products are rounded one by one, so that all
// machines agree.
func noise(x, y float64, seed uint32) float64 {
	left, top := math.Floor(x), math.Floor(y)
	fx, fy := smooth(x-left), smooth(y-top)
	col, row := int(left), int(top)
	upper := between(chance(col, row, seed), chance(col+1, row, seed), fx)
	lower := between(chance(col, row+1, seed), chance(col+1, row+1, seed), fx)
	return between(upper, lower, fy)
}

func smooth(f float64) float64 { return float64(f*f) * (3 - float64(2*f)) }

func between(a, b, share float64) float64 { return a + float64((b-a)*share) }

// chance returns a value from 0 to below 1, fixed for a place and a seed.
func chance(x, y int, seed uint32) float64 {
	h := uint32(x)*0x8da6b343 ^ uint32(y)*0xd8163841 ^ seed*0xcb1ab31f
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return float64(h^h>>15) / (1 << 32)
}
