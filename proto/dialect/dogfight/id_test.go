package dogfight

import (
	"regexp"
	"testing"
)

func TestEveryPilotHasAnIDOfHisOwn(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[ID]int{}
	for pilot := range 1 << 16 {
		id := IDOf(uint16(pilot))
		if !uuid.MatchString(id.String()) || !isID(id[:]) {
			t.Fatalf("pilot %d: %v is no UUID of version 4", pilot, id)
		}
		if other, taken := seen[id]; taken {
			t.Fatalf("pilots %d and %d are both %v", other, pilot, id)
		}
		seen[id] = pilot
	}
}
