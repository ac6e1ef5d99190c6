package link

import "time"

// Rig is a host and a client of a simulated Internet, for tests with real matches.
type Rig struct{ *rig }

// PathChanges are the names of the changes that a Rig can make.
func PathChanges() (names []string) {
	for name := range pathChanges {
		names = append(names, name)
	}
	return names
}

// RigFor returns a Rig for a change.
func RigFor(change string) Rig {
	return Rig{newRig(pathChanges[change].host, pathChanges[change].client)}
}

func (r Rig) Change(name string)       { r.do(pathChanges[name].change) }
func (r Rig) KillRelay()               { r.do(func(r *rig) { r.w.relay.kill() }) }
func (r Rig) RestartRelay()            { r.do(func(r *rig) { r.w.relay.dead = false }) }
func (r Rig) Dial() Link               { return r.dial() }
func (r Rig) Accept() (Link, error)    { return r.l.Accept() }
func (r Rig) Close()                   { r.l.Close() }
func RigNamed(host, client string) Rig { return Rig{newRig(access(host), access(client))} }

// AfterClose is the time that packets may still be underway.
const AfterClose = 5 * time.Second
