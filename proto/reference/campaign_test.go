package reference

import (
	"pgregory.net/rapid"

	"dogfight/game"
)

// campaign reads one for so many classes, of which those from drones on are of drones, and
// weapons.
func (o *octets) campaign(drones, classes, weapons int) *game.Campaign {
	c := &game.Campaign{Name: o.text(32), Title: o.text(32), Endless: o.among(1, 0, 1) == 1, Kinds: []game.Kind{}}
	for range classes - drones {
		k := game.Kind{Role: game.Role(o.among(1, 0, 3)), Armed: o.among(1, 0, 1) == 1, Weapon: uint8(o.among(1, 0, weapons-1)), Points: uint8(o.number(1))}
		for range o.among(1, 0, 20) {
			k.Parts = append(k.Parts, game.Part{Class: uint8(o.among(1, drones, classes-1)), X: int8(o.number(1)), Y: int8(o.number(1))})
		}
		c.Kinds = append(c.Kinds, k)
	}
	for range o.among(1, 1, 30) {
		wave := game.Wave{Title: o.text(32)}
		for range o.among(1, 1, 12) {
			wave.Groups = append(wave.Groups, o.group(drones, classes))
		}
		c.Waves = append(c.Waves, wave)
	}
	return c
}

func (o *octets) group(drones, classes int) game.Group {
	g := game.Group{At: game.Tick(o.number(2)), Class: uint8(o.among(1, drones, classes-1)), Count: uint8(o.number(1)), Gap: game.Tick(o.number(2))}
	g.End, g.Drop = game.PathEnd(o.among(1, 0, 2)), game.ItemKind(o.among(1, 0, 9))
	for range o.among(1, 1, 16) {
		g.Path = append(g.Path, game.Corner{X: int16(o.among(2, 0, 1000)), Y: int16(o.among(2, 0, 1000))})
	}
	return g
}

// randomCampaign draws one for a Setup that has classes of drones.
func randomCampaign(t *rapid.T, s *game.Setup) *game.Campaign {
	first, last := len(s.PilotClasses()), len(s.Classes)-1
	c := &game.Campaign{Name: legible(t, 32), Title: legible(t, 32), Endless: rapid.Bool().Draw(t, "endless"), Kinds: []game.Kind{}}
	for range last + 1 - first {
		k := game.Kind{
			Role: game.Role(number[uint8](t, 0, 3)), Armed: rapid.Bool().Draw(t, "armed"),
			Weapon: number[uint8](t, 0, len(s.Weapons)-1), Points: number[uint8](t, 0, 255),
		}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			k.Parts = append(k.Parts, game.Part{Class: number[uint8](t, first, last), X: int8(number[int32](t, -128, 127)), Y: int8(number[int32](t, -128, 127))})
		}
		c.Kinds = append(c.Kinds, k)
	}
	for range rapid.IntRange(1, 3).Draw(t, "waves") {
		wave := game.Wave{Title: legible(t, 32)}
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			g := game.Group{
				At: number[game.Tick](t, 0, 1<<16-1), Class: number[uint8](t, first, last), Count: number[uint8](t, 0, 255),
				Gap: number[game.Tick](t, 0, 1<<16-1), End: game.PathEnd(number[uint8](t, 0, 2)), Drop: game.ItemKind(number[uint8](t, 0, game.ItemKinds-1)),
			}
			for range rapid.IntRange(1, 3).Draw(t, "corners") {
				g.Path = append(g.Path, game.Corner{X: int16(number[int32](t, 0, 1000)), Y: int16(number[int32](t, 0, 1000))})
			}
			wave.Groups = append(wave.Groups, g)
		}
		c.Waves = append(c.Waves, wave)
	}
	return c
}
