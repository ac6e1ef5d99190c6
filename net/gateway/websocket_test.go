package gateway

import (
	"bufio"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/carnage"
)

func TestAPlayerOverWebSocketFliesOnThePortOfTheRawOnes(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("carnage=:0,websocket")
	raw := r.carnage(g, "Ann")
	r.ws = true
	c := r.carnage(g, "Bob")
	r.boards(raw)
	r.boards(c)
	first, second := r.ever(func(w *game.World) bool { return w.Ships[0].VX < 0 }), r.ever(func(w *game.World) bool { return w.Ships[1].VX < 0 })
	r.waits("that both fly to the left", func(w *game.World) bool {
		raw.hold(game.Steer(game.Left))
		c.hold(game.Steer(game.Left))
		return first(w) && second(w)
	})
	c.leave()
	r.waits("that one left", func(w *game.World) bool { return ships(w) == 1 })
}

func TestAPeerThatNeverReadsAWebSocketIsDisconnected(t *testing.T) {
	for _, pings := range []bool{false, true} { // which want answers, each in the way of the records
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, dogfight.HostConfig{})
			g, l := r.openPiped("carnage=:0,websocket")
			conn := l.dial()
			conn.Write([]byte(request()))
			answer := bufio.NewReader(conn)
			for line := ""; line != "\r\n"; line, _ = answer.ReadString('\n') {
			}
			began := time.Now()
			conn.Write([]byte(clientFrame(0x82, goodHello)))
			for err := error(nil); pings && err == nil; {
				_, err = conn.Write([]byte(clientFrame(0x89, "")))
			}
			for total, _ := g.admission.Count(); total > 0; total, _ = g.admission.Count() {
				time.Sleep(10 * time.Millisecond)
			}
			if took := time.Since(began); took < writeTime || took > 2*writeTime+closeTime {
				t.Errorf("pings: %v: it took %v", pings, took)
			}
			conn.Close()
		})
	}
}

func TestAPeerThatNeverReadsAWebSocketIsDisconnectedWhateverTheSystemKeeps(t *testing.T) {
	if !*long {
		t.Skip("seconds of real time; runs with -long")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	g := r.open("carnage=:0,websocket")
	defer r.crowd(55)()
	r.waits("a crowd", func(w *game.World) bool { return ships(w) == 55 })
	conn := r.connect("tcp", g.Addrs()[0])
	conn.(*net.TCPConn).SetReadBuffer(1 << 10)
	spawn := carnage.Wire{Whole: true}.Append(nil, &carnage.SpawnRequest{Name: "deaf"})
	io.WriteString(conn, request()+clientFrame(0x82, goodHello)+clientFrame(0x82, string(spawn)))
	r.waits("that one who never reads is there", func(w *game.World) bool { return ships(w) == 56 })
	r.waits("and gone", func(w *game.World) bool { return ships(w) == 55 })
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	n, err := io.Copy(io.Discard, conn)
	if isTimeout(err) || n > 1<<20 {
		t.Errorf("%d bytes waited for it: %v", n, err)
	}
}
