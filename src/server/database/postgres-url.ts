const addressForm = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/

/**
 * The URLs of the servers that a URL names, one each: `postgres://user@a:5432,b:5432/name` names two, as it does for psql.
 * Throws an Error that completes the sentence "DATABASE_URL=value …".
 */
export function serverUrls(url: string): string[] {
  const [, start = '', hosts = '', end = ''] = addressForm.exec(url) ?? []
  const names = hosts.split(',')
  const urls = names.map((host) => `${start}${host}${end}`)
  if (!start || !urls.every((each) => URL.canParse(each))) {
    throw new Error('must be postgres://user:password@host:port/name, with a comma between several host:port')
  }
  if (names.length > 1 && names.includes('')) throw new Error('must name a host before and after each comma')
  if (new Set(names).size < names.length) throw new Error('must name each host once')
  const wanted = new URL(urls[0] ?? '').searchParams.get('target_session_attrs')
  if (wanted && wanted !== 'read-write' && wanted !== 'primary') {
    throw new Error('must not ask for a server that refuses writes: remove target_session_attrs')
  }
  return urls
}

/** The hosts that a URL names, for messages. */
export const hostsIn = (url: string): string => addressForm.exec(url)?.[2] ?? ''
