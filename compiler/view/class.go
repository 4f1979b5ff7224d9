package view

import (
	"regexp"
	"strings"
	"sync"

	"assay/ingest/tool"
	"assay/provenance"
)

type classRule struct {
	url   *regexp.Regexp
	class provenance.Class
	fixed bool // the address names one version, which will not change
}

// classRules say what sort of source an address is, the first that fits. A person's
// word in source.yaml goes before them. Most commands need none of them.
var classRules = sync.OnceValue(func() []classRule {
	return []classRule{
		{regexp.MustCompile(`^https?://(www\.)?rfc-editor\.org/rfc/rfc\d+`), provenance.ClassPrimary, true},
		{regexp.MustCompile(`^https?://datatracker\.ietf\.org/doc/(html/)?rfc\d+`), provenance.ClassPrimary, true},
		{regexp.MustCompile(`^https?://(www\.)?arxiv\.org/(abs|pdf|html)/[\w.-]+v\d+`), provenance.ClassPrimary, true},
		{regexp.MustCompile(`^https?://(www\.)?w3\.org/TR/\d{4}/`), provenance.ClassPrimary, true},
		{regexp.MustCompile(`^https?://(www\.)?(arxiv\.org|w3\.org/TR|tc39\.es|whatwg\.org|html\.spec\.whatwg\.org|datatracker\.ietf\.org)`), provenance.ClassPrimary, false},
		{regexp.MustCompile(`^https?://(www\.)?github\.com/[^/]+/[^/]+/releases/tag/`), provenance.ClassOfficial, true},
		{regexp.MustCompile(`^https?://(www\.)?(doi\.org|nature\.com|sciencedirect\.com|link\.springer\.com|ncbi\.nlm\.nih\.gov|dl\.acm\.org)`), provenance.ClassReviewed, false},
		{regexp.MustCompile(`^https?://([a-z-]+\.)?(stackoverflow\.com|stackexchange\.com|serverfault\.com|superuser\.com|askubuntu\.com|news\.ycombinator\.com|lobste\.rs|dev\.to|medium\.com|hackernoon\.com|substack\.com|quora\.com|zhihu\.com|juejin\.cn|segmentfault\.com|cnblogs\.com|sspai\.com|discourse\.)`), provenance.ClassCommunity, false},
		{regexp.MustCompile(`^https?://([a-z-]+\.)?(reddit\.com|twitter\.com|x\.com|facebook\.com|instagram\.com|tiktok\.com|bsky\.app|weibo\.com|[a-z0-9-]+\.social)(/|$)`), provenance.ClassSocial, false},
		{regexp.MustCompile(`^https?://([a-z-]+\.)?(techcrunch\.com|arstechnica\.com|theverge\.com|wired\.com|thenewstack\.io|infoq\.com|infoq\.cn|36kr\.com|reuters\.com|apnews\.com|bbc\.com|bbc\.co\.uk|theguardian\.com|nytimes\.com)(/|$)`), provenance.ClassPress, false},
		{regexp.MustCompile(`^https?://([a-z-]+\.)?(wikipedia\.org|britannica\.com)`), provenance.ClassReference, false},
		{regexp.MustCompile(`^https?://([a-z0-9-]+\.)*(docs?|developer|learn|manual|man|help|support|kb)\.`), provenance.ClassOfficial, false},
		{regexp.MustCompile(`^https?://[^/]+/(docs?|documentation|manual|reference|handbook|guide)(/|$)`), provenance.ClassOfficial, false},
		{regexp.MustCompile(`^(git\+|https?://[^/]+/.*\.git$|https?://(www\.)?(github|gitlab|codeberg)\.)`), provenance.ClassPrimary, false},
	}
})

// ClassOf is the class of a source by its address, and whether it does not age.
func ClassOf(url string) (provenance.Class, bool) {
	url = strings.ToLower(url)
	for _, r := range classRules() {
		if r.url.MatchString(url) {
			return r.class, r.fixed || tool.Pinned(url)
		}
	}
	return provenance.ClassReference, tool.Pinned(url)
}
