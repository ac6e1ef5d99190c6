package assets

import (
	"strings"
	"testing"

	"dogfight/game"
)

func TestEachCampaignHasTenWavesAndABossEachFifth(t *testing.T) {
	if names := CampaignNames(); len(names) != 3 || names[0] != defaultCampaign {
		t.Fatalf("campaigns: %v", names)
	}
	for _, name := range CampaignNames() {
		s := &game.Setup{Classes: Classes(), Weapons: Weapons(), Mode: game.Waves}
		if err := AddCampaign(s, name); err != nil {
			t.Fatal(err)
		}
		if s.Campaign.Name != name || len(s.Campaign.Waves) != 10 || len(s.Classes) > game.MaxClasses {
			t.Errorf("%s: %d waves, %d classes", s.Campaign.Name, len(s.Campaign.Waves), len(s.Classes))
		}
		for wave := uint8(1); wave <= 10; wave++ {
			if _, boss := s.BossOf(wave); boss != (wave%5 == 0) {
				t.Errorf("%s, wave %d: a boss: %t", name, wave, boss)
			}
		}
		if s.PilotClass(uint8(len(Classes()))) || s.PilotWeapon(uint8(len(Weapons()))) || !s.PilotClass(0) {
			t.Error("pilots can choose a class or weapon of drones")
		}
	}
}

func TestEachDroneAndBossHasAPicture(t *testing.T) {
	for _, c := range builtInFleet().classes {
		if c.Name == "eye" || c.Name == "plate" {
			continue // parts of the pictures of bosses
		}
		if _, err := files.ReadFile("sprites/" + c.Name + ".txt"); err != nil {
			t.Error(err)
		}
	}
}

// small is a campaign that is fine.
const small = `title = "Small"
[[wave]]
title = "First"
  [[wave.group]]
  drone = "gnat"
  time_s = 2
  count = 3
  gap_ms = 500
  path = "line"
  from = "right"
  lane = 30
  drop = "hp"
  [[wave.group]]
  drone = "dart"
  time_s = 0
  count = 1
  gap_ms = 0
  path = [[0, 20], [50, 50]]
  then = "hunt"
`

func TestACampaignIsReadAsItIsWritten(t *testing.T) {
	f := builtInFleet()
	c, err := parseCampaign("my/small.toml", []byte(small), f)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "small" || c.Title != "Small" || len(c.Waves) != 1 || c.Waves[0].Title != "First" || len(c.Waves[0].Groups) != 2 {
		t.Fatalf("%+v", c)
	}
	one, two := c.Waves[0].Groups[0], c.Waves[0].Groups[1]
	if one.At != 120 || one.Count != 3 || one.Gap != 30 || one.Drop != game.HPPlusOne || one.End != game.Leaves || f.classes[int(one.Class)-f.firstClass].Name != "gnat" {
		t.Errorf("%+v", one)
	}
	if one.Path[0] != (game.Corner{X: 1000, Y: 300}) || one.Path[1] != (game.Corner{X: 0, Y: 300}) {
		t.Errorf("from the right: %v", one.Path)
	}
	if two.End != game.Hunts || two.Path[1] != (game.Corner{X: 500, Y: 500}) {
		t.Errorf("%+v", two)
	}
}

func TestABrokenCampaignIsRefusedWithFileAndLine(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`"gnat"`, `"gnu"`, `x.toml:5: drone: must be one of "gnat", "dart",`},
		{`"gnat"`, `"plate"`, `x.toml:5: drone: must be a drone or a boss, got "plate"`},
		{"count = 3", "count = 31", "x.toml:7: count: must be 1 to 30, got 31"},
		{"count = 1", "count = 0", "x.toml:16: count: must be 1 to 30, got 0"},
		{"time_s = 0", "", "x.toml:13: time_s: missing"},
		{`"line"`, `"loop"`, `x.toml:9: path: must be one of "line",`},
		{"[50, 50]", "[50]", "x.toml:18: path: must be 1 to 16 corners"},
		{"[50, 50]", "[50, 101]", "x.toml:18: path: must be 1 to 16 corners"},
		{`then = "hunt"`, `then = "wait"`, `x.toml:19: then: must be one of "leave", "loop", "hunt", got "wait"`},
		{`drop = "hp"`, `drop = "tea"`, `x.toml:12: drop: must be one of "hp",`},
		{"lane = 30", "lane = 30\n  speed = 9", `x.toml:12: unknown key "speed"`},
		{`title = "Small"`, "", "x.toml: title: missing"},
		{`title = "Small"`, `name = "Small"`, `x.toml: unknown key "name": must be title or [[wave]]`},
		{`title = "First"`, `title = ""`, "x.toml:3: title: must be 1 to 16"},
		{"[[wave]]", "[wave", "x.toml:3:"},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if _, err := parseCampaign("x.toml", []byte(text), builtInFleet()); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, expected %s", c.new, err, c.want)
		}
	}
	if _, err := campaign("nowhere", builtInFleet()); err == nil || err.Error() != `unknown campaign "nowhere": must be frontier, exodus, maelstrom, or a file` {
		t.Error(err)
	}
}
