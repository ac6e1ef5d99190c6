package fleet

import (
	"fmt"
	"time"
)

const (
	LinksFile    = linksFile
	HostKeyTime  = hostKeyTime
	MaxStrange   = maxStrange
	StrangeEvery = strangeEvery
	KeyLife      = keyLife
	StrangeLife  = strangeLife
)

func (c *Copy) AcceptBans(b []byte)       { c.acceptBans(b) }
func (c *Copy) AcceptOlder(now time.Time) { c.acceptOlder(now) }
func (k *Keys) Asked() int                { return len(k.asked) }
func (v *View) ApplyHost(change Change)   { v.hosts.apply(1, change) }

// Banned returns the id and version of the list of bans, and the first ban.
func (c *Copy) Banned() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.bans.ID, " ", c.bans.Version, " ", c.bans.Bans[0].Target)
}

// Dropped returns the number of invalid entries.
func (v *View) Dropped() uint64 { return v.dropped.Load() }

// Host returns a host, and false if it is unknown.
func (v *View) Host(id ID) (Host, bool) {
	known, ok := v.hosts.get(id)
	return known.value, ok
}
