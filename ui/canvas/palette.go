package canvas

// The colours of the match screen. A ramp is three neighbours: bright, middle, dark.
const (
	StarFar Colour = 1 + iota
	StarMiddle
	StarNear

	DustBlue                          // the first of DustTones, the faintest
	DustViolet = DustBlue + DustTones // likewise
)

// DustTones is the number of tones of dust in one hue.
const DustTones = 5

// Sky is the last colour of empty sky.
const Sky = DustViolet + DustTones - 1

// Shadow and light on the ground of an arena.
const (
	Shadow Colour = DustViolet + DustTones + iota
	Glow          // of fire on dust: the first of GlowTones, the faintest
)

// GlowTones is the number of tones of the glow of fire.
const GlowTones = 4

// Rock is the first tone of rock: RockTones for each of RockMaterials, the darkest first, then RockTones of warm rock in the
// light of fire, then the steps between, which are computed.
const Rock = Glow + GlowTones

const (
	RockTones     = 8
	RockMaterials = 3 // slate, rust, ice
	warmRock      = Rock + RockMaterials*RockTones
	warmingRock   = warmRock + RockTones
)

// Other scenery, ships, shots, fire and items.
const (
	RockDeep Colour = warmingRock + warmingSteps*RockMaterials*RockTones + iota // small, as on the radar
	RockFace
	RockLit
	Nebula // hides ships
	NebulaDense
	Border

	OwnBright
	OwnMiddle
	ownDark
	OwnTrim
	Glass
	teamBright // the first of teamRamps ramps
)

const (
	teamRamps  = 4 // as many as game.MaxTeams
	FoeRamps   = 8
	RampLength = 3 // colours in a ramp

	// FoeBright is the first of FoeRamps ramps.
	FoeBright = teamBright + teamRamps*RampLength
)

const (
	Spark Colour = FoeBright + FoeRamps*RampLength + iota // the core of shots, and ships that are hit
	Flash                                                 // the core of fire
	FlameYellow
	FlameOrange
	FlameRed
	Ember
	Smoke
	Soot

	ShieldGlow
	ShieldMiddle
	ShieldWorn
	DrumLight
	DrumBody
	DrumShade
	DrumBand
	OrbBright
	OrbMiddle
	OrbDark
	OrbHalo

	BoxHealth // each box has an upper and a lower edge
	BoxHealthLight
	BoxHealthDark
	BoxAmmo
	BoxAmmoLight
	BoxAmmoDark
	BoxShield
	BoxShieldLight
	BoxShieldDark
	BoxOverdrive
	BoxOverdriveLight
	BoxOverdriveDark
	BoxInk
	PadMark

	Hit // at the edge of the screen that a hit came from: the first of HitTones, the strongest
)

// HitTones is the number of tones of a hit.
const HitTones = 4

// The colours of text and its grounds.
const (
	BarTrack Colour = Hit + HitTones + iota // the empty part of a bar
	RuleInk

	PanelInk
	PanelMarked
	LabelInk
	TextInk
	Strong
	Accent
	Good
	Fair
	Bad

	Chosen // the ground of the chosen line in a menu
	ChosenInk
	Logo // the first of LogoInks, from top to bottom
)

// LogoInks is the number of colours of the logo.
const LogoInks = 6

// The modules of a QR code. They have no role, so themes cannot change them: scanners need dark on light.
const (
	codeDark Colour = Logo + LogoInks + iota
	codeLight
)

