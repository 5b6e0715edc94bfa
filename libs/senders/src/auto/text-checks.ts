import { parseStateWord } from './state-word.js';

export const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
export const isId = (text: string): boolean =>
  /^\{?[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{24,}$|^\d+$/i.test(text) || text.length < 2;
export const isNumeric = (text: string): boolean => /^[-+\d.,]+ ?%?$/.test(text);
/** Matches the kind of a message, such as `check.down` or `INCIDENT_OPEN`, which is not a title. */
export const isEventKind = (text: string): boolean =>
  /^[A-Za-z]+(?:[._:-][A-Za-z]+)+$/.test(text) && parseStateWord(text)?.strong === true;
/** Matches a single word for a state, such as `firing` or `OK`, or a boolean. */
export const isStateWord = (text: string): boolean =>
  !text.includes(' ') && (/^(?:true|false|yes|no)$/i.test(text) || parseStateWord(text)?.strong === true);
