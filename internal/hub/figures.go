package hub

import (
	"cmp"
	"crypto/x509"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"dogfight/internal/fleet/overnats"
	"dogfight/internal/ops"
)

// anyRole is the role of connections to a hub without keys.
const anyRole Role = "any"

// Watch adds the figures of the hub to a monitor.
func (h *Hub) Watch(m *ops.Monitor) {
	for _, name := range overnats.Streams() {
		for figure, value := range map[string]func(server.StreamDetail) float64{
			"up": func(d server.StreamDetail) float64 {
				if d.Name == "" || d.Cluster != nil && d.Cluster.Leader == "" {
					return 0
				}
				return 1
			},
			"messages":  func(d server.StreamDetail) float64 { return float64(d.State.Msgs) },
			"bytes":     func(d server.StreamDetail) float64 { return float64(d.State.Bytes) },
			"consumers": func(d server.StreamDetail) float64 { return float64(d.State.Consumers) },
		} {
			m.Source(fmt.Sprintf("dogfight_hub_stream_%s{stream=%q}", figure, name), func() float64 {
				all, _ := h.streams.Get()
				return value(all[name])
			})
		}
	}
	for _, role := range append(Roles, anyRole) {
		m.Source(fmt.Sprintf("dogfight_hub_connections{role=%q}", role), func() float64 { return float64(h.connected()[role]) })
	}
	m.Counter("dogfight_hub_slow_total", func() uint64 { return uint64(h.server.NumSlowConsumers()) })
	if h.shown != nil {
		m.Source("dogfight_hub_certificate_end_seconds", h.shown.end)
	}
	if g := h.guard; g != nil {
		m.Refused("nats", g.door.control.Refused)
		m.Counter(ops.RefusedName("nats", "key"), g.unknown.Load)
		m.Counter(ops.RefusedName("nats", "key_full"), g.crowded.Load)
		m.Counter("dogfight_hub_over_quota_total", g.overQuota.Load)
	}
}

// streamsLife is the age of the states of streams: a scrape reads them many times.
const streamsLife = 100 * time.Millisecond

// readStreams returns the state of each stream, by its name.
func (h *Hub) readStreams() (map[string]server.StreamDetail, error) {
	account, err := h.server.JszAccount(&server.JSzOptions{Account: server.DEFAULT_GLOBAL_ACCOUNT, Streams: true})
	if err != nil {
		return nil, err
	}
	all := map[string]server.StreamDetail{}
	for _, d := range account.Streams {
		all[d.Name] = d
	}
	return all, nil
}

// connected returns the number of connections by role, without those of the hub itself.
func (h *Hub) connected() map[Role]int {
	if h.guard == nil {
		return map[Role]int{anyRole: max(h.server.NumClients()-1-len(h.options.Services), 0)}
	}
	return h.guard.connected()
}

// connected returns the number of connections by the role of their key.
func (g *guard) connected() map[Role]int {
	all, roles := map[Role]int{}, *g.roles.Load()
	g.door.mu.Lock()
	defer g.door.mu.Unlock()
	for key, n := range g.door.of {
		all[roles[key]] += n
	}
	return all
}

// end returns the time at which the certificate ends, in seconds since 1970.
func (c *certificate) end() float64 {
	first, err := x509.ParseCertificate(c.now.Load().Certificate[0])
	if err != nil {
		return 0
	}
	return float64(first.NotAfter.Unix())
}

var errNoStreams = errors.New("the fleet's streams are not there yet")

// Healthy returns nil while the server and its streams work, or else the reason.
func (h *Hub) Healthy() error {
	return faultOf(h.server.Healthz(&server.HealthzOptions{JSEnabledOnly: true}))
}

// Serves returns nil while hosts and doors can use the hub: its streams exist and, in a cluster, have leaders.
func (h *Hub) Serves() error {
	select {
	case <-h.ready:
	default:
		return errNoStreams
	}
	all, err := h.streams.Get()
	if err != nil {
		return err
	}
	for _, name := range overnats.Streams() {
		if d := all[name]; d.Cluster != nil && d.Cluster.Leader == "" {
			return fmt.Errorf("the stream %s has no leader: are enough hubs of the cluster there?", name)
		}
	}
	return faultOf(h.server.Healthz(nil))
}

func faultOf(s *server.HealthStatus) error {
	if s.Status == "ok" {
		return nil
	}
	return errors.New(cmp.Or(s.Error, s.Status))
}

// Status returns a line about the connections.
func (h *Hub) Status() string { return fmt.Sprintf("%d connections", h.server.NumClients()) }

// connection is a connection of a host, a door or an operator in JSON.
type connection struct {
	Name    string `json:"name"` // as the client gives it
	Role    Role   `json:"role"`
	Key     string `json:"key"` // "" without keys
	Address string `json:"address"`
	Uptime  string `json:"uptime"`
}

// Connections returns the connections, for operators.
func (h *Hub) Connections() (all []any) {
	present, err := h.server.Connz(&server.ConnzOptions{Username: true, Limit: math.MaxInt32})
	for i := 0; err == nil && i < len(present.Conns); i++ {
		c, role := present.Conns[i], anyRole
		if h.guard != nil {
			role = (*h.guard.roles.Load())[c.AuthorizedUser]
		}
		if c.Port != 0 { // not within this process
			all = append(all, connection{c.Name, role, c.AuthorizedUser, fmt.Sprintf("%s:%d", c.IP, c.Port), c.Uptime})
		}
	}
	return all
}

// Watch adds the figures of the records to a monitor.
func (r *Records) Watch(m *ops.Monitor) {
	for outcome, n := range map[string]interface{ Load() int64 }{"recorded": &r.recorded, "repeated": &r.again, "refused": &r.refused, "put_off": &r.waited} {
		m.Counter(fmt.Sprintf("dogfight_hub_results_total{outcome=%q}", outcome), func() uint64 { return uint64(n.Load()) })
	}
	m.Source("dogfight_hub_database_bytes", func() float64 {
		n, _ := r.size.Get()
		return float64(n)
	})
}

// sizeLife is the age of the size of the database.
const sizeLife = time.Minute
