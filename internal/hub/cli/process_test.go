package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"dogfight/internal/command"
	"dogfight/internal/fleet/overnats"
	"dogfight/testkit"
)

// TestMain runs the program itself in processes that a test starts.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_AS_DOGFIGHT_HUB") != "" {
		Main()
	}
	testkit.ObeySignals()
	os.Exit(m.Run())
}

// process is a running hub.
type process struct {
	*exec.Cmd
	url     string // for clients
	cluster string // for other hubs
	ops     string // of its figures
	stderr  *bytes.Buffer
}

func hubCommand(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), "RUN_AS_DOGFIGHT_HUB=1", "XDG_DATA_HOME="+t.TempDir())
	return c
}

// startProcess starts a hub that ends with the test, and waits until it is ready.
func startProcess(t testing.TB, args ...string) *process {
	t.Helper()
	p := &process{Cmd: hubCommand(t, args...), stderr: &bytes.Buffer{}}
	p.Stderr = p.stderr
	out, err := p.StdoutPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		switch what, at, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "listening "), " "); what {
		case "nats":
			p.url = "nats://" + at
		case "cluster":
			p.cluster = "nats://" + at
		case "ops":
			p.ops = "http://" + at
		case "ready":
			return p
		}
	}
	p.Wait()
	t.Fatalf("the hub ended before it was ready: %s", p.stderr)
	return nil
}

func (p *process) kill() {
	p.Process.Kill()
	p.Wait()
}

func await(t testing.TB, what string, holds func() bool) {
	t.Helper()
	testkit.Until(t, what, holds)
}

func connect(t testing.TB, o overnats.Options) *overnats.Conn {
	t.Helper()
	c, err := overnats.Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestAHubEndsInOrderOnASignal(t *testing.T) {
	for _, told := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		p := startProcess(t, "--listen", "127.0.0.1:0")
		c := connect(t, overnats.Options{URL: p.url})
		await(t, "the bus is up", c.Up)
		p.Process.Signal(told)
		if err := p.Wait(); err != nil {
			t.Errorf("%v: %v\n%s", told, err, p.stderr)
		}
	}
}

func TestAKeyIsMadeListedAndAccepted(t *testing.T) {
	folder := t.TempDir()
	keys := filepath.Join(folder, "keys")
	made, err := hubCommand(t, "key", "north", "--role", "door", "--dir", folder).Output()
	if err != nil || !regexp.MustCompile(`^U[A-Z2-7]{55} door north\n$`).Match(made) {
		t.Fatalf("printed %q, %v", made, err)
	}
	os.WriteFile(keys, []byte("# nobody yet\n"), 0o600)
	p := startProcess(t, "--listen", "127.0.0.1:0", "--keys", keys, "--log", "json")
	c := connect(t, overnats.Options{URL: p.url, Seed: filepath.Join(folder, "north.nkey")})
	if c.Up() {
		t.Fatal("an unlisted key was accepted")
	}
	os.WriteFile(keys, made, 0o600)
	p.Process.Signal(syscall.SIGHUP)
	await(t, "the key is accepted", c.Up)
	p.Process.Signal(syscall.SIGTERM)
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
	if log := p.stderr.String(); !strings.Contains(log, `"msg":"the keys and the certificate were read again"`) {
		t.Errorf("logged %s", log)
	}
}

func TestTheHubHasAVersionAManualAndCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"--version":               command.VersionLine("dogfight-hub") + "\n",
		"man":                     "\\fB\\-\\-data\\fR \\fIDIR\\fR\nDIR where streams are kept (default \"\\(ti/.local/share/dogfight/hub\")\n",
		"man key":                 ".TH DOGFIGHT-HUB-KEY 8 ",
		"completion bash":         "complete -o default -F __start_dogfight-hub dogfight-hub",
		"__complete man k":        "key\tMake a key",
		"man completion":          ".TH DOGFIGHT-HUB-COMPLETION 8 ",
		"help key":                "dogfight-hub key NAME [flags]\n",
		"__complete help rec":     "records\tRemove links",
		"__complete --log j":      "json\n",
		"__complete key --role d": "door\n",
		"__complete --repl":       "--replicas\tN hubs that keep each stream",
	} {
		var out, errs bytes.Buffer
		code := (&program{stdout: &out, stderr: &errs}).run(t.Context(), strings.Fields(line))
		if code != command.ExitOK || !strings.Contains(out.String(), want) {
			t.Errorf("%s: exit code %d, %q, %.2000q", line, code, errs.String(), out.String())
		}
	}
}

