package github

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"assay/ingest/tool"
	"assay/ingest/web"
)

// An address is what one of github.com means.
type address struct {
	owner, name string
	kind        string // repo, issues, pull, discussions, release
	id          string // number or tag
}

// reserved are first parts of paths that are no owner.
const reserved = " about account apps blog codespaces collections contact customer-stories dashboard enterprise enterprises " +
	"events explore features issues join login logout marketplace mobile new notifications organizations orgs " +
	"pricing pulls readme resources search security sessions settings signup site solutions sponsors stars " +
	"team topics trending users wiki "

func parse(raw string) (address, error) {
	at, err := web.Canonical(raw)
	if err != nil {
		return address{}, err
	}
	u, err := url.Parse(at)
	if err != nil {
		return address{}, err
	}
	no := fmt.Errorf("read address %s: not one of a repository, issue, pull request, discussion or release of GitHub", at)
	if u.Host != "github.com" && u.Host != "www.github.com" {
		return address{}, no
	}
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	if len(parts) < 2 || strings.Contains(reserved, " "+strings.ToLower(parts[0])+" ") || !tool.IsRepo(parts[0], parts[1]) || strings.HasSuffix(parts[1], ".git") {
		return address{}, no
	}
	a := address{owner: parts[0], name: parts[1], kind: "repo"}
	switch rest := parts[2:]; {
	case len(rest) == 0:
		return a, nil
	case len(rest) == 2 && (rest[0] == "issues" || rest[0] == "pull" || rest[0] == "discussions"):
		if n, err := strconv.ParseUint(rest[1], 10, 31); err != nil || n == 0 || rest[1][0] == '0' {
			return address{}, no
		}
		a.kind, a.id = rest[0], rest[1]
		return a, nil
	case len(rest) >= 3 && rest[0] == "releases" && rest[1] == "tag":
		tag, err := url.PathUnescape(strings.Join(rest[2:], "/"))
		if err != nil || !tool.IsRef(tag) {
			return address{}, no
		}
		a.kind, a.id = "release", tag
		return a, nil
	}
	return address{}, no
}

func (a address) repo() string { return "https://github.com/" + a.owner + "/" + a.name }

func (a address) url() string {
	switch a.kind {
	case "repo":
		return a.repo()
	case "release":
		return a.repo() + "/releases/tag/" + tool.EscapePath(a.id)
	}
	return a.repo() + "/" + a.kind + "/" + a.id
}
