package canvas

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"dogfight/game"
)

// apart are groups of colours that must be distinguishable, with their least distance in each colour-blind palette, and for
// normal sight in the others.
var apart = []struct {
	name    string
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

func TestEachTeamHasColours(t *testing.T) {
	if teamRamps < game.MaxTeams {
		t.Errorf("expected colours of %d teams, found %d", game.MaxTeams, teamRamps)
	}
}

func TestTheColourBlindCanDistinguishColours(t *testing.T) {
	for _, l := range themes(t) {
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
					t.Logf("%-22s %8d %-20s %-13s %5.1f", l.String(), colours, group.name, s.name, got)
					if got < least {
						t.Errorf("%s, %d colours, %s, %s: expected at least %.0f between any two, found %.1f", l.String(), colours, group.name, s.name, least, got)
					}
				}
			}
		}
	}
}

// backgrounds are the backgrounds that a theme is made for.
var backgrounds = map[string][]int{
	"space": {0x000000, 0x1e1e1e, 0x262626}, "amber": {0x000000, 0x1e1e1e, 0x262626}, "daylight": {0xffffff, 0xfdf6e3, 0xeeeeee},
}

// depths are the numbers of colours of terminals.
var depths = []int{8, 16, 256, 1 << 24}

// contrastOn are inks that need a contrast to their grounds.
var contrastOn = []struct {
	inks, grounds []Colour
	least         float64
	from          int // so many colours
}{
	{mustRead, []Colour{Space, PanelInk}, leastContrast, 16},
	{[]Colour{OwnMiddle, TextInk, Strong, Accent}, []Colour{Space, PanelInk}, leastContrast, 8},
	{[]Colour{ChosenInk}, []Colour{Chosen}, leastContrast, 8},
	{logos(), []Colour{Space}, leastContrast, 16},
	{[]Colour{Strong, TextInk, Accent}, []Colour{PanelMarked}, leastContrast, 256},
	{[]Colour{BoxInk}, []Colour{BoxHealth, BoxAmmo, BoxShield, BoxOverdrive}, leastContrast, 256},
	{append(foeMiddles(), teamInks()...), []Colour{Space, PanelInk}, leastContrast, 16},
}

func logos() (inks []Colour) {
	for i := range Colour(LogoInks) {
		inks = append(inks, Logo+i)
	}
	return inks
}

// alikeOtherwise are the colours of ships that have less contrast, because no colour with enough of it differs from the
// others for all kinds of sight.
var alikeOtherwise = map[string][]string{"daylight, colour-blind": {"foe-1-middle", "foe-3-middle"}}

func TestTextIsReadableInEveryTheme(t *testing.T) {
	for _, l := range themes(t) {
		for _, colours := range depths {
			for _, c := range contrastOn {
				for _, ink := range c.inks {
					for _, ground := range c.grounds {
						least := c.least
						if slices.Contains(alikeOtherwise[l.String()], roles[ink]) {
							least = 3 // the least for anything but text
						}
						got := Contrast(hexIn(l.palette, colours, ink), hexIn(l.palette, colours, ground))
						if got < least && colours >= c.from {
							t.Errorf("%s, %d colours: %s on %s: expected a contrast of %.1f, found %.2f", l.String(), colours, roles[ink], roles[ground], least, got)
						}
					}
				}
			}
		}
	}
}

