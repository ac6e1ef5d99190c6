package ops

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

var (
	errHungUp = errors.New("the host hung up before it answered")
	errSilent = errors.New("the host does not answer: is it stopped?")
)

// maxLine is how long a line of an answer may be: JSON of all players, or of all bans, is one.
const maxLine = 16 << 20

// Ask makes a request of the host that has the socket at path, and returns its
// answer. It ends when ctx does.
func AskConsole(ctx context.Context, path string, words ...string) (lines []string, err error) {
	return ask(ctx, path, 2*answerTime, words)
}

func ask(ctx context.Context, path string, wait time.Duration, words []string) (lines []string, err error) {
	conn, err := (&net.Dialer{Timeout: answerTime}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("no host listens at %s: is one running?", path)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(wait))
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	_, err = io.WriteString(conn, join(words)+"\n")
	if err == nil {
		lines, err = read(conn)
	}
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errSilent
	}
	return lines, err
}

func read(conn net.Conn) (lines []string, err error) {
	answer := bufio.NewScanner(conn)
	answer.Buffer(nil, maxLine)
	for answer.Scan() {
		text, refused := strings.CutPrefix(answer.Text(), "error ")
		switch {
		case refused:
			return lines, errors.New(text)
		case text == "ok":
			return lines, nil
		}
		lines = append(lines, strings.TrimPrefix(text, " "))
	}
	if err := answer.Err(); errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, err
	}
	return nil, errHungUp
}

// join makes a request of words.
func join(words []string) string {
	var quoted []string
	for _, word := range words {
		if word == "" || strings.ContainsAny(word, " '\"\n\r\t") {
			word = strconv.Quote(word)
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}

var errQuote = errors.New("a word that begins with a quotation mark must end with one")

// split takes a request apart again.
func split(request string) (words []string, err error) {
	for rest := strings.TrimSpace(request); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] == '\'' {
			word, others, ended := strings.Cut(rest[1:], "'")
			if !ended {
				return nil, errQuote
			}
			words, rest = append(words, word), others
			continue
		}
		if rest[0] != '"' {
			word, others, _ := strings.Cut(rest, " ")
			words, rest = append(words, word), others
			continue
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, errQuote
		}
		word, _ := strconv.Unquote(quoted)
		words, rest = append(words, word), rest[len(quoted):]
	}
	return words, nil
}
