import type { EventType } from '../../plugin-api/event.js';
import { parseStateWord } from '../../auto/state-word.js';
import { toEnglishName } from '../../auto/translations.js';
import { isRecoveryText } from '../../vocabulary/recovery-text.js';
import type { ChatMessage } from './parse-message.js';

const FIRING_WORD =
  /\b(?:firing|triggered|alerting|problem|critical|down|failed|failure|failing|offline|unhealthy|unreachable|outage|error|warning|degraded|exceeded|expir(?:es?|ing))\b/i;
const GOOD_EMOJI =
  /[✅🟢💚🆗👍]|:(?:white_check_mark|heavy_check_mark|large_green_circle|green_circle|green_heart|ok):/u;
const BAD_EMOJI =
  /[🔥🔴❌🚨⚠🟠🟡💥⛔🛑❗‼]|:(?:fire|x|red_circle|rotating_light|warning|boom|no_entry|bangbang|exclamation):/u;
export const STATE_FIELD =
  /^(?!prev|old|last)(?:.* )?(?:status|state|(?:event|message|alert) ?type|transition)$/i;

/** Derives the type from the first of these that gives one: a state field, the words of the title, its emoji, the colour. */
export function deriveEventType({ title = '', texts, fields, colour }: ChatMessage): EventType {
  for (const [name, text] of fields) {
    const isState = STATE_FIELD.test(name) || toEnglishName(name) === 'status';
    const meaning = isState ? parseStateWord(text) : undefined;
    if (meaning?.strong === true && (meaning.type === 'ALERT' || meaning.type === 'RECOVERY'))
      return meaning.type;
  }
  const [line = ''] = (texts[0] ?? '').split('\n');
  for (const text of [title, line]) {
    if (isRecoveryText(text)) return 'RECOVERY';
    if (GOOD_EMOJI.test(text) && !BAD_EMOJI.test(text)) return 'RECOVERY';
    if (FIRING_WORD.test(text) || BAD_EMOJI.test(text)) return 'ALERT';
  }
  return isGreen(colour) ? 'RECOVERY' : 'ALERT';
}

/** Returns whether a colour is green, which senders use for recoveries: `good`, `green`, `#2eb886`, `65280`. */
function isGreen(colour: string | undefined): boolean {
  if (colour === undefined) return false;
  if (/^(?:good|green)$/i.test(colour)) return true;
  const hex = /^\d+$/.test(colour) && colour.length > 6 ? undefined : /^#?([0-9a-f]{6})$/i.exec(colour)?.[1];
  const number =
    /^\d{1,8}$/.test(colour) && !colour.startsWith('0') && Number(colour) <= 0xffffff
      ? Number(colour)
      : undefined;
  const rgb =
    number !== undefined && !colour.startsWith('#')
      ? number
      : hex === undefined
        ? undefined
        : Number.parseInt(hex, 16);
  if (rgb === undefined) return false;
  const [red, green, blue] = [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff];
  return green > red * 1.3 && green > blue * 1.15;
}
