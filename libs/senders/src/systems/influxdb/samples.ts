import type { PluginSample } from '../../plugin-api/plugin.js';
import { posted } from '../../vocabulary/posted.js';

const body = (level: string, host: string, at: string): string =>
  `{"_check_id":"0641c4d5f3c2b000","_check_name":"CPU","_level":"${level}","_message":"CPU of ${host} is ${level}",` +
  `"_measurement":"notifications","_notification_rule_name":"page","_source_measurement":"cpu",` +
  `"_status_timestamp":${at},"_type":"threshold","_version":1,"cpu":"cpu-total","host":"${host}","usage_user":93.5}`;

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'cpu',
    body: body('crit', 'web-1', '1741083300123456789'),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '0641c4d5f3c2b000/cpu=cpu-total,host=web-1',
          event_type: 'ALERT',
          title: 'CPU of web-1 is crit',
          severity: 'CRITICAL',
          rule: 'CPU',
          resource: { resource_type: 'host', name: 'web-1' },
          occurred_at: new Date('2025-03-04T10:15:00.123Z'),
        },
      },
    ],
  },
  {
    name: 'resolved',
    incident: 'cpu',
    body: body('ok', 'web-1', '1741084200000000000'),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several in a list, one without data',
    body: `[${body('warn', 'web-1', '1741083300000000000')},${body('unknown', 'web-2', '1741083300000000000')}]`,
    expect: [
      { outcome: 'EVENT', event: { severity: 'WARNING' } },
      { outcome: 'EVENT', event: { severity: 'NOT_AVAILABLE', resource: { name: 'web-2' } } },
    ],
  },
  ...(['crit', 'normal'] as const).map((_level) =>
    posted(
      `no check is named: ${_level}`,
      { _level, _message: `load is ${_level}`, _status_timestamp: 1741083300, _source_measurement: 'load' },
      {
        event_key: 'load',
        event_type: _level === 'crit' ? 'ALERT' : 'RECOVERY',
        severity: _level === 'crit' ? 'CRITICAL' : 'INFO',
        resource: { name: 'load' },
        occurred_at: new Date('2025-03-04T10:15:00Z'),
      },
      { incident: 'load' },
    ),
  ),
  posted(
    'a severity of its own',
    { _check_id: 'c-9', _level: 'warn', severity: 'critical' },
    { event_type: 'ALERT', severity: 'CRITICAL' },
  ),
];
