package input

// Settings are the player's settings, as settings.toml keeps them.
type Settings struct {
	Name       string // the pilot's
	ShipColour uint8  // up to proto.Colours; 0 for any
	Glyphs     Glyphs

	FewerFlashes bool // no sudden bright areas, no blinking

	// ReducedMotion is against motion sickness: there is no dust, all stars move with the arena, and the
	// camera neither looks ahead nor glides.
	ReducedMotion bool

	NoDamageNumbers bool // hides the damage of hits
	NoKillCam       bool // hides the replay of the player's death

	FrameRate   int // frames per second, 30 or 60; 0 for auto
	Colours     Colours
	Theme       string   // "auto" or a name, which need not exist
	ColourBlind bool     // colours for the colour-blind
	Keys        Bindings // the zero value has the standard ones
	Mouse       bool     // steers the ship
	Sound       Sound
	Volume      int    // of loudspeakers, 0 to 100
	Replays     string // the size of all replays, for replays.Size
	List        string // URL of a public list of matches; "" for none
	Relay       string // address of a relay for invitations; "" for none
}

// UsualVolume is the Volume until the player changes it.
const UsualVolume = 70

// DefaultSettings returns the settings without a file.
func DefaultSettings() Settings {
	return Settings{Theme: "auto", Volume: UsualVolume, Replays: "200MB"}
}

// Glyphs is a choice of characters to draw with.
type Glyphs uint8

const (
	BestGlyphs    Glyphs = 0 // the finest that the terminal is known to draw
	HalfGlyphs    Glyphs = 1
	BlockGlyphs   Glyphs = 2
	SextantGlyphs Glyphs = 3
	OctantGlyphs  Glyphs = 4
	BrailleGlyphs Glyphs = 5
	ASCIIGlyphs   Glyphs = 6 // for all text too
)

// Colours is a choice of the number of colours.
type Colours uint8

const (
	AutoColours Colours = 0 // the number by the environment
	NoColours   Colours = 1
	Colours16   Colours = 2
	Colours256  Colours = 3
	TrueColours Colours = 4
)

// Sound is a choice of sound.
type Sound uint8

const (
	AutoSound Sound = 0 // loudspeakers, where they are the player's own
	NoSound   Sound = 1
	BellSound Sound = 2 // the terminal's bell
)
