package dialects

import (
	"encoding/hex"
	"strings"
	"testing"
)

func bytesOf(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var (
	world  = "00000000 00000000 00000032 00000007" + strings.Repeat("00", 46)
	player = "00000001 00000001 00000016 0000000a 0000000b" + strings.Repeat("00", 14)
	shot   = "00000002 00000041 0000000e 00000001 00000002 00000003 ffff" // with a tail
	other  = "00000009 ffffffff 00000002 ffff"                            // of a type that the game does not know
)

func TestTheGameAcceptsValidUpdates(t *testing.T) {
	stream := bytesOf(t, "00000004"+world+player+other+shot+"00000002"+world+player)
	for size := 1; size <= len(stream); size++ {
		var g Game
		for i := 0; i < len(stream); i += size {
			if err := g.ReadStream(stream[i:min(i+size, len(stream))]); err != nil {
				t.Fatal(err)
			}
		}
		if g.Updates != 2 || len(g.Objects) != 2 || g.Created != 3 || g.Deleted != 1 || g.find(1).Int(4) != 11 {
			t.Errorf("in pieces of %d: %+v", size, g)
		}
	}
}

func TestTheGameEndsOnInvalidUpdates(t *testing.T) {
	for name, text := range map[string]string{
		"a negative count":       "ffffffff",
		"no object":              "00000000",
		"too many objects":       "00001001",
		"a negative length":      "00000001 00000000 00000000 ffffffff",
		"a length beyond 64 KiB": "00000001 00000000 00000000 00010001",
		"a short World":          "00000001 00000000 00000000 00000000",
		"a player first":         "00000001" + player,
		"two Worlds":             "00000002" + world + world,
		"two with one id":        "00000003" + world + player + player,
		"another type":           "00000002" + world + player + "00000002" + world + "00000003 00000001 0000000c" + strings.Repeat("00", 12),
	} {
		var g Game
		if g.ReadStream(bytesOf(t, text)) == nil {
			t.Errorf("%s: it reads on", name)
		}
	}
}

func TestADatagramIsOneUpdate(t *testing.T) {
	whole := bytesOf(t, "00000002"+world+player)
	for n := range whole {
		if (&Game{}).ReadDatagram(whole[:n]) == nil {
			t.Errorf("%d of %d bytes are accepted as an update", n, len(whole))
		}
	}
	var g Game
	if g.ReadDatagram(append(whole[:len(whole):len(whole)], 0)) == nil {
		t.Error("a byte more is accepted")
	}
	late := bytesOf(t, "00000002"+world+player)
	late[4+headerSize+3]--
	if err := g.ReadDatagram(whole); err != nil || g.ReadDatagram(late) != nil || g.Updates != 1 || g.Overtaken != 1 {
		t.Errorf("%+v, %v", g, err)
	}
}
