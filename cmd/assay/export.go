package main

import (
	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/export"
)

func (a *app) exportCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "export",
		Short: "tell other tools what is known of notes",
		Long:  "Export tells other tools what assay knows of notes, in a form that they read.",
	}
	cmd.AddCommand(a.exportOKFCommand())
	return cmd
}

func (a *app) exportOKFCommand() *cobra.Command {
	var w writing
	var to string
	cmd := &cobra.Command{
		Use:   "okf [vault]",
		Short: "write sources and a stamp of what was verified, as the Open Knowledge Format has them",
		Long: `Export okf writes into the frontmatter of graded notes what the Open Knowledge Format 0.2
has keys for:

  type        Note, where there is none: the format asks for one
  sources     the files and addresses that claims of the note rest on, {id, resource};
              they are no citations, and each export replaces its own
  generated   by whom and when, of a note that assay promoted and that does not say
  verified    by process:assay, of a note that has claims and all of whose claims hold;
              the stamp is for the text as it is, and goes when a claim no longer holds

Entries of others stay, and so does every other byte. With --to the notes go into an
empty folder; without, they are changed in place: it shows a diff and asks once.`,
		Example: `  assay export okf -n
  assay export okf
  assay export okf --to ../bundle`,
		Args: takes(0, 1, "one vault at most"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) error {
			found, err := export.OKF(cmd.Context(), c, export.Options{To: to})
			if err != nil {
				return err
			}
			found.DryRun, w.yes = w.dry, w.yes || to != ""
			err = a.write(cmd.Context(), c, w, "export okf", found.Diff, len(found.Written), found.Apply)
			return a.answer(found, err, func() { a.out.Exported(found) })
		}),
	}
	w.register(cmd)
	cmd.Flags().StringVar(&to, "to", "", "write the notes into this `folder`, which is empty or not there yet, and change none")
	a.jobsFlag(cmd)
	return cmd
}
