import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';

const check = text('check.metadata.name', 'check.name');
const entity = text(
  'entity.metadata.name',
  'entity.name',
  'client.name',
  'client',
  'check.proxy_entity_name',
  'check.source',
);
const namespace = text('entity.metadata.namespace', 'check.metadata.namespace');
const status = text('check.status');

/** Derives the type from the action of Sensu Core, or from the exit status of the check, which is all that Sensu Go sends. */
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const action = text('action')(alarm);
  if (action === 'resolve') return 'RECOVERY';
  if (action === 'flapping' || text('check.state')(alarm) === 'flapping')
    return ignored('the check is flapping');
  const exitStatus = status(alarm);
  if (exitStatus === undefined) return action === 'create' ? 'ALERT' : undefined;
  return Number(exitStatus) === 0 ? 'RECOVERY' : 'ALERT';
}

const ANNOTATIONS = ['check.metadata.annotations', 'metadata.annotations', 'entity.metadata.annotations'];
/** Returns the paths of an annotation of Sensu Go, and of the attribute of a check of Sensu Core. */
const annotationPaths = (...names: readonly string[]): string[] =>
  names.flatMap((name) => [...ANNOTATIONS.map((at) => `${at}.${name}`), `check.${name}`]);

const SEVERITIES: Readonly<Record<string, Severity>> = { 0: 'INFO', 1: 'WARNING', 2: 'CRITICAL' };

/** Events of Sensu Go and Sensu Core that a handler posts. */
export const sensu: Plugin = {
  plugin_id: 'sensu',
  version: '1.1.0',
  name: 'Sensu',
  provider: 'sensu',
  docs: loadGuide('systems/sensu'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/sensu'),
  recognises: recogniseAny(
    recogniseBy('entity.metadata.name', 'check.metadata.name', 'check.status'),
    recogniseBy('client.name', 'check.name', 'check.status', 'check.output'),
    recogniseBy('[0].entity.metadata.name', '[0].check.metadata.name', '[0].check.status'),
    recogniseBy('[0].client.name', '[0].check.name', '[0].check.status'),
    recogniseBy('client', 'check.name', 'check.status', 'action'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('check')),
    expects: {
      body: 'an event of Sensu (an object with `check`)',
      identity: 'the names of entity and check',
      state: '`check.status` or `action`',
    },
    event_key: (alarm) =>
      check(alarm) === undefined ? undefined : joined('/', namespace, entity, check)(alarm),
    event_type: deriveEventType,
    title: joined(' on ', check, entity),
    description: text('check.output', 'check.notification'),
    severity: (alarm) => {
      const exitStatus = status(alarm);
      return exitStatus === undefined ? undefined : (SEVERITIES[exitStatus] ?? 'NOT_AVAILABLE');
    },
    rule: check,
    resource: resource('entity', entity),
    provider: () => 'sensu',
    account: namespace,
    occurred_at: instant('timestamp', 'check.executed', 'check.issued'),
    labels: allLabels(
      labels('check.metadata.labels'),
      labels('metadata.labels'),
      labels('entity.metadata.labels'),
      // Attributes that users give to clients and checks of Sensu Core.
      labelled({
        environment: text('client.environment', 'check.environment'),
        team: text('check.team', 'client.team'),
      }),
    ),
    links: {
      runbook: link(...annotationPaths('runbook_url', 'runbook', 'playbook')),
      dashboard: link(...annotationPaths('dashboard_url', 'dashboard')),
    },
    additional_info: {
      status: value('check.status'),
      state: text('check.state'),
      action: text('action'),
      occurrences: value('check.occurrences', 'occurrences'),
      address: text('client.address', 'entity.system.network.interfaces[0].addresses[0]'),
      command: text('check.command'),
      annotations: value('check.metadata.annotations'),
    },
    additional_info_0_2: { labels: value('check.metadata.labels') },
  }),
};
