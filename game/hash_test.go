package game

import (
	"fmt"
	"reflect"
	"testing"
)

// full returns a World in which everything is in use.
func full() World {
	w := World{Tick: 5, Status: InProgress, Rand: 1}
	for i := range w.Ships {
		w.Ships[i] = Ship{State: Flying, Live: 0xff}
	}
	for i := range w.Racers {
		w.Racers[i].Lap = 1
		w.Trails[i].Count = MaxCorners
	}
	for i := range w.Drones {
		w.Drones[i].Wave = 4
	}
	return w
}

// Each field in turn is changed in its lowest and in its highest bit. A field
// that is left out, cut off, or laid over another one gives a hash twice.
func TestHashCoversEveryBitOfTheWorld(t *testing.T) {
	t.Parallel()
	w := full()
	seen := map[uint64]string{w.Hash(): "the World as it was"}
	fields := 0
	visit("", reflect.ValueOf(&w).Elem(), func(name string, field reflect.Value) {
		fields++
		for _, bit := range []int{0, field.Type().Bits() - 1} {
			flip(field, bit)
			hash := w.Hash()
			if other, ok := seen[hash]; ok {
				t.Errorf("bit %d of %s gives the hash of %s", bit, name, other)
			}
			seen[hash] = fmt.Sprintf("bit %d of %s", bit, name)
			flip(field, bit)
		}
	})
	// Each shot has 6 numbers and there are 512; less than that is no World.
	if w != full() || fields < 6*MaxShips*MaxShots {
		t.Fatalf("visited %d fields, expected all, and each put back", fields)
	}
}

// visit calls do for every number within v.
func visit(name string, v reflect.Value, do func(name string, number reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			visit(name+"."+v.Type().Field(i).Name, v.Field(i), do)
		}
	case reflect.Array:
		for i := range v.Len() {
			visit(fmt.Sprintf("%s[%d]", name, i), v.Index(i), do)
		}
	default:
		do(name, v)
	}
}

// flip turns a bit of a number over.
func flip(v reflect.Value, bit int) {
	if v.CanUint() {
		v.SetUint(v.Uint() ^ 1<<bit)
		return
	}
	unused := 64 - v.Type().Bits()
	v.SetInt((v.Int() ^ 1<<bit) << unused >> unused)
}

func TestEqualWorldsHaveEqualHashes(t *testing.T) {
	m := newMelee(field(100, 75, 5, 1), Teams)
	for range 600 {
		m.tick()
	}
	if copied := m.World; copied.Hash() != m.Hash() {
		t.Error("a copy has another hash")
	}
}

func BenchmarkHash(b *testing.B) {
	w := full()
	for b.Loop() {
		w.Hash()
	}
}
