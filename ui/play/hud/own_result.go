package hud

// OwnResult is what records say of the player after a match, for the own line of its results. What
// a record does not say is left out: without Rated there is no rating, and Better may be empty.
type OwnResult struct {
	Rated        bool
	Rating       int
	FirstRating  bool     // there was none before this match
	RatingChange int      // by this match
	Medals       []string // that it earned, by title
	Recorded     string   // what became of its replay; "" if that is not known
	Better       []string // than last time, the best first: "accuracy 34%, 21% last time"
}
