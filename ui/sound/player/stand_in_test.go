//go:build unix && !darwin

package player

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/testkit"
	"dogfight/ui/sound"
)

var long = flag.Bool("long", false, "also measure how much of the processor sound takes")

// TestMain plays the part of a program that plays, if it is asked to: a process of its own, faults included.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "stand-in" {
		os.Exit(runConduct(os.Args[2], os.Args[3:]))
	}
	goleak.VerifyTestMain(m)
}

// like returns a program with a conduct, which writes its reports to a file.
func like(conduct, file string) program {
	return program{name: conduct, args: []string{"stand-in", conduct, file}}
}

// find finds all programs in this one.
func find(string) (string, error) { return os.Executable() }

// report is a line of output of a test program.
type report struct {
	Held    int     // bytes that were buffered at the last check
	Ahead   float64 // seconds by which it was ahead of its clock, at most
	Loud    int64   // time of the first sample that is not silent, in ns since 1970
	Seconds float64 // of sound, in all
}

func (r *report) write(file string) {
	text, _ := json.Marshal(r)
	os.WriteFile(file+".new", text, 0o600)
	os.Rename(file+".new", file)
}

// readReport waits until there is a report.
func readReport(t *testing.T, file string) (r report) {
	t.Helper()
	testkit.Until(t, "the program reports", func() bool {
		text, err := os.ReadFile(file)
		return err == nil && json.Unmarshal(text, &r) == nil
	})
	return r
}

func runConduct(conduct string, args []string) int {
	switch conduct {
	case "fails":
		fmt.Fprintln(os.Stderr, "ALSA lib: no such file\nmain: \x1b[2Jaudio open error: No such device")
		return 1
	case "ends":
		return 0
	case "stalls":
		(&report{}).write(args[0])
		time.Sleep(time.Hour)
	case "stalls, then looks":
		time.Sleep(300 * time.Millisecond)
		r := report{Held: held()}
		r.write(args[0])
		time.Sleep(time.Hour)
	default:
		conducts[conduct](os.Stdin, func(r *report) { r.write(args[0]) })
	}
	return 0
}

// conducts are the programs that read. Each reads until the end of its input, and reports.
var conducts = map[string]func(from io.Reader, tell func(*report)){
	"gulps": gulp,
	"dozes, then gulps": func(from io.Reader, tell func(*report)) {
		time.Sleep(400 * time.Millisecond)
		gulp(from, tell)
	},
	"plays":        func(from io.Reader, tell func(*report)) { play(from, tell, 1) },
	"plays slowly": func(from io.Reader, tell func(*report)) { play(from, tell, 0.8) },
}

// held returns the bytes that can be read at once, before the other end writes more.
func held() int {
	first := make([]byte, 1<<20)
	n, _ := os.Stdin.Read(first)
	return n
}

// gulp reads everything at once, and reports how far it is ahead of playing.
func gulp(from io.Reader, tell func(*report)) {
	var r report
	var began time.Time
	buffer := make([]byte, 1<<16)
	for bytes := 0; ; {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		if began.IsZero() {
			began = time.Now()
		}
		r.note(buffer[:n])
		bytes += n
		r.Seconds = float64(bytes) / (sound.Rate * sound.FrameBytes)
		r.Ahead = max(r.Ahead, r.Seconds-time.Since(began).Seconds())
		tell(&r)
	}
}

// play reads like a device with a buffer: ten milliseconds at a time, once they have been played.
func play(from io.Reader, tell func(*report), speed float64) {
	var r report
	const period = sound.Rate / 100 * sound.FrameBytes
	buffer := make([]byte, period)
	began := time.Now()
	for periods := 0; ; periods++ {
		due := began.Add(time.Duration(float64(periods-deviceTime/10) * float64(10*time.Millisecond) / speed))
		time.Sleep(time.Until(due))
		if _, err := io.ReadFull(from, buffer); err != nil {
			return
		}
		r.note(buffer)
		r.Seconds = float64(periods+1) / 100
		if periods%10 == 0 || r.Loud != 0 {
			tell(&r)
		}
	}
}

// note notes the first sound.
func (r *report) note(pcm []byte) {
	if r.Loud == 0 && slices.ContainsFunc(pcm, func(b byte) bool { return b != 0 }) {
		r.Loud = time.Now().UnixNano()
	}
}
