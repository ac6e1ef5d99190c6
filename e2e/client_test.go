//go:build unix

package e2e

import (
	"time"

	"dogfight/net"
)

// newClient returns a client that plays without a screen, by a default ship.
func newClient(conf net.ClientConfig) *net.Client {
	conf.Wait = true
	return net.NewClient(conf)
}

// leave says goodbye for a client, and waits until that is on its way.
func leave(c *net.Client) {
	c.Leave()
	if l := c.Link(); l != nil {
		select {
		case <-l.Done():
		case <-time.After(time.Second): // or longer: then it is not heard
		}
	}
}
