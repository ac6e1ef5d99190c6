package link

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

// ledger counts the bytes that addresses get over UDP, with headers.
type ledger struct{ got int }

func (v *ledger) arrive(b []byte, from, to netip.AddrPort) { v.got += len(b) + header + iPv4Header }

// victimAt adds a machine with a few addresses to the Internet that never answers.
func (r *rig) victimAt() (*ledger, netip.AddrPort) {
	r.w.mu.Lock()
	defer r.w.mu.Unlock()
	v := &ledger{}
	for n, a := 0, elsewhere; n < maxCandidates; n, a = n+1, a.Next() {
		r.w.public.nodes[a] = v
	}
	return v, netip.AddrPortFrom(elsewhere, 53)
}

// names makes all candidates of a machine, but that of the relay, addresses of the victim.
func (m *machineNode) names(victim netip.Addr) {
	for a := victim; len(m.claims) < maxCandidates; a = a.Next() {
		m.claims = append(m.claims, netip.PrefixFrom(a, 24))
	}
}

func TestALieAboutAnAddressReflectsLessThanTheLiarSends(t *testing.T) {
	for name, lie := range map[string]struct {
		host, client access
		by           func(r *rig) *machineNode // who lies; nil: the relay
		tell         func(r *rig, victim netip.AddrPort)
	}{
		"a client's candidates": {none, none, (*rig).guest, func(r *rig, v netip.AddrPort) { r.c.names(v.Addr()) }},
		"a host's candidates":   {none, none, (*rig).owner, func(r *rig, v netip.AddrPort) { r.h.names(v.Addr()) }},
		"a client's source":     {none, none, (*rig).guest, func(r *rig, v netip.AddrPort) { r.c.forges = v }},
		"a host's source":       {none, none, (*rig).owner, func(r *rig, v netip.AddrPort) { r.h.forges = v }},
		"the relay":             {byPort, byPort, nil, func(r *rig, v netip.AddrPort) { r.w.relay.lies = v }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(lie.host, lie.client)
				v, at := r.victimAt()
				r.do(func(r *rig) { lie.tell(r, at) })
				host, client := r.meet(t)
				time.Sleep(5 * time.Second) // while the liar sends no more than it must
				check := func(when string) {
					r.w.mu.Lock()
					defer r.w.mu.Unlock()
					sent := r.w.relay.told
					if lie.by != nil {
						sent = lie.by(r).sent
					}
					t.Logf("%s, %s: the victim got %d bytes, of %d that the liar sent", name, when, v.got, sent)
					if v.got == 0 || v.got > sent {
						t.Error("want some, but no more")
					}
				}
				check("without data")
				f := newFlow(host, client)
				f.run(20 * time.Second)
				check("after 20 s of data")
				if f.toHost.newest < 0 || f.toClient.newest < 0 {
					t.Error("the link carries no data")
				}
				r.part(client, host)
			})
		})
	}
}

func (r *rig) guest() *machineNode { return r.c }
func (r *rig) owner() *machineNode { return r.h }
