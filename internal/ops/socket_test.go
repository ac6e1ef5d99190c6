package ops

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	_ "dogfight/testkit"
)

// echo answers with the words of a request.
func echo(by, request string) ([]string, error) {
	if request == "whoami" {
		return []string{by}, nil
	}
	if request == "long" {
		return []string{strings.Repeat("x", 100_000), "end"}, nil
	}
	words, err := split(request)
	if len(words) > 0 && words[0] == "fail" {
		return nil, errors.New("failed:\nas told")
	}
	return words, err
}

// shortFolder returns a folder with a shorter path than the test's own.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

func adminListen(t *testing.T) (path string, s *ConsoleSocket) {
	t.Helper()
	path = filepath.Join(shortFolder(t), "run", "admin")
	s, err := ListenConsole(path, nil, &Events{}, echo)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return path, s
}

func TestARequestIsAnswered(t *testing.T) {
	path, _ := adminListen(t)
	words := []string{"say", "two words", "'single'", "it's", `"quoted"`, "Zoë", "", `back\slash`}
	lines, err := AskConsole(t.Context(), path, words...)
	if err != nil || !slices.Equal(lines, words) {
		t.Errorf("asked %q, got %q, %v", words, lines, err)
	}
	if lines, _ := AskConsole(t.Context(), path, "whoami"); runtime.GOOS != "windows" && (len(lines) != 1 || !strings.HasPrefix(lines[0], fmt.Sprintf("uid %d", os.Getuid()))) {
		t.Errorf("asked by %q", lines)
	}
	if _, err := AskConsole(t.Context(), path, "fail"); err == nil || err.Error() != "failed:?as told" {
		t.Errorf("err %v", err)
	}
}

func TestALineAsLongAsAFullMatchInJSONIsRead(t *testing.T) {
	path, _ := adminListen(t)
	if lines, err := AskConsole(t.Context(), path, "long"); err != nil || len(lines) != 2 || len(lines[0]) != 100_000 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

func TestNothingInAnAnswerIsHiddenOrTurned(t *testing.T) {
	path, _ := adminListen(t)
	lines, err := AskConsole(t.Context(), path, "\u202eRex", "a\x1b[2Jb", "\u200b", "Zoë 日本")
	if want := []string{"?Rex", "a?[2Jb", "?", "Zoë 日本"}; err != nil || !slices.Equal(lines, want) {
		t.Errorf("got %q, %v, expected %q", lines, err, want)
	}
}

func TestWordsAreJoinedAndSplitAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zé"\\ \n]{0,8}`)).Draw(t, "words")
		got, err := split(join(words))
		if err != nil || !slices.Equal(got, words) && len(words) > 0 {
			t.Fatalf("%q became %q, and then %q, %v", words, join(words), got, err)
		}
	})
}

func TestTheSocketIsPrivateAndRemovedWithItsHost(t *testing.T) {
	path, s := adminListen(t)
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	s.Close()
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("there is still %v", left)
	}
	if _, err := AskConsole(t.Context(), path, "help"); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("err %v", err)
	}
}

func TestAStaleSocketIsReplacedAndNothingElse(t *testing.T) {
	path, _ := adminListen(t)
	if _, err := ListenConsole(path, nil, &Events{}, echo); err == nil || !strings.Contains(err.Error(), "another host has it") {
		t.Errorf("err %v", err)
	}
	stale := path + "2"
	old, err := net.ListenUnix("unix", &net.UnixAddr{Name: stale, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	old.SetUnlinkOnClose(false) // as if the host was killed
	old.Close()
	s, err := ListenConsole(stale, nil, &Events{}, echo)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if lines, err := AskConsole(t.Context(), stale, "here"); err != nil || len(lines) != 1 {
		t.Errorf("got %q, %v", lines, err)
	}
	file := path + "3"
	os.WriteFile(file, []byte("precious"), 0o600)
	if _, err := ListenConsole(file, nil, &Events{}, echo); err == nil || !strings.Contains(err.Error(), "something else is there") {
		t.Errorf("err %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "precious" {
		t.Errorf("the file has %q", text)
	}
	if _, err := ListenConsole(filepath.Join(filepath.Dir(path), strings.Repeat("long", 30)), nil, &Events{}, echo); err == nil || !strings.Contains(err.Error(), "bytes shorter") {
		t.Errorf("err %v", err)
	}
}

// dial connects by hand.
func dial(t *testing.T, path string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(context.Background(), "unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestHostileLinesAreRefusedOrAnsweredInOneLineEach(t *testing.T) {
	path, _ := adminListen(t)
	for _, line := range []string{"", "\"", "\"\\", "\x00\x1b[31m\xff", strings.Repeat(" ", 900), "error", "ok", " ok"} {
		conn := dial(t, path)
		io.WriteString(conn, line+"\nlast\n")
		answer := bufio.NewScanner(conn)
		last := false
		for answer.Scan() {
			text := answer.Text()
			if text != "ok" && !strings.HasPrefix(text, "error ") && !strings.HasPrefix(text, " ") || strings.ContainsAny(text, "\x00\x1b") || !utf8.ValidString(text) {
				t.Errorf("%q is answered by %q", line, text)
			}
			if last && text == "ok" {
				break
			}
			last = last || text == " last"
		}
		if !last {
			t.Errorf("after %q nothing more is answered", line)
		}
		conn.Close()
	}
	conn := dial(t, path)
	io.WriteString(conn, strings.Repeat("x", 1<<20)) // fails once the host has closed the connection
	answer, _ := io.ReadAll(conn)
	conn.Close()
	if s := string(answer); s != "" && s != "error request must be at most 1024 bytes\n" {
		t.Errorf("a line without end is answered by %q", answer)
	}
	if lines, err := AskConsole(t.Context(), path, "still", "there"); err != nil || len(lines) != 2 {
		t.Errorf("after all of it: %q, %v", lines, err)
	}
}

func TestManyMayAskAndTooManyAreRefused(t *testing.T) {
	path, s := adminListen(t)
	var all sync.WaitGroup
	for range maxSocketConns {
		all.Go(func() {
			for range 20 {
				AskConsole(t.Context(), path, "hello")
			}
		})
	}
	all.Wait()
	for range 3 * maxSocketConns {
		dial(t, path)
	}
	last := dial(t, path)
	if n, err := last.Read(make([]byte, 1)); err == nil {
		t.Errorf("one too many got %d bytes", n)
	}
	s.Close() // while the others are open
}

func TestARequestToAStoppedHostTimesOutAndCanBeInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	l, err := net.Listen("unix", path) // the system accepts connections for it
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := ask(t.Context(), path, time.Millisecond, []string{"who"}); err != errSilent {
		t.Errorf("got %v, want %v", err, errSilent)
	}
	ctx, stop := context.WithCancel(t.Context())
	l.Accept() // the first
	go func() {
		l.Accept()
		stop()
	}()
	if _, err := AskConsole(ctx, path, "who"); err == nil || err.Error() != "interrupted" {
		t.Errorf("got %v, want interrupted", err)
	}
}
