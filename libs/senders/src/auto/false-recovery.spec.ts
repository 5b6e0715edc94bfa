import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): readonly (string | undefined)[] {
  return auto
    .parse(createSampleDelivery({ name: 'unknown', body: JSON.stringify(body), expect: [] }), {})
    .map((one) => (one.outcome === 'EVENT' ? one.event.event_type : one.outcome));
}

const run = { workflow: { name: 'CI', url: 'https://ci.example.com/7' }, action: 'completed' };

/** Alarms that still fire. To resolve their alert would be the worst mistake. */
const NO_END: readonly (readonly [string, Json, string])[] = [
  ['a completed run with an unknown conclusion', { ...run, conclusion: 'action_required' }, 'ALERT'],
  ['a finished run with an unknown status', { build: { phase: 'FINISHED', status: 'rot' } }, 'ALERT'],
  ['the word UP in a message in capitals', { message: 'DISK IS FILLING UP', host: 'db-1' }, 'ALERT'],
  [
    'an event of the type Normal',
    { type: 'Normal', reason: 'NodeNotReady', host: 'node-1', message: 'Node is not ready' },
    'ALERT',
  ],
  [
    'a completed deployment with the status rejected',
    { event: 'deployment-completed', environment: { name: 'prod', status: 'rejected' } },
    'ALERT',
  ],
  [
    'a complete build whose message says that it failed',
    { type: 'build.complete', message: { text: 'Build 7 failed' } },
    'ALERT',
  ],
  ['a canceled run', { ...run, status: 'canceled', failed: false }, 'IGNORED'],
  ['a started run', { build: { name: 'shop', number: 7 }, status: 'started' }, 'IGNORED'],
  [
    'a created deployment status with the state failure',
    { action: 'created', deployment: { state: 'failure' } },
    'ALERT',
  ],
  ['the status 1 of something that is not a monitor', { title: 'Login from abroad', status: '1' }, 'ALERT'],
  [
    'an error with a start time and an end time',
    {
      event: 'scaling:LAUNCH_ERROR',
      group: 'web',
      start_time: '2025-03-04T10:00:00Z',
      end_time: '2025-03-04T10:01:00Z',
    },
    'ALERT',
  ],
  [
    'the start of a downtime of a host that is up',
    { host: 'web-1', notification_type: 'DOWNTIMESTART', state: 'UP' },
    'IGNORED',
  ],
];
it.each(NO_END)('does not return a recovery for %s', (_, body, wanted) =>
  expect(read(body)).toEqual([wanted]),
);

const END: readonly (readonly [string, Json])[] = [
  ['the status 1 of a monitor', { monitor: 'shop', status: 1 }],
  ['a cancelled alert', { alert: 'Disk', status: 'cancelled' }],
  ['a successful run', { ...run, conclusion: 'success' }],
  [
    'a status in an object with a name',
    { title: 'Database', id: 'i-1', ticket_status: { id: 's', name: 'Closed' } },
  ],
  ['a backup whose title says that it succeeded', { title: 'Nightly backup successful', host: 'db-1' }],
  ['the transition "No Data recovered"', { title: 'CPU', transition: 'No Data recovered' }],
];
it.each(END)('returns a recovery for %s', (_, body) => expect(read(body)).toEqual(['RECOVERY']));

const FOREIGN: readonly (readonly [Json, Json])[] = [
  [
    { titel: 'Platte voll', zustand: 'Störung' },
    { titel: 'Platte voll', zustand: 'Behoben' },
  ],
  [
    { titre: 'Disque plein', statut: 'Critique' },
    { titre: 'Disque plein', statut: 'Résolu' },
  ],
  [
    { título: 'Disco lleno', estado: 'Alerta' },
    { título: 'Disco lleno', estado: 'Resuelto' },
  ],
  [
    { тема: 'Диск', статус: 'Проблема' },
    { тема: 'Диск', статус: 'Восстановлено' },
  ],
  [
    { 标题: '磁盘已满', 状态: '告警' },
    { 标题: '磁盘已满', 状态: '已恢复' },
  ],
  [
    { 件名: 'ディスク', 状態: 'ダウン' },
    { 件名: 'ディスク', 状態: '復旧' },
  ],
];
it.each(FOREIGN)('recognises firing and resolved in other languages: %j', (firing, over) => {
  expect(read(firing)).toEqual(['ALERT']);
  expect(read(over)).toEqual(['RECOVERY']);
});

it('derives the event key of a run from pipeline, project and branch, not from its id', () => {
  const keyOf = (id: number, status: string) =>
    auto.parse(
      createSampleDelivery({
        name: 'run',
        body: JSON.stringify({
          build: { id, status, branch: 'main' },
          pipeline: { name: 'deploy' },
          project: { name: 'shop' },
        }),
        expect: [],
      }),
      {},
    );
  const event_key = 'deploy/shop/main';
  expect(keyOf(17_001, 'failed')).toMatchObject([{ event: { event_key, event_type: 'ALERT' } }]);
  expect(keyOf(17_002, 'passed')).toMatchObject([{ event: { event_key, event_type: 'RECOVERY' } }]);
});

it('parses a message of Pub/Sub and takes the title from budgetDisplayName', () => {
  const data = Buffer.from(JSON.stringify({ budgetDisplayName: 'Shop', costAmount: 140 })).toString('base64');
  expect(
    auto.parse(
      createSampleDelivery({
        name: 'pushed',
        body: JSON.stringify({ message: { data, messageId: '1' } }),
        expect: [],
      }),
      {},
    ),
  ).toMatchObject([{ event: { title: 'Shop', event_type: 'ALERT', pointer: '/message/data' } }]);
});
