package tool

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"assay/ingest/web"
)

const (
	maxClone  = 512 << 20
	watchSize = 200 * time.Millisecond
)

// git runs git on the clone, away from all settings but these.
func (c *clone) git(ctx context.Context, stdin []byte, limit int64, args ...string) ([]byte, error) {
	env := []string{
		"GIT_DIR=" + filepath.Join(c.dir, "r.git"), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		"GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "GIT_ALLOW_PROTOCOL=" + c.r.scheme, "GIT_PROTOCOL_FROM_USER=0", "GIT_OPTIONAL_LOCKS=0",
		"GIT_SSH_COMMAND=ssh -o BatchMode=yes -o ConnectTimeout=30", "GIT_SSH_VARIANT=ssh",
		"GIT_HTTP_LOW_SPEED_LIMIT=100", "GIT_HTTP_LOW_SPEED_TIME=60",
	}
	if c.r.scheme == "ssh" {
		env = append(env, pass("SSH_AUTH_SOCK")...)
	} else { // a .netrc at home would log in
		env = append(env, "HOME="+c.dir, "XDG_CONFIG_HOME="+c.dir)
	}
	if c.door != nil {
		env = append(env, c.door.env()...)
	}
	all := []string{
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "credential.helper=", "-c", "submodule.recurse=false",
		"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "protocol.version=2", "-c", "fetch.fsckObjects=false", "-c", "advice.detachedHead=false",
	}
	out, _, err := c.e.Programs.Run(ctx, Command{
		Name: "git", Args: append(all, args...), Dir: c.dir, Env: env, Stdin: stdin, Limit: limit,
	})
	return out, explain(ctx, err, c.door, gitSigns()...)
}

func gitSigns() []sign {
	return []sign{
		{"terminal prompts disabled", web.LoginWall, ""},
		{"authentication failed", web.LoginWall, ""},
		{"permission denied", web.LoginWall, ""},
		{"host key verification failed", web.Failed, web.ClassTLS},
		{"repository not found", web.Gone, ""},
		{"does not appear to be a git repository", web.Gone, ""},
		{"does not exist", web.Gone, ""},
		{"not found", web.Gone, ""},
		{"error: 429", web.Failed, web.ClassThrottled},
		{"error: 403", web.Failed, web.ClassForbidden},
		{"error: 5", web.Failed, web.ClassServer},
	}
}

// watched stops what it runs when the clone grows too large: git has no limit for it.
func (c *clone) watched(ctx context.Context, run func(context.Context) error) error {
	most := cmp.Or(max(c.e.MaxClone, 0), maxClone)
	ctx, cancel := context.WithCancelCause(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(watchSize)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if SizeOf(c.dir) > most {
					cancel(errGrown)
					return
				}
			}
		}
	}()
	err := run(ctx)
	grown := errors.Is(context.Cause(ctx), errGrown) || SizeOf(c.dir) > most
	cancel(nil)
	<-done
	if grown {
		return Failed(web.ClassTooLarge, "the repository takes more than %d bytes", most)
	}
	return err
}

var errGrown = errors.New("too large")

// SizeOf is how many bytes lie below a folder.
func SizeOf(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil // files come and go while git works, and what cannot be read has no size
	})
	return n
}
