package testkit

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// PostgresMain is for TestMain: it runs the tests, stops the server if a test has started it, and returns the exit code. All tests of a
// package share the server, on a Unix socket in a temporary folder, with a schema each. Nothing of it remains, except one empty data folder
// in the user's cache, which later servers copy. The tests import the driver pgx.
func PostgresMain(m *testing.M) int {
	defer stop()
	return m.Run()
}

// PostgresURL returns the URL of an empty schema, in a server that runs until PostgresMain returns. Without PostgreSQL it skips the test.
func PostgresURL(t testing.TB) string {
	t.Helper()
	start.Do(startServer)
	if missing != "" {
		t.Skip("not tested: " + missing)
	}
	if failed != nil {
		t.Fatal(failed)
	}
	counting.Lock()
	schemas++
	schema := fmt.Sprintf("test%d", schemas)
	counting.Unlock()
	if _, err := admin.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	return urlOf(schema)
}

func urlOf(schema string) string {
	return "postgres:///postgres?" + url.Values{"host": {folder}, "user": {owner}, "search_path": {schema}}.Encode()
}

const owner = "postgres" // of the databases, and the user of the server if we are root, which PostgreSQL refuses

var ownerOfServer = sync.OnceValues(func() (*user.User, error) { return user.Lookup(owner) })

var (
	start    sync.Once
	missing  string // a program that the machine lacks
	failed   error
	folder   string
	programs string
	server   *exec.Cmd
	admin    *sql.DB
	output   bytes.Buffer

	counting sync.Mutex
	schemas  int
)

// startServer sets the variables above.
func startServer() {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		missing = "no PostgreSQL (Debian's package postgresql) is installed"
		return
	}
	programs = filepath.Dir(found[len(found)-1])
	if _, err := exec.LookPath("setpriv"); err != nil {
		missing = "setpriv, by which a server ends with its tests, is not installed"
		return
	}
	if _, err := ownerOfServer(); err != nil && os.Getuid() == 0 {
		missing = "root needs a user postgres to run the server as"
		return
	}
	failed = initAndStart()
}

func initAndStart() (err error) {
	if folder, err = os.MkdirTemp("", "pg"); err != nil { // short: a socket's path has 107 bytes
		return err
	}
	if err := chown(folder); err != nil {
		return err
	}
	data := filepath.Join(folder, "data")
	if err := makeData(data); err != nil {
		return err
	}
	// The data need not survive a crash of the machine.
	server = command("postgres", "-D", data, "-k", folder, "-h", "", "-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=50",
		"-c", "wal_level=minimal", "-c", "max_wal_senders=0", "-c", "autovacuum=off", "-c", "jit=off", "-c", "shared_buffers=32MB")
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		return err
	}
	if admin, err = sql.Open("pgx", urlOf("public")); err != nil {
		return err
	}
	admin.SetMaxOpenConns(1)
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if err = admin.Ping(); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// makeData makes an empty data folder: as a copy, or by initdb, which takes a second of CPU.
func makeData(data string) error {
	empty, err := emptyData()
	if err == nil && copyData(data, empty) == nil {
		return filepath.WalkDir(data, func(path string, _ os.DirEntry, err error) error {
			return errors.Join(err, chown(path))
		})
	}
	os.RemoveAll(data) // a part may exist
	if err := run("", "initdb", append([]string{"-D", data, "-U", owner}, initOptions...)...); err != nil {
		return err
	}
	if err := run(dropTemplates, "postgres", "--single", "-D", data, "-c", "fsync=off", "postgres"); err != nil {
		return err
	}
	if empty != "" {
		saveEmpty(empty, data)
	}
	return nil
}

var initOptions = []string{"-A", "trust", "-E", "UTF8", "--locale=C", "--wal-segsize=1", "--no-sync", "--no-instructions"}

// dropTemplates drops the template databases, so that a copy has a third of the files.
const dropTemplates = "UPDATE pg_database SET datistemplate = false\nDROP DATABASE template0\nDROP DATABASE template1\n"

// emptyData returns the path of the cached data folder for this initdb with these options.
func emptyData() (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	made, err := os.Stat(filepath.Join(programs, "initdb"))
	if err != nil {
		return "", err
	}
	key := sha256.Sum256(fmt.Append(nil, programs, made.Size(), made.ModTime().UnixNano(), initOptions, dropTemplates))
	return filepath.Join(cache, "dogfight-tests", fmt.Sprintf("postgres-%x", key[:8])), nil
}

// saveEmpty copies a new data folder to the path. On an error the next server runs initdb again. The folder appears whole, so several
// processes may call it.
func saveEmpty(path, data string) {
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	part, err := os.MkdirTemp(filepath.Dir(path), "part")
	if err != nil {
		return
	}
	if copyData(filepath.Join(part, "data"), data) == nil {
		os.Rename(filepath.Join(part, "data"), path)
	}
	os.RemoveAll(part)
}

// copyData copies a data folder, which must be its owner's alone.
func copyData(to, from string) error {
	return errors.Join(os.CopyFS(to, os.DirFS(from)), os.Chmod(to, 0o700))
}

// chown gives a file or folder to the server.
func chown(path string) error {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := ownerOfServer()
	if err != nil {
		return err
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	return os.Chown(path, uid, gid)
}

// command returns one of PostgreSQL's programs, which stops with the tests, however they end.
func command(name string, args ...string) *exec.Cmd {
	as := []string{"--pdeathsig=QUIT"}
	if os.Getuid() == 0 {
		as = append(as, "--reuid="+owner, "--regid="+owner, "--clear-groups")
	}
	c := exec.Command("setpriv", append(append(as, filepath.Join(programs, name)), args...)...)
	c.Dir = folder
	return c
}

func run(input, name string, args ...string) error {
	c := command(name, args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

func stop() {
	if admin != nil {
		admin.Close()
	}
	if server != nil && server.Process != nil {
		server.Process.Signal(os.Interrupt) // fast: without waiting for clients
		server.Wait()
	}
	if folder != "" {
		os.RemoveAll(folder)
	}
}