func TestAThemeIsLegibleOnItsKindOfBackgroundOnly(t *testing.T) {
	for _, l := range themes(t) {
		grounds := backgrounds[l.theme]
		if grounds == nil {
			t.Fatalf("%s: is it for dark or for light backgrounds?", l.theme)
		}
		if light := Luminance(grounds[0]) > 0.5; l.palette.Light() != light {
			t.Errorf("%s: it is for light backgrounds: %v, and says %v", l.theme, light, !light)
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

// textOn are the inks used on each ground. They must differ from it on 16 and on 8 colours too.
var textOn = map[Colour][]Colour{
	PanelInk:    append(teamInks(), LabelInk, TextInk, Strong, Accent, Good, Fair, Bad, OwnMiddle),
	PanelMarked: {Strong, TextInk, Accent},
	Chosen:      {ChosenInk},
	BoxHealth:   {BoxInk}, BoxAmmo: {BoxInk}, BoxShield: {BoxInk}, BoxOverdrive: {BoxInk},
}

func TestNoTextIsOnAGroundOfItsColour(t *testing.T) {
	for _, l := range themes(t) {
		for ground, inks := range textOn {
			for _, ink := range inks {
				for _, colours := range []int{256, 16, 8} {
					style := l.palette.Style(colours, ink, ground)
					if style.Ink == style.Ground && style.Manner&Bold == 0 { // bold is another colour on 8
						t.Errorf("%s, %d colours: %s on %s", l.String(), colours, roles[ink], roles[ground])
					}
				}
			}
		}
	}
}

// distinctInMono are colours that must look different without colours, since no letter, mark or shape does.
var distinctInMono = []struct {
	one, other Colour
	grounds    bool
}{
	{OwnMiddle, FoeBright + 1, false}, // ships
	{OwnMiddle, TeamInk(1), false}, {OwnMiddle, TeamInk(2), false}, {OwnMiddle, TeamInk(3), false}, {OwnMiddle, TeamInk(4), false},
	{Bad, Good, false}, {Bad, TextInk, false}, // figures; fair ones are marked
	{Strong, TextInk, false}, {LabelInk, Strong, false}, {Accent, TextInk, false},
	{StarFar, StarNear, false}, {RockFace, RockLit, false}, {Border, OwnMiddle, false},
	{PanelMarked, PanelInk, true}, {Chosen, PanelInk, true}, {BoxHealth, Space, true}, {BoxAmmo, Space, true},
	{BoxShield, Space, true}, {BoxOverdrive, Space, true},
}

func TestColoursThatMatterDifferWithoutColours(t *testing.T) {
	for _, l := range themes(t) {
		for _, c := range distinctInMono {
			one, other := l.palette.Style(0, c.one, Space), l.palette.Style(0, c.other, Space)
			if c.grounds {
				one, other = l.palette.Style(0, TextInk, c.one), l.palette.Style(0, TextInk, c.other)
			}
			if one == other {
				t.Errorf("%s: %s looks like %s", l.String(), roles[c.one], roles[c.other])
			}
		}
	}
}

func TestContrastFollowsWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{
		{0x000000, 0xffffff, 21}, {0xffffff, 0x000000, 21}, {0x777777, 0xffffff, 4.48}, {0x123456, 0x123456, 1},
		{0x0000ff, 0xffffff, 8.59}, {0xff0000, 0x000000, 5.25},
	} {
		if got := Contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%06x on %06x: expected %.2f, found %.2f", c.a, c.b, c.want, got)
		}
	}
}

func TestNumberedColoursAreXterms(t *testing.T) {
	for n, want := range map[int]int{1: 0xcd0000, 15: 0xffffff, 16: 0, 231: 0xffffff, 67: 0x5f87af, 232: 0x080808, 255: 0xeeeeee} {
		if got, ok := Numbered(n).Hex(); got != want || !ok {
			t.Errorf("%d: expected %06x, found %06x", n, want, got)
		}
	}
	if _, ok := TermColour(0).Hex(); ok {
		t.Error("the terminal's default has a colour")
	}
	if got, ok := RGB(0x123456).Hex(); got != 0x123456 || !ok {
		t.Errorf("found %06x", got)
	}
}

func TestDimmedMovesAllButTextNearerToSpace(t *testing.T) {
	standard := PaletteOf(false)
	dim := Dimmed(standard)
	ground, _ := toneColour(standard[Space]).Hex()
	for k := Space + 1; k < BarTrack; k++ {
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

func TestWithFewTonesEachShipHasADistinctOne(t *testing.T) {
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

func TestFireMakesRockWarmerStepByStep(t *testing.T) {
	warm := func(k int) int { return k>>16 - k&0xff } // more red, and less blue
	for _, l := range themes(t) {
		for k := Rock; k < warmRock; k++ {
			seen := map[int]bool{hexIn(l.palette, 1<<24, k): true}
			last := warm(hexIn(l.palette, 1<<24, k))
			for steps := 1; steps <= Warmth; steps++ {
				is := Warm(k, steps)
				hex := hexIn(l.palette, 1<<24, is)
				if !IsRock(is) {
					t.Fatalf("%s: %s by %d steps is no rock", l.String(), roles[k], steps)
				}
				if now := warm(hex); steps <= 3 && now < last {
					t.Errorf("%s: %s by %d steps is %06x, no warmer than before", l.String(), roles[k], steps, hex)
				} else {
					last = now
				}
				if tone := int(k-Rock) % RockTones; tone < RockTones-2 && seen[hex] {
					t.Errorf("%s: %s by %d steps is as before", l.String(), roles[k], steps)
				}
				seen[hex] = true
			}
		}
	}
}

func TestWarmRockStaysAsItIs(t *testing.T) {
	for k := warmRock; k < RockDeep; k++ {
		if got := Warm(k, Warmth); got != k {
			t.Errorf("colour %d became %d", k, got)
		}
	}
	if Contrast(hexIn(Standard, 1<<24, Warm(Rock+2, 1)), hexIn(Standard, 1<<24, Rock+2)) > 1.5 {
		t.Error("the first step is a leap")
	}
}

func TestRockHasItsMaterialsAndTonesByName(t *testing.T) {
	for material, name := range [RockMaterials]string{"slate", "rust", "ice"} {
		for tone := range RockTones {
			k := RockOf(material, tone)
			if want := fmt.Sprint(name, "-", tone+1); roles[k] != want || !IsRock(k) {
				t.Errorf("expected %s, and rock, got %s, rock %v", want, roles[k], IsRock(k))
			}
		}
	}
	for _, k := range [...]Colour{Space, Shadow, Glow + GlowTones - 1, Border, OwnBright} {
		if IsRock(k) {
			t.Errorf("%s counts as rock", roles[k])
		}
	}
}

// sight is a way to see colours: a matrix on linear red, green and blue.
type sight struct {
	name   string
	matrix [3][3]float64
}

// The colour-blind see by the matrices of Machado, Oliveira and Fernandes, "A
// Physiologically-based Model for Simulation of Color Vision Deficiency" (2009),
// of severity 1.
var (
	normal       = sight{"normal sight", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	protanopia   = sight{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}
	deuteranopia = sight{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}
	tritanopia   = sight{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}
)

// triple is a colour in linear RGB, or L, a and b of CIE 1976.
type triple [3]float64

func (c triple) times(m [3][3]float64) (product triple) {
	for row := range m {
		for column, v := range c {
			product[row] += m[row][column] * v
		}
	}
	return product
}

// lab turns linear RGB into L, a and b, under D65.
func (c triple) lab() triple {
	xyz := c.times([3][3]float64{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}})
	for i, whitest := range (triple{0.95047, 1, 1.08883}) {
		if t := xyz[i] / whitest; t > 216.0/24389 {
			xyz[i] = math.Cbrt(t)
		} else {
			xyz[i] = (24389.0/27*t + 16) / 116
		}
	}
	return triple{116*xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])}
}

// lab returns a colour as that sight perceives it.
func (s *sight) lab(hex int) triple {
	seen := triple{linear[hex>>16&0xff], linear[hex>>8&0xff], linear[hex&0xff]}.times(s.matrix)
	for i, v := range seen {
		seen[i] = min(max(v, 0), 1)
	}
	return seen.lab()
}

// distance is how far apart two colours look: 2.3 is just to be seen (CIE 1976).
func (s *sight) distance(a, b int) float64 {
	p, q := s.lab(a), s.lab(b)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// nearest returns the least distance between any two of some colours of a palette, on a terminal of so many.
func (s *sight) nearest(p Palette, colours int, group []Colour) float64 {
	least := math.Inf(1)
	for i, a := range group {
		for _, b := range group[:i] {
			least = min(least, s.distance(hexIn(p, colours, a), hexIn(p, colours, b)))
		}
	}
	return least
}
