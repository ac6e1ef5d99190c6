package sound

func cannon() []float32 {
	return lasting(110).
		tone(reed, sweep(880, 190), times(dying(0.16), steady(0.8))).
		noise(1, sweep(2600, 900), 1.2, times(dying(0.08), steady(0.5))).done()
}

func spread() []float32 {
	w := lasting(190).noise(2, sweep(1900, 380), 1, dying(0.16))
	for _, hertz := range []float64{510, 590, 690} {
		w.tone(reed, sweep(hertz, hertz/3), times(dying(0.14), steady(0.28)))
	}
	return w.done()
}

func rail() []float32 {
	return lasting(420).
		tone(sine, sweep(2300, 130), times(dying(0.2), steady(0.9))).
		tone(sine, sweep(2420, 140), times(dying(0.2), steady(0.5))).
		noise(3, sweep(3400, 700), 1.5, times(dying(0.035), steady(1.1))).
		rumble(4, steady(320), times(dying(0.3), steady(1.4))).done()
}

func mine() []float32 {
	plop := func(hertz float64) wave {
		return lasting(80).tone(sine, sweep(hertz, hertz/2.4), dying(0.3)).done()
	}
	return lasting(170).with(0, plop(380)).with(75, plop(300)).done()
}
