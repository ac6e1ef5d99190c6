package enet

import "fmt"

// Delivery is what is promised of a packet.
type Delivery uint8

const (
	Unreliable  Delivery = 0 // it may be lost; it is not late
	Reliable    Delivery = 1 // it arrives, after those sent before it on its channel
	Unsequenced Delivery = 2 // it may be lost, or late
)

func (d Delivery) String() string {
	switch d {
	case Unreliable:
		return "unreliable"
	case Reliable:
		return "reliable"
	case Unsequenced:
		return "unsequenced"
	}
	return fmt.Sprintf("delivery %d", uint8(d))
}
