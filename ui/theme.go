package ui

import (
	"github.com/rivo/tview"
)

// tview's look is one for the whole process, so it is set once and for all, to
// roles.
func init() {
	tview.Styles = tview.Theme{
		PrimitiveBackgroundColor:    panelColor,
		ContrastBackgroundColor:     panelColor,
		MoreContrastBackgroundColor: fieldColor,
		BorderColor:                 ruleColor,
		TitleColor:                  accentColor,
		GraphicsColor:               ruleColor,
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
