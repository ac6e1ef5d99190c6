package warworlds

// obey does what the player commands, and reports whether all of it made sense.
func (s *Session) obey(c *Command) bool {
	if !s.ours && s.fromOriginal(c) {
		s.original = true
		return true
	}
	if c.Foreign != nil || !c.own() {
		return false
	}
	s.ours = s.ours || !c.former()
	for _, command := range c.Commands {
		if command.Number == AskState {
			s.asked = true
		} else {
			s.intent.Input = command.Input
		}
	}
	return true
}

// fromOriginal reports whether a turn is one of the original's, from a player of which
// nothing is known so far but that it was so before. They are not looked at.
func (s *Session) fromOriginal(c *Command) bool {
	return c.Foreign != nil || c.former() && (s.original || !c.own())
}

// own reports whether the player commands no other's ship.
func (c *Command) own() bool {
	for _, command := range c.Commands {
		if command.Player != 0 && command.Number != AskState {
			return false
		}
	}
	return true
}

// former reports whether no command has a number that is ours alone.
func (c *Command) former() bool {
	for _, command := range c.Commands {
		if command.Number != FormerInput {
			return false
		}
	}
	return true
}
