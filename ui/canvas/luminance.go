package canvas

import "math"

// Luminance returns the relative luminance of the colour 0xRRGGBB, from 0 for black to 1
// for white (WCAG 2.2; the curve is that of IEC 61966-2-1).
func Luminance(hex int) float64 {
	return 0.2126*linear[hex>>16&0xff] + 0.7152*linear[hex>>8&0xff] + 0.0722*linear[hex&0xff]
}

// linear is the light of each value of red, green and blue. A table, as a palette is compared with itself some 10,000 times.
var linear = func() (light [256]float64) {
	for part := range light {
		v := float64(part) / 255
		if v <= 0.04045 {
			light[part] = v / 12.92
		} else {
			light[part] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}()

// Contrast returns the contrast of two colours 0xRRGGBB, from 1 to 21 (WCAG 2.2). Text can
// be read from 4.5 on.
func Contrast(a, b int) float64 {
	dark, light := Luminance(a), Luminance(b)
	if dark > light {
		dark, light = light, dark
	}
	return (light + 0.05) / (dark + 0.05)
}

// Hex returns the colour as 0xRRGGBB, of the palette what xterm shows for it; false for
// what the terminal has by itself. The lower 16 of the palette are otherwise elsewhere.
func (c CellColour) Hex() (hex int, ok bool) {
	if hex, ok := c.RGB(); ok {
		return hex, true
	}
	n, ok := c.Number()
	switch {
	case !ok || n > 255:
		return 0, false
	case n < len(basic):
		return basic[n], true
	case n >= firstGrey:
		return (8 + 10*(n-firstGrey)) * 0x010101, true
	}
	n -= len(basic)
	return cubeSteps[n/36]<<16 | cubeSteps[n/6%6]<<8 | cubeSteps[n%6], true
}

const firstGrey = 232

var cubeSteps = [6]int{0, 95, 135, 175, 215, 255}

// basic are the colours that every terminal has, as xterm's are by default.
var basic = [16]int{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}
