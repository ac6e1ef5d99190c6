package ui

import (
	"time"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

// logo is the name of the game, drawn large.
type logo []string

// logoFor returns the largest logo that looks right.
func logoFor(width int, ascii bool) logo {
	switch {
	case ascii:
		return asciiLogo
	case width < 72:
		return smallLogo
	}
	return largeLogo
}

var largeLogo = logo{
	"██████╗  ██████╗  ██████╗ ███████╗██╗ ██████╗ ██╗  ██╗████████╗",
	"██╔══██╗██╔═══██╗██╔════╝ ██╔════╝██║██╔════╝ ██║  ██║╚══██╔══╝",
	"██║  ██║██║   ██║██║  ███╗█████╗  ██║██║  ███╗███████║   ██║   ",
	"██║  ██║██║   ██║██║   ██║██╔══╝  ██║██║   ██║██╔══██║   ██║   ",
	"██████╔╝╚██████╔╝╚██████╔╝██║     ██║╚██████╔╝██║  ██║   ██║   ",
	"╚═════╝  ╚═════╝  ╚═════╝ ╚═╝     ╚═╝ ╚═════╝ ╚═╝  ╚═╝   ╚═╝   ",
}

var smallLogo = logo{
	"┏┳┓ ┏━┓ ┏━╸ ┏━╸ ╻ ┏━╸ ╻ ╻ ╺┳╸",
	" ┃┃ ┃ ┃ ┃╺┓ ┣╸  ┃ ┃╺┓ ┣━┫  ┃ ",
	"╺┻┛ ┗━┛ ┗━┛ ╹   ╹ ┗━┛ ╹ ╹  ╹ ",
}

var asciiLogo = logo{
	` ____   ___   ____ _____ ___ ____ _   _ _____ `,
	`|  _ \ / _ \ / ___|  ___|_ _/ ___| | | |_   _|`,
	`| | | | | | | |  _| |_   | | |  _| |_| | | |  `,
	`| |_| | |_| | |_| |  _|  | | |_| |  _  | | |  `,
	`|____/ \___/ \____|_|   |___\____|_| |_| |_|  `,
}

const (
	gleamEvery = 9 * time.Second
	gleamSpeed = 14 * time.Millisecond // a column
	gleamWidth = 4
)

// draw puts the logo on the screen with its top at y. Once in a while, if it may
// gleam, a light runs over it.
func (l logo) draw(s tcell.Screen, y int, now time.Time, gleams bool) {
	width, _ := s.Size()
	left := (width - utf8.RuneCountInString(l[0])) / 2
	gleam := int(time.Duration(now.UnixNano()) % gleamEvery / gleamSpeed)
	for row, line := range l {
		colour := role(play.Logo + canvas.Colour(row*play.LogoInks/len(l)))
		x := left
		for _, r := range line {
			style := tcell.StyleDefault.Foreground(colour).Bold(true)
			if at := gleam - (x - left) + row; gleams && at >= 0 && at < gleamWidth {
				style = style.Foreground(strongColor)
			}
			s.SetContent(x, y+row, r, nil, style) // a blank too, or a star would be a part of it
			x++
		}
	}
}
