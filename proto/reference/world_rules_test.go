package reference

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"dogfight/game"
)

// un is a number as u n, or as s n if it is negative.
func un(n, v int) string { return fmt.Sprintf("%0*b", n, v&(1<<n-1)) }

// golomb is a number as g k.
func golomb(k int, v int64) string {
	sum := big.NewInt(v + 1<<k).Text(2)
	return strings.Repeat("0", len(sum)-k-1) + sum
}

// smallSetup is of 40 by 40 units, which take 14 bits in 1/256, and has 3 classes,
// 3 weapons with fans and 2 teams.
func smallSetup(t *testing.T) *game.Setup {
	arena, err := game.ParseArena("small", ".....\n.@.o.\n.....\n.+.#.\n.....\n")
	if err != nil {
		t.Fatal(err)
	}
	class := game.Class{HP: 3, TopSpeed: 300, Thrust: 30}
	weapon := game.Weapon{Shots: 8, Fan: 3, Speed: 256, Life: 10}
	return &game.Setup{
		Arena: arena, Mode: game.Teams,
		Classes: []game.Class{class, class, class}, Weapons: []game.Weapon{weapon, weapon, weapon},
	}
}

// tile is the middle of the second tile of a row or column, in bits.
var tile = un(14, 3072)

// worldExample has a ship that flies up from the spawn with two fresh shots.
var worldExample = []piece{
	{"tick", un(32, 5)}, {"status", "01"}, {"started", un(32, 5)}, {"rand", un(32, 0) + un(32, 1)},
	{"team 1", golomb(6, 0)}, {"team 2", golomb(6, 0)},
	{"state", "01"}, {"team", "01"}, {"class", "00"}, {"weapon", "00"}, {"x", tile}, {"y", tile},
	{"input", "000001"}, {"facing", "1"}, {"vx", "1"}, {"vy", "1"},
	{"hp", golomb(2, 1)}, {"cooldown", "0"}, {"boost", "0"}, {"unusual", "0"}, {"attackers", "0000"}, {"live", golomb(3, 3)},
	{"kills", golomb(3, 0)}, {"deaths", golomb(3, 0)}, {"assists", golomb(2, 0)}, {"score", golomb(3, 0)},
	{"shot weapon", "1"}, {"left", un(4, 10)}, {"prey", "0"}, {"velocity", "1 1 00"}, {"began", "1 000"},
	{"second shot", "1 1010 0 1 1 00 1 000"},
	{"other ships", strings.Repeat("00", 63)},
	{"barrel", golomb(2, 3) + "0"}, {"drift x", "0" + golomb(5, 0) + "1"}, {"drift y", golomb(5, 0) + "1"},
	{"item", "0001"}, {"timer", "0"}, {"middle", "1"},
	{"drop", "0"}, {"other drops", strings.Repeat("0", 62)}, {"end", ""},
}

