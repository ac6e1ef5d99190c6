package assets

import (
	"slices"

	"dogfight/game"
)

// fleet is all that comes against pilots in waves: drones, what bosses are made of, and
// their guns. Classes and kinds go in step.
type fleet struct {
	classes []game.Class
	kinds   []game.Kind
	weapons []game.Weapon

	firstClass, firstWeapon int // their numbers in a game.Setup
}

// builtInFleet returns the fleet of the files that are built in.
func builtInFleet() *fleet {
	f, err := parseFleet([]byte(file("drones.toml")), []byte(file("bosses.toml")), []byte(file("drone_weapons.toml")))
	if err != nil {
		panic(err) // the program was built with a broken table
	}
	return f
}

// parseFleet reads what drones, bosses and their guns are, laid out as in the files of
// those names. Their numbers follow those of the pilots'.
func parseFleet(drones, bosses, weapons []byte) (*fleet, error) {
	f := &fleet{firstClass: len(Classes()), firstWeapon: len(Weapons())}
	guns, err := parseWeapons("drone_weapons.toml", weapons)
	if err != nil {
		return nil, err
	}
	for i := range guns {
		guns[i].Drone = true
	}
	f.weapons = guns
	t := readTable("drones.toml", "drone", drones, mostDrones)
	for _, e := range t.entries {
		role := [...]game.Role{game.Plain, game.Weak, game.Plate}[e.among("role", "drone", "weak", "plate")]
		f.add(e, role)
		e.finish()
	}
	if t.err != nil {
		return nil, t.err
	}
	return f, f.readBosses(bosses)
}

// The most that there may be: a Setup has room for 16 classes in all.
const (
	mostDrones = 8
	mostBosses = 4
	fleetRoom  = game.MaxClasses
)

// add reads what drones and the cores of bosses have both.
func (f *fleet) add(e entry, role game.Role) *game.Kind {
	f.classes = append(f.classes, game.Class{
		Name:     e.name(),
		Title:    e.title(),
		HP:       uint8(e.number("hp", 1, game.MaxDroneHP)),
		TopSpeed: speed(e.number("top_speed", 1, fastestShip)),
		Thrust:   acceleration(e.number("thrust", weakestThrust, 10000)),
		Drone:    true,
	})
	k := game.Kind{Role: role, Points: uint8(e.number("points", 0, 250))}
	names := []string{"none"}
	for i := range f.weapons {
		names = append(names, f.weapons[i].Name)
	}
	gun := e.among("weapon", names...)
	k.Armed, k.Weapon = gun > 0, uint8(f.firstWeapon+max(gun-1, 0))
	f.kinds = append(f.kinds, k)
	return &f.kinds[len(f.kinds)-1]
}

func (f *fleet) readBosses(data []byte) error {
	t := readTable("bosses.toml", "boss", data, mostBosses)
	parts := t.below("part")
	for _, e := range t.entries {
		k := f.add(e, game.Core)
		for _, p := range parts.of(e, 1, game.MaxParts) {
			k.Parts = append(k.Parts, f.part(p))
			p.finish()
		}
		e.finish()
	}
	if t.err == nil && f.firstClass+len(f.classes) > fleetRoom {
		t.err = mustBe("with the drones and the ships of pilots at most 16", f.firstClass+len(f.classes))
	}
	return t.err
}

// part reads a part of a boss.
func (f *fleet) part(e entry) game.Part {
	const half = game.MaxBossSize / 2
	class := f.class(e, "drone")
	if k := &f.kinds[class-f.firstClass]; k.Role != game.Weak && k.Role != game.Plate {
		e.fail("drone", mustBe("one with the role weak or plate", f.classes[class-f.firstClass].Name))
	}
	return game.Part{Class: uint8(class), X: int8(e.number("x", -half, half)), Y: int8(e.number("y", -half, half))}
}

// class takes out the name of a drone or boss, and returns its number in a game.Setup.
func (f *fleet) class(e entry, key string) int {
	var names []string
	for i := range f.classes {
		names = append(names, f.classes[i].Name)
	}
	return f.firstClass + e.among(key, names...)
}

// Arm adds to a Setup what comes in its campaign.
func arm(s *game.Setup, f *fleet) {
	s.Classes = slices.Concat(s.Classes, f.classes)
	s.Weapons = slices.Concat(s.Weapons, f.weapons)
}
