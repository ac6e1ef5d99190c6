//go:build linux

package e2e

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// chromium is a headless browser of the test's own, with the processes it starts and a profile that is gone in the end.
type chromium struct {
	*testing.T
	ctx context.Context // done when the browser is gone
}

// browsers are how many there may be at a time: each keeps a core busy for as long as it draws.
var browsers = make(chan struct{}, 2)

// startChromium starts the browser, or skips the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	skipUnlessSmoke(t)
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("Chromium is not installed")
	}
	browsers <- struct{}{}
	t.Cleanup(func() { <-browsers })
	home, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	var process *exec.Cmd
	t.Cleanup(func() { end(t, process, home) })
	allocated, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.UserDataDir(home+"/profile"), chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "TMPDIR="+home),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-crash-reporter", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(patience),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			process = cmd
		}))...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {})) // of events that are newer than chromedp
	t.Cleanup(cancel)
	c := &chromium{T: t, ctx: ctx}
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("%s does not start: %v", program, err)
	}
	var product string
	c.ask(func(ctx context.Context) (err error) {
		_, product, _, _, _, err = browser.GetVersion().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	})
	t.Log(product)
	return c
}

// ask asks the browser itself, and fails if it has no answer.
func (c *chromium) ask(question chromedp.ActionFunc) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, question); err != nil {
		c.Fatalf("the browser: %v", err)
	}
}

// end kills what is left of a browser, which has been asked to leave, waits until all its processes are gone, and
// removes its files.
func end(t *testing.T, process *exec.Cmd, home string) {
	if process != nil && process.Process != nil {
		group := -process.Process.Pid
		for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
			if err := syscall.Kill(group, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
				break
			}
			if time.Now().After(deadline) {
				t.Errorf("the processes of the browser do not end")
				break
			}
		}
	}
	if err := os.RemoveAll(home); err != nil {
		t.Error(err)
	}
}
