package hud

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// StripRows is the rows of the ship choices at the bottom.
const StripRows = 2

// outShown is how long the cause of the last loss in a round shows.
const outShown = 3 * time.Second

// DrawOut shows the cause of the last loss in a round.
func (f *Frame) DrawOut(k *model.Killer) {
	if !k.At.IsZero() && f.Sheet.Now.Sub(k.At) < outShown {
		f.DrawDeath(k, nil)
	}
}

// DrawDeath shows the killer and the time to the respawn, and offers other ships.
func (f *Frame) DrawDeath(k *model.Killer, c *model.Choice) {
	who, how, width, rows := killedBy(k, f.Match), howKilled(k, f.Match), waitWidth, 1
	for _, line := range [...]*pieces{&who, &how} {
		if columns := line.columns(); columns > 0 {
			width, rows = max(width, columns), rows+1
		}
	}
	top := f.Sheet.Height()/4 + 1
	if f.objective().nameless != nil { // keep the field clear
		top = 2 + f.Sheet.Above
		if f.Match.Out() {
			rows--
		}
		if f.Sheet.Width() < panelNeeds { // the newest event may be there
			top++
		}
	}
	a := f.Sheet.Plate(top, width, rows)
	row := who.draw(f.Sheet, a, 0, canvas.Bad)
	row = how.draw(f.Sheet, a, row, canvas.TextInk)
	switch {
	case f.Match.Foreign:
		f.Sheet.Centred(a, row, "waiting to respawn", canvas.TextInk)
		return
	case f.Match.Out() && f.objective().nameless != nil:
		return
	case f.Match.Out():
		f.Sheet.Centred(a, row, "no lives left in this round", canvas.TextInk)
		return
	}
	left, wait := f.respawn()
	x := a.X + (a.Width-waitWidth)/2
	wait.write(f.Sheet, x, a.Y+row, canvas.TextInk)
	f.Sheet.Bar(x+waitWidth-waitBar, a.Y+row, waitBar, longestWait-left, longestWait, canvas.Good)
	f.drawChoiceStrip(f.Sheet.Height()-1-StripRows, c)
}

// respawn returns the ticks until the own ship returns, and a line about it.
func (f *Frame) respawn() (left int, words pieces) {
	left = int(f.Match.World.Ships[f.Match.Me].Respawn)
	tenths := (left*10 + game.TickRate - 1) / game.TickRate
	return left, pieces{"back in ", strconv.Itoa(tenths / 10), ".", strconv.Itoa(tenths % 10), " s"}
}

const (
	waitBar     = 8
	waitWidth   = len("back in 1.5 s ") + waitBar
	longestWait = 2 * game.TickRate // the rules' respawn time
)

// pieces is a line in parts: joining them would allocate in each picture.
type pieces [9]string

func (p *pieces) columns() (columns int) {
	for _, part := range p {
		columns += canvas.Width(part)
	}
	return columns
}

// draw writes the line centred in a row of an area and returns the next row. An empty line takes none.
func (p *pieces) draw(s *canvas.Sheet, a canvas.Area, row int, ink canvas.Colour) int {
	columns := p.columns()
	if columns == 0 {
		return row
	}
	p.write(s, a.X+(a.Width-columns)/2, a.Y+row, ink)
	return row + 1
}

func (p *pieces) write(s *canvas.Sheet, x, y int, ink canvas.Colour) {
	for _, part := range p {
		x = s.Text(x, y, part, ink)
	}
}

// killedBy returns the killer's line, empty while unknown.
func killedBy(k *model.Killer, m *model.Match) pieces {
	switch {
	case k.At.IsZero():
		return pieces{}
	case k.By < 0 && m.Foreign:
		return pieces{"destroyed"}
	case k.By < 0 && k.Weapon == game.BlastWeapon:
		return pieces{"destroyed by a barrel"}
	case k.By < 0 && k.Weapon == game.ZoneWeapon:
		return pieces{"destroyed outside the zone"}
	case k.By < 0 && k.Weapon == game.WallWeapon:
		return pieces{"you crashed"}
	case k.By < 0:
		return pieces{"destroyed by your own shot"}
	case k.Weapon == game.WallWeapon:
		return pieces{"you hit the wall of ", canvas.Cut(m.Pilots.Name(k.By), 24)}
	}
	by := pieces{"destroyed by ", canvas.Cut(m.Name(k.By), 24)}
	if m.OfDrones(k.By) {
		return by
	}
	if like, ok := net.Personality(&m.Pilots[k.By]); ok {
		by[2], by[3] = ", a ", like.String()
	}
	return by
}

// closeBy is the largest distance that is close by, in the units of the arrows.
const closeBy = 2

// howKilled returns the weapon, the distance and the killer's HP, empty if unknown.
func howKilled(k *model.Killer, m *model.Match) (p pieces) {
	if k.At.IsZero() || k.By < 0 || m.Foreign || k.Weapon == game.WallWeapon {
		return p
	}
	if p[0] = "with a barrel"; k.Weapon == game.RamWeapon {
		p[0] = "rammed"
	} else if k.Weapon != game.BlastWeapon {
		p[0] = m.Weapon(k.Weapon).Title
		if m.Weapon(k.Weapon).Speed > 0 { // a mine has none
			if p[1] = " from close by"; inDistanceUnits(k.Distance) > closeBy {
				p[1], p[2], p[3] = " from ", strconv.Itoa(inDistanceUnits(k.Distance)), " away"
			}
		}
	}
	if k.HP == 0 {
		p[4] = "; destroyed too"
		return p
	}
	p[4], p[5], p[6], p[7], p[8] = "; it had ", strconv.Itoa(int(k.HP)), " of ", strconv.Itoa(int(max(k.HP, k.Full))), " hp"
	return p
}

// stripLabel is the columns of a row's label.
const stripLabel = 6

// drawChoiceStrip offers the classes in one row and the weapons in the next.
func (f *Frame) drawChoiceStrip(row int, c *model.Choice) {
	classes, weapons, column := f.Match.Setup.PilotClasses(), f.Match.Setup.PilotWeapons(), 0
	for i := range classes {
		column = max(column, choiceColumns(classes[i].Title))
	}
	for i := range weapons {
		column = max(column, choiceColumns(weapons[i].Title))
	}
	a := f.Sheet.Plate(row, stripLabel+column*max(len(classes), len(weapons)), StripRows)
	f.Sheet.Text(a.X, a.Y, "ship", canvas.LabelInk)
	f.Sheet.Text(a.X, a.Y+1, "gun", canvas.LabelInk)
	for i := range classes {
		f.drawChoice(a, column, i, 0, 1+i, classes[i].Title, int(c.Class) == i)
	}
	for i := range weapons {
		f.drawChoice(a, column, i, 1, 1+len(classes)+i, weapons[i].Title, int(c.Weapon) == i)
	}
}

// choiceColumns returns the columns of a choice with its digit and margins.
func choiceColumns(title string) int { return canvas.Width(title) + len(" 1  ") }

// drawChoice draws one choice with its digit, if it fits.
func (f *Frame) drawChoice(a canvas.Area, column, i, row, digit int, title string, chosen bool) {
	x, y, ink := a.X+stripLabel+i*column, a.Y+row, canvas.TextInk
	if x+column > a.X+a.Width+1 {
		return
	}
	if chosen {
		f.Sheet.Fill(x, y, column, 1, canvas.PanelMarked)
		ink = canvas.Strong
	}
	drawKey(f.Sheet, x+1, y, digit, chosen)
	f.Sheet.Text(x+3, y, title, ink)
}

// drawKey draws the digit of a choice, or a mark at the chosen one for a pad, which has no digits.
func drawKey(s *canvas.Sheet, x, y, digit int, chosen bool) {
	if !s.Pad {
		s.Text(x, y, strconv.Itoa(digit), canvas.Accent)
	} else if chosen {
		s.Text(x, y, "►", canvas.Accent)
	}
}

// Clip is the frame of a picture of the past, which keeps it apart from the present.
type Clip struct {
	Title        string        // in capitals
	Words        string        // its content
	Keys         string        // the keys that leave it
	Back         bool          // show the time until the own ship returns
	Shown, Takes time.Duration // progress and length
}

// ClipRows is the rows of a kill-cam's banner, under the top line.
const ClipRows = 1

// clipGap separates the parts of a banner, in columns.
const clipGap = 3

// DrawKillCam frames the picture of the past, and offers the ships to choose from.
func (f *Frame) DrawKillCam(c *Clip, choice *model.Choice) {
	bottom := f.Sheet.Height() - 2
	if !f.Match.Out() {
		bottom -= StripRows
		f.drawChoiceStrip(f.Sheet.Height()-1-StripRows, choice)
	}
	f.drawBanner(c, 1)
	f.drawEdge(c, 2, bottom)
}

// DrawClip frames a picture of the past that fills the screen. below is a note on the present match.
func (f *Frame) DrawClip(c *Clip, below string) {
	last := f.Sheet.Height() - 1
	width, _ := f.Sheet.Size()
	f.Sheet.Fill(0, last, width, 1, canvas.PanelInk)
	f.Sheet.CutText(1, last, c.Keys, width-2, canvas.Strong)
	if x := width - 1 - canvas.Width(below); x > canvas.Width(c.Keys)+clipGap {
		f.Sheet.Text(x, last, below, canvas.TextInk)
	}
	banner := *c
	banner.Keys = ""
	f.drawBanner(&banner, 0)
	f.drawEdge(c, 1, last-1)
}

// drawBanner draws a row in a colour of its own: the title at the left, the keys at the right.
func (f *Frame) drawBanner(c *Clip, row int) {
	width := f.Sheet.Width()
	f.Sheet.Fill(0, row, width, 1, canvas.Bad)
	end := width - 1
	if c.Keys != "" && width >= wideBanner {
		end -= canvas.Width(c.Keys)
		f.Sheet.Text(end, row, c.Keys, bannerInk)
		end -= clipGap
	}
	if c.Back && !f.Match.Out() {
		end = f.drawBack(end, row)
	}
	x := f.Sheet.Text(1, row, c.Title, bannerInk) + clipGap
	f.Sheet.CutText(x, row, c.Words, end-x, bannerInk)
}

// bannerInk contrasts with the banner.
const bannerInk = canvas.PanelInk

// wideBanner is the least width of a banner with keys.
const wideBanner = 72

// drawBack writes the time until the own ship returns, right-aligned at a column, and returns the column before it.
func (f *Frame) drawBack(end, row int) int {
	_, words := f.respawn()
	x := end - words.columns()
	words.write(f.Sheet, x, row, bannerInk)
	return x - clipGap
}

// drawEdge draws both side lines and, in the last row, the progress of the clip.
func (f *Frame) drawEdge(c *Clip, top, bottom int) {
	left, right, last := "▌", "▐", f.Sheet.Width()-1
	if f.Sheet.Mode == canvas.ASCII {
		left, right = "|", "|"
	}
	for y := top; y < bottom; y++ {
		f.Sheet.Text(0, y, left, canvas.Bad)
		f.Sheet.Text(last, y, right, canvas.Bad)
	}
	come := int(int64(f.Sheet.Width()) * int64(c.Shown) / max(int64(c.Takes), 1))
	for x := range f.Sheet.Width() {
		ink := canvas.RuleInk
		if x <= come {
			ink = canvas.Bad
		}
		f.Sheet.Text(x, bottom, "━", ink)
	}
}

// DrawPlayerMark marks the own ship in another pilot's view, or points to it from the edge.
func (f *Frame) DrawPlayerMark() {
	ship := f.Match.Flying(f.Match.Me)
	if ship == nil {
		return
	}
	const word = "you"
	width, height := f.Sheet.Dots()
	px, py := f.Space.LocateShip(f.Match.Me)
	if x, y := f.Sheet.Cell(px, py); f.Sheet.InField(x, y) {
		for _, dy := range [...]int{-3, 3, -4, 4} {
			if at := canvas.Rect(x-1, y+dy, len(word), 1); f.Space.Free(at) {
				f.Sheet.Text(at.X, at.Y, word, canvas.Accent)
				return
			}
		}
		return
	}
	x, y, glyph := f.edge((px-width/2)/canvas.Across, (py-height/2)/canvas.Across)
	at := canvas.Rect(min(max(x-1, 2), f.Sheet.Width()-2-len(word)-2), min(max(y, 2+f.Sheet.Above), f.Sheet.Height()-3-StripRows), len(word)+2, 1)
	if glyph == "►" {
		f.Sheet.Text(f.Sheet.Text(at.X, at.Y, word+" ", canvas.Accent), at.Y, glyph, canvas.Accent)
		return
	}
	f.Sheet.Text(f.Sheet.Text(at.X, at.Y, glyph, canvas.Accent)+1, at.Y, word, canvas.Accent)
}

// KillWords returns the killer, the weapon and the killer's HP.
func KillWords(k *model.Killer, m *model.Match) string {
	how := howKilled(k, m)
	words := canvas.Cut(m.Name(k.By), 24) + ", " + how[0]
	if k.HP == 0 {
		return words + "; destroyed too"
	}
	return words + "; it had " + strconv.Itoa(int(k.HP)) + " hp"
}
