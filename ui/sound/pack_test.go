package sound

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"sync"
	"testing"
)

// unpack decodes packed samples.
func unpack(b []byte, count int) (samples []float32) {
	var c coder
	for i := range count {
		samples = append(samples, float32(c.decode(b[i/2]>>(4*(i%2))&15))/math.MaxInt16)
	}
	return samples
}

var all = sync.OnceValues(func() (list, samples []byte) { return PackAll(func(version string) string { return "at/" + version }) })

// clean is by how much, in decibels, an effect must be louder than the noise of packing. That is noise, as is most of
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
			t.Errorf("%v is only %.1f dB louder than the noise of packing", e, db)
		} else {
			t.Logf("%v: %.1f dB", e, db)
		}
	}
	if found != len(l.Effects) {
		t.Errorf("%d effects were packed of %d: two have one name", len(l.Effects), found)
	}
}

// most bounds the bytes that a page loads for sound.
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

// TestPackedSamplesAreDecodedAlikeEverywhere decodes the samples that the page's tests decode too.
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

func TestPickPrefersVitalCues(t *testing.T) {
	cues := []Cue{
		{Effect: Cannon, Gain: 0.2}, {Effect: Explosion, Gain: 0.5}, {Effect: Hurt, Gain: 1}, {Effect: Cannon, Gain: 1},
		{Effect: Struck, Gain: 0.1}, {Effect: Effects, Gain: 1}, {Effect: Silence, Gain: 1},
	}
	got := Pick(cues, 4)
	want := []Effect{Hurt, Struck, Explosion, Cannon}
	if len(got) != len(want) {
		t.Fatalf("picked %+v", got)
	}
	for i, e := range want {
		if got[i].Effect != e {
			t.Errorf("%d is %v, expected %v", i, got[i].Effect, e)
		}
	}
	if got[3].Gain != 1 {
		t.Errorf("the cannon that was picked is the one of gain %v", got[3].Gain)
	}
}

func TestPickIsLimitedByTheVoices(t *testing.T) {
	var cues []Cue
	for range 64 {
		cues = append(cues, Cue{Effect: Cannon, Gain: 0.5}, Cue{Effect: Death, Gain: 1})
	}
	if got := Pick(cues, 100); len(got) != Cannon.Place().Voices+1 {
		t.Errorf("picked %d", len(got))
	}
}

func TestEachEffectHasItsName(t *testing.T) {
	seen := map[string]Effect{}
	for e := range Effects {
		name := e.String()
		if other, ok := seen[name]; ok || name == "" != (e == Silence) {
			t.Errorf("effect %d is called %q, as is %d", e, name, other)
		}
		seen[name] = e
	}
}
