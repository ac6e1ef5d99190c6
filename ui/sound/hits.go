package sound

func hurt() []float32 {
	return lasting(260).
		tone(sine, sweep(190, 55), times(dying(0.3), steady(0.9))).
		noise(5, sweep(1500, 420), 0.9, times(dying(0.13), steady(0.9))).
		tone(reed, sweep(240, 150), times(dying(0.12), steady(0.4))).done()
}

func struck() []float32 {
	return lasting(70).
		tone(sine, steady(1760), dying(0.16)).
		tone(sine, steady(2637), times(dying(0.1), steady(0.6))).done()
}

// clang has the overtones of a plate, which are in no simple ratio.
func clang() []float32 {
	w := lasting(300)
	for i, hertz := range []float64{587, 1319, 1976, 2794} {
		w.tone(sine, steady(hertz), times(dying(0.22-0.04*float64(i)), steady(1/float64(1+i))))
	}
	return w.noise(6, steady(3000), 2, times(dying(0.03), steady(0.4))).done()
}

func bump() []float32 {
	return lasting(150).
		tone(sine, sweep(130, 60), dying(0.25)).
		rumble(7, steady(500), times(dying(0.12), steady(1.5))).done()
}

func explosion() []float32 {
	return lasting(900).
		rumble(8, sweep(3800, 140), times(dying(0.16), steady(2.4))).
		noise(9, sweep(1200, 180), 0.8, times(dying(0.2), steady(0.6))).
		tone(sine, sweep(95, 34), times(dying(0.3), steady(0.6))).done()
}

func blast() []float32 {
	return lasting(1200).
		rumble(10, sweep(2600, 90), times(dying(0.2), steady(3))).
		rumble(11, steady(160), times(swelling(0.12), steady(2))).
		tone(sine, sweep(70, 28), times(dying(0.35), steady(0.9))).done()
}

func death() []float32 {
	return lasting(1400).
		rumble(12, sweep(4200, 70), times(dying(0.17), steady(2.8))).
		tone(reed, sweep(420, 45), times(dying(0.3), steady(0.35))).
		tone(sine, sweep(110, 30), times(dying(0.35), steady(0.8))).
		noise(13, sweep(900, 160), 0.7, times(swelling(0.2), steady(0.4))).done()
}
