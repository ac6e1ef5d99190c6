package bot

import "dogfight/game"

// care is a level's behaviour at the zone.
type care struct {
	slack int32 // ticks of reserve for the way into the next circle
	berth int32 // distance from the edge
	wary  bool  // fights less with its last life
}

var cares = [MaxSkill]care{
	{slack: 0},
	{slack: 1 * game.TickRate, berth: 8 * game.One},
	{slack: game.TickRate, berth: 10 * game.One, wary: true},
	{slack: 2 * game.TickRate, berth: 14 * game.One, wary: true},
	{slack: 2 * game.TickRate, berth: 16 * game.One, wary: true},
}

// detour is the true length of a way into the zone, in per cent of the straight one.
const detour = 140

// intoZone returns the place for a bot that is or soon will be outside the zone.
func intoZone(b *Bot, v *view) (at vector, want int32, ok bool) {
	z, care := &v.w.Zone, &cares[b.skill]
	if z.Radius == 0 {
		return
	}
	next, inner := place(z.NextX, z.NextY), z.NextRadius*innerShare/100-care.berth
	if place(z.X, z.Y).minus(v.at).exactly() > z.Radius-care.berth/2 {
		v.flees = true // lanes and shots matter less
		return next, max(inner, 0), true
	}
	far := next.minus(v.at).exactly() - z.NextRadius + care.berth
	if far <= 0 {
		return
	}
	takes := far / max(v.s.Classes[v.me.Class].TopSpeed, 1) * detour / 100
	if left := int32(z.Wait) + int32(z.Closes)/2; left > takes+care.slack {
		return
	}
	return next, max(inner, 0), true
}

const (
	innerShare = 85 // per cent of a circle's radius that are well inside
	outside    = 60 // points for a place outside the zone,
	astray     = 3  // and for each unit farther out
)

// shunZone returns the cost of a place outside the zone.
func shunZone(b *Bot, v *view, at vector) int32 {
	z := &v.w.Zone
	if z.Radius == 0 {
		return 0
	}
	beyond := place(z.X, z.Y).minus(at).exactly() - z.Radius + cares[b.skill].berth
	if beyond <= 0 {
		return 0
	}
	return outside + astray*beyond/game.One
}

// lastLife reports whether the bot avoids fights: it has one life left, and there are many foes.
func lastLife(b *Bot, v *view) bool {
	if !cares[b.skill].wary || v.me.Lives != 1 {
		return false
	}
	foes := 0
	for i := range v.w.Ships {
		if ship := &v.w.Ships[i]; ship.Lives > 0 && v.s.Foes(v.me, ship) {
			foes++
		}
	}
	return foes > manyFoes
}

const manyFoes = 3

// Play for the orb.
const (
	fetchers    = 50             // per cent of a team, at least one, that fetch the free orb
	escortNear  = 40 * game.One  // distance of an escort to its place,
	escortAhead = 60 * game.One  // which is ahead of the carrier
	waitNear    = 50 * game.One  // distance of the others to the orb
	guardNear   = 60 * game.One  // distance of a guard to the base
	huntNear    = 150 * game.One // a carrier so near is a normal target
	foeOfOrb    = 30             // per cent of its distance that count for a carrier
	guardedBy   = 3              // smallest team with a guard
	teamSkill   = 3              // index of the lowest level that shares the work
	cornered    = 90 * game.One  // a carrier fights back foes so near
)

func orbGoal(b *Bot, v *view) (at vector, want int32, ok bool) {
	o := &v.w.Orb
	it := place(o.X, o.Y)
	slot, held := o.Held()
	switch {
	case held && slot == v.slot:
		v.flees = v.foe < 0 || v.foeP.minus(v.at).length() > cornered
		return v.nearestBase(v.me.Team, v.at), 0, true
	case held && v.w.Ships[slot].Team == v.me.Team:
		return v.escort(b, slot)
	case held:
		return v.stop(b, slot)
	}
	rank, mates := v.rankTo(it)
	if b.sharesWork() && mates >= guardedBy && rank == mates-1 {
		return v.nearestBase(v.me.Team, it), guardNear, true
	}
	if !o.Free(v.s) && v.foe >= 0 {
		return vector{}, 0, false
	}
	if b.sharesWork() && rank >= max(mates*fetchers/100, 1) {
		return it, waitNear, v.foe < 0
	}
	return it, 0, true
}

// sharesWork reports whether the bot leaves tasks to mates in a better place.
func (b *Bot) sharesWork() bool { return b.skill >= teamSkill }

// escort returns the place of the bot while a mate carries the orb: ahead on the way home, unless a foe is near.
func (v *view) escort(b *Bot, slot int) (at vector, want int32, ok bool) {
	ship := &v.w.Ships[slot]
	mate := place(ship.X, ship.Y)
	if v.foe >= 0 && v.foeP.minus(mate).length() < sightY || b.skill == 0 {
		return vector{}, 0, false
	}
	way := v.nearestBase(ship.Team, mate).minus(mate)
	ahead := min(way.length(), escortAhead)
	return mate.plus(vector{scale(way.x, ahead, way.length()+1), scale(way.y, ahead, way.length()+1)}), escortNear, true
}

