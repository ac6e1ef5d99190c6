package overnats

// LogMissing runs the check that a Conn makes some time after Connect.
func (c *Conn) TellMissing(url string) { c.logMissing(url) }
