package main

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"dogfight/identity"
	"dogfight/net/link"
)

// linkedKeys has a host know which keys are one player's. Of whoever connects, what he brings
// holds for as long as he is connected; it is remembered once he has a seat, or watches.
type linkedKeys struct {
	kin *identity.Kin
	log *slog.Logger
	// settled are those who have; what does not fit is learnt when they come again.
	settled chan link.Link

	mu      sync.Mutex
	brought map[link.Link][]string // the keys that vouch for theirs
}

func openLinkedKeys(path string, log *slog.Logger) (*linkedKeys, error) {
	kin, err := identity.OpenKin(path)
	if err != nil {
		return nil, err
	}
	return &linkedKeys{kin: kin, log: log, settled: make(chan link.Link, perLocal), brought: map[link.Link][]string{}}, nil
}

// meet looks at what somebody brings who connects.
func (k *linkedKeys) meet(l link.Link) {
	proofs := identity.ProofsIn(link.CertificateOf(l))
	if len(proofs) == 0 {
		return
	}
	keys := k.kin.Vouched(l.Identity(), link.SiteOf(l.Remote()), proofs)
	k.mu.Lock()
	defer k.mu.Unlock()
	for other := range k.brought {
		if other.Err() != nil {
			delete(k.brought, other)
		}
	}
	if len(keys) > 0 {
		k.brought[l] = keys
	}
}

// of returns all keys of the player who has one. It does not wait for files.
func (k *linkedKeys) of(identity string) []string {
	all := k.kin.Of(identity)
	k.mu.Lock()
	defer k.mu.Unlock()
	for l, keys := range k.brought {
		if l.Identity() != identity {
			continue
		}
		all = slices.Clone(all) // which is not ours
		for _, key := range keys {
			all = append(all, k.kin.Of(key)...)
		}
	}
	return all
}

// settle is the host's: see net.HostConfig.Settled.
func (k *linkedKeys) settle(l link.Link) {
	select {
	case k.settled <- l:
	default:
	}
}

// run learns from those who have settled, until ctx is done.
func (k *linkedKeys) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case l := <-k.settled:
			if err := k.kin.Learn(l.Identity(), k.broughtBy(l)); err != nil {
				k.log.Warn(err.Error())
			}
		}
	}
}

// broughtBy returns the keys that vouch for somebody's.
func (k *linkedKeys) broughtBy(l link.Link) []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.brought[l]
}
