package scene

import (
	"sync"

	"dogfight/assets"
	"dogfight/ui/canvas"
)

// library is all pictures except bursts.
type library struct {
	ships    map[string]*ShipSprite // by the names of their sprites
	byClass  map[string]*ShipSprite
	pictures map[string][]Dot
	rings    [fullRing + 1][]Dot
	halos    [haloSteps][]Dot
}

// loaded returns the library, made on first use.
var loaded = sync.OnceValue(func() *library {
	l := newLibrary(assets.Sprites(canvas.Roles()))
	l.rings, l.halos = newRings(), newHalos()
	return l
})

func newLibrary(all []*assets.Sprite) *library {
	l := &library{ships: map[string]*ShipSprite{}, byClass: map[string]*ShipSprite{}, pictures: map[string][]Dot{}}
	for _, sprite := range all {
		if len(sprite.Colours) > 0 {
			l.pictures[sprite.Name] = dots(sprite)
			continue
		}
		s := newShip(sprite)
		l.ships[sprite.Name] = s
		for _, class := range sprite.Classes {
			l.byClass[class] = s
		}
	}
	return l
}
