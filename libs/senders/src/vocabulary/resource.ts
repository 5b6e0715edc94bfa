import type { PluginEvent } from '../plugin-api/plugin.js';
import type { Reader } from './alarm.js';
import { labelsOf } from './labels.js';
import { firstAt, type Path } from './path.js';

type Resource = NonNullable<PluginEvent['resource']>;

/** The broken thing, where the sender says what it is: its kind, its name, and its id if that is another text. */
export function resource(kind: string, name: Reader<string>, id: Reader<string> = name): Reader<Resource> {
  return (alarm) => {
    const found = { resource_id: id(alarm) ?? null, name: name(alarm) ?? null };
    return found.resource_id === null && found.name === null ? undefined : { ...found, resource_type: kind };
  };
}

/** The broken thing, where the sender only has labels: the first of these labels names it and its kind. */
export function resourceByLabel(path: Path, ...names: readonly string[]): Reader<Resource> {
  return firstAt([path], (from) => {
    const labels = labelsOf(from);
    const kind = labels && names.find((name) => Object.hasOwn(labels, name) && labels[name] !== '');
    const name = kind === undefined ? undefined : labels?.[kind];
    return name === undefined ? undefined : { resource_id: name, resource_type: kind, name };
  });
}
