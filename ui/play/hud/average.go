package hud

// average gathers a figure over some frames.
type average struct{ sum, n, worst int64 }

func (a *average) add(figure int64) {
	if a.n == 0 || figure > a.worst {
		a.worst = figure
	}
	a.sum += figure
	a.n++
}

// take returns the mean and the maximum, and resets.
func (a *average) take() (mean, worst int64) {
	mean, worst = a.sum/max(a.n, 1), a.worst
	*a = average{}
	return mean, worst
}
