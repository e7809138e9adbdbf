/** The limits of what a CalDAV client chooses for a task: the name of its resource, its UID, and the properties that Taskdeck does not know. */
export const caldavLimits = { name: 255, uid: 255, keptBytes: 32 * 1024 } as const
