package warworlds

import (
	"bytes"
	"fmt"

	"dogfight/game"
)

// Command is a turn: what players command.
type Command struct {
	Commands []PlayerCommand // ours; at most 255

	// Foreign is the body of a packet with commands of the original's own, which nothing
	// here can read. There are no Commands then.
	Foreign []byte
}

// PlayerCommand is one command of ours.
type PlayerCommand struct {
	Number CommandNumber
	Player uint8      // 0: the sender
	Input  game.Input // not of AskState
}

// CommandNumber says what a command is.
type CommandNumber uint8

// The commands that there are. Those of the original are below 100.
const (
	FormerInput CommandNumber = 1 // what Input was before; read, and never sent
	AskState    CommandNumber = 100
	Input       CommandNumber = 101
)

// shortestCommand is what a command takes at least.
const shortestCommand = 2

// Identifier returns 5.
func (*Command) Identifier() uint16 { return commandID }

// Append appends the packet. Commands beyond 255 are left out.
func (p *Command) Append(b []byte) []byte {
	b = begin(b, commandID)
	if p.Foreign != nil {
		return append(b, p.Foreign...)
	}
	commands := p.Commands[:min(len(p.Commands), 255)]
	b = append(b, uint8(len(commands)))
	for _, c := range commands {
		if b = append(b, uint8(c.Number), c.Player); c.Number != AskState {
			b = append(b, uint8(c.Input))
		}
	}
	return b
}

func (p *Command) parse(r *reader) {
	ours := *r
	p.Commands = ours.commands()
	if ours.End() != nil && foreign(r.Left) {
		p.Commands, p.Foreign = nil, bytes.Clone(r.Rest())
		return
	}
	*r = ours
}

// foreign reports whether the body of a Command may hold commands of the original.
func foreign(body []byte) bool {
	const count = 1
	return len(body) > count && len(body) >= count+shortestCommand*int(body[0]) &&
		body[0] > 0 && CommandNumber(body[count]) < AskState
}

func (r *reader) commands() []PlayerCommand {
	n := int(r.U8("count"))
	if least := n * shortestCommand; len(r.Left) < least {
		r.Fail("commands", fmt.Sprint(least, " bytes or more"), len(r.Left))
		return nil
	}
	commands := make([]PlayerCommand, n)
	for i := range commands {
		commands[i] = r.command()
	}
	return commands
}

func (r *reader) command() PlayerCommand {
	c := PlayerCommand{Number: CommandNumber(r.U8("command")), Player: r.U8("player")}
	switch c.Number {
	case AskState:
	case Input, FormerInput:
		c.Input = game.Input(r.U8("input"))
	default:
		r.Fail("command", "1, 100 or 101", c.Number)
	}
	if !c.Input.Valid() {
		r.Fail("input", "course 0 to 8, fire, special", fmt.Sprintf("%#02x", uint8(c.Input)))
	}
	return c
}
