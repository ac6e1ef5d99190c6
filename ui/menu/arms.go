package menu

import (
	"fmt"

	"dogfight/game/career"
	"dogfight/ui/canvas"
)

// The columns beside the bars of an arm.
const (
	armName   = 9
	armNumber = 6 // after a bar
	armFlown  = 8
	armKills  = 22 // kills, deaths and damage, where there is room
	armBar    = 20 // at most
)

// What a full bar is of, unless somebody does better.
const (
	fullAccuracy = 50 // per cent
	fullKD       = 20 // tenths
)

// drawArms draws what was done with each class and each weapon, as a tab of its own.
func (p *RecordsPage) drawArms(s *canvas.Sheet, a canvas.Area) {
	if p.isNew() {
		p.drawNewcomer(s, a)
		return
	}
	step := 1
	if 2*(len(p.Career.Classes)+len(p.Career.Weapons))+2 < a.Height {
		step = 2
	}
	p.drawArmsIn(s, a, step)
}

// drawArmsIn is drawArms in a panel, with each in so many rows, and returns the row below.
func (p *RecordsPage) drawArmsIn(s *canvas.Sheet, a canvas.Area, step int) int {
	y := p.drawArmList(s, a, step, "ship", "class", p.Career.Classes)
	a.Height -= y + 2 - step - a.Y
	a.Y = y + 2 - step
	return p.drawArmList(s, a, step, "gun", "weapon", p.Career.Weapons)
}

func (p *RecordsPage) drawArmList(s *canvas.Sheet, a canvas.Area, step int, heading, kind string, arms []career.Arm) int {
	long := a.Width >= armName+2*(8+armNumber)+armFlown+armKills
	left := a.Width - armName - 2*armNumber - armFlown
	if long {
		left -= armKills
	}
	bar := min(max((left-2)/2, 4), armBar)
	first, second := a.X+armName, a.X+armName+bar+armNumber+1
	s.Text(a.X, a.Y, heading, canvas.LabelInk)
	s.Text(first, a.Y, "accuracy", canvas.LabelInk)
	s.Text(second, a.Y, "K/D", canvas.LabelInk)
	s.Right(a.X+a.Width, a.Y, "flown", canvas.LabelInk)
	if long {
		s.Right(a.X+a.Width-armFlown, a.Y, "kills deaths damage", canvas.LabelInk)
	}
	y := a.Y + 1
	for i := range arms {
		if y >= a.Y+a.Height {
			break
		}
		arm := &arms[i]
		s.Text(a.X, y, canvas.Cut(p.Title(kind, arm.Name), armName-1), canvas.TextInk)
		accuracy, shot := career.Accuracy(arm.Hits, arm.Shots)
		if shot {
			s.Pips(first, y, bar, accuracy, max(fullAccuracy, bestOf(arms, accuracyOf)), canvas.ShieldMiddle)
		}
		s.Right(first+bar+armNumber-1, y, percent(arm.Hits, arm.Shots), canvas.Strong)
		s.Pips(second, y, bar, kdOf(arm), max(fullKD, bestOf(arms, kdOf)), canvas.Good)
		s.Right(second+bar+armNumber-1, y, career.Tenths(kdOf(arm)), canvas.Strong)
		s.Right(a.X+a.Width, y, duration(arm.Seconds), canvas.LabelInk)
		if long {
			s.Right(a.X+a.Width-armFlown, y, fmt.Sprintf("%5d %6d %6d", arm.Kills, arm.Deaths, arm.Damage), canvas.TextInk)
		}
		y += step
	}
	return y
}

func accuracyOf(a *career.Arm) int {
	n, _ := career.Accuracy(a.Hits, a.Shots)
	return n
}

func kdOf(a *career.Arm) int { return career.KD(a.Kills, a.Deaths) }

func bestOf(arms []career.Arm, of func(*career.Arm) int) (best int) {
	for i := range arms {
		best = max(best, of(&arms[i]))
	}
	return best
}
