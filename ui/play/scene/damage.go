package scene

import (
	"strconv"
	"time"

	"dogfight/ui/palette"
	"dogfight/ui/play/draw"
)

const (
	damageTime = 700 * time.Millisecond
	damageRise = 3 // rows over the hit, and one more in half of the time
)

// DrawDamage writes over a hit how much it took, of those that the own ship took or dealt.
func (b *Bursts) DrawDamage(f *Frame) {
	if f.LowBandwidth {
		return
	}
	for i := range b.ring {
		hit := &b.ring[i]
		age := f.Now.Sub(hit.start)
		if hit.took == 0 || age < 0 || age >= damageTime {
			continue
		}
		x, y := f.Cell(f.Locate(hit.at.X, hit.at.Y))
		y -= damageRise + int(2*age/damageTime)
		if took := strconv.Itoa(int(hit.took)); f.Free(draw.Rect(x, y, len("-")+len(took), 1)) {
			f.Text(f.Text(x, y, "-", palette.Bad), y, took, palette.Bad)
		}
	}
}
