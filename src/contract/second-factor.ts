/** The sizes and times of the second factor. */
export const secondFactor = {
  digits: 6,
  stepSeconds: 30,
  recoveryCodes: 10,
  /** When this many recovery codes are left, the settings suggest to make new ones. */
  fewRecoveryCodes: 3,
  trustDays: 30,
  /** How long a sign-in waits for its code. */
  signInMinutes: 10,
} as const
