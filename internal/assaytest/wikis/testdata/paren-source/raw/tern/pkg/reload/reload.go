package reload

// Reload reads the configuration again. The cache is flushed on reload.
func Reload(c *Config) error {
	c.cache.Flush()
	return c.read()
}
