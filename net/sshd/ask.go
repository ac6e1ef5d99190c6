package sshd

import (
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// console is what a command writes to, and reads the visitor's answers from.
type console struct {
	io.Writer
	channel ssh.Channel
}

func (s *session) console() console { return console{s.out(), s.channel} }

// answerTime is how long a visitor may take to type an answer.
const answerTime = time.Minute

var errNoAnswer = errors.New("no answer came")

// Ask prompts the visitor whose command writes to w, beside what it writes, and returns the
// line that they type or send, of at most so many bytes and without its end. Their own
// terminal may show what they type. Where w is no command's, it fails.
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
