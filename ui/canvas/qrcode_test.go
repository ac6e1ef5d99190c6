package canvas

import (
	"strings"
	"testing"

	"rsc.io/qr"
)

// modules reads a drawn code back: true is dark.
func modules(t *testing.T, c QRCode) [][]bool {
	t.Helper()
	columns, rows := c.Size()
	read := make([][]bool, 2*rows)
	for y := range read {
		read[y] = make([]bool, columns)
	}
	drawn := 0
	c.Draw(func(column, row int, character rune, ink, ground Colour) {
		if ink != codeDark || ground != codeDark && ground != codeLight {
			t.Errorf("cell %d, %d: ink %d on %d", column, row, ink, ground)
		}
		drawn++
		dark := ground == codeDark
		read[2*row][column], read[2*row+1][column] = dark || character == '▀', dark || character == '▄'
	})
	if drawn != columns*rows {
		t.Errorf("%d cells were drawn of %dx%d", drawn, columns, rows)
	}
	return read
}

func TestCellsShowTheModulesWithAMargin(t *testing.T) {
	for _, address := range []string{"http://10.0.0.5:8080/", "https://dogfight.example.org/", "http://[2001:db8::7]:8080/", "http://example.org/Some/Path"} {
		c := QRCodeOf(address)
		for y, row := range modules(t, c) {
			for x, dark := range row {
				if dark != c.modules.Black(x-4, y-4) {
					t.Fatalf("%s: module %d, %d is dark: %v", address, x, y, dark)
				}
			}
		}
	}
}

func TestAnAddressOfAHomeNetworkFitsTheSmallestCode(t *testing.T) {
	for _, address := range []string{"http://10.0.0.5:8080/", "http://192.168.1.107:8080/"} {
		if columns, rows := QRCodeOf(address).Size(); columns != 29 || rows != 15 {
			t.Errorf("%s needs %dx%d cells", address, columns, rows)
		}
	}
	if columns, rows := QRCodeOf("https://[2001:db8:1234:5678:9abc:def0:1234:5678]:8443/").Size(); columns > 41 || rows > 21 {
		t.Errorf("the longest address needs %dx%d cells", columns, rows)
	}
}

func TestShortestHasTheSameMeaning(t *testing.T) {
	for address, want := range map[string]string{
		"http://10.0.0.5:8080/":      "HTTP://10.0.0.5:8080",
		"https://Example.org":        "HTTPS://EXAMPLE.ORG",
		"http://[2001:db8::7]:8080/": "http://[2001:db8::7]:8080/",
		"http://example.org/Path":    "http://example.org/Path",
		"http://u@example.org/":      "http://u@example.org/",
		"http://example.org?q=a":     "http://example.org?q=a",
	} {
		if got := shortest(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
}

func TestACodeHasTheBestErrorCorrectionOfItsSize(t *testing.T) {
	for _, address := range []string{"http://10.0.0.5:80/", "http://192.168.178.101:8080/", "https://dogfight.example.org/"} {
		got := QRCodeOf(address).modules
		better := 0
		for _, level := range []qr.Level{qr.L, qr.M, qr.Q, qr.H} {
			c, err := qr.Encode(shortest(address), level)
			switch {
			case err != nil:
				t.Fatal(err)
			case c.Size < got.Size:
				t.Errorf("%s: level %d is smaller", address, level)
			case c.Size == got.Size:
				better++
				if string(c.Bitmap) == string(got.Bitmap) {
					better = 0
				}
			}
		}
		if better > 0 {
			t.Errorf("%s: %d more tolerant levels have the size", address, better)
		}
	}
}

func TestUselessAddressesHaveNoCode(t *testing.T) {
	for _, address := range []string{"", "http://127.0.0.1:8080/", "http://[::1]/", "http://localhost/", "http://" + strings.Repeat("x", 5000)} {
		if columns, rows := QRCodeOf(address).Size(); columns != 0 || rows != 0 {
			t.Errorf("%d bytes take %dx%d cells", len(address), columns, rows)
		}
		QRCodeOf(address).Draw(func(_, _ int, _ rune, _, _ Colour) { t.Error("a cell was drawn") })
	}
}
