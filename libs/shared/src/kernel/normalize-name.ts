/** The most UTF-16 units of a name that is normalized: the time grows with the square of the length. */
const MAX_NAME_UNITS = 2_048;

/** Returns a name as it is stored and compared: NFC, and without blanks around it. One that is far too long stays as it is. */
export const normalizeName = (name: string): string =>
  name.length > MAX_NAME_UNITS ? name : name.normalize('NFC').trim();
