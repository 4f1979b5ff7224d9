package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

func (r *Repo) abs(name string) string { return filepath.Join(r.root, filepath.FromSlash(name)) }

// Read gives the bytes of an entry as git holds them. What git-lfs keeps elsewhere is read
// there.
func (r *Repo) Read(ctx context.Context, e Entry) ([]byte, error) {
	text, err := r.blob(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	return r.large(ctx, e.Path, text)
}

// At gives the bytes of a file of the vault as a commit has it; [fs.ErrNotExist] where that
// has none.
func (r *Repo) At(ctx context.Context, rev, name string) ([]byte, error) {
	if err := r.locate(ctx); err != nil {
		return nil, err
	}
	id, err := r.line(ctx, "rev-parse", "--verify", "--quiet", rev+":"+r.prefix+name)
	switch {
	case saysNo(err):
		return nil, fs.ErrNotExist
	case err != nil:
		return nil, err
	}
	return r.Read(ctx, Entry{Path: name, Mode: Regular, ID: id})
}

// batch is a running `git cat-file --batch`.
type batch struct {
	mu  sync.Mutex
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err error
}

func (b *batch) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cmd != nil {
		b.in.Close()
		b.cmd.Wait()
		b.cmd = nil
	}
}

// maxBlob bounds what is read of one blob.
const maxBlob = 1 << 30

// blob asks git for the bytes of an object.
func (r *Repo) blob(ctx context.Context, id string) ([]byte, error) {
	b := &r.batch
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if b.err == nil && b.cmd == nil {
		b.err = b.start(r.command(context.WithoutCancel(ctx), "cat-file", "--batch"))
	}
	if b.err != nil {
		return nil, fmt.Errorf("read from git: %w", b.err)
	}
	text, err := b.ask(id)
	if err != nil {
		return nil, fmt.Errorf("read %s from git: %w", id, err)
	}
	return text, nil
}

func (b *batch) start(cmd *exec.Cmd) error {
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	b.cmd, b.in, b.out = cmd, in, bufio.NewReaderSize(out, 64<<10)
	return nil
}

func (b *batch) ask(id string) ([]byte, error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		b.err = err
		return nil, err
	}
	// id SP type SP size LF bytes LF, or id SP "missing" LF
	head, err := b.out.ReadString('\n')
	if err != nil {
		b.err = err
		return nil, err
	}
	part := strings.Fields(head)
	if len(part) != 3 {
		return nil, &Error{fmt.Sprintf("git does not hold the object %s", id), "the clone is partial or damaged; `git fsck` tells, `git fetch --refetch` has all of it", nil}
	}
	size, err := strconv.Atoi(part[2])
	if err == nil && (part[1] != "blob" || size > maxBlob) {
		err = fmt.Errorf("a %s of %d bytes is no text", part[1], size)
	}
	if err != nil {
		b.err = errors.Join(b.err, err) // what follows would be read as an answer
		return nil, err
	}
	text := make([]byte, size)
	if _, err = io.ReadFull(b.out, text); err == nil {
		_, err = b.out.Discard(1)
	}
	if err != nil {
		b.err = err
		return nil, err
	}
	return text, nil
}
