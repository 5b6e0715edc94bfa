import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { parseEvent } from './parse-event.js';

const findEvents = eitherOf(listAt('$'), wholeBody());

/** Payloads that are already an event, or a list of events, with the field names of this service. */
export const direct: Plugin = {
  plugin_id: 'direct',
  version: '1.1.0',
  name: 'Direct',
  provider: 'tocsin',
  docs: loadGuide('systems/direct'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: loadSamples('systems/direct'),
  recognises: recogniseAny(
    recogniseBy('event_key', 'title'),
    recogniseBy('event_key', 'event_type'),
    recogniseBy('$[0].event_key', '$[0].title'),
    recogniseBy('$[0].event_key', '$[0].event_type'),
    recogniseBy('event_key', 'title', ['event_type', /^(?:alert|recovery|error)$/i]),
    recogniseBy('$[0].event_key', '$[0].title', ['$[0].event_type', /^(?:alert|recovery|error)$/i]),
  ),
  parse({ body, words }): readonly PluginOutcome[] {
    const found = findEvents(body);
    if (found === undefined) {
      return [{ outcome: 'ERROR', pointer: '', reason: 'expected an event or a list of events' }];
    }
    return found.length === 0
      ? [{ outcome: 'IGNORED', pointer: '', reason: 'the list of events is empty' }]
      : found.map((alarm) => parseEvent(alarm, words));
  },
};
