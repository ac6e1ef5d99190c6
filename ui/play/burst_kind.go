package play

import (
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
)

// burstKind says what a kind of burst looks like. Lengths are pixels.
type burstKind struct {
	life      time.Duration
	particles int
	reach     float64         // of the fastest particle
	colours   []canvas.Colour // from hot to cold
	debris    bool            // some particles are in the ship's colours
	flash     bool            // begins with a bright disc

	ringFrom, ringTo float64 // radius of the shock wave; the same for none
	ring             canvas.Colour
}

var fire = []canvas.Colour{white, flameYellow, flameYellow, flameOrange, flameOrange, flameRed, ember, smoke}

// blastReach is the rules' radius of a barrel's blast: 40 units.
const blastReach = 10

var (
	wreck = burstKind{
		life: 700 * time.Millisecond, particles: 36, reach: 9, colours: fire, debris: true, flash: true,
		ringFrom: 1, ringTo: 7, ring: flameOrange,
	}
	drumBlast = burstKind{
		life: 600 * time.Millisecond, particles: 44, reach: blastReach, colours: fire, flash: true,
		ringFrom: 2, ringTo: blastReach, ring: flameRed,
	}
	hitSparks = burstKind{
		life: 280 * time.Millisecond, particles: 8, reach: 4.5, debris: true,
		colours: []canvas.Colour{white, flameYellow, flameOrange, ember},
	}
	rockSparks = burstKind{
		life: 220 * time.Millisecond, particles: 5, reach: 3,
		colours: []canvas.Colour{flameYellow, flameOrange, ember},
	}
	shieldRipple = burstKind{
		life: 260 * time.Millisecond, particles: 6, reach: 5, colours: []canvas.Colour{white, shieldGlow, shieldWorn},
		ringFrom: 3, ringTo: 4.5, ring: shieldGlow,
	}
	pickUpGlitter = burstKind{
		life: 450 * time.Millisecond, particles: 12, reach: 6, colours: []canvas.Colour{white, good, good, boxHealth},
		ringFrom: 1, ringTo: 4, ring: good,
	}
	arrival = burstKind{
		life: 600 * time.Millisecond, particles: 10, reach: 5, colours: []canvas.Colour{white, shieldGlow, shieldWorn},
		ringFrom: 9, ringTo: 2, ring: shieldGlow,
	}
	scrape = burstKind{
		life: 160 * time.Millisecond, particles: 3, reach: 3, colours: []canvas.Colour{white, starNear, smoke},
	}
)

// burstOf returns what an event looks like, or nil.
func burstOf(kind game.EventKind) *burstKind {
	switch kind {
	case game.EventSpark:
		return &rockSparks
	case game.EventHit:
		return &hitSparks
	case game.EventBlock:
		return &shieldRipple
	case game.EventKill:
		return &wreck
	case game.EventBlast:
		return &drumBlast
	case game.EventPickup:
		return &pickUpGlitter
	case game.EventSpawn:
		return &arrival
	case game.EventBump:
		return &scrape
	}
	return nil
}
