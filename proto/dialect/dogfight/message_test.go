package dogfight

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"dogfight/proto"
)

// two ids, and their bytes.
var (
	ones    = idOf("11111111-1111-4111-8111-111111111111")
	letters = idOf("abcdefab-cdef-4abc-9def-abcdefabcdef")
)

const (
	onesHex    = "31313131313131312d313131312d343131312d383131312d313131313131313131313131"
	lettersHex = "61626364656661622d636465662d346162632d396465662d616263646566616263646566"
)

var (
	noBullet = strings.Repeat("00", bulletSize)
	noFive   = strings.Repeat(noBullet, Bullets)
)

func TestEveryEventHasItsBytes(t *testing.T) {
	for _, c := range eventExamples() {
		want := unhex(t, c.hex)
		if got := c.event.Append(nil); !bytes.Equal(got, want) {
			t.Errorf("%+v: expected %x, got %x", c.event, want, got)
		}
		if got, err := parseEvent(want); err != nil || got != c.event {
			t.Errorf("%s: expected %+v, got %+v, %v", c.hex, c.event, got, err)
		}
	}
}

type eventExample struct {
	event Event
	hex   string
}

func eventExamples() []eventExample {
	return []eventExample{
		{Event{Action: PlayerConnection, PlayerID: ones}, "00 " + onesHex},
		{Event{Action: PlayerDisconnection, PlayerID: letters}, "01 " + lettersHex},
		{Event{Action: Move, Direction: Right, PlayerID: ones}, "02 04 " + onesHex},
		{Event{Action: Move, Direction: Idle, PlayerID: letters}, "02 00 " + lettersHex},
		{Event{Action: Shoot, PlayerID: ones}, "03 " + onesHex},
	}
}

type stateExample struct {
	state State
	hex   string
}

func stateExamples() []stateExample {
	return []stateExample{
		{State{Status: Closed}, "00000038 02 0000"},
		{State{Status: InProgress, Ships: []Ship{{X: 705, Y: 61, HP: 5, Alive: true, PlayerID: ones}}},
			"00000099 01 0000 000002c1 0000003d 05 01 00" + onesHex + noFive},
		{State{PowerUps: []PowerUp{{X: 407, Y: 209, Kind: HPPlusThree}, {X: -1, Y: -256, Kind: AmmoPlusOne}}},
			"0000004a 00 0012 00000197 000000d1 02 ffffffff ffffff00 03"},
		{State{Status: InProgress,
			PowerUps: []PowerUp{{X: 1, Y: 2, Kind: None}},
			Ships: []Ship{
				{X: -2, Y: 353, HP: 255, Alive: true, Direction: Up, PlayerID: ones,
					Bullets: [MaxBullets]Bullet{{343, 123, true, Up}, {-241, 123, true, Idle}}},
				{HP: 0, Direction: Left, PlayerID: letters},
			}},
			"00000103 01 0009 00000001 00000002 00" +
				"fffffffe 00000161 ff 01 01" + onesHex +
				"00000157 0000007b 01 01 ffffff0f 0000007b 01 00" + strings.Repeat(noBullet, 3) +
				"00000000 00000000 00 00 03" + lettersHex + noFive},
		{State{SixBullets: true, Ships: []Ship{{PlayerID: ones, Bullets: [MaxBullets]Bullet{5: {1, 2, true, Down}}}}},
			"000000a3 00 0000 00000000 00000000 00 00 00" + onesHex + noFive + "00000001 00000002 01 02"},
	}
}

func TestEveryStateHasItsBytes(t *testing.T) {
	for _, c := range stateExamples() {
		want := unhex(t, c.hex)
		if got := c.state.Append([]byte{0xee}); !bytes.Equal(got[1:], want) || got[0] != 0xee {
			t.Errorf("%+v: expected\n%x, got\n%x", c.state, want, got)
		}
		expectState(t, want, &c.state)
	}
}

func TestStateWithItsTrueSizeIsTheSame(t *testing.T) {
	for _, c := range stateExamples() {
		expectState(t, exact(unhex(t, c.hex)), &c.state)
	}
}

