import type { PluginOutcome, PluginSample } from '../plugin.js';
import { letOthersRun } from '#shared/kernel/let-others-run.js';
import { mapBodyTexts } from './map-body-texts.js';

/** A long text, such as a message, is not an identifier; its words may be. */
const MAX_TEXT_LENGTH = 120;
const MIN_WORD_LENGTH = 3;

/** Parses the samples of a group with some texts replaced. */
type ParseMarked = (texts: readonly string[]) => readonly (readonly PluginOutcome[])[];

/**
 * Returns texts of samples from which the keys of their alarms are made: with all of them replaced each alarm has another key,
 * and is otherwise what it was. Texts are tried one after the other, by parsing. Returns `undefined` if there are no such texts.
 * Each trial is short, and others may run in between.
 * @param samples those of one incident, which share keys
 * @param preferred texts to try first
 */
export async function findIdentifyingTexts(
  samples: readonly PluginSample[],
  preferred: readonly string[],
  parseMarked: ParseMarked,
): Promise<readonly string[] | undefined> {
  const before = parseMarked([]).map(summarise);
  let texts: readonly string[] = [];
  let unchanged = countUnchanged(before, before);
  if (unchanged === 0) return texts;
  for (const candidate of new Set([...preferred, ...listCandidates(samples, before.flat())])) {
    await letOthersRun();
    const more = [...texts, candidate];
    const after = parseMarked(more).map(summarise);
    if (!isSameButForKeys(before, after)) continue;
    const left = countUnchanged(before, after);
    if (left < unchanged) [texts, unchanged] = [more, left];
    if (unchanged === 0) return texts;
  }
  return undefined;
}

interface Summary {
  readonly key: string | undefined;
  /** What must stay as it is. */
  readonly rest: string;
}

function summarise(outcomes: readonly PluginOutcome[]): readonly Summary[] {
  return outcomes.map((one) => {
    if (one.outcome === 'EVENT') {
      const { event_key, event_type, severity, state } = one.event;
      return { key: event_key, rest: [one.outcome, event_type, severity, state].join() };
    }
    if (one.outcome !== 'ACKNOWLEDGED') return { key: undefined, rest: one.outcome };
    const { event_key, acknowledged } = one.acknowledgement;
    return { key: event_key, rest: `${one.outcome},${acknowledged}` };
  });
}

type Summaries = readonly (readonly Summary[])[];

function countUnchanged(before: Summaries, after: Summaries): number {
  const keys = before.flat().map(({ key }) => key);
  return after.flat().filter(({ key }, index) => key !== undefined && key === keys[index]).length;
}

/** Returns whether alarms with the same key still have the same key, alarms with different keys have different ones. */
function isSameButForKeys(before: Summaries, after: Summaries): boolean {
  const [old, young] = [before.flat(), after.flat()];
  const keys = new Map(old.map(({ key }, index) => [key, young[index]?.key]));
  return (
    before.every((each, index) => each.length === after[index]?.length) &&
    old.every(({ key, rest }, index) => rest === young[index]?.rest && keys.get(key) === young[index]?.key) &&
    new Set(keys.values()).size === keys.size
  );
}

/** Lists texts of the bodies, first those that occur in a key, then single words of them. */
function listCandidates(samples: readonly PluginSample[], summaries: readonly Summary[]): readonly string[] {
  const texts = new Set<string>();
  for (const { body, content_type = 'application/json', headers = {} } of samples) {
    const collect = (text: string) => {
      texts.add(text.trim());
      return text;
    };
    mapBodyTexts(body, content_type, collect);
    for (const [name, value] of Object.entries(headers)) if (name !== 'content-type') collect(value);
  }
  const keys = summaries.flatMap(({ key }) => (key === undefined ? [] : [key]));
  const isInKey = (text: string) => keys.some((key) => key.includes(text));
  const whole = [...texts].filter((text) => text !== '' && text.length <= MAX_TEXT_LENGTH);
  // An address with another scheme is no link.
  const words = [...texts]
    .flatMap((text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [])
    .filter((word) => !/^https?$/i.test(word));
  const longWords = words.filter((word) => word.length >= MIN_WORD_LENGTH);
  return [...[...whole, ...words].filter(isInKey), ...whole, ...longWords];
}
