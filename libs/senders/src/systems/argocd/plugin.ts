import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf, type Alarm, type Reader } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { recogniseBy, recogniseAny } from '../../vocabulary/recognise-by.js';
import { filledText } from '../../vocabulary/template.js';
import { text, link, joined } from '../../vocabulary/text.js';
import { dictionary } from '../../vocabulary/word.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';

const extractMatch =
  (read: Reader<string>, pattern: RegExp): Reader<string> =>
  (alarm) =>
    pattern.exec(read(alarm) ?? '')?.[1];
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
  extractMatch(text('context'), /\/([^/\s]+)$/),
  extractMatch(text('target_url'), /\/applications\/(?:[^/?#]+\/)?([^/?#]+)/),
);
const health = filledText(
  'health',
  'health_status',
  'healthStatus',
  'app.status.health.status',
  'application.status.health.status',
  'status.health.status',
);
const sync = filledText(
  'sync',
  'sync_status',
  'syncStatus',
  'app.status.sync.status',
  'application.status.sync.status',
  'status.sync.status',
);
const phase = filledText(
  'phase',
  'operation_phase',
  'app.status.operationState.phase',
  'application.status.operationState.phase',
  'status.operationState.phase',
  'state',
);
const trigger = text('trigger', 'event', 'reason');
const eventTypeByHealth = dictionary<EventType>({
  degraded: 'ALERT',
  missing: 'ALERT',
  unknown: 'ALERT',
  healthy: 'RECOVERY',
});
const eventTypeByPhase = dictionary<EventType | Ignored>({
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
function deriveEventType(alarm: Alarm): EventType | Ignored | undefined {
  const healthType = eventTypeByHealth(health(alarm) ?? '');
  const phaseType = eventTypeByPhase(phase(alarm) ?? '');
  if (healthType === 'ALERT' || phaseType === 'ALERT') return 'ALERT';
  if (typeof phaseType === 'object') return phaseType;
  if (/progressing|suspended/i.test(health(alarm) ?? ''))
    return ignored(`health ${health(alarm)}: not settled yet`);
  if (/sync-?failed|degraded|unknown/i.test(trigger(alarm) ?? '')) return 'ALERT';
  if (healthType === undefined && phaseType === undefined && /^outofsync$/i.test(sync(alarm) ?? ''))
    return ignored('sync OutOfSync: waits for a sync');
  // If one of the two is an unknown word, a good value of the other does not mean that all is well.
  if (
    [health(alarm) ?? 'healthy', phase(alarm) ?? 'succeeded'].some(
      (said) => !eventTypeByHealth(said) && !eventTypeByPhase(said),
    )
  )
    return undefined;
  return healthType ?? phaseType ?? (/^synced$/i.test(sync(alarm) ?? '') ? 'RECOVERY' : undefined);
}
const namespace = text('namespace', 'app.spec.destination.namespace', 'app.metadata.namespace');
const project = text('project', 'app.spec.project', 'application.spec.project', 'spec.project');

/** The webhook service of Argo CD Notifications, with the template of the guide or with the whole application as body. */
export const argocd: Plugin = {
  plugin_id: 'argocd',
  version: '1.1.0',
  name: 'Argo CD',
  provider: 'argocd',
  docs: loadGuide('systems/argocd'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/argocd'),
  recognises: recogniseAny(
    recogniseBy('app', 'health', 'sync', 'phase'),
    recogniseBy('app.metadata.name', 'app.status.health'),
    recogniseBy('app.metadata.name', 'app.status.sync', 'app.status.operationState'),
    recogniseBy('application.metadata.name', 'application.status.health'),
    recogniseBy('metadata.name', 'status.health.status', 'status.sync.status'),
    recogniseBy(['context', /argocd|argo-cd/i], 'state'),
    recogniseBy(['context', /^continuous-delivery\//], 'state', 'target_url'),
  ),
  parse: createParser({
    alarms: wholeBody(),
    expects: {
      body: 'the body of the guide: an object with `app`, `health` and `phase`',
      identity: '`app`',
      state: '`health` or `phase`',
    },
    event_key: (alarm) => (app(alarm) === undefined ? undefined : joined('/', project, app)(alarm)),
    event_type: deriveEventType,
    title: joined(': ', app, (alarm) => {
      const syncText =
        typeof eventTypeByPhase(phase(alarm) ?? '') === 'string' ? `sync ${phase(alarm)}` : undefined;
      return [syncText, health(alarm)].filter((part) => part !== undefined).join(', ') || undefined;
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
    labels: allLabels(
      labels('labels', 'app.metadata.labels', 'application.metadata.labels', 'metadata.labels'),
      labelled({ project, namespace }),
    ),
    links: { source: link('url', 'target_url', 'link') },
    additional_info: {
      health,
      sync,
      phase,
      revision: text('revision', 'app.status.sync.revision', 'app.status.operationState.syncResult.revision'),
      repository: text('repo', 'app.spec.source.repoURL'),
    },
    additional_info_0_2: { project, namespace, url: link('url', 'target_url', 'link') },
  }),
};
