package play

import (
	"slices"
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
// some that are not quite.
var backgrounds = map[string][]int{
	"space": {0x000000, 0x1e1e1e, 0x262626}, "amber": {0x000000, 0x1e1e1e, 0x262626}, "daylight": {0xffffff, 0xfdf6e3, 0xeeeeee},
}

// depths are how many colours a terminal may have, but for none: then all is its own.
var depths = []int{8, 16, 256, 1 << 24}

// hexOf returns what a colour looks like on a terminal of so many.
func hexOf(p canvas.Palette, colours int, k canvas.Colour) int {
	c := p.Style(colours, k, k).Ink
	if k == space {
		c = p.Ground(colours)
	}
	hex, _ := c.Hex()
	return hex
}

// contrastOn is like textOn, of what has to stand out by a contrast.
var contrastOn = []struct {
	inks, grounds []canvas.Colour
	least         float64
	from          int // colours that the terminal has
}{
	{mustRead, []canvas.Colour{space, panel}, leastContrast, 16},
	{[]canvas.Colour{ownMiddle, text, strong, accent}, []canvas.Colour{space, panel}, leastContrast, 8},
	{[]canvas.Colour{chosenInk}, []canvas.Colour{chosen}, leastContrast, 8},
	{logos(), []canvas.Colour{space}, leastContrast, 16},
	{[]canvas.Colour{strong, text, accent}, []canvas.Colour{panelMarked}, leastContrast, 256},
	{[]canvas.Colour{strong}, []canvas.Colour{boxHealth, boxAmmo, boxShield, boxOverdrive}, leastContrast, 256},
	{append(foeMiddles(), team1Middle, team2Middle), []canvas.Colour{space, panel}, leastContrast, 16},
}

func logos() (inks []canvas.Colour) {
	for i := range canvas.Colour(logoInks) {
		inks = append(inks, logo+i)
	}
	return inks
}

// alikeOtherwise are those whose names have less of a contrast, for no colour that has it is
// told from the others by all who see otherwise.
var alikeOtherwise = map[string][]string{"daylight, colour-blind": {"foe-1-middle", "foe-3-middle"}}

func TestAllThatMustBeReadStandsOutInEveryLook(t *testing.T) {
	for _, l := range looks(t) {
		for _, colours := range depths {
			for _, c := range contrastOn {
				for _, ink := range c.inks {
					for _, ground := range c.grounds {
						least := c.least
						if slices.Contains(alikeOtherwise[l.String()], roles[ink]) {
							least = 3 // as for what is no text
						}
						got := cells.Contrast(hexOf(l.palette, colours, ink), hexOf(l.palette, colours, ground))
						if got < least && colours >= c.from {
							t.Errorf("%s, %d colours: %s on %s: expected a contrast of %.1f, found %.2f", l.String(), colours, roles[ink], roles[ground], least, got)
						}
					}
				}
			}
		}
	}
}

func TestAThemeIsLegibleOnTheTerminalsOwnGroundOfItsKindAlone(t *testing.T) {
	for _, l := range looks(t) {
		grounds := backgrounds[l.theme]
		if grounds == nil {
			t.Fatalf("%s: is it for dark or for light backgrounds?", l.theme)
		}
		for _, colours := range []int{256, 1 << 24} {
			for _, ground := range grounds {
				if !Legible(l.palette, colours, ground) {
					t.Errorf("%s, %d colours: not legible on %06x", l.String(), colours, ground)
				}
			}
			if other := 0xffffff - grounds[0]; Legible(l.palette, colours, other) {
				t.Errorf("%s, %d colours: taken for legible on %06x", l.String(), colours, other)
			}
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
