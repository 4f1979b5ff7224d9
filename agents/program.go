package agents

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// proxies are variables without which many a machine reaches nothing.
var proxies = []string{"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "https_proxy", "http_proxy", "no_proxy", "NODE_EXTRA_CA_CERTS"}

// run runs a program with a question, in an empty folder.
func (a *Agent) run(ctx context.Context, q Question) (string, error) {
	if err := a.newEnough(ctx); err != nil {
		return "", err
	}
	base, err := os.MkdirTemp("", "assay-agent-")
	if err != nil {
		return "", fmt.Errorf("make a folder for %s: %w", a.Name, err)
	}
	defer os.RemoveAll(base)
	at := map[string]string{"empty": filepath.Join(base, "empty"), "schema": q.Schema.Text, "schema_file": filepath.Join(base, "schema.json"),
		"answer_file": filepath.Join(base, "answer"), "model": a.Model, "timeout": a.o.Timeout.String()}
	if err := errors.Join(os.Mkdir(at["empty"], 0o700), os.WriteFile(at["schema_file"], []byte(q.Schema.Text), 0o600)); err != nil {
		return "", fmt.Errorf("make a folder for %s: %w", a.Name, err)
	}
	stdout, stderr, err := a.o.Door.Run(ctx, Run{Program: a.Program.Program, Args: a.args(at, q.Search), Dir: at["empty"], Env: a.env(), Stdin: []byte(strings.ToValidUTF8(q.Prompt, "\uFFFD")), Timeout: a.o.Timeout})
	if err != nil {
		return "", a.why(err, stdout, stderr)
	}
	file, err := os.ReadFile(at["answer_file"])
	if err != nil && a.Answer.Form == "file" {
		return "", errors.New("it wrote no answer")
	}
	if a.Answer.Form != "file" && strings.TrimSpace(stdout) == "" {
		return "", errors.New("it ended well and said nothing")
	}
	return a.Answer.text(stdout, string(file))
}

// why is what a program that failed says of that: in the form of its answers, or in a line.
func (a *Agent) why(err error, stdout, stderr string) error {
	last := stderr[max(0, strings.LastIndex(stderr, "\n{")):]
	for _, text := range []string{stdout, last} {
		if said := a.Answer.failure(objectsIn(text)); said != "" {
			return errors.New(clip(said, 300))
		}
	}
	return errors.New(strings.TrimPrefix(err.Error(), a.Program.Program+": "))
}

// args are the arguments of a run, filled in.
func (a *Agent) args(at map[string]string, search bool) []string {
	list := slices.Clone(a.Args)
	if search {
		list = slices.Clone(a.Searching)
	}
	if a.Model != "" {
		list = append(list, a.WithModel...)
	}
	list = append(append(list, a.WithSchema...), a.Last...)
	for i := range list {
		for name, value := range at {
			if list[i] == "{"+name+"}" {
				list[i] = value
				break
			}
		}
	}
	return list
}

// env are the variables that a program may see.
func (a *Agent) env() []string {
	var env []string
	for _, name := range append(append([]string{}, proxies...), a.Env...) {
		if v := a.o.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// versionTimeout is how long a program may take to say its version.
const versionTimeout = 20 * time.Second

var versions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+\.\d+(?:\.\d+)?`) })

// newEnough says in which way a program's version will not do. It is asked once.
func (a *Agent) newEnough(ctx context.Context) error {
	a.version.Lock()
	defer a.version.Unlock()
	if a.MinVersion != "" && !a.known {
		_, a.tooOld = a.Version(ctx)
		a.known = ctx.Err() == nil
	}
	return a.tooOld
}

// Version asks a program for its version.
func (a *Agent) Version(ctx context.Context) (string, error) {
	if a.client != nil {
		return "", nil
	}
	out, stderr, err := a.o.Door.Run(ctx, Run{Program: a.Program.Program, Args: []string{"--version"}, Dir: os.TempDir(), Env: a.env(), Timeout: versionTimeout})
	if err != nil {
		return "", fmt.Errorf("ask for its version: %w", err)
	}
	found := versions().FindString(out + " " + stderr)
	switch {
	case found == "":
		return "", errors.New("its version cannot be read")
	case a.MinVersion != "" && older(found, a.MinVersion):
		return found, fmt.Errorf("it is %s, and has to be %s or newer", found, a.MinVersion)
	}
	return found, nil
}

// older compares versions number by number.
func older(version, least string) bool {
	have, want := strings.Split(version, "."), strings.Split(least, ".")
	for i, w := range want {
		x := 0
		if i < len(have) {
			x, _ = strconv.Atoi(have[i])
		}
		y, _ := strconv.Atoi(w)
		if x != y {
			return x < y
		}
	}
	return false
}
