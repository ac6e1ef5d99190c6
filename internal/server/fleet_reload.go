package server

import "dogfight/net"

// reload has the same hold in the further matches of the host as in its own: what newcomers are told, what is voted on, who may come.
func (m *member) reload(welcome []string, motions net.Motions, password string) {
	if m == nil {
		return
	}
	m.mu.Lock()
	m.conf.Welcome, m.conf.Motions, m.conf.Password = welcome, motions, password
	rooms := m.all()
	m.mu.Unlock()
	for _, r := range rooms {
		if r == m.home {
			continue
		}
		if r.host.Reconfigure(net.Reconfiguration{Welcome: welcome}) == nil { // else it has closed meanwhile
			r.host.SetMotions(motions)
			r.host.Demand(password)
			r.host.RenewBans()
		}
	}
}

// further returns the configuration of a further match.
func (m *member) further() net.HostConfig {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.conf
}
