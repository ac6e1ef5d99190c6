package lan

import (
	"flag"
	"net/netip"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	flag.Set("test.parallel", "12") // unless the command line says otherwise: these tests wait for sockets, and compute little
	goleak.VerifyTestMain(m)
}

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }
