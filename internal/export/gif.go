package export

import (
	"bufio"
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"io"
	"time"

	"dogfight/proto/replay"
	"dogfight/ui/canvas"
)

// gifFPS is the default, low because the size grows with it.
const gifFPS = 15

// writeGIF writes an animated picture that loops.
func writeGIF(to io.Writer, f *replay.File, o Options, p Progress) error {
	r, err := newPlayer(f, &o, gifFPS)
	if err != nil {
		return err
	}
	drawn := canvas.NewGrid(trueColours)
	drawn.Resize(o.Columns, o.Rows)
	pic := newPicture(o.Palette, o.Columns, o.Rows)
	w := gifWriter{to: bufio.NewWriter(to), before: make([]uint8, len(pic.pixels))}
	w.start(pic)
	for n := range r.pictures() {
		r.draw(drawn)
		pic.paint(drawn, r.screen.Canvas())
		w.frame(pic, r.at(n))
		if err := report(p, n, r.pictures()); err != nil {
			return err
		}
	}
	w.end(pic.clear, r.length)
	return w.to.Flush()
}

// gifWriter writes one picture after the other (GIF89a, CompuServe 1990). image/gif needs all of them at once,
// hundreds of megabytes for a minute.
type gifWriter struct {
	to     *bufio.Writer // keeps its first error until the flush
	before []uint8       // the current picture
	wait   part          // its change, not yet written: its duration is unknown
	shown  time.Duration // the time from which it shows
	coded  bytes.Buffer  // reused
}

// part is the change from one picture to the next.
type part struct {
	at     image.Rectangle
	pixels []uint8
}

func (w *gifWriter) start(p *picture) {
	w.to.WriteString("GIF89a")
	w.uint16(p.width, p.height)
	w.to.Write([]byte{0xf7, 0, 0}) // a table of 256 colours, 8 bits a channel
	for i := range 256 {
		var rgb int
		if i < len(p.rgb) {
			rgb = p.rgb[i]
		}
		w.to.Write([]byte{byte(rgb >> 16), byte(rgb >> 8), byte(rgb)})
	}
	w.to.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // loop for ever
}

func (w *gifWriter) uint16(values ...int) {
	for _, v := range values {
		w.to.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
	}
}

// frame adds a picture at a time. An unchanged one extends the one before.
func (w *gifWriter) frame(p *picture, from time.Duration) {
	at := image.Rect(0, 0, p.width, p.height)
	if from > 0 {
		at = p.differs(w.before)
	}
	if at.Empty() {
		return
	}
	w.flush(p.clear, from)
	w.wait.at, w.wait.pixels = at, w.wait.pixels[:0]
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for i := y*p.width + at.Min.X; i < y*p.width+at.Max.X; i++ {
			k := p.pixels[i]
			if from > 0 && k == w.before[i] {
				k = p.clear
			}
			w.wait.pixels = append(w.wait.pixels, k)
		}
	}
	copy(w.before, p.pixels)
	w.shown = from
}

// gifTick is the unit of times.
const gifTick = time.Second / 100

// flush writes the current picture, which shows until a time.
func (w *gifWriter) flush(clear uint8, until time.Duration) {
	if w.wait.at.Empty() {
		return
	}
	w.to.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // transparent; stays under the next one
	w.uint16(int(until/gifTick - w.shown/gifTick))
	w.to.Write([]byte{clear, 0, 0x2c})
	at := w.wait.at
	w.uint16(at.Min.X, at.Min.Y, at.Dx(), at.Dy())
	const bits = 8 // initial size of codes
	w.to.Write([]byte{0, bits})
	w.coded.Reset()
	z := lzw.NewWriter(&w.coded, lzw.LSB, bits)
	z.Write(w.wait.pixels)
	z.Close()
	for w.coded.Len() > 0 {
		block := w.coded.Next(255)
		w.to.WriteByte(byte(len(block)))
		w.to.Write(block)
	}
	w.to.WriteByte(0)
}

// end writes the last picture, which shows until a time.
func (w *gifWriter) end(clear uint8, until time.Duration) {
	w.flush(clear, until)
	w.to.WriteByte(0x3b)
}
