package keeper

import (
	"context"
	"testing"
	"time"

	"dogfight/internal/fleet"
)

func TestALogIsWholeFromItsFirstPieceOn(t *testing.T) {
	var f logFile
	for i, c := range []struct {
		fleet.Chunk
		bytes string
		whole bool
	}{
		{fleet.Chunk{Epoch: 1, Number: 5, Bytes: []byte("x")}, "", false},
		{fleet.Chunk{Epoch: 1, Number: 7, Bytes: []byte("b")}, "", false},
		{fleet.Chunk{Epoch: 1, Number: 6, First: true, Bytes: []byte("a")}, "ab", true},
		{fleet.Chunk{Epoch: 1, Number: 7, Bytes: []byte("b")}, "ab", true},
		{fleet.Chunk{Epoch: 1, Number: 9, Bytes: []byte("d")}, "ab", false},
		{fleet.Chunk{Epoch: 1, Number: 8, Bytes: []byte("c")}, "abcd", true},
		{fleet.Chunk{Epoch: 2, Number: 0, First: true, Bytes: []byte("A")}, "A", true},
		{fleet.Chunk{Epoch: 1, Number: 11, First: true, Bytes: []byte("f")}, "A", true},
		{fleet.Chunk{Epoch: 2, Number: 1, Bytes: []byte("B"), Ended: true}, "AB", true},
	} {
		f.add(&c.Chunk)
		if got := string(f.bytes()); got != c.bytes || f.whole(f.epoch) != c.whole {
			t.Errorf("after piece %d: %q, whole %v, want %q, %v", i, got, f.whole(f.epoch), c.bytes, c.whole)
		}
	}
}

func TestAFileThatBeginsDropsAllPiecesButTheNext(t *testing.T) {
	var f logFile
	for n := range uint32(1000) {
		f.add(&fleet.Chunk{Epoch: 1, Number: 1<<20 + n, Bytes: []byte("far ahead")})
	}
	for n := range uint32(maxAhead) {
		f.add(&fleet.Chunk{Epoch: 1, Number: 1 + n, Bytes: []byte("x")})
	}
	f.add(&fleet.Chunk{Epoch: 1, First: true}) // otherwise each of a series costs as much as all waiting pieces
	if len(f.pieces) != 1+maxAhead || !f.whole(1) || len(f.bytes()) != maxAhead || f.size != maxAhead+(1+maxAhead)*chunkOverhead {
		t.Errorf("%d pieces of %d bytes are stored, whole: %v", len(f.pieces), f.size, f.whole(1))
	}
	f.add(&fleet.Chunk{Epoch: 1, First: true})
	if !f.whole(1) || len(f.pieces) != 1+maxAhead {
		t.Error("the same first piece again drops those after it")
	}
}

func TestOnlyANewFileEndsAStreamThatIsTooLong(t *testing.T) {
	var f logFile
	f.addStored(&fleet.Chunk{Epoch: 1, First: true, Bytes: make([]byte, maxLog)})
	f.addStored(&fleet.Chunk{Epoch: 1, Number: 1, Bytes: []byte("more")})
	if f.size > maxLog+chunkOverhead {
		t.Errorf("%d bytes are stored", f.size)
	}
	f.addStored(&fleet.Chunk{Epoch: 1, Number: 2, First: true, Bytes: []byte("anew")})
	if string(f.bytes()) != "anew" {
		t.Errorf("a new file is not accepted")
	}
}

func TestALogIsReadByItsStandbyAndByAnyOther(t *testing.T) {
	fly(t, 3, func(r *rig) {
		p := r.hosts[0].open(7)
		time.Sleep(5 * time.Second)
		p.owner.Hold()
		entry, pieces := p.owner.Entry(), p.owner.Pieces()
		for _, h := range r.hosts[1:] {
			for _, readable := range []bool{true, false} {
				r.bus.logs(readable)
				log, err := h.keeper.ReadLog(context.Background(), &entry, pieces)
				if (err == nil) != (readable || h == r.standby(7)) || err == nil && len(log) < 8 {
					t.Errorf("host %v, of a stream that can be read %v: %d bytes, %v", h.id, readable, len(log), err)
				}
			}
			r.bus.logs(true)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			if log, err := h.keeper.ReadLog(ctx, &entry, pieces+1); err == nil {
				t.Errorf("host %v reads %d bytes though a piece is missing", h.id, len(log))
			}
			cancel()
			before := entry
			before.Epoch--
			if _, err := h.keeper.ReadLog(context.Background(), &before, pieces); err == nil {
				t.Errorf("host %v reads the log of an epoch that is over", h.id)
			}
		}
	})
}
