package gateway

import "dogfight/proto/dialect/carnage"

func (g *Gateway) openCarnage() error {
	return g.openStreams(func() Session { return carnage.NewSession() })
}
