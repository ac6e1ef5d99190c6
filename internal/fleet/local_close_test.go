package fleet

import (
	"sync"
	"testing"
)

func TestALocalFleetIsClosedWhileSomebodyBeginsToListen(t *testing.T) {
	for range 200 {
		l := NewLocal()
		var listening sync.WaitGroup
		for range 4 {
			listening.Go(func() {
				stop, err := l.Watch(Hosts, func(Change) {})
				if err != nil {
					t.Error(err)
				}
				stop()
			})
		}
		l.Close()
		listening.Wait()
	}
}
