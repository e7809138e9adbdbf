import type { ProviderProblem } from '../../contract/providers.ts'

/** A failed sign-in with a provider. The screens have a message for each problem. */
export class ProviderFailure extends Error {
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem, cause?: unknown) {
    super(`Sign-in with a provider: ${problem}`, { cause })
    this.problem = problem
  }
}