// exact removes the surplus of the total_length.
func exact(p []byte) []byte {
	binary.BigEndian.PutUint32(p, binary.BigEndian.Uint32(p)-surplus)
	return p
}

func expectState(t *testing.T, p []byte, want *State) {
	t.Helper()
	var got State
	if err := got.Parse(p); err != nil {
		t.Errorf("%x: %v", p, err)
	} else if !sameState(&got, want) {
		t.Errorf("%x: expected\n%+v, got\n%+v", p, want, got)
	}
}

// sameState treats no list as an empty one.
func sameState(a, b *State) bool {
	return a.Status == b.Status && a.SixBullets == b.SixBullets &&
		fmt.Sprint(a.PowerUps) == fmt.Sprint(b.PowerUps) && fmt.Sprint(a.Ships) == fmt.Sprint(b.Ships)
}

// Every number of ships and power-ups, in all four readings of a length.
func TestStateOfAnySizeIsReadTheWayItWasMeant(t *testing.T) {
	for n := range MaxShips + 1 {
		for _, six := range []bool{false, true} {
			if n == 0 && six {
				continue // it is ambiguous
			}
			s := crowd(n, n%(MaxPowerUps+1), six)
			p := s.Append(nil)
			expectState(t, p, &s)
			expectState(t, exact(p), &s)
		}
	}
}

// crowd returns a state of ships and power-ups, all different.
func crowd(ships, powerUps int, six bool) State {
	s := State{Status: InProgress, SixBullets: six}
	for i := range powerUps {
		s.PowerUps = append(s.PowerUps, PowerUp{int32(i), -int32(i), Kind(i % 4)})
	}
	for i := range ships {
		ship := Ship{X: int32(100 * i), Y: -int32(i), HP: uint8(i), Alive: i%2 == 0, Direction: Direction(i % 5), PlayerID: IDOf(uint16(i))}
		for k := range Bullets {
			ship.Bullets[k] = Bullet{int32(i + k), 0x2d2d2d2d, true, Direction(k)} // hyphens, to mislead
		}
		s.Ships = append(s.Ships, ship)
	}
	return s
}

func TestMessageCutOffAnywhereIsRefused(t *testing.T) {
	for _, c := range eventExamples() {
		p := unhex(t, c.hex)
		for n := range p {
			if _, err := parseEvent(p[:n]); err == nil {
				t.Errorf("%s: its first %d bytes pass", c.hex, n)
			}
		}
	}
	for _, c := range stateExamples() {
		for _, p := range [][]byte{unhex(t, c.hex), exact(unhex(t, c.hex))} {
			for n := range p {
				if err := new(State).Parse(p[:n]); err == nil {
					t.Errorf("%s: its first %d bytes pass", c.hex, n)
				}
			}
		}
	}
}

