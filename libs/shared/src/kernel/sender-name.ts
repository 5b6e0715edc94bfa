import { toPlainLine, truncateCharacters } from './clean-text.js';

/** A longer name would push the one behind it out of the messages that show both. */
const MAX_NAME_CHARACTERS = 100;

/**
 * Returns the name that is shown for somebody who acted in another system, with the name of the webhook or subscription that
 * said so. Users who are authenticated have names without spaces, so none of them can be mistaken for it.
 * @param actor as the other system wrote it, which may write any name
 */
export function formatSenderName(actor: string | null, via: string): string {
  const name = truncateCharacters(toPlainLine(actor ?? ''), MAX_NAME_CHARACTERS);
  return name === '' ? `via ${via}` : `${name} (via ${via})`;
}
