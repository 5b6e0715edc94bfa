import { guideOf, samplesOf } from '../../assets.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarms.js';
import { isObject } from '#shared/kernel/json.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { joined, text } from '../../vocabulary/text.js';

const own = wholeBody('rule.description', 'rule.level');
/** Finds the alert at the top level, in `all_fields` (the integration for Shuffle), or in `_source` (a hit of the indexer). */
const alarms: AlarmFinder = (body) => {
  for (const holder of ['all_fields', '_source']) {
    const held = isObject(body) ? body[holder] : undefined;
    const found = held === undefined ? undefined : own(held);
    if (found !== undefined) return found.map((one) => ({ ...one, pointer: `/${holder}${one.pointer}` }));
  }
  return own(body);
};

/** Converts the level, which is 0 to 15 (16 in custom rules). Wazuh calls 7 and more medium, 12 high, and 15 critical. */
function severityOf(alarm: Alarm): Severity | undefined {
  const level = Number(text('rule.level')(alarm) ?? NaN);
  if (Number.isNaN(level)) return undefined;
  if (level >= 15) return 'CRITICAL';
  if (level >= 12) return 'ERROR';
  return level >= 7 ? 'WARNING' : 'INFO';
}

const agent = text('agent.name', 'predecoder.hostname', 'manager.name');

/** Alerts of Wazuh that its integrator daemon or a custom integration posts. */
export const wazuh: Plugin = {
  plugin_id: 'wazuh',
  version: '1.0.0',
  name: 'Wazuh',
  provider: 'wazuh',
  docs: guideOf('systems/wazuh'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/wazuh'),
  recognises: anyShape(
    shaped('rule.level', 'rule.id', 'agent.id'),
    shaped('rule.level', 'rule.description', 'manager.name'),
    shaped('all_fields.rule.level', 'all_fields.agent', 'rule_id'),
    shaped('_source.rule.level', '_source.agent.id'),
  ),
  parse: alarmsOf({
    alarms,
    expects: {
      body: 'an alert of Wazuh (an object with `rule` and `agent`)',
      identity: '`rule.id` or `rule.description`',
      state: 'an alert',
    },
    event_key: joined('/', text('agent.id', 'agent.name'), text('rule.id', 'rule.description')),
    event_type: () => 'ALERT',
    title: text('rule.description', 'rule.id'),
    description: text('full_log', 'data.message', 'syscheck.path'),
    severity: severityOf,
    rule: text('rule.id'),
    resource: resource('agent', agent, text('agent.id', 'agent.ip', 'agent.name')),
    provider: () => 'wazuh',
    account: text('cluster.name'),
    occurred_at: instant('timestamp', '@timestamp'),
    additional_info: {
      level: value('rule.level'),
      groups: value('rule.groups'),
      mitre: value('rule.mitre'),
      location: text('location'),
      agent_ip: text('agent.ip'),
      manager: text('manager.name'),
      data: value('data'),
      id: text('id'),
    },
  }),
};
