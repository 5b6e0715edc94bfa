import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { newestOnly } from '../../vocabulary/newest-only.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const ignoreState = (state: string): Ignored => ignored(`${state}: neither raised nor resolved`);
const EVENT_TYPES: Readonly<Record<string, EventType | Ignored>> = {
  occurred: 'ALERT',
  unresolved: 'ALERT',
  rate_exceeded: 'ALERT',
  down: 'ALERT',
  cert_will_expire: 'ALERT',
  check_in_missing: 'ALERT',
  alarm_triggered: 'ALERT',
  alarm_alert: 'ALERT',
  volume_spike: 'ALERT',
  resolved: 'RECOVERY',
  up: 'RECOVERY',
  check_in_reporting: 'RECOVERY',
  alarm_ok: 'RECOVERY',
  assigned: ignoreState('assigned'),
  unassigned: ignoreState('unassigned'),
  commented: ignoreState('commented'),
  deployed: ignored('a deploy: no alarm'),
  test: ignored('a test of the webhook'),
};

const eventTime = instant(
  'outage.down_at',
  'notice.created_at',
  'fault.last_notice_at',
  'check_in.expected_at',
  'alarm.triggered_at',
);
const PAGES = [
  'fault.url',
  'notice.url',
  'site.details_url',
  'outage.details_url',
  'check_in.details_url',
  'alarm.url',
];
const environment = text('fault.environment', 'notice.environment.environment_name');
const component = text('fault.component');
const firstSeen = instant('fault.created_at');

/** Returns the time of the event. The start of a fault, which may be days ago, is only used for its first notice. */
function findOccurrenceTime(alarm: Alarm): Date | undefined {
  const event = text('event')(alarm);
  if (event === 'resolved' || event === 'unresolved') return undefined;
  const isRepeated = Number(text('fault.notices_count')(alarm) ?? 1) > 1;
  return eventTime(alarm) ?? (isRepeated || event !== 'occurred' ? undefined : firstSeen(alarm));
}

/** The webhook of Honeybadger: faults, uptime of sites, check-ins, alarms. */
export const honeybadger: Plugin = {
  plugin_id: 'honeybadger',
  version: '1.1.0',
  name: 'Honeybadger',
  provider: 'honeybadger',
  docs: loadGuide('systems/honeybadger'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/honeybadger'),
  recognises: recogniseAny(
    recogniseBy('event', 'project.fault_count', 'message'),
    recogniseBy('event', 'fault.id', 'project'),
    recogniseBy(
      ['event', /^(?:occurred|rate_exceeded|(?:un)?resolved|(?:un)?assigned|commented)$/],
      'fault.id',
      'message',
    ),
    recogniseBy('event', 'site.id', 'outage'),
    recogniseBy(['event', /^(?:up|down|cert_will_expire)$/], 'site.id', 'message'),
    recogniseBy('event', 'check_in.id', 'project'),
    recogniseBy(['event', /^alarm_/], 'alarm.id', 'message'),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('event')),
    expects: {
      body: 'a webhook of Honeybadger (an object with `event` and `project`)',
      identity: 'the id of `fault`, `site`, `check_in` or `alarm`',
      state: `\`event\` one of ${Object.keys(EVENT_TYPES).join(', ')}`,
    },
    event_key: firstOf(
      text('fault.id'),
      (alarm) =>
        text('event')(alarm) === 'cert_will_expire'
          ? joined(
              ':',
              () => 'certificate',
              firstOf(text('site.id'), newestOnly(text('site.url', 'site.name'))),
            )(alarm)
          : undefined,
      text('site.id', 'check_in.id', 'alarm.id', 'trigger.id'),
      (alarm) =>
        text('event')(alarm) === 'volume_spike'
          ? joined(':', () => 'volume_spike', text('project.id'))(alarm)
          : undefined,
      // An alarm may have `null` as its id. The message is another one when it is over.
      newestOnly(
        text('site.url', 'alarm.url', 'alarm.details_url', 'alarm.name', 'check_in.name', 'site.name'),
      ),
      text('outage.details_url', 'message'),
    ),
    event_type: firstOf<EventType | Ignored>(word(EVENT_TYPES, 'event'), (alarm) => {
      const event = text('event')(alarm);
      return event === undefined ? undefined : ignoreState(event);
    }),
    title: text('message', 'fault.klass', 'site.name', 'check_in.name', 'alarm.name'),
    description: firstOf(
      text('outage.reason', 'alarm.description'),
      joined(
        ': ',
        text('fault.klass', 'notice.error_class', 'notice.class'),
        text('fault.message', 'notice.message'),
      ),
      text('message'),
    ),
    severity: severity('fault.severity', 'alarm.severity'),
    state: text('event'),
    rule: text('alarm.name', 'fault.klass', 'site.name', 'check_in.name'),
    resource: firstOf(
      resource('site', text('site.name', 'site.url'), text('site.url', 'site.id')),
      resource('check-in', text('check_in.name', 'check_in.id'), text('check_in.id')),
      resource('project', text('project.name', 'fault.project_name'), text('project.id', 'fault.project_id')),
    ),
    provider: () => 'honeybadger',
    account: text('project.name', 'fault.project_name', 'project.id', 'fault.project_id'),
    occurred_at: findOccurrenceTime,
    resolved_at: instant('outage.up_at', 'fault.resolved_at', 'check_in.reported_at', 'alarm.resolved_at'),
    labels: allLabels(tags('fault.tags'), labelled({ environment, component })),
    links: { source: link(...PAGES) },
    additional_info: {
      event: text('event'),
      action: text('fault.action'),
      notices_count: value('fault.notices_count'),
      status: value('outage.status'),
      check_in: value('check_in'),
      alarm: value('alarm'),
    },
    additional_info_0_2: {
      url: text(...PAGES),
      environment,
      component,
      tags: value('fault.tags'),
      site: text('site.url'),
    },
  }),
};
