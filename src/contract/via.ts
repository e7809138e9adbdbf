const token = 'token:'

/** How the log says that a change was made with a token. It contains the name, because the log outlives the token. */
export const viaOfToken = (name: string) => `${token}${name}` as const

/** The name of the token that a change was made with; undefined if it was made in another way. */
export const tokenOfVia = (via: string | null | undefined): string | undefined =>
  via?.startsWith(token) ? via.slice(token.length) : undefined
