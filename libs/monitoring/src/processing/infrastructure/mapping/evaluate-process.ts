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
const OPTIONS = Object.freeze({ timeout: MAX_TIME_MS, stack: MAX_STACK_DEPTH });

/** Functions that give another result for the same payload each time. Expressions have none of them. */
const NONDETERMINISTIC_FUNCTIONS: readonly unknown[] = ['random', 'shuffle'];

/** All other functions of JSONata. A test compares them with its code. */
const BUILT_IN_FUNCTIONS: readonly string[] =
  `abs append assert average base64decode base64encode boolean ceil clone contains count decodeUrl decodeUrlComponent
   distinct each encodeUrl encodeUrlComponent error eval exists filter floor formatBase formatInteger formatNumber
   fromMillis join keys length lookup lowercase map match max merge millis min not now number pad parseInteger power
   reduce replace reverse round sift single sort split spread sqrt string substring substringAfter substringBefore sum
   toMillis trim type uppercase zip`.split(/\s+/);

/** Those of them that are not the ones of JSONata. */
const OWN_FUNCTIONS = ['now', 'millis', 'number'];

interface BuiltIn {
  readonly _jsonata_function: true;
  readonly implementation: (this: unknown, ...values: unknown[]) => unknown;
  readonly signature?: object;
}

let arrivalMs = 0;
const RealDate = Date;
/** JSONata uses `new Date()` for the current time. It gets the arrival instead, so that results are repeatable. */
globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number]) {
    super(...((given.length === 0 ? [arrivalMs] : given) as [number]));
  }
} as DateConstructor;

interface CompiledExpression {
  readonly expression: jsonata.Expression;
  /** The functions that it names. */
  readonly functions: readonly (readonly [string, BuiltIn])[];
}

const compiled = new Map<string, CompiledExpression>();

function compile(text: string): CompiledExpression {
  const cached = compiled.get(text);
  if (cached !== undefined) return cached;
  if (compiled.size >= MAX_CACHED_EXPRESSIONS) compiled.clear();
  const expression = jsonata(text, OPTIONS);
  for (const name of NONDETERMINISTIC_FUNCTIONS) expression.assign(String(name), undefined);
  for (const name of OWN_FUNCTIONS) expression.assign(name, builtIns.get(name));
  const named = freezeDeeply(expression.ast());
  // Names may also be in texts that `$eval` gets, and transforms call `$clone`.
  const needsAll = named.has('eval');
  const needsClone = named.has('transform');
  const functions = [...builtIns].filter(
    ([name]) => needsAll || named.has(name) || (needsClone && name === 'clone'),
  );
  const result = { expression, functions };
  compiled.set(text, result);
  return result;
}

/**
 * Evaluates an expression so that nothing it does outlives the evaluation. The transform operator writes to whatever an
 * expression reaches: functions, and by `$spread` and `$merge(?)` also their parts. Whatever lasts is therefore frozen, and each
 * evaluation has its own copies of the functions that the expression names, because JSONata notes positions in them.
 */
async function evaluateExpression(text: string, input: unknown, variables: object): Promise<unknown> {
  const { expression, functions } = compile(text);
  const bindings: Record<string, unknown> = { ...variables };
  for (const [name, builtIn] of functions) bindings[name] = { ...builtIn };
  return expression.evaluate(input, bindings);
}

const builtIns = await findBuiltIns();
await freezeSharedParts();

/** Returns the functions of expressions by name. */
async function findBuiltIns(): Promise<ReadonlyMap<string, BuiltIn>> {
  const functions = new Map<string, BuiltIn>();
  for (const name of BUILT_IN_FUNCTIONS)
    functions.set(name, (await jsonata(`$${name}`).evaluate(null)) as BuiltIn);
  const change = (name: string, implementation: BuiltIn['implementation'], more: object = {}) =>
    functions.set(name, { ...(functions.get(name) as BuiltIn), implementation, ...more });
  const format = functions.get('fromMillis')?.implementation;
  const builtInNumber = functions.get('number')?.implementation;
  // Those of JSONata keep the time in the compiled expression.
  change('now', (picture, timezone) => format?.(arrivalMs, picture, timezone));
  change('millis', () => arrivalMs);
  // A number that was kept as text, to keep its digits, is converted only here.
  const readNumber = function (this: unknown, ...given: unknown[]): unknown {
    const value = given.length === 0 ? (this as jsonata.Focus).input : given[0];
    return json.isRawJSON(value) ? Number(value.rawJSON) : builtInNumber?.call(this, value);
  };
  change('number', readNumber, { signature: undefined });
  for (const builtIn of functions.values()) freezeDeeply(builtIn);
  return functions;
}

/** Freezes what all expressions share beside functions: the tree of `f ~> g`, the root of frames, and the engine of patterns. */
async function freezeSharedParts(): Promise<void> {
  const composition = jsonata('$string ~> $string');
  const freezeTree = (tree: unknown, _input: unknown, frame: { readonly global: object }) => {
    freezeDeeply(tree);
    freezeDeeply(frame.global);
  };
  composition.assign(Symbol.for('jsonata.__evaluate_entry') as unknown as string, freezeTree);
  await composition.evaluate(null);
  Object.freeze(RegExp);
}

/** Freezes a value and all that it holds. Returns the texts in it. */
function freezeDeeply(root: unknown): ReadonlySet<unknown> {
  const texts = new Set<unknown>();
  const stack = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value === 'string') texts.add(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue;
    if (Object.isFrozen(value)) continue;
    Object.freeze(value);
    stack.push(...(Object.values(value) as unknown[]));
  }
  return texts;
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
    const found: unknown = await evaluateExpression(split[1], payload, bindings);
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
        const value: unknown = await evaluateExpression(expression, alarm, { ...bindings, index });
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
  const before = process.cpuUsage();
  try {
    const alarms = await evaluateAlarms(task);
    const { user, system } = process.cpuUsage(before);
    return JSON.stringify({ ok: true, alarms, used_ms: (user + system) / 1_000 });
  } catch (error) {
    return JSON.stringify({ ok: false, problem: formatProblem('split', error) });
  }
}

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
    if (type === 'variable' && NONDETERMINISTIC_FUNCTIONS.includes(value))
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
