package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

var long = flag.Bool("long", false, "build the programs as images have them, and check them")

// maxImage is the largest image of the game, unpacked, in bytes.
const maxImage = 25 << 20

func TestTheImageIsSmallAndWithoutRoot(t *testing.T) {
	f := dockerfile(t)
	if len(f.health) == 0 || f.health[0] != "/program" {
		t.Errorf("the image must check its health by its program, got %q", f.health)
	}
	for _, label := range []string{"title", "description", "version", "revision", "url", "licenses"} {
		if !strings.Contains(read(t, "packaging/Dockerfile"), " org.opencontainers.image."+label+"=") {
			t.Errorf("the image must have the label %s", label)
		}
	}
	if f.user != "65532:65532" {
		t.Errorf("the image's user must be 65532:65532, got %q", f.user)
	}
	if !*long {
		t.Skip("not built: run it with -long")
	}
	for _, source := range []string{".", "./cmd/dogfight-hub"} {
		root := f.unpack(t, source)
		checkNotices(t, root)
		size, packed := weigh(t, root)
		t.Logf("image of %s: %d bytes, %d packed", source, size, packed)
		if source == "." && size > maxImage {
			t.Errorf("must be at most %d bytes, got %d", maxImage, size)
		}
	}
}

func TestTheProgramOfTheImageRunsAlone(t *testing.T) {
	if !*long {
		t.Skip("not built: run it with -long")
	}
	if os.Getuid() != 0 {
		t.Skip("not tried: only root can run a program in a folder as if there was nothing else")
	}
	f := dockerfile(t)
	root := f.unpack(t, ".")
	if err := os.Chmod(filepath.Dir(root), 0o755); err != nil {
		t.Fatal(err)
	}
	args := []string{"--userspec=" + f.user, root, "/program", "host", "--headless", "--lan=false", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--web", "127.0.0.1:0"}
	c := exec.Command("chroot", args...)
	c.Env = f.env
	var log bytes.Buffer
	c.Stderr = &log
	said, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := awaitReady(said)
	_, at, _ := strings.Cut(lines, "listening native ")
	at, _, _ = strings.Cut(at, "\n")
	health := exec.Command("chroot", append([]string{"--userspec=" + f.user, root}, f.health[:len(f.health)-1]...)...)
	health.Args, health.Env = append(health.Args, at), f.env
	if said, err := health.CombinedOutput(); err != nil || !strings.HasPrefix(string(said), "{") {
		t.Errorf("%v: %v\n%s", health.Args, err, said)
	}
	c.Process.Signal(os.Interrupt)
	err = c.Wait()
	if err != nil || !strings.HasSuffix(lines, "ready\n") {
		t.Errorf("%v: got %q\n%s", err, lines, log.Bytes())
	}
	for _, file := range []string{"host.pem", "records.db"} {
		if _, err := os.Stat(filepath.Join(root, "var/lib/dogfight", file)); err != nil {
			t.Errorf("it keeps nothing: %v", err)
		}
	}
}

// checkNotices checks that an image has the licences of all modules in its program.
func checkNotices(t *testing.T, root string) {
	t.Helper()
	program, err := buildinfo.ReadFile(filepath.Join(root, "program"))
	if err != nil {
		t.Fatal(err)
	}
	notices := read(t, filepath.Join(root, "THIRD_PARTY_NOTICES"))
	for _, module := range program.Deps {
		if !strings.Contains(notices, "\n"+module.Path+" "+module.Version+"\n") {
			t.Errorf("THIRD_PARTY_NOTICES must name %s %s", module.Path, module.Version)
		}
	}
}

// awaitReady returns the output of a program until it is ready, or ends.
func awaitReady(r io.Reader) string {
	var said strings.Builder
	b := make([]byte, 1)
	for !strings.HasSuffix(said.String(), "ready\n") {
		if _, err := io.ReadFull(r, b); err != nil {
			break
		}
		said.Write(b)
	}
	return said.String()
}

// imageFile is a Dockerfile: the build of the program, and its last stage.
type imageFile struct {
	build  string // command that writes $SOURCE to /out/program
	copies [][2]string
	env    []string
	user   string
	health []string // command
}

func dockerfile(t *testing.T) (f imageFile) {
	t.Helper()
	before, last, scratch := strings.Cut(read(t, "packaging/Dockerfile"), "\nFROM scratch AS program\n")
	_, build, built := strings.Cut(before, "\nRUN CGO_ENABLED=0 go ")
	if !scratch || !built {
		t.Fatal("the Dockerfile must build with CGO_ENABLED=0 go, and have a stage FROM scratch")
	}
	build, _, _ = strings.Cut(build, "\n")
	f.build = "go " + build
	for line := range strings.Lines(last) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
		case words[0] == "COPY":
			f.copies = append(f.copies, [2]string{words[len(words)-2], words[len(words)-1]})
		case words[0] == "ENV":
			f.env = words[1:]
		case words[0] == "USER":
			f.user = words[1]
		case words[0] == "HEALTHCHECK":
			_, command, _ := strings.Cut(line, " CMD ")
			if err := json.Unmarshal([]byte(command), &f.health); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

// unpack makes the files of an image by its Dockerfile, and returns their folder.
func (f *imageFile) unpack(t *testing.T, source string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "image")
	for _, c := range f.copies {
		to := filepath.Join(root, c[1])
		switch c[0] {
		case "/out/program":
			f.compile(t, source, to)
		case "/out/THIRD_PARTY_NOTICES":
			text, err := gzip.NewReader(strings.NewReader(read(t, "internal/cli/notices.gz")))
			if err != nil {
				t.Fatal(err)
			}
			notices, err := io.ReadAll(text)
			if err != nil {
				t.Fatal(err)
			}
			write(t, to, string(notices), 0o644)
		case "/out/state":
			if err := os.MkdirAll(to, 0o755); err != nil {
				t.Fatal(err)
			}
			os.Chown(to, 65532, 65532) // only root can
		default:
			certificates, err := os.ReadFile(c[0])
			if err != nil {
				t.Logf("%s is not here: the image is that much larger elsewhere, some 220 kB", c[0])
				continue
			}
			write(t, to, string(certificates), 0o644)
		}
	}
	return root
}

func (f *imageFile) compile(t *testing.T, source, to string) {
	t.Helper()
	c := exec.Command("sh", "-c", strings.Replace(f.build, "/out/program", to, 1))
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "SOURCE="+source)
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", f.build, err, said)
	}
	if said, err := exec.Command("go", "version", "-m", to).Output(); err != nil || !bytes.Contains(said, []byte("CGO_ENABLED=0")) {
		t.Errorf("the program must be static: %v\n%s", err, said)
	}
}

// weigh returns the size of a folder as a layer of an image, and its compressed size.
func weigh(t *testing.T, root string) (size, packed int) {
	t.Helper()
	var layer, small bytes.Buffer
	w := tar.NewWriter(&layer)
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path.Join(root, name))
		if err == nil {
			err = w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(b))})
		}
		if err == nil {
			_, err = w.Write(b)
		}
		return err
	})
	if err == nil {
		err = w.Close()
	}
	z := gzip.NewWriter(&small)
	if err == nil {
		_, err = z.Write(layer.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(fmt.Errorf("the layer cannot be made: %w", err))
	}
	return layer.Len(), small.Len()
}
