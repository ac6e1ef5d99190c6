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

// defaultCampaign is the one to play when none was chosen.
const defaultCampaign = "frontier"

const campaignSuffix = ".toml"

// CampaignNames returns the names of the built-in campaigns, the default first.
func CampaignNames() []string {
	folder, err := files.ReadDir("waves")
	if err != nil {
		panic(err) // embedded
	}
	names := []string{defaultCampaign}
	for _, f := range folder {
		if name := strings.TrimSuffix(f.Name(), campaignSuffix); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// AddCampaign puts a campaign into a Setup, and the drones that come in it behind the
// classes and weapons of pilots. The campaign is a built-in one by its name, "" for
// the default, or what has a '/', '\' or '.' in it is a file.
//
// It opens the files that it is told to; never call it with a name that came
// over the network.
func AddCampaign(s *game.Setup, nameOrFile string) (err error) {
	fleet := builtInFleet()
	if s.Campaign, err = campaign(cmp.Or(nameOrFile, defaultCampaign), fleet); err != nil {
		return err
	}
	arm(s, fleet)
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

// parseCampaign reads a campaign, laid out as those in the folder waves; file is its
// file in errors. It is called as the file is.
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

// What drones may leave.
var (
	dropNames = []string{"hp", "hp3", "ammo", "shield", "overdrive", "orb"}
	drops     = [...]game.ItemKind{game.HPPlusOne, game.HPPlusThree, game.AmmoPlusOne, game.ShieldItem, game.OverdriveItem, game.OrbItem}
)
