package swarm

import (
	"time"

	"dogfight/net/link"
	"dogfight/net/link/lossy"
)

// Config says how many clients play, how, and for how long.
type Config struct {
	Clients  int
	Matches  int // game.MaxShips clients fit into each
	WarmUp   time.Duration
	Duration time.Duration // of the measurement, after the warm-up

	// Addr is the address of another host; "" starts our own hosts.
	Addr string
	// Dial begins to connect to an address, and returns at once.
	Dial func(addr string) link.Link
	// Command is a program that calls Serve, and its arguments.
	Command []string
	// Profile is a file for a CPU profile of our own hosts; "" writes none.
	Profile string

	RTT, Jitter time.Duration // added to the network's; a packet has up to Jitter more each way
	Loss        float64       // share of the data packets that are lost each way, 0 to 1
	Rate        int           // data packets to a client in a second, 30 or 60; 0 takes 30
	Thin        bool          // clients that do not simulate
	Skill       int           // of the bots that fly the clients, 1 to 5

	// Progress, if not nil, is told about four times a second how many clients
	// have joined.
	Progress func(joined int)
}

// HostsConfig says what Serve hosts.
type hostsConfig struct {
	Clients    int              `json:"clients"` // that will come
	Matches    int              `json:"matches"`
	Conditions lossy.Conditions `json:"conditions"` // of what the hosts receive
	Profile    string           `json:"profile"`
}

func (c *Config) hosts() hostsConfig {
	return hostsConfig{Clients: c.Clients, Matches: c.Matches, Conditions: c.conditions(), Profile: c.Profile}
}

// conditions returns what is put on the packets in one direction. Of another's host only
// our end can be wrapped, so all of the delay is on the way here.
func (c *Config) conditions() lossy.Conditions {
	delay := c.RTT
	if c.Addr == "" {
		delay /= 2
	}
	return lossy.Conditions{Delay: delay, Jitter: c.Jitter, Loss: c.Loss}
}

// worsen puts conditions on what the n-th link receives. A link that they leave
// alone is not wrapped.
func worsen(l link.Link, c lossy.Conditions, n int) link.Link {
	if c == (lossy.Conditions{}) {
		return l
	}
	c.Seed = uint64(n)
	return lossy.New(l, c)
}
