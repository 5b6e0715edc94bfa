import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import type { Alarm } from '../../vocabulary/alarm.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const gateStatus = text('qualityGate.status');
const project = text('project.name', 'project.key');
const branch = text('branch.name');
const GATE_STATES: Readonly<Record<string, EventType>> = {
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
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const analysisStatus = text('status')(alarm)?.toLowerCase();
  if (gateStatus(alarm) !== undefined)
    return word<EventType | Ignored>(
      { ...GATE_STATES, none: ignored('there is no quality gate') },
      'qualityGate.status',
    )(alarm);
  if (analysisStatus === 'failed' || analysisStatus === 'failure') return 'ALERT';
  return analysisStatus === undefined
    ? undefined
    : ignored(`the analysis is ${analysisStatus}, without a quality gate`);
}

/** Describes each condition that is not met on a line. */
function describeUnmetConditions(alarm: Alarm): string | undefined {
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
  version: '1.1.0',
  name: 'SonarQube',
  provider: 'sonarqube',
  docs: loadGuide('systems/sonarqube'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/sonarqube'),
  recognises: recogniseAny(
    recogniseBy('serverUrl', 'taskId', 'project.key'),
    recogniseBy('qualityGate.status', 'project.key', 'analysedAt'),
  ),
  parse: createParser({
    alarms: wholeBody('project', 'qualityGate'),
    expects: {
      body: 'a webhook of SonarQube (an object with `project` and `qualityGate`)',
      identity: '`project.key`',
      state: '`qualityGate.status` or `status`',
    },
    event_key: joined('/', text('project.key', 'project.name'), branch),
    event_type: deriveEventType,
    title: joined(
      ' ',
      project,
      (alarm) => (branch(alarm) === undefined ? undefined : `(${branch(alarm) ?? ''})`),
      (alarm) => {
        if (gateStatus(alarm) === undefined) return 'analysis failed';
        return deriveEventType(alarm) === 'RECOVERY' ? 'passes its quality gate' : 'fails its quality gate';
      },
    ),
    description: describeUnmetConditions,
    severity: word(SEVERITIES, 'qualityGate.status', 'status'),
    rule: text('qualityGate.name'),
    resource: resource('project', project, text('project.key', 'project.name')),
    provider: () => 'sonarqube',
    account: text('serverUrl'),
    occurred_at: instant('analysedAt', 'changedAt'),
    // The properties are those of `sonar.analysis.*` that the scanner was started with.
    labels: allLabels(labels('properties'), labelled({ branch, branch_type: text('branch.type') })),
    links: { source: link('branch.url', 'project.url') },
    additional_info: {
      qualityGate: value('qualityGate'),
      status: text('status'),
      revision: text('revision'),
      taskId: text('taskId'),
    },
    additional_info_0_2: {
      branch,
      branch_type: text('branch.type'),
      link: text('branch.url', 'project.url'),
    },
  }),
};
