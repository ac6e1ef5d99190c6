package assets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"dogfight/game"
	"dogfight/sys"
)

const (
	defaultCampaign = "frontier"
	campaignSuffix  = ".toml"
)

// CampaignNames returns the names of the built-in campaigns, the default first.
func CampaignNames() []string {
	return dataKind{folder: "waves", suffix: campaignSuffix, first: defaultCampaign, valid: isName}.names("")
}

// AddCampaign puts a campaign into a Setup, with its drones after the classes and weapons of pilots.
// The campaign is the name of a built-in one, "" for the default, or a path, which has '/', '\' or '.'
// in it.
//
// It opens any file: never call it with a name from the network.
func AddCampaign(s *game.Setup, nameOrFile string) (err error) {
	fleet := builtInFleet()
	if s.Campaign, err = campaign(cmp.Or(nameOrFile, defaultCampaign), fleet); err != nil {
		return err
	}
	s.Classes, s.Weapons = slices.Concat(s.Classes, fleet.classes), slices.Concat(s.Weapons, fleet.weapons)
	return nil
}

func campaign(nameOrFile string, f *fleet) (*game.Campaign, error) {
	if !isName(nameOrFile) {
		text, err := sys.ReadFile(nameOrFile, sys.MaxText)
		if err != nil {
			return nil, err
		}
		return parseCampaign(nameOrFile, text, f)
	}
	text, err := files.ReadFile("waves/" + nameOrFile + campaignSuffix)
	if err != nil {
		return nil, fmt.Errorf("unknown campaign %q: must be %s, or a file", nameOrFile, strings.Join(CampaignNames(), ", "))
	}
	return parseCampaign("waves/"+nameOrFile+campaignSuffix, text, f)
}

// parseCampaign reads a campaign, named after its file.
func parseCampaign(file string, data []byte, f *fleet) (*game.Campaign, error) {
	var head struct {
		Title any
		Wave  any
	}
	meta, err := toml.Decode(string(data), &head)
	t := &table{file: file, kind: "wave", text: string(data)}
	if err != nil {
		return nil, t.located(err)
	}
	for _, key := range meta.Keys() {
		if name := key[0]; len(key) == 1 && name != "title" && name != "wave" {
			return nil, fmt.Errorf("%s: unknown key %q: must be title or [[wave]]", file, name)
		}
	}
	base := strings.TrimSuffix(file[strings.LastIndexAny(file, `/\`)+1:], campaignSuffix)
	c := &game.Campaign{Name: base[:min(len(base), longestText)], Kinds: f.kinds}
	t.list(head.Wave, game.MaxWaves)
	top := entry{table: t, index: -1, values: map[string]any{"title": head.Title}}
	c.Title = top.title()
	groups := t.below("group")
	for _, e := range t.entries {
		wave := game.Wave{Title: e.title()}
		for _, g := range groups.of(e, 1, game.MaxGroups) {
			wave.Groups = append(wave.Groups, f.group(g))
			g.finish()
		}
		e.finish()
		c.Waves = append(c.Waves, wave)
	}
	return c, t.err
}

// group reads a group of a wave.
func (f *fleet) group(e entry) game.Group {
	g := game.Group{
		At:    game.Tick(e.number("time_s", 0, 60) * game.TickRate),
		Class: uint8(f.class(e, "drone")),
		Count: uint8(e.number("count", 1, 30)),
		Gap:   game.Tick(ticks(e.number("gap_ms", 0, 10000))),
	}
	if k := f.kinds[int(g.Class)-f.firstClass]; k.Role == game.Weak || k.Role == game.Plate {
		e.fail("drone", mustBe("a drone or a boss", f.classes[int(g.Class)-f.firstClass].Name))
	}
	g.Path, g.End = e.path()
	if e.values["drop"] != nil {
		g.Drop = drops[e.among("drop", dropNames...)]
	}
	return g
}

// The items that drones can leave.
var (
	dropNames = []string{"hp", "hp3", "ammo", "shield", "overdrive", "orb"}
	drops     = [...]game.ItemKind{game.HPPlusOne, game.HPPlusThree, game.AmmoPlusOne, game.ShieldItem, game.OverdriveItem, game.OrbItem}
)

// fleet is the opponents in waves: drones, the parts of bosses, and their guns. Classes and kinds have
// the same order.
type fleet struct {
	classes []game.Class
	kinds   []game.Kind
	weapons []game.Weapon

	firstClass, firstWeapon int // their numbers in a game.Setup
}

func builtInFleet() *fleet {
	return must(parseFleet([]byte(file("drones.toml")), []byte(file("bosses.toml")), []byte(file("drone_weapons.toml"))))
}

// parseFleet reads the files of drones, bosses and their guns. Their numbers follow those of pilots.
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

// Limits: a Setup has room for 16 classes.
const (
	mostDrones = 8
	mostBosses = 4
	fleetRoom  = game.MaxClasses
)

// add reads the part that drones and the cores of bosses have in common.
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

// class reads the name of a drone or boss, and returns its number in a game.Setup.
func (f *fleet) class(e entry, key string) int {
	var names []string
	for i := range f.classes {
		names = append(names, f.classes[i].Name)
	}
	return f.firstClass + e.among(key, names...)
}
