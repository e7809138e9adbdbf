/** Days after which tasks and files in the trash are deleted permanently. */
export const trashDays = 30
