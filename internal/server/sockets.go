package server

import (
	"net"

	"dogfight/sys"
)

// Adopt has the doors be open for which there are sockets, in place of what is said of where they are.
func (o *Options) Adopt(s sys.Sockets) {
	o.Sockets = s
	for _, door := range []struct {
		address  *string
		listener *net.TCPListener
	}{{&o.Listen, s.Native}, {&o.SSH, s.SSH}, {&o.Web, s.Web}} {
		if door.listener != nil {
			*door.address = door.listener.Addr().String()
		}
	}
}
