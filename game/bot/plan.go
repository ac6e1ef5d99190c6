package bot

import "dogfight/game"

// plan is what a bot has decided to press and not pressed yet, in the order of
// time. A look tells only of what is pressed a reaction time later, so the last
// few decisions are still on their way.
type plan struct {
	presses [maxPresses]press
	n       uint8
}

// press is a change of the keys.
type press struct {
	in  game.Input
	due game.Tick
}

func (p *plan) list() []press { return p.presses[:p.n] }

// press takes what is due out of the plan.
func (p *plan) press(held *game.Input, now game.Tick) {
	for p.n > 0 && p.presses[0].due <= now {
		*held = p.presses[0].in
		copy(p.presses[:], p.presses[1:p.n])
		p.n--
	}
}

// revise drops what was to be pressed from a time on.
func (p *plan) revise(from game.Tick) {
	for p.n > 0 && p.presses[p.n-1].due >= from {
		p.n--
	}
}

// add appends a decision.
func (p *plan) add(in game.Input, due game.Tick) {
	p.n = min(p.n, maxPresses-1)
	p.presses[p.n] = press{in, due}
	p.n++
}

// last returns the course that is held when all is pressed, and the one that the
// ship faces then.
func (p *plan) last(held, facing game.Course) (game.Course, game.Course) {
	if held != game.Idle {
		facing = held
	}
	for _, press := range p.list() {
		if held = press.in.Course(); held != game.Idle {
			facing = held
		}
	}
	return held, facing
}
