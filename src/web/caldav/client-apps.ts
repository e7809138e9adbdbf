/** The apps that most people use, and where each takes an account. */
export const clientApps = [
  {
    name: 'Reminders on iPhone and iPad',
    where: 'Settings, Apps, Reminders, Reminders Accounts, Add Account, Other, Add CalDAV Account.',
  },
  {
    name: 'Reminders on a Mac',
    where: 'System Settings, Internet Accounts, Add Other Account, CalDAV account, with the account type Manual.',
  },
  { name: 'Tasks.org on Android', where: 'Settings, Add account, CalDAV.' },
  { name: 'Thunderbird', where: 'New Calendar, On the Network, with the user name and the server as its location.' },
] as const
