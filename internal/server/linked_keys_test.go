package server

import (
	"fmt"
	"slices"
	"testing"

	"dogfight/net/link"
	"dogfight/testkit"
)

func TestAPlayerWithFourLinkedKeysHasFiveKeys(t *testing.T) {
	k, err := openLinkedKeys("", discard)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for i := range 5 {
		keys = append(keys, fmt.Sprintf("SHA256:%043d", i))
	}
	_, far := link.PipeOf("memory", keys[0])
	k.bring(far, keys[1:])
	for _, what := range []string{"brought", "remembered"} {
		if got := k.of(keys[0]); !slices.Equal(slices.Sorted(slices.Values(got)), keys) {
			t.Errorf("%s: %d keys: %v", what, len(got), got)
		}
		if err := k.known.Learn(keys[0], keys[1:]); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLinkedKeysOfAPlayerOfAFleetAreRemembered: hosts of a fleet wrap each link.
func TestLinkedKeysOfAPlayerOfAFleetAreRemembered(t *testing.T) {
	t.Parallel()
	k, err := openLinkedKeys("", discard)
	if err != nil {
		t.Fatal(err)
	}
	go k.run(t.Context())
	one, other := fmt.Sprintf("SHA256:%043d", 1), fmt.Sprintf("SHA256:%043d", 2)
	_, far := link.PipeOf("memory", one)
	k.bring(far, []string{other})
	k.settle(link.WithIdentity(far, "", one))
	testkit.Until(t, "both keys are remembered", func() bool { return len(k.known.Of(other)) == 2 })
}
