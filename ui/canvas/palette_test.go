package canvas

import (
	"slices"
	"testing"

	"dogfight/game"
)

// apart are groups of colours that must not be taken for each other, with the
// least distance that they keep in every palette for the colour-blind, and to
// normal sight in every other.
var apart = []struct {
	what    string
	least   float64
	normal  float64
	colours []Colour
}{
	{"own ship and teams", 45, 45, []Colour{OwnMiddle, TeamInk(1), TeamInk(2)}},
	{"own ship and four teams", 28, 45, append(teamInks(), OwnMiddle)},
	{"own ship and foes", 25, 15, append(foeMiddles(), OwnMiddle)},
	{"good, fair and bad", 25, 30, []Colour{Good, Fair, Bad}},
	{"power-ups", 30, 30, []Colour{BoxHealth, BoxAmmo, BoxShield, BoxOverdrive}},
}

func foeMiddles() (middles []Colour) {
	for i := range Colour(FoeRamps) {
		middles = append(middles, FoeBright+RampLength*i+1)
	}
	return middles
}

func teamInks() (inks []Colour) {
	for team := range uint8(game.MaxTeams) {
		inks = append(inks, TeamInk(team+1))
	}
	return inks
}

func TestEachTeamHasColoursOfItsOwn(t *testing.T) {
	if teamRamps < game.MaxTeams {
		t.Errorf("expected colours of %d teams, found %d", game.MaxTeams, teamRamps)
	}
}

func TestTheColourBlindTellApartWhatMatters(t *testing.T) {
	for _, l := range looks(t) {
		for _, group := range apart {
			for _, s := range []sight{normal, protanopia, deuteranopia, tritanopia} {
				least := group.least
				switch {
				case !l.colourBlind && s != normal:
					continue
				case !l.colourBlind:
					least = group.normal
				}
				for _, colours := range []int{256, 1 << 24} {
					got := s.nearest(l.palette, colours, group.colours)
					t.Logf("%-22s %8d %-20s %-13s %5.1f", l.String(), colours, group.what, s.name, got)
					if got < least {
						t.Errorf("%s, %d colours, %s, %s: expected at least %.0f between any two, found %.1f", l.String(), colours, group.what, s.name, least, got)
					}
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
func hexOf(p Palette, colours int, k Colour) int {
	c := p.Style(colours, k, k).Ink
	if k == SpaceTone {
		c = p.Ground(colours)
	}
	hex, _ := c.Hex()
	return hex
}

// contrastOn is like textOn, of what has to stand out by a contrast.
var contrastOn = []struct {
	inks, grounds []Colour
	least         float64
	from          int // colours that the terminal has
}{
	{mustRead, []Colour{SpaceTone, PanelInk}, leastContrast, 16},
	{[]Colour{OwnMiddle, TextInk, Strong, Accent}, []Colour{SpaceTone, PanelInk}, leastContrast, 8},
	{[]Colour{ChosenInk}, []Colour{Chosen}, leastContrast, 8},
	{logos(), []Colour{SpaceTone}, leastContrast, 16},
	{[]Colour{Strong, TextInk, Accent}, []Colour{PanelMarked}, leastContrast, 256},
	{[]Colour{BoxInk}, []Colour{BoxHealth, BoxAmmo, BoxShield, BoxOverdrive}, leastContrast, 256},
	{append(foeMiddles(), teamInks()...), []Colour{SpaceTone, PanelInk}, leastContrast, 16},
}

func logos() (inks []Colour) {
	for i := range Colour(LogoInks) {
		inks = append(inks, Logo+i)
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
						got := Contrast(hexOf(l.palette, colours, ink), hexOf(l.palette, colours, ground))
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
var textOn = map[Colour][]Colour{
	PanelInk:    append(teamInks(), LabelInk, TextInk, Strong, Accent, Good, Fair, Bad, OwnMiddle),
	PanelMarked: {Strong, TextInk, Accent},
	Chosen:      {ChosenInk},
	BoxHealth:   {BoxInk}, BoxAmmo: {BoxInk}, BoxShield: {BoxInk}, BoxOverdrive: {BoxInk},
}

func TestNoTextIsOnAGroundOfItsOwnColour(t *testing.T) {
	for _, l := range looks(t) {
		for ground, inks := range textOn {
			for _, ink := range inks {
				for _, colours := range []int{256, 16, 8} {
					style := l.palette.Style(colours, ink, ground)
					if style.Ink == style.Ground && style.Manner&Bold == 0 { // which is another colour where there are 8
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
	one, other Colour
	grounds    bool
}{
	{OwnMiddle, FoeBright + 1, false}, // ships
	{OwnMiddle, TeamInk(1), false}, {OwnMiddle, TeamInk(2), false}, {OwnMiddle, TeamInk(3), false}, {OwnMiddle, TeamInk(4), false},
	{Bad, Good, false}, {Bad, TextInk, false}, // figures; fair ones are marked
	{Strong, TextInk, false}, {LabelInk, Strong, false}, {Accent, TextInk, false},
	{StarFar, StarNear, false}, {RockFace, RockLit, false}, {Border, OwnMiddle, false},
	{PanelMarked, PanelInk, true}, {Chosen, PanelInk, true}, {BoxHealth, SpaceTone, true}, {BoxAmmo, SpaceTone, true},
	{BoxShield, SpaceTone, true}, {BoxOverdrive, SpaceTone, true},
}

func TestWhatMattersIsToldApartWithoutColours(t *testing.T) {
	for _, l := range looks(t) {
		for _, c := range toldInMono {
			one, other := l.palette.Style(0, c.one, SpaceTone), l.palette.Style(0, c.other, SpaceTone)
			if c.grounds {
				one, other = l.palette.Style(0, TextInk, c.one), l.palette.Style(0, TextInk, c.other)
			}
			if one == other {
				t.Errorf("%s: %s looks like %s", l.String(), roles[c.one], roles[c.other])
			}
		}
	}
}
