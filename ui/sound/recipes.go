package sound

import "math"

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

func orbGained() []float32 {
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

func rage() []float32 {
	growl := func(at float64) float64 { return 62 + 9*math.Sin(2*math.Pi*11*at) }
	return lasting(1300).
		tone(reed, growl, times(swelling(0.3), steady(0.8))).
		tone(reed, sweep(93, 140), times(swelling(0.5), steady(0.4))).
		rumble(19, sweep(300, 1400), times(swelling(0.6), steady(1.2))).done()
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