// Standard is the palette without a theme.
var Standard = warming(Palette{
	Space: {Rich: 16, Basic: 0, True: RGB(0x05060c)}, // if the terminal's own background cannot be used

	StarFar:    {Rich: 239, Basic: 8, Mono: MonoFaint, True: RGB(0x3a4260)},
	StarMiddle: {Rich: 245, Basic: 8, Mono: MonoFaint, True: RGB(0x76809c)},
	StarNear:   {Rich: 254, Basic: 7, True: RGB(0xe6ecff)},

	// Dust, shadow and glow are shades of space, which need 16 million colours.
	DustBlue:       {True: RGB(0x080a15)},
	DustBlue + 1:   {True: RGB(0x0b0e1e)},
	DustBlue + 2:   {True: RGB(0x0e1228)},
	DustBlue + 3:   {True: RGB(0x111631)},
	DustBlue + 4:   {True: RGB(0x141a3a)},
	DustViolet:     {True: RGB(0x0c0814)},
	DustViolet + 1: {True: RGB(0x140b1c)},
	DustViolet + 2: {True: RGB(0x1b0d24)},
	DustViolet + 3: {True: RGB(0x23102c)},
	DustViolet + 4: {True: RGB(0x2a1234)},
	Shadow:         {True: RGB(0x020206)},
	Glow:           {True: RGB(0x150b0c)},
	Glow + 1:       {True: RGB(0x26100b)},
	Glow + 2:       {True: RGB(0x36140a)},
	Glow + 3:       {True: RGB(0x46190a)},

	// Rock: slate.
	Rock:     {Rich: 233, Basic: 8, Mono: MonoFaint, True: RGB(0x12151d)},
	Rock + 1: {Rich: 235, Basic: 8, Mono: MonoFaint, True: RGB(0x1f2430)},
	Rock + 2: {Rich: 237, Basic: 8, Mono: MonoFaint, True: RGB(0x2d3342)},
	Rock + 3: {Rich: 239, Basic: 8, Mono: MonoFaint, True: RGB(0x3b4355)},
	Rock + 4: {Rich: 60, Basic: 8, Mono: MonoFaint, True: RGB(0x4f596e)},
	Rock + 5: {Rich: 103, Basic: 7, True: RGB(0x6d7990)},
	Rock + 6: {Rich: 146, Basic: 7, True: RGB(0x99a6ba)},
	Rock + 7: {Rich: 189, Basic: 7, True: RGB(0xd3dce6)},
	// Rock: rust.
	Rock + 8:  {Rich: 233, Basic: 8, Mono: MonoFaint, True: RGB(0x1a1210)},
	Rock + 9:  {Rich: 235, Basic: 8, Mono: MonoFaint, True: RGB(0x2b1d18)},
	Rock + 10: {Rich: 237, Basic: 8, Mono: MonoFaint, True: RGB(0x3d2a22)},
	Rock + 11: {Rich: 239, Basic: 8, Mono: MonoFaint, True: RGB(0x51392e)},
	Rock + 12: {Rich: 95, Basic: 8, Mono: MonoFaint, True: RGB(0x6d4e3e)},
	Rock + 13: {Rich: 137, Basic: 7, True: RGB(0x926d55)},
	Rock + 14: {Rich: 180, Basic: 7, True: RGB(0xbd9474)},
	Rock + 15: {Rich: 223, Basic: 7, True: RGB(0xecc9a2)},
	// Rock: ice.
	Rock + 16: {Rich: 233, Basic: 8, Mono: MonoFaint, True: RGB(0x10171f)},
	Rock + 17: {Rich: 235, Basic: 8, Mono: MonoFaint, True: RGB(0x182633)},
	Rock + 18: {Rich: 237, Basic: 8, Mono: MonoFaint, True: RGB(0x223747)},
	Rock + 19: {Rich: 239, Basic: 8, Mono: MonoFaint, True: RGB(0x2f4a5c)},
	Rock + 20: {Rich: 66, Basic: 8, Mono: MonoFaint, True: RGB(0x41657a)},
	Rock + 21: {Rich: 73, Basic: 7, True: RGB(0x5e8ca0)},
	Rock + 22: {Rich: 116, Basic: 7, True: RGB(0x8fbcc9)},
	Rock + 23: {Rich: 195, Basic: 7, True: RGB(0xd6f2f2)},
	// Warm rock.
	warmRock:     {Rich: 233, Basic: 8, Mono: MonoFaint, True: RGB(0x2a150d)},
	warmRock + 1: {Rich: 235, Basic: 8, Mono: MonoFaint, True: RGB(0x3b2214)},
	warmRock + 2: {Rich: 52, Basic: 8, Mono: MonoFaint, True: RGB(0x54341c)},
	warmRock + 3: {Rich: 94, Basic: 8, Mono: MonoFaint, True: RGB(0x6e4a26)},
	warmRock + 4: {Rich: 95, Basic: 8, Mono: MonoFaint, True: RGB(0x8c6234)},
	warmRock + 5: {Rich: 137, Basic: 7, True: RGB(0xb08246)},
	warmRock + 6: {Rich: 179, Basic: 7, True: RGB(0xd4a862)},
	warmRock + 7: {Rich: 222, Basic: 7, True: RGB(0xf8dc98)},

	RockDeep:    {Rich: 237, Basic: 8, Mono: MonoFaint},
	RockFace:    {Rich: 59, Basic: 8, Mono: MonoFaint},
	RockLit:     {Rich: 103, Basic: 7},
	Nebula:      {Rich: 17, Basic: 0, True: RGB(0x241a4a)},
	NebulaDense: {Rich: 54, Basic: 5, True: RGB(0x37246a)},
	Border:      {Rich: 61, Basic: 4, Mono: MonoFaint, True: RGB(0x4a5a9a)},

	OwnBright: {Rich: 231, Basic: 15, Mono: MonoStrong},
	OwnMiddle: {Rich: 159, Basic: 15, Mono: MonoStrong},
	ownDark:   {Rich: 74, Basic: 6, Mono: MonoStrong},
	OwnTrim:   {Rich: 45, Basic: 14, Mono: MonoStrong},
	Glass:     {Rich: 235, Basic: 0, True: RGB(0x0b2a3c)},

	teamBright:      {Rich: 153, Basic: 12}, // blue
	teamBright + 1:  {Rich: 75, Basic: 6},
	teamBright + 2:  {Rich: 26, Basic: 4, Mono: MonoFaint},
	teamBright + 3:  {Rich: 223, Basic: 11}, // orange
	teamBright + 4:  {Rich: 208, Basic: 3},
	teamBright + 5:  {Rich: 130, Basic: 3, Mono: MonoFaint},
	teamBright + 6:  {Rich: 157, Basic: 10}, // green
	teamBright + 7:  {Rich: 77, Basic: 10},
	teamBright + 8:  {Rich: 28, Basic: 2, Mono: MonoFaint},
	teamBright + 9:  {Rich: 219, Basic: 13}, // magenta
	teamBright + 10: {Rich: 207, Basic: 13},
	teamBright + 11: {Rich: 127, Basic: 5, Mono: MonoFaint},

	FoeBright:      {Rich: 217, Basic: 9}, // red
	FoeBright + 1:  {Rich: 203, Basic: 9},
	FoeBright + 2:  {Rich: 124, Basic: 1, Mono: MonoFaint},
	FoeBright + 3:  {Rich: 229, Basic: 11}, // yellow
	FoeBright + 4:  {Rich: 221, Basic: 11},
	FoeBright + 5:  {Rich: 136, Basic: 3, Mono: MonoFaint},
	FoeBright + 6:  {Rich: 219, Basic: 13}, // magenta
	FoeBright + 7:  {Rich: 207, Basic: 13},
	FoeBright + 8:  {Rich: 127, Basic: 5, Mono: MonoFaint},
	FoeBright + 9:  {Rich: 223, Basic: 3}, // orange
	FoeBright + 10: {Rich: 208, Basic: 3},
	FoeBright + 11: {Rich: 130, Basic: 1, Mono: MonoFaint},
	FoeBright + 12: {Rich: 193, Basic: 10}, // lime
	FoeBright + 13: {Rich: 149, Basic: 10},
	FoeBright + 14: {Rich: 64, Basic: 2, Mono: MonoFaint},
	FoeBright + 15: {Rich: 189, Basic: 13}, // violet
	FoeBright + 16: {Rich: 141, Basic: 13},
	FoeBright + 17: {Rich: 61, Basic: 5, Mono: MonoFaint},
	FoeBright + 18: {Rich: 224, Basic: 9}, // rose
	FoeBright + 19: {Rich: 174, Basic: 9},
	FoeBright + 20: {Rich: 95, Basic: 1, Mono: MonoFaint},
	FoeBright + 21: {Rich: 158, Basic: 14}, // teal
	FoeBright + 22: {Rich: 43, Basic: 6},
	FoeBright + 23: {Rich: 30, Basic: 6, Mono: MonoFaint},

	Spark:       {Rich: 231, Basic: 15, Mono: MonoStrong},
	Flash:       {Rich: 231, Basic: 15, Mono: MonoStrong},
	FlameYellow: {Rich: 221, Basic: 11, Mono: MonoStrong},
	FlameOrange: {Rich: 214, Basic: 11},
	FlameRed:    {Rich: 202, Basic: 9},
	Ember:       {Rich: 124, Basic: 1, Mono: MonoFaint},
	Smoke:       {Rich: 239, Basic: 8, Mono: MonoFaint},
	Soot:        {Rich: 235, Basic: 8, Mono: MonoFaint},

	ShieldGlow:   {Rich: 195, Basic: 15},
	ShieldMiddle: {Rich: 81, Basic: 14},
	ShieldWorn:   {Rich: 24, Basic: 6, Mono: MonoFaint},
	DrumLight:    {Rich: 215, Basic: 3, True: RGB(0xf0b070)},
	DrumBody:     {Rich: 166, Basic: 1, True: RGB(0xc2622a)},
	DrumShade:    {Rich: 94, Basic: 1, Mono: MonoFaint, True: RGB(0x7a3514)},
	DrumBand:     {Rich: 221, Basic: 11, True: RGB(0xffd84a)},
	OrbBright:    {Rich: 231, Basic: 15, Mono: MonoStrong},
	OrbMiddle:    {Rich: 159, Basic: 14},
	OrbDark:      {Rich: 74, Basic: 6},
	OrbHalo:      {Rich: 23, Basic: 4, Mono: MonoFaint, True: RGB(0x123a58)},

	BoxHealth:         {Rich: 28, Basic: 2, Mono: MonoSolid, True: RGB(0x1a8542)},
	BoxHealthLight:    {Rich: 72, Basic: 2, True: RGB(0x6bb386)},
	BoxHealthDark:     {Rich: 22, Basic: 2, Mono: MonoFaint, True: RGB(0x115329)},
	BoxAmmo:           {Rich: 130, Basic: 1, Mono: MonoSolid, True: RGB(0xa86410)},
	BoxAmmoLight:      {Rich: 179, Basic: 1, True: RGB(0xcc9e65)},
	BoxAmmoDark:       {Rich: 58, Basic: 1, Mono: MonoFaint, True: RGB(0x6a400b)},
	BoxShield:         {Rich: 26, Basic: 4, Mono: MonoSolid, True: RGB(0x2162c4)},
	BoxShieldLight:    {Rich: 68, Basic: 4, True: RGB(0x6f99d9)},
	BoxShieldDark:     {Rich: 18, Basic: 4, Mono: MonoFaint, True: RGB(0x143b76)},
	BoxOverdrive:      {Rich: 127, Basic: 5, Mono: MonoSolid, True: RGB(0xa02fb4)},
	BoxOverdriveLight: {Rich: 176, Basic: 5, True: RGB(0xc178ce)},
	BoxOverdriveDark:  {Rich: 53, Basic: 5, Mono: MonoFaint, True: RGB(0x601c6c)},
	BoxInk:            {Rich: 231, Basic: 15, Mono: MonoStrong, True: RGB(0xffffff)},
	PadMark:           {Rich: 240, Basic: 8, Mono: MonoFaint, True: RGB(0x4a5a9a)},

	Hit:     {Rich: 161, Basic: 1, True: RGB(0xd81e34)},
	Hit + 1: {Rich: 88, Basic: 1, True: RGB(0x8c1226)},
	Hit + 2: {Rich: 52, Basic: 0, True: RGB(0x4c0a1a)},
	Hit + 3: {True: RGB(0x260612)},

	BarTrack: {Rich: 237, Basic: 8, Mono: MonoFaint, True: RGB(0x232b40)},
	RuleInk:  {Rich: 60, Basic: 8, Mono: MonoFaint, True: RGB(0x2b3552)},

	PanelInk:    {Rich: 234, Basic: 0, True: RGB(0x0b0e18)},
	PanelMarked: {Rich: 236, Basic: 4, Mono: MonoSolid, True: RGB(0x151b2c)},
	LabelInk:    {Rich: 247, Basic: 7, Mono: MonoFaint, True: RGB(0x8792b0)},
	TextInk:     {Rich: 252, Basic: 7, True: RGB(0xc5cde0)},
	Strong:      {Rich: 231, Basic: 15, Mono: MonoStrong, True: RGB(0xffffff)},
	Accent:      {Rich: 81, Basic: 14, Mono: MonoStrong, True: RGB(0x35d6ff)},
	Good:        {Rich: 77, Basic: 10, True: RGB(0x52dc74)},
	Fair:        {Rich: 221, Basic: 11, True: RGB(0xffcf40)},
	Bad:         {Rich: 203, Basic: 9, Mono: MonoStrong, True: RGB(0xff5a52)},

	Chosen:    {Rich: 87, Basic: 14, Mono: MonoSolid},
	ChosenInk: {Rich: 16, Basic: 0},
	Logo:      {Rich: 123, Basic: 14, Mono: MonoStrong},
	Logo + 1:  {Rich: 87, Basic: 14, Mono: MonoStrong},
	Logo + 2:  {Rich: 51, Basic: 14, Mono: MonoStrong},
	Logo + 3:  {Rich: 45, Basic: 6, Mono: MonoStrong},
	Logo + 4:  {Rich: 39, Basic: 6, Mono: MonoStrong},
	Logo + 5:  {Rich: 39, Basic: 6, Mono: MonoStrong},

	codeDark:  {Rich: 16, Basic: 0, True: RGB(0x000000)},
	codeLight: {Rich: 231, Basic: 15, True: RGB(0xffffff)},
})
