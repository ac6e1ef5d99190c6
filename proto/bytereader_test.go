package proto

import (
	"errors"
	"math"
	"testing"
)

func TestNumbersOfEitherByteOrder(t *testing.T) {
	p := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x3f, 0x80, 0, 0}
	r := ByteReader{Left: p}
	if r.U8("") != 1 || r.U16("") != 0x0203 || r.U32("") != 0x04050607 || r.U64("") != 0x08090a0b0c0d0e0f || r.F32("") != 1 || r.End() != nil {
		t.Errorf("highest byte first: %+v", r)
	}
	r = ByteReader{Left: p, LittleEndian: true}
	if r.U8("") != 1 || r.U16("") != 0x0302 || r.U32("") != 0x07060504 || r.U64("") != 0x0f0e0d0c0b0a0908 || r.F32("") != math.Float32frombits(0x803f) || r.End() != nil {
		t.Errorf("lowest byte first: %+v", r)
	}
}

func TestAReaderReportsTheFirstErrorAndThenReturnsZeros(t *testing.T) {
	r := ByteReader{Left: []byte{1, 9, 9, 9, 9, 9, 9, 9, 9}, Message: "letter"}
	if r.U8("address"); r.UpTo("stamp", 8) != 0 {
		t.Error("expected no stamp of 9")
	}
	if r.Take("text", 1) != nil || r.U8("sum") != 0 || r.U16("sum") != 0 || r.U32("sum") != 0 || r.U64("sum") != 0 || r.F32("sum") != 0 {
		t.Error("expected zeros after the error")
	}
	var syntax *SyntaxError
	if err := r.End(); !errors.As(err, &syntax) || err.Error() != "letter: stamp must be 0 to 8, got 9" {
		t.Errorf("got %v", err)
	}
}

func TestMissingAndExtraBytesAreErrors(t *testing.T) {
	r := ByteReader{Left: []byte{1, 2, 3}, Message: "letter"}
	if r.U32("stamp") != 0 || r.End() == nil || r.End().Error() != "letter: stamp must be 4 bytes, got 3" {
		t.Errorf("got %v", r.End())
	}
	r = ByteReader{Left: []byte{1, 2, 3}, Message: "letter"}
	if r.U8("stamp"); r.End() == nil || r.End().Error() != "letter: bytes left over must be 0, got 2" {
		t.Errorf("got %v", r.End())
	}
}

func TestAMessageWithoutANameIsRefusedWithoutAllocating(t *testing.T) {
	var r ByteReader
	p := []byte{9, 9, 9}
	allocated := testing.AllocsPerRun(100, func() {
		for _, read := range []func(r *ByteReader){
			func(r *ByteReader) { r.U32("stamp") },
			func(r *ByteReader) { r.UpTo("stamp", 8) },
			func(r *ByteReader) { r.Flag("stamp") },
			func(r *ByteReader) { r.U16("stamp") },
		} {
			r = ByteReader{Left: p}
			if read(&r); r.End() != ErrMalformed {
				t.Errorf("expected ErrMalformed, got %v", r.Err)
			}
		}
	})
	if allocated > 0 {
		t.Errorf("%v allocations", allocated)
	}
}

func TestAFloatThatMustBeFinite(t *testing.T) {
	for _, c := range []struct {
		p    []byte
		want string
	}{
		{[]byte{0x3f, 0x80, 0, 0}, ""},
		{[]byte{0x7f, 0xc0, 0, 0}, "letter: weight must be finite, got NaN"},
		{[]byte{0xff, 0x80, 0, 0}, "letter: weight must be finite, got -Inf"},
	} {
		r := ByteReader{Left: c.p, Message: "letter"}
		v := r.Finite("weight")
		if c.want == "" && (v != 1 || r.Err != nil) || c.want != "" && (v != 0 || r.Err == nil || r.Err.Error() != c.want) {
			t.Errorf("% x: expected %q, got %v and %v", c.p, c.want, v, r.Err)
		}
	}
}
