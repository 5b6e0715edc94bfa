import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarms.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { readEvent } from './read-event.js';

const findEvents = eitherOf(listAt('$'), wholeBody());

/** Payloads that are already an event, or a list of events, with the field names of this service. */
export const direct: Plugin = {
  plugin_id: 'direct',
  version: '1.0.0',
  name: 'Direct',
  provider: 'tocsin',
  docs: guideOf('systems/direct'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: samplesOf('systems/direct'),
  recognises: anyShape(
    shaped('event_key', 'title'),
    shaped('event_key', 'event_type'),
    shaped('$[0].event_key', '$[0].title'),
    shaped('$[0].event_key', '$[0].event_type'),
    shaped('event_key', 'title', ['event_type', /^(?:alert|recovery|error)$/i]),
    shaped('$[0].event_key', '$[0].title', ['$[0].event_type', /^(?:alert|recovery|error)$/i]),
  ),
  parse({ body }): readonly PluginOutcome[] {
    const found = findEvents(body);
    if (found === undefined) {
      return [{ outcome: 'ERROR', pointer: '', reason: 'expected an event or a list of events' }];
    }
    return found.length === 0
      ? [{ outcome: 'IGNORED', pointer: '', reason: 'the list of events is empty' }]
      : found.map(readEvent);
  },
};
