import { meaningOf } from './state-word.js';

export const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
export const isId = (text: string): boolean =>
  /^\{?[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{24,}$|^\d+$/i.test(text) || text.length < 2;
export const isFigure = (text: string): boolean => /^[-+\d.,]+ ?%?$/.test(text);
/** `check.down`, `INCIDENT_OPEN`: the kind of a message, which is no title. */
export const isKind = (text: string): boolean =>
  /^[A-Za-z]+(?:[._:-][A-Za-z]+)+$/.test(text) && meaningOf(text)?.strong === true;
/** `firing`, `OK`: a word of state alone, or a yes or no. */
export const isState = (text: string): boolean =>
  !text.includes(' ') && (/^(?:true|false|yes|no)$/i.test(text) || meaningOf(text)?.strong === true);
