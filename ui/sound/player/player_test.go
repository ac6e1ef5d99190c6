package player

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/ui/sound"
)

// startLike starts a Player whose programs behave so, and returns the file that they report to.
func startLike(t *testing.T, conducts ...string) (p *Player, file string) {
	file = filepath.Join(t.TempDir(), "report")
	var programs []program
	for _, conduct := range conducts {
		programs = append(programs, like(conduct, file))
	}
	p = start(100, programs, find)
	t.Cleanup(p.Close)
	return p, file
}

// mostBytes is what mostBuffered takes.
const mostBytes = int(mostBuffered*sound.Rate/time.Second) * sound.FrameBytes

// busy is by how much a busy machine may have a process see a time late.
const busy = 40 * time.Millisecond

func TestProgramThatTakesNothingIsGivenLittle(t *testing.T) {
	t.Parallel()
	_, file := startLike(t, "stalls, then looks")
	held := readReport(t, file).Held
	t.Logf("%d bytes, %v, waited for a program that took nothing", held, timeOf(int64(held/sound.FrameBytes)))
	if held == 0 || held > mostBytes {
		t.Errorf("expected 1 to %d bytes", mostBytes)
	}
}

func TestProgramThatTakesAllIsAheadByLittle(t *testing.T) {
	t.Parallel()
	for _, conduct := range []string{"gulps", "dozes, then gulps"} {
		t.Run(conduct, func(t *testing.T) {
			t.Parallel()
			_, file := startLike(t, conduct)
			readReport(t, file)
			time.Sleep(1500 * time.Millisecond)
			r := readReport(t, file)
			t.Logf("it held %.1f ms at most, and got %.2f s", 1000*r.Ahead, r.Seconds)
			if r.Ahead > (mostBuffered + busy).Seconds() {
				t.Errorf("it held %.1f ms, expected 80 at most", 1000*r.Ahead)
			}
			if r.Seconds < 1 {
				t.Errorf("it got %.2f s in 1.5", r.Seconds)
			}
		})
	}
}

func TestCueIsPlayedSoon(t *testing.T) {
	t.Parallel()
	for _, conduct := range []string{"plays", "gulps", "plays slowly"} {
		p, file := startLike(t, conduct)
		readReport(t, file)
		time.Sleep(500 * time.Millisecond) // it is under way
		given := time.Now()
		p.Play([]sound.Cue{{Effect: sound.Cannon, Gain: 1}})
		var r report
		for r = readReport(t, file); r.Loud == 0 && time.Since(given) < 3*time.Second; r = readReport(t, file) {
			time.Sleep(5 * time.Millisecond)
		}
		after := time.Unix(0, r.Loud).Sub(given)
		t.Logf("one that %s has a Cue %v after it was given", conduct, after)
		if r.Loud == 0 || after > mostBuffered+busy {
			t.Errorf("one that %s: expected it within 80 ms", conduct)
		}
		p.Close()
	}
}

func TestFirstCueWaitsForTheProgram(t *testing.T) {
	t.Parallel()
	p, file := startLike(t, "dozes, then gulps")
	time.Sleep(50 * time.Millisecond)
	p.Play([]sound.Cue{{Effect: sound.Start, Gain: 1}})
	readReport(t, file)
	time.Sleep(300 * time.Millisecond)
	if readReport(t, file).Loud == 0 {
		t.Error("the start was not heard")
	}
}

func TestWhoeverPlaysNeverWaits(t *testing.T) {
	for _, conducts := range [][]string{{"stalls"}, {"fails"}, {}} {
		p, _ := startLike(t, conducts...)
		cues := make([]sound.Cue, 20)
		for i := range cues {
			cues[i] = sound.Cue{Effect: sound.Explosion, Gain: 1}
		}
		time.Sleep(200 * time.Millisecond)
		began := time.Now()
		const frames = 10_000
		if n := testing.AllocsPerRun(frames, func() { p.Play(cues) }); n != 0 {
			t.Errorf("Play allocates %v times", n)
		}
		each := time.Since(began) / frames
		t.Logf("with %v Play takes %v", conducts, each)
		if each > time.Millisecond {
			t.Errorf("with %v Play takes %v", conducts, each)
		}
	}
}

