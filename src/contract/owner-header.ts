/**
 * The header that names the user for whom a call is meant. Another tab may have signed in as another user meanwhile, and the browser sends
 * the cookie of that user with every call.
 */
export const ownerHeader = 'taskdeck-user'
