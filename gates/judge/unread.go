package judge

// checkLanguage caps what is said in a language that is not read.
func (a *alignment) checkLanguage() *finding {
	if !a.Source.Unread() && !a.Claim.Unread() {
		return nil
	}
	return doubt(RuleUnread)
}
