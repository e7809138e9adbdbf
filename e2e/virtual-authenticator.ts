import type { Page } from '@playwright/test'

/** A device that keeps passkeys and verifies its user, as far as Chromium plays one. It answers every question at once while it is present. */
export async function virtualAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: false },
    },
  })
  return {
    setPresent: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    passkeys: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** Sets the counter back, as a copy of a passkey has it. */
    async setBack() {
      const [credential] = (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials
      if (!credential) throw new Error('The authenticator has no passkey')
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
    },
  }
}
