import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags, toLabels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { word, type Vocabulary } from '../../vocabulary/word.js';

const STATES: Vocabulary<EventType | Ignored> = {
  warning: 'ALERT',
  critical: 'ALERT',
  unreachable: 'ALERT',
  clear: 'RECOVERY',
  cleared: 'RECOVERY',
  reachable: 'RECOVERY',
  ok: 'RECOVERY',
  removed: ignored('status REMOVED: the alert or its chart is gone'),
  undefined: ignored('status UNDEFINED: the alert could not be evaluated'),
  uninitialized: ignored('status UNINITIALIZED: the alert has not been evaluated yet'),
  test: ignored('a test notification'),
};
const eventTypeByReachability = word<EventType>({ true: 'RECOVERY', false: 'ALERT' }, 'status.reachable');
const alertName = text('alarm', 'alert', 'alert_name', 'name', 'alert.name');
/** Reads the node from the message (`<alert> on <node> …`). Netdata Cloud's documented alert has it nowhere else. */
const hostInMessage: Reader<string> = (alarm) => {
  const [beforeOn, ...afterOn] = (text('message')(alarm) ?? '').slice(0, 500).split(/(?<!\s)\s+on\s+/);
  const name = alertName(alarm);
  if (name === undefined || beforeOn === undefined || !beforeOn.includes(name)) return undefined;
  const node = /^(?:node |host |instance )?[*`"']{0,2}([\w][\w.-]*[\w]|[\w])/i.exec(afterOn[0] ?? '')?.[1];
  return node === undefined || /^(?:the|a|an|your|this|node|host)$/i.test(node) ? undefined : node;
};
const host = firstOf(text('host', 'hostname', 'node', 'node_name', 'node.hostname'), hostInMessage);
const chart = text('chart', 'chart_name', 'chart.name', 'context');
const context = text('context');
const family = text('family');
const alertClass = text('class', 'classification');
const rooms = value('Rooms', 'rooms');
const page = link('alert_url', 'alarm_url', 'url', 'goto_url');
/** Returns the names of the rooms, which the body has by their ids. */
const roomNames: Reader<string> = (alarm) =>
  Object.values(toLabels(rooms(alarm) ?? null) ?? {}).join(',') || undefined;
const SEVERITIES: Vocabulary<Severity> = {
  clear: 'INFO',
  cleared: 'INFO',
  unreachable: 'CRITICAL',
  reachable: 'INFO',
};

/** The webhook of Netdata Cloud, and the custom sender of the agent with the body of the guide. */
export const netdata: Plugin = {
  plugin_id: 'netdata',
  version: '1.1.0',
  name: 'Netdata',
  provider: 'netdata',
  docs: loadGuide('systems/netdata'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/netdata'),
  recognises: recogniseAny(
    recogniseBy('alarm', 'chart', 'context', 'space', 'severity'),
    recogniseBy('alert', 'chart', 'context', 'space', 'severity'),
    recogniseBy('alarm_url', 'chart', 'info'),
    recogniseBy('alert_url', 'chart', 'info'),
    recogniseBy('status.reachable', 'host', 'severity'),
    recogniseBy('alarm_id', 'chart', 'old_status', 'status'),
    recogniseBy({ header: 'user-agent', pattern: /netdata/i }),
  ),
  parse: createParser({
    alarms: wholeBody('alarm', 'alert', 'alert_name', 'name', 'status.reachable', 'chart'),
    expects: {
      body: 'the body of a Netdata webhook: an object with `alert` (or `alarm`) and `chart`, or with `host` and `status.reachable`',
      identity: '`alert` and `chart`, or `host`',
      state: '`severity` (or `status`) warning, critical or clear, or `status.reachable`',
    },
    event_key: joined('/', text('space', 'space.name'), host, chart, alertName),
    event_type: firstOf(eventTypeByReachability, word(STATES, 'status', 'severity')),
    title: firstOf(
      (alarm) =>
        text('summary')(alarm) === undefined ? undefined : joined(': ', host, text('summary'))(alarm),
      text('message'),
      joined(
        ' ',
        alertName,
        joined(' ', (alarm) => (host(alarm) === undefined ? undefined : 'on'), host),
      ),
    ),
    description: text('info', 'status.text', 'message', 'summary'),
    severity: severityBy(SEVERITIES, 'severity', 'status'),
    rule: alertName,
    resource: firstOf(resource('host', host), resource('chart', chart)),
    provider: () => 'netdata',
    account: text('space', 'space.name'),
    occurred_at: instant('date', 'when', 'timestamp'),
    labels: allLabels(
      tags('labels', 'tags'),
      labelled({
        chart,
        context,
        family,
        class: alertClass,
        component: text('component'),
        type: text('type'),
        role: text('roles', 'role'),
        room: roomNames,
      }),
    ),
    links: { source: page },
    additional_info: {
      value: text('value_string', 'value'),
      old_status: text('old_status'),
      duration: text('duration'),
      additional_active_critical_alerts: value(
        'additional_active_critical_alerts',
        'additional_active_critical_alarms',
      ),
      additional_active_warning_alerts: value(
        'additional_active_warning_alerts',
        'additional_active_warning_alarms',
      ),
    },
    additional_info_0_2: { chart, context, family, class: text('class'), rooms, alert_url: page },
  }),
};
