package lan

import (
	"net/netip"
	"testing"

	"go.uber.org/goleak"

	"dogfight/internal/waittest"
)

func TestMain(m *testing.M) {
	waittest.Parallel(12)
	goleak.VerifyTestMain(m)
}

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }
