package hud

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

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
	f.Sheet.Text(1, last, canvas.Cut(c.Keys, width-2), canvas.Strong)
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
	f.Sheet.Text(x, row, canvas.Cut(c.Words, end-x), bannerInk)
}

// bannerInk contrasts with the banner.
const bannerInk = canvas.PanelInk

// wideBanner is the least width of a banner with keys.
const wideBanner = 72

// drawBack writes the time until the own ship returns, right-aligned at a column, and returns the column before it.
func (f *Frame) drawBack(end, row int) int {
	left := int(f.Match.World.Ships[f.Match.Me].Respawn)
	tenths := (left*10 + game.TickRate - 1) / game.TickRate
	words := pieces{"back in ", strconv.Itoa(tenths / 10), ".", strconv.Itoa(tenths % 10), " s"}
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

// DrawOwnMark marks the own ship in another pilot's view, or points to it from the edge.
func (f *Frame) DrawOwnMark() {
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
		return words + ", destroyed too"
	}
	return words + ", " + strconv.Itoa(int(k.HP)) + " hp left"
}
