package sshd

import (
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// console is where a command writes, and what its visitor types.
type console struct {
	io.Writer
	channel ssh.Channel
}

func (s *session) console() console { return console{s.out(), s.channel} }

// answerTime is how long a visitor may take to type an answer.
const answerTime = time.Minute

var errNoAnswer = errors.New("no answer came")

// Ask asks the visitor whose command writes to w, beside what it writes, and returns the
// line that he types or sends, of at most so many bytes and without its end. A terminal of his own may show what he types. Where w is no command's, nobody answers.
func Ask(w io.Writer, prompt string, longest int) (string, error) {
	c, ok := w.(console)
	if !ok {
		return "", errNoAnswer
	}
	io.WriteString(c.channel.Stderr(), prompt)
	late := time.AfterFunc(answerTime, func() { c.channel.Close() })
	defer late.Stop()
	var line []byte
	for b := make([]byte, 1); len(line) <= longest; line = append(line, b[0]) {
		if _, err := io.ReadFull(c.channel, b); err != nil && len(line) == 0 {
			return "", errNoAnswer
		} else if err != nil || b[0] == '\n' || b[0] == '\r' { // the latter of a terminal that is raw
			return strings.TrimSuffix(string(line), "\r"), nil
		}
	}
	return "", errors.New("that line is too long")
}
