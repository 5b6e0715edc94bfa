import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { labelled } from '../../vocabulary/labels.js';

const triggerType = text('trigger.type');
const releaseStage = text('error.releaseStage', 'error.app.releaseStage', 'project.releaseStage');
const errorId = text('error.errorId', 'error.id');

/** Derives the type. For a manual change the new status decides. Comments, releases and collaborators are ignored. */
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const kind = triggerType(alarm) ?? '';
  if (/^(?:comment|release|collaborator)/i.test(kind)) return ignored(`${kind}: no change of the error`);
  if (/^errorStateManualChange$|^errorState/i.test(kind)) {
    const status = text('error.status')(alarm);
    if (status === 'fixed' || text('trigger.stateChange')(alarm) === 'fixed') return 'RECOVERY';
    return status === 'open' || text('trigger.stateChange')(alarm) === 'reopened'
      ? 'ALERT'
      : ignored(`the error is ${status ?? 'changed'}`);
  }
  return kind === '' && text('error.exceptionClass')(alarm) === undefined ? undefined : 'ALERT';
}

/** The webhook of BugSnag's data forwarding. */
export const bugsnag: Plugin = {
  plugin_id: 'bugsnag',
  version: '1.1.0',
  name: 'BugSnag',
  provider: 'bugsnag',
  docs: loadGuide('systems/bugsnag'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/bugsnag'),
  recognises: recogniseAny(
    recogniseBy('trigger.type', 'error.exceptionClass', 'project.name'),
    recogniseBy(
      [
        'trigger.type',
        /^(?:project(?:Spiking|SamplingStarted|ApproachingRateLimit)|release|comment|powerTen|firstException|exception|reopened|error)/,
      ],
      'project.name',
      'account',
    ),
  ),
  parse: createParser({
    alarms: wholeBody('trigger', 'error'),
    expects: {
      body: 'a webhook of BugSnag (an object with `trigger` and `project`)',
      identity: '`error.errorId` or `project.id`',
      state: '`trigger.type`',
    },
    event_key: firstOf(errorId, (alarm) =>
      joined('/', text('project.id', 'project.name'), triggerType)(alarm),
    ),
    event_type: deriveEventType,
    title: firstOf(
      joined(': ', text('error.exceptionClass'), text('error.message')),
      joined(': ', text('project.name'), text('trigger.message')),
    ),
    description: joined('\n', text('trigger.message'), text('error.context'), text('comment.message')),
    severity: severity('error.severity'),
    rule: text('error.exceptionClass', 'trigger.type'),
    resource: resource('project', text('project.name'), text('project.id')),
    provider: () => 'bugsnag',
    account: text('account.name', 'account.id'),
    occurred_at: instant('error.receivedAt', 'error.firstReceived', 'trigger.timestamp'),
    // BugSnag has no time for the fix. All of its times are those of the error.
    resolved_at: () => undefined,
    labels: labelled({ environment: releaseStage }),
    links: { source: link('error.url', 'project.url') },
    additional_info: {
      trigger: triggerType,
      context: text('error.context'),
      status: text('error.status'),
      unhandled: value('error.unhandled'),
      requestUrl: text('error.requestUrl'),
      rate: value('trigger.rate'),
    },
    additional_info_0_2: { releaseStage, url: text('error.url', 'project.url') },
  }),
};
