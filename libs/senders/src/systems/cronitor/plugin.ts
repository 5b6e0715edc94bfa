import { loadGuide, loadSamples } from '../../assets.js';
import { isObject } from '#shared/kernel/json.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { newestOnly } from '../../vocabulary/newest-only.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';

const statedType = word<EventType | Ignored>(
  {
    alert: 'ALERT',
    failure: 'ALERT',
    failing: 'ALERT',
    recovery: 'RECOVERY',
    recovered: 'RECOVERY',
    test: ignored('a test alert'),
  },
  'type',
  'event_type',
  'event',
  'state',
);
/** Derives the type from the first line of the description, for bodies of the time before there was a `type`. */
function deriveDescribedType(alarm: Alarm): EventType | undefined {
  if (text('type')(alarm) !== undefined) return undefined;
  const line = text('description')(alarm)?.split('\n', 1)[0]?.slice(0, 500) ?? '';
  if (/\bfail(?:s|ed|ing|ures?)?\b|\bnot\b/i.test(line)) return 'ALERT';
  return /^all\b.* (?:is|are) passing\b|\bha(?:s|ve) recovered\b/i.test(line) ? 'RECOVERY' : undefined;
}

const monitorName = text('monitor', 'name', 'monitor_name', 'id');

/** Reads the environment from its line of the description: `Environment: Production`. */
const describedEnvironment = (alarm: Alarm): string | undefined =>
  /^Environment: *(\S.*)$/m.exec(text('description')(alarm)?.slice(0, 2_000) ?? '')?.[1];

const recogniseOld = recogniseBy(
  ['id', /^\w+$/],
  ['monitor', /./],
  ['rule', /^[a-z]+(?:_[a-z]+)+$/],
  'description',
);

/** The webhook of Cronitor. */
export const cronitor: Plugin = {
  plugin_id: 'cronitor',
  version: '1.1.0',
  name: 'Cronitor',
  provider: 'cronitor',
  docs: loadGuide('systems/cronitor'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/cronitor'),
  recognises: recogniseAny(
    recogniseBy('id', 'monitor', ['type', /^(?:alert|recovery)$/i], 'rule'),
    recogniseBy('monitor', ['type', /^(?:alert|recovery)$/i], 'description'),
    (delivery) => (isObject(delivery.body) && 'type' in delivery.body ? 0 : recogniseOld(delivery)),
    recogniseBy({ header: 'user-agent', pattern: /cronitor/i }),
  ),
  parse: createParser({
    alarms: wholeBody('monitor', 'id', 'type'),
    expects: {
      body: 'the body of a Cronitor webhook: an object with `id` and `type`',
      identity: '`id` or `monitor`',
      state: '`type` Alert or Recovery, or a description that says it',
    },
    event_key: firstOf(text('id', 'monitor_id', 'monitor', 'code'), monitorName),
    event_type: firstOf<EventType | Ignored>(statedType, newestOnly(deriveDescribedType)),
    title: joined(': ', monitorName, (alarm) => text('description')(alarm)?.split('\n')[0]),
    description: text('description', 'message'),
    severity: severity('severity'),
    state: () => 'FAILING',
    rule: text('rule'),
    resource: resource('monitor', monitorName, text('id', 'monitor')),
    provider: () => 'cronitor',
    occurred_at: instant('timestamp', 'time', 'stamp'),
    labels: allLabels(
      tags('tags'),
      labelled({
        environment: firstOf(text('environment', 'env'), describedEnvironment),
        group: text('group'),
        host: text('host'),
      }),
    ),
    links: { source: link('issue_url', 'monitor_url', 'url') },
    additional_info_0_2: {
      environment: text('environment', 'env'),
      group: text('group'),
      rule: text('rule'),
      host: text('host'),
      issue_url: link('issue_url', 'monitor_url', 'url'),
    },
  }),
};
