import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, ignored, type Ignored } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { shaped, anyShape } from '../../vocabulary/shape.js';
import { filled } from '../../vocabulary/template.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';

const lastPart =
  (read: Reader<string>, form: RegExp): Reader<string> =>
  (alarm) =>
    form.exec(read(alarm) ?? '')?.[1];
const app = firstOf(
  text(
    'app.metadata.name',
    'application.metadata.name',
    'app',
    'application',
    'app_name',
    'name',
    'metadata.name',
  ),
  // The template for the status of a commit contains the application only in these two fields.
  lastPart(text('context'), /\/([^/\s]+)$/),
  lastPart(text('target_url'), /\/applications\/(?:[^/?#]+\/)?([^/?#]+)/),
);
const health = filled(
  'health',
  'health_status',
  'healthStatus',
  'app.status.health.status',
  'application.status.health.status',
  'status.health.status',
);
const sync = filled(
  'sync',
  'sync_status',
  'syncStatus',
  'app.status.sync.status',
  'application.status.sync.status',
  'status.sync.status',
);
const phase = filled(
  'phase',
  'operation_phase',
  'app.status.operationState.phase',
  'application.status.operationState.phase',
  'status.operationState.phase',
  'state',
);
const trigger = text('trigger', 'event', 'reason');
const HEALTH = dictionary<EventType>({
  degraded: 'ALERT',
  missing: 'ALERT',
  unknown: 'ALERT',
  healthy: 'RECOVERY',
});
const PHASES = dictionary<EventType | Ignored>({
  failed: 'ALERT',
  failure: 'ALERT',
  error: 'ALERT',
  succeeded: 'RECOVERY',
  success: 'RECOVERY',
  running: ignored('the sync is running'),
  terminating: ignored('the sync is being stopped'),
  pending: ignored('the sync is pending'),
});

/** Combines health and sync phase: either a failed sync or an unhealthy application makes an ALERT. */
function eventType(alarm: Alarm): EventType | Ignored | undefined {
  const ill = HEALTH(health(alarm) ?? '');
  const operation = PHASES(phase(alarm) ?? '');
  if (ill === 'ALERT' || operation === 'ALERT') return 'ALERT';
  if (typeof operation === 'object') return operation;
  if (/progressing|suspended/i.test(health(alarm) ?? ''))
    return ignored(`health ${health(alarm)}: not settled yet`);
  if (/sync-?failed|degraded|unknown/i.test(trigger(alarm) ?? '')) return 'ALERT';
  if (ill === undefined && operation === undefined && /^outofsync$/i.test(sync(alarm) ?? ''))
    return ignored('sync OutOfSync: waits for a sync');
  // If one of the two is an unknown word, a good value of the other does not mean that all is well.
  if (
    [health(alarm) ?? 'healthy', phase(alarm) ?? 'succeeded'].some((said) => !HEALTH(said) && !PHASES(said))
  )
    return undefined;
  return ill ?? operation ?? (/^synced$/i.test(sync(alarm) ?? '') ? 'RECOVERY' : undefined);
}
const namespace = text('namespace', 'app.spec.destination.namespace', 'app.metadata.namespace');
const project = text('project', 'app.spec.project', 'application.spec.project', 'spec.project');

/** The webhook service of Argo CD Notifications, with the template of the guide or with the whole application as body. */
export const argocd: Plugin = {
  plugin_id: 'argocd',
  version: '1.0.0',
  name: 'Argo CD',
  provider: 'argocd',
  docs: guideOf('systems/argocd'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/argocd'),
  recognises: anyShape(
    shaped('app', 'health', 'sync', 'phase'),
    shaped('app.metadata.name', 'app.status.health'),
    shaped('app.metadata.name', 'app.status.sync', 'app.status.operationState'),
    shaped('application.metadata.name', 'application.status.health'),
    shaped('metadata.name', 'status.health.status', 'status.sync.status'),
    shaped(['context', /argocd|argo-cd/i], 'state'),
    shaped(['context', /^continuous-delivery\//], 'state', 'target_url'),
  ),
  parse: alarmsOf({
    alarms: wholeBody(),
    expects: {
      body: 'the body of the guide: an object with `app`, `health` and `phase`',
      identity: '`app`',
      state: '`health` or `phase`',
    },
    event_key: (alarm) => (app(alarm) === undefined ? undefined : joined('/', project, app)(alarm)),
    event_type: eventType,
    title: joined(': ', app, (alarm) => {
      const failed = typeof PHASES(phase(alarm) ?? '') === 'string' ? `sync ${phase(alarm)}` : undefined;
      return [failed, health(alarm)].filter((part) => part !== undefined).join(', ') || undefined;
    }),
    description: firstOf(
      text(
        'message',
        'app.status.operationState.message',
        'app.status.conditions[0].message',
        'app.status.health.message',
        'application.status.operationState.message',
      ),
      (alarm) =>
        /^argo-?cd$/i.test(text('description')(alarm) ?? '') ? undefined : text('description')(alarm),
    ),
    severity: severity('severity'),
    state: (alarm) => [phase(alarm), health(alarm)].join(' '),
    rule: firstOf(trigger, project),
    resource: resource('application', app, app),
    provider: () => 'argocd',
    account: text('server', 'cluster', 'app.spec.destination.server', 'app.spec.destination.name'),
    occurred_at: instant(
      'finishedAt',
      'app.status.operationState.finishedAt',
      'time',
      'app.status.reconciledAt',
      'startedAt',
    ),
    additional_info: {
      project,
      namespace,
      health,
      sync,
      phase,
      revision: text('revision', 'app.status.sync.revision', 'app.status.operationState.syncResult.revision'),
      repository: text('repo', 'app.spec.source.repoURL'),
      url: link('url', 'target_url', 'link'),
    },
  }),
};
