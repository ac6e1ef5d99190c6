package carnage

// Bullet is the data of a shot.
type Bullet struct {
	OwnerRadius float32
	WeaponIndex uint8
	Random      float32 // 0 to 1, for clients that draw no two alike

	Position  Vec2
	Direction Vec2 // of length 1; (0,0) for one that lies where it was dropped
}

func (p *Bullet) appendStatic(b []byte) []byte {
	b = append(appendFloats(b, p.OwnerRadius), p.WeaponIndex)
	return appendFloats(b, p.Random)
}

func (p *Bullet) appendDynamic(b []byte) []byte {
	return appendVec2(appendVec2(b, p.Position), p.Direction)
}

func (p *Bullet) parseStatic(r *reader) {
	p.OwnerRadius = r.F32("bullet ownerRadius")
	p.WeaponIndex = r.U8("bullet weaponIndex")
	p.Random = r.F32("bullet random")
}

func (p *Bullet) parseDynamic(r *reader) {
	p.Position = r.vec2("bullet position")
	p.Direction = r.vec2("bullet direction")
}
