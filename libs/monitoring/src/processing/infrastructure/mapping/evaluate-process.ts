/**
 * A process that compiles and runs expressions of users, one delivery at a time. Expressions are untrusted: the process has no
 * environment and may neither write files nor start processes. Its parent kills it when it takes too long, and it exits when its
 * parent is gone.
 */
import jsonata from 'jsonata';

type Given = import('#senders/plugin-api/evaluation.js').Evaluation;
type Check = import('#senders/plugin-api/evaluation.js').ExpressionCheck;
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
const MOST_ALARMS = 10_000;
/** Milliseconds after which JSONata itself stops. Needed if the parent, which would kill the process earlier, is gone. */
const LONGEST = 3_000;
const DEEPEST = 1_000;
const EXPRESSIONS_KEPT = 1_000;

let arrival = 0;
const RealDate = Date;
/** JSONata uses `new Date()` for the current time. It gets the arrival instead, so that results are repeatable. */
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [arrival] : given) as [number]));
  }
} as DateConstructor;

const compiled = new Map<string, jsonata.Expression>();

function compile(expression: string): jsonata.Expression {
  const known = compiled.get(expression);
  if (known !== undefined) return known;
  if (compiled.size >= EXPRESSIONS_KEPT) compiled.clear();
  const made = jsonata(expression, { timeout: LONGEST, stack: DEEPEST });
  made.assign('random', undefined);
  made.assign('shuffle', undefined);
  made.registerFunction('number', number);
  compiled.set(expression, made);
  return made;
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
function placesOf(body: unknown): Map<unknown, string> {
  const places = new Map<unknown, string>();
  const left: [unknown, string][] = [[body, '']];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null || json.isRawJSON(value)) continue;
    places.set(value, pointer);
    for (const [name, member] of Object.entries(value))
      left.push([member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`]);
  }
  return places;
}

function problem(path: string, error: unknown): string {
  const { message, position } = error as { message?: string; position?: number };
  return `${path}: ${message ?? 'failed'}${position === undefined ? '' : ` (position ${position})`}`.slice(
    0,
    300,
  );
}

async function alarmsOf(given: Given): Promise<readonly Alarm[]> {
  const payload = parse(given.payload);
  const bindings = { payload, headers: given.headers, query: given.query, path: given.path_suffix };
  const split = given.expressions.find(([path]) => path === 'split');
  let alarms: unknown[] = [payload];
  if (split !== undefined) {
    const found: unknown = await compile(split[1]).evaluate(payload, bindings);
    alarms = Array.isArray(found) ? found : found === undefined || found === null ? [] : [found];
  }
  if (alarms.length > MOST_ALARMS) throw new Error(`gave ${alarms.length} alarms; at most ${MOST_ALARMS}`);
  const places = placesOf(payload);
  const done: Alarm[] = [];
  for (const [index, alarm] of alarms.entries()) {
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [path, expression] of given.expressions) {
      if (path === 'split') continue;
      try {
        const value: unknown = await compile(expression).evaluate(alarm, { ...bindings, index });
        if (value !== undefined) values[path] = value;
      } catch (error) {
        problems.push(problem(path, error));
      }
    }
    const pointer = places.get(alarm) ?? null;
    done.push({ pointer, ...(pointer === null ? { made: alarm } : {}), values, problems } as Alarm);
  }
  return done;
}

async function answer(given: Given): Promise<string> {
  arrival = given.received_at;
  try {
    return JSON.stringify({ ok: true, alarms: await alarmsOf(given) });
  } catch (error) {
    return JSON.stringify({ ok: false, problem: problem('split', error) });
  }
}

/** Functions that give another result for the same payload each time. */
const NOT_THE_SAME: ReadonlySet<unknown> = new Set(['random', 'shuffle']);

/** Returns why an expression cannot be used, with the position (from 1) in it; `undefined` if it can. */
function whyUnusable(expression: string): string | undefined {
  try {
    const unstable = unstableCall(jsonata(expression).ast() as unknown);
    return unstable && `must give the same result each time: ${unstable}`;
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number };
    const where = position === undefined ? '' : `, position ${position}`;
    return `is not JSONata: ${message ?? 'it cannot be compiled'}${where}`;
  }
}

function unstableCall(tree: unknown): string | undefined {
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { type, value, position } = node as { type?: unknown; value?: unknown; position?: unknown };
    if (type === 'variable' && NOT_THE_SAME.has(value))
      return `$${String(value)} is not allowed, position ${String(position)}`;
    left.push(...Object.values(node));
  }
  return undefined;
}

function problemsOf({ check }: Check): readonly Problem[] {
  return check.flatMap(([path, expression]) => {
    const reason = whyUnusable(expression);
    return reason === undefined ? [] : [{ path, reason }];
  });
}

process.on('message', (task: Given | Check) => {
  if ('check' in task) process.send?.(JSON.stringify(problemsOf(task)));
  else void answer(task).then((text) => process.send?.(text));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
