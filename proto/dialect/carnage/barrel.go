package carnage

// Barrel is the data of a barrel.
type Barrel struct {
	Radius   float32 // that a shot must reach
	Color    float32 // 0: see Orb.Color
	Vertices float32 // corners to draw it with
	Bolts    float32 // to draw on it

	Position         Vec2
	Angle            float32 // radians; barrels of ours do not turn
	HealthPercentage float32

	// Seconds, by the clock of Record.Time.
	TimeWhenLastDamaged             float32
	LatestTimeWhenBelowMaxHealth    float32
	LatestTimeWhenNotBelowMaxHealth float32
}

func (p *Barrel) appendStatic(b []byte) []byte {
	return appendFloats(b, p.Radius, p.Color, p.Vertices, p.Bolts)
}

func (p *Barrel) appendDynamic(b []byte) []byte {
	return appendFloats(appendVec2(b, p.Position), p.Angle, p.HealthPercentage,
		p.TimeWhenLastDamaged, p.LatestTimeWhenBelowMaxHealth, p.LatestTimeWhenNotBelowMaxHealth)
}

func (p *Barrel) parseStatic(r *reader) {
	p.Radius = r.F32("barrel radius")
	p.Color = r.F32("barrel color")
	p.Vertices = r.F32("barrel vertices")
	p.Bolts = r.F32("barrel bolts")
}

func (p *Barrel) parseDynamic(r *reader) {
	p.Position = r.vec2("barrel position")
	p.Angle = r.F32("barrel angle")
	p.HealthPercentage = r.F32("barrel healthPercentage")
	p.TimeWhenLastDamaged = r.F32("barrel timeWhenLastDamaged")
	p.LatestTimeWhenBelowMaxHealth = r.F32("barrel latestTimeWhenBelowMaxHealth")
	p.LatestTimeWhenNotBelowMaxHealth = r.F32("barrel latestTimeWhenNotBelowMaxHealth")
}
