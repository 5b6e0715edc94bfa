import type { PluginDelivery } from '../plugin-api/plugin.js';
import { stableTitleOf0_2 } from './subject-0-2.js';
import { FILLERS, STATES } from './subject-words.js';
import { VARYING } from './varying-figures.js';

/** Longer text is cut, because the patterns take quadratic time for runs of blanks and dots. */
const MAX_LENGTH = 1_000;
const ADDRESS = /(https?:\/\/[^\s<>"')\]}]{1,900})/i;
const EMOJI = /\p{Extended_Pictographic}|\uFE0F|(?<!\w):[a-z_]{2,30}:(?!\w)/gu;
/** Stands for a figure until the preposition before it is known to be needless: `for 5 minutes`. */
const CUT = '\u0000';
const CUT_FIGURES =
  /(?:(?<!\p{L})(?:for|since|after|at|on|in|within|seit|nach|um|am|vor|depuis|après|à|desde|a las|dopo|alle|sinds|через|после) )?\u0000/giu;
/** `1 error` is the same problem as `12 errors`. */
const ONE_COUNTED =
  /(?<![\p{L}\p{N}_.:/@-]|\p{L} )1 (error|alert|message|node|pod|host|server|replica|connection|request|job|failure|attempt|event|file|device|packet|issue|problem|incident|warning|exception|task)(?![\p{L}\p{N}_-])/giu;
const ALARM_COUNTER = /(?<=\b(?:FIRING|RESOLVED)):\d{1,6}/g;
const EMPTY_BRACKETS = /[[(（【「《][\s:：,;|]*[\])）】」》]/g;

/** Returns the words of a title that are the same while an alarm fires and when it is resolved, and in each of its reports. */
export function stableTitle(title: string): string {
  const parts = title
    .slice(0, MAX_LENGTH)
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : cutFigures(part)));
  const subject = tidy(parts.map((part, index) => (index % 2 === 1 ? part : cutWords(part))).join(''));
  // A title that consists only of states keeps them.
  return subject || tidy(parts.join('').replaceAll(ALARM_COUNTER, '')) || title;
}

/** Removes what is left around the words that were cut: empty brackets, punctuation, blanks. */
function tidy(text: string): string {
  return text
    .replaceAll(EMPTY_BRACKETS, ' ')
    .replaceAll(/(^|\s)[^\p{L}\p{N}\s]+(?=\s|$)/gu, '$1')
    .replaceAll(/(?<![\s:;,.!|-])[\s:;,.!|-]+$|^[\s:;,.!|-]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns {@link stableTitle} as the version of the plugin that parses the delivery knows it. */
export function stableTitleFor({ words }: Pick<PluginDelivery, 'words'>, title: string): string {
  return words === '0.2' ? stableTitleOf0_2(title) : stableTitle(title);
}

/** No sentence has more figures. A text with more of them is left as it is. */
const MAX_FIGURES = 60;

/** Cuts what is measured, counted or dated. Figures that tell things apart stay: `db-1:9100`, `OSD: 12`, `Disk 0.1`. */
export function cutFigures(text: string): string {
  const figureCount = text.match(/\d+/g)?.length ?? 0;
  if (figureCount === 0 || figureCount > MAX_FIGURES) return text;
  const several = text.replaceAll(ONE_COUNTED, '2 $1s');
  return VARYING.reduce((rest, [, pattern]) => rest.replaceAll(pattern, CUT), several).replaceAll(
    CUT_FIGURES,
    ' ',
  );
}

function cutWords(text: string): string {
  return STATES.reduce(
    (rest, pattern) => rest.replaceAll(pattern, ' '),
    text.replaceAll(EMOJI, ' '),
  ).replaceAll(FILLERS, ' ');
}
