package links

import (
	"hash/crc32"
	"path"
	"strings"

	"assay/vault"
	"assay/vault/markdown"
)

// A NameKey stands for a name by which files are looked for, as links compare names. It is
// a hash: two names of one key are nearly always one name.
type NameKey uint32

var nameTable = crc32.MakeTable(crc32.Castagnoli)

// KeyOfName is the key of a target, which is that of the last part of its path.
func KeyOfName(target string) NameKey {
	return KeyOfWords(base(strings.TrimSpace(foldPath(target))))
}

// KeyOfWords is the key of something else that files are found by, as it is compared.
func KeyOfWords(s string) NameKey { return NameKey(crc32.Checksum([]byte(s), nameTable)) }

// KeysOfFile are the keys of the targets that a file at a path may answer to, with its
// extension and without.
func KeysOfFile(file string) []NameKey {
	return []NameKey{KeyOfName(file), KeyOfName(strings.TrimSuffix(file, path.Ext(file)))}
}

// KeysOfLinks are the keys that the links of a note ask for, and the topics that it declares.
// A file under none of them makes no difference to where they lead.
func KeysOfLinks(n *markdown.Note) []NameKey {
	keys := make([]NameKey, 0, len(n.Links))
	for _, l := range n.Links {
		if l.URL || l.Target == "" {
			continue
		}
		keys = append(keys, KeyOfName(l.Target))
		if strings.Contains(l.Target, "./") || strings.Contains(l.Target, "//") {
			keys = append(keys, KeyOfName(path.Join(dir(n.Path), l.Target)))
		}
	}
	for _, topic := range n.Meta.Gaps {
		name, _, _ := strings.Cut(topic, "#")
		keys = append(keys, KeyOfName(name), KeyOfName(vault.SafeName(name)))
	}
	return keys
}
