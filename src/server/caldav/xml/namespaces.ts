/** The namespaces of requests and responses, with the prefixes that responses use. */
export const namespaces = {
  D: 'DAV:',
  C: 'urn:ietf:params:xml:ns:caldav',
  CS: 'http://calendarserver.org/ns/',
  A: 'http://apple.com/ns/ical/',
} as const

export const dav = namespaces.D
export const caldav = namespaces.C
