/** The tables, as Kysely sees them. Migrations make them; this file says the same. Times are milliseconds since 1970. */
export interface Schema {
  users: UserRow
  identities: IdentityRow
  sessions: SessionRow
  pictures: PictureRow
  attempts: AttemptRow
}

export interface UserRow {
  id: string
  username: string
  email: string
  /** The e-mail in lower case: two spellings of one address are one account. */
  email_key: string
  /** Null for an account that signs in with Google only. */
  password_hash: string | null
  image: string | null
  /** JSON. */
  preferences: string
  created_at: number
}

export interface IdentityRow {
  issuer: string
  subject: string
  user_id: string
  email: string
  linked_at: number
}

export interface SessionRow {
  token_hash: string
  /** Names the session in the list of sessions; signs nobody in. */
  id: string
  user_id: string
  device: string
  created_at: number
  seen_at: number
  /** When the password or Google was last asked. */
  proved_at: number
}

export interface PictureRow {
  user_id: string
  type: string
  base64: string
  hash: string
}

/** Failed sign-ins and other counted attempts, per account and per address, until the window ends. */
export interface AttemptRow {
  key: string
  count: number
  until: number
}
