package sound

// Notes, in hertz.
const (
	c4, e4, g4, a4     = 261.63, 329.63, 392.00, 440.00
	c5, d5, e5, g5, a5 = 523.25, 587.33, 659.26, 783.99, 880.00
	c6, d6, e6, g6     = 1046.50, 1174.66, 1318.51, 1567.98
	eFlat4, aFlat3, g3 = 311.13, 207.65, 196.00
)

// note is one of a tune: when it begins, and which it is.
type note struct {
	ms    int
	hertz float64
}

// bell is a note that rings.
func bell(hertz float64, ms int) wave {
	return lasting(ms).
		tone(sine, steady(hertz), dying(0.22)).
		tone(sine, steady(2.01*hertz), times(dying(0.12), steady(0.35))).
		tone(sine, steady(3.02*hertz), times(dying(0.07), steady(0.15)))
}

// horn is a note that is held.
func horn(hertz float64, ms int) wave {
	return lasting(ms).tone(reed, steady(hertz), times(swelling(0.08), steady(0.7))).tone(reed, steady(1.004*hertz), times(swelling(0.08), steady(0.5)))
}

// tune plays notes that each sound for so long.
func tune(voice func(hertz float64, ms int) wave, each int, notes ...note) wave {
	w := lasting(notes[len(notes)-1].ms + each)
	for _, n := range notes {
		w.with(n.ms, voice(n.hertz, each))
	}
	return w
}

func kill() []float32 { return tune(bell, 240, note{0, e5}, note{70, g5}, note{140, c6}).done() }

func heal() []float32 { return tune(bell, 260, note{0, c5}, note{90, g5}).done() }

func ammo() []float32 {
	return tune(func(hertz float64, ms int) wave {
		return lasting(ms).tone(reed, sweep(hertz, hertz*0.7), dying(0.12)).noise(14, steady(2800), 2, times(dying(0.05), steady(0.4)))
	}, 90, note{0, a4}, note{80, d5}, note{160, a4}).done()
}

func shield() []float32 {
	return lasting(480).
		tone(sine, sweep(e4, e5), swelling(0.4)).
		tone(sine, sweep(e4*1.5, e5*1.5), times(swelling(0.5), steady(0.5))).
		tone(sine, sweep(e5*1.02, e6*1.02), times(swelling(0.6), steady(0.25))).done()
}

func overdrive() []float32 {
	return lasting(520).
		tone(reed, sweep(110, 660), times(swelling(0.8), steady(0.7))).
		noise(15, sweep(600, 3200), 2, times(swelling(0.8), steady(0.5))).done()
}

func orb() []float32 { return tune(bell, 170, note{0, e6}, note{60, g6}).done() }

func orbTaken() []float32 {
	return tune(bell, 240, note{0, c5}, note{80, g5}, note{160, c6}, note{240, g6}).done()
}

func orbStolen() []float32 {
	return tune(horn, 150, note{0, e5}, note{140, a4}, note{280, e5}, note{420, a4}).done()
}

func orbDropped() []float32 {
	return lasting(380).
		tone(sine, sweep(g5, c4), dying(0.3)).
		tone(sine, sweep(g5*1.5, c4*1.5), times(dying(0.2), steady(0.4))).done()
}

func orbHome() []float32 { return tune(bell, 420, note{0, g5}, note{160, c5}).done() }

func orbScored() []float32 {
	return tune(horn, 300, note{0, c5}, note{110, e5}, note{220, g5}, note{400, c6}).done()
}

func orbConceded() []float32 {
	return tune(bell, 380, note{0, e5}, note{120, c5}, note{240, a4}, note{360, e4}).done()
}

func boost() []float32 {
	return lasting(560).
		noise(16, func(at float64) float64 { return 350 + 1700*swelling(0.25)(at) }, 1.4, swelling(0.18)).
		rumble(17, steady(220), times(swelling(0.12), steady(2))).done()
}

func lowHP() []float32 {
	return tune(func(hertz float64, ms int) wave {
		return lasting(ms).tone(reed, steady(hertz), swelling(0.1))
	}, 130, note{0, a4}, note{150, eFlat4}, note{300, a4}, note{450, eFlat4}).done()
}

func count() []float32     { return lasting(90).tone(sine, steady(a5), dying(0.3)).done() }
func lastCount() []float32 { return lasting(150).tone(reed, steady(d6), dying(0.3)).done() }

func start() []float32 {
	return tune(horn, 420, note{0, g4}, note{130, c5}, note{260, g5}).done()
}

func victory() []float32 {
	w := tune(horn, 320, note{0, c5}, note{140, e5}, note{280, g5}, note{420, c6})
	final := lasting(1500)
	final.with(0, w)
	for _, hertz := range []float64{c4, g4, c5, e5, g5, c6} {
		final.with(560, lasting(940).tone(reed, steady(hertz), times(swelling(0.06), steady(0.35))))
	}
	return final.done()
}

func defeat() []float32 {
	return tune(horn, 460, note{0, g4}, note{240, eFlat4}, note{480, c4}, note{760, aFlat3}, note{1000, g3}).done()
}

func waveCall() []float32 {
	return tune(horn, 260, note{0, c4}, note{150, c4}, note{300, g4}).done()
}

func bossCall() []float32 {
	return tune(horn, 620, note{0, g3}, note{380, aFlat3}, note{760, g3}).
		noise(9, sweep(60, 240), 1.2, times(swelling(0.5), steady(0.3))).done()
}

func repelled() []float32 {
	return tune(bell, 700, note{0, g4}, note{110, c5}, note{220, e5}, note{330, g5}).done()
}

func closing() []float32 { return tune(bell, 1100, note{0, c4}, note{180, g4}, note{360, c5}).done() }

func spawn() []float32 {
	return lasting(400).
		tone(sine, sweep(c4, c6), times(swelling(0.5), steady(0.6))).
		tone(sine, sweep(g4, g6), times(swelling(0.6), steady(0.3))).
		noise(18, sweep(500, 3000), 2.5, times(swelling(0.6), steady(0.25))).done()
}

func turn() []float32 { return lasting(45).tone(reed, sweep(1900, 1400), dying(0.12)).done() }
func zoneAlarm() []float32 {
	return tune(func(hertz float64, ms int) wave {
		return lasting(ms).tone(reed, sweep(hertz, hertz*1.5), times(swelling(0.5), steady(0.7)))
	}, 260, note{0, e4}, note{300, e4}, note{600, e4}).done()
}

func out() []float32 { return tune(horn, 300, note{0, g4}, note{200, e4}, note{400, c4}).done() }

func roundWon() []float32 { return tune(bell, 300, note{0, g5}, note{110, c6}, note{220, e6}).done() }

func roundOver() []float32 { return tune(bell, 320, note{0, e5}, note{160, c5}).done() }
