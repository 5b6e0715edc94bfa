import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { labelled } from '../../vocabulary/labels.js';

const EVENTS: Readonly<Record<string, EventType | Ignored>> = {
  build_success: 'RECOVERY',
  build_failure: 'ALERT',
  deployment_success: 'RECOVERY',
  deployment_failure: 'ALERT',
  build_started: ignored('the build is running'),
  deployment_started: ignored('the deployment is running'),
};
const STATES: Readonly<Record<string, EventType | Ignored>> = {
  success: 'RECOVERY',
  failed: 'ALERT',
  cancelled: ignored('the build was cancelled'),
};
const event = text('eventName');
const project = text('eventData.projectName', 'eventData.projectSlug', 'eventData.projectId');
const repository = text('eventData.repositoryName', 'eventData.accountName');
const branch = text('eventData.branch');
const environment = text('eventData.environmentName', 'eventData.environment.name');
const page = link('eventData.buildUrl', 'eventData.deploymentUrl', 'eventData.commitUrl');
const isDeployment = (alarm: Alarm): boolean => (event(alarm) ?? '').startsWith('deployment');
const kind = (alarm: Alarm): string => (isDeployment(alarm) ? 'deployment' : 'build');

/** Webhook notifications of AppVeyor. */
export const appveyor: Plugin = {
  plugin_id: 'appveyor',
  version: '1.1.0',
  name: 'AppVeyor',
  provider: 'appveyor',
  docs: loadGuide('systems/appveyor'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/appveyor'),
  recognises: recogniseAny(
    recogniseBy(['eventName', /^(?:build|deployment)_/], 'eventData.buildVersion', 'eventData.projectName'),
    recogniseBy(['eventName', /^(?:build|deployment)_/], 'eventData.projectName'),
  ),
  parse: createParser({
    alarms: wholeBody('eventData'),
    expects: {
      body: 'a notification of AppVeyor (an object with `eventName` and `eventData`)',
      identity: '`eventData.projectName`',
      state: '`eventName` build_success, build_failure, deployment_success or deployment_failure',
    },
    event_key: (alarm) =>
      project(alarm) === undefined
        ? undefined
        : joined('/', repository, project, kind, isDeployment(alarm) ? environment : branch)(alarm),
    event_type: firstOf<EventType | Ignored>(word(EVENTS, 'eventName'), word(STATES, 'eventData.status')),
    title: joined(' ', joined(': ', project, kind), text('eventData.buildVersion'), text('eventData.status')),
    description: joined('\n', text('eventData.commitMessage'), text('eventData.commitMessageExtended')),
    severity: word<Severity>(
      {
        build_failure: 'ERROR',
        deployment_failure: 'ERROR',
        build_success: 'INFO',
        deployment_success: 'INFO',
      },
      'eventName',
    ),
    rule: event,
    resource: resource('project', project, firstOf(repository, project)),
    provider: () => 'appveyor',
    account: text('eventData.accountName', 'eventData.repositoryName'),
    // AppVeyor writes times in US order and without a zone. Only unambiguous formats are parsed.
    occurred_at: instant('eventData.finished', 'eventData.started'),
    labels: labelled({ branch, environment }),
    links: { source: page },
    additional_info: {
      status: text('eventData.status'),
      version: text('eventData.buildVersion'),
      commit: text('eventData.commitId'),
      author: text('eventData.commitAuthor'),
      finished: text('eventData.finished'),
    },
    additional_info_0_2: { branch, environment, link: page },
  }),
};
