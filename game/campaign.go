package game

// Campaign is the waves that come, one after the other. Read-only.
type Campaign struct {
	Name    string
	Title   string
	Endless bool   // after the last wave the first comes again, stronger
	Kinds   []Kind // of drones, by the classes of drones in their order
	Waves   []Wave // 1 to MaxWaves
}

// Kind is what a class of drones is like beside its Class.
type Kind struct {
	Role   Role
	Armed  bool
	Weapon uint8 // of Setup.Weapons
	Points uint8 // for destroying one
	Parts  []Part
}

// Role is what a drone is in a boss.
type Role uint8

// The roles. What a Plain drone, a Weak spot or a Core without weak spots is hit by
// hurts it; a Plate is never hurt, and a Core is not before its weak spots are gone.
const (
	Plain Role = 0
	Core  Role = 1
	Weak  Role = 2
	Plate Role = 3
)

// Part is a drone that hangs on a Core, so many units from its middle.
type Part struct {
	Class uint8 // of Setup.Classes
	X, Y  int8
}

// Wave is what comes at once.
type Wave struct {
	Title  string
	Groups []Group // 1 to MaxGroups
}

// Group is drones of one kind that fly one way.
type Group struct {
	At    Tick  // after the wave has begun
	Class uint8 // of Setup.Classes
	Count uint8 // for two pilots; more come for more
	Gap   Tick  // between two of them
	Path  []Corner
	End   PathEnd
	Drop  ItemKind // what the last of them leaves
}

// The corners of a Path are in thousandths of the arena's width and height.
const PathScale = 1000

// PathEnd is what a drone does at the end of its path.
type PathEnd uint8

// The ends of paths.
const (
	Leaves PathEnd = 0
	Loops  PathEnd = 1 // flies it again from its second corner on
	Hunts  PathEnd = 2 // goes for the nearest pilot
)

// PathEnds is the number of those.
const PathEnds = 3

// Wave returns the wave of that number, from 1, or nil. After the last they begin anew.
func (s *Setup) Wave(number uint8) *Wave {
	if s.Campaign == nil || number == 0 {
		return nil
	}
	return &s.Campaign.Waves[(int(number)-1)%len(s.Campaign.Waves)]
}

// Kind returns what a class of drones is like, or nil for any other class.
func (s *Setup) Kind(class uint8) *Kind {
	if s.Campaign == nil {
		return nil
	}
	if i := int(class) - (len(s.Classes) - len(s.Campaign.Kinds)); i >= 0 && i < len(s.Campaign.Kinds) {
		return &s.Campaign.Kinds[i]
	}
	return nil
}

// BossOf returns the class of the boss in a wave, if it has one.
func (s *Setup) BossOf(number uint8) (class uint8, ok bool) {
	if wave := s.Wave(number); wave != nil {
		for i := range wave.Groups {
			if k := s.Kind(wave.Groups[i].Class); k != nil && k.Role == Core {
				return wave.Groups[i].Class, true
			}
		}
	}
	return 0, false
}

// cycle returns how often the campaign has begun anew before a wave.
func (c *Campaign) cycle(number uint8) int { return max(int(number)-1, 0) / len(c.Waves) }

// bonus returns how many lives there are for repelling a wave.
func (s *Setup) bonus(number uint8) int {
	if _, boss := s.BossOf(number); boss {
		return bossLives
	}
	return waveLives
}
