import type { PluginEvent } from '../plugin-api/plugin.js';
import type { Reader } from './alarm.js';
import { toLabels } from './labels.js';
import { firstAt, type Path } from './path.js';

type Resource = NonNullable<PluginEvent['resource']>;

/** Returns a reader for the resource of a sender with one known kind of resource. The id defaults to the name. */
export function resource(kind: string, name: Reader<string>, id: Reader<string> = name): Reader<Resource> {
  return (alarm) => {
    const found = { resource_id: id(alarm) ?? null, name: name(alarm) ?? null };
    return found.resource_id === null && found.name === null ? undefined : { ...found, resource_type: kind };
  };
}

/** Returns a reader for the resource of a sender with labels. The first of these labels that is set gives kind and name. */
export function resourceByLabel(path: Path, ...names: readonly string[]): Reader<Resource> {
  return firstAt([path], (from) => {
    const labels = toLabels(from);
    const kind = labels && names.find((name) => Object.hasOwn(labels, name) && labels[name] !== '');
    const name = kind === undefined ? undefined : labels?.[kind];
    return name === undefined ? undefined : { resource_id: name, resource_type: kind, name };
  });
}
