package carnage

import (
	"encoding/json"

	"dogfight/game"
)

// welcome returns the answer to a good HelloRequest.
func welcome(s *game.Setup) *HelloResponse {
	weapons := make([]weapon, len(s.Weapons))
	for i := range weapons {
		weapons[i] = weaponOf(&s.Weapons[i])
	}
	classes := make([]class, len(s.Classes))
	for i := range classes {
		classes[i] = classOf(&s.Classes[i])
	}
	level := s.Arena.Text()
	return &HelloResponse{
		Okay:          true,
		ServerGlobals: jsonOf(globalsOf(s)),
		Weapons:       jsonOf(weapons),
		Classes:       jsonOf(classes),
		LevelData:     level[len(level)-s.Arena.Height*(s.Arena.Width+1):], // without the settings above the rows
	}
}

func jsonOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // numbers and texts can always be written
	}
	return string(text)
}

// serverGlobals describes the match to a client, beside its tables. Lengths are in arena units, times in seconds.
type serverGlobals struct {
	Arena        string  `json:"arena"`
	Width        float64 `json:"width"`
	Height       float64 `json:"height"`
	TileSize     float64 `json:"tileSize"` // of a character of levelData
	Mode         string  `json:"mode"`
	Teams        int     `json:"teams"` // 0: every pilot alone
	FriendlyFire bool    `json:"friendlyFire"`
	TimeLimit    float64 `json:"timeLimit"`      // 0 for none
	ScoreLimit   int32   `json:"scoreLimit"`     // 0 for none
	Laps         int     `json:"laps,omitempty"` // where there are gates
	Pull         int32   `json:"pull,omitempty"` // where there are wells
	PlayerRadius float64 `json:"playerRadius"`
	BarrelRadius float64 `json:"barrelRadius"`
	BlastRadius  float64 `json:"blastRadius"`
	TickRate     int     `json:"tickRate"`
	RecordRate   int     `json:"recordRate"`
}

// weapon is an element of weapons.
type weapon struct {
	Name     string  `json:"name"`
	Title    string  `json:"title"`
	Shots    uint8   `json:"shots"` // in flight at once
	Fan      uint8   `json:"fan"`   // fired together
	Speed    float64 `json:"speed"` // units a second
	Damage   uint8   `json:"damage"`
	Cooldown float64 `json:"cooldown"` // seconds
	Life     float64 `json:"life"`     // seconds
	Reach    float64 `json:"reach"`    // units, added to the radius of its target
	Drone    bool    `json:"drone,omitempty"`
}

// class is an element of classes.
type class struct {
	Name     string  `json:"name"`
	Title    string  `json:"title"`
	HP       uint8   `json:"hp"`
	TopSpeed float64 `json:"topSpeed"` // units a second
	Thrust   float64 `json:"thrust"`   // units a second, each second
	Brake    float64 `json:"brake"`    // likewise
	Drone    bool    `json:"drone,omitempty"`
}

func globalsOf(s *game.Setup) serverGlobals {
	width, height := s.Arena.Size()
	return serverGlobals{
		Arena:        s.Arena.Name,
		Width:        units(width),
		Height:       units(height),
		TileSize:     game.TileSize,
		Mode:         s.Mode.Name(),
		Teams:        s.Teams(),
		FriendlyFire: s.FriendlyFire,
		TimeLimit:    seconds(s.TimeLimit),
		ScoreLimit:   s.ScoreLimit,
		Laps:         s.Arena.Laps,
		Pull:         s.Arena.Pull,
		PlayerRadius: units(game.ShipRadius),
		BarrelRadius: units(game.BarrelRadius),
		BlastRadius:  units(game.BlastRadius),
		TickRate:     game.TickRate,
		RecordRate:   game.TickRate / ticksPerRecord,
	}
}

func weaponOf(w *game.Weapon) weapon {
	return weapon{
		Name:     w.Name,
		Title:    w.Title,
		Shots:    w.Shots,
		Fan:      w.Fan,
		Speed:    units(w.Speed) * game.TickRate,
		Damage:   w.Damage,
		Cooldown: seconds(game.Tick(w.Cooldown)),
		Life:     seconds(game.Tick(w.Life)),
		Reach:    units(w.Reach),
		Drone:    w.Drone,
	}
}

func classOf(c *game.Class) class {
	return class{
		Name:     c.Name,
		Title:    c.Title,
		HP:       c.HP,
		TopSpeed: units(c.TopSpeed) * game.TickRate,
		Thrust:   units(c.Thrust) * game.TickRate * game.TickRate,
		Brake:    units(c.Brake) * game.TickRate * game.TickRate,
		Drone:    c.Drone,
	}
}

func units(v int32) float64 { return float64(v) / game.One }

func seconds(t game.Tick) float64 { return float64(t) / game.TickRate }

// tables translate the indexes of classes and weapons in any match to those that the client got at its hello.
type tables struct{ sent *game.Setup }

// class returns the client's index of a class of a Setup, or 0 if it has no such class.
func (t tables) class(s *game.Setup, i uint8) uint8 {
	if t.sent == nil || t.sent == s {
		return i
	}
	return sameIndex(t.sent.Classes, s.Classes, i)
}

// weapon is class for a weapon.
func (t tables) weapon(s *game.Setup, i uint8) uint8 {
	if t.sent == nil || t.sent == s {
		return i
	}
	return sameIndex(t.sent.Weapons, s.Weapons, i)
}

func sameIndex[T comparable](sent, now []T, i uint8) uint8 {
	if int(i) < len(sent) && sent[i] == now[i] {
		return i
	}
	return 0
}
