import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): readonly [outcome: string | undefined, key?: string] {
  const [one] = auto.parse(createSampleDelivery({ name: '', body: JSON.stringify(body), expect: [] }), {});
  return one?.outcome === 'EVENT' ? [one.event.event_type, one.event.event_key] : [one?.outcome];
}

const job = (eventType: string, runStatus: string): Json => ({
  eventId: 'wev_1',
  eventType,
  data: { jobId: '123', jobName: 'Daily', runId: '1', runStatus },
});
const deploy = (id: string, state: string, commit_ref: string): Json => ({
  ...{ id, site_id: 's1', build_id: `b${id}`, state, name: 'shop', branch: 'main', commit_ref },
  url: 'https://shop.example.com',
});
const build = (build_id: number, status: string, message: string): Json => ({
  build: { build_id, project_id: 1, status, project_full_name: 'a/shop', branch: 'main', message },
});

describe('the state of a run', () => {
  it.each<readonly [string, Json, string]>([
    ...['Building', 'waiting', 'scheduled', 'preparing', 'enqueued', 'processing', 'requested'].map(
      (state) => [state, { pipeline: { id: 1, name: 'p' }, state }, 'IGNORED'] as const,
    ),
    ['neutral', { pipeline: { id: 1, name: 'p' }, state: 'neutral' }, 'IGNORED'],
    ['timed out', { pipeline: { id: 1, name: 'p' }, state: 'timedout' }, 'ALERT'],
    ['stuck', { pipeline: { id: 1, name: 'p' }, state: 'stuck' }, 'ALERT'],
    ['a new build', { event: 'new', buildid: 34, buildername: 'unit' }, 'IGNORED'],
    ['a job that began', job('job.run.started', 'Running'), 'IGNORED'],
    ['a job that failed', job('job.run.errored', 'Errored'), 'ALERT'],
    ['a job that succeeded', job('job.run.completed', 'Success'), 'RECOVERY'],
    [
      'the start of a run',
      { event_type: 'jobs.on_start', run: { run_id: '2' }, job: { name: 'x' } },
      'IGNORED',
    ],
    ['a run that an alarm is about', { title: 'Runs too long', status: 'running', run_id: '2' }, 'ALERT'],
    ['a new ticket about a job', { title: 'Export is wrong', state: 'New', job_id: '2' }, 'ALERT'],
  ])('is understood: %s', (_, body, outcome) => expect(read(body)[0]).toBe(outcome));
});

describe('the key of a run', () => {
  it.each<readonly [string, Json, Json, string]>([
    ['a deploy', deploy('d1', 'error', 'c1'), deploy('d2', 'ready', 'c2'), 'shop/main'],
    ['a build', build(1, 'error', 'Fix bug'), build(2, 'success', 'Another change'), 'a/shop/main'],
    ['a job', job('job.run.errored', 'Errored'), job('job.run.completed', 'Success'), 'Daily'],
    [
      'a builder',
      { event: 'finished', buildid: 33, buildername: 'unit', url: 'https://ci/#builds/33', results: 2 },
      { event: 'finished', buildid: 34, buildername: 'unit', url: 'https://ci/#builds/34', results: 0 },
      'unit',
    ],
  ])('is the same in the next run: %s', (_, failed, passed, key) => {
    expect([read(failed), read(passed)]).toEqual([
      ['ALERT', key],
      ['RECOVERY', key],
    ]);
  });
});
