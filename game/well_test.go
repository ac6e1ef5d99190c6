package game

import (
	"strings"
	"testing"
)

func TestAWellPullsShipsThatAreNearTheMoreTheNearer(t *testing.T) {
	row := strings.Repeat(".", 40)
	rows := []string{"pull = 40", row, ".@", row, row, row, row, row, row, row, row, row[:20] + "*", row, row, row, row, row, row, row, row, row}
	m := setUp(t, Setup{}, rows...)
	for x, pulled := range map[int32]bool{103: false, 105: true, 225: false} { // of 164
		ship := m.ship(0, x, 84)
		if m.run(1); (ship.VX > 0) != pulled || ship.VY != 0 {
			t.Errorf("at %d it flies %d, %d, expected it pulled: %t", x, ship.VX, ship.VY, pulled)
		}
	}
	near, far := m.ship(1, 134, 84), m.ship(2, 114, 84)
	near.pull(m.setup.Arena, 64)
	far.pull(m.setup.Arena, 64)
	if near.VX <= far.VX {
		t.Errorf("the nearer ship is pulled by %d, the farther by %d", near.VX, far.VX)
	}
}

func TestEveryShipCanLeaveAWell(t *testing.T) {
	row := strings.Repeat(".", 60)
	rows := []string{"pull = 100"}
	for y := range 40 {
		rows = append(rows, row)
		if y == 20 {
			rows[y] = row[:20] + "*" + row[21:]
		}
	}
	rows[2] = ".@" + row[2:]
	for class := range testClasses {
		for course := Up; course <= DownRight; course++ {
			m := setUp(t, Setup{}, rows...)
			ship := m.ship(0, 164, 156)
			ship.Class = uint8(class)
			m.run(1, Order{Input: Steer(course)})
			if m.run(10 * TickRate); within(ship.X-164*One, ship.Y-156*One, WellRadius-16*One) {
				t.Errorf("class %s on course %d is still there after 10 s", testClasses[class].Name, course)
			}
		}
	}
}
