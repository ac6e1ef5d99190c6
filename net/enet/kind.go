package enet

// kind says which command one is, with its flags.
type kind uint8

const (
	kindAcknowledge            kind = 0x01
	kindConnect                kind = 0x82
	kindVerifyConnect          kind = 0x83
	kindDisconnect             kind = 0x84
	kindDisconnectNow          kind = 0x44
	kindPing                   kind = 0x85
	kindSendReliable           kind = 0x86
	kindSendUnreliable         kind = 0x07
	kindSendUnsequenced        kind = 0x49
	kindSendFragment           kind = 0x88
	kindBandwidthLimit         kind = 0x8a
	kindThrottleConfigure      kind = 0x8b
	kindSendUnreliableFragment kind = 0x0c
)

// wantsAck reports whether the receiver of a command must acknowledge it.
func (k kind) wantsAck() bool { return k&0x80 != 0 }

// of returns the body for k, or nil if there is no such command.
func (s *bodies) of(k kind) body {
	switch k {
	case kindAcknowledge:
		return &s.acknowledge
	case kindConnect:
		return &s.connect
	case kindVerifyConnect:
		return &s.verifyConnect
	case kindDisconnect, kindDisconnectNow:
		return &s.disconnect
	case kindPing:
		return &s.ping
	case kindSendReliable:
		return &s.sendReliable
	case kindSendUnreliable:
		return &s.sendUnreliable
	case kindSendUnsequenced:
		return &s.sendUnsequenced
	case kindSendFragment, kindSendUnreliableFragment:
		return &s.sendFragment
	case kindBandwidthLimit:
		return &s.bandwidthLimit
	case kindThrottleConfigure:
		return &s.throttleConfigure
	}
	return nil
}
