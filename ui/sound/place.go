package sound

// Place is what place an effect has in the mix.
type Place struct {
	Level  float32 `json:"level"`  // how loud it is beside others
	Voices int     `json:"voices"` // of it at once, at most
	Rank   int     `json:"rank"`   // 0 for what others do, 1 for what the player does, 2 for what the player must hear; the higher does not give way
}

// Place returns that of an effect. One that there is not has none.
func (e Effect) Place() Place {
	if e >= Effects {
		return Place{}
	}
	r := &recipes[e]
	return Place{r.level, r.voices, int(r.rank)}
}

// Samples makes an effect: mono, from -1 to 1, Rate of them a second. nil for Silence.
func (e Effect) Samples() []float32 {
	if e >= Effects || recipes[e].make == nil {
		return nil
	}
	return recipes[e].make()
}

// Mix is how a Mixer mixes, for those who have to do it elsewhere.
type Mix struct {
	Voices   int     `json:"voices"`   // that are heard at once
	Ducked   float32 `json:"ducked"`   // what is left of rank 0 under rank 2
	CrowdAt  int     `json:"crowdAt"`  // voices of rank 0 that are heard in full
	Crowding float32 `json:"crowding"` // by how much each more lowers them all: to 1 / (1 + Crowding * more)
	Ceiling  float32 `json:"ceiling"`  // that what is too loud is turned down to
	Dullest  float32 `json:"dullest"`  // what a filter of one pole lets through of a Cue as dull as can be, at Rate
}

// TheMix is that of every Mixer.
var theMix = Mix{mostVoices, ducked, crowdAt, crowding, ceiling, dullest}
