package link

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"dogfight/net/admission"
	"dogfight/net/relay"
)

type noCloser struct{}

func (noCloser) Close() error { return nil }

// rescuedHost returns a host's end whose stream has broken, and the packets about the path that it sends.
func rescuedHost() (s *stream, sent func() string) {
	limits := linkDefaults(admission.Limits{})
	s = newStream("a client", limits.ControlIn, func() {})
	s.raw, s.finds, s.rescue.on = noCloser{}, true, true
	client := newOpener(fixed.ToClient)
	var last []byte
	s.udp = newHostEnd(fixed, 7, func(b []byte, _ UDPAddr) {
		if d, ok := client.open(bytes.Clone(b), toClientHeader); ok {
			last = bytes.Clone(d.Packet)
		}
	})
	s.udp.finder = newFinder(relay.Via{}, nil, nil, nil)
	s.udp.peer, s.udp.receivedAt = home, epoch
	return s, func() string { return hex.EncodeToString(last) }
}

func segmentOf(offset uint64, b []byte) []byte {
	return append(rescuePacket(segmentMark, offset), b...)
}

func TestSegmentsOnTheWire(t *testing.T) {
	s, sent := rescuedHost()
	s.rescued(segmentOf(0, appendFrame(nil, Control, []byte("hello"))), epoch)
	if got := drain(s); len(got) != 1 || string(got[0].Bytes) != "hello" || sent() != "040000000000000009" {
		t.Errorf("received %v, acknowledged by %s", got, sent())
	}
	s.out.control = appendFrame(nil, Control, []byte("welcome"))
	if s.tend(epoch); sent() != "030000000000000000"+"00000007"+hex.EncodeToString([]byte("welcome")) {
		t.Errorf("sent %s", sent())
	}
	s.rescued(rescuePacket(ackMark, 11), epoch)
	if len(s.rescue.unacked) > 0 || s.err != nil {
		t.Errorf("%d bytes are left, %v", len(s.rescue.unacked), s.err)
	}
}

func TestSegmentsThatDoNotFollowChangeNothing(t *testing.T) {
	frame := appendFrame(nil, Control, []byte("hello"))
	for name, p := range map[string][]byte{
		"later": segmentOf(1, frame), "far": segmentOf(1<<63, frame), "the last number": segmentOf(1<<64-1, frame), "empty": segmentOf(0, nil),
		"an acknowledgement of what was not sent": rescuePacket(ackMark, 1), "one of the past": rescuePacket(ackMark, 1<<64-1),
		"another mark": append([]byte{5, 0, 0, 0, 0, 0, 0, 0, 0}, frame...), "short": {segmentMark, 0, 0},
	} {
		s, _ := rescuedHost()
		if s.rescued(p, epoch); s.err != nil || s.rescue.received != 0 || len(drain(s)) > 0 {
			t.Errorf("%s: err %v, %d bytes received", name, s.err, s.rescue.received)
		}
	}
}

func TestForbiddenFramesInSegmentsEndTheLink(t *testing.T) {
	for name, frame := range map[string][]byte{
		"data": appendFrame(nil, Data, number(1)), "candidates": appendFrame(nil, candidates, nil), "offer": appendFrame(nil, offer, number(1)[:3]),
		"too long": appendFrame(nil, Control, make([]byte, 5<<10))[:100], "unknown": appendFrame(nil, 9, nil),
	} {
		s, _ := rescuedHost()
		if s.rescued(segmentOf(0, frame), epoch); s.err == nil || !strings.Contains(s.err.Error(), "cut off") || len(s.rescue.partial) > maxSegment {
			t.Errorf("%s: err %v", name, s.err)
		}
	}
}

func FuzzSegments(f *testing.F) {
	f.Add(segmentOf(0, appendFrame(nil, Control, []byte("hello"))), segmentOf(9, []byte{0, 0, 0}))
	f.Add(segmentOf(0, appendFrame(nil, Control, make([]byte, 4<<10))[:maxSegment]), rescuePacket(ackMark, 0))
	f.Add(segmentOf(0, appendFrame(nil, end, nil)), segmentOf(1<<64-1, []byte{1}))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		s, _ := rescuedHost()
		s.out.control = appendFrame(nil, Control, []byte("welcome"))
		s.tend(epoch)
		for _, p := range [][]byte{first, second, first} {
			s.rescued(p[:min(len(p), maxPacket)], epoch)
		}
		if len(s.rescue.partial) > headerSize+s.controlIn+maxPacket || s.rescue.sent < uint64(len(s.rescue.unacked)) {
			t.Errorf("%d bytes wait, %d of %d are unacknowledged", len(s.rescue.partial), len(s.rescue.unacked), s.rescue.sent)
		}
	})
}
