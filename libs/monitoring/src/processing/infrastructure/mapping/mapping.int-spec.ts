import { afterAll, describe, expect, it } from 'vitest';
import { checkSample, createSampleDelivery } from '#senders/plugin-api/check-sample.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import { createMappingPlugin } from '#senders/systems/mapping/plugin.js';
import { slowness } from '#test/slowness.js';
import { EvaluatorPool } from './evaluator-pool.js';

const evaluators = new EvaluatorPool({ timeoutMs: 100, wallClockMs: 2_000, memoryMb: 64, processes: 2 });
const plugin = createMappingPlugin(evaluators);
afterAll(() => evaluators.onApplicationShutdown());

const fields = (more: object = {}) =>
  ({ fields: { event_key: '"k"', title: '"t"', ...more } }) as PluginOptions;

function parse(body: string, options: PluginOptions) {
  const read = parseDeliveryBody(Buffer.from(body), 'application/json');
  if (!read.ok) throw new Error(read.reason);
  return plugin.parseAsync(
    { ...createSampleDelivery({ name: '', body: '{}', expect: [] }), body: read.body },
    options,
  );
}

describe('mapping', () => {
  it.each(plugin.samples.map((sample) => [sample.name, sample] as const))('sample: %s', async (_, sample) => {
    expect(await plugin.checkOptions?.(sample.options ?? {})).toEqual([]);
    expect(await checkSample(plugin, sample)).toBeUndefined();
  });

  it('keeps every digit', async () => {
    const [outcome] = await parse(
      '{"id":12345678901234567890.10,"n":1234567890123456,"list":[{"x":9007199254740993}]}',
      fields({
        event_key: 'id',
        title: '"no " & n',
        description: 'list.x',
        additional_info: '{"id": id, "s": $string(id), "n": $number(n) + 1}',
      }),
    );
    expect(outcome).toMatchObject({
      event: {
        event_key: '12345678901234567890.10',
        title: 'no 1234567890123456',
        description: '9007199254740993',
        additional_info: { s: '12345678901234567890.10', n: 1234567890123457 },
      },
    });
    expect(JSON.stringify(outcome)).toContain('"id":12345678901234567890.10');
  });

  it('uses the arrival as the current time, and refuses random values', async () => {
    const options = fields({
      title: '$now()',
      rule: '$string($millis())',
      account: '$string($toMillis("10:00", "[H]:[m]"))',
    });
    const first = await parse('{}', options);
    expect(first).toMatchObject([
      { event: { title: '2026-01-01T00:00:00.000Z', rule: '1767225600000', account: '1767261600000' } },
    ]);
    expect(await parse('{}', options)).toEqual(first);
    expect(await parse('{}', fields({ rule: '$eval("$random()")' }))).toMatchObject([
      { outcome: 'ERROR', reason: expect.stringContaining('fields.rule') },
    ]);
  });

  it('treats a false state as an event, and names the invalid fields of an acknowledgement', async () => {
    const options = { ...fields(), acknowledgement: { state: 'taken', by: 'who', occurred_at: 'at' } };
    const read = (body: unknown) => parse(JSON.stringify(body), options as unknown as PluginOptions);
    for (const taken of [false, 'no', null, 0])
      expect(await read({ taken })).toMatchObject([{ outcome: 'EVENT' }]);
    expect(await read({ taken: true, who: 'ada' })).toMatchObject([
      { outcome: 'ACKNOWLEDGED', acknowledgement: { event_key: 'k', by: 'ada', occurred_at: null } },
    ]);
    expect(await read({ taken: true, who: {}, at: 'soon' })).toMatchObject([
      {
        outcome: 'ERROR',
        reason: 'acknowledgement.by gave no text; acknowledgement.occurred_at gave no time',
      },
    ]);
  });

  it('returns an error that names the field for a bad alarm, and keeps the others', async () => {
    const outcomes = await parse('{"list":[{"n":1},{"n":"x"},{}]}', {
      split: 'list',
      ...fields({ event_key: 'n', rule: '$string(n + 1)' }),
    });
    expect(outcomes).toMatchObject([
      { outcome: 'EVENT', event: { event_key: '1', rule: '2', pointer: '/list/0', raw_data: { n: 1 } } },
      {
        outcome: 'ERROR',
        pointer: '/list/1',
        reason: expect.stringMatching(/^fields\.rule: .*position \d+/),
      },
      { outcome: 'ERROR', pointer: '/list/2', reason: 'fields.event_key gave nothing' },
    ]);
    expect(await parse('{"list":[]}', { split: 'list', ...fields() })).toEqual([]);
    expect(await parse('{}', { split: '$error("no list")', ...fields() })).toMatchObject([
      { outcome: 'ERROR', reason: expect.stringContaining('split: no list') },
    ]);
  });

  it.each([
    [{ title: '"a" &' }, 'fields.title', /position \d+/],
    [{ resource: { name: '$random()' } }, 'fields.resource.name', /\$random is not allowed, position \d+/],
    [{ rule: '$map([1], function($x){ $shuffle($x) })' }, 'fields.rule', /\$shuffle is not allowed/],
  ])('refuses expressions that cannot be used: %j', async (more, option, reason) => {
    expect(await plugin.checkOptions?.(fields(more))).toEqual([
      { option, reason: expect.stringMatching(reason) },
    ]);
  });

  it.each([
    ['deep brackets', '('.repeat(9_000), /more than 100 deep/],
    ['doubled operands', `${'('.repeat(90)}a${'??a)'.repeat(90)}`, /\?\? or \?: more than 6 deep/],
    [
      'doubled operands behind a quote',
      `/"/ ? ${'('.repeat(24)}a${'??a)'.repeat(24)}`,
      /more than 100 ms to/,
    ],
  ])('refuses expressions that take long to compile: %s', async (_, rule, reason) => {
    const started = performance.now();
    expect(await plugin.checkOptions?.(fields({ rule }))).toEqual([
      { option: 'fields.rule', reason: expect.stringMatching(reason) },
    ]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('refuses expressions that take long to compile only together', async () => {
    const patient = new EvaluatorPool({ timeoutMs: 300, wallClockMs: 2_000, memoryMb: 64, processes: 1 });
    const slow = `/"/ ? ${'('.repeat(10)}a${'??a)'.repeat(10)}`;
    const expressions = Array.from({ length: 120 }, (_, at) => [`fields.f${at}`, slow] as const);
    try {
      expect(await patient.check(expressions.slice(0, 1))).toEqual([]);
      expect(await patient.check(expressions)).toEqual([
        { path: 'fields', reason: 'takes more than 300 ms to compile with all its expressions' },
      ]);
    } finally {
      patient.onApplicationShutdown();
    }
  });

  it.each([
    ['loops for ever', '($f := function(){ $f() }; $f())', '100 ms'],
    [
      'backtracks for ever',
      '($f := function($n){ $match($pad("",5000,"a") & "!", /^(a+)+$/) ? 1 : $f($n) }; $f(1))',
      '100 ms',
    ],
    ['doubles a text', '($f := function($x){ $f($x & $x) }; $f("abcdefgh"))', ''],
    ['doubles a list', '($f := function($x){ $f($append($x,$x)) }; $f([1..1000]))', ''],
    ['makes a long list', '[1..9999999]', ''],
    ['pads without end', '$pad("", 1000000000)', ''],
    ['maps a long list', '$map([1..5000000], function($v){ {"a": $v, "b": $string($v)} })', ''],
    ['recurses for ever', '($f := function($x){ 1 + $f($x) }; $f(1))', ''],
    ['joins without end', '$base64encode($pad("", 400000000, "ab"))', ''],
  ])('ends an expression that %s within a second, and continues with others', async (_, rule, reason) => {
    await Promise.all([parse('{}', fields()), parse('{}', fields())]);
    const before = slowness();
    const started = performance.now();
    const [runaway, good] = await Promise.all([parse('{}', fields({ rule })), parse('{}', fields())]);
    const took = performance.now() - started;
    expect(took / Math.max(before, slowness())).toBeLessThan(1_000);
    expect(runaway).toMatchObject([{ outcome: 'ERROR', reason: expect.stringContaining(reason) }]);
    expect(good).toMatchObject([{ outcome: 'EVENT' }]);
    expect(await parse('{}', fields())).toMatchObject([{ outcome: 'EVENT' }]);
  });
});
