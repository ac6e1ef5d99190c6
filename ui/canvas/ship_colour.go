package canvas

import (
	"slices"
)

// shipColours are what the colours of ships are called, after the standard palette: themes and the palette for the
// colour-blind have others in their places.
var shipColours = [FoeRamps]string{"red", "yellow", "magenta", "orange", "lime", "violet", "rose", "teal"}

// ShipColours returns what the colours of ships are called, from number 1 on.
func ShipColours() []string { return shipColours[:] }

// ShipColour returns what a colour of a ship is called; "auto" for none.
func ShipColour(number uint8) string {
	if number == 0 || number > FoeRamps {
		return "auto"
	}
	return shipColours[number-1]
}

// ShipColourNamed returns the number of the colour that is called so; 0 is "auto".
func ShipColourNamed(name string) (number uint8, ok bool) {
	i := slices.Index(shipColours[:], name)
	return uint8(i + 1), i >= 0 || name == "auto"
}

// ShipRamp returns the tones of a colour of ships, which count from 1.
func ShipRamp(number uint8) Ramp {
	return RampFrom(FoeBright + RampLength*Colour((number-1)%FoeRamps))
}
