package dogfight

import (
	"encoding/binary"
	"fmt"
)

// layout is the number of parts of a state. It follows from the first seven bytes, but for one length: see readings.
type layout struct {
	powerUps int
	ships    int
	bullets  int // of each ship
}

func (l layout) size() int {
	return headSize + l.powerUps*powerUpSize + l.ships*shipSize(l.bullets)
}

// layoutOf returns the layout of a state that begins with p. If more is not 0, p must have as many bytes for that.
func layoutOf(p []byte) (l layout, more int, err error) {
	if len(p) < headSize {
		return layout{}, headSize, nil
	}
	total, powerUps := binary.BigEndian.Uint32(p), int(binary.BigEndian.Uint16(p[5:]))
	if powerUps%powerUpSize != 0 || powerUps > MaxPowerUps*powerUpSize {
		return layout{}, 0, wrong("state", "power_ups_size", fmt.Sprintf("a multiple of %d up to %d", powerUpSize, MaxPowerUps*powerUpSize), powerUps)
	}
	fits, n := readings(int64(total)-headSize-int64(powerUps), powerUps/powerUpSize)
	switch n {
	case 0:
		return layout{}, 0, wrong("state", "total_length", fmt.Sprintf("that of up to %d whole ships", MaxShips), total)
	case 1:
		return fits[0], 0, nil
	}
	return bySecondID(p, fits[:n])
}

// readings returns the layouts with that many bytes after the power-ups: with the surplus or without, ships of five bullets or
// of six. There is more than one only for 37 ships of five and the surplus, or 34 of six.
func readings(bytes int64, powerUps int) (fits [4]layout, n int) {
	for _, over := range [...]int64{surplus, 0} {
		for bullets := Bullets; bullets <= MaxBullets; bullets++ {
			ships, ok := shipsIn(bytes-over, bullets)
			if ok && (ships > 0 || bullets == Bullets) {
				fits[n] = layout{powerUps, ships, bullets}
				n++
			}
		}
	}
	return fits, n
}

// shipsIn returns the number of ships in that many bytes, if they are whole.
func shipsIn(bytes int64, bullets int) (ships int, ok bool) {
	one := int64(shipSize(bullets))
	return int(bytes / one), bytes >= 0 && bytes%one == 0 && bytes/one <= MaxShips
}

// bySecondID returns the one of the layouts in which the second ship has an id. A state of either has more bytes than that.
func bySecondID(p []byte, fits []layout) (l layout, more int, err error) {
	for _, l := range fits {
		at := headSize + l.powerUps*powerUpSize + shipSize(l.bullets) + idAt
		if at+idSize > len(p) {
			return layout{}, at + idSize, nil
		}
		if isID(p[at : at+idSize]) {
			return l, 0, nil
		}
	}
	return layout{}, 0, wrong("state", "player_id", "a UUID in the second ship", "none")
}
