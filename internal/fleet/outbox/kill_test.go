package outbox

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/sys"
)

var long = flag.Bool("long", false, "kill the program sixty times, not six")

// folderOf is the environment variable that makes the test's program put results until it is killed.
const folderOf = "DOGFIGHT_TEST_OUTBOX"

func TestMain(m *testing.M) {
	if folder := os.Getenv(folderOf); folder != "" {
		putAndSend(folder)
	}
	os.Exit(m.Run())
}

// printer is a bus that prints accepted messages to standard output at once.
type printer struct{}

func (printer) Store(_ context.Context, _, id string, b []byte) error {
	fmt.Printf("sent %s %s\n", id, b)
	return nil
}

// putAndSend puts and sends results without end, and prints each put.
func putAndSend(folder string) {
	b, err := Open(folder, Options{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	go func() {
		defer sys.Restore()
		b.Run(context.Background(), printer{}, "results")
	}()
	life := fleet.NewID()
	for n := 0; ; n++ {
		id := ResultID{life + fleet.ID(n>>16), uint16(n)}
		if err := b.Put(id, fmt.Appendf(nil, "of %s", id)); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Printf("put %s\n", id)
	}
}

// TestAKilledProcessLosesNoResultThatWasPut kills a program that puts and sends, again and again: each result that was put is sent
// whole at some time.
func TestAKilledProcessLosesNoResultThatWasPut(t *testing.T) {
	rounds := 6
	if *long {
		rounds = 60
	}
	folder := t.TempDir()
	wasPut, sent, twice := map[string]bool{}, map[string]int{}, 0
	for range rounds {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), folderOf+"="+folder)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		var kill *time.Timer
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if kill == nil { // not before it has started, which takes long on a busy machine
				kill = time.AfterFunc(rand.N(100*time.Millisecond), func() { c.Process.Kill() })
			}
			words := strings.Fields(lines.Text())
			switch {
			case len(words) == 2 && words[0] == "put":
				wasPut[words[1]] = true
			case len(words) == 4 && words[0] == "sent" && words[3] == words[1]:
				if sent[words[1]]++; sent[words[1]] > 1 {
					twice++
				}
			default:
				t.Fatalf("it prints %q", lines.Text())
			}
		}
		c.Wait()
	}
	b := openBox(t, folder, Options{})
	for {
		f, text, ok := b.oldest()
		if !ok {
			break
		}
		id, _ := strings.CutSuffix(f.name[21:], suffix)
		if string(text) != "of "+id {
			t.Errorf("%s has %q", f.name, text)
		}
		sent[id]++
		b.remove(f)
	}
	for id := range wasPut {
		if sent[id] == 0 {
			t.Errorf("%s was put, and never sent", id)
		}
	}
	if len(wasPut) < rounds {
		t.Errorf("only %d were put", len(wasPut))
	}
	t.Logf("%d kills, %d put, %d sent, %d of them twice", rounds, len(wasPut), len(sent), twice)
}
