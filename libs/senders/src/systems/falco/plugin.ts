import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels, tags, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const FIELDS = 'output_fields';
const host = text('hostname');
const container = text(
  `${FIELDS}["k8s.pod.name"]`,
  `${FIELDS}["container.name"]`,
  `${FIELDS}["container.id"]`,
);

/** The fields that users add to the output. Falco's own have a point in their name: `proc.name`. */
function addedFields(alarm: Alarm): Labels | undefined {
  const added = Object.entries(labels(FIELDS)(alarm) ?? {}).filter(([name]) => !name.includes('.'));
  return added.length === 0 ? undefined : Object.fromEntries(added);
}

/** The HTTP output of Falco and Falcosidekick. It reports no recoveries. */
export const falco: Plugin = {
  plugin_id: 'falco',
  version: '1.1.0',
  name: 'Falco',
  provider: 'falco',
  docs: loadGuide('systems/falco'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/falco'),
  recognises: recogniseAny(
    recogniseBy('output', 'priority', 'rule', 'output_fields'),
    recogniseBy('output', 'priority', 'rule', 'time'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('rule', 'output')),
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
    labels: allLabels(
      tags('tags'),
      addedFields,
      labelled({
        source: text('source'),
        container_name: text(`${FIELDS}["container.name"]`),
        pod: text(`${FIELDS}["k8s.pod.name"]`),
      }),
    ),
    additional_info: {
      priority: text('priority'),
      uuid: text('uuid'),
      output_fields: value(FIELDS),
    },
    additional_info_0_2: { source: text('source'), tags: value('tags') },
  }),
};
