package hud

import (
	"strconv"
	"time"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// Clip is what frames a picture of the past, so that nobody takes it for the present.
type Clip struct {
	Title        string        // what it is, in capitals
	Words        string        // what it shows
	Keys         string        // how it is left
	Back         bool          // it is told when the own ship is back
	Shown, Takes time.Duration // how far it has come
}

// ClipRows is how many rows under the top line the banner of a kill-cam takes.
const ClipRows = 1

// clipGap is between two parts of a banner.
const clipGap = 3

// DrawKillCam frames the picture of the past, and offers the ships to choose from.
func (f *Frame) DrawKillCam(c *Clip, choice *model.Choice) {
	bottom := f.Height() - 2
	if !f.Out() {
		bottom -= StripRows
		f.drawChoiceStrip(f.Height()-1-StripRows, choice)
	}
	f.drawBanner(c, 1)
	f.drawEdge(c, 2, bottom)
}

// DrawClip frames a picture of the past that takes the whole field, from the first row to the last. Below is what is told of the
// present.
func (f *Frame) DrawClip(c *Clip, below string) {
	last := f.Height() - 1
	width, _ := f.Size()
	f.Fill(0, last, width, 1, canvas.PanelInk)
	f.Text(1, last, canvas.Cut(c.Keys, width-2), canvas.Strong)
	if x := width - 1 - canvas.Width(below); x > canvas.Width(c.Keys)+clipGap {
		f.Text(x, last, below, canvas.TextInk)
	}
	banner := *c
	banner.Keys = ""
	f.drawBanner(&banner, 0)
	f.drawEdge(c, 1, last-1)
}

// drawBanner draws a row in a colour that no other row has: what it is at the left, and at the right how it is left.
func (f *Frame) drawBanner(c *Clip, row int) {
	width := f.Width()
	f.Fill(0, row, width, 1, canvas.Bad)
	end := width - 1
	if c.Keys != "" && width >= wideBanner {
		end -= canvas.Width(c.Keys)
		f.Text(end, row, c.Keys, bannerInk)
		end -= clipGap
	}
	if c.Back && !f.Out() {
		end = f.drawBack(end, row)
	}
	x := f.Text(1, row, c.Title, bannerInk) + clipGap
	f.Text(x, row, canvas.Cut(c.Words, end-x), bannerInk)
}

// bannerInk is told well from the colour of a banner, since that is told well from it as ink.
const bannerInk = canvas.PanelInk

// wideBanner is on how many columns a banner tells how it is left.
const wideBanner = 72

// drawBack writes up to before a column when the own ship is back, and returns the column for what is left of that.
func (f *Frame) drawBack(end, row int) int {
	left := int(f.World.Ships[f.Me].Respawn)
	tenths := (left*10 + game.TickRate - 1) / game.TickRate
	words := pieces{"back in ", strconv.Itoa(tenths / 10), ".", strconv.Itoa(tenths % 10), " s"}
	x := end - words.columns()
	words.write(f.Sheet, x, row, bannerInk)
	return x - clipGap
}

// drawEdge draws lines at both sides and, in the last row, one that says how far the clip has come.
func (f *Frame) drawEdge(c *Clip, top, bottom int) {
	left, right, last := "▌", "▐", f.Width()-1
	if f.Mode == canvas.ASCII {
		left, right = "|", "|"
	}
	for y := top; y < bottom; y++ {
		f.Text(0, y, left, canvas.Bad)
		f.Text(last, y, right, canvas.Bad)
	}
	come := int(int64(f.Width()) * int64(c.Shown) / max(int64(c.Takes), 1))
	for x := range f.Width() {
		ink := canvas.RuleInk
		if x <= come {
			ink = canvas.Bad
		}
		f.Text(x, bottom, "━", ink)
	}
}

// DrawOwnMark points at the own ship in a picture of another one's view, or to where it is if it does not show.
func (f *Frame) DrawOwnMark() {
	ship := f.Flying(f.Me)
	if ship == nil {
		return
	}
	const word = "you"
	width, height := f.Dots()
	px, py := f.LocateShip(f.Me)
	if x, y := f.Cell(px, py); f.InField(x, y) {
		for _, dy := range [...]int{-3, 3, -4, 4} {
			if at := canvas.Rect(x-1, y+dy, len(word), 1); f.Free(at) {
				f.Text(at.X, at.Y, word, canvas.Accent)
				return
			}
		}
		return
	}
	x, y, glyph := f.edge((px-width/2)/canvas.Across, (py-height/2)/canvas.Across)
	at := canvas.Rect(min(max(x-1, 2), f.Width()-2-len(word)-2), min(max(y, 2+f.Above), f.Height()-3-StripRows), len(word)+2, 1)
	if glyph == "►" {
		f.Text(f.Text(at.X, at.Y, word+" ", canvas.Accent), at.Y, glyph, canvas.Accent)
		return
	}
	f.Text(f.Text(at.X, at.Y, glyph, canvas.Accent)+1, at.Y, word, canvas.Accent)
}

// KillWords say by whom and how the own ship was destroyed.
func KillWords(k *model.Killer, m *model.Match) string {
	how := howKilled(k, m)
	words := canvas.Cut(m.Name(k.By), 24) + ", " + how[0]
	if k.HP == 0 {
		return words + ", destroyed too"
	}
	return words + ", " + strconv.Itoa(int(k.HP)) + " hp left"
}
