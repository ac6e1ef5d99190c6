package warworlds

import (
	"bytes"
	"encoding/hex"
	"math"
	"reflect"
	"strings"
	"testing"

	"dogfight/game"
)

var packets = []struct {
	hex string
	p   Packet
}{
	{"0100 4d000000 ff996633", &JoinRequest{77, 0x336699ff}},
	{"0200 0400 74657374 0200000000000000 29000000 2a000000 ff0000ff ffff0000",
		&JoinResponse{"test", []uint32{41, 42}, 0xff0000ff, 0x0000ffff}},
	{"0200 0000 0000000000000000 ff0000ff 00000000", &JoinResponse{"", []uint32{}, 0xff0000ff, 0}},
	{"0300 0600 686920616c6c", &Chat{"hi all"}},
	{"0400", &StartGame{}},
	{"0500 00", &Command{Commands: []PlayerCommand{}}},
	{"0500 01 64 00", &Command{Commands: []PlayerCommand{{AskState, 0, 0}}}},
	{"0500 02 65 00 14 65 07 28", &Command{Commands: []PlayerCommand{
		{Input, 0, game.Steer(game.Right) | game.Fire}, {Input, 7, game.Steer(game.DownRight) | game.Special}}}},
	{"0500 03 64 00 65 00 00 64 07", &Command{Commands: []PlayerCommand{{AskState, 0, 0}, {Input, 0, 0}, {AskState, 7, 0}}}},
	{"6400 01020000 0200 46000000 01 0000c842 000080bf 00000000 ff3e7efe 41000000 05 00000000 00000080 00000000 ff40ffff",
		&State{0x201, []Entity{{0x46, 1, 100, -1, 0, 0xfe7e3eff}, {0x41, 5, 0, float32(math.Copysign(0, -1)), 0, 0xffff40ff}}}},
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPacketsAreTheseBytes(t *testing.T) {
	for _, c := range packets {
		want := unhex(t, c.hex)
		if got := c.p.Append(nil); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v\nis       %x\nexpected %x", c.p, got, want)
		}
		if p, err := Parse(want); err != nil || !reflect.DeepEqual(p, c.p) {
			t.Errorf("%s\nreads as %+v, %v\nexpected %+v", c.hex, p, err, c.p)
		}
		if c.p.Identifier() != uint16(want[0])|uint16(want[1])<<8 {
			t.Errorf("%T has the type %d", c.p, c.p.Identifier())
		}
	}
}

func TestEveryPrefixFailsAndSoDoesATail(t *testing.T) {
	for _, c := range packets {
		b := unhex(t, c.hex)
		for n := range b {
			if p, err := Parse(b[:n]); err == nil {
				t.Errorf("%x, cut after %d bytes, reads as %+v", b, n, p)
			}
		}
		if p, err := Parse(append(b, 0)); err == nil {
			t.Errorf("%x with a byte too much reads as %+v", b, p)
		}
	}
}

func TestASizeOfFourBytesIsReadToo(t *testing.T) {
	for _, users := range []string{"", "29000000", "29000000 2a000000", "01000000 00000000 00000000"} {
		n := len(strings.ReplaceAll(users, " ", "")) / 8
		b := unhex(t, "0200 0400 74657374 0"+string(rune('0'+n))+"000000"+users+"ff0000ff ffff0000")
		p, err := Parse(b)
		if err != nil {
			t.Errorf("%d users: %v", n, err)
		} else if r := p.(*JoinResponse); len(r.Users) != n || r.YourColour != 0x0000ffff {
			t.Errorf("%d users: read as %+v", n, r)
		}
	}
}

func TestNoSizeIsBelievedThatTheBytesDoNotBear(t *testing.T) {
	for _, text := range []string{
		"0200 0000 ffffffff 00000000 00000000",
		"0200 0000 ffffffffffffffff 00000000 00000000",
		"0200 0000 0000000001000000 00000000 00000000",
		"0200 ffff 00000000",
		"0300 ffff 61",
		"0500 ff 01 00 00",
		"0500 ff 64 00",
		"0500 ff 65 00 00",
		"0500 00 65 00 00",
		"0500 01 65 00 14 65 00 14",
		"0500 01 64 00 00",       // an unexpected body
		"0500 01 66 00 00",       // an unknown command
		"0500 01 ff 00",          // likewise
		"0500 02 65 00 00 05 00", // one of the original's behind one of ours
		"0500 01 65 00 09",       // an unknown course
		"0500 01 65 00 40",       // an unknown button
		"6400 00000000 ffff",
		"ffff",
		"0000",
	} {
		if p, err := Parse(unhex(t, text)); err == nil {
			t.Errorf("%s reads as %+v", text, p)
		}
	}
}

// The original has bodies of its own behind these numbers.
func TestACommandOfTheOriginalIsForeign(t *testing.T) {
	for _, text := range []string{
		"0500 01 01 03 0500 3a31323334", "0500 01 02 00 0400 74616e6b 00000000 00000000 00000000", "0500 01 05 01 00",
		"0500 02 01 00 14 05 00",                                // of which ours is a part
		"0500 01 01 00 09", "0500 01 01 00 40", "0500 01 01 00", // no input
	} {
		b := unhex(t, text)
		p, err := Parse(b)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if c := p.(*Command); len(c.Commands) > 0 || !bytes.Equal(c.Foreign, b[2:]) || !bytes.Equal(c.Append(nil), b) {
			t.Errorf("%s reads as %+v", text, c)
		}
	}
}

func TestFormerInputIsRead(t *testing.T) {
	p, err := Parse(unhex(t, "0500 02 01 00 14 01 07 28"))
	want := &Command{Commands: []PlayerCommand{
		{FormerInput, 0, game.Steer(game.Right) | game.Fire}, {FormerInput, 7, game.Steer(game.DownRight) | game.Special}}}
	if err != nil || !reflect.DeepEqual(p, want) {
		t.Errorf("reads as %+v, %v", p, err)
	}
}

func TestACommandThatLiesAboutItsCountAllocatesLittle(t *testing.T) {
	b := append(unhex(t, "0500 ff"), bytes.Repeat([]byte{1, 0}, 254)...) // for 254
	if n := testing.AllocsPerRun(100, func() { Parse(b) }); n > 10 {     // the texts of an error
		t.Errorf("%v allocations", n)
	}
	if c, ok := mustParse(t, append(b, 1, 0)).(*Command); !ok || len(c.Foreign) != 511 {
		t.Errorf("with 255: %+v", c)
	}
}

func mustParse(t *testing.T, b []byte) Packet {
	t.Helper()
	p, err := Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func FuzzParse(f *testing.F) {
	for _, c := range packets {
		b, _ := hex.DecodeString(strings.ReplaceAll(c.hex, " ", ""))
		f.Add(b)
	}
	for _, text := range []string{"\x05\x00\x01\x01\x00\x14", "\x05\x00\x01\x05\x01\x07", "\x05\x00\xff\x64\x00"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Parse(b)
		if err != nil {
			return
		}
		again := p.Append(nil)
		if len(again) != len(b) && (p.Identifier() != joinResponseID || len(again) != len(b)+4) {
			t.Fatalf("%x became %x", b, again)
		}
		q, err := Parse(again)
		if err != nil || string(q.Append(nil)) != string(again) {
			t.Fatalf("%x became %x, and then %+v, %v", b, again, q, err)
		}
	})
}
