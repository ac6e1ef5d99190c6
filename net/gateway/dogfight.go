package gateway

import "dogfight/proto/dialect/dogfight"

func (g *Gateway) openDogfight() error {
	return g.openStreams(func() Session { return dogfight.NewSession(g.conf.Classic) })
}
