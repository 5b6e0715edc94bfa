import jsonata from 'jsonata';

/** What would make the same payload another event each time. */
const NOT_THE_SAME: ReadonlySet<unknown> = new Set(['random', 'shuffle']);

/** Why an expression cannot be used, with the position (from 1) in it; `undefined` when it can. */
export function expressionProblem(expression: string): string | undefined {
  try {
    const [unstable] = callsOf(jsonata(expression).ast() as unknown);
    return (
      unstable &&
      `is not JSONata to use here: $${unstable.name} is not allowed, position ${unstable.position}`
    );
  } catch (error) {
    const { message, position } = error as { message?: string; position?: number };
    const where = position === undefined ? '' : `, position ${position}`;
    return `is not JSONata: ${message ?? 'it cannot be compiled'}${where}`;
  }
}

interface Call {
  readonly name: string;
  readonly position: number;
}

function callsOf(node: unknown): readonly Call[] {
  const found: Call[] = [];
  const left: unknown[] = [node];
  for (let at = left.pop(); left.length > 0 || at !== undefined; at = left.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    const { type, value, position } = at as { type?: unknown; value?: unknown; position?: unknown };
    if (type === 'variable' && NOT_THE_SAME.has(value))
      found.push({ name: String(value), position: Number(position) });
    left.push(...Object.values(at));
  }
  return found;
}
