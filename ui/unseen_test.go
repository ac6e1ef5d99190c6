package ui

import (
	"testing"

	"dogfight/net"
)

func TestWhatIsSaidWhileTheWindowIsTooSmallCanBeReadLater(t *testing.T) {
	conf := Config{Launcher: &launches{}}
	m := newFlown()
	conf.Session = m.session("")
	onRig(t, conf, func(r *rig) {
		r.resize(50, 15)
		m.change(func(m *flownState) {
			m.view.Chat = []net.ChatLine{{From: "Rex", Pilot: 7, Slot: 9, Text: "behind you"}}
		})
		r.wait()
		r.showsNot("behind you")
		r.resize(80, 24)
		r.shows("Rex: behind you")
	})
}
