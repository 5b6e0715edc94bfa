import { loadGuide, loadSamples } from '../assets.js';
import type { Plugin, PluginDelivery, PluginOptions, PluginOutcome } from '../plugin-api/plugin.js';
import { findUnknownAlarms } from './find-unknown-alarms.js';
import { parseUnknownAlarm } from './parse-unknown-alarm.js';
import { parseRecognised, recognise } from './recognise.js';
import { parsePlainText } from './parse-plain-text.js';

/**
 * Builds plugin `auto`, for webhooks without a particular plugin. It dispatches to the plugin of a recognised sender, and
 * parses any other delivery by the field names that monitoring tools share.
 * @param senders the latest version of every plugin that it may dispatch to
 */
export function createAuto(senders: readonly Plugin[]): Plugin {
  const answering = senders.filter(({ answer }) => answer !== undefined);
  const confirming = senders.filter(({ confirm }) => confirm !== undefined);
  return {
    plugin_id: 'auto',
    version: '1.0.0',
    name: 'Automatic',
    provider: 'tocsin',
    docs: loadGuide('auto'),
    optionsSchema: {
      type: 'object',
      properties: {
        heuristics_only: {
          type: 'boolean',
          default: false,
          description: 'Recognise no sender: read everything by the names that monitoring tools share.',
        },
      },
      additionalProperties: false,
    },
    samples: loadSamples('auto'),
    headers: [...new Set(senders.flatMap(({ headers = [] }) => (headers === 'ALL' ? [] : headers)))],
    parse: (delivery, options) => parse(senders, delivery, options),
    answer: (delivery, receipt, options) =>
      findRecognised(answering, senders, delivery, options)?.answer?.(delivery, receipt, {}),
    confirm: (delivery) => findRecognised(confirming, senders, delivery, {})?.confirm?.(delivery),
    preflight: (request) => firstResult(senders, (plugin) => plugin.preflight?.(request)),
    takesEmptyBody: (path_suffix) => senders.some((plugin) => plugin.takesEmptyBody?.(path_suffix) === true),
  };
}

/** Returns the plugin with the highest confidence, if it is among the candidates. Those are asked first: mostly none of them matches. */
function findRecognised(
  candidates: readonly Plugin[],
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  options: PluginOptions,
): Plugin | undefined {
  if (options['heuristics_only'] === true || recognise(candidates, delivery).length === 0) return undefined;
  const bestMatch = recognise(senders, delivery)[0]?.plugin;
  return bestMatch !== undefined && candidates.includes(bestMatch) ? bestMatch : undefined;
}

function firstResult<T>(senders: readonly Plugin[], call: (plugin: Plugin) => T | undefined): T | undefined {
  for (const plugin of senders) {
    const answer = call(plugin);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function parse(
  senders: readonly Plugin[],
  delivery: PluginDelivery,
  options: PluginOptions,
): readonly PluginOutcome[] {
  const { body } = delivery;
  if (options['heuristics_only'] !== true) {
    for (const recognised of recognise(senders, delivery)) {
      const outcomes = parseRecognised(recognised, delivery);
      if (outcomes !== undefined) return outcomes;
    }
  }
  if (typeof body === 'string' && body.trim() !== '') return [parsePlainText(body, delivery)];
  const found = findUnknownAlarms(body);
  if (found === undefined)
    return [{ outcome: 'ERROR', pointer: '', reason: 'expected an object or a list of objects' }];
  return found.length === 0
    ? [{ outcome: 'IGNORED', pointer: '', reason: 'the list of alarms is empty' }]
    : found.map((alarm) => parseUnknownAlarm(alarm, delivery));
}
