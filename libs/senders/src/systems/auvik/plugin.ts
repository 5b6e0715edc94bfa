import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';
import { labelled } from '../../vocabulary/labels.js';

/** Auvik's severities run from 1 (emergency) to 4 (informational). */
const SEVERITIES: Vocabulary<Severity> = {
  1: 'CRITICAL',
  2: 'CRITICAL',
  3: 'WARNING',
  4: 'INFO',
  emergency: 'CRITICAL',
  critical: 'CRITICAL',
  warning: 'WARNING',
  informational: 'INFO',
  unknown: 'NONE',
};
const STATES: Vocabulary<EventType | Ignored> = {
  0: 'ALERT',
  1: 'RECOVERY',
  triggered: 'ALERT',
  created: 'ALERT',
  cleared: 'RECOVERY',
  resolved: 'RECOVERY',
  paused: ignored('the alert was paused'),
  unpaused: ignored('the alert was unpaused'),
  dismissed: ignored('the alert was dismissed'),
  undismissed: ignored('the dismissal was undone'),
};

/** The webhook of Auvik. */
export const auvik: Plugin = {
  plugin_id: 'auvik',
  version: '1.1.0',
  name: 'Auvik',
  provider: 'auvik',
  docs: loadGuide('systems/auvik'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/auvik'),
  recognises: recogniseAny(
    recogniseBy('alertStatus', 'alertStatusString', 'correlationId', 'companyId'),
    recogniseBy('alertId', 'alertStatus', 'entityName', 'alertSeverity'),
  ),
  parse: createParser({
    alarms: wholeBody('alertId', 'correlationId', 'alertStatus', 'alertStatusString'),
    expects: {
      body: 'the body of an Auvik webhook: an object with `correlationId` and `alertStatus`',
      identity: '`correlationId` or `alertId`',
      state: '`alertStatus` 0 or 1, or `alertStatusString` Triggered or Cleared',
    },
    event_key: text('correlationId', 'alertId'),
    event_type: word(STATES, 'alertStatus', 'alertStatusString'),
    title: text('alertName', 'subject'),
    description: text('alertDescription', 'subject'),
    severity: firstOf(word(SEVERITIES, 'alertSeverityString'), word(SEVERITIES, 'alertSeverity')),
    rule: text('alertName'),
    resource: (alarm) => {
      const found = resource('device', text('entityName'), text('entityId', 'entityName'))(alarm);
      return found && { ...found, resource_type: text('entityType')(alarm) ?? 'device' };
    },
    provider: () => 'auvik',
    account: text('companyId', 'companyName'),
    occurred_at: instant('date'),
    labels: labelled({ company: text('companyName') }),
    links: { source: link('link') },
    additional_info: {
      alertStatusString: text('alertStatusString'),
      alertSeverityString: text('alertSeverityString'),
      alertId: text('alertId'),
      subject: text('subject'),
    },
    additional_info_0_2: { companyName: text('companyName'), link: link('link') },
  }),
};
