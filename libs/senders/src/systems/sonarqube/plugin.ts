import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const gate = text('qualityGate.status');
const project = text('project.name', 'project.key');
const branch = text('branch.name');
const GATES: Readonly<Record<string, EventType>> = {
  ok: 'RECOVERY',
  warn: 'ALERT',
  error: 'ALERT',
  failed: 'ALERT',
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  ok: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  failed: 'ERROR',
};

/** Derives the type from the quality gate, if there is one. `status` is only that of the analysis, not of the code. */
function eventType(alarm: Alarm): EventType | Ignored | undefined {
  const analysis = text('status')(alarm)?.toLowerCase();
  if (gate(alarm) !== undefined)
    return word<EventType | Ignored>(
      { ...GATES, none: ignored('there is no quality gate') },
      'qualityGate.status',
    )(alarm);
  if (analysis === 'failed' || analysis === 'failure') return 'ALERT';
  return analysis === undefined ? undefined : ignored(`the analysis is ${analysis}, without a quality gate`);
}

/** Describes each condition that is not met on a line. */
function unmet(alarm: Alarm): string | undefined {
  const conditions = value('qualityGate.conditions')(alarm);
  if (!Array.isArray(conditions)) return undefined;
  const lines = conditions.flatMap((condition: Json) =>
    isObject(condition) && condition['status'] !== 'OK' && condition['status'] !== 'NO_VALUE'
      ? [
          `${String(condition['metric'])} is ${String(condition['value'])} (${String(condition['operator'])} ${String(condition['errorThreshold'])})`,
        ]
      : [],
  );
  return lines.join('\n') || undefined;
}

/** Webhooks of SonarQube and SonarCloud. */
export const sonarqube: Plugin = {
  plugin_id: 'sonarqube',
  version: '1.0.0',
  name: 'SonarQube',
  provider: 'sonarqube',
  docs: guideOf('systems/sonarqube'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/sonarqube'),
  recognises: anyShape(
    shaped('serverUrl', 'taskId', 'project.key'),
    shaped('qualityGate.status', 'project.key', 'analysedAt'),
  ),
  parse: alarmsOf({
    alarms: wholeBody('project', 'qualityGate'),
    expects: {
      body: 'a webhook of SonarQube (an object with `project` and `qualityGate`)',
      identity: '`project.key`',
      state: '`qualityGate.status` or `status`',
    },
    event_key: joined('/', text('project.key', 'project.name'), branch),
    event_type: eventType,
    title: joined(
      ' ',
      project,
      (alarm) => (branch(alarm) === undefined ? undefined : `(${branch(alarm) ?? ''})`),
      (alarm) => {
        if (gate(alarm) === undefined) return 'analysis failed';
        return eventType(alarm) === 'RECOVERY' ? 'passes its quality gate' : 'fails its quality gate';
      },
    ),
    description: unmet,
    severity: word(SEVERITIES, 'qualityGate.status', 'status'),
    rule: text('qualityGate.name'),
    resource: resource('project', project, text('project.key', 'project.name')),
    provider: () => 'sonarqube',
    account: text('serverUrl'),
    occurred_at: instant('analysedAt', 'changedAt'),
    additional_info: {
      qualityGate: value('qualityGate'),
      status: text('status'),
      branch,
      branch_type: text('branch.type'),
      revision: text('revision'),
      link: text('branch.url', 'project.url'),
      taskId: text('taskId'),
    },
  }),
};
