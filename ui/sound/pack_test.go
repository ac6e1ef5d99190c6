package sound

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"sync"
	"testing"
)

// unpack decodes what was packed.
func unpack(b []byte, count int) (samples []float32) {
	var c coder
	for i := range count {
		samples = append(samples, float32(c.take(b[i/2]>>(4*(i%2))&15))/math.MaxInt16)
	}
	return samples
}

var all = sync.OnceValues(func() (list, samples []byte) { return PackAll(func(version string) string { return "at/" + version }) })

// clean is by how much, in decibels, an effect must be louder than what packing adds to it. That is noise, as is most of
// those that are near this.
const clean = 14

func TestEffectsSoundAsTheyWereMade(t *testing.T) {
	list, packed := all()
	var l PackList
	if err := json.Unmarshal(list, &l); err != nil {
		t.Fatal(err)
	}
	found := 0
	for e := range Effects {
		made := e.Samples()
		if len(made) == 0 {
			continue
		}
		found++
		p := l.Effects[e.String()]
		if p.Count != len(made) || p.Place != e.Place() {
			t.Fatalf("%v is %+v", e, p)
		}
		var loud, off float64
		for i, is := range unpack(packed[p.At:], p.Count) {
			loud += float64(made[i]) * float64(made[i])
			off += math.Pow(float64(made[i]-is), 2)
		}
		if db := 10 * math.Log10(loud/off); !(db >= clean) {
			t.Errorf("%v is only %.1f dB louder than what packing added", e, db)
		} else {
			t.Logf("%v: %.1f dB", e, db)
		}
	}
	if found != len(l.Effects) {
		t.Errorf("%d effects were packed of %d: two have one name", len(l.Effects), found)
	}
}

// most is how many bytes a page may have to load to be heard.
const most = 250_000

func TestSamplesAreNotTooMuchToLoad(t *testing.T) {
	list, samples := all()
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	w.Write(samples)
	w.Close()
	t.Logf("list %d bytes, samples %d, gzipped %d", len(list), len(samples), b.Len())
	if got := min(b.Len(), len(samples)); got > most {
		t.Errorf("%d bytes", got)
	}
}

func TestSamplesAreAlwaysTheSame(t *testing.T) {
	one, _ := all()
	other, _ := PackAll(func(version string) string { return "at/" + version })
	if !bytes.Equal(one, other) {
		t.Error("they are another version each time they are made")
	}
}

// TestPackedSamplesAreDecodedAlikeEverywhere decodes what the page's tests decode too.
func TestPackedSamplesAreDecodedAlikeEverywhere(t *testing.T) {
	packed := make([]byte, 64)
	for i := range packed {
		packed[i] = byte(i*37 + i>>3)
	}
	sum := 0
	for i, sample := range unpack(packed[1:], 120) {
		sum += int(math.Round(float64(sample)*math.MaxInt16)) * (i + 1)
	}
	if sum != decodedSum {
		t.Errorf("the sum is %d", sum)
	}
}

const decodedSum = -1096326
