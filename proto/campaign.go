package proto

import (
	"encoding/binary"

	"dogfight/game"
)

func appendCampaign(b []byte, c *game.Campaign) []byte {
	b = appendText(b, c.Name, maxWord)
	b = appendText(b, c.Title, maxWord)
	b = appendBool(b, c.Endless)
	for i := range c.Kinds {
		b = appendKind(b, &c.Kinds[i])
	}
	b = append(b, uint8(len(c.Waves)))
	for i := range c.Waves {
		b = appendText(b, c.Waves[i].Title, maxWord)
		b = append(b, uint8(len(c.Waves[i].Groups)))
		for k := range c.Waves[i].Groups {
			b = appendGroup(b, &c.Waves[i].Groups[k])
		}
	}
	return b
}

func appendKind(b []byte, k *game.Kind) []byte {
	b = appendBool(append(b, uint8(k.Role)), k.Armed)
	b = append(b, k.Weapon, k.Points, uint8(len(k.Parts)))
	for _, p := range k.Parts {
		b = append(b, p.Class, uint8(p.X), uint8(p.Y))
	}
	return b
}

func appendGroup(b []byte, g *game.Group) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(g.At))
	b = append(b, g.Class, g.Count)
	b = binary.BigEndian.AppendUint16(b, uint16(g.Gap))
	b = append(b, uint8(g.End), uint8(g.Drop), uint8(len(g.Path)))
	for _, at := range g.Path {
		b = binary.BigEndian.AppendUint16(b, uint16(at.X))
		b = binary.BigEndian.AppendUint16(b, uint16(at.Y))
	}
	return b
}

// campaignReader reads a campaign, whose drones are the last of the Setup's classes.
type campaignReader struct {
	*reader
	setup  *game.Setup
	drones int // the number of the first class of theirs
}

// parseCampaign reads the campaign of a Setup whose tables were read.
func parseCampaign(r *reader, s *game.Setup) *game.Campaign {
	in := campaignReader{reader: r, setup: s, drones: len(s.PilotClasses())}
	c := &game.Campaign{Name: r.text("campaign name", maxWord), Title: r.text("campaign title", maxWord)}
	c.Endless = r.Flag("endless campaign")
	c.Kinds = make([]game.Kind, len(s.Classes)-in.drones)
	for i := range c.Kinds {
		c.Kinds[i] = in.kind()
	}
	c.Waves = make([]game.Wave, r.Within("waves", uint32(r.U8("waves")), 1, game.MaxWaves))
	for i := range c.Waves {
		c.Waves[i].Title = r.text("wave title", maxWord)
		c.Waves[i].Groups = make([]game.Group, r.Within("groups of a wave", uint32(r.U8("groups of a wave")), 1, game.MaxGroups))
		for k := range c.Waves[i].Groups {
			c.Waves[i].Groups[k] = in.group()
		}
	}
	return c
}

// class reads the number of a class of drones.
func (r *campaignReader) class(field string) uint8 {
	class := r.U8(field)
	if int(class) < r.drones || int(class) >= len(r.setup.Classes) {
		r.Fail(field, "one of the classes of drones", class)
	}
	return class
}

func (r *campaignReader) kind() (k game.Kind) {
	k.Role = game.Role(r.UpTo("role of drones", uint8(game.Plate)))
	k.Armed = r.Flag("armed drones")
	k.Weapon = r.UpTo("weapon of drones", uint8(len(r.setup.Weapons)-1))
	k.Points = r.U8("points of drones")
	if n := r.UpTo("parts of a boss", game.MaxParts); n > 0 {
		k.Parts = make([]game.Part, n)
	}
	for i := range k.Parts {
		k.Parts[i] = game.Part{Class: r.class("class of a part"), X: int8(r.U8("place of a part")), Y: int8(r.U8("place of a part"))}
	}
	return k
}

func (r *campaignReader) group() (g game.Group) {
	g.At = game.Tick(r.U16("time of a group"))
	g.Class = r.class("class of a group")
	g.Count = r.U8("count of a group")
	g.Gap = game.Tick(r.U16("gap in a group"))
	g.End = game.PathEnd(r.UpTo("end of a path", game.PathEnds-1))
	g.Drop = game.ItemKind(r.UpTo("drop of a group", game.ItemKinds-1))
	g.Path = make([]game.Corner, r.Within("corners of a path", uint32(r.U8("corners of a path")), 1, game.MaxPath))
	for i := range g.Path {
		g.Path[i] = game.Corner{X: int16(r.short("corner of a path", 0, game.PathScale)), Y: int16(r.short("corner of a path", 0, game.PathScale))}
	}
	return g
}
