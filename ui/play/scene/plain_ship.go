package scene

import (
	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// plainShip is a ship in ASCII, by facing: two rows of three characters. A space is transparent.
type plainShip [game.Courses][2]string

// plainShips are the ships other than fighters, by drawing: a scout is a spine with a tail, a bomber is square.
var plainShips = map[string]*plainShip{
	"scout": {
		game.Idle:      {" ^ ", ",|,"},
		game.Up:        {" ^ ", ",|,"},
		game.Down:      {"'|'", " v "},
		game.Left:      {"   ", "<-="},
		game.Right:     {"   ", "=->"},
		game.UpLeft:    {"+  ", " \\,"},
		game.UpRight:   {"  +", ",/ "},
		game.DownLeft:  {" /'", "+  "},
		game.DownRight: {"'\\ ", "  +"},
	},
	"bomber": {
		game.Idle:      {"/^\\", "[=]"},
		game.Up:        {"/^\\", "[=]"},
		game.Down:      {"[=]", "\\v/"},
		game.Left:      {"/=]", "<=]"},
		game.Right:     {"[=\\", "[=>"},
		game.UpLeft:    {"+=,", "[\\]"},
		game.UpRight:   {",=+", "[/]"},
		game.DownLeft:  {"[/]", "+='"},
		game.DownRight: {"[\\]", "'=+"},
	},
}

// drones are the drawings of drones, which have no team letter. They have one look, except those that aim with their
// nose.
var drones = map[string]bool{"gnat": true, "dart": true, "gunner": true, "lancer": true, "layer": true, "brute": true}

func init() {
	for drawing, look := range map[string][2]string{
		"gnat": {"   ", ">x<"}, "gunner": {" _ ", "(o)"}, "layer": {" ^ ", "<:>"}, "brute": {"[-]", "[+]"},
	} {
		var same plainShip
		for facing := range same {
			same[facing] = look
		}
		plainShips[drawing] = &same
	}
	plainShips["dart"] = &plainShip{
		game.Idle: {" A ", "' '"}, game.Up: {" A ", "' '"}, game.Down: {". .", " V "},
		game.Left: {" .-", "<' "}, game.Right: {"-. ", " '>"},
		game.UpLeft: {"F- ", "|  "}, game.UpRight: {" -7", "  |"}, game.DownLeft: {"|  ", "L- "}, game.DownRight: {"  |", " -J"},
	}
	plainShips["lancer"] = &plainShip{
		game.Idle: {" ! ", "|Y|"}, game.Up: {" ! ", "|Y|"}, game.Down: {"|A|", " ! "},
		game.Left: {" ,=", "--<"}, game.Right: {"=, ", ">--"},
		game.UpLeft: {"\\\\ ", " \\="}, game.UpRight: {" //", "=/ "}, game.DownLeft: {" /=", "// "}, game.DownRight: {"=\\ ", " \\\\"},
	}
}

// plainFighter is any other ship: a pair of wings.
var plainFighter = &plainShip{
	game.Idle:      {" ^ ", "/|\\"},
	game.Up:        {" ^ ", "/|\\"},
	game.Down:      {"\\|/", " v "},
	game.Left:      {" /_", "<__"},
	game.Right:     {"_\\ ", "__>"},
	game.UpLeft:    {"+- ", "|\\ "},
	game.UpRight:   {" -+", " /|"},
	game.DownLeft:  {"|/ ", "+- "},
	game.DownRight: {" \\|", " -+"},
}

func plainShipOf(drawing string) *plainShip {
	if s := plainShips[drawing]; s != nil {
		return s
	}
	return plainFighter
}

// drawPlain draws a ship in characters, with the letter of its team.
func drawPlain(s *canvas.Sheet, ship *game.Ship, drawing string, px, py int, ink canvas.Colour) {
	x, y := s.Cell(px, py)
	x, y = x-1, y-1
	for row, line := range plainShipOf(drawing)[ship.Facing%game.Courses] {
		for column := range line {
			if line[column] != ' ' {
				s.Text(x+column, y+row, line[column:column+1], ink)
			}
		}
	}
	if ship.Team > 0 && !drones[drawing] {
		s.Text(x+1, y+plainMiddle(ship.Facing), model.TeamLetter(ship.Team), ink)
	}
}

// plainMiddle returns the row with the middle of the hull.
func plainMiddle(facing game.Course) int {
	switch facing {
	case game.Down, game.DownLeft, game.DownRight:
		return 0
	}
	return 1
}
