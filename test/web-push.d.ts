/** The parts of web-push that the tests compare ours with. */
declare module 'web-push' {
  interface Subscription {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  const webPush: {
    encrypt(p256dh: string, auth: string, text: string, coding: 'aes128gcm'): { cipherText: Buffer }
    generateRequestDetails(
      subscription: Subscription,
      text: string,
      options: {
        TTL: number
        urgency: string
        contentEncoding: 'aes128gcm'
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
      },
    ): { headers: Record<string, string> & { Authorization: string } }
  }
  export default webPush
}
