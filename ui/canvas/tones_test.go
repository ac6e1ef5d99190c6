package canvas

import (
	"testing"
)

func TestFarAwayAShipHasOneToneAndNoOtherHasTheOwn(t *testing.T) {
	p := FewTones(Standard)
	own := p[OwnMiddle]
	hulls := []Colour{OwnBright}
	for first := teamBright; first < FoeBright+FoeRamps*RampLength; first += RampLength {
		hulls = append(hulls, first)
	}
	for _, first := range hulls {
		if p[first] != p[first+1] || p[first+2] != p[first+1] {
			t.Errorf("the hull of colour %d has several tones", first)
		}
		if first > OwnBright && p[first+1].Rich == own.Rich {
			t.Errorf("the hull of colour %d looks like the own one", first)
		}
	}
	for k := range p {
		if p[k].True != 0 {
			t.Errorf("colour %d takes three numbers", k)
		}
	}
	if p[RockFace].Rich != Standard[RockFace].Rich || Standard[FoeBright] == Standard[FoeBright+1] {
		t.Error("expected rocks, and the standard palette, as they were")
	}
}
