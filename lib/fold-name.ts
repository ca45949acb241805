/** Returns a name as it is compared: without case, accents and surrounding space. */
export const foldName = (name: string) => name.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
