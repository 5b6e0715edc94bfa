import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
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
const reachable = word<EventType>({ true: 'RECOVERY', false: 'ALERT' }, 'status.reachable');
const alert = text('alarm', 'alert', 'alert_name', 'name', 'alert.name');
/** Reads the node from the message (`<alert> on <node> …`). Netdata Cloud's documented alert has it nowhere else. */
const toldHost: Reader<string> = (alarm) => {
  const [before, ...behind] = (text('message')(alarm) ?? '').slice(0, 500).split(/(?<!\s)\s+on\s+/);
  const name = alert(alarm);
  if (name === undefined || before === undefined || !before.includes(name)) return undefined;
  const node = /^(?:node |host |instance )?[*`"']{0,2}([\w][\w.-]*[\w]|[\w])/i.exec(behind[0] ?? '')?.[1];
  return node === undefined || /^(?:the|a|an|your|this|node|host)$/i.test(node) ? undefined : node;
};
const host = firstOf(text('host', 'hostname', 'node', 'node_name', 'node.hostname'), toldHost);
const chart = text('chart', 'chart_name', 'chart.name', 'context');
const SEVERITIES: Vocabulary<Severity> = {
  clear: 'INFO',
  cleared: 'INFO',
  unreachable: 'CRITICAL',
  reachable: 'INFO',
};

/** The webhook of Netdata Cloud, and the custom sender of the agent with the body of the guide. */
export const netdata: Plugin = {
  plugin_id: 'netdata',
  version: '1.0.0',
  name: 'Netdata',
  provider: 'netdata',
  docs: guideOf('systems/netdata'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/netdata'),
  recognises: anyShape(
    shaped('alarm', 'chart', 'context', 'space', 'severity'),
    shaped('alert', 'chart', 'context', 'space', 'severity'),
    shaped('alarm_url', 'chart', 'info'),
    shaped('alert_url', 'chart', 'info'),
    shaped('status.reachable', 'host', 'severity'),
    shaped('alarm_id', 'chart', 'old_status', 'status'),
    shaped({ header: 'user-agent', is: /netdata/i }),
  ),
  parse: alarmsOf({
    alarms: wholeBody('alarm', 'alert', 'alert_name', 'name', 'status.reachable', 'chart'),
    expects: {
      body: 'the body of a Netdata webhook: an object with `alert` (or `alarm`) and `chart`, or with `host` and `status.reachable`',
      identity: '`alert` and `chart`, or `host`',
      state: '`severity` (or `status`) warning, critical or clear, or `status.reachable`',
    },
    event_key: joined('/', text('space', 'space.name'), host, chart, alert),
    event_type: firstOf(reachable, word(STATES, 'status', 'severity')),
    title: firstOf(
      (alarm) =>
        text('summary')(alarm) === undefined ? undefined : joined(': ', host, text('summary'))(alarm),
      text('message'),
      joined(
        ' ',
        alert,
        joined(' ', (alarm) => (host(alarm) === undefined ? undefined : 'on'), host),
      ),
    ),
    description: text('info', 'status.text', 'message', 'summary'),
    severity: severityBy(SEVERITIES, 'severity', 'status'),
    rule: alert,
    resource: firstOf(resource('host', host), resource('chart', chart)),
    provider: () => 'netdata',
    account: text('space', 'space.name'),
    occurred_at: instant('date', 'when', 'timestamp'),
    additional_info: {
      chart,
      context: text('context'),
      family: text('family'),
      class: text('class'),
      value: text('value_string', 'value'),
      old_status: text('old_status'),
      rooms: value('Rooms', 'rooms'),
      duration: text('duration'),
      alert_url: link('alert_url', 'alarm_url', 'url', 'goto_url'),
      additional_active_critical_alerts: value(
        'additional_active_critical_alerts',
        'additional_active_critical_alarms',
      ),
      additional_active_warning_alerts: value(
        'additional_active_warning_alerts',
        'additional_active_warning_alarms',
      ),
    },
  }),
};
