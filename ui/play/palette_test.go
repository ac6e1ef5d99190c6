package play

import (
	"testing"

	"dogfight/ui/canvas"
	"dogfight/ui/cells"
)

// apart are groups of colours that must not be taken for each other, with the
// least distance that they keep in every palette for the colour-blind, and to
// normal sight in every other.
var apart = []struct {
	what    string
	least   float64
	normal  float64
	colours []canvas.Colour
}{
	{"own ship and teams", 45, 45, []canvas.Colour{ownMiddle, team1Middle, team2Middle}},
	{"own ship and foes", 25, 15, append(foeMiddles(), ownMiddle)},
	{"good, fair and bad", 25, 30, []canvas.Colour{good, fair, bad}},
	{"power-ups", 30, 30, []canvas.Colour{boxHealth, boxAmmo, boxShield, boxOverdrive}},
}

func foeMiddles() (middles []canvas.Colour) {
	for i := range canvas.Colour(foeRamps) {
		middles = append(middles, foeBright+ramp*i+1)
	}
	return middles
}

func TestTheColourBlindTellApartWhatMatters(t *testing.T) {
	for _, l := range looks(t) {
		for _, group := range apart {
			for _, s := range []sight{normal, protanopia, deuteranopia, tritanopia} {
				got := s.nearest(l.palette, group.colours)
				t.Logf("%-22s %-20s %-13s %5.1f", l.String(), group.what, s.name, got)
				least := group.least
				switch {
				case !l.colourBlind && s != normal:
					continue
				case !l.colourBlind:
					least = group.normal
				}
				if got < least {
					t.Errorf("%s, %s, %s: expected at least %.0f between any two, found %.1f", l.String(), group.what, s.name, least, got)
				}
			}
		}
	}
}

// backgrounds are those that a theme is made for: a dark and a light one, each with
// one that is not quite.
var backgrounds = map[string][]uint8{
	"space": {16, 235}, "amber": {16, 235}, "daylight": {231, 230},
}

func TestShipsAndTextAreLegibleOnTheirBackgrounds(t *testing.T) {
	for _, l := range looks(t) {
		grounds := backgrounds[l.theme]
		if grounds == nil {
			t.Fatalf("%s: is it for dark or for light backgrounds?", l.theme)
		}
		legible := func(ink canvas.Colour, least float64, grounds ...uint8) {
			for _, ground := range grounds {
				if got := contrast(l.palette[ink].Rich, ground); got < least {
					t.Errorf("%s: %s on %d: expected a contrast of %.1f, found %.1f", l.String(), roles[ink], ground, least, got)
				}
			}
		}
		for _, hull := range append(foeMiddles(), ownMiddle, team1Middle, team2Middle) {
			legible(hull, 2.5, grounds...)
			legible(hull, 2.5, l.palette[panel].Rich) // where a name stands
		}
		for _, ink := range []canvas.Colour{text, strong, accent, good, fair, bad} {
			legible(ink, 4.5, grounds...)
			legible(ink, 4.5, l.palette[panel].Rich)
		}
		legible(label, 4, l.palette[panel].Rich)
		legible(strong, 4.5, l.palette[panelMarked].Rich)
		legible(chosenInk, 4.5, l.palette[chosen].Rich)
		for _, box := range []canvas.Colour{boxHealth, boxAmmo, boxShield, boxOverdrive} {
			legible(strong, 4.5, l.palette[box].Rich)
		}
	}
}

// textOn are the inks that are used on grounds, which must differ from these on
// 16 and on 8 colours too.
var textOn = map[canvas.Colour][]canvas.Colour{
	panel:       {label, text, strong, accent, good, fair, bad, ownMiddle, team1Middle, team2Middle},
	panelMarked: {strong, text, accent},
	chosen:      {chosenInk},
	boxHealth:   {strong}, boxAmmo: {strong}, boxShield: {strong}, boxOverdrive: {strong},
}

func TestNoTextIsOnAGroundOfItsOwnColour(t *testing.T) {
	for _, l := range looks(t) {
		for ground, inks := range textOn {
			for _, ink := range inks {
				for _, colours := range []int{256, 16, 8} {
					style := l.palette.Style(colours, ink, ground)
					if style.Ink == style.Ground && style.Manner&cells.Bold == 0 { // which is another colour where there are 8
						t.Errorf("%s, %d colours: %s on %s", l.String(), colours, roles[ink], roles[ground])
					}
				}
			}
		}
	}
}

// toldInMono are colours that must look different where there is none, since no
// letter, mark or shape tells them apart.
var toldInMono = []struct {
	one, other canvas.Colour
	grounds    bool
}{
	{ownMiddle, foeBright + 1, false}, // ships
	{ownMiddle, team1Middle, false}, {ownMiddle, team2Middle, false},
	{bad, good, false}, {bad, text, false}, // figures; fair ones are marked
	{strong, text, false}, {label, strong, false}, {accent, text, false},
	{starFar, starNear, false}, {rockFace, rockLit, false}, {border, ownMiddle, false},
	{panelMarked, panel, true}, {chosen, panel, true}, {boxHealth, space, true}, {boxAmmo, space, true},
	{boxShield, space, true}, {boxOverdrive, space, true},
}

func TestWhatMattersIsToldApartWithoutColours(t *testing.T) {
	for _, l := range looks(t) {
		for _, c := range toldInMono {
			one, other := l.palette.Style(0, c.one, space), l.palette.Style(0, c.other, space)
			if c.grounds {
				one, other = l.palette.Style(0, text, c.one), l.palette.Style(0, text, c.other)
			}
			if one == other {
				t.Errorf("%s: %s looks like %s", l.String(), roles[c.one], roles[c.other])
			}
		}
	}
}
