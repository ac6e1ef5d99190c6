package packaging

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
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

var long = flag.Bool("long", false, "build the programs as images have them, and look at what comes of it")

// mostImage is how many bytes an image of the game may have, unpacked.
const mostImage = 25 << 20

func TestTheImageIsSmallAndHasNoRoot(t *testing.T) {
	f := dockerfile(t)
	if f.user != "65532:65532" {
		t.Errorf("the image's user must be 65532:65532, got %q", f.user)
	}
	if !*long {
		t.Skip("not built: run it with -long")
	}
	for _, source := range []string{".", "./cmd/dogfight-hub"} {
		size, packed := weigh(t, f.unpack(t, source))
		t.Logf("image of %s: %d bytes, %d packed", source, size, packed)
		if source == "." && size > mostImage {
			t.Errorf("must be at most %d bytes, got %d", mostImage, size)
		}
	}
}

func TestTheProgramOfTheImageRunsWithNothingElse(t *testing.T) {
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
	c.Process.Signal(os.Interrupt)
	err = c.Wait()
	if err != nil || !strings.HasSuffix(lines, "ready\n") {
		t.Errorf("%v: it says %q\n%s", err, lines, log.Bytes())
	}
	for _, file := range []string{"host.pem", "records.db"} {
		if _, err := os.Stat(filepath.Join(root, "var/lib/dogfight", file)); err != nil {
			t.Errorf("it keeps nothing: %v", err)
		}
	}
}

// awaitReady returns what a program says until it is ready, or ends.
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

// imageFile is what we read of a Dockerfile: how the program is built, and what its last stage has.
type imageFile struct {
	build  []string // the arguments of go, without where from and to
	copies [][2]string
	env    []string
	user   string
}

func dockerfile(t *testing.T) (f imageFile) {
	t.Helper()
	_, last, scratch := strings.Cut(read(t, "Dockerfile"), "\nFROM scratch\n")
	before, _, _ := strings.Cut(read(t, "Dockerfile"), "\nFROM scratch\n")
	_, build, built := strings.Cut(before, "CGO_ENABLED=0 go ")
	if !scratch || !built {
		t.Fatal("the Dockerfile must build with CGO_ENABLED=0 go, and end with a stage FROM scratch")
	}
	build, _, _ = strings.Cut(build, " -o ")
	f.build = strings.Split(strings.ReplaceAll(build, "-ldflags='-s -w -buildid='", "-ldflags=-s_-w_-buildid="), " ")
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
		}
	}
	return f
}

// unpack makes the files of an image as the Dockerfile says, and returns their folder.
func (f *imageFile) unpack(t *testing.T, source string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "image")
	for _, c := range f.copies {
		to := filepath.Join(root, c[1])
		switch c[0] {
		case "/out/program":
			f.compile(t, source, to)
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
	args := []string{}
	for _, a := range f.build {
		args = append(args, strings.ReplaceAll(a, "_-", " -"))
	}
	c := exec.Command("go", append(args, "-o", to, source)...)
	c.Dir = ".."
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, said)
	}
	if said, err := exec.Command("go", "version", "-m", to).Output(); err != nil || !bytes.Contains(said, []byte("CGO_ENABLED=0")) {
		t.Errorf("the program must be static: %v\n%s", err, said)
	}
}

// weigh returns how many bytes a folder has as the layer of an image, and how many of them travel.
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
