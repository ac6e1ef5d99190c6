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

// gifFPS is how many pictures a second an animated picture has: its bytes go by that.
const gifFPS = 15

// writeGIF writes an animated picture that begins anew where it ends.
func writeGIF(to io.Writer, f *replay.File, o Options, p Progress) error {
	r, err := newReel(f, &o, gifFPS)
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
		if err := tell(p, n, r.pictures()); err != nil {
			return err
		}
	}
	w.end(pic.clear, r.length)
	return w.to.Flush()
}

// gifWriter writes pictures one after the other (GIF89a, CompuServe 1990). Package image/gif wants to have all of them at once,
// which of a minute are hundreds of megabytes.
type gifWriter struct {
	to     *bufio.Writer // which keeps its first error until it is flushed
	before []uint8       // the picture that shows
	wait   part          // of that, which is not written yet: it may show for longer
	shown  time.Duration // since when
	coded  bytes.Buffer  // reused
}

// part is what of a picture differs from the one before.
type part struct {
	at     image.Rectangle
	pixels []uint8
}

func (w *gifWriter) start(p *picture) {
	w.to.WriteString("GIF89a")
	w.uint16(p.width, p.height)
	w.to.Write([]byte{0xf7, 0, 0}) // 256 colours for all pictures, of 8 bits a part
	for i := range 256 {
		var rgb int
		if i < len(p.rgb) {
			rgb = p.rgb[i]
		}
		w.to.Write([]byte{byte(rgb >> 16), byte(rgb >> 8), byte(rgb)})
	}
	w.to.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00") // for ever
}

func (w *gifWriter) uint16(values ...int) {
	for _, v := range values {
		w.to.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
	}
}

// frame adds a picture that shows from a time on. While one is like the one before, that shows on.
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

// gifTick is what times are counted in.
const gifTick = time.Second / 100

// flush writes the picture that shows, until a time.
func (w *gifWriter) flush(clear uint8, until time.Duration) {
	if w.wait.at.Empty() {
		return
	}
	w.to.Write([]byte{0x21, 0xf9, 4, 1<<2 | 1}) // it stays there, and the next comes over it
	w.uint16(int(until/gifTick - w.shown/gifTick))
	w.to.Write([]byte{clear, 0, 0x2c})
	at := w.wait.at
	w.uint16(at.Min.X, at.Min.Y, at.Dx(), at.Dy())
	const bits = 8 // that codes begin with
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

// end writes the last picture, until a time.
func (w *gifWriter) end(clear uint8, until time.Duration) {
	w.flush(clear, until)
	w.to.WriteByte(0x3b)
}
