package vault

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestLockSaysWhoHoldsIt(t *testing.T) {
	d := disk(t, nil)
	unlock, err := Lock(context.Background(), d, LockOptions{Command: "build"})
	must(t, err)
	_, err = Lock(context.Background(), d, LockOptions{Command: "watch"})
	var locked ErrLocked
	if !errors.As(err, &locked) || locked.Holder.PID != os.Getpid() || locked.Holder.Command != "build" || time.Since(locked.Holder.Since) > time.Hour {
		t.Fatalf("error %v, holder %+v", err, locked.Holder)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 80*time.Millisecond)
	defer cancel()
	told := 0
	o := LockOptions{Command: "watch", Wait: true, Waiting: func(h Holder) {
		told++
		if h.Command != "build" {
			t.Errorf("waiting for %+v", h)
		}
	}}
	if _, err := Lock(ctx, d, o); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "build") {
		t.Errorf("error %v", err)
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	time.AfterFunc(30*time.Millisecond, unlock)
	o.Waiting = nil
	again, err := Lock(context.Background(), d, o)
	must(t, err)
	again()
}

func TestLockEndsWithItsProcess(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the child is killed by signal")
	}
	d := disk(t, nil)
	cmd := exec.Command(os.Args[0], "-test.run=^TestApplyChild$")
	cmd.Env = append(os.Environ(), "VAULT_TEST_CHILD="+d.Path())
	must(t, cmd.Start())
	for range 500 {
		if d.holder().PID == cmd.Process.Pid {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	_, err := Lock(context.Background(), d, LockOptions{})
	var locked ErrLocked
	if !errors.As(err, &locked) || locked.Holder.PID != cmd.Process.Pid {
		t.Errorf("error %v", err)
	}
	must(t, cmd.Process.Kill())
	cmd.Wait()
	unlock, err := Lock(context.Background(), d, LockOptions{})
	must(t, err)
	unlock()
}

func TestLockWhenStateIsDeletedUnderneath(t *testing.T) {
	d := disk(t, nil)
	unlock, err := Lock(context.Background(), d, LockOptions{})
	must(t, err)
	defer unlock()
	if runtime.GOOS == "windows" {
		t.Skip("open files cannot be deleted")
	}
	must(t, os.RemoveAll(d.Abs(StateDir)))
	again, err := Lock(context.Background(), d, LockOptions{})
	must(t, err)
	again()
}
