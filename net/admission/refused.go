package admission

// Refused is how many connections were not let in or cut off for others, since their Control was made.
type Refused struct {
	AddressFull uint64 // their address had as many as it may have
	Full        uint64 // there were as many as there may be
	Busy        uint64 // too many connected and did not come in, or their address has a bad reputation
	Cut         uint64 // cut off for others before they had come in, or while they rested
	Failed      uint64 // the system could not accept them: see Patient
}

// Plus returns the sums of both.
func (r Refused) Plus(other Refused) Refused {
	return Refused{
		AddressFull: r.AddressFull + other.AddressFull, Full: r.Full + other.Full,
		Busy: r.Busy + other.Busy, Cut: r.Cut + other.Cut, Failed: r.Failed + other.Failed,
	}
}

// Refused returns how many connections were refused until now.
func (c *Control) Refused() Refused {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.refused
}
