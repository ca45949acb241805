/** Returns the names under which the tab saves what a person has typed about an application. */
export const draftNames = (id: string, person: string) => ({
  reply: `applications.reply.${id}.${person}`,
  note: `applications.note.${id}.${person}`,
  approval: `applications.approve.${id}.${person}`,
});
