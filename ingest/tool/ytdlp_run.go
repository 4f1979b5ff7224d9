package tool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"assay/ingest/captions"
	"assay/ingest/web"
)

// A watching is yt-dlp at work on one address.
type watching struct {
	e    Video
	door *door
	dir  string
}

func (e Video) watch(at string) (*watching, error) {
	if no := e.Client.Allow(at); no != nil {
		return nil, no
	}
	dir, err := os.MkdirTemp(e.Temp, "assay-video-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for subtitles: %w", err)
	}
	d, err := openDoor(e.Client)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	return &watching{e, d, dir}, nil
}

func (w *watching) close() {
	w.door.Close()
	_ = os.RemoveAll(w.dir)
}

func (w *watching) run(ctx context.Context, args ...string) ([]byte, error) {
	all := []string{"--ignore-config", "--no-cache-dir", "--no-progress", "--skip-download", "--no-warnings", "--socket-timeout", "30"}
	env := append(w.door.env(), "YTDLP_NO_PLUGINS=1") // as --no-plugin-dirs does, which an older version takes for a mistake
	out, _, err := w.e.Programs.Run(ctx, Command{Name: "yt-dlp", Args: append(all, args...), Dir: w.dir, Env: env})
	return out, explain(ctx, err, w.door, []sign{
		{"video unavailable", web.Gone, ""},
		{"has been removed", web.Gone, ""},
		{"http error 404", web.Gone, ""},
		{"http error 410", web.Gone, ""},
		{"private video", web.LoginWall, ""},
		{"sign in", web.LoginWall, ""},
		{"log in", web.LoginWall, ""},
		{"login required", web.LoginWall, ""},
		{"http error 401", web.LoginWall, ""},
		{"http error 429", web.Failed, web.ClassThrottled},
		{"http error 403", web.Failed, web.ClassForbidden},
		{"not available in your country", web.Failed, web.ClassForbidden},
		{"drm", web.Failed, web.ClassForbidden},
		{"http error 5", web.Failed, web.ClassServer},
		{"unsupported url", web.Type, ""},
	}...)
}

// ask is the metadata of an address, also as it came.
func (w *watching) ask(ctx context.Context, at string, args ...string) (*info, []byte, error) {
	out, err := w.run(ctx, append(append([]string{"-J"}, args...), "--", at)...)
	if err != nil {
		return nil, nil, err
	}
	var v info
	if err := decode("yt-dlp", out, &v); err != nil {
		return nil, nil, err
	}
	return &v, out, nil
}

func (w *watching) read(ctx context.Context, at string) ([]byte, error) {
	v, raw, err := w.ask(ctx, at, "--no-playlist")
	if err != nil {
		return nil, err
	}
	if v.Kind == "playlist" {
		if len(v.Entries) != 1 || v.Entries[0] == nil {
			return nil, &web.Failure{Verdict: web.Type, Reason: fmt.Sprintf("a list of %d videos, none of which is meant more than the others", len(v.Entries))}
		}
		v = v.Entries[0]
	}
	lang, automatic := v.subtitles()
	note := ""
	var cues []captions.Cue
	if lang != "" {
		if cues, err = w.captions(ctx, raw, lang, automatic); err != nil {
			if f, ok := errors.AsType[*web.Failure](err); ok && f.Verdict == web.Denied || ctx.Err() != nil {
				return nil, err
			}
			note = "The subtitles could not be read: " + err.Error()
		}
	} else {
		note = "The video has no subtitles: what is said in it is not here."
	}
	return v.markdown(at, lang, automatic, cues, note), nil
}

// captions fetches the subtitles of one language. The metadata is handed back, so that
// the page is not read twice.
func (w *watching) captions(ctx context.Context, raw []byte, lang string, automatic bool) ([]captions.Cue, error) {
	meta := filepath.Join(w.dir, "info.json")
	if err := os.WriteFile(meta, raw, 0o600); err != nil {
		return nil, fmt.Errorf("keep metadata of a video: %w", err)
	}
	write := "--write-subs"
	if automatic {
		write = "--write-auto-subs"
	}
	// A language is a pattern there, and its letters mean themselves (plainName) but for the dot.
	if _, err := w.run(ctx, write, "--sub-langs", strings.ReplaceAll(lang, ".", `\.`), "--sub-format", "vtt/srt/best", "-o", "it.%(ext)s", "--load-info-json", meta); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(w.dir, "it.*"))
	if err != nil || len(files) == 0 {
		return nil, errors.New("yt-dlp wrote no file")
	}
	f, err := os.Open(files[0])
	if err != nil {
		return nil, fmt.Errorf("read subtitles: %w", err)
	}
	defer f.Close()
	return captions.Read(f, strings.TrimPrefix(filepath.Ext(files[0]), "."))
}
