package gates

import (
	"fmt"
	"net/netip"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// root is the table of everything a policy file may say.
func (r *policyReader) root(p *Policy) map[string]reading {
	keys := map[string]reading{"version": r.version(&p.Version)}
	for name, section := range r.sections(p) {
		keys[name] = func(key string, v ast.Node) { r.section(v, key, section) }
	}
	return keys
}

func (r *policyReader) sections(p *Policy) map[string]map[string]reading {
	return map[string]map[string]reading{
		"quotas": {
			"max_credits_per_session": r.integer(&p.Quotas.MaxCreditsPerSession, 0),
			"max_pages_per_source":    r.integer(&p.Quotas.MaxPagesPerSource, 1),
		},
		"safety": {
			"denied_domains":               r.list(&p.Safety.DeniedDomains, r.host),
			"approved_domains":             r.list(&p.Safety.ApprovedDomains, r.host),
			"require_hitl_for_costs_over":  r.integer(&p.Safety.RequireHITLForCostsOver, 0),
			"require_hitl_for_new_domain":  r.flag(&p.Safety.RequireHITLForNewDomain),
			"require_signatures":           r.flag(&p.Safety.RequireSignatures),
			"require_hitl_for_bar_changes": r.flag(&p.Safety.RequireHITLForBarChanges),
		},
		"synthesis": {
			"freshness_threshold_days": r.integer(&p.Synthesis.FreshnessThresholdDays, 1),
			"freshness":                r.freshness(&p.Synthesis.Freshness),
			"authority":                r.tiers(&p.Synthesis.Authority),
			"min_similarity_threshold": r.share(&p.Synthesis.MinSimilarityThreshold),
			"reject_below":             r.share(&p.Synthesis.RejectBelow),
			"require_provenance_block": r.flag(&p.Synthesis.RequireProvenanceBlock),
			"evidence_state":           r.oneOf(&p.Synthesis.EvidenceState, "verified", "indexed"),
		},
		"vault": {
			"wiki":            r.folder(&p.Vault.Wiki),
			"drafts":          r.folder(&p.Vault.Drafts),
			"inbox":           r.folder(&p.Vault.Inbox),
			"sources":         r.folder(&p.Vault.Sources),
			"evidence":        r.folders(&p.Vault.Evidence),
			"exclude":         r.list(&p.Vault.Exclude, r.glob),
			"ungraded":        r.list(&p.Vault.Ungraded, r.glob),
			"exempt_sections": r.list(&p.Vault.ExemptSections, nil),
			"min_note_words":  r.integer(&p.Vault.MinNoteWords, 0),
			"witnesses":       r.integer(&p.Vault.Witnesses, 1),
			"witnesses_by":    r.asked(&p.Vault.WitnessesBy),
			"lists":           r.lists(&p.Vault.Lists),
			"published":       r.list(&p.Vault.Published, r.address),
		},
		"crawl": {
			"user_agent":          r.str(&p.Crawl.UserAgent),
			"delay":               r.duration(&p.Crawl.Delay),
			"concurrency":         r.integer(&p.Crawl.Concurrency, 1),
			"max_depth":           r.integer(&p.Crawl.MaxDepth, 0),
			"max_body":            r.size(&p.Crawl.MaxBody),
			"timeout":             r.duration(&p.Crawl.Timeout),
			"allow_private_hosts": r.list(&p.Crawl.AllowPrivateHosts, nil),
			"backend":             r.oneOf(&p.Crawl.Backend, "builtin", "firecrawl", "browser"),
			"profile":             r.str(&p.Crawl.Profile),
		},
		"search": {
			"sources":      r.list(&p.Search.Sources, nil),
			"depth":        r.oneOf(&p.Search.Depth, "quick", "default", "deep"),
			"domain_boost": r.list(&p.Search.DomainBoost, r.host),
			"proposals":    r.integer(&p.Search.Proposals, 0),
			"live":         r.flag(&p.Search.Live),
			"last_resort":  r.flag(&p.Search.LastResort),
		},
		"agents": {
			"use":          r.oneOf(&p.Agents.Use, AgentsNone, AgentsAuto, AgentsRequired),
			"chain":        r.list(&p.Agents.Chain, nil),
			"specs":        r.agentSpecs(&p.Agents.Specs),
			"min_tier":     r.integer(&p.Agents.MinTier, 0),
			"timeout":      r.duration(&p.Agents.Timeout),
			"ollama_model": r.str(&p.Agents.OllamaModel),
			"roles":        r.roles(p.Agents.Roles),
		},
		"judge": {
			"use":         r.judgeUse(&p.Judge.Use),
			"model":       r.str(&p.Judge.Model),
			"endpoint":    r.str(&p.Judge.Endpoint),
			"api":         r.oneOf(&p.Judge.API, "openai", "ollama"),
			"key_env":     r.str(&p.Judge.KeyEnv),
			"timeout":     r.duration(&p.Judge.Timeout),
			"calibration": r.folder(&p.Judge.Calibration),
		},
		"embedding": {
			"use":      r.oneOf(&p.Embedding.Use, "builtin", "onnx", "http"),
			"model":    r.str(&p.Embedding.Model),
			"endpoint": r.str(&p.Embedding.Endpoint),
			"api":      r.oneOf(&p.Embedding.API, "openai", "ollama"),
			"key_env":  r.str(&p.Embedding.KeyEnv),
			"timeout":  r.duration(&p.Embedding.Timeout),
		},
		"store": {"use": r.oneOf(&p.Store.Use, "embedded", "postgres")},
		"promotion": {
			"mode":             r.oneOf(&p.Promotion.Mode, "review", "auto"),
			"high_stakes_tags": r.list(&p.Promotion.HighStakesTags, nil),
			"direct":           r.oneOf(&p.Promotion.Direct, DirectRefuse, DirectAllow, DirectTell),
		},
		"gates": {"uncited": r.oneOf(&p.Gates.Uncited, UncitedCount, UncitedWarn, UncitedError)},
	}
}

func (r *policyReader) version(into *string) reading {
	return func(key string, v ast.Node) {
		s, _ := textOf(v)
		if s != "1.0" && s != "1" {
			r.fail(v, fmt.Sprintf("`%s` is %s", key, describe(v)), "this assay reads version 1.0")
			return
		}
		*into = "1.0"
	}
}

func (r *policyReader) freshness(f *Freshness) reading {
	return func(key string, v ast.Node) {
		r.section(v, key, map[string]reading{
			"tags": r.days(&f.Tags), "domains": r.days(&f.Domains), "classes": r.days(&f.Classes),
		})
	}
}

func (r *policyReader) asked(a *Asked) reading {
	return func(key string, v ast.Node) {
		r.section(v, key, map[string]reading{"tags": r.counts(&a.Tags, 1, nil), "folders": r.counts(&a.Folders, 1, func(key string, v ast.Node, s string) bool {
			_, ok := r.inside(key, v, s)
			return ok
		})})
	}
}

func (r *policyReader) lists(l *Lists) reading {
	return func(key string, v ast.Node) {
		r.section(v, key, map[string]reading{"files": r.list(&l.Files, r.glob), "claim": r.str(&l.Claim), "reference": r.str(&l.Reference), "snippet": r.str(&l.Snippet)})
	}
}

// tiers reads domains with their tiers of authority.
func (r *policyReader) tiers(into *map[string]int) reading {
	return func(key string, v ast.Node) {
		r.counts(into, 1, r.host)(key, v)
		for domain, tier := range *into {
			if tier > OtherSite {
				r.fail(v, fmt.Sprintf("`%s` is %d", join(key, domain), tier), "write a tier of authority: 1 (reference), 2, 3, or 4 for any other site")
			}
		}
	}
}

func (r *policyReader) roles(roles map[string]Role) reading {
	return func(key string, v ast.Node) {
		keys := map[string]reading{}
		for name, role := range roles {
			keys[name] = func(key string, v ast.Node) {
				r.section(v, key, map[string]reading{"agent": r.str(&role.Agent), "min_tier": r.integer(&role.MinTier, 0)})
				roles[name] = role
			}
		}
		r.section(v, key, keys)
	}
}

// agentSpecs reads agents by name.
func (r *policyReader) agentSpecs(into *map[string]AgentSpec) reading {
	return func(key string, v ast.Node) {
		*into = map[string]AgentSpec{}
		for _, e := range r.entries(v, key) {
			s := AgentSpec{API: "openai"}
			r.section(e.value, join(key, e.key), map[string]reading{
				"command": r.list(&s.Command, nil), "tier": r.integer(&s.Tier, 0), "model": r.str(&s.Model), "min_version": r.str(&s.MinVersion),
				"env": r.list(&s.Env, nil), "endpoint": r.str(&s.Endpoint), "api": r.oneOf(&s.API, "openai", "ollama"), "key_env": r.str(&s.KeyEnv),
			})
			(*into)[e.key] = s
		}
	}
}

// folder reads a folder of the vault. Empty text is a folder the vault does not
// have.
func (r *policyReader) folder(into *string) reading {
	return func(key string, v ast.Node) {
		if s, ok := textOf(v); !ok {
			r.want(key, v, "the path of a folder in the vault")
		} else if clean, ok := r.inside(key, v, s); ok {
			*into = clean
		}
	}
}

func (r *policyReader) folders(into *[]string) reading {
	return func(key string, v ast.Node) {
		var raw, clean []string
		r.list(&raw, func(key string, item ast.Node, s string) bool {
			c, ok := r.inside(key, item, s)
			if ok && !slices.Contains(clean, c) {
				clean = append(clean, c)
			}
			return ok
		})(key, v)
		*into = clean
	}
}

// inside cleans a path and refuses one that leaves the vault: a vault may be a
// stranger's, and its policy must not open the rest of the disk.
func (r *policyReader) inside(key string, v ast.Node, s string) (string, bool) {
	if s == "" {
		return "", true
	}
	slashed := strings.ReplaceAll(s, `\`, "/")
	clean := path.Clean(slashed)
	drive := len(slashed) > 1 && slashed[1] == ':'
	if path.IsAbs(slashed) || drive || clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(slashed, "~") {
		r.fail(v, fmt.Sprintf("`%s` points outside the vault: %s", key, describe(v)),
			"name a folder in the vault; a file from outside becomes a source with `assay source propose PATH`")
		return "", false
	}
	return clean, true
}

func (r *policyReader) host(key string, v ast.Node, s string) bool {
	name := strings.TrimPrefix(s, "*.")
	if _, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return true
	}
	if name == "" || strings.ContainsAny(name, "/:*? \t@") || strings.HasPrefix(name, ".") || strings.Contains(name, "..") {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no domain", key, describe(v)), "write a domain such as example.org, or *.example.org for its subdomains only")
		return false
	}
	return true
}

// address reads a place on the web: a host, or one with the beginning of a path.
func (r *policyReader) address(key string, v ast.Node, s string) bool {
	host, _, _ := strings.Cut(plainAddress(s), "/")
	if name, _, ok := strings.Cut(host, ":"); ok {
		host = name
	}
	if strings.Contains(s, "*") || !strings.Contains(host, ".") && host != "localhost" || strings.ContainsAny(host, " \t@?") {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no address", key, describe(v)), "write where the vault can be read, such as https://notes.example.org or example.org/garden")
		return false
	}
	return true
}

func (r *policyReader) glob(key string, v ast.Node, s string) bool {
	if _, err := path.Match(strings.ReplaceAll(s, "**", "*"), ""); err != nil {
		r.fail(v, fmt.Sprintf("`%s` has %s, which is no pattern", key, describe(v)), "write a path or a pattern such as templates/** or *.excalidraw.md")
		return false
	}
	return true
}
