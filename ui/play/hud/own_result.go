package hud

// OwnResult is the player's records after a match. Unknown values are left out: without Rated there is no rating, and
// Better may be empty.
type OwnResult struct {
	Rated        bool
	Rating       int
	FirstRating  bool     // no rating before this match
	RatingChange int      // by this match
	Medals       []string // earned in it, by title
	Recorded     string   // where its replay is; "": unknown
	Better       []string // than last time, the best first: "accuracy 34%, 21% last time"
}
