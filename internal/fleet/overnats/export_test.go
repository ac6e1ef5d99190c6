package overnats

// LogMissing runs the check that a Conn makes some time after Connect.
func (c *Conn) LogMissing(url string) { c.logMissing(url) }