func TestFaultsAreReportedInOneLine(t *testing.T) {
	for _, c := range []struct {
		line, want string
		code       int
	}{
		{"--listen :4222", "dogfight-hub: --listen: :4222 can be reached from other machines: give a file of keys (--keys), or say --open", 2},
		{"--listen nowhere", `dogfight-hub: --listen: "nowhere" is not an address such as 127.0.0.1:4222`, 2},
		{"--listen 127.0.0.1:0 --cluster 10.0.0.1:1 --name a", "dogfight-hub: --cluster: 10.0.0.1:1 can be reached from other machines: hubs need certificates (--tls-cert, --tls-key, --tls-ca), or say --open", 2},
		{"--cluster 127.0.0.1:0", "dogfight-hub: --name: each hub of a cluster needs one of its own", 2},
		{"--listen 127.0.0.1:0 --name a --cluster 127.0.0.1:0", "dogfight-hub: --routes: --cluster needs the URLs of other hubs with it, which need not run yet", 2},
		{"--replicas 3", "dogfight-hub: --replicas: 3 need a cluster of as many hubs, and this hub has no --cluster", 2},
		{"--replicas 2", "dogfight-hub: --replicas: must be 1, 3 or 5, got 2", 2},
		{"--routes nats://a:1", "dogfight-hub: --routes: needs --cluster with it", 2},
		{"--listen 127.0.0.1:0 --name a --cluster 127.0.0.1:0 --routes here", `dogfight-hub: --routes: "here" is not a URL such as nats://10.0.0.2:6222`, 2},
		{"--tls-cert x", "dogfight-hub: --tls-cert: goes together with --tls-key", 2},
		{"--memory 5", `dogfight-hub: --memory: "5" is not a size such as 512MB or 16GB`, 2},
		{"--disk 1MB", "dogfight-hub: --disk: must be at least 6144MB, got 1MB", 2},
		{"--listen 127.0.0.1:0 --records mysql://u:secret@h/x", "dogfight-hub: --records: must be a file, or a URL such as postgres://user@host/database", 2},
		{"--log xml", `dogfight-hub: --log: must be text or json, got "xml"`, 2},
		{"--keys /nowhere", "dogfight-hub: --keys: open /nowhere: no such file or directory", 1},
		{"extra", `dogfight-hub: unexpected argument "extra"; usage: dogfight-hub [flags]`, 2},
		{"help nosuch", `dogfight-hub: unexpected argument "nosuch"; usage: dogfight-hub help [COMMAND]`, 2},
		{"completion nosuch", `dogfight-hub: completion: must be one of bash, fish, powershell, zsh, got "nosuch"`, 2},
		{"--ops nowhere", `dogfight-hub: --ops: must be HOST:PORT, :PORT or unix:PATH, got "nowhere"`, 2},
		{"cert", "dogfight-hub: missing argument; usage: dogfight-hub cert DIR NAME[,ADDRESS...]...", 2},
		{"cert x ../a", `dogfight-hub: must be a host name or an IP address, such as hub1.example.org or 10.0.0.1, got "../a"`, 2},
		{"cert x a,", `dogfight-hub: must be a host name or an IP address, such as hub1.example.org or 10.0.0.1, got ""`, 2},
		{"key", "dogfight-hub: missing argument; usage: dogfight-hub key NAME [flags]", 2},
		{"key a --role king", `dogfight-hub: --role: must be host, door, operator or hub, got "king"`, 2},
		{"key ../a", `dogfight-hub: a name must have letters, digits, - and _ alone, got "../a"`, 2},
	} {
		cmd := hubCommand(t, strings.Fields(c.line)...)
		out, _ := cmd.CombinedOutput()
		if got := strings.TrimSuffix(string(out), "\n"); got != c.want || cmd.ProcessState.ExitCode() != c.code {
			t.Errorf("%s: exit code %d, expected %d\n     got %s\nexpected %s", c.line, cmd.ProcessState.ExitCode(), c.code, got, c.want)
		}
	}
}

func TestHelpThatCannotBeWrittenIsAFailure(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no full device:", err)
	}
	defer full.Close()
	cmd := hubCommand(t, "--help")
	cmd.Stdout = full
	if cmd.Run(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("exit code %d, expected 1", cmd.ProcessState.ExitCode())
	}
}