func TestMalformedMessageIsRefusedWithTheFieldAtFault(t *testing.T) {
	parseEvent := func(p []byte) error { _, err := parseEvent(p); return err }
	for _, c := range []struct {
		parse     func([]byte) error
		hex, want string
	}{
		{parseEvent, "", "event: action must be 1 byte, got 0"},
		{parseEvent, "04", "event: action must be 0 to 3, got 4"},
		{parseEvent, "ff", "event: action must be 0 to 3, got 255"},
		{parseEvent, "02 05" + onesHex, "event: direction must be 0 to 4, got 5"},
		{parseEvent, "03" + strings.Repeat("41", 36), `event: player_id must be a UUID, got "` + strings.Repeat("A", 36) + `"`},
		{parseEvent, "03" + strings.Repeat("2d", 36), `event: player_id must be a UUID, got "` + strings.Repeat("-", 36) + `"`},
		{parseEvent, "03" + onesHex + "00", "event: bytes left over must be 0, got 1"},
		{new(State).Parse, "00000038 03 0000", "state: status must be 0 to 2, got 3"},
		{new(State).Parse, "00000038 02 0000 00", "state: length must be 7 bytes, got 8"},
		{new(State).Parse, "00000000 02 0000", "state: total_length must be that of up to 64 whole ships, got 0"},
		{new(State).Parse, "00000006 02 0000", "state: total_length must be that of up to 64 whole ships, got 6"},
		{new(State).Parse, "00000039 02 0000", "state: total_length must be that of up to 64 whole ships, got 57"},
		{new(State).Parse, "ffffffff 02 0000", "state: total_length must be that of up to 64 whole ships, got 4294967295"},
		{new(State).Parse, "00000007 02 0001", "state: power_ups_size must be a multiple of 9 up to 576, got 1"},
		{new(State).Parse, "00000280 02 0249", "state: power_ups_size must be a multiple of 9 up to 576, got 585"},
		{new(State).Parse, "00000010 02 0012", "state: total_length must be that of up to 64 whole ships, got 16"},
		{new(State).Parse, "00000041 02 0009 00000000 00000000 04", "state: power_up kind must be 0 to 3, got 4"},
		{new(State).Parse, "00000099 01 0000 00000000 00000000 05 02 00" + onesHex + noFive, "state: alive must be 0 to 1, got 2"},
		{new(State).Parse, "00000099 01 0000 00000000 00000000 05 01 09" + onesHex + noFive, "state: direction must be 0 to 4, got 9"},
		{new(State).Parse, "00000099 01 0000 00000000 00000000 05 01 00" + onesHex + "00000000 00000000 02 00" + strings.Repeat(noBullet, 4),
			"state: bullet active must be 0 to 1, got 2"},
	} {
		var syntax *proto.SyntaxError
		err := c.parse(unhex(t, c.hex))
		if !errors.As(err, &syntax) || err.Error() != c.want {
			t.Errorf("%s: expected %q, got %v", c.hex, c.want, err)
		}
	}
}

func TestOnlyOneLengthCanBeReadInTwoWays(t *testing.T) {
	for n := range int64(maxState) {
		fits, count := readings(n, 0)
		if two := n == 37*97+surplus; count > 1 != two || count > 2 {
			t.Errorf("%d bytes: %v", n, fits[:count])
		}
	}
}

func TestStateThatCouldBeTwoThingsNeedsASecondID(t *testing.T) {
	s := crowd(37, 0, false)
	p := s.Append(nil)
	other := crowd(34, 0, true)
	if q := exact(other.Append(nil)); !bytes.Equal(p[:7], q[:7]) {
		t.Fatalf("the test expects equal heads, got %x and %x", p[:7], q[:7])
	}
	p[headSize+shipSize(Bullets)+idAt] = 'x'
	want := "state: player_id must be a UUID in the second ship, got none"
	if err := new(State).Parse(p); err == nil || err.Error() != want {
		t.Errorf("expected %q, got %v", want, err)
	}
}

func TestEveryFieldOfAStateIsSent(t *testing.T) {
	s := crowd(1, 1, true)
	before := s.Append(nil)
	fields := []reflect.Value{reflect.ValueOf(&s.Status).Elem(), reflect.ValueOf(&s.PowerUps[0]).Elem(), reflect.ValueOf(&s.Ships[0]).Elem()}
	for len(fields) > 0 {
		v := fields[0]
		fields = fields[1:]
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				fields = append(fields, v.Field(i))
			}
			continue
		case reflect.Array:
			for i := range v.Len() {
				fields = append(fields, v.Index(i))
			}
			continue
		}
		old := reflect.ValueOf(v.Interface())
		switch {
		case v.Kind() == reflect.Bool:
			v.SetBool(!v.Bool())
		case v.CanInt():
			v.SetInt(v.Int() ^ 1)
		default:
			v.SetUint(v.Uint() ^ 1)
		}
		if bytes.Equal(s.Append(nil), before) {
			t.Errorf("a %v makes no difference", v.Type())
		}
		v.Set(old)
	}
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func idOf(text string) (id ID) {
	copy(id[:], text)
	return id
}

func TestEveryPilotHasAUniqueID(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[ID]int{}
	for pilot := range 1 << 16 {
		id := IDOf(uint16(pilot))
		if !uuid.MatchString(id.String()) || !isID(id[:]) {
			t.Fatalf("pilot %d: %v is no UUID of version 4", pilot, id)
		}
		if other, taken := seen[id]; taken {
			t.Fatalf("pilots %d and %d are both %v", other, pilot, id)
		}
		seen[id] = pilot
	}
}