func TestNextProgramPlaysWhereOneCannot(t *testing.T) {
	t.Parallel()
	_, file := startLike(t, "fails", "ends", "gulps")
	if r := readReport(t, file); r.Seconds == 0 {
		t.Error("the third program was given nothing")
	}
}

func TestClosingEndsTheProgram(t *testing.T) {
	t.Parallel()
	for _, conduct := range []string{"stalls", "gulps", "plays"} {
		p, _ := startLike(t, conduct)
		time.Sleep(300 * time.Millisecond)
		began := time.Now()
		p.Close()
		if took := time.Since(began); took > time.Second && !race {
			t.Errorf("one that %s took %v to be closed", conduct, took)
		}
	}
}

func TestTryingSaysWhyAProgramDoesNotPlay(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "report")
	missing := errors.New("not there")
	some := []program{{name: "none"}, like("fails", file), like("ends", file), like("stalls", file), like("gulps", file), like("plays", file)}
	found := try(t.Context(), some, func(name string) (string, error) {
		if name == "none" {
			return "", missing
		}
		return os.Executable()
	})
	want := []string{"not there", "main: [2Jaudio open error: No such device", "it ended", "it takes no sound", ""}
	if len(found) != len(want) {
		t.Fatalf("expected it to stop at the one that plays, found %v", found)
	}
	for i, f := range found {
		said := ""
		if f.Problem != nil {
			said = f.Problem.Error()
		}
		if said != want[i] {
			t.Errorf("%s: expected %q, found %q", f.Name, want[i], said)
		}
	}
}

func TestStalledProgramIsGivenUp(t *testing.T) {
	t.Parallel()
	var p Player
	p.queue = make(chan cue)
	exe, _ := os.Executable()
	s, err := startStream(t.Context(), exe, like("stalls", "").args, 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var turn [turnBytes]byte
	for err == nil {
		if err = s.wait(t.Context()); err == nil {
			err = s.write(turn[:])
		}
	}
	if s.end(err); err != errStalled {
		t.Errorf("expected that it takes no sound, found %v", err)
	}
}

func TestFilesAreSoundsThatAProgramCanPlay(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs a shell to stand in")
	}
	folder := t.TempDir()
	script := filepath.Join(folder, "afplay")
	text := "#!/bin/sh\nhead -c 12 \"$1\" >> " + folder + "/heads\nwc -c < \"$1\" >> " + folder + "/sizes\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	p := start(70, []program{{name: "afplay", files: true}}, func(string) (string, error) { return script, nil })
	for range 3 {
		p.Play([]sound.Cue{{Effect: sound.Explosion, Gain: 1, Pan: -0.8}, {Effect: sound.Cannon, Gain: 0.1}})
		time.Sleep(200 * time.Millisecond)
	}
	p.Close()
	heads, _ := os.ReadFile(filepath.Join(folder, "heads"))
	if n := strings.Count(string(heads), "RIFF"); n != 3 || strings.Count(string(heads), "WAVE") != 3 {
		t.Errorf("expected three explosions, and no shot from far away; found %d files: %q", n, heads)
	}
	sizes, _ := os.ReadFile(filepath.Join(folder, "sizes"))
	t.Logf("sizes: %q", sizes)
}

func TestFileIsTried(t *testing.T) {
	folder := t.TempDir()
	for text, plays := range map[string]bool{"#!/bin/sh\nexit 0\n": true, "#!/bin/sh\necho no device >&2\nexit 1\n": false} {
		script := filepath.Join(folder, "afplay")
		if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		err := (&program{files: true}).try(context.Background(), script)
		if (err == nil) != plays || err != nil && err.Error() != "no device" {
			t.Errorf("%q: found %v", text, err)
		}
	}
}
