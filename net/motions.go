package net

import (
	"fmt"
	"strings"

	"dogfight/proto"
)

// Motions are some of what players may vote on, by bits.
type Motions uint8

// AllMotions are all of them.
const AllMotions Motions = 1<<(proto.MaxMotion+1) - 1<<proto.KickMotion

// motionNames are what motions are called where they are typed.
var motionNames = [proto.MaxMotion + 1]string{
	proto.KickMotion: "kick", proto.NextMotion: "next", proto.RestartMotion: "restart", proto.TeamsMotion: "teams",
}

// MotionNames lists the names of all.
func MotionNames() string { return strings.Join(motionNames[proto.KickMotion:], ", ") }

// Has reports whether a motion is among them.
func (m Motions) Has(motion proto.Motion) bool { return m&(1<<motion) != 0 }

// String lists them by name, as ParseMotions reads them.
func (m Motions) String() string {
	var names []string
	for motion, name := range motionNames {
		if name != "" && m.Has(proto.Motion(motion)) {
			names = append(names, name)
		}
	}
	if names == nil {
		return "off"
	}
	return strings.Join(names, ",")
}

// ParseMotions reads names with commas between them, or "off" for none.
func ParseMotions(text string) (m Motions, err error) {
	if text == "off" {
		return 0, nil
	}
	for _, name := range strings.Split(text, ",") {
		motion, ok := motionNamed(strings.TrimSpace(name))
		if !ok {
			return 0, fmt.Errorf("must be some of %s with commas between them, or off, got %q", MotionNames(), name)
		}
		m |= 1 << motion
	}
	return m, nil
}

func motionNamed(name string) (proto.Motion, bool) {
	for motion, known := range motionNames {
		if known != "" && known == name {
			return proto.Motion(motion), true
		}
	}
	return proto.NoMotion, false
}
