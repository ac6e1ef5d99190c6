package scene

import (
	"slices"

	"dogfight/assets"
	"dogfight/ui/canvas"
)

func barrel() []Dot { return loaded().pictures["barrel"] }

func orb() []Dot { return loaded().pictures["orb"] }

// dots returns a sprite with its own colours as a list.
func dots(s *assets.Sprite) []Dot {
	var list []Dot
	for y, row := range s.Up {
		for x := range len(row) {
			if row[x] != '.' {
				k := canvas.InRole(s.Colours[row[x]])
				list = append(list, Dot{fromMiddle(x, len(row)), fromMiddle(y, len(s.Up)), k})
			}
		}
	}
	return slices.Clip(list)
}
