package browser

import "strings"

// quiet are features of Chromium that load or offer what no page asked for, or that
// would ask a person.
var quiet = []string{
	"Translate", "MediaRouter", "DialMediaRouteProvider", "OptimizationHints", "AutofillServerCommunication", "CertificateTransparencyComponentUpdater",
	"InterestFeedContentSuggestions", "PrivacySandboxSettings4", "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "Prerender2", "PreconnectToSearch",
	// The proxy is on loopback, so to Chromium every page would be of the local network.
	"LocalNetworkAccessChecks",
}

// flags are the switches of Chromium. Of a switch that is given twice Chromium takes
// the last, so that a person's own cannot loosen these.
func (b *Browser) flags() []string {
	all := append([]string{}, b.o.Flags...)
	if !b.sandboxed() {
		all = append(all, "--no-sandbox")
	}
	return append(all,
		"--headless", "--no-first-run", "--no-default-browser-check", "--noerrdialogs",
		"--disable-background-networking", "--disable-component-update", "--disable-domain-reliability", "--disable-sync", "--disable-default-apps",
		"--disable-extensions", "--disable-component-extensions-with-background-pages", "--disable-breakpad", "--disable-search-engine-choice-screen",
		"--disable-features="+strings.Join(quiet, ","), "--metrics-recording-only", "--no-pings", "--disable-quic",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--deny-permission-prompts", "--disable-notifications", "--disable-speech-api", "--disable-print-preview", "--hide-crash-restore-bubble",
		"--mute-audio", "--hide-scrollbars", "--disable-gpu", "--disable-3d-apis", "--disable-dev-shm-usage", "--blink-settings=imagesEnabled=false",
		"--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows",
		"--password-store=basic", "--use-mock-keychain", "--window-size=1280,2400", "--js-flags=--max-old-space-size=768",
	)
}

// confine are the switches that leave Chromium the proxy alone, loopback included, and
// no name server. With a profile, it keeps what it keeps there.
func confine(proxy, profile string) []string {
	all := []string{
		"--proxy-server=http://" + proxy, "--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	}
	if profile != "" {
		all = append(all, "--user-data-dir="+profile)
	}
	return all
}
