package git

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// A Change is a file that two states of the vault do not have in common.
type Change struct {
	Path    string // where it is now; where it was, if it is gone
	From    string // where it was, if it was renamed
	Old     Entry  // as it was; zero if it is new
	New     Entry  // as it is; zero if it is gone
	Unknown bool   // it lies in the working tree, and New.ID is not known
}

// Staged lists what the index has otherwise than a commit, or than HEAD where rev is
// empty. Before the first commit all of it is new.
func (r *Repo) Staged(ctx context.Context, rev string) ([]Change, error) {
	return r.changes(ctx, rev, "--cached")
}

// Edited lists what the working tree has otherwise than a commit. Files that git does
// not know of yet, and does not ignore, are new.
func (r *Repo) Edited(ctx context.Context, rev string) ([]Change, error) {
	changes, err := r.changes(ctx, rev)
	if err != nil {
		return nil, err
	}
	others, err := r.run(ctx, "ls-files", "-o", "-z", "--exclude-standard", "--full-name", "--", r.root)
	if err != nil {
		return nil, err
	}
	for _, name := range fields(others) {
		if name, ok := r.inVault(name); ok && !strings.HasSuffix(name, "/") {
			changes = append(changes, Change{Path: name, New: Entry{Path: name, Mode: Regular}, Unknown: true})
		}
	}
	return changes, nil
}

// Uncommitted names a file of the vault that git knows and has otherwise in its last
// commit; "" where there is none.
func (r *Repo) Uncommitted(ctx context.Context) (string, error) {
	changes, err := r.changes(ctx, "")
	if err != nil || len(changes) == 0 {
		return "", err
	}
	return changes[0].Path, nil
}

// Tracks reports whether git has something of a folder of the vault.
func (r *Repo) Tracks(ctx context.Context, folder string) (bool, error) {
	out, err := r.run(ctx, "ls-files", "-z", "--", r.abs(folder))
	return len(out) > 0, err
}

