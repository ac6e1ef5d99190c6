package session

import (
	"math"

	"dogfight/game/career"
	"dogfight/ui/play"
)

// OwnResult returns what the results of a match say of the player whom the records tell this.
func OwnResult(n *career.News) play.OwnResult {
	o := play.OwnResult{Better: n.Better()}
	for _, name := range n.Medals {
		if medal := career.MedalNamed(name); medal != nil {
			o.Medals = append(o.Medals, medal.Title)
		}
	}
	if n.Rating > 0 {
		o.Rated, o.Rating = true, int(math.Round(n.Rating))
		if o.FirstRating = n.Before == 0; !o.FirstRating {
			o.RatingChange = o.Rating - int(math.Round(n.Before))
		}
	}
	return o
}
