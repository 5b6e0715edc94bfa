import { parseDelivery } from '../parse-delivery.js';
import { createSampleDelivery, SAMPLE_RECEIVED_AT } from '../check-sample.js';
import { runsHere, type AnyPlugin, type Plugin, type PluginOutcome, type PluginSample } from '../plugin.js';
import { findIdentifyingTexts } from './find-identifying-texts.js';
import { letOthersRun } from '#shared/kernel/let-others-run.js';
import { mapBodyTexts } from './map-body-texts.js';
import { createMarking } from './mark-text.js';
import { findNewestTime, shiftTimes, type TimeShift } from './shift-times.js';

/**
 * Returns the samples of a plugin as its sender would post them now: the time of the newest alarm is the present, and with
 * another marker the alarms have other keys. With the same marker, samples of one incident have the same key.
 * A plugin that parses outside this process returns its samples as they are, because only parsing shows what identifies an alarm.
 * @param marker any text
 */
export async function freshenSamples(
  plugin: AnyPlugin,
  marker: string,
  now: Date,
): Promise<readonly PluginSample[]> {
  if (!runsHere(plugin)) return plugin.samples;
  const parsing = plugin as Plugin;
  const texts = await getIdentifyingTexts(parsing);
  const freshSamples: PluginSample[] = [];
  for (const sample of plugin.samples) {
    await letOthersRun();
    const fresh = markSample(moveTimes(parsing, sample, now), texts.get(sample) ?? [], marker);
    const outcomes = parseSample(parsing, fresh, now);
    const expected = sample.expect.map((each, index) => updateExpected(each, outcomes[index]));
    freshSamples.push({ ...fresh, expect: expected });
  }
  return freshSamples;
}

type IdentifyingTexts = Map<PluginSample, readonly string[]>;

const identifyingTexts = new WeakMap<Plugin, Promise<IdentifyingTexts>>();

/** The search parses each sample many times, so its result is kept. */
function getIdentifyingTexts(plugin: Plugin): Promise<IdentifyingTexts> {
  const known = identifyingTexts.get(plugin) ?? searchIdentifyingTexts(plugin);
  identifyingTexts.set(plugin, known);
  return known;
}

async function searchIdentifyingTexts(plugin: Plugin): Promise<IdentifyingTexts> {
  const found: IdentifyingTexts = new Map();
  const search = async (group: readonly PluginSample[], preferred: readonly string[]) => {
    const current = group.map((sample) => moveTimes(plugin, sample, SAMPLE_RECEIVED_AT));
    const texts = await findIdentifyingTexts(current, preferred, (tried) =>
      current.map((sample) => parseSample(plugin, markSample(sample, tried, 'probe'), SAMPLE_RECEIVED_AT)),
    );
    for (const sample of group) found.set(sample, texts ?? []);
    return texts;
  };
  for (const group of groupByIncident(plugin.samples)) {
    if ((await search(group, [])) !== undefined || group.length === 1) continue;
    // Some senders write the same alarm in several formats. What identifies it is then not the same text in all of them.
    const preferred = new Set<string>();
    for (const sample of group)
      for (const text of (await search([sample], [...preferred])) ?? []) preferred.add(text);
  }
  return found;
}

function groupByIncident(samples: readonly PluginSample[]): readonly (readonly PluginSample[])[] {
  const groups = Map.groupBy(samples, (sample) => sample.incident ?? sample);
  return [...groups.values()];
}

function moveTimes(plugin: Plugin, sample: PluginSample, now: Date): PluginSample {
  const shift = findShift(plugin, sample, now);
  return shift === undefined ? sample : rewriteSample(sample, (text) => shiftTimes(text, shift));
}

function markSample(sample: PluginSample, texts: readonly string[], marker: string): PluginSample {
  return texts.length === 0 ? sample : rewriteSample(sample, createMarking(texts, marker));
}

function rewriteSample(sample: PluginSample, rewrite: (text: string) => string): PluginSample {
  const { content_type = 'application/json', headers } = sample;
  return {
    ...sample,
    body: mapBodyTexts(sample.body, content_type, rewrite),
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, rewrite(value)])),
    }),
  };
}

/** Returns how to move the times of a sample. What counts is the time of its newest alarm; others may be in the future. */
function findShift(plugin: Plugin, sample: PluginSample, now: Date): TimeShift | undefined {
  const times = parseSample(plugin, sample, SAMPLE_RECEIVED_AT).flatMap((outcome) => {
    const { occurred_at } = getAlarm(outcome) ?? {};
    return occurred_at ? [occurred_at.getTime()] : [];
  });
  const from =
    times.length === 0 ? findNewestTime(sample.body, SAMPLE_RECEIVED_AT) : new Date(Math.max(...times));
  return from && { from, seconds: Math.floor((now.getTime() - from.getTime()) / 1000) };
}

function parseSample(plugin: Plugin, sample: PluginSample, received_at: Date): readonly PluginOutcome[] {
  return parseDelivery(plugin, { ...createSampleDelivery(sample), received_at }, sample.options ?? {});
}

function getAlarm(outcome: PluginOutcome | undefined) {
  if (outcome?.outcome === 'EVENT') return outcome.event;
  return outcome?.outcome === 'ACKNOWLEDGED' ? outcome.acknowledgement : undefined;
}

type ExpectedOutcome = PluginSample['expect'][number];

/** Returns the expected outcome with the values of the fresh sample, in the fields that it lists. */
function updateExpected(expected: ExpectedOutcome, outcome: PluginOutcome | undefined): ExpectedOutcome {
  if (expected.outcome === 'EVENT' && outcome?.outcome === 'EVENT')
    return { ...expected, event: pickListed(expected.event, outcome.event) };
  if (expected.outcome === 'ACKNOWLEDGED' && outcome?.outcome === 'ACKNOWLEDGED')
    return { ...expected, acknowledgement: pickListed(expected.acknowledgement, outcome.acknowledgement) };
  if (expected.outcome === 'IGNORED' && expected.note && outcome?.outcome === 'IGNORED' && outcome.note)
    return { ...expected, note: pickListed(expected.note, outcome.note) };
  return expected;
}

function pickListed<T extends object>(listed: Partial<T>, actual: T): Partial<T> {
  const names = Object.keys(listed) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, actual[name]])) as Partial<T>;
}
