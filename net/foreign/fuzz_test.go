package foreign

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// FuzzWhateverComesIsHeard feeds any bytes to both protocols.
func FuzzWhateverComesIsHeard(f *testing.F) {
	state := dogfight.State{Ships: []dogfight.Ship{{X: -5, Y: 7, Alive: true, PlayerID: dogfight.IDOf(3)}}}
	f.Add(state.Append(append([]byte(nil), testkit.OwnID...)))
	snapshot := rtype.Snapshot{Entities: []rtype.SnapshotEntity{{ID: clientID, X: 1e38, VX: -1e38, Sprite: 1}}}
	f.Add(snapshot.Append(nil, rtype.Wire{}))
	f.Add(snapshot.Append(nil, rtype.Wire{Code: true}))
	f.Add(snapshot.Append(nil, rtype.Wire{Code: true, Later: true}))
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, protocol := range []protocol{&dogfightProtocol{}, newRTypeProtocol(Server{Protocol: "rtype"}), newRTypeProtocol(Server{Protocol: "rtype-code"})} {
			m := Match{protocol: protocol, mirror: newMirror("Nova", 0)}
			protocol.receive(p, m.tell)
			protocol.receive(p, m.tell)
			now := time.Unix(1e9, 0)
			m.receive(now)
			m.mirror.show(now.Add(frameTime), game.Fire)
			protocol.speak(now, game.Fire, false, func([]byte) {})
		}
	})
}
