package overnats

// TellMissing does now what a Conn does some time after Connect.
func (c *Conn) TellMissing(url string) { c.logMissing(url) }
