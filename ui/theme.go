package ui

import (
	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"
)

// The colours of the menus, those of the match screen's HUD. They are palette
// colours, which take a third fewer bytes than RGB.
var (
	panelColor  = tcell.PaletteColor(234)
	fieldColor  = tcell.PaletteColor(238)
	labelColor  = tcell.PaletteColor(244)
	textColor   = tcell.PaletteColor(252)
	strongColor = tcell.PaletteColor(231)
	accentColor = tcell.PaletteColor(87)
	badColor    = tcell.PaletteColor(203)
)

var (
	plain    = tcell.StyleDefault.Foreground(textColor)
	faint    = tcell.StyleDefault.Foreground(labelColor)
	accent   = tcell.StyleDefault.Foreground(accentColor)
	selected = tcell.StyleDefault.Foreground(tcell.ColorBlack).Background(accentColor)
)

// tview's look is one for the whole process, so it is set once and for all.
func init() {
	tview.Styles = tview.Theme{
		PrimitiveBackgroundColor:    panelColor,
		ContrastBackgroundColor:     panelColor,
		MoreContrastBackgroundColor: fieldColor,
		BorderColor:                 accentColor,
		TitleColor:                  strongColor,
		GraphicsColor:               accentColor,
		PrimaryTextColor:            textColor,
		SecondaryTextColor:          labelColor,
		TertiaryTextColor:           accentColor,
		InverseTextColor:            panelColor,
		ContrastSecondaryTextColor:  labelColor,
	}
	// One kind of border, whether it has the focus or not.
	tview.Borders.HorizontalFocus, tview.Borders.VerticalFocus = tview.Borders.Horizontal, tview.Borders.Vertical
	tview.Borders.TopLeftFocus, tview.Borders.TopRightFocus = tview.Borders.TopLeft, tview.Borders.TopRight
	tview.Borders.BottomLeftFocus, tview.Borders.BottomRightFocus = tview.Borders.BottomLeft, tview.Borders.BottomRight
}