func (r *Repo) changes(ctx context.Context, rev string, how ...string) ([]Change, error) {
	if err := r.locate(ctx); err != nil {
		return nil, err
	}
	args := append([]string{"diff-index", "--raw", "-z", "-M", "--full-index", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"}, how...)
	if !slices.Contains(how, "--cached") {
		var err error
		if args, err = r.unfiltered(ctx, args); err != nil {
			return nil, err
		}
	}
	out, err := r.run(ctx, append(args, cmp.Or(rev, "HEAD"), "--", r.root)...)
	if err != nil && rev == "" {
		// Nothing is committed yet, or something is wrong that this will say.
		var tree string
		if tree, err = r.head(ctx); err == nil {
			out, err = r.run(ctx, append(args, tree, "--", r.root)...)
		}
	}
	if err != nil {
		return nil, err
	}
	return r.parse(fields(out))
}

// parse reads rows as `git diff-index --raw -z` prints them.
func (r *Repo) parse(rows []string) ([]Change, error) {
	var out []Change
	var unmerged []string
	for i := 0; i < len(rows); {
		// :old-mode SP new-mode SP old-id SP new-id SP status
		part := strings.Split(strings.TrimPrefix(rows[i], ":"), " ")
		if len(part) != 5 || part[4] == "" || i+1 >= len(rows) {
			return nil, fmt.Errorf("read what git says of changes: no row: %q", rows[i])
		}
		from, to := rows[i+1], rows[i+1]
		i += 2
		if part[4][0] == 'R' || part[4][0] == 'C' {
			if i >= len(rows) {
				return nil, fmt.Errorf("read what git says of changes: it ends early")
			}
			to = rows[i]
			i++
		}
		was, is := Entry{Mode: Mode(part[0]), ID: part[2]}, Entry{Mode: Mode(part[1]), ID: part[3]}
		oldIn, newIn := false, false
		if was.Path, oldIn = r.inVault(from); !oldIn || was.Mode == "000000" || part[4][0] == 'C' {
			was = Entry{}
		}
		if is.Path, newIn = r.inVault(to); !newIn || is.Mode == "000000" {
			is = Entry{}
		}
		switch {
		case part[4][0] == 'U':
			if name, ok := r.inVault(to); ok {
				unmerged = append(unmerged, name)
			}
			continue
		case was.Path == "" && is.Path == "":
			continue
		}
		c := Change{Path: cmp.Or(is.Path, was.Path), Old: was, New: is}
		if was.Path != "" && is.Path != "" && was.Path != is.Path {
			c.From = was.Path
		}
		if is.Path != "" && strings.Trim(is.ID, "0") == "" {
			c.Unknown, c.New.ID = true, ""
		}
		out = append(out, c)
	}
	if len(unmerged) > 0 {
		return nil, unmergedError(slices.Compact(unmerged))
	}
	return out, nil
}

// head is HEAD, or the empty tree before the first commit.
func (r *Repo) head(ctx context.Context) (string, error) {
	_, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if !saysNo(err) {
		return "HEAD", err
	}
	// Its id is fixed, and git knows it without holding it.
	return r.line(ctx, "hash-object", "-t", "tree", "--stdin")
}

// Commit finds the commit that a person names. REV... is where it and HEAD parted.
func (r *Repo) Commit(ctx context.Context, rev string) (string, error) {
	if err := r.locate(ctx); err != nil {
		return "", err
	}
	name, parted := strings.CutSuffix(rev, "...")
	switch {
	case name == "" || strings.HasPrefix(name, "-"):
		return "", &Error{fmt.Sprintf("%q names no commit", rev), "name a commit, branch or tag, such as HEAD or origin/main", nil}
	case strings.Contains(name, ".."):
		return "", &Error{fmt.Sprintf("%q names a range of commits, not one", rev), "name the commit to compare with; `main...` is where main and HEAD parted", nil}
	}
	id, err := r.line(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	switch {
	case saysNo(err):
		return "", r.missing(ctx, rev, fmt.Sprintf("git knows no commit %q", name))
	case err != nil || !parted:
		return id, err
	}
	base, err := r.line(ctx, "merge-base", id, "HEAD")
	if err != nil {
		return "", r.missing(ctx, rev, fmt.Sprintf("%s and HEAD have no commit in common", name))
	}
	return base, nil
}

// missing says why a commit is not there.
func (r *Repo) missing(ctx context.Context, rev, text string) error {
	if shallow, _ := r.line(ctx, "rev-parse", "--is-shallow-repository"); shallow == "true" {
		return &Error{text, "the clone is shallow: `git fetch --unshallow` has the rest (in CI: fetch-depth: 0)", nil}
	}
	if _, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return &Error{text, "nothing is committed yet; `assay check` looks at all of it", nil}
	}
	return &Error{text, "`git log --oneline` and `git branch -a` list what there is; `git fetch` has what others made", nil}
}

// Ignores reports which of some paths git ignores as a whole, in the order given.
func (r *Repo) Ignores(ctx context.Context, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	if err := r.locate(ctx); err != nil {
		return nil, err
	}
	cmd := r.command(ctx, "check-ignore", "-z", "--stdin")
	cmd.Env = append(cmd.Env[:len(cmd.Env):len(cmd.Env)], "GIT_LITERAL_PATHSPECS=0") // it takes names literally, and refuses to be told so
	var in strings.Builder
	for _, name := range names {
		in.WriteString(r.abs(name) + "\x00")
	}
	cmd.Stdin = strings.NewReader(in.String())
	out, err := r.output(ctx, cmd, []string{"check-ignore"})
	if err != nil && !saysNo(err) { // to none of them
		return nil, err
	}
	said := map[string]bool{}
	for _, name := range fields(out) {
		said[name] = true
	}
	var ignored []string
	for _, name := range names {
		if said[r.abs(name)] {
			ignored = append(ignored, name)
		}
	}
	return ignored, nil
}
