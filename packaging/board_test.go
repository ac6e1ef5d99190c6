package packaging

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"dogfight/internal/cli"
	hub "dogfight/internal/hub/cli"
	"dogfight/internal/waittest"
)

var figure = regexp.MustCompile(`\bdogfight_[a-z0-9_]+`)

// figuresAreIn are the files that name figures of a host.
var figuresAreIn = []string{"grafana/dashboards/dogfight.json", "prometheus/alerts.yml"}

func TestWhatWatchesAHostAsksForFiguresThatItTells(t *testing.T) {
	said, metrics := told(t)
	for _, file := range figuresAreIn {
		asked := figure.FindAllString(read(t, file), -1)
		slices.Sort(asked)
		if asked = slices.Compact(asked); len(asked) < 5 {
			t.Errorf("%s: asks for %v: is that all?", file, asked)
		}
		for _, name := range asked {
			if !said[name] {
				t.Errorf("%s asks for %s, which no host tells", file, name)
			}
		}
	}
	if t.Failed() {
		t.Logf("a host tells\n%s", metrics)
	}
}

func TestEveryPanelOfTheBoardHasSomethingToShowAndAPlaceOfItsOwn(t *testing.T) {
	type place struct{ X, Y, W, H int }
	var board struct {
		UID    string
		Panels []struct {
			Title, Type string
			GridPos     place
			Datasource  struct{ UID string }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "grafana/dashboards/dogfight.json")), &board); err != nil {
		t.Fatal(err)
	}
	source := read(t, "grafana/provisioning/datasources/prometheus.yaml")
	for i, p := range board.Panels {
		if p.Type != "row" && (len(p.Targets) == 0 || !figure.MatchString(p.Targets[0].Expr)) {
			t.Errorf("%s: shows nothing", p.Title)
		}
		if p.Type != "row" && !strings.Contains(source, "uid: "+p.Datasource.UID+",") {
			t.Errorf("%s: there is no data source %q", p.Title, p.Datasource.UID)
		}
		for _, q := range board.Panels[:i] {
			a, b := p.GridPos, q.GridPos
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H || a.X+a.W > 24 {
				t.Errorf("%s lies over %s", p.Title, q.Title)
			}
		}
	}
}

func TestWhatComposeAndTheUnitsSayAreFlagsOfThePrograms(t *testing.T) {
	var compose struct {
		Services map[string]struct {
			Image   string
			Command []string
			Volumes []string
		}
	}
	if err := yaml.Unmarshal([]byte(read(t, "compose.yaml")), &compose); err != nil {
		t.Fatal(err)
	}
	lines := map[string][]string{".": compose.Services["host"].Command, "./cmd/dogfight-hub": compose.Services["hub"].Command}
	for source, file := range map[string]string{".": "dogfight.service", "./cmd/dogfight-hub": "dogfight-hub.service"} {
		_, line, _ := strings.Cut(read(t, filepath.Join("systemd", file)), "\nExecStart=")
		line, _, _ = strings.Cut(line, "\n")
		lines[source] = append(lines[source], strings.Fields(line)[1:]...)
	}
	for source, words := range lines {
		args := []string{"--help"}
		if source == "." {
			args = []string{"host", "--help"}
		}
		help, err := program(t, source, args...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range words {
			if strings.HasPrefix(word, "--") && !regexp.MustCompile(regexp.QuoteMeta(word)+`\b`).Match(help) {
				t.Errorf("%s has no flag %s", source, word)
			}
		}
	}
	for _, s := range compose.Services {
		for _, v := range s.Volumes {
			if file, _, _ := strings.Cut(v, ":"); strings.HasPrefix(file, "./") {
				if _, err := os.Stat(file); err != nil {
					t.Errorf("compose.yaml: %v", err)
				}
			}
		}
	}
}

// told returns which figures a host tells, and its own text.
func told(t *testing.T) (names map[string]bool, text string) {
	t.Helper()
	home := t.TempDir()
	host := program(t, ".", "host", "--headless", "--lan=false", "--listen", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--admin", filepath.Join(home, "admin"))
	host.Env = append(host.Env, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "XDG_RUNTIME_DIR="+home)
	out, err := host.StdoutPipe()
	if err == nil {
		err = host.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer host.Wait()
	defer host.Process.Signal(os.Interrupt)
	_, at, _ := strings.Cut(awaitReady(out), "listening ops ")
	at, _, _ = strings.Cut(at, "\n")
	waittest.Until(t, "the host at "+at+" tells of its ticks", func() bool {
		time.Sleep(100 * time.Millisecond) // less often than it answers
		answer, err := http.Get("http://" + at + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		names, text = map[string]bool{}, string(b)
		for line := range strings.Lines(text) {
			names[figure.FindString(strings.TrimLeft(line, "# HELPTY"))] = !strings.HasPrefix(line, "#")
		}
		return names["dogfight_tick_seconds_bucket"]
	})
	return names, text
}

// beTheProgram makes the test binary run one of the two programs, "." or "./cmd/dogfight-hub", instead of its tests: nothing else has to
// be linked.
const beTheProgram = "DOGFIGHT_BE_THE_PROGRAM"

func TestMain(m *testing.M) {
	switch os.Getenv(beTheProgram) {
	case ".":
		cli.Main()
	case "./cmd/dogfight-hub":
		hub.Main()
	}
	os.Exit(m.Run())
}

// program returns a command that runs a program, by its source.
func program(t *testing.T, source string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), beTheProgram+"="+source)
	return cmd
}
