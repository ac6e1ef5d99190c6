package carnage

// Player is the data of a ship.
type Player struct {
	PlayerStatic

	Position         Vec2
	Angle            float32 // radians: where its shots go
	IconAngle        float32 // radians: where its nose points
	HealthPercentage float32 // of its class's hp, at most 100
	Score            float32

	// Seconds, by the clock of Record.Time.
	TimeWhenLastBulletFired         float32
	TimeWhenLastDamaged             float32
	LatestTimeWhenBelowMaxHealth    float32
	LatestTimeWhenNotBelowMaxHealth float32
}

// PlayerStatic is what rarely changes of a Player.
type PlayerStatic struct {
	Type        uint8 // the team, or 0
	Name        string
	Radius      float32 // that a shot must reach
	WeaponIndex uint8
	ClassIndex  uint8
}

func (p *Player) appendStatic(b []byte) []byte {
	b = appendText(append(b, p.Type), p.Name)
	return append(appendFloats(b, p.Radius), p.WeaponIndex, p.ClassIndex)
}

func (p *Player) appendDynamic(b []byte) []byte {
	return appendFloats(appendVec2(b, p.Position), p.Angle, p.IconAngle, p.HealthPercentage, p.Score,
		p.TimeWhenLastBulletFired, p.TimeWhenLastDamaged,
		p.LatestTimeWhenBelowMaxHealth, p.LatestTimeWhenNotBelowMaxHealth)
}

func (p *Player) parseStatic(r *reader) {
	p.Type = r.U8("player type")
	p.Name = r.text("player name")
	p.Radius = r.F32("player radius")
	p.WeaponIndex = r.U8("player weaponIndex")
	p.ClassIndex = r.U8("player classIndex")
}

func (p *Player) parseDynamic(r *reader) {
	p.Position = r.vec2("player position")
	p.Angle = r.F32("player angle")
	p.IconAngle = r.F32("player iconAngle")
	p.HealthPercentage = r.F32("player healthPercentage")
	p.Score = r.F32("player score")
	p.TimeWhenLastBulletFired = r.F32("player timeWhenLastBulletFired")
	p.TimeWhenLastDamaged = r.F32("player timeWhenLastDamaged")
	p.LatestTimeWhenBelowMaxHealth = r.F32("player latestTimeWhenBelowMaxHealth")
	p.LatestTimeWhenNotBelowMaxHealth = r.F32("player latestTimeWhenNotBelowMaxHealth")
}
