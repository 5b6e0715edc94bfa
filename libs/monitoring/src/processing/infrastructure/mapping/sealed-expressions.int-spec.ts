import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, expect, it } from 'vitest';
import { EvaluatorPool } from './evaluator-pool.js';

// A single process: all domains share it.
const evaluators = new EvaluatorPool({ timeoutMs: 2_000, wallClockMs: 10_000, memoryMb: 64, processes: 1 });
afterAll(() => evaluators.onApplicationShutdown());

const source = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
const functionNames = [...source.matchAll(/(?:staticFrame|environment)\.bind\('(\w+)'/g)].map(
  ([, name]) => name!,
);

async function evaluate(domain_id: string, payload: object, ...expressions: string[]) {
  const evaluation = {
    expressions: expressions.map((expression, index) => [`e${index}`, expression] as const),
    payload: JSON.stringify(payload),
    ...{ headers: {}, query: {}, path_suffix: '' },
    received_at: 0,
  };
  const result = await evaluators.evaluate(evaluation, domain_id);
  if (!result.ok) throw new Error(result.problem);
  return { values: result.alarms[0]!.values, problems: result.alarms[0]!.problems };
}

/** Uses every function, the composition of functions, and expressions that fail. */
const HONEST = [
  '$uppercase(text) & $lowercase("A") & $trim(" b ") & $pad("c", 3) & $substring("defg", 1)',
  '$substringBefore("a-b", "-") & $substringAfter("a-b", "-") & $contains("abc", /b/) & $replace("a", "a", "b")',
  '$join($split("a,b", ",")) & $match("ab", /b/).match & $base64encode("x") & $base64decode("eA==")',
  '$encodeUrl("a b") & $encodeUrlComponent("a b") & $decodeUrl("a%20b") & $decodeUrlComponent("a%20b")',
  '[$sum([1,2]), $count([1]), $max([1]), $min([1]), $average([1,3]), $floor(1.2), $ceil(1.2), $round(1.5), $abs(-1)]',
  '[$sqrt(4), $power(2,3), $number("7"), $length("abc"), $parseInteger("12", "0"), $toMillis("1970-01-01T00:00:00Z")]',
  '[$formatNumber(1, "0.0"), $formatBase(3, 2), $formatInteger(2, "w"), $fromMillis(0), $now(), $string($millis())]',
  '[$boolean(1), $not(true), $exists(text), $type(text), $keys({"a":1}), $lookup({"a":1}, "a"), $string([1])]',
  '[$map([1,2], $string), $filter([1,2], function($x){$x > 1}), $single([1]), $reduce([1,2], function($a,$b){$a+$b})]',
  '[$append(1, 2), $zip([1],[2]), $reverse([1,2]), $sort([2,1]), $distinct([1,1]), $spread({"a":1}), $merge([{"a":1}])]',
  '[$sift({"a":1}, function($v){$v = 1}), $each({"a":1}, function($v){$v}), $eval("1+1"), $clone({"a":1})]',
  '($f := $uppercase ~> $lowercase; $s := $uppercase(?); $assert(true); $f("Aa") & $s("a"))',
  '{"a": 1} ~> |$|{"b": 2}, ["a"]|',
  '$error("as planned")',
  '$sum("x")',
];

/** Expressions that write to whatever an expression reaches. */
function listHostile(): string[] {
  const members = ['implementation', 'apply', 'validate', 'value', 'type', 'bind', 'ancestry', 'timeout'];
  const changes = members.map((member) => `"${member}": function($x){ $payload }`).join(', ');
  const writeTo = (target: string) => [
    `{} ~> |${target}|{${changes}, "token": "t"}|`,
    `{} ~> |${target}|{}, ["implementation", "signature", "_jsonata_function", "_jsonata_lambda", "body", "type", "value"]|`,
  ];
  const targets = functionNames.flatMap((name) => [
    `$${name}`,
    `$spread($${name}).signature`,
    `$spread($${name}).implementation`,
    `$spread($${name}).signature.validate`,
  ]);
  for (const lambda of ['function($x){ $uppercase($x) }', '$uppercase ~> $lowercase'])
    for (const path of ['environment', 'environment.base', 'environment.base.options', 'environment.global'])
      targets.push(`$merge(?)([${lambda}]).${path}`);
  for (const path of ['environment.base.RegexEngine', 'body', 'body.**', 'arguments', '**'])
    targets.push(`$merge(?)([$uppercase ~> $lowercase]).${path}`);
  return targets.flatMap(writeTo);
}

it(
  'nothing that an expression does changes the expressions of another domain',
  { timeout: 60_000 },
  async () => {
    const expected = await evaluate('acme', { text: 'all is well' }, ...HONEST);
    expect(expected.problems).toEqual([
      'e13: as planned (position 7)',
      'e14: Argument 1 of function "sum" must be an array of "numbers" (position 5)',
    ]);
    const hostile = listHostile();
    while (hostile.length > 0) {
      const some = hostile.splice(0, 10);
      await evaluate('evil', { text: 'stolen' }, ...some, ...HONEST);
      expect(await evaluate('acme', { text: 'all is well' }, ...HONEST), some.join('\n')).toEqual(expected);
    }
  },
);

it('an expression gets nothing of what another domain evaluated', async () => {
  const keep =
    '($kept := {"a": ""}; {} ~> |$uppercase|{"implementation": function($x){ $payload }}, ["signature"]|)';
  await evaluate('evil', { text: 'planted' }, keep);
  expect((await evaluate('acme', { text: 'all is well' }, '$uppercase(text)')).values).toEqual({
    e0: 'ALL IS WELL',
  });
});

it('every function is a new one in each evaluation', async () => {
  const read = (name: string) => `[$spread($${name}).token]`;
  const writes = functionNames.map((name) => `({} ~> |$${name}|{"token": "mark"}|; ${read(name)})`);
  const { values } = await evaluate('evil', {}, ...writes, ...functionNames.map(read));
  const kept = functionNames.filter(
    (_, index) => JSON.stringify(values[`e${writes.length + index}`] ?? []) !== '[]',
  );
  expect(kept).toEqual([]);
});
