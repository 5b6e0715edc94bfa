import { loadGuide, loadSamples } from '../../assets.js';
import type { Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { wholeBody, type AlarmFinder } from '../../vocabulary/alarm-finder.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, tags, toLabels, type Labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, text } from '../../vocabulary/text.js';

const findAlert = wholeBody('rule.description', 'rule.level');
/** Finds the alert at the top level, in `all_fields` (the integration for Shuffle), or in `_source` (a hit of the indexer). */
const findAlarms: AlarmFinder = (body) => {
  for (const wrapperField of ['all_fields', '_source']) {
    const inner = isObject(body) ? body[wrapperField] : undefined;
    const found = inner === undefined ? undefined : findAlert(inner);
    if (found !== undefined)
      return found.map((one) => ({ ...one, pointer: `/${wrapperField}${one.pointer}` }));
  }
  return findAlert(body);
};

/** Converts the level, which is 0 to 15 (16 in custom rules). Wazuh calls 7 and more medium, 12 high, and 15 critical. */
function severityByLevel(alarm: Alarm): Severity | undefined {
  const level = Number(text('rule.level')(alarm) ?? NaN);
  if (Number.isNaN(level)) return undefined;
  if (level >= 15) return 'CRITICAL';
  if (level >= 12) return 'ERROR';
  return level >= 7 ? 'WARNING' : 'INFO';
}

/** Reads the labels of the agent. Wazuh nests them by the dots in their names: `aws.region` is `{"aws": {"region": …}}`. */
function agentLabels(alarm: Alarm): Labels | undefined {
  const found = value('agent.labels')(alarm);
  return found === undefined ? undefined : flatten(found, '', MAX_LABEL_DEPTH);
}

const MAX_LABEL_DEPTH = 5;

function flatten(from: Json, prefix: string, levels: number): Labels {
  if (!isObject(from) || levels === 0) return {};
  const inner = Object.entries(from).map(([name, member]) =>
    flatten(member, `${prefix}${name}.`, levels - 1),
  );
  const own = Object.entries(toLabels(from) ?? {}).map(([name, label]) => [prefix + name, label]);
  return Object.assign(Object.fromEntries(own), ...inner);
}

const agent = text('agent.name', 'predecoder.hostname', 'manager.name');

/** Alerts of Wazuh that its integrator daemon or a custom integration posts. */
export const wazuh: Plugin = {
  plugin_id: 'wazuh',
  version: '1.1.0',
  name: 'Wazuh',
  provider: 'wazuh',
  docs: loadGuide('systems/wazuh'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/wazuh'),
  recognises: recogniseAny(
    recogniseBy('rule.level', 'rule.id', 'agent.id'),
    recogniseBy('rule.level', 'rule.description', 'manager.name'),
    recogniseBy('all_fields.rule.level', 'all_fields.agent', 'rule_id'),
    recogniseBy('_source.rule.level', '_source.agent.id'),
  ),
  parse: createParser({
    alarms: findAlarms,
    expects: {
      body: 'an alert of Wazuh (an object with `rule` and `agent`)',
      identity: '`rule.id` or `rule.description`',
      state: 'an alert',
    },
    event_key: joined('/', text('agent.id', 'agent.name'), text('rule.id', 'rule.description')),
    event_type: () => 'ALERT',
    title: text('rule.description', 'rule.id'),
    description: text('full_log', 'data.message', 'syscheck.path'),
    severity: severityByLevel,
    rule: text('rule.id'),
    resource: resource('agent', agent, text('agent.id', 'agent.ip', 'agent.name')),
    provider: () => 'wazuh',
    account: text('cluster.name'),
    occurred_at: instant('timestamp', '@timestamp'),
    labels: allLabels(agentLabels, tags('rule.groups'), labelled({ manager: text('manager.name') })),
    additional_info: {
      level: value('rule.level'),
      mitre: value('rule.mitre'),
      location: text('location'),
      agent_ip: text('agent.ip'),
      data: value('data'),
      id: text('id'),
    },
    additional_info_0_2: { groups: value('rule.groups'), manager: text('manager.name') },
  }),
};
