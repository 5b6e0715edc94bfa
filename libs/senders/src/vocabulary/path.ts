import type { Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from './alarm.js';

/**
 * The position of a value: `labels.severity`, `items[0].id`, `["a.b"].c`. A path is relative to the alarm. A path that
 * starts with `$` is relative to the whole body (`$.receiver`), for values that all alarms of a delivery share.
 */
export type Path = string;

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]/y;

interface CompiledPath {
  readonly fromBody: boolean;
  readonly steps: readonly string[];
}

/** Compiles a path. @throws Error if its syntax is invalid, so that the mistake shows as soon as the plugin is loaded */
export function compilePath(path: Path): CompiledPath {
  const fromBody = path === '$' || path.startsWith('$.') || path.startsWith('$[');
  const steps: string[] = [];
  STEP.lastIndex = fromBody ? 1 : 0;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (match === null) throw new Error(`"${path}" is not a path`);
    steps.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return { fromBody, steps };
}

/** Returns the value at the steps; `undefined` if there is none, or if it is `null`. */
export function valueAt(root: Json, steps: readonly string[]): Json | undefined {
  let at: Json | undefined = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, Json>>)[step];
  }
  return at === null || typeof at === 'function' ? undefined : at;
}

/**
 * Returns a reader for the first value at these paths that `convert` accepts. All typed readers are built on it.
 * @param convert returns `undefined` for a value that it does not accept. The next path is then tried.
 */
export function firstAt<T>(
  paths: readonly Path[],
  convert: (value: Json, alarm: Alarm) => T | undefined,
): Reader<T> {
  const compiled = paths.map(compilePath);
  return (alarm: Alarm) => {
    for (const { fromBody, steps } of compiled) {
      const value = valueAt(fromBody ? alarm.delivery.body : alarm.value, steps);
      const found = value === undefined ? undefined : convert(value, alarm);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Returns a reader for the first value at these paths that is not `null`, unchanged. */
export function value(...paths: readonly Path[]): Reader<Json> {
  return firstAt(paths, (found) => found);
}
