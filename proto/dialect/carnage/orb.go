package carnage

// Orb is the data of what can be picked up: an orb, or a power-up.
type Orb struct {
	Radius float32
	Color  float32 // which of them: its game.ItemKind
	Random float32 // 0 to 1, for clients that draw no two alike

	Position Vec2
	Angle    float32 // radians; what lies about does not turn
}

func (p *Orb) appendStatic(b []byte) []byte { return appendFloats(b, p.Radius, p.Color, p.Random) }

func (p *Orb) appendDynamic(b []byte) []byte {
	return appendFloats(appendVec2(b, p.Position), p.Angle)
}

func (p *Orb) parseStatic(r *reader) {
	p.Radius = r.F32("orb radius")
	p.Color = r.F32("orb color")
	p.Random = r.F32("orb random")
}

func (p *Orb) parseDynamic(r *reader) {
	p.Position = r.vec2("orb position")
	p.Angle = r.F32("orb angle")
}