var worldRules = []rule{
	{"end", "", true}, {"end", "00000000", false},
	{"status", "10", true}, {"status", "11", false}, {"started", un(32, 6), false}, {"started", un(32, 0), true}, {"rand", un(64, 0), false},
	{"team 1", golomb(6, 1<<32-1), true}, {"team 1", golomb(6, 1<<32), false}, {"team 2", golomb(6, 1<<33), false},

	{"state", "11", false}, {"team", "10", true}, {"team", "00", false}, {"team", "11", false},
	{"class", "10", true}, {"class", "11", false}, {"weapon", "11", false},
	{"x", un(14, 10240), false}, {"y", un(14, 10240), false}, {"y", un(14, 0), false}, {"y", un(14, 1279), false}, {"y", un(14, 1280), true},
	{"input", "110001", true}, {"input", "001001", false}, {"input", "000000", false},
	{"facing", "0" + un(4, 1), false}, {"facing", "0" + un(4, 0), false}, {"facing", "0" + un(4, 9), false}, {"facing", "0" + un(4, 8), true},
	{"vx", "0" + un(12, 0), false}, {"vx", "0" + un(12, -2048), true}, {"vy", "0" + un(12, -300), false}, {"vy", "0" + un(12, -299), true},
	{"hp", golomb(2, 0), true}, {"hp", golomb(2, 255), true}, {"hp", golomb(2, 256), false}, {"hp", strings.Repeat("0", 70) + un(73, 0), false},
	{"cooldown", "1" + golomb(3, 0), false}, {"cooldown", "1" + golomb(3, 255), true}, {"cooldown", "1" + golomb(3, 256), false},
	{"boost", "1" + golomb(7, 255), true}, {"boost", "1" + golomb(7, 256), false},
	{"unusual", "1 0 0 0 0 0 0 0 0 0 1 1", false},
	{"unusual", "1 1" + golomb(6, 255) + "0 0 0 0 0 0 0 0 1 1", true}, {"unusual", "1 1" + golomb(6, 256) + "0 0 0 0 0 0 0 0 1 1", false},
	{"unusual", "1 0 1" + golomb(6, 256) + "0 0 0 0 0 0 0 1 1", false},
	{"unusual", "1 0 0 1" + golomb(9, 65535) + "0 0 0 0 0 0 1 1", true}, {"unusual", "1 0 0 1" + golomb(9, 65536) + "0 0 0 0 0 0 1 1", false},
	{"unusual", "1 0 0 0 1" + golomb(1, 255) + "0 0 0 0 0 1 1", true}, {"unusual", "1 0 0 0 1" + golomb(1, 256) + "0 0 0 0 0 1 1", false},
	{"unusual", "1 0 0 0 0 1" + golomb(9, 65536) + "0 0 0 0 1 1", false},
	{"unusual", "1 0 0 0 0 0 1" + golomb(1, 8) + "0 0 0 1 1", true}, {"unusual", "1 0 0 0 0 0 1" + golomb(1, 9) + "0 0 0 1 1", false},
	{"unusual", "1 0 0 0 0 0 0 0 0 0 0 01 1", true}, {"unusual", "1 0 0 0 0 0 0 0 0 0 0 00 1", false}, {"unusual", "1 0 0 0 0 0 0 0 0 0 0 11 1", false},
	{"unusual", "1 0 0 0 0 0 0 0 0 0 1 0 10", true}, {"unusual", "1 0 0 0 0 0 0 0 0 0 1 0 00", false}, {"unusual", "1 0 0 0 0 0 0 0 0 0 1 0 11", false},
	{"attackers", "1" + golomb(8, 65535) + "111111 000", true}, {"attackers", "1" + golomb(8, 65536) + "111111 000", false},
	{"attackers", "000 1" + golomb(8, 0), false},
	{"live", golomb(3, 256+3), false}, {"kills", golomb(3, 65535), true}, {"kills", golomb(3, 65536), false},
	{"deaths", golomb(3, 65536), false}, {"assists", golomb(2, 65536), false},
	{"score", golomb(3, 1<<32-1), true}, {"score", golomb(3, 1<<32), false}, {"score", golomb(3, 1<<32+1), false},

	{"shot weapon", "0 01", true}, {"shot weapon", "0 00", false}, {"shot weapon", "0 11", false},
	{"left", un(4, 0), false}, {"left", un(4, 11), false}, {"left", un(4, 9), true},
	{"prey", "1" + un(7, 1), true}, {"prey", "1" + un(7, 64), true}, {"prey", "1" + un(7, 0), false}, {"prey", "1" + un(7, 65), false},
	{"velocity", "1 1 11", false}, {"velocity", "1 0 0001 00", false}, {"velocity", "1 0 1001 00", false}, {"velocity", "1 0 0010 00", true},
	{"velocity", "0" + un(14, 0) + un(14, -256), false}, {"velocity", "0" + un(14, 1) + un(14, -256), true},
	{"velocity", "0" + un(14, 7680) + un(14, 0), true}, {"velocity", "0" + un(14, 7681) + un(14, 0), false},
	{"velocity", "0" + un(14, 0) + un(14, -7680), true}, {"velocity", "0" + un(14, 0) + un(14, -7681), false},
	{"velocity", "1 0 0000 00", true}, {"velocity", "1 0 0000 01", false}, // that an idle ship's shots lie still is a rule too
	{"began", "0" + tile + tile, false}, {"began", "0" + tile + un(14, 3073), true}, {"began", "0" + tile + un(14, 10240), false},
	{"began", "1 001 000 000", false}, {"began", "1 001 001 111", true}, {"began", "1 010 0011 1100", false}, {"began", "1 010 0100 0000", true},
	{"began", "1 111 001100 001100", false}, {"began", "1 111 100111 100111", false}, {"began", "1 100 011011 011011", true},
	{"began", "1 011 10011 00000", false}, {"began", "1 011 10100 00000", true}, {"began", "1 100 011100 000000", false}, // at -1, 0 and 40 units

	// In the tick after the shot the ship flew 300/256 units up: 13 down is guessed.
	{"second shot", "1 1001 0 1 1 00 1 100 000000 011010", true}, {"second shot", "1 1001 0 1 1 00 1 100 000000 011011", false}, // from 39 and 40 units

	{"barrel", golomb(2, 256) + "0", false}, {"barrel", golomb(2, 0) + "1" + golomb(10, 65535), true},
	{"barrel", golomb(2, 0) + "1" + golomb(10, 0), false}, {"barrel", golomb(2, 0) + "1" + golomb(10, 65536), false},
	{"drift x", "0" + golomb(5, 0) + "0" + un(14, 7168), false}, {"drift x", "0" + golomb(5, 0) + "0" + un(14, 7169), true},
	{"drift x", "0" + golomb(5, 0) + "0" + un(14, 10240), false},
	{"drift x", "0" + golomb(5, 2*1023) + "0" + un(14, 1), true}, {"drift x", "0" + golomb(5, 2*1024) + "0" + un(14, 1), false},
	{"drift x", "0" + golomb(5, 2*1023-1) + "0" + un(14, 1), true}, {"drift x", "0" + golomb(5, 2*1024-1) + "0" + un(14, 1), false},
	{"drift x", "0" + golomb(5, 2) + "1" + un(14, 10239), true}, {"drift x", "0" + golomb(5, 2) + "1" + un(14, 10240), false},
	{"drift x", "0" + golomb(5, 2) + "0" + un(14, 0), false}, {"drift x", "0" + golomb(5, 3) + "1" + un(13, 5119), true},
	{"drift x", "0" + golomb(5, 20) + "1" + un(11, 1023), true}, // 1024 would be the edge, but count for the bits
	{"item", "1010", false}, {"item", "1001", true}, {"item", "0000", true},
	{"timer", "1" + golomb(9, 65535), true}, {"timer", "1" + golomb(9, 65536), false}, {"timer", "1" + golomb(9, 0), false},
	{"middle", "0" + tile + un(14, 7168), false}, {"middle", "0" + tile + un(14, 7169), true}, {"middle", "0" + tile + un(14, 10240), false},
	{"drop", "1" + golomb(2, 0), false}, {"drop", "1" + golomb(2, 6) + tile + tile + golomb(10, 65535), true},
	{"drop", "1" + golomb(2, 10) + tile + tile + golomb(10, 0), false}, {"drop", "1" + golomb(2, 6) + tile + tile + golomb(10, 65536), false},
	{"drop", "1" + golomb(2, 6) + tile + un(14, 10240) + golomb(10, 0), false},
}