// stop returns the place of the bot while a foe carries the orb: it attacks a carrier in sight, and otherwise cuts off its
// way home.
func (v *view) stop(b *Bot, slot int) (at vector, want int32, ok bool) {
	ship := &v.w.Ships[slot]
	thief := place(ship.X, ship.Y)
	away := thief.minus(v.at).length()
	if v.foe == slot && v.open && away < huntNear {
		at, want = v.chase()
		return at, min(want*b.traits().reach/100, maxWant), true
	}
	if b.sharesWork() {
		base := v.nearestBase(ship.Team, thief)
		way := base.minus(thief)
		lead := min(away/2, way.length()) // the carrier flies at half the speed
		thief = thief.plus(vector{scale(way.x, lead, way.length()+1), scale(way.y, lead, way.length()+1)})
	}
	return thief, 0, true
}

// nearestBase returns the nearest place of a team's base.
func (v *view) nearestBase(team uint8, from vector) vector {
	near, nearest := int32(1<<30), from
	for _, p := range v.s.Arena.BaseTiles(team) {
		at := place(p.X, p.Y)
		if d := at.minus(from).length(); d < near {
			near, nearest = d, at
		}
	}
	return nearest
}

// rankTo returns how many flying ships of the own team are nearer to a place, and how many there are.
func (v *view) rankTo(at vector) (rank, mates int) {
	own := at.minus(v.at).length()
	for i := range v.w.Ships {
		ship := &v.w.Ships[i]
		if ship.State != game.Flying || ship.Team != v.me.Team {
			continue
		}
		mates++
		if d := at.minus(place(ship.X, ship.Y)).length(); i != v.slot && (d < own || d == own && i < v.slot) {
			rank++
		}
	}
	return rank, mates
}

// The distances along the way that a bot checks, in tiles.
var raceLooks = [...]int{2, 3, 5, 7, 10, 13, 17, 22, 28, 36, 44}

// hugging is the number of these at which the way may be hidden from a ship close to rock.
const hugging = 3

// laneLook is the tiles of a boost lane that a bot aims for from outside it.
const laneLook = 3

func raceGoal(_ *Bot, v *view) (at vector, want int32, ok bool) {
	a := v.s.Arena
	if len(a.Gates) == 0 || v.slot >= game.MaxRacers {
		return vector{}, 0, false
	}
	v.bound = true
	path := v.course(int(v.w.Racers[v.slot].Gate))
	best := path.places[min(1, path.n-1)]
	for i, look := range raceLooks {
		if look >= path.n {
			break
		}
		if at = path.places[look]; v.fits(v.at, at) {
			best = at
		} else if i >= hugging {
			break // a later tile in sight may be on the other side of a rock
		}
	}
	return best, 0, true
}

// route is the way ahead, tile by tile.
type route struct {
	places [64]vector
	n      int
}

// course returns the way ahead past the next gates, as far as a bot looks; it ends shortly after the begin of the next
// boost lane.
func (v *view) course(gate int) (r route) {
	a := v.s.Arena
	x, y := int(v.at.x/tile), int(v.at.y/tile)
	lane, till := a.At(v.at.x, v.at.y).Lane(), raceLooks[len(raceLooks)-1]
	r.places[0], r.n = v.at, 1
	for r.n <= till {
		way := a.Ways[gate]
		if way.From(a, int32(x)*tile, int32(y)*tile) == 0 {
			gate = (gate + 1) % len(a.Ways)
			way = a.Ways[gate]
		}
		nx, ny := downhill(a, way, x, y)
		if nx == x && ny == y {
			break
		}
		x, y = nx, ny
		r.places[r.n] = vector{int32(x)*tile + tile/2, int32(y)*tile + tile/2}
		r.n++
		if next := a.At(int32(x)*tile, int32(y)*tile).Lane(); next != game.Idle && lane == game.Idle {
			till = min(till, r.n+laneLook)
		}
	}
	return r
}

const tile = game.TileSize * game.One

// downhill returns the next tile of the way.
func downhill(a *game.Arena, way game.Way, x, y int) (bestX, bestY int) {
	bestX, bestY = x, y
	near := way.From(a, int32(x)*tile, int32(y)*tile)
	at := func(x, y int) int32 { return way.From(a, int32(x)*tile, int32(y)*tile) }
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			far := at(x+dx, y+dy)
			if far < near && at(x+dx, y) != game.NoWay && at(x, y+dy) != game.NoWay {
				near, bestX, bestY = far, x+dx, y+dy
			}
		}
	}
	return bestX, bestY
}

func betweenWaves(b *Bot, v *view) (at vector, want int32, ok bool) {
	if v.foe >= 0 || v.blips || v.w.Assault.Timer == 0 {
		return vector{}, 0, false
	}
	if at, ok = b.bestItem(v); ok {
		return at, 0, true
	}
	width, height := v.s.Arena.Size()
	return vector{width / 2, height / 2}, waitRange, true
}

// waitRange is the distance from the middle at which bots wait.
const waitRange = 60 * game.One
