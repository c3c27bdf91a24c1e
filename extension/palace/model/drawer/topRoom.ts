/** The room of the files in a wing's root itself. */
export const topRoom = 'general';
