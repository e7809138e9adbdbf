import { useCommands } from './use-commands.ts'

/** Handles commands of a dialog: a child of the dialog, because the component that renders the dialog is not inside it. */
export function CommandsInDialog({ runs }: { runs: Parameters<typeof useCommands>[0] }) {
  useCommands(runs)
  return null
}
