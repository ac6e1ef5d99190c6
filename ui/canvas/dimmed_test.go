package canvas

import "testing"

func TestWhatIsDimmedIsNearerToSpaceAndTextIsNot(t *testing.T) {
	standard := PaletteOf(false)
	dim := Dimmed(standard)
	ground, _ := toneColour(standard[SpaceTone]).Hex()
	for k := SpaceTone + 1; k < BarTrack; k++ {
		was, _ := toneColour(standard[k]).Hex()
		is, _ := toneColour(dim[k]).Hex()
		for shift := 0; shift <= 16; shift += 8 {
			if a, b := was>>shift&255-ground>>shift&255, is>>shift&255-ground>>shift&255; b*b > a*a {
				t.Errorf("%s: %06x became %06x", roles[k], was, is)
			}
		}
	}
	for k := BarTrack; int(k) < len(standard); k++ {
		if dim[k] != standard[k] {
			t.Errorf("%s has changed", roles[k])
		}
	}
}
