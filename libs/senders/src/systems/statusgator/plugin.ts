import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labelled } from '../../vocabulary/labels.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { answerOk } from '../../vocabulary/answer-ok.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const STATES: Readonly<Record<string, EventType>> = {
  down: 'ALERT',
  warn: 'ALERT',
  warning: 'ALERT',
  maintenance: 'ALERT',
  up: 'RECOVERY',
};
// StatusGator sends no severity, so it is derived from the status.
const SEVERITIES: Readonly<Record<string, Severity>> = {
  down: 'CRITICAL',
  warn: 'WARNING',
  warning: 'WARNING',
  maintenance: 'INFO',
  up: 'INFO',
};
const monitor = text('monitor.display_name', 'monitor.name', 'service.name', 'service_name');

/** The webhook of StatusGator: status pages of third parties, and its own monitors. */
export const statusgator: Plugin = {
  plugin_id: 'statusgator',
  version: '1.1.0',
  name: 'StatusGator',
  provider: 'statusgator',
  docs: loadGuide('systems/statusgator'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/statusgator'),
  recognises: recogniseAny(
    recogniseBy('status', 'monitor.id', 'recorded_at'),
    recogniseBy('service.status_page_url', 'status', 'previous_status'),
    recogniseBy('board.id', 'monitor.id', 'previous_status', 'status'),
    recogniseBy('monitor.display_name', 'recorded_at', 'status'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('monitor', 'service', 'status')),
    expects: {
      body: 'a webhook of StatusGator (an object with `monitor` and `status`)',
      identity: '`monitor.id` or `service.id`',
      state: '`status` down, warn, maintenance or up',
    },
    event_key: text('monitor.id', 'service.id', 'service.slug', 'service.name'),
    event_type: word(STATES, 'status', 'current_status'),
    title: firstOf(text('message'), joined(' is ', monitor, text('status', 'current_status'))),
    description: text('details', 'message'),
    severity: word(SEVERITIES, 'status', 'current_status'),
    rule: monitor,
    resource: resource('monitor', monitor, text('monitor.host', 'service.status_page_url', 'monitor.id')),
    provider: () => 'statusgator',
    account: text('board.name', 'board.id'),
    image_url: link('monitor.icon_url', 'service.icon_url'),
    occurred_at: instant('recorded_at', 'updated_at'),
    labels: labelled({ monitor_type: text('monitor.type') }),
    // The page of StatusGator about the service, and the official one that it reads.
    links: {
      source: link('service.landing_page_url', 'service.status_page_url'),
      generator: link('service.status_page_url'),
    },
    additional_info: {
      status: text('status'),
      previous_status: text('previous_status'),
      type: text('type'),
    },
    additional_info_0_2: {
      monitor_type: text('monitor.type'),
      status_page_url: text('service.status_page_url'),
      landing_page_url: text('service.landing_page_url'),
      board: text('board.name'),
    },
  }),
  answer: answerOk,
};
