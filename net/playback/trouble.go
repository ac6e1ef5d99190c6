package playback

import (
	"dogfight/net"
	"dogfight/proto"
)

// tellTrouble tells, where the match ends before its end, why it does.
func (m *Match) tellTrouble() {
	if m.trouble == nil || m.told || m.cursor.World.Tick < m.last {
		return
	}
	m.told = true
	m.view.Chat = append(m.view.Chat, net.ChatLine{Pilot: proto.Notice, Slot: proto.NoSlot, Text: m.trouble.Error()})
}
