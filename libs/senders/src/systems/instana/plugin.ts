import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, furtherMembers, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const kind = text('issue.type');
const STATES: Readonly<Record<string, EventType>> = {
  open: 'ALERT',
  closed: 'RECOVERY',
  closing: 'RECOVERY',
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  '10': 'CRITICAL',
  '5': 'WARNING',
  '-1': 'INFO',
  '0': 'INFO',
};

/** Derives the type. Changes (a deployment, a host going online or offline) have no state and are ignored. */
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const state = word(STATES, 'issue.state')(alarm);
  if (state !== undefined) return state;
  return /^(?:change|online|offline|presence|none)$/i.test(kind(alarm) ?? '')
    ? ignored(`${kind(alarm) ?? ''}: a change, no issue`)
    : undefined;
}

/** The generic webhook of IBM Instana. */
export const instana: Plugin = {
  plugin_id: 'instana',
  version: '1.1.0',
  name: 'IBM Instana',
  provider: 'instana',
  docs: loadGuide('systems/instana'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/instana'),
  recognises: recogniseAny(
    recogniseBy(
      ['issue.type', /^(?:issue|incident|change|online|offline|presence)$/i],
      'issue.start',
      'issue.text',
    ),
    recogniseBy('issue.severity', 'issue.entityLabel', 'issue.state'),
    recogniseBy('issue.id', ['issue.state', /^(?:OPEN|CLOSED)$/], 'issue.end'),
  ),
  parse: createParser({
    alarms: wholeBody('issue'),
    expects: {
      body: 'a webhook of Instana (an object with `issue`)',
      identity: '`issue.id`',
      state: '`issue.state` OPEN or CLOSED',
    },
    event_key: firstOf(
      text('issue.id'),
      joined('/', text('issue.entityLabel', 'issue.fqdn'), text('issue.text', 'issue.problem')),
    ),
    event_type: deriveEventType,
    title: text('issue.text', 'issue.problem', 'issue.id'),
    description: text('issue.suggestion', 'issue.detail'),
    severity: word(SEVERITIES, 'issue.severity'),
    rule: text('issue.text'),
    resource: firstOf(
      resource('entity', text('issue.entityLabel'), text('issue.fqdn', 'issue.entityLabel')),
      resource('host', text('issue.fqdn')),
      resource('container', text('issue.container', 'issue.containerNames')),
      resource('service', text('issue.service', 'issue.application')),
    ),
    provider: () => 'instana',
    account: text('issue.zone', 'issue.availabilityZone'),
    started_at: instant('issue.start'),
    occurred_at: instant('issue.end'),
    resolved_at: instant('issue.end'),
    labels: allLabels(
      tags('issue.customPayloads'),
      tags('issue.tags'),
      labelled({ service: text('issue.service'), application: text('issue.application') }),
    ),
    links: { source: link('issue.link') },
    additional_info: {
      type: kind,
      severity: value('issue.severity'),
      entity: text('issue.entity'),
      customPayloads: furtherMembers('issue.customPayloads'),
    },
    additional_info_0_2: {
      fqdn: text('issue.fqdn'),
      zone: text('issue.zone'),
      tags: value('issue.tags'),
      service: text('issue.service'),
      customPayloads: value('issue.customPayloads'),
      link: link('issue.link'),
    },
  }),
};
