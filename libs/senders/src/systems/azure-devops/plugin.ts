import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { labelled } from '../../vocabulary/labels.js';

const RESULTS: Readonly<Record<string, EventType | Ignored>> = {
  succeeded: 'RECOVERY',
  failed: 'ALERT',
  partiallySucceeded: 'ALERT',
  rejected: 'ALERT',
  canceled: ignored('canceled: neither failed nor succeeded'),
  stopped: ignored('stopped: neither failed nor succeeded'),
  skipped: ignored('skipped: neither failed nor succeeded'),
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  succeeded: 'INFO',
  failed: 'ERROR',
  rejected: 'ERROR',
  partiallySucceeded: 'WARNING',
};
/** Paths of the result. Build events of version 1.0 have it as `status`, later ones beside a state such as `completed`. */
const RESULT_PATHS = [
  'resource.stage.result',
  'resource.job.result',
  'resource.run.result',
  'resource.result',
  'resource.environment.status',
  'resource.status',
];
const event = text('eventType');
const pipeline = text(
  'resource.pipeline.name',
  'resource.definition.name',
  'resource.environment.releaseDefinition.name',
  'resource.releaseDefinition.name',
);
const stage = text('resource.stage.displayName', 'resource.stage.name', 'resource.environment.name');

/** The readers that differ between the versions of the plugin. */
interface VersionSettings {
  readonly result: readonly string[];
  /** The part of the pipeline that ran. */
  readonly part: Reader<string>;
  readonly times: readonly string[];
}
export const V1_0: VersionSettings = {
  result: RESULT_PATHS,
  part: stage,
  times: ['resource.finishTime', 'resource.stage.finishTime', 'resource.run.finishedDate', 'createdDate'],
};
/** Reads the job before the stage: a job has a result while its stage is still running. */
export const LATEST: VersionSettings = {
  result: ['resource.job.result', ...RESULT_PATHS],
  part: joined('/', stage, text('resource.job.name')),
  times: ['resource.job.finishTime', ...V1_0.times],
};

const projectName = text('resource.project.name', 'resource.projectName', 'resource.teamProject');
const project = firstOf(
  projectName,
  text('resource.project.id', 'resource.projectId', 'resourceContainers.project.id'),
);
const branch = text('resource.sourceBranch', 'resource.run.resources.repositories.self.refName');

const MAX_MESSAGE_LENGTH = 4_000;

/** Reads the page of the run. Build events have no link but the one in their message, and the address of the API. */
const page = firstOf(
  link('resource._links.web.href', 'resource.run._links.web.href'),
  (alarm) =>
    /\]\((https?:\/\/[^()\s]{1,2000})\)/.exec(
      text('message.markdown', 'detailedMessage.markdown')(alarm)?.slice(0, MAX_MESSAGE_LENGTH) ?? '',
    )?.[1],
  link('resource.url', 'resource.run.url'),
);

function deriveEventType(result: readonly string[], alarm: Alarm): EventType | Ignored | undefined {
  const eventName = event(alarm) ?? '';
  if (/^(?:build\.complete|ms\.vss-(?:pipelines?|release)\.)/.test(eventName))
    return word(RESULTS, ...result)(alarm) ?? ignored(`${eventName}: without a result yet`);
  return eventName === '' ? undefined : ignored(`${eventName}: no run of a pipeline`);
}

/** Builds the format of service hooks for a version of the plugin. */
export function createServiceHookFormat({ result, part, times }: VersionSettings): AlarmFormat {
  return {
    alarms: wholeBody('eventType', 'publisherId'),
    expects: {
      body: 'a service hook of Azure DevOps (an object with `eventType` and `resource`)',
      identity: 'the name of the pipeline',
      state: '`eventType` and a result in `resource`',
    },
    event_key: (alarm) =>
      pipeline(alarm) === undefined ? undefined : joined('/', project, pipeline, part, branch)(alarm),
    event_type: (alarm) => deriveEventType(result, alarm),
    title: joined(' ', joined(': ', projectName, joined('/', pipeline, part)), text(...result)),
    description: text('detailedMessage.text', 'message.text', 'detailedMessage.markdown', 'message.markdown'),
    severity: word(SEVERITIES, ...result),
    rule: joined('/', pipeline, part),
    resource: resource('pipeline', pipeline, text('resource.pipeline.id', 'resource.definition.id')),
    provider: () => 'azure-devops',
    account: firstOf(
      projectName,
      text('resourceContainers.project.baseUrl', 'resourceContainers.account.id'),
    ),
    occurred_at: instant(...times),
    labels: labelled({
      branch: (alarm) => branch(alarm)?.replace(/^refs\/heads\//, ''),
      environment: text('resource.environment.name'),
      stage: text('resource.stage.displayName', 'resource.stage.name'),
    }),
    links: { source: page },
    additional_info: {
      eventType: event,
      result: text(...result),
      run: text('resource.buildNumber', 'resource.run.name', 'resource.environment.release.name'),
      reason: text('resource.reason'),
      requested_for: text('resource.requestedFor.displayName'),
    },
    additional_info_0_2: {
      branch,
      link: link(
        'resource._links.web.href',
        'resource.run._links.web.href',
        'resource.url',
        'resource.run.url',
      ),
    },
  };
}

/** Service hooks of Azure DevOps: completed builds, runs, stages and deployments. */
export const azureDevops: Plugin = {
  plugin_id: 'azure-devops',
  version: '1.1.0',
  name: 'Azure DevOps',
  provider: 'azure-devops',
  docs: loadGuide('systems/azure-devops'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/azure-devops'),
  recognises: recogniseAny(
    recogniseBy('subscriptionId', 'notificationId', 'eventType', 'publisherId', 'resource'),
    recogniseBy(['eventType', /^(?:build\.complete|ms\.vss-)/], 'publisherId', 'resource'),
  ),
  parse: createParser(createServiceHookFormat(LATEST)),
};
