package fleet

import (
	"fmt"
	"time"
)

const (
	LinksFile    = linksFile
	KeyTime      = keyTime
	MaxStrange   = maxStrange
	StrangeEvery = strangeEvery
	StrangeLife  = strangeLife
)

func (c *Copy) TakeBans(b []byte)       { c.acceptBans(b) }
func (c *Copy) TakeOlder(now time.Time) { c.acceptOlder(now) }
func (k *Keys) Asked() int              { return len(k.asked) }
func (v *View) TakeHost(change Change)  { v.hosts.apply(1, change) }

// Banned returns the id and version of the list of bans, and the first ban.
func (c *Copy) Banned() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Sprint(c.bans.ID, " ", c.bans.Version, " ", c.bans.Bans[0].What)
}
