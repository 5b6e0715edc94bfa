import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const FIELDS = 'output_fields';
const host = text('hostname');
const container = text(
  `${FIELDS}["k8s.pod.name"]`,
  `${FIELDS}["container.name"]`,
  `${FIELDS}["container.id"]`,
);

/** The HTTP output of Falco and Falcosidekick. It reports no recoveries. */
export const falco: Plugin = {
  plugin_id: 'falco',
  version: '1.0.0',
  name: 'Falco',
  provider: 'falco',
  docs: guideOf('systems/falco'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/falco'),
  recognises: anyShape(
    shaped('output', 'priority', 'rule', 'output_fields'),
    shaped('output', 'priority', 'rule', 'time'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('rule', 'output')),
    expects: {
      body: 'an alert of Falco (an object with `rule` and `output`)',
      identity: '`rule` or `output`',
      state: 'an alert',
    },
    event_key: firstOf(
      (alarm) =>
        text('rule')(alarm) === undefined ? undefined : joined('/', text('rule'), host, container)(alarm),
      text('output'),
    ),
    event_type: () => 'ALERT',
    title: joined(': ', text('rule'), firstOf(host, container)),
    description: text('output'),
    severity: severity('priority'),
    rule: text('rule'),
    resource: firstOf(resource('host', host), resource('container', container)),
    provider: () => 'falco',
    account: text(`${FIELDS}["k8s.ns.name"]`, `${FIELDS}["k8smeta.ns.name"]`),
    occurred_at: instant('time', `${FIELDS}["evt.time"]`, `${FIELDS}["evt.time.iso8601"]`),
    additional_info: {
      priority: text('priority'),
      source: text('source'),
      tags: value('tags'),
      uuid: text('uuid'),
      output_fields: value(FIELDS),
    },
  }),
};
