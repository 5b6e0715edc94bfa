import type { EventType, Severity } from '../../domain/event.js';
import type { Plugin } from '../../domain/plugin.js';
import { firstOf } from '../reading/alarm.js';
import { wholeBody } from '../reading/alarms.js';
import { alsoListed } from '../reading/formats.js';
import { instant } from '../reading/instant.js';
import { NO_OPTIONS } from '../reading/plain.js';
import { plainOk } from '../reading/plain-ok.js';
import { resource } from '../reading/resource.js';
import { alarmsOf } from '../reading/sender.js';
import { joined, link, text } from '../reading/text.js';
import { word } from '../reading/word.js';
import { anyShape, shaped } from '../reading/shape.js';
import { GUIDE } from './guide.js';
import { SAMPLES } from './samples.js';

const STATES: Readonly<Record<string, EventType>> = {
  down: 'ALERT',
  warn: 'ALERT',
  warning: 'ALERT',
  maintenance: 'ALERT',
  up: 'RECOVERY',
};
// The status is all StatusGator says about how bad it is.
const SEVERITIES: Readonly<Record<string, Severity>> = {
  down: 'CRITICAL',
  warn: 'WARNING',
  warning: 'WARNING',
  maintenance: 'INFO',
  up: 'INFO',
};
const monitor = text('monitor.display_name', 'monitor.name', 'service.name', 'service_name');

/** The webhook of StatusGator: status pages of others, and its own monitors. */
export const statusgator: Plugin = {
  plugin_id: 'statusgator',
  version: '1.0.0',
  name: 'StatusGator',
  provider: 'statusgator',
  docs: GUIDE,
  optionsSchema: NO_OPTIONS,
  samples: SAMPLES,
  recognises: anyShape(
    shaped('status', 'monitor.id', 'recorded_at'),
    shaped('service.status_page_url', 'status', 'previous_status'),
    shaped('board.id', 'monitor.id', 'previous_status', 'status'),
    shaped('monitor.display_name', 'recorded_at', 'status'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('monitor', 'service', 'status')),
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
    additional_info: {
      status: text('status'),
      previous_status: text('previous_status'),
      type: text('type'),
      monitor_type: text('monitor.type'),
      status_page_url: text('service.status_page_url'),
      landing_page_url: text('service.landing_page_url'),
      board: text('board.name'),
    },
  }),
  answer: plainOk,
};
