/** The session at a provider with which one here began, as it is stored beside that one. */
export interface ProviderSession {
  issuer: string
  subject: string
  sid: string | null
  id_token: string | null
}

type Columns = { [K in keyof ProviderSession]: string | null }

const none: Columns = { issuer: null, subject: null, sid: null, id_token: null }

/** The columns of a session that began at a provider, or otherwise. */
export const columnsOf = (began: ProviderSession | undefined): Columns =>
  began ? { issuer: began.issuer, subject: began.subject, sid: began.sid, id_token: began.id_token } : none

export const providerSessionOf = ({ issuer, subject, sid, id_token }: Columns): ProviderSession | undefined =>
  issuer === null || subject === null ? undefined : { issuer, subject, sid, id_token }
