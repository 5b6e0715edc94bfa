import type { Json } from '#shared/kernel/json.js';
import type { Alarm, Reader } from './alarm.js';

/**
 * Where a value stands: `labels.severity`, `items[0].id`, `["a.b"].c`. A path counts from the alarm;
 * one that starts with `$` counts from the whole body (`$.receiver`), for what all alarms of a delivery share.
 */
export type Path = string;

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\["([^"]*)"\]/y;

interface CompiledPath {
  readonly fromBody: boolean;
  readonly steps: readonly string[];
}

/** @throws Error for text that is no path: a mistake of the plugin's author, seen as soon as the plugin is loaded. */
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

/** What stands at the steps; `undefined` where the way ends early or leads to `null`. */
export function valueAt(root: Json, steps: readonly string[]): Json | undefined {
  let at: Json | undefined = root;
  for (const step of steps) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Readonly<Record<string, Json>>)[step];
  }
  return at === null || typeof at === 'function' ? undefined : at;
}

/**
 * The first of these paths whose value `read` accepts. Every typed reader is made of this.
 * @param read gives `undefined` for a value it does not take, and the next path is tried
 */
export function firstAt<T>(paths: readonly Path[], read: (value: Json) => T | undefined): Reader<T> {
  const compiled = paths.map(compilePath);
  return (alarm: Alarm) => {
    for (const { fromBody, steps } of compiled) {
      const value = valueAt(fromBody ? alarm.delivery.body : alarm.value, steps);
      const found = value === undefined ? undefined : read(value);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The first of these paths that holds anything but `null`, as it is. */
export function value(...paths: readonly Path[]): Reader<Json> {
  return firstAt(paths, (found) => found);
}
