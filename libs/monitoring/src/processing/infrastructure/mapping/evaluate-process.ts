/**
 * A process that compiles and runs expressions of users, one delivery at a time. Expressions are untrusted: the process has no
 * environment and may neither write files nor start processes. Its parent kills it when it takes too long, and it exits when its
 * parent is gone.
 */
import jsonata from 'jsonata';

type EvaluationTask = import('#senders/plugin-api/evaluation.js').EvaluationRequest;
type CheckTask = import('#senders/plugin-api/evaluation.js').ExpressionCheck;
type Problem = import('#senders/plugin-api/evaluation.js').ExpressionProblem;
type Alarm = import('#senders/plugin-api/evaluation.js').EvaluatedAlarm;
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): value is { readonly rawJSON: string };
}

const json = JSON as unknown as JsonWithSource;
const MAX_ALARMS = 10_000;
/** Milliseconds after which JSONata itself stops. Needed if the parent, which would kill the process earlier, is gone. */
const MAX_TIME_MS = 3_000;
const MAX_STACK_DEPTH = 1_000;
const MAX_CACHED_EXPRESSIONS = 1_000;

let arrivalMs = 0;
const RealDate = Date;
/** JSONata uses `new Date()` for the current time. It gets the arrival instead, so that results are repeatable. */
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [arrivalMs] : given) as [number]));
  }
} as DateConstructor;

const compiled = new Map<string, jsonata.Expression>();

function compile(expression: string): jsonata.Expression {
  const cached = compiled.get(expression);
  if (cached !== undefined) return cached;
  if (compiled.size >= MAX_CACHED_EXPRESSIONS) compiled.clear();
  const compiledExpression = jsonata(expression, { timeout: MAX_TIME_MS, stack: MAX_STACK_DEPTH });
  compiledExpression.assign('random', undefined);
  compiledExpression.assign('shuffle', undefined);
  compiledExpression.registerFunction('number', number);
  compiled.set(expression, compiledExpression);
  return compiledExpression;
}

const builtInNumber = (await jsonata('$number').evaluate(null)) as {
  implementation: (this: unknown, value: unknown) => unknown;
};

/** Converts a number that was kept as text, to keep its digits, only when `$number` asks for it. */
function number(this: jsonata.Focus, ...given: unknown[]): unknown {
  const value = given.length === 0 ? this.input : given[0];
  return json.isRawJSON(value) ? Number(value.rawJSON) : builtInNumber.implementation.call(this, value);
}

/** Parses JSON and keeps numbers of more than 15 digits as text, because JSONata would round them. */
function parse(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' &&
    source !== undefined &&
    (String(value) !== source || Number(value.toPrecision(15)) !== value)
      ? json.rawJSON(source)
      : value,
  );
}

/** Maps every object and array of the payload to its JSON pointer. */
function collectPointers(body: unknown): Map<unknown, string> {
  const pointers = new Map<unknown, string>();
  const stack: [unknown, string][] = [[body, '']];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null || json.isRawJSON(value)) continue;
    pointers.set(value, pointer);
    for (const [name, member] of Object.entries(value))
      stack.push([member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`]);
  }
  return pointers;
}

function formatProblem(path: string, error: unknown): string {
  const { message, position } = error as { message?: string; position?: number };
  return `${path}: ${message ?? 'failed'}${position === undefined ? '' : ` (position ${position})`}`.slice(
    0,
    300,
  );
}

async function evaluateAlarms(task: EvaluationTask): Promise<readonly Alarm[]> {
  const payload = parse(task.payload);
  const bindings = { payload, headers: task.headers, query: task.query, path: task.path_suffix };
  const split = task.expressions.find(([path]) => path === 'split');
  let alarms: unknown[] = [payload];
  if (split !== undefined) {
    const found: unknown = await compile(split[1]).evaluate(payload, bindings);
    alarms = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  }
  if (alarms.length > MAX_ALARMS) throw new Error(`gave ${alarms.length} alarms; at most ${MAX_ALARMS}`);
  const pointers = collectPointers(payload);
  const results: Alarm[] = [];
  for (const [index, alarm] of alarms.entries()) {
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [path, expression] of task.expressions) {
      if (path === 'split') continue;
      try {
        const value: unknown = await compile(expression).evaluate(alarm, { ...bindings, index });
        if (value !== undefined) values[path] = value;
      } catch (error) {
        problems.push(formatProblem(path, error));
      }
    }
    const pointer = pointers.get(alarm) ?? null;
    results.push({ pointer, ...(pointer === null ? { made: alarm } : {}), values, problems } as Alarm);
  }
  return results;
}

async function evaluate(task: EvaluationTask): Promise<string> {
  arrivalMs = task.received_at;
  try {
    return JSON.stringify({ ok: true, alarms: await evaluateAlarms(task) });
  } catch (error) {
    return JSON.stringify({ ok: false, problem: formatProblem('split', error) });
  }
}

/** Functions that give another result for the same payload each time. */
const NONDETERMINISTIC_FUNCTIONS: ReadonlySet<unknown> = new Set(['random', 'shuffle']);

/** Returns why an expression cannot be used, with the position (from 1) in it; `undefined` if it can. */
function findExpressionProblem(expression: string): string | undefined {
  try {
    const nondeterministic = findNondeterministicCall(jsonata(expression).ast() as unknown);
    return nondeterministic && `must give the same result each time: ${nondeterministic}`;
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number };
    const where = position === undefined ? '' : `, position ${position}`;
    return `is not JSONata: ${message ?? 'it cannot be compiled'}${where}`;
  }
}

function findNondeterministicCall(tree: unknown): string | undefined {
  const stack: unknown[] = [tree];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { type, value, position } = node as { type?: unknown; value?: unknown; position?: unknown };
    if (type === 'variable' && NONDETERMINISTIC_FUNCTIONS.has(value))
      return `$${String(value)} is not allowed, position ${String(position)}`;
    stack.push(...Object.values(node));
  }
  return undefined;
}

function checkExpressions({ check }: CheckTask): readonly Problem[] {
  return check.flatMap(([path, expression]) => {
    const reason = findExpressionProblem(expression);
    return reason === undefined ? [] : [{ path, reason }];
  });
}

process.on('message', (task: EvaluationTask | CheckTask) => {
  if ('check' in task) process.send?.(JSON.stringify(checkExpressions(task)));
  else void evaluate(task).then((text) => process.send?.(text));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
