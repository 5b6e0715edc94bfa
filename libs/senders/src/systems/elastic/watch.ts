import { firstOf } from '../../vocabulary/alarm.js';
import { eitherOf, wholeBody } from '../../vocabulary/alarm-finder.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { resource } from '../../vocabulary/resource.js';
import { severity } from '../../vocabulary/severity.js';
import { link, text } from '../../vocabulary/text.js';
import { deriveEventType } from './kibana-rule.js';

export const WATCH_ID = text('watch_id', 'metadata.name');

/** Watches of Watcher, whose webhook action posts `ctx`. */
export const WATCHER: AlarmFormat = {
  alarms: singleOrList(
    eitherOf(
      wholeBody('watch_id', 'ctx.watch_id'),
      wholeBody('metadata.name', 'trigger.triggered_time', 'trigger.scheduled_time'),
    ),
  ),
  expects: {
    body: 'the context of a watch (an object with `watch_id`)',
    identity: '`watch_id`',
    state: '`state`',
  },
  event_key: firstOf(WATCH_ID, text('ctx.watch_id', 'id')),
  event_type: deriveEventType,
  title: firstOf(
    text('title', 'subject', 'metadata.name', 'ctx.metadata.name'),
    WATCH_ID,
    text('ctx.watch_id'),
  ),
  description: text('message', 'body', 'text', 'reason', 'ctx.payload.message'),
  severity: severity('severity', 'metadata.severity', 'ctx.metadata.severity', 'priority'),
  rule: firstOf(WATCH_ID, text('ctx.watch_id')),
  resource: firstOf(
    resource('host', text('host', 'metadata.host', 'payload.hits.hits[0]._source.host.name')),
    resource('index', text('payload.hits.hits[0]._index')),
  ),
  provider: () => 'elastic',
  occurred_at: instant(
    'trigger.triggered_time',
    'execution_time',
    'ctx.execution_time',
    'ctx.trigger.triggered_time',
  ),
  labels: labels('metadata', 'ctx.metadata'),
  links: {
    runbook: link(
      'metadata.runbook_url',
      'metadata.runbook',
      'ctx.metadata.runbook_url',
      'ctx.metadata.runbook',
    ),
  },
  additional_info: {
    payload: value('payload', 'ctx.payload'),
    trigger: value('trigger', 'ctx.trigger'),
  },
  additional_info_0_2: { metadata: value('metadata', 'ctx.metadata') },
};
