package lightracer_test

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect/lightracer"
)

// sample is an update with one object of each type that the host sends.
func sample() *lightracer.Update {
	return &lightracer.Update{
		World:         *examples[0].object.(*lightracer.World),
		Players:       []lightracer.Player{*examples[1].object.(*lightracer.Player)},
		TrailSegments: []lightracer.TrailSegment{*examples[2].object.(*lightracer.TrailSegment)},
		Coordinates:   []lightracer.Coordinate{*examples[3].object.(*lightracer.Coordinate)},
	}
}

func TestAnUpdateHasItsBytes(t *testing.T) {
	u := sample()
	want := bytesOf(t, "00000004"+examples[0].hex+examples[1].hex+examples[2].hex+examples[3].hex)
	got := u.Append(nil)
	if !bytes.Equal(got, want) || len(got) != u.Size() {
		t.Errorf("expected\n%x, got\n%x of size %d", want, got, u.Size())
	}
	var again lightracer.Update
	if err := again.Parse(got); err != nil || !reflect.DeepEqual(&again, u) {
		t.Errorf("expected %+v, got %+v and %v", u, again, err)
	}
}

// The page's own example: a World, a Player and one more, at its offsets.
func TestAnUpdateHasTheOffsetsOfThePage(t *testing.T) {
	u := lightracer.Update{World: lightracer.World{You: 0x11223344}, Players: []lightracer.Player{{ID: 1, X: 0x55667788, Shots: 0x01020304}}, Coordinates: []lightracer.Coordinate{{ID: 70}}}
	p := u.Append(nil)
	for _, c := range []struct {
		first, last int // as the page counts bytes
		hex         string
	}{
		{0, 3, "00000003"}, {4, 7, "00000000"}, {8, 11, "00000000"}, {12, 15, "00000032"}, {40, 43, "11223344"},
		{66, 69, "00000001"}, {70, 73, "00000001"}, {74, 77, "00000016"}, {78, 81, "55667788"}, {94, 97, "01020304"}, {98, 99, "0000"},
		{100, 103, "00000003"},
	} {
		if want := bytesOf(t, c.hex); !bytes.Equal(p[c.first:c.last+1], want) {
			t.Errorf("bytes %d-%d: expected %x, got %x", c.first, c.last, want, p[c.first:c.last+1])
		}
	}
}

func TestADatagramIsAWholeUpdateOrNone(t *testing.T) {
	whole := sample().Append(nil)
	var u lightracer.Update
	for n := range whole {
		if u.Parse(whole[:n]) == nil {
			t.Errorf("the first %d of %d bytes gave %+v", n, len(whole), u)
		}
	}
	if u.Parse(append(whole, 0)) == nil || !reflect.DeepEqual(u, lightracer.Update{}) {
		t.Errorf("one byte more gave %+v", u)
	}
}

func TestAStreamOfUpdatesIsReadInAnyPieces(t *testing.T) {
	first, second := sample(), sample()
	second.World.Tick, second.Players = 9, nil
	stream := second.Append(first.Append(nil))
	for size := 1; size <= len(stream); size++ {
		var r lightracer.Reader
		var got []string
		for p := stream; len(p) > 0; {
			piece := p[:min(size, len(p))]
			p = p[len(piece):]
			for whole := true; whole; {
				var err error
				if piece, whole, err = r.Read(piece); err != nil {
					t.Fatalf("pieces of %d: %v", size, err)
				}
				if whole {
					got = append(got, fmt.Sprintf("%+v", r.Update))
				}
			}
		}
		if want := []string{fmt.Sprintf("%+v", *first), fmt.Sprintf("%+v", *second)}; !reflect.DeepEqual(got, want) {
			t.Fatalf("pieces of %d: expected\n%v, got\n%v", size, want, got)
		}
	}
}

func TestAnUpdateThatBreaksOffIsNotApplied(t *testing.T) {
	first, second := sample(), sample()
	second.World.Tick = 9
	whole := second.Append(nil)
	for n := range whole {
		var r lightracer.Reader
		if _, done, err := r.Read(first.Append(nil)); !done || err != nil {
			t.Fatal(done, err)
		}
		bad := append(bytes.Clone(whole[:n]), bytes.Repeat([]byte{0xff}, len(whole)-n)...)
		r.Read(bad) // which may make sense: the last Coordinate's kind may be any
		if r.Update.World.Tick == 9 && n < len(whole)-16 || r.Update.World.Tick == 9 && len(r.Update.Coordinates) != 1 {
			t.Errorf("broken at %d: %+v was applied", n, r.Update)
		}
	}
}

func TestAReaderSkipsUnknownObjects(t *testing.T) {
	p := bytesOf(t, "00000003"+
		"00000000 00000000 00000033"+strings.Repeat("00", 51)+ // a World with a tail
		"00000063 00000007 00001000"+strings.Repeat("aa", 4096)+ // type 99
		"00000002 00000041 0000010c 0000000a 0000000b 00000003 0000000c 0000000b"+strings.Repeat("bb", 248))
	var u lightracer.Update
	if err := u.Parse(p); err != nil || !reflect.DeepEqual(u.TrailSegments, []lightracer.TrailSegment{{ID: 65, X: 10, Y: 11, Owner: 3, Wall: true, ToX: 12, ToY: 11}}) {
		t.Errorf("got %+v and %v", u, err)
	}
}

func TestMalformedUpdateEndsTheStream(t *testing.T) {
	world := strings.Repeat("00", 8) + "00000032" + strings.Repeat("00", 50)
	for _, c := range []struct{ hex, want string }{
		{"00000000", "update: objects must be 1 to 4096, got 0"},
		{"ffffffff", "update: objects must be 1 to 4096, got -1"},
		{"00001001", "update: objects must be 1 to 4096, got 4097"},
		{"00000001 00000000 00000000 ffffffff", "object: data must be 0 to 65536 bytes, got -1"},
		{"00000001 00000000 00000000 00010001", "object: data must be 0 to 65536 bytes, got 65537"},
		{"00000001 00000000 00000000 00000000", "world: data must be 50 bytes, got 0"},
		{"00000001" + examples[1].hex, "update: the World must come first, and once"},
		{"00000002" + world + world, "update: the World must come first, and once"},
		{"00000002" + world + "00000001 00000001 00000015" + strings.Repeat("00", 21), "player: data must be 22 bytes, got 21"},
	} {
		var r lightracer.Reader
		if _, whole, err := r.Read(bytesOf(t, c.hex)); err == nil || whole || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestAnInputIsASeparateUpdate(t *testing.T) {
	in := lightracer.Input{Player: 3, Held: game.Fire}
	p := in.AppendUpdate(nil)
	if want := bytesOf(t, "00000001 00000004 00000003 00000004 00000010"); !bytes.Equal(p, want) {
		t.Errorf("expected %x, got %x", want, p)
	}
	var again lightracer.Input
	if err := again.ParseUpdate(p); err != nil || again != in {
		t.Errorf("got %+v and %v", again, err)
	}
	for n := range p {
		if again.ParseUpdate(p[:n]) == nil {
			t.Errorf("the first %d bytes were accepted", n)
		}
	}
	for _, other := range [][]byte{append(p, 0), in.Append(in.Append(lightracer.AppendPacketHeader(nil, 2))), sample().Append(nil)} {
		if again.ParseUpdate(other) == nil {
			t.Errorf("%x was taken", other)
		}
	}
}
