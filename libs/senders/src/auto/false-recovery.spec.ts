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
  [
    'a result that nobody knows, of a run that is completed',
    { ...run, conclusion: 'action_required' },
    'ALERT',
  ],
  [
    'a status that nobody knows, of a run that is finished',
    { build: { phase: 'FINISHED', status: 'rot' } },
    'ALERT',
  ],
  ['what fills up, in capitals', { message: 'DISK IS FILLING UP', host: 'db-1' }, 'ALERT'],
  [
    'a kind of events',
    { type: 'Normal', reason: 'NodeNotReady', host: 'node-1', message: 'Node is not ready' },
    'ALERT',
  ],
  [
    'what was rejected',
    { event: 'deployment-completed', environment: { name: 'prod', status: 'rejected' } },
    'ALERT',
  ],
  [
    'what is complete, and failed by its title',
    { type: 'build.complete', message: { text: 'Build 7 failed' } },
    'ALERT',
  ],
  ['a run that was called off', { ...run, status: 'canceled', failed: false }, 'IGNORED'],
  ['a run that begins', { build: { name: 'shop', number: 7 }, status: 'started' }, 'IGNORED'],
  ['a deployment whose status is made', { action: 'created', deployment: { state: 'failure' } }, 'ALERT'],
  [
    'the number of a status that may be the first of many',
    { title: 'Login from abroad', status: '1' },
    'ALERT',
  ],
  [
    'an error with a beginning and an end',
    {
      event: 'scaling:LAUNCH_ERROR',
      group: 'web',
      start_time: '2025-03-04T10:00:00Z',
      end_time: '2025-03-04T10:01:00Z',
    },
    'ALERT',
  ],
  [
    'a downtime of what is well',
    { host: 'web-1', notification_type: 'DOWNTIMESTART', state: 'UP' },
    'IGNORED',
  ],
];
it.each(NO_END)('no end: %s', (_, body, wanted) => expect(read(body)).toEqual([wanted]));

const END: readonly (readonly [string, Json])[] = [
  ['a number of a monitor', { monitor: 'shop', status: 1 }],
  ['an alarm that was called off', { alert: 'Disk', status: 'cancelled' }],
  ['a run that passed', { ...run, conclusion: 'success' }],
  ['a status with a name', { title: 'Database', id: 'i-1', ticket_status: { id: 's', name: 'Closed' } }],
  ['a backup', { title: 'Nightly backup successful', host: 'db-1' }],
  ['no data that is over', { title: 'CPU', transition: 'No Data recovered' }],
];
it.each(END)('an end: %s', (_, body) => expect(read(body)).toEqual(['RECOVERY']));

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
it.each(FOREIGN)('reads other languages: %j', (firing, over) => {
  expect(read(firing)).toEqual(['ALERT']);
  expect(read(over)).toEqual(['RECOVERY']);
});

it('knows runs by their pipeline and branch, not by their ids', () => {
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

it('reads what Pub/Sub pushes, and names of no tool', () => {
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
