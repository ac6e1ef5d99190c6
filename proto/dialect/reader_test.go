package dialect

import (
	"errors"
	"math"
	"testing"

	"dogfight/proto"
)

func TestAReaderReadsNumbersEitherWayRound(t *testing.T) {
	p := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0x3f, 0x80, 0, 0}
	r := Reader{Left: p}
	if r.U8("") != 1 || r.U16("") != 0x0203 || r.U32("") != 0x04050607 || r.U64("") != 0x08090a0b0c0d0e0f || r.F32("") != 1 || r.End() != nil {
		t.Errorf("highest byte first: %+v", r)
	}
	r = Reader{Left: p, Little: true}
	if r.U8("") != 1 || r.U16("") != 0x0302 || r.U32("") != 0x07060504 || r.U64("") != 0x0f0e0d0c0b0a0908 || r.F32("") != math.Float32frombits(0x803f) || r.End() != nil {
		t.Errorf("lowest byte first: %+v", r)
	}
}

func TestAReaderThatHasFailedKnowsTheFirstFaultAndYieldsZeros(t *testing.T) {
	r := Reader{Left: []byte{1, 9, 9, 9, 9, 9, 9, 9, 9}, Of: "letter"}
	if r.U8("address"); r.UpTo("stamp", 8) != 0 {
		t.Error("a stamp of 9 is yielded")
	}
	if r.Take("text", 1) != nil || r.U8("sum") != 0 || r.U16("sum") != 0 || r.U32("sum") != 0 || r.U64("sum") != 0 || r.F32("sum") != 0 {
		t.Error("something is yielded after the fault")
	}
	var syntax *proto.SyntaxError
	if err := r.End(); !errors.As(err, &syntax) || err.Error() != "letter: stamp: expected 0 to 8, 9 came" {
		t.Errorf("%v came", err)
	}
}

func TestAReaderTakesNoMoreThanThereIsAndLeavesNothing(t *testing.T) {
	r := Reader{Left: []byte{1, 2, 3}, Of: "letter"}
	if r.U32("stamp") != 0 || r.End() == nil || r.End().Error() != "letter: stamp: expected 4 bytes, 3 came" {
		t.Errorf("%v came", r.End())
	}
	r = Reader{Left: []byte{1, 2, 3}, Of: "letter"}
	if r.U8("stamp"); r.End() == nil || r.End().Error() != "letter: end: expected no more bytes, 2 came" {
		t.Errorf("%v came", r.End())
	}
}
