package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
)

// A Holder is the process that holds a vault's lock.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Command string    `json:"command"`
	Since   time.Time `json:"-"` // when it took the lock: the lock file's own time
}

func (h Holder) String() string {
	if h.PID == 0 {
		return "another process"
	}
	s := fmt.Sprintf("process %d", h.PID)
	if h.Command != "" {
		s += " (" + h.Command + ")"
	}
	if host, err := os.Hostname(); err == nil && h.Host != host && h.Host != "" {
		s += " on " + h.Host
	}
	return s + " since " + h.Since.Local().Format("15:04:05")
}

// ErrLocked says that another process holds the lock.
type ErrLocked struct{ Holder Holder }

func (e ErrLocked) Error() string { return "the vault is in use by " + e.Holder.String() }

// LockOptions say how to take a lock.
type LockOptions struct {
	Command string       // what to tell others we are doing
	Wait    bool         // wait until ctx ends; otherwise fail at once with [ErrLocked]
	Waiting func(Holder) // called once for each holder that is waited for
}

// lockPath is the file whose lock is the vault's. It is never deleted by us: two
// processes could then hold locks on two files of that name.
const lockPath = StateDir + "/lock"

// errHeld says that the operating system's lock is held by someone.
var errHeld = errors.New("held")

// Lock takes the one lock that whoever writes to the vault or to .assay must hold.
// The operating system drops it when the process dies in whatever way.
func Lock(ctx context.Context, d *Dir, o LockOptions) (unlock func(), err error) {
	var told Holder
	nameless := 0 // tries in which the holder had not written who it is
	for {
		f, err := d.tryLock(o.Command)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, errHeld) {
			return nil, fmt.Errorf("lock %s: %w", d.path, err)
		}
		holder := d.holder()
		if !o.Wait {
			return nil, ErrLocked{holder}
		}
		if nameless++; holder.PID != 0 {
			nameless = 0
		}
		if o.Waiting != nil && (nameless == 0 || nameless > 4) && (told == Holder{} || told.PID != holder.PID) {
			told = holder
			o.Waiting(holder)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("wait for %s: %w", holder, ctx.Err())
		case <-time.After(25 * time.Millisecond):
		}
	}
}

// tryLock opens and locks the lock file, and writes into it who we are.
func (d *Dir) tryLock(command string) (*os.File, error) {
	if err := MakeStateDir(d); err != nil {
		return nil, err
	}
	f, err := d.root.OpenFile(lockPath, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", lockPath, cause(err))
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, err
	}
	// Someone may have deleted .assay, and the file with it, between our open and
	// our lock: then the lock is on nothing.
	ours, err1 := f.Stat()
	named, err2 := d.root.Stat(lockPath)
	if err1 != nil || err2 != nil || !os.SameFile(ours, named) {
		f.Close()
		return nil, errHeld
	}
	host, _ := os.Hostname()
	text, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Command: command})
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(text, '\n'), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("write %s: %w", lockPath, cause(err))
	}
	return f, nil
}

// holder reads who holds the lock, as far as that can be known.
func (d *Dir) holder() Holder {
	var h Holder
	text, err := d.readFile(lockPath)
	if err != nil || json.Unmarshal(text, &h) != nil {
		return Holder{}
	}
	if info, err := d.root.Stat(lockPath); err == nil {
		h.Since = info.ModTime()
	}
	return h
}
