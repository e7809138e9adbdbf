import type { ProofRule } from '../../../contract/receipts.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { SelectField } from '../../ui/select-field.tsx'

const options: Record<ProofRule, string> = {
  never: 'Never',
  criteria: 'If the task has criteria',
  always: 'Always',
}

/** The rule for programs that complete tasks. Saved at once. */
export function AgentsSection() {
  const { preferences } = useSignedIn()
  const save = useSetPreferences()
  const choose = (proofRule: ProofRule) =>
    save.mutate(
      { proofRule },
      { onError: (error) => reportFailure('Settings error', error, 'The setting was not saved. Please try again.') },
    )
  return (
    <Section
      title="Agents"
      text="Holds for everything that uses a token: agents, scripts and the command line. You are told what has no proof, and may complete a task anyway."
    >
      <SelectField
        label="Agents may complete a task only with proof"
        value={preferences.proofRule ?? 'never'}
        onChange={(event) => choose(event.currentTarget.value as ProofRule)}
        options={options}
      />
    </Section>
  )
}
