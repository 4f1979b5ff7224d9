// Package discover asks many sources at once what they have on a question. Sources are
// data: a SKILL.md each, in ingest/skills or in a vault's own skills folder. One engine
// reads them all.
//
// Read [Skill] and [Engine.Ask] first. Data goes: a [Query] fills in a skill's request;
// lane.go lets it through at the source's own pace; fetch.go sends it, tries again where
// that may help, and bounds what comes back; cache.go keeps answers; reply.go finds the
// hits in an [Answer]. No source is trusted to say how good it is: that is for ranking.
//
// Every answer has a [Verdict], so that "nothing found" is never what a wall, a quota or
// a changed format looks like. The package knows no vault and no policy: it asks Allow.
package discover