func TestRulesOfAWorld(t *testing.T) {
	s := smallSetup(t)
	for _, r := range worldRules {
		b := packed(joined(r.with(t, worldExample)))
		_, err := verdict(func() game.World { return world(b, s) })
		r.check(t, err)
		sameWorld(t, b, s)
	}
}

// packed returns bits as bytes, the last filled up with 0.
func packed(bits string) []byte {
	bits += strings.Repeat("0", (8-len(bits)%8)%8)
	var b []byte
	for ; bits != ""; bits = bits[8:] {
		octet := 0
		for _, bit := range bits[:8] {
			octet = 2*octet + int(bit-'0')
		}
		b = append(b, byte(octet))
	}
	return b
}

func TestABarrelWithoutAPlace(t *testing.T) {
	s := smallSetup(t)
	zero := golomb(5, 0) + "0" + un(14, 0)
	pieces := rule{"drift x", "0" + zero, false}.with(t, worldExample)
	b := packed(joined(rule{"drift y", zero, false}.with(t, pieces)))
	if _, err := verdict(func() game.World { return world(b, s) }); err == nil {
		t.Error("expected a barrel of zeros to be refused")
	}
	sameWorld(t, b, s)
}

func TestAWorldsLastByteIsFilledUpWith0(t *testing.T) {
	s := smallSetup(t)
	text := joined(worldExample)
	if len(text)%8 == 0 {
		t.Fatal("expected an example that ends within a byte")
	}
	b := packed(text + "1")
	if _, err := verdict(func() game.World { return world(b, s) }); err == nil {
		t.Error("expected a 1 behind the World to be refused")
	}
	sameWorld(t, b, s)
}
