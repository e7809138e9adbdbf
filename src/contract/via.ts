const token = 'token:'
const agent = 'agent:'

/** How the log says that a change was made with a token. It contains the name, because the log outlives the token. */
export const viaOfToken = (name: string) => `${token}${name}` as const

/** The same for a change that an agent has made with the token: a person may use it too, such as that of `taskdeck login`. */
export const viaOfAgent = (name: string) => `${agent}${name}` as const

export const isAgentVia = (via: string | null | undefined): boolean => via?.startsWith(agent) ?? false

/** The name of the token that a change was made with; undefined if it was made in another way. */
export function tokenOfVia(via: string | null | undefined): string | undefined {
  const start = [token, agent].find((one) => via?.startsWith(one))
  return start && via?.slice(start.length)
}
