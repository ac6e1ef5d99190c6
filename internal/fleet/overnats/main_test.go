package overnats_test

import (
	"os"
	"testing"

	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(8)
	os.Exit(m.Run())
}
