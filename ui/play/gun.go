package play

import (
	"dogfight/net"
	"dogfight/ui/input"
)

// Gun tells the controls about the own gun: a gun that drops mines or has one shot in flight fires once a press.
func (s *Screen) Gun(v *net.View) {
	if v.World == nil || v.Setup == nil || len(v.Setup.Weapons) == 0 || v.Foreign || v.Me < 0 {
		s.controls.Gun(input.Gun{})
		return
	}
	ship := &v.World.Ships[v.Me]
	weapon := &v.Setup.Weapons[int(ship.Weapon)%len(v.Setup.Weapons)]
	s.controls.Gun(input.Gun{Single: weapon.Speed == 0 || weapon.Shots == weapon.Fan, Wait: int(ship.Cooldown)})
}
