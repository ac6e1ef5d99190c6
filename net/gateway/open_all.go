package gateway

import (
	"net"
	"strconv"
)

// OpenAll opens one Gateway after the other, or none. No dialect that may choose a port takes
// one that another is given.
func OpenAll(specs []Spec, conf Config) (all []*Gateway, err error) {
	for _, s := range specs {
		conf.given = append(conf.given, portOf(s.Addr))
	}
	for _, s := range specs {
		g, err := open(s, conf)
		if err != nil {
			for _, g := range all {
				g.Close()
			}
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

// portOf returns the port of an address as Spec has it.
func portOf(addr string) uint16 {
	_, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.ParseUint(port, 10, 16)
	return uint16(n)
}
