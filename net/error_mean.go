package net

// errorMean is how far off the others' ships were predicted, on average over the
// last packets of the host.
type errorMean struct {
	sum  int32 // of what is kept, in 1/errorShare
	mean int32 // in 1/256 unit
}

// errorShare is the weight of one packet: at 30 a second, half a second's count.
const errorShare = 16

func (e *errorMean) note(off int32) {
	e.sum += off - e.sum/errorShare
	e.mean = e.sum / errorShare
}
