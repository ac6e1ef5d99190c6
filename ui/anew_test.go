package ui

import (
	"slices"
	"testing"
	"time"

	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

func TestAPictureDoesNotDependOnThoseBefore(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of fights are drawn twice; runs without -short")
	}
	t.Parallel()
	all := 2 * time.Second
	if *long {
		all = 8 * time.Second
	}
	for _, o := range []play.Options{{Mode: canvas.Blocks}, {Mode: canvas.Blocks, FewerBytes: true}, {Mode: canvas.ASCII}} {
		f, start := newDogfight(t, 10), time.Unix(1000, 0)
		after, anew := play.New(o), play.New(o)
		one, other := canvas.NewGrid(256), canvas.NewGrid(256)
		one.Resize(120, 40)
		other.Resize(120, 40)
		const passed = time.Second / 30
		for at := time.Duration(0); at < all; at += passed {
			v := f.frame(at, passed, all)
			after.See(v, start.Add(at))
			after.Draw(one)
			anew.Set(o) // draws all
			anew.See(v, start.Add(at))
			anew.Draw(other)
			if !slices.Equal(one.Cells, other.Cells) {
				t.Fatalf("%+v: at %v a picture differs from the same one drawn anew", o, at)
			}
		}
	}
}
