package warworlds

import (
	"fmt"

	"dogfight/game"
)

// Command tells what pilots do from now on.
type Command struct {
	Inputs []PlayerInput // at most 255
}

// PlayerInput is the one command that there is.
type PlayerInput struct {
	Player uint8 // 0: who sends it
	Input  game.Input
}

// inputCommand is its number.
const inputCommand = 1

// Identifier returns 5.
func (*Command) Identifier() uint16 { return commandID }

// Append appends the packet. Inputs beyond 255 are left out.
func (p *Command) Append(b []byte) []byte {
	inputs := p.Inputs[:min(len(p.Inputs), 255)]
	b = append(begin(b, commandID), uint8(len(inputs)))
	for _, in := range inputs {
		b = append(b, inputCommand, in.Player, uint8(in.Input))
	}
	return b
}

func (p *Command) parse(r *reader) {
	const length = 3
	n := int(r.U8("count"))
	if len(r.Left) != n*length {
		r.Fail("commands", fmt.Sprint(n*length, " bytes"), fmt.Sprint(len(r.Left)))
		return
	}
	p.Inputs = make([]PlayerInput, n)
	for i := range p.Inputs {
		if command := r.U8("command"); command != inputCommand {
			r.Fail("command", "1", fmt.Sprint(command))
		}
		p.Inputs[i] = PlayerInput{r.U8("player"), game.Input(r.U8("input"))}
		if in := p.Inputs[i].Input; !in.Valid() {
			r.Fail("input", "course 0 to 8, fire, special", fmt.Sprintf("%#02x", uint8(in)))
		}
	}
}
