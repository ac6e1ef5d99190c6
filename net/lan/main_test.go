package lan

import (
	"net/netip"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func at(text string) netip.AddrPort { return netip.MustParseAddrPort(text) }
