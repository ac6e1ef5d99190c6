package lan

import (
	"net/netip"
	"testing"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(12)
	goleak.VerifyTestMain(m)
}

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }
